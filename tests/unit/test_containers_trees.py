"""The trees of boxes that a container engine exports: read, compared, laid into."""

from __future__ import annotations

import hashlib
import io
import os
import posixpath
import struct
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.containers.tar_streams import FileToLay, lay, write_filtered, write_folder
from scriptsmith.adapters.containers.trees import FileTree, compare, read_tree, resolve
from scriptsmith.errors import BadInput

Content: TypeAlias = bytes | str | None  # a file, a link, a folder
Model: TypeAlias = Mapping[str, tuple[Content, int]]

NAMES = st.sampled_from(["a", "b", "\udcff", "c d", "é"])
CONTENTS = st.one_of(
    st.none(), st.binary(max_size=40), st.sampled_from(["a", "/b", "..", "../../a", "a/../b", "/a/b/c", "."])
)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """A tree of up to three levels: only folders hold something."""
    found: dict[str, tuple[Content, int]] = {}
    for _ in range(draw(st.integers(0, 12))):
        path = "/" + "/".join(draw(st.lists(NAMES, min_size=1, max_size=3)))
        parents = list(_parents(path))
        if path not in found and all(found.get(each, (None, 0))[0] is None for each in parents):
            for each in parents:
                found.setdefault(each, (None, 0o755))
            found[path] = (draw(CONTENTS), draw(st.sampled_from([0o644, 0o4755])))
    return found


def _parents(path: str) -> Iterator[str]:
    above = posixpath.dirname(path)
    if above != "/":
        yield from _parents(above)
        yield above


def stream(model: Model, **fields: int) -> io.BytesIO:
    """`model` as an engine exports it."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT, errors="surrogateescape") as tar:
        for path, (content, mode) in sorted(model.items()):
            member = tarfile.TarInfo(path.lstrip("/"))
            member.mode = mode
            for name, value in fields.items():
                setattr(member, name, value)
            if content is None:
                member.type = tarfile.DIRTYPE
            elif isinstance(content, str):
                member.type, member.linkname = tarfile.SYMTYPE, content
            else:
                member.size = len(content)
            tar.addfile(member, io.BytesIO(content if isinstance(content, bytes) else b""))
    written.seek(0)
    return written


def read(model: Model, known: FileTree | None = None, most: int = 1 << 30) -> FileTree:
    return read_tree(stream(model), known or FileTree(), most=most)


@given(models(), models())
def test_changes_are_the_differences(before: Model, after: Model) -> None:
    """Exactly the paths that differ are told, in order, each once, as what happened to it."""
    old = read(before)
    changes, omitted = compare(old, read(after, old))
    expected = {}
    for path in before.keys() | after.keys():
        one, other = before.get(path), after.get(path)
        if one is None or other is None:
            expected[path] = "created" if one is None else "deleted"
        elif one[0] != other[0]:
            expected[path] = "modified"
        elif one[1] != other[1] and not isinstance(one[0], str):  # links have no mode of their own
            expected[path] = "metadata"
    assert {change.path: change.kind for change in changes} == expected
    assert [change.path for change in changes] == sorted(expected, key=os.fsencode)
    assert omitted == 0


@given(models())
def test_a_known_tree_does_not_matter(model: Model) -> None:
    """What is read does not depend on what is known already."""
    assert read(model, read(model)) == read(model)


@given(models(), st.integers(0, 4_000))
def test_a_broken_stream(model: Model, most: int) -> None:
    """Of a stream that is broken off the beginning is told; nothing is taken for deleted, and something is omitted."""
    whole, part = read(model), read(model, most=most)
    changes, omitted = compare(whole, part)
    if not part.complete:
        assert omitted > 0
    assert changes == ()
    assert part.leaves.items() <= whole.leaves.items()


@given(models(), st.lists(st.sampled_from(["a", "b", "..", ".", "c", "\udcff"]), min_size=1, max_size=5))
def test_resolving_stays_inside(model: Model, parts: list[str]) -> None:
    """No links lead out of a tree, and what they lead to is no link."""
    tree = read(model)
    try:
        path = resolve(tree, "/" + "/".join(parts))
    except OSError:
        return
    assert path.startswith("/")
    assert ".." not in path.split("/")
    leaf = tree.leaves.get(path)
    assert leaf is None or leaf.node.kind != "link"


@given(models(), st.lists(st.tuples(NAMES, NAMES, st.binary(max_size=20)), max_size=3))
def test_laying(model: Model, files: list[tuple[str, str, bytes]]) -> None:
    """What is laid is what the tree says is laid: unpacked over the old one, the stream gives the new one."""
    tree = read(model)
    try:
        laid, after = lay(
            tree, [FileToLay(path=f"/{one}/{other}", content=content) for one, other, content in files], "/w/d"
        )
    except BadInput:
        return
    added = read_tree(io.BytesIO(laid), tree, most=1 << 30)
    assert FileTree({**tree.leaves, **added.leaves}) == after
    for path in added.leaves:
        assert all(after.leaves[each].node.kind == "directory" for each in _parents(path))


def test_a_diff() -> None:
    """Short texts come with a unified diff that says when a last line has no end; other files with none."""
    before = {"/t": (b"one\ntwo\n", 0o644), "/b": (b"\0", 0o644), "/long": (b"x" * (65 << 10), 0o644)}
    after = {"/t": (b"one\n2", 0o644), "/b": (b"\0\0", 0o644), "/long": (b"y" * (65 << 10), 0o644), "/n": (b"", 0o644)}
    old = read(before)
    changes, _ = compare(old, read(after, old))
    diffs = {change.path: change.diff for change in changes}
    text = "--- /t\n+++ /t\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n"
    assert diffs == {"/t": text, "/b": "", "/long": "", "/n": ""}


def test_bounds() -> None:
    """Beyond the bounds changes are counted and differences not shown."""
    after = read({f"/{name}": (b"text\n", 0o644) for name in "abcd"})
    changes, omitted = compare(FileTree(), after, most=3, compared=150)
    assert [change.path for change in changes] == ["/a", "/b", "/c"]
    assert omitted == 1
    assert [bool(change.diff) for change in changes] == [True, True, True]
    assert not any(change.diff for change in compare(FileTree(), after, compared=3)[0])


def test_what_was_there_before_comes_first() -> None:
    """Where not all can be told, what is gone or changed is told before what is new."""
    before = read({"/x": (b"one\n", 0o644), "/y": (b"", 0o644)})
    after = read({**{f"/{name}": (b"", 0o644) for name in "abcd"}, "/x": (b"two\n", 0o644)}, before)
    changes, omitted = compare(before, after, most=3)
    assert [(change.path, change.kind) for change in changes] == [
        ("/a", "created"),
        ("/x", "modified"),
        ("/y", "deleted"),
    ]
    assert omitted == 3


def test_owners() -> None:
    """Owners count from the first id of a box; one beyond them is nobody."""
    tree = read_tree(stream({"/a": (b"", 0o644)}, uid=5_003, gid=7), FileTree(), most=1 << 20, first_id=5_000)
    node = tree.leaves["/a"].node
    assert (node.uid, node.gid) == (3, 65_534)


def test_what_is_the_engines() -> None:
    """What an engine puts into a tree by itself is no part of it."""
    model: Model = {
        "/.dockerenv": (b"", 0o644),
        "/dev": (None, 0o755),
        "/dev/console": (b"", 0o600),
        "/device": (b"", 0o644),
    }
    assert list(read(model).leaves) == ["/device"]


def test_other_names_of_a_file() -> None:
    """A hard link is a file with the content of its other name."""
    written = stream({"/a": (b"text", 0o644)})
    with tarfile.open(fileobj=written, mode="a") as tar:
        member = tarfile.TarInfo("b")
        member.type, member.linkname = tarfile.LNKTYPE, "a"
        tar.addfile(member)
    written.seek(0)
    leaves = read_tree(written, FileTree(), most=1 << 20).leaves
    assert leaves["/b"] == leaves["/a"]
    assert leaves["/b"].node.digest == hashlib.sha256(b"text").hexdigest()


def test_something_in_the_way() -> None:
    """Nothing is laid over a folder, under a file, into the kernel's folders or through links in circles."""
    tree = read({"/f": (b"", 0o644), "/d": (None, 0o755), "/l": ("/l", 0o777), "/p": ("/proc", 0o777)})
    for path in ("/d", "/f/x", "/l/x", "/proc/version", "/p/version"):
        with pytest.raises(BadInput, match=path[:2]):
            lay(tree, [FileToLay(path=path, content=b"")])


def test_a_folder_as_a_stream(tmp_path: Path) -> None:
    """A folder becomes the tree that lies in it: links are not followed, what is hidden is empty, sockets are left out."""
    (tmp_path / "d").mkdir(mode=0o750)
    (tmp_path / "d/secret").write_text("never shown")
    (tmp_path / "key").write_text("never shown")
    (tmp_path / "f").write_text("shown")
    os.link(tmp_path / "f", tmp_path / "g")
    (tmp_path / "l").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "p")
    written = io.BytesIO()
    write_folder(tmp_path, written, ["/d", "/key", "/none"])
    assert b"never shown" not in written.getvalue()
    assert b"root:" not in written.getvalue()
    written.seek(0)
    leaves = read_tree(written, FileTree(), most=1 << 20).leaves
    assert {path: (leaf.node.kind, leaf.node.size) for path, leaf in leaves.items()} == {
        "/d": ("directory", 0),
        "/f": ("file", 5),
        "/g": ("file", 5),
        "/key": ("file", 0),
        "/l": ("link", 0),
        "/p": ("fifo", 0),
    }


@given(models(), st.sets(NAMES, max_size=2))
def test_filtering(model: Model, hidden: set[str]) -> None:
    """A filtered stream lacks what lies in hidden folders and hidden files, and nothing else."""
    written = io.BytesIO()
    write_filtered(stream(model), written, [f"/{name}" for name in hidden])
    written.seek(0)
    found = read_tree(written, FileTree(), most=1 << 30)
    expected = {
        path: (b"" if path[1:] in hidden and isinstance(content, bytes) else content, mode)
        for path, (content, mode) in model.items()
        if not any(path.startswith(f"/{name}/") for name in hidden)
    }
    assert found == read(expected)


def test_attributes_in_a_stream() -> None:
    """Attributes that an engine exports are told with the node, capabilities by their names."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.PAX_FORMAT) as tar:
        member = tarfile.TarInfo("ping")
        value = struct.pack("<5I", 0x2000001, 1 << 13, 0, 0, 0).decode("utf-8", "surrogateescape")
        member.pax_headers = {"SCHILY.xattr.security.capability": value, "SCHILY.xattr.user.note": "kept"}
        tar.addfile(member)
    written.seek(0)
    tree = read_tree(written, FileTree(), most=1 << 20)
    assert tree.leaves["/ping"].node.attributes == ("capabilities=cap_net_raw=ep", "user.note=kept")
