"""Things of any kind (containers, namespaces, databases, …) that the script itself makes, and what it does to them.

The table of programs tells what makes a thing and what removes it (`programs.making`). A thing is the script's own
where its name is this run's alone, where the name is what the command that made it printed, or where the command that
made it, which fails when there is one already, has succeeded on every path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from ...interpreter.model import Command, Glob, Unknown, Word
from ...programs.making import Does, LifecycleRule, Making, making, programs
from .clusters import kind_of, of_whole_cluster
from .invocation import Invocation, after, invocation
from .origins import inside, unique
from .word_lists import set_of

# How operations are named after what they do, where a program has thousands of them.
_MAKES = re.compile(r"(?:create|run|launch|new|mb|install|allocate)(?=-|\Z)")
_REMOVES = re.compile(r"(?:delete|rm|rb|remove|destroy|terminate|uninstall|release)(?=-|\Z)")
# Options of such an operation that do not say which thing is meant.
_BESIDE = set_of("-o --output --query --format --wait --timeout --force -f -q -y --yes --quiet")
_NAMING = re.compile(r"-(?:ids?|names?|arns?|identifier)\Z|\A-n\Z")
_EVERYTHING = set_of("--all -A --all-namespaces -l --selector -R --all-projects")
# Of what runs inside, what these rules say is of no account: a network namespace has a network of its own and nothing
# else. What a container or a database server can reach outside of it is not known.
_CONTAINED = {"netns": re.compile(r"SS15")}
_IDEMPOTENT = re.compile(r"(?:az|mc|aws (?:s3|s3api|ecs|sqs|sns)) ")
"""Where making a thing that is there already succeeds."""
_PRETENDING = re.compile(r"--(?:dry-?run|help|generate-cli-skeleton|validate-only|what-?if)\b")
_FILTERS = set_of("head tail cut tr jq awk sed")


class Thing(NamedTuple):
    """One thing: its kind, the place where it is, and what names it (options with their values, `""` for operands)."""

    kind: str
    place: tuple[str, ...]
    names: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _About:
    """What a command does with one thing, and the words that name it."""

    does: Does
    thing: Thing
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class _Made:
    """One making of a thing: whether it is new then (`fails` where there is one already), by which command, and whether
    what runs inside of it reaches nothing outside (`closed`)."""

    thing: Thing
    fails: bool
    by: Command
    closed: bool


def own_things(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, tuple[str, re.Pattern[str] | None]]:
    """The calls, by their number, that remove only what the script has made, or that run inside of it, and why; where
    not all that is said of one is meant, the numbers of the rules that are."""
    if names.isdisjoint(programs()):
        return {}
    about = _read(calls)
    made = [
        _Made(each.thing, each.does == "creates", calls[index].command, _closed(calls[index]))
        for index, found in about.items()
        for each in found
        if each.does in ("creates", "ensures")
    ]
    own: dict[int, tuple[str, re.Pattern[str] | None]] = {}
    around: dict[object, list[_About]] = {}  # what the commands at a place run inside of
    for index, told in about.items():
        entered = [each for each in told if each.does == "enters" and each.thing.kind in _CONTAINED]
        around.setdefault(calls[index].command.place, []).extend(entered)
    for index, call in enumerate(calls):
        command = call.command
        found = about.get(index, ())
        removed = [each for each in found if each.does == "removes"]
        entered = [each for each in found if each.does == "enters"]
        if removed and _EVERYTHING.isdisjoint(call.texts) and all(_own(each, command, made) for each in removed):
            own[index] = ("the script made it itself", None)
        elif any(each.thing.kind == "namespace" for each in entered):
            if all(_own(each, command, made) for each in entered) and not of_whole_cluster(call):
                own[index] = ("it is in a namespace that the script made itself", None)
        elif (
            command.via
            and not entered
            and (inner := around.get(command.place, []))
            and all(_own(each, command, made, closed=True) for each in inner)
        ):
            own[index] = ("it runs inside of what the script made itself", _CONTAINED[inner[0].thing.kind])
    return own


def counts(contained: re.Pattern[str] | None, code: str) -> bool:
    """Whether what the rule `code` says is of no account, since it is said of a thing of the script's own."""
    return contained is None or contained.match(code) is not None


def _closed(call: Invocation) -> bool:
    """Whether what runs inside of the thing that a call makes reaches nothing outside of it."""
    found = making(call.name, call.words)
    opened = found[1].opened if found else ()
    said = {f"{name}={word.shape}" for name, words in call.values.items() for word in words}
    return not call.has(*opened) and said.isdisjoint(opened)


def _read(calls: Sequence[Invocation]) -> dict[int, list[_About]]:
    """What the calls do with things, by their number. What is exported meanwhile, or another place that a call changes
    to, makes another thing of the same name."""
    found: dict[int, list[_About]] = {}
    exported: dict[str, Word] = {}
    moved = 0
    for index, call in enumerate(calls):
        if call.name in ("export", "declare", "typeset"):
            for word in call.operands:
                name, equals, _ = word.written.partition("=")
                if equals:
                    exported["$" + name] = after(word, len(name) + 1)
            continue
        told = making(call.name, call.words)
        if told is None:
            continue
        depth, fact = told
        moved += fact.elsewhere
        variables = {**exported, **{"$" + name: value for name, value in call.command.assignments}}
        here = (call.command.host, call.name, str(moved))
        about = [each for deed in fact.deeds for each in _deed(call, deed, depth, fact, variables, here)]
        if fact.named and not fact.deeds:
            about += _operation(call, fact, variables, here)
        if _pretends(call):
            about = [each for each in about if each.does not in ("creates", "ensures")]
        if about:
            found[index] = about
    return found


def _pretends(call: Invocation) -> bool:
    """Whether a command only says what it would make."""
    return any(map(_PRETENDING.match, call.texts)) or (call.name == "zfs" and call.has("-n"))


def _place(call: Invocation, within: Sequence[str], variables: Mapping[str, Word]) -> tuple[str, ...]:
    """Where the things are that a call speaks of, as far as it is said."""
    said = [word.written for each in within if each[:1] == "-" for word in call.all(each)]
    said += [f"{each}={variables[each].written}" for each in within if each in variables]
    said += [
        word.written for each in within if each[-1:] == "=" for word in call.operands if word.written.startswith(each)
    ]
    return tuple(said)


def _deed(
    call: Invocation,
    deed: LifecycleRule,
    depth: int,
    fact: Making,
    variables: Mapping[str, Word],
    here: tuple[str, ...],
) -> Iterator[_About]:
    """What a call does with things by one line of the table."""
    given = {*call.flags, *call.values, *call.words, *(word.shape for word in call.all("-X", "--request"))}
    if (deed.given and given.isdisjoint(deed.given)) or not given.isdisjoint(deed.unless):
        return
    operands = call.operands[depth:]
    kind = deed.kind
    if kind[:1] == "=":
        first = operands[0].written if operands else ""
        kind, slash, _ = first.partition("/")
        kind = kind_of(kind)
        if slash:
            operands = tuple(after(word, len(word.written.partition("/")[0]) + 1) for word in operands)
            operands = (Word(parts=(kind,)), *operands)
    within = [each for each in fact.within if each not in deed.by]
    place = (*here, *_place(call, within, variables))
    for word in _named(call, deed.by, operands, variables):
        yield _About(deed.does, Thing(kind, place, frozenset((("", word.written),))), (word,))


def _named(
    call: Invocation, by: Sequence[str], operands: Sequence[Word], variables: Mapping[str, Word]
) -> Sequence[Word]:
    """The words that name the things: those of the first way to name them that is used."""
    for each in by:
        words: Sequence[Word]
        if each[:1] == "=":
            words = _at(operands, each[1:])
        elif each[:1] == "$":
            words = (variables[each],) if each in variables else ()
        elif each[-1:] == "=":
            words = [after(word, len(each)) for word in operands if word.written.startswith(each)]
        else:
            words = call.all(each)
        if words:
            return words
    return ()


def _at(operands: Sequence[Word], number: str) -> Sequence[Word]:
    """The operands at a place: all of them, those from a number on (`2+`), one counted from the front or the end."""
    if not number:
        return operands
    if number[-1] == "+":
        return operands[int(number[:-1]) - 1 :]
    at = int(number)
    return (operands[at - (at > 0)],) if abs(at) <= len(operands) else ()


def _operation(
    call: Invocation, fact: Making, variables: Mapping[str, Word], here: tuple[str, ...]
) -> Iterator[_About]:
    """What a call does by an operation that is named after it: `aws ec2 create-volume`, `gcloud sql delete`."""
    for at, word in enumerate(call.words[:6]):
        verb = _MAKES.match(word)
        removes = None if verb else _REMOVES.match(word)
        if found := verb or removes:
            kind = " ".join((*call.words[:at], word[found.end() :].removesuffix("s").partition("-from-")[0]))
            words = {
                (name, each.written): each
                for name, values in call.values.items()
                if name not in _BESIDE and name not in fact.within
                for each in values
            } | {("", each.written): each for each in call.operands[at + 1 :]}
            thing = Thing(kind, (*here, *_place(call, fact.within, variables)), frozenset(words))
            naming = tuple(each for (name, _), each in words.items() if _NAMING.search(name))
            naming = naming or call.operands[at + 1 :]
            makes: Does = "ensures" if _IDEMPOTENT.match(f"{call.name} {' '.join(call.words)}") else "creates"
            yield _About("removes" if removes else makes, thing, naming)
            return


def _own(about: _About, command: Command, made: Sequence[_Made], *, closed: bool = False) -> bool:
    """Whether a thing is the script's own where `command` stands."""
    thing = about.thing
    if any("…" in word.written for word in about.words):
        return False  # one of several values: two of them may differ
    if not closed and about.words and all(_printed(word, thing) for word in about.words):
        return True
    ways = [each for each in made if _same(each.thing, thing)]
    if not ways or not about.words or any(isinstance(part, Glob) for word in about.words for part in word.parts):
        return False
    if closed and not all(each.closed for each in ways):
        return False
    some = all if ("", about.words[0].written) in thing.names else any  # options say one thing, operands several
    if some(unique(word) for word in about.words):
        return True
    return any(each.fails and succeeded(each.by, command) for each in ways)


def succeeded(maker: Command, command: Command) -> bool:
    """Whether a command that makes something has succeeded on every path to another one.

    Where a variable in it has several values, the same place in the text stands for all of them.
    """
    called = any(step.startswith("function ") for step in maker.via)
    return any(
        fact.kind == "ran"
        and fact.holds
        and (fact.by[-1].written == maker.written or (not called and fact.by[-1].place == maker.place))
        for fact in command.facts
    )


def _same(made: Thing, removed: Thing) -> bool:
    """Whether all that names what is removed was said where it was made, in the same place."""
    values = {text for _, text in made.names}
    return (
        (made.kind, made.place) == (removed.kind, removed.place)
        and bool(removed.names)
        and all((name, text) in made.names or (not name and text in values) for name, text in removed.names)
    )


def _printed(word: Word, thing: Thing) -> bool:
    """Whether a word is what the command printed that made such a thing."""
    only = word.parts[0] if len(word.parts) == 1 else None
    if not isinstance(only, Unknown):
        return False
    by = [each for each in inside(only.source) if not each.captured and each.name not in _FILTERS]
    if len(by) != 1:
        return False
    call = invocation(by[0])
    found = making(call.name, call.words)
    if found is None or call.name != thing.place[1]:
        return False
    if found[1].named and not found[1].deeds:
        told = [each for each in _operation(call, found[1], {}, thing.place) if each.does == "creates"]
        return any(each.thing.kind == thing.kind for each in told)
    given = {*call.flags, *call.values}
    return any(
        deed.does == "prints" and deed.kind == thing.kind and not (deed.given and given.isdisjoint(deed.given))
        for deed in found[1].deeds
    )
