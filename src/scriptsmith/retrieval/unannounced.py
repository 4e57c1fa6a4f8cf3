"""Which optional parameters take a value that no word announces, as learned from labelled actions.

"half of ns ingest is in CrashLoopBackOff": that no other parameter takes a word does not make it the context of the
cluster. For each rule that gives a left-over value to a parameter, the names of parameters are known for which it was
more often wrong than right (`train/unannounced.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from ..core.types import Parameter
from .confidence import DATA

UNLIKELY = DATA / "unannounced.json"


def takes(rule: str, parameter: Parameter) -> bool:
    """Whether `rule` may give the parameter a value that nothing announces; a required one takes what there is."""
    return parameter.default is None or parameter.name not in _unlikely().get(rule, frozenset())


@cache
def _unlikely() -> Mapping[str, AbstractSet[str]]:
    found: Mapping[str, list[str]] = json.loads(UNLIKELY.read_text(encoding="utf-8"))["unlikely"]
    return {rule: frozenset(names) for rule, names in found.items()}
