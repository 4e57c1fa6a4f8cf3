"""The usual shape of an entry's script: header, usage, die, defaults, a loop over the options, and what is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..bash.parser import parse
from ..bash.syntax import (
    AndOr,
    AssignNode,
    CaseNode,
    Compute,
    Function,
    GroupNode,
    ListNode,
    Lit,
    Node,
    Param,
    Simple,
    While,
    WordNode,
)


class Unfit(Exception):
    """The script has another shape; the message says in what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionEffect:
    """What an option sets: variables, each to the option's value (None) or to a fixed one."""

    sets: tuple[tuple[str, str | None], ...]

    @property
    def flag(self) -> bool:
        """Whether it takes no value."""
        return all(value is not None for _, value in self.sets)


@dataclass(slots=True, kw_only=True)
class Shape:
    """A script in its parts; nodes and offsets are of `text`. `body` is what comes after the loop over the options."""

    text: str
    settings: tuple[Simple, ...]
    functions: dict[str, Function]
    defaults: dict[str, str]
    options: dict[str, OptionEffect] = field(default_factory=dict)
    loop_end: int = 0
    body: tuple[tuple[Node, bool], ...] = ()

    @property
    def header(self) -> list[str]:
        """The comment lines above the first command."""
        before = self.text[: self.settings[0].start].splitlines() if self.settings else []
        return [line for line in before if line.startswith("#")]

    @property
    def flags(self) -> dict[str, tuple[str, str]]:
        """The options without a value: variable and what it is set to."""
        return {name: (o.sets[0][0], o.sets[0][1] or "") for name, o in self.options.items() if o.flag}


def shape(text: str) -> Shape:
    """The parts of a script; raises `Unfit`."""
    tree = parse(text)
    if tree.problems or "\0" in text or "\r" in text or not text.startswith("#!"):
        raise Unfit("it is no script that can be read")
    settings: list[Simple] = []
    found = Shape(text=text, settings=(), functions={}, defaults={})
    for index, (node, background) in enumerate(tree.body.items):
        match node:
            case Function():
                found.functions[node.name] = node
            case Simple() if node.assigns and not node.words and not node.redirects and not background:
                found.defaults |= dict(_fixed(assign) for assign in node.assigns)
            case Simple() if _said(node)[:1] == ["set"] and not found.functions and not found.defaults:
                settings.append(node)
            case While():
                found.settings, found.body = tuple(settings), tree.body.items[index + 1 :]
                _loop(node, found)
                return found if found.body and settings else _unfit("it does nothing after its options")
            case _:
                raise Unfit("something comes before its options that is no default")
    raise Unfit("it has no loop over its options")


def _unfit(why: str) -> Shape:
    raise Unfit(why)


def _fixed(assign: AssignNode) -> tuple[str, str]:
    if assign.append or assign.items is not None or assign.subscript is not None:
        raise Unfit(f"the default of {assign.name} is no fixed value")
    if assign.value is not None and assign.value.literal is None:
        raise Unfit(f"the default of {assign.name} is no fixed value")
    return assign.name, assign.value.literal or "" if assign.value is not None else ""


def _said(node: Node) -> list[str | None]:
    """The literal words of a plain command; none for any other."""
    if not isinstance(node, Simple) or node.assigns or node.redirects:
        return []
    return [word.literal if isinstance(word, WordNode) else None for word in node.words]


def _is_argument(word: WordNode, name: str) -> bool:
    return (
        len(word.pieces) == 1
        and isinstance(piece := word.pieces[0], Param)
        and piece.source
        in (
            f"${name}",
            f"${{{name}}}",
        )
    )


def _plain(items: Sequence[tuple[Node, bool]]) -> list[Node]:
    if any(background for _, background in items):
        raise Unfit("its loop over the options starts something in the background")
    return [node for node, _ in items]


def _loop(loop: While, found: Shape) -> None:
    counted = _plain(loop.condition.items)
    inner = _plain(loop.body.items)
    if (
        loop.until
        or len(counted) != 1
        or len(inner) != 1
        or not isinstance(inner[0], CaseNode)
        or not _counts(counted[0])
    ):
        raise Unfit("its loop over the options is no loop over a case")
    if not _is_argument(inner[0].word, "1"):
        raise Unfit("its loop over the options does not look at $1")
    refused = False
    for labels, body, end in inner[0].clauses:
        names = [label.literal for label in labels]
        if end != ";;":
            raise Unfit("its options fall through")
        if names == [None] and found.text[labels[0].start : labels[0].end] == "*":
            refused = _ends(body)
        elif None not in names and "--help" in names:
            if not _ends(body):
                raise Unfit("its --help does more than to show the usage")
        else:
            _option([name for name in names if name is not None and name.startswith("-")], labels, body, found)
    if not refused:
        raise Unfit("it takes arguments that are no options")
    found.loop_end = loop.end


def _counts(node: Node) -> bool:
    return isinstance(node, Compute) and "".join(
        piece.text if isinstance(piece, Lit) else piece.source for piece in node.word.pieces
    ).replace(" ", "") in ("$#>0", "$#", "$#!=0", "$#>=1")


def _ends(body: ListNode) -> bool:
    """Whether a clause does no more than to call functions and end the script."""
    said = [_said(node)[:1] for node in _plain(body.items)]
    return said in ([["die"]], [["usage"], ["exit"]])


def _option(names: list[str], labels: Sequence[WordNode], body: ListNode, found: Shape) -> None:
    if len(names) != len(labels):
        raise Unfit("it takes arguments that are no options")
    steps = _plain(body.items)
    if steps and isinstance(steps[0], AndOr) and isinstance(steps[0].first, Compute):
        steps = steps[1:]  # whether there is a value
    if len(steps) != 2:
        raise Unfit(f"{names[0]} does more than to set a variable")
    setting, shift = steps
    valued = _said(shift) == ["shift", "2"]
    if not valued and _said(shift) != ["shift"]:
        raise Unfit(f"{names[0]} does more than to set a variable")
    if isinstance(setting, CaseNode) and _is_argument(setting.word, "1"):
        for inner, each, _ in setting.clauses:
            for label in inner:
                if label.literal not in names or len(each.items) != 1:
                    raise Unfit(f"{names[0]} does more than to set a variable")
                found.options[label.literal] = _sets(each.items[0][0], valued=valued)
        if not set(names) <= found.options.keys():
            raise Unfit(f"one of {', '.join(names)} sets nothing")
    else:
        found.options |= dict.fromkeys(names, _sets(setting, valued=valued))


def _sets(node: Node, *, valued: bool) -> OptionEffect:
    if not isinstance(node, Simple) or node.words or node.redirects:
        raise Unfit("an option does more than to set a variable")
    sets = list[tuple[str, str | None]]()
    for assign in node.assigns:
        if assign.value is not None and _is_argument(assign.value, "2") and not assign.append and valued:
            sets.append((assign.name, None))
        else:
            sets.append(_fixed(assign))
    made = OptionEffect(sets=tuple(sets))
    if made.flag == valued or (made.flag and len(sets) != 1):
        raise Unfit("an option takes a value that it does not use, or sets several variables to none")
    return made


def is_die(function: Function | None) -> bool:
    """Whether a function does nothing but to say its second argument and to end with the first."""
    if function is None or not isinstance(function.body, GroupNode):
        return False
    steps = [_said_first(node) for node, _ in function.body.body.items]
    return steps == ["printf", "exit"]


def _said_first(node: Node) -> str | None:
    first = node.words[0] if isinstance(node, Simple) and node.words else None
    return first.literal if isinstance(first, WordNode) else None
