"""The cluster that an action names where no word says that it is one: "which pods are pending on qa-2?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ..core.types import Parameter
from .action_reading import ActionReading
from .binding import Binding
from .slot_pieces import STAGES
from .vocabulary import several

_COMPOUND = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_PLACED = several("on in at from inside @ ( /")
_PUNCTUATION = frozenset({",", ".", ";", "?", "!", ")", "/", ""})


def with_cluster(parameters: Sequence[Parameter], reading: ActionReading, bound: Binding) -> Binding:
    """`bound` with the cluster that stands where places do, as a problem, since nothing says that it is one.

    A parameter takes it whose `object` is a cluster. Left out, the script would act on the cluster that is current.
    """
    name = next((it.name for it in parameters if it.object == "cluster" and it.name in bound.defaults), "")
    found = [at for at in _places(reading) if at not in bound.used] if name else []
    texts = sorted({reading.tokens[at].raw for at in found} - {*bound.values.values()})
    if not texts:
        return bound
    used = bound.used | {*found}
    if len(texts) > 1:
        told = f"ambiguous value: {name} could be {' and '.join(map(repr, texts))}"
        return replace(bound, problems=(*bound.problems, told), used=used)
    told = f"ambiguous value: {name} is probably {texts[0]!r}, and nothing says so outright"
    return replace(
        bound,
        values={**bound.values, name: texts[0]},
        defaults=tuple(it for it in bound.defaults if it != name),
        problems=(*bound.problems, told),
        used=used,
    )


@lru_cache(maxsize=8)  # one action is read for many entries
def _places(reading: ActionReading) -> tuple[int, ...]:
    return tuple(
        at
        for at, token in enumerate(reading.tokens)
        if token.kind == "word" and (token.raw in STAGES or _COMPOUND.fullmatch(token.raw))
        if reading.word(at - 1) in _PLACED or {reading.word(at - 1), reading.word(at + 1)} <= _PUNCTUATION
    )
