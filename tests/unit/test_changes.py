"""How the changes of a box are told to a person: nothing that was there before is lost among what is new."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.cli.change_tree import MOST, tree
from scriptsmith.core.effects import Change, Node

FILE = Node(kind="file", mode=0o644, uid=0, gid=0)
FOLDER = Node(kind="directory", mode=0o755, uid=0, gid=0)


def created(path: str, node: Node = FILE, diff: str = "") -> Change:
    return Change(path=path, kind="created", after=node, diff=diff)


def deleted(path: str, node: Node = FILE) -> Change:
    return Change(path=path, kind="deleted", before=node)


def lines(*changes: Change, omitted: int = 0) -> list[str]:
    ordered = sorted(changes, key=lambda change: change.path)
    return [line for line, _ in tree(ordered, omitted)]


def test_decoys_hide_nothing() -> None:
    """However many files are new, what is gone or changed is named, and before them."""
    changed = Change(path="/etc/shadow", kind="modified", before=FILE, after=FILE)
    told = lines(*(created(f"/a/decoy-{n}") for n in range(400)), deleted("/etc/passwd"), changed)
    assert told == [
        "400 created, 1 modified, 1 deleted",
        "- /etc/passwd",
        "~ /etc/shadow",
        "+ /a/  400 new paths: decoy-0, decoy-1, decoy-10, … (--json lists them)",
    ]


def test_many_new_paths_are_told_by_folder() -> None:
    """A new folder stands for all in it, at any depth, and one that got few has them named."""
    many = [created(f"/srv/new/sub/{n}") for n in range(MOST)]
    told = lines(created("/srv/new", FOLDER), created("/srv/new/sub", FOLDER), *many, created("/etc/cron.d/one"))
    assert told[1:] == [
        "+ /etc/cron.d/one  (file, 0 bytes, 0644)",
        "+ /srv/new  (directory, 0755) with 201 paths in it",
    ]


def test_few_new_paths_are_told_one_by_one() -> None:
    """Up to the bound each new path has its line, and its text below it."""
    text = "--- /a/x\n+++ /a/x\n@@ -0,0 +1 @@\n+new\n"
    assert lines(created("/a", FOLDER), created("/a/x", diff=text))[1:] == [
        "+ /a  (directory, 0755)",
        "+ /a/x  (file, 0 bytes, 0644)",
        "    @@ -0,0 +1 @@",
        "    +new",
    ]


def test_a_folder_that_is_gone_is_one_line() -> None:
    """All that lay in it is counted, whatever stands between in the order of the text; its neighbours are named."""
    gone = [deleted("/d", FOLDER), deleted("/d-x"), deleted("/d/s", FOLDER), deleted("/d/s/f"), deleted("/e")]
    assert lines(*gone)[1:] == ["- /d  (directory) with 2 paths in it", "- /d-x", "- /e"]


def test_what_replaced_a_folder_tells_what_was_lost() -> None:
    """A folder that became a file is named with the number of paths that it held."""
    replaced = Change(path="/d", kind="modified", before=FOLDER, after=FILE)
    (line,) = lines(replaced, deleted("/d/f"))[1:]
    assert line == "~ /d  directory → file, mode 0755 → 0644 with 1 paths in it"


def test_what_is_left_out_is_said() -> None:
    """Changes that could not be told are counted in the first line, also when no other was told."""
    assert lines(deleted("/x"), omitted=12_000)[0] == "1 deleted, at least 12,000 more that are not listed"
    assert lines(omitted=1) == ["at least 1 more that are not listed"]
    assert lines() == ["nothing changed"]


@given(st.sets(st.text("ab/", min_size=1, max_size=6), max_size=30), st.integers(0, 2000))
def test_all_that_was_there_before_is_named(names: set[str], decoys: int) -> None:
    """Whatever else changed, each file that is gone has a line of its own, before the first new path."""
    gone = {"/" + name.strip("/") for name in names if name.strip("/")}
    told = lines(*map(deleted, gone), *(created(f"/decoys/{n}") for n in range(decoys)))
    first_new = next((number for number, line in enumerate(told) if line.startswith("+")), len(told))
    assert {line[2:] for line in told[:first_new] if line.startswith("- ")} == gone
