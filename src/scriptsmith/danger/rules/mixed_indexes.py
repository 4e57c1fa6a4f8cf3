"""SS1606: packages of one's own that a public index may give as well."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, rule

_EXTRA = re.compile(r"--extra-index-url(?:[= ]\"?(\S+))?")
_WHOLE = re.compile(r"--require-hashes\b|--no-index\b")


@rule(
    "SS1606",
    "Takes packages from a public index and one of its own at once",
    why="Of two indexes pip takes the higher version, whoever offers it: a stranger who registers the internal name in "
    "the public one has their code run here.",
    instead="name one index that holds both (--index-url with a proxy that pins internal names), or fix what is "
    "installed: --require-hashes",
    on="pip pip3 pip2 uv pipx python python3",
    bad=(
        "pip install --extra-index-url https://pypi.corp.example/simple acme-billing",
        "pip3 install -r req.txt --extra-index-url=https://pkg.internal/simple",
        "python3 -m pip install --extra-index-url https://pypi.corp.example/simple acme",
        "PIP_EXTRA_INDEX_URL=https://pypi.corp.example/simple pip install acme",
    ),
    good=(
        "pip install --index-url https://pypi.corp.example/simple acme-billing",
        "pip install --require-hashes -r req.txt --extra-index-url https://pypi.corp.example/simple",
        "pip install requests",
        "pip install torch --extra-index-url https://download.pytorch.org/whl/cpu",
    ),
)
def two_indexes(call: Invocation) -> Hit | None:
    text = call.text
    named = dict(call.command.assignments).get("PIP_EXTRA_INDEX_URL")
    if "install" not in text.split() or _WHOLE.search(text):
        return None
    found = _EXTRA.search(text)
    if found is None and named is None:
        return None
    index = named.shape if named is not None else (found[1] if found else "") or ""
    if re.match(r"https://(?:download\.pytorch\.org|pypi\.org|pypi\.nvidia\.com|pypi\.ngc\.nvidia\.com)/", index):
        return None
    return dangerous("takes packages from the public index as well as from one of its own: whoever registers the name "
                     "there decides what is installed")  # fmt: skip
