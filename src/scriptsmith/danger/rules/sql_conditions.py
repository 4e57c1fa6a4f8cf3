"""SS1226: rows that a value from outside decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...interpreter.model import Hit, Unknown, Word
from .databases import STATEMENT_OPTIONS
from .invocation import Invocation
from .rule import dangerous, rule

_HOLE = "\x00"
_CHANGING = re.compile(r"(?is)\A\s*(?:with\b.*?\)\s*)?(?:delete\s+from|update)\s+\S+.*?\bwhere\b(.*)")
_BROAD = re.compile(
    rf"(?is)\b(?:like|rlike|regexp|similar\s+to)\s+'%?{_HOLE}%?'|~\*?\s*'\^?{_HOLE}|\A\s*{_HOLE}\s*\Z|"
    rf"(?:!=|<>|>=?|\bnot\s+like)\s*'?{_HOLE}|\bnot\s+in\s*\(\s*{_HOLE}"
)


# Conditions that every row meets, as the value that is taken where none is given.
_TRUE = r"\(?\s*(?:true|1|(?P<one>['\"]?\w+['\"]?)\s*=\s*(?P=one))\s*\)?"
_ALWAYS = re.compile(rf"(?i)(?:\$\{{\w+:?[-=]|(?:.* or )?)\s*{_TRUE}(?:\}}| or .*)?\Z", re.S)
# The sum of a variable that nobody set is 0: older than no time at all are all rows.
_SUM = re.compile(r"\$\(\(\s*\$?\{?([A-Za-z_]\w*)\}?\s*(?:\*\s*\d+\s*)?\)\)\Z")
_DEFAULT_NONE = re.compile(r"\$\{\w+:?-0\}\Z")
_AGE = re.compile(rf"(?is)\binterval\s+'?{_HOLE}|\bmake_interval\(\w+\s*=>\s*{_HOLE}|-\s*{_HOLE}\s*\*\s*interval")


def _words(call: Invocation) -> Iterator[Word]:
    yield from call.all(*STATEMENT_OPTIONS)
    if call.name in ("sqlite3", "sqlite", "duckdb"):
        yield from call.operands[1:]
    command = call.command
    yield from (each.target for each in command.redirects if each.operator in ("<<", "<<-", "<<<"))
    if command.stdin is not None:
        yield command.stdin
    for up in command.upstream:
        if up.name in ("echo", "printf"):
            yield from up.arguments


@rule(
    "SS1226",
    "Lets a value from outside decide which rows go",
    why="Where the value is empty, LIKE '%' meets every row; where it is a quote and a condition, it meets whatever "
    "the "
    "caller wants.",
    instead='check the value first ([[ $id =~ ^[0-9]+$ ]]), hand it over as a parameter (psql -v id="$id" and '
    ":'id'), and "
    "count the rows that are meant",
    on="mysql mariadb psql sqlite3",
    bad=(
        "psql -c \"DELETE FROM documents WHERE owner LIKE '$1%'\"",
        'mysql shop -e "DELETE FROM orders WHERE id = $1"',
        "psql <<S\nUPDATE users SET active = false WHERE $FILTER;\nS",
    ),
    good=(
        "psql -c 'DELETE FROM documents WHERE id = 3'",
        '[[ $1 =~ ^[0-9]+$ ]] || exit 1; mysql shop -e "DELETE FROM orders WHERE id = $1"',
        'psql -c "SELECT * FROM a WHERE id = $1"',
        "DAYS=30; psql -c \"DELETE FROM sessions WHERE seen < now() - interval '$DAYS days'\"",
        "psql -c \"DELETE FROM sessions WHERE seen < '$(date -d '-30 days' +%F)'\"",
    ),
)
def outside_condition(call: Invocation) -> Hit | None:
    for word in _words(call):
        if not word.unknowns:
            continue
        text = "".join(
            _HOLE if isinstance(part, Unknown) else part if isinstance(part, str) else part.text for part in word.parts
        )
        holes = iter(word.unknowns)
        for statement in text.split(";"):
            inside = [next(holes) for _ in range(statement.count(_HOLE))]
            found = _CHANGING.match(statement)
            if found is None or _HOLE not in found[1]:
                continue
            deciding = inside[len(inside) - found[1].count(_HOLE) :]
            for unknown in deciding:
                whole = re.fullmatch(rf"\s*\(?\s*{_HOLE}\s*\)?\s*", found[1]) is not None
                if whole and _ALWAYS.match(unknown.source):
                    return dangerous(f"changes or deletes every row where no condition is given: {unknown.source}")
                if _AGE.search(found[1]) and _unset_sum(unknown, call):
                    return dangerous(f"changes or deletes every row where {unknown.source} is not set, and so 0")
                if any(check.source == unknown.source for check in call.command.checks):
                    continue
                given = unknown.kind in ("argument", "input", "network") and not unknown.source.startswith("$(")
                if given or (
                    _BROAD.search(found[1])
                    and unknown.empty
                    and unknown.kind != "loop"
                    and "date" not in unknown.source
                ):
                    return dangerous(f"lets {unknown.source} decide which rows are changed or deleted")
    return None


def _unset_sum(unknown: Unknown, call: Invocation) -> bool:
    """Whether a number is a sum of a variable that the script neither sets nor has checked."""
    if _DEFAULT_NONE.match(unknown.source):
        return unknown.kind in ("environment", "argument", "unset")
    found = _SUM.match(unknown.source)
    if found is None:
        return False
    sources = (f"${found[1]}", f"${{{found[1]}}}")
    asked = any(check.source in sources for check in call.command.checks)
    return not asked and not any(re.search(rf"\b{found[1]}\b", guard) for guard in call.command.guards)
