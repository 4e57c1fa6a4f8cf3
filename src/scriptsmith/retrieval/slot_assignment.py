"""Values that no word announced, given to the parameters that can take them, where only one assignment makes sense.

"throw out old dumps in /srv, leave the last 5": nothing else takes a bare number, and nothing else is wanted. A piece
of the action and a parameter are matched when each is the other's best partner and the second best is worse; what could
go two ways goes nowhere, and is asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..core.parameters import validate
from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .names import HOST, unit_name
from .slot_pieces import Piece
from .slot_scores import NAMED, lists, score
from .units import BYTES, UNITS, lasting

_FILE = re.compile(r"\w[\w-]*\.[a-z]\w*")


def assigned(
    parameters: Sequence[Parameter], reading: ActionReading, left: Sequence[Piece]
) -> Iterator[tuple[Parameter, Piece, str]]:
    """Pairs that belong together, each with the valid value. No parameter and no piece comes twice."""
    scores: dict[tuple[int, int], float] = {}
    texts: dict[tuple[int, int], str] = {}
    for p, parameter in enumerate(parameters):
        for q, piece in enumerate(left):
            for text in readings(parameter, piece):
                try:
                    texts[p, q] = validate(parameter, unit_name(parameter, text))
                except ValueError:
                    continue
                fits = score(parameter, reading, piece, parameters)
                if fits is not None:
                    scores[p, q] = fits
                break
    done: set[int] = set()
    while scores:
        bonus = _in_order(parameters, scores, done)
        sums = {at: fits + bonus.get(at, 0.0) for at, fits in scores.items()}
        best = max(sums, key=lambda at: (sums[at], -at[1], -at[0]))
        p, q = best
        done.add(p)
        rivals = [fits for at, fits in sums.items() if at != best and (at[0] == p or at[1] == q)]
        if max(rivals, default=-1.0) < sums[best]:
            yield parameters[p], left[q], texts[best]
        scores = {at: fits for at, fits in scores.items() if at[0] != p and at[1] != q}


def _in_order(
    parameters: Sequence[Parameter], scores: Mapping[tuple[int, int], float], done: AbstractSet[int]
) -> dict[tuple[int, int], float]:
    """A little for the first piece and the first of several required parameters alike, and so on, when none is over;
    much for two that nothing else tells apart ("swap a for b")."""
    bonus: dict[tuple[int, int], float] = {}
    pairs = set(scores)
    if len(pairs) < 2:
        return bonus
    for p, parameter in enumerate(parameters):
        alike = [n for n, it in enumerate(parameters) if it.required and it.type == parameter.type and n not in done]
        takes = sorted({q for one, q in pairs if one in alike})
        if p in alike and len(alike) == len(takes) > 1:
            at = takes[alike.index(p)]
            same = len(alike) == 2 and all(
                abs(scores.get((alike[0], q), 9) - scores.get((alike[1], q), 0)) < 0.3 for q in takes
            )
            if (p, at) in pairs:
                bonus[p, at] = 1.0 if same else 0.2
    return bonus


def readings(parameter: Parameter, piece: Piece) -> Iterator[str]:
    """What `piece` would be as a value of the parameter's type."""
    kind, value = parameter.type, piece.value
    kinds: tuple[str, ...] = value.kinds if value else ()
    whole = value is not None and value.amount == int(value.amount)
    if piece.environment:
        if "namespace" in parameter.name:
            yield piece.text
    elif kind in ("count", "port", "percent") and value:
        timed = any(unit in parameter.name for unit in UNITS)  # a bare number is no time
        if (("number" in kinds and not timed) or (kind == "percent" and "percent" in kinds)) and whole:
            yield str(int(value.amount))
        elif "thousands" in kinds and kind == "count":
            yield str(int(value.amount / 1024 * 1000))
        elif "duration" in kinds and (unit := next((it for it in UNITS if it in parameter.name), "")):
            yield from filter(None, [lasting(value.amount, unit)])
    elif kind == "duration" and value:
        if "duration" in kinds:
            yield from filter(None, [lasting(value.amount, parameter.unit)])
    elif kind == "size" and value:
        if "size" in kinds:
            yield str(math.ceil(value.amount / BYTES.get(parameter.unit.lower() or "bytes", 1)))
    elif kind == "path":
        if "path" in kinds and "slashed" not in kinds:
            yield piece.text
    elif kind == "text":
        yield piece.text
    elif kind == "host":
        if "host" in kinds or (not value and re.search(r"[\d.-]", piece.text)):
            yield piece.text
    elif kind in NAMED and (
        value is None
        or "quoted" in kinds
        or ({"number", "size"} & set(kinds) and parameter.pattern and not re.fullmatch(parameter.pattern, "abc"))
        or (parameter.pattern and {"host", "hostport", "file", "network", "service"} & set(kinds))
        or ("slashed" in kinds and _slashed(parameter))
    ):
        yield piece.text


def left_over(
    free: Sequence[Parameter], reading: ActionReading, used: AbstractSet[int]
) -> Iterator[tuple[Parameter, Piece, str]]:
    """What nobody took, for the only one of the parameters `free` that takes its like: it can be nothing else."""
    over = [
        Piece(it.text, it.first, it.last, it)
        for it in reading.values
        if used.isdisjoint(range(it.first, it.last)) and "quoted" not in it.kinds
    ]
    spoken = [(at, it.raw) for at, it in enumerate(reading.tokens) if it.kind == "word" and at not in used]
    named = {
        "host": [Piece(raw, at, at + 1) for at, raw in spoken if HOST.fullmatch(raw) and raw.islower()],
        "path": [Piece(raw, at, at + 1) for at, raw in spoken if _FILE.fullmatch(raw)],
    }
    for kind in ("host", "url", "path", "count", "duration"):
        takes = [it for it in free if _like(it) == kind]
        if kind == "duration":  # 25 seconds are no days
            takes = [it for it in takes if any(any(_as(it, reading, piece)) for piece in over)]
        if len(takes) != 1:
            continue
        fits = [(piece, text) for piece in over for text in _as(takes[0], reading, piece)]
        fits = fits or [(piece, piece.text) for piece in named.get(kind, ())]
        if len(fits) == 1:
            try:
                yield takes[0], fits[0][0], validate(takes[0], fits[0][1])
            except ValueError:
                continue


def _like(parameter: Parameter) -> str:
    """Which kind is left over for a parameter: paths also for names that begin like one, not where all take paths."""
    rooted = (parameter.default or "").startswith("/") or parameter.description.startswith("directory")
    if parameter.type == "name" and rooted:
        return "path"
    return "" if parameter.type == "path" and "/" in (parameter.default or "/") else parameter.type


def _as(parameter: Parameter, reading: ActionReading, piece: Piece) -> Iterator[str]:
    """The value that a piece is when nothing else takes it: an amount that is only told is none, nor is a number that
    counts nothing."""
    kinds = piece.value.kinds if piece.value else ()
    if parameter.type == "name":
        yield from [piece.text] if "path" in kinds and piece.text.startswith("/") else []
    elif parameter.type == "count" and "duration" in kinds:  # "a quarter of a second" in milliseconds
        yield from readings(parameter, piece)
    elif parameter.type == "count":
        near = [reading.word(at) for at in (piece.last, piece.last + 1)]
        counts = lists(parameter) or any(it.isalpha() and it.endswith("s") and words.stem(it) != it for it in near)
        if counts and {"number", "thousands"} & set(kinds) and piece.first >= reading.start:
            yield from readings(parameter, piece)
    elif parameter.type == "duration":
        if piece.first >= reading.start and reading.word(piece.first - 1) not in ("in", "after", "at"):
            yield from readings(parameter, piece)
    elif parameter.type != "host" or not parameter.pattern:  # "metrics.raw" may be any name, where hosts are rare
        yield from readings(parameter, piece)


def _slashed(parameter: Parameter) -> bool:
    """Whether a name may have strokes in it: of a branch, of an image."""
    return bool(parameter.pattern) and re.fullmatch(parameter.pattern, "a/b") is not None
