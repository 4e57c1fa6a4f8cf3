"""`tar`, whose first argument is a cluster of letters with or without a dash."""

from __future__ import annotations

from collections.abc import Sequence

from ..controlled_language import Clause
from .options import manuals, parsed, said

_TAR = manuals(
    """
tar: handles archives
  -c,--create creates an archive
  -x,--extract,--get extracts an archive
  -t,--list lists the content of an archive
  -r,--append appends to an archive
  -u,--update updates an archive
  -z,--gzip,--gunzip compressed by gzip
  -j,--bzip2 compressed by bzip2
  -J,--xz compressed by xz
  -a,--auto-compress compressed by its name
  -v,--verbose verbosely
  -f:,--file: named {}
  -C:,--directory: in the directory {}
  -p,--preserve-permissions,--same-permissions preserving permissions
  -T:,--files-from: of what is listed in the file {}
  -X:,--exclude-from: excluding what is listed in the file {}
  --exclude: excluding {}
  -P,--absolute-names with absolute names
  -h,--dereference following symbolic links
  -k,--keep-old-files without overwriting existing files
  -O,--to-stdout to the standard output
  --null,-W,-m,-S,-l,-B,-o,-w,-n .
  --strip-components: leaving out the first {} directories
  --wildcards with patterns
  --remove-files deleting the files afterwards
  --no-recursion without subdirectories
  -g: with incremental state in {}
  --transform: renaming by {}
  --delete deletes from an archive
  -M over several volumes
  -N: only newer than {}
"""
)["tar"]
_DEEDS = ("-c", "--create", "-x", "--extract", "--get", "-t", "--list", "-r", "--append", "-u", "--update", "--delete")


def tar(arguments: Sequence[str]) -> list[Clause]:
    """`tar`: what is done with which archive, and the members."""
    words = list(arguments)
    if words and words[0][:1] not in "-" and words[0].isalpha():
        letters = words.pop(0)
        if "f" in letters and words:  # old style: the values follow in order
            words[:1] = [f"-{letters.replace('f', '')}"] * (letters != "f") + ["-f", words[0]]
        else:
            words.insert(0, f"-{letters}")
    used, operands = parsed(_TAR, words)
    head = _TAR.head
    clauses: list[Clause] = []
    for name, value, option in used:
        if option is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif name in _DEEDS:
            head = option.says
        elif option.says != ".":
            clauses.append(said(option.says, value))
    return [Clause(head), *clauses, *(Clause("of {}", (it,)) for it in operands)]
