"""SS1018: what is deleted since a filter has let it through, where the pattern of that filter may be empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit, Word
from .invocation import Invocation, invocation
from .lacking_lists import DELETING, deletes
from .origins import inside
from .rule import dangerous, script_rule
from .word_lists import set_of

_FILTERS = set_of("grep egrep fgrep zgrep rg")


@script_rule(
    "SS1018",
    "Deletes what a filter lets through whose pattern may be empty",
    why="An empty pattern meets every line: where the variable is not set, everything in the list is deleted.",
    instead='stop when it is empty, ${NAME:?}, and search for the whole name: grep -Fx -- "$NAME"',
    on="grep egrep fgrep zgrep rg",
    bad=(
        'docker ps -a --format "{{.Names}}" | grep "$PREFIX" | xargs docker rm -fv',
        'aws s3api list-buckets --query "Buckets[].Name" --output text | tr "\\t" "\\n" | grep "$1" | '
        "while read -r b; do aws s3 rb --force s3://$b; done",
        'for t in $(crane ls r.example.com/app | grep -E -- "$BRANCH"); do curl -X DELETE "https://r/tags/$t"; done',
    ),
    good=(
        'docker ps -a --format "{{.Names}}" | grep "${PREFIX:?}" | xargs docker stats --no-stream',
        'docker ps -a --format "{{.Names}}" | grep "^ci-$PREFIX" | xargs docker rm -f',
        'docker ps --format "{{.Names}}" | grep "$PREFIX"',
    ),
)
def let_through(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call in calls:
        if call.name not in DELETING or not deletes(call):
            continue
        command = call.command
        ways: list[Command] = list(command.upstream)
        ways += [each for word in command.arguments for part in word.unknowns for each in inside(part.source)]
        for each in ways:
            pattern = _pattern(each)
            if pattern is not None and _may_be_empty(pattern, command):
                yield dangerous(
                    f"deletes everything in the list where {pattern.written} is empty, since {each.name} then lets "
                    f"every line through",
                    command.place,
                )
                break


def _pattern(command: Command) -> Word | None:
    """The pattern of a command that lets through what it meets."""
    if command.name not in _FILTERS:
        return None
    call = invocation(command)
    if call.has("-v", "--invert-match", "-f", "--file", "-q", "-c", "-x", "-w"):
        return None
    given = call.all("-e", "--regexp") or call.operands[:1]
    return given[0] if len(given) == 1 else None


def _may_be_empty(pattern: Word, command: Command) -> bool:
    """Whether nothing is left of a pattern when what the script does not know of it is empty."""
    known = {check.source for check in command.checks if check.holds}
    return (
        bool(pattern.unknowns)
        and pattern.emptied.strip("^$.*()") == ""
        and all(part.empty and part.kind in _GIVEN and part.source not in known for part in pattern.unknowns)
    )


_GIVEN = frozenset(("argument", "environment", "unset"))
