"""What lies at a path: trees that somebody would miss, and those that nobody would."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.danger.rules.paths import disk, lock, precious, secret, spelled, stream, tidy
from scriptsmith.interpreter.model import Glob, Home, Unknown, Word


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/*",
        "/etc",
        "/etc/nginx",
        "/home",
        "/home/bob",
        "/home/*",
        "~",
        "~/*",
        "~/.ssh",
        "/var/lib/mysql",
        "/var/log",
        "/usr",
        "/u*r",
        "/[e]tc",
        "/mnt/x",
        "/data/*",
        ".git",
        "/srv/app/.git",
        ".",
        "..",
        "/srv",
        "/var/www/html/*",
        "/opt/*",
        "/data/db/postgres",
    ],
)
def test_precious_trees(path: str) -> None:
    """The loss of these would be felt, and the reason is said in words."""
    assert precious(path)


@pytest.mark.parametrize(
    "path",
    [
        "build",
        "/tmp/x",
        "/tmp/*",
        "/srv/app/cache",
        "/var/cache/apt",
        "/var/lib/apt/lists/*",
        "~/.cache/pip",
        "/home/bob/old",
        "/usr/local/go",
        "/opt/app/releases/1",
        ".git/index.lock",
        "a/b/*",
        "/mnt/x/old",
        "/path/to/dir",
        "../sibling",
    ],
)
def test_ordinary_trees(path: str) -> None:
    """Nothing speaks against deleting these by name."""
    assert not precious(path)


@given(st.lists(st.sampled_from(["a", "b", ".", "..", "", "etc"]), max_size=8))
def test_tidying_twice_changes_nothing(parts: list[str]) -> None:
    """A tidy path stays as it is, and never climbs above the root."""
    path = tidy("/" + "/".join(parts))
    assert tidy(path) == path
    assert ".." not in path.split("/")


@given(
    st.sampled_from(["/etc", "/home", "/var/lib/mysql"]),
    st.lists(st.sampled_from(["/", "/.", "//", "/x/.."]), max_size=4),
)
def test_another_spelling_is_the_same_tree(path: str, detours: list[str]) -> None:
    """Detours through `.`, `..` and doubled slashes do not make a tree ordinary."""
    assert precious(tidy(path + "".join(detours)))


def test_home_is_only_a_live_tilde() -> None:
    """A tilde that was quoted is a file of that name; `$HOME` is the home like a live tilde."""
    assert spelled(Word(parts=(Home("~"),))) == "~"
    assert spelled(Word(parts=("~",), quoted=True)) == "./~"
    assert not precious(spelled(Word(parts=("~",), quoted=True)))
    assert not precious(spelled(Word(parts=("~/x",), quoted=True)))
    assert spelled(Word(parts=(Unknown(source="$HOME"), "/", Glob(text="*")))) == "~/*"


def test_a_folder_made_by_mktemp_is_nobodys() -> None:
    """The result of mktemp may be deleted."""
    fresh = Unknown(source="$(mktemp -d)", kind="command")
    assert not precious(spelled(Word(parts=(fresh, "/", Glob(text="*"))), emptied=True))


def test_relative_paths_lie_where_the_script_stands() -> None:
    """With a known working folder a relative path is judged as the absolute one."""
    assert spelled(Word(parts=("x",)), Word(parts=("/etc",))) == "/etc/x"
    assert spelled(Word(parts=(Glob(text="*"),)), Word(parts=("/tmp/b",))) == "/tmp/b/*"


def test_files_with_a_meaning() -> None:
    """Account files, disks, streams and secrets are told from files that only look like them."""
    assert lock("/etc/shadow")
    assert not lock("/etc/shadow.md")
    assert disk("/dev/sda1")
    assert not disk("/dev/null")
    assert stream("/dev/null")
    assert secret("~/.ssh/id_rsa")
    assert not secret("~/.ssh/id_rsa.pub")
    assert secret("/etc/shad?w")
