"""What the world may not read stays out of a box over the host's tree: shown on a host made of usual places of secrets.

The made host is a mount namespace in which folders of ours lie over the real ones, so it takes root to make one; boxes
are then opened by root and by an ordinary user.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.adapters.sandbox.private import ScanLimits, private_in
from scriptsmith.core.fixtures import Planted
from scriptsmith.core.types import Script
from scriptsmith.errors import BadInput
from scriptsmith.ports import BoxSpec
from scriptsmith.trying import try_script
from tests.boxes import boxed
from tests.ordinary_user import LEFT_OUT, usable_python

HERE = Path(__file__).resolve()
ANA = 1000
PROGRAM = "/opt/program"  # where everybody can read it, wherever the checkout lies
PUBLIC = ("/etc/app.conf", "/srv/app/config/app.yml", "/opt/app/VERSION", "/var/lib/app/state", "/home/ana/public/page")
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root: an ordinary user cannot make such a host")


@dataclass(slots=True)
class Made:
    """A tree to lie over the host's, and what is secret in it: the owner of each file by its path."""

    folder: Path
    secrets: dict[str, str] = field(default_factory=dict)

    def lay(self, mode: int, owner: str, path: str) -> None:
        """One line of the list of places."""
        place = self.folder / path.lstrip("/")
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"token-of {path}\n")
            self.secrets[path] = owner
        if owner == "ana":
            os.chown(place, ANA, ANA)
        place.chmod(mode)

    def look(self, user: int, *named: str) -> dict[str, list[str]]:
        """What can be read on this host by `user`, outside and in a box that shows the paths `named`."""
        tops = ["etc", "home", "opt", "srv", "usr/local", "usr/share", "var"]
        over = " && ".join(f"mount --bind {top} /{top}" for top in tops)
        become = f"setpriv --reuid {user} --regid {user} --clear-groups" if user else "env"
        interpreter = usable_python() if user else sys.executable
        command = f'{over} && exec {become} "$@"'
        ended = subprocess.run(
            [
                *("unshare", "--mount", "--propagation", "private", "bash", "-c", command, "bash"),
                *(interpreter, f"{PROGRAM}/made_host.py", str(self.folder / "paths"), *named),
            ],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PYTHONPATH": PROGRAM, "HOME": "/home/ana"},
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 0, ended.stderr
        found: dict[str, list[str]] = json.loads(ended.stdout)
        return found


@pytest.fixture(scope="module")
def made() -> Iterator[Made]:
    folder = Path(tempfile.mkdtemp(prefix="host-", dir="/var/tmp"))  # on a disk: memory does not lie under boxes
    folder.chmod(0o755)
    try:
        shutil.copytree("/etc", folder / "etc", symlinks=True)
        host = Made(folder)
        for top in ("home/ana", "opt", "srv", "usr/local", "usr/share", "var/tmp", "var/lib"):
            (folder / top).mkdir(parents=True)
        inside = folder / PROGRAM.lstrip("/")
        shutil.copytree(HERE.parents[2] / "src" / "scriptsmith", inside / "scriptsmith", ignore=LEFT_OUT)
        shutil.copy(HERE.parent / "made_host.py", inside)
        subprocess.run(["chmod", "-R", "a+rX", inside], check=True)
        lines = (HERE.parent / "secret_places.txt").read_text().splitlines()
        for line in lines:
            if line and not line.startswith("#"):
                mode, owner, path = line.split(maxsplit=2)
                host.lay(int(mode, 8), owner, path.replace("~", "/home/ana"))
        for path in PUBLIC:
            place = folder / path.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"public-to {path}\n")
        shutil.chown(folder / "home/ana", ANA, ANA)
        paths = folder / "paths"
        paths.write_text("\n".join(host.secrets))
        os.chmod(paths, 0o644)
        (folder / "var/tmp" / folder.name).mkdir()
        shutil.copy(paths, folder / "var/tmp" / folder.name)  # where it is named once /var lies over /var
        yield host
    finally:
        shutil.rmtree(folder)


@only_root
@boxed
@pytest.mark.parametrize("user", [0, ANA], ids=["root", "an ordinary user"])
def test_no_secret_of_a_host_is_readable_in_a_box(made: Made, user: int) -> None:
    """None of 400 usual places of secrets can be read, by whatever user of a box and whatever it changes or copies;
    what everybody may read still can."""
    found = made.look(user)
    own = {path for path, owner in made.secrets.items() if owner == "ana" or "/ana/" in path}
    assert len(made.secrets) >= 326
    assert len(own) >= 80
    assert set(found["outside"]) >= (set(made.secrets) if user == 0 else own), "the host is not what it should be"
    assert {body: found[body] for body in ("root", "other", "copied", "changed")} == {
        "root": [],
        "other": [],
        "copied": [],
        "changed": [],
    }
    assert set(found["public"]) == set(PUBLIC)


@only_root
@boxed
@pytest.mark.parametrize("user", [pytest.param(0, marks=pytest.mark.thorough), ANA], ids=["root", "an ordinary user"])
def test_what_is_named_shows_and_the_list_lies_on_top(made: Made, user: int) -> None:
    """A file, a folder and what is in a private home are shown when they are named; well-known places of secrets in
    them are not, unless they are named themselves."""
    named = ["/opt/tools/token", "/srv/data", "/home/bob", "/home/ana/work"]
    found = made.look(user, *named)
    shown = {
        *("/opt/tools/token", "/srv/data/customers.csv", "/home/bob/notes.txt", "/home/bob/project/config.yml"),
        *("/home/ana/work/project/.env", "/home/ana/work/project/deploy/key.pem"),
    }
    assert set(found["root"]) == shown
    inside = made.look(user, "/home/ana", "/home/ana/.aws/credentials")
    assert "/home/ana/Documents/taxes.ods" in inside["root"]
    assert "/home/ana/.aws/credentials" in inside["root"]
    assert not {"/home/ana/.ssh/id_ed25519", "/home/ana/.netrc", "/home/ana/.config/gh/hosts.yml"} & set(inside["root"])


@boxed
async def test_private_fixtures_are_the_scripts_own() -> None:
    """A file that was laid into a box with a private mode can be read there, and one that a script makes itself."""
    planted = (Planted(path="/srv/app/key", content=b"mine\n", mode=0o600),)
    text = "cat /srv/app/key; stat -c %a /srv/app/key; umask 077; mkdir /srv/own; echo too > /srv/own/x; cat /srv/own/x"
    ended = await try_script(Bubblewrap(), Script(text=text), spec=BoxSpec(), fixture=planted)
    assert ended.stdout == b"mine\n600\ntoo\n"


@boxed
async def test_tools_that_need_private_files_work() -> None:
    """Accounts can be made and locks taken although the files for that are private."""
    script = "useradd -m zoe && getent passwd zoe && stat -c '%a %s' /etc/.pwd.lock /var/lib/dpkg/lock"
    async with Bubblewrap().open(BoxSpec()) as box:
        ended = await box.execute(["bash", "-c", script])
    if os.geteuid() == 0:
        assert b"/home/zoe" in ended.stdout, ended.stderr


@boxed
async def test_what_cannot_be_exposed_is_refused(tmp_path: Path) -> None:
    """A path that is not there, that no box shows, or that is no file is refused by name before anything runs."""
    fifo = Path(tempfile.mkdtemp(dir="/var/tmp"))
    os.mkfifo(fifo / "pipe")
    try:
        for path in ("/none/such", str(tmp_path), str(fifo / "pipe"), "relative"):
            with pytest.raises(BadInput, match=path):
                async with Bubblewrap().open(BoxSpec(expose=(path,))):
                    pass
    finally:
        shutil.rmtree(fifo)


def test_what_is_private_is_found_level_by_level(tmp_path: Path) -> None:
    """Private files and folders are named, a folder of many as a whole, and what was not looked at is told."""
    for name, mode in (("a/key", 0o600), ("a/page", 0o644), ("b/c/d/key", 0o640), ("open/x", 0o644)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.chmod(mode)
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed").chmod(0o711)
    (tmp_path / "many").mkdir()
    for number in range(12):
        (tmp_path / "many" / str(number)).touch(0o600)

    def look(entries: int) -> tuple[set[str], set[str]]:
        found = private_in([str(tmp_path)], bounds=ScanLimits(entries, of_a_folder=10), concerns=lambda _: True)
        return tuple({path.removeprefix(f"{tmp_path}/") for path in paths} for paths in (found.found, found.unseen))  # type: ignore[return-value]

    assert look(1_000) == ({"a/key", "b/c/d/key", "closed", "many"}, set())
    found, unseen = look(8)
    assert "closed" in found
    assert {"b/c", "many"} <= unseen
