"""What a box tells of changes and limits when a script does its best to have something go unseen."""

from __future__ import annotations

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
