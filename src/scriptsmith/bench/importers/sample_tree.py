"""A small tree of our own for tasks that only name files: enough of each kind that a wrong script shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...core.fixtures import Planted
from ...retrieval.vocabulary import several
from ..heuristics.utilities import words_of

_TEXT = "first line\n\nsecond line with x\n  indented\nfirst line\nxx and one more x\n"
_OTHER = "second line with x\nthird xx line\nfirst line\nfourth\n"
_BY_SUFFIX = {
    "py": "import sys\n\nprint(len(sys.argv))\n",
    "c": "#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n",
    "sh": "#!/bin/bash\necho sample\n",
    "json": '{"name": "sample", "count": 3, "items": [{"id": 1}, {"id": 2}]}\n',
    "csv": "name,count\nalpha,3\nbeta,1\ngamma,2\n",
    "log": "10:00 INFO start\n10:01 ERROR disk full\n10:02 WARN slow\n10:03 ERROR no route\n",
    "yaml": "name: sample\ncount: 3\n",
    "html": "<html><body><p>sample</p></body></html>\n",
}
_SAMPLE = (
    "a.txt", "b.txt", "file.txt", "file1.txt", "file2.txt", "notes.md", "users.txt", "run.py", "test.json", "main.c",
    "app.log", "data.csv", "file1", "dir1/test.txt", "dir1/other.txt", "dir1/notes.md", "dir1/tool.py", "dir2/kept.txt",
    "dir/a.txt", "dir/b.txt", "dir/one.c", "dir/sub/two.c", "dir/sub/deep/c.txt", "dir/sub/file1", "src/util.c",
    "src/lib/util.py", "with space/a file.txt",
)  # fmt: skip
_INSIDE = frozenset(name[: name.rindex("/") + 1] for name in _SAMPLE if "/" in name)
_NAME = re.compile(r"(?<![\w./*$-])/?(?:[\w-]+/)*[\w-]+\.[A-Za-z][A-Za-z0-9]{0,4}(?![\w*/])")
_MAKERS = several("mkdir touch tee dd mktemp")
_MOVERS = several("cp mv ln install")


def tree_for(
    prompt: str, gold: str, files: Sequence[str], workdir: str, arguments: Sequence[str] = ()
) -> tuple[Planted, ...]:
    """Texts with blank and repeated lines, sources, folders in folders, a name with a space; and what is named.

    Named are the files in `files`, those in `gold` and `prompt`, and `arguments` that are folders where the prompt
    speaks of one. What `gold` makes itself is left out, folders that it moves or copies into are there. Equal
    parameters have equal trees.
    """
    made, folders = _made(gold)
    absent = tuple(_absolute(each, workdir) for each in made - set(files))
    inside = [f"{each}/{name}" for each in _folders(arguments, prompt) for name in ("a.txt", "sub/b.txt")]
    names = [*files, *_names(gold), *_names(prompt), *inside, *_SAMPLE]
    paths = dict.fromkeys(_absolute(name, workdir) for name in names)
    kept = [path for path in paths if not any(path == it or path.startswith(f"{it}/") for it in absent)]
    above = {path.rpartition("/")[0] for path in kept}
    return (
        *(Planted(path=_absolute(folder, workdir), kind="dir") for folder in sorted(folders)),
        *(_file(path) for path in kept if path not in above),
    )


def _names(text: str) -> Iterable[str]:
    return (found for found in _NAME.findall(text) if not found.startswith(("/usr/", "/etc/", "/bin/", "/proc/")))


def _folders(arguments: Sequence[str], prompt: str) -> list[str]:
    plain = [each for each in arguments if re.fullmatch(r"[A-Za-z_][\w/-]*", each) and f"{each}/" not in _INSIDE]
    return plain if re.search(r"director|folder", prompt, re.IGNORECASE) else []


def _made(gold: str) -> tuple[set[str], set[str]]:
    """The files that `gold` makes itself, and the folders that have to be there for what it moves and copies."""
    made = set(re.findall(r"(?<!>)>\s*([\w./-]+)", gold))
    folders, read = set[str](), set[str]()
    for name, *rest in words_of(gold):
        operands = [word for word in rest if not word.startswith("-")]
        if name in _MAKERS:
            made.update(operands)
        elif name in _MOVERS and len(operands) > 1:
            last = operands[-1]
            (made if _NAME.fullmatch(last) else folders).add(last)
            read.update(operands[:-1])
        else:
            read.update(operands)
    plain = {each for each in folders if re.fullmatch(r"[\w./-]*\w[\w./-]*", each) and ".." not in each}
    return made - read, plain


def _absolute(name: str, workdir: str) -> str:
    path = name if name.startswith("/") else f"{workdir}/{name}"
    return "/" + "/".join(part for part in path.split("/") if part not in ("", ".", ".."))


def _file(path: str) -> Planted:
    name = path.rpartition("/")[2]
    suffix = name.rpartition(".")[2]
    text = _BY_SUFFIX.get(suffix) or (_OTHER if sum(name.encode()) % 2 else _TEXT) + f"{name}\n"
    return Planted(path=path, content=text.encode(), mode=0o640)  # neither of the modes that are mostly asked for
