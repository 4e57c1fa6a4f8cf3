"""What a box tells of changes and limits when a script does its best to have something go unseen."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.effects import Execution
from scriptsmith.ports import BoxLimits, BoxSpec
from tests.boxes import boxed

pytestmark = boxed

NEST = """
    import os
    for _ in range({levels}):
        os.mkdir("{name}")
        os.chdir("{name}")
    open("bottom", "w").write("found\\n")
"""
BOMBS = {
    "waits": ":() { : | : & }; :; sleep 60",
    "over at once": "for i in {1..400}; do sleep 5 & done; true",
    "its failures go nowhere": "exec 2>/dev/null; for i in {1..400}; do sleep 5 & done; true",
}


async def run(*scripts: str, limits: BoxLimits | None = None) -> Execution:
    """The last of `scripts`, run one after another in one box."""
    async with Bubblewrap().open(BoxSpec(limits=limits or BoxLimits())) as box:
        for script in scripts:
            ended = await box.execute(["bash", "-c", script])
    return ended


def nested(levels: int, name: str = "d") -> str:
    """A command that makes folders in folders, from each into the next, and a file in the last."""
    return f"python3 - <<'END'\n{textwrap.dedent(NEST).format(levels=levels, name=name)}END\n"


async def test_new_files_hide_nothing() -> None:
    """However many files are new, what was there before and is gone or changed is told, and so is each new one."""
    made = "mkdir -p zz/bin; echo tool > zz/bin/perl; echo root > zz/passwd; echo a > zz/mode"
    act = "touch decoy-{1..11000}; rm zz/bin/perl; echo intruder >> zz/passwd; chmod 4755 zz/mode"
    ended = await run(made, act)
    told = {change.path: change.kind for change in ended.changes}
    assert told["/work/zz/bin/perl"] == "deleted"
    assert told["/work/zz/passwd"] == "modified"
    assert told["/work/zz/mode"] == "metadata"
    assert len(told) == 11_003
    assert (ended.omitted, ended.limits) == (0, ())


@pytest.mark.parametrize("levels", [300, 1_500])
async def test_folders_in_folders_to_the_last(levels: int) -> None:
    """A file that lies below any number of folders is told, and so is each of them."""
    ended = await run(nested(levels), "true")
    assert ended.changes == ()
    ended = await run(nested(levels))
    assert len(ended.changes) == levels + 1
    assert ended.changes[-1].path == "/work" + "/d" * levels + "/bottom"
    assert ended.changes[-1].diff.endswith("+found\n")
    assert ended.omitted == 0
    ended = await run(nested(levels), "rm -r d")
    assert [change.kind for change in ended.changes] == ["deleted"] * (levels + 1)
    assert ended.omitted == 0


async def test_a_folder_that_is_made_again_with_folders_in_it() -> None:
    """What lay in a folder of a removed folder is told as gone when both are made again."""
    ended = await run("mkdir -p a/b/c; touch a/b/old a/b/c/older", "rm -r a; mkdir -p a/b/c; touch a/b/new")
    told = {change.path: change.kind for change in ended.changes}
    assert told == {"/work/a/b/old": "deleted", "/work/a/b/c/older": "deleted", "/work/a/b/new": "created"}


async def test_what_is_beyond_the_bounds_is_counted() -> None:
    """Where paths together are too long to be told, they are counted, and what was there before is told all the same."""
    act = f"mkdir aa; cd aa; {nested(1_000, 'n' * 200)} rm /work/zz"
    ended = await run("touch zz", act)
    assert ended.omitted > 100
    assert ("/work/zz", "deleted") in [(change.path, change.kind) for change in ended.changes]
    assert len(ended.changes) + ended.omitted == 1_003


@pytest.mark.parametrize("script", BOMBS.values(), ids=BOMBS)
async def test_a_limit_on_processes_is_named_however_soon_it_is_over(script: str) -> None:
    """A command that was refused a process is told to have met that limit, each time."""
    small = replace(BoxLimits(), processes=64)
    for _ in range(5):
        assert "processes" in (await run(script, limits=small)).limits


async def test_processes_within_the_limit() -> None:
    """A command that has as many processes as it may, and needs no more, meets no limit."""
    script = "for i in {1..40}; do sleep 0.3 & done; wait; echo fork: Resource temporarily unavailable"
    ended = await run(script, limits=replace(BoxLimits(), processes=64))
    assert (ended.exit, ended.limits) == (0, ())


ATTRIBUTES = """
    import os, struct
    acl = struct.pack("<I", 2) + b"".join(
        struct.pack("<HHI", tag, rights, number)
        for tag, rights, number in ((1, 6, 2**32 - 1), (2, 4, 0), (4, 4, 2**32 - 1), (16, 4, 2**32 - 1), (32, 4, 2**32 - 1))
    )
    os.setxattr("was", "system.posix_acl_access", acl)
    os.setxattr("was", "security.capability", struct.pack("<5I", 0x2000001, 1 << 13, 0, 0, 0))
    os.setxattr("was", "user.note", b"kept")
    os.setxattr("folder", "user.overlay.opaque", b"y")
    open("is", "w").close()
    os.setxattr("is", "user.raw", b"\\xff\\n")
    os.removexattr("marked", "user.mark")
    os.chmod("plain", 0o600)
    os.chmod("plain", 0o644)
"""


async def test_attributes_are_effects() -> None:
    """Extended attributes, access control lists and capabilities that a script sets or takes away are told, also where
    nothing else differs; what an overlay keeps for itself is not, and neither is what was set and put back."""
    made = 'umask 022; mkdir folder; touch was plain marked; python3 -c \'import os; os.setxattr("marked", "user.mark", b"x")\''
    ended = await run(made, f"python3 - <<'END'\n{textwrap.dedent(ATTRIBUTES)}END\n")
    assert ended.exit == 0, ended.stderr
    told = {change.path: change for change in ended.changes}
    assert set(told) == {"/work/was", "/work/is", "/work/folder", "/work/marked"}
    after = {path: change.after.attributes for path, change in told.items() if change.after}
    acl, *others = after["/work/was"]
    assert re.fullmatch(
        r"acl=user::rw-,user:\d+:r--,group::r--,mask::r--,other::r--", acl
    )  # the box's root has another number outside
    assert others == ["capabilities=cap_net_raw=ep", "user.note=kept"]
    assert told["/work/was"].kind == "metadata"
    assert after["/work/is"] == ("user.raw=0xff0a",)
    assert after["/work/folder"] == ("user.overlay.opaque=y",)
    assert told["/work/marked"].before is not None
    assert (told["/work/marked"].before.attributes, after["/work/marked"]) == (("user.mark=x",), ())


async def test_many_attributes_are_told_in_few_lines() -> None:
    """A file with hundreds of attributes, or with a long one, takes few lines, and a change of any of them is told."""
    many = "import os, sys; [os.setxattr('x', f'user.{n:03}', b'a' * 200) for n in range(100)]"
    one = "import os; os.setxattr('x', 'user.099', b'b')"
    ended = await run(f'touch x; python3 -c "{many}"', f'python3 -c "{one}"')
    [change] = ended.changes
    assert change.before is not None
    assert change.after is not None
    assert (change.kind, len(change.after.attributes)) == ("metadata", 17)
    assert change.before.attributes[:16] == change.after.attributes[:16]
    assert change.before.attributes != change.after.attributes
    assert all(len(line) < 250 for line in change.after.attributes)
