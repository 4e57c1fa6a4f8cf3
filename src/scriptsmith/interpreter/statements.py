"""Statements: lists, pipelines, conditions and the ways they branch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..bash.syntax import (
    AndOr,
    Case,
    Compute,
    Function,
    Group,
    If,
    ListNode,
    Node,
    Param,
    Pipeline,
    Redirected,
    Simple,
    Test,
)
from . import conditions, patterns
from .calls import Call, Context
from .commands import Commands
from .model import Command, Glob, Part, Unknown, ValueCheck, Word
from .values import Parts, State, Stream, join, plain, word

_KEEP = 12
_COUNT = re.compile(r"\(\(\s*\$(?:#|\{#\})\s*(?:(<=|>=|==|!=|<|>)\s*(\d{1,4})\s*)?\)\)")
_SIGNS = {"<": "-lt", "<=": "-le", ">": "-gt", ">=": "-ge", "==": "-eq", "!=": "-ne"}
_NUMERIC = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))
_NOTHING: frozenset[str] = frozenset()


class Statements(Commands):
    """Walks statements. Both ways of every branch are read; what follows an exit as well."""

    # statements: what they print comes back, where they lead stands in `state` and `flow`

    def walk(self, node: Node, context: Context) -> Parts:
        """Read one statement."""
        kind = type(node)
        if kind is ListNode:
            return self._list(node, context)  # type: ignore[arg-type]
        compound = self.compound(node, context) if kind is not Simple else None
        if compound is not None:
            return compound
        out, true, false = self.branch(node, context)
        if true is None and false is None:
            return out
        errexit = "errexit" in self.state.flags and kind is not AndOr and true is not None
        self.state = true if errexit and true is not None else _after(true, false)
        return out

    def compound(self, node: Node, context: Context) -> Parts | None:
        """Read a compound statement; None when `node` is none, or one that may be a condition."""
        match node:
            case Pipeline():
                return self.pipeline_(node, context)
            case Group():
                return self.group_(node, context)
            case If():
                return self.if_(node, context)
            case Case():
                return self.case_(node, context)
            case Function():
                return self.function_(node, context)
            case Redirected():
                return self.redirected_(node, context)
        return None

    def _list(self, node: ListNode, context: Context) -> Parts:
        out: list[Part] = []
        flow = ""
        for item, background in node.items:
            self.forks += background
            out.extend(self.walk(item, context) if not background else self.isolated(item, context))
            self.forks -= background
            flow = flow or self.flow  # what stands after an exit is read all the same
            self.flow = ""
        self.flow = flow
        return tuple(out)

    def branch(self, node: Node, context: Context) -> tuple[Parts, State | None, State | None]:
        """Read `node` as a condition: what it prints, and the states after success and after failure (None: never)."""
        if isinstance(node, ListNode):
            out: list[Part] = []
            for item, background in node.items[:-1]:
                self.forks += background
                out.extend(self.walk(item, context) if not background else self.isolated(item, context))
                self.forks -= background
            if not node.items:
                return (), self.state, self.state
            last, true, false = self.branch(node.items[-1][0], context)
            return (*out, *last), true, false
        if isinstance(node, AndOr):
            return self._and_or(node, context)
        if isinstance(node, Pipeline) and len(node.stages) == 1:
            printed, true, false = self.branch(node.stages[0], context)
            self.status = None if self.status is None else not self.status
            return (printed, false, true) if node.negated else (printed, true, false)
        if isinstance(node, Group) and not node.subshell:
            return self.branch(node.body, context)
        self.proof = None
        self.moved = ""
        self.status = None
        if isinstance(node, Simple):
            printed = self.simple(node, context)
        elif isinstance(node, Test):
            printed = self._test(node, context)
        elif isinstance(node, Compute):
            printed = self._compute(node, context)
        else:
            printed = self.walk(node, context)
        if self.flow:
            return printed, None, None
        state, proof = self.state, self.proof
        if proof is not None:
            self.proof = None
            true, false = state.copy(), state.copy()
            true.filled |= proof[0].true
            false.filled |= proof[0].false
            true.guards = _also(true.guards, proof[1])
            false.guards = _also(false.guards, "! " + proof[1])
            true.checks |= proof[0].if_true
            false.checks |= proof[0].if_false
            return printed, true, false
        if self.moved:
            false = state.copy()
            false.unchecked = self.moved
            state.unchecked = ""
            self.moved = ""
            return printed, state, false
        return printed, state, state

    def _and_or(self, node: AndOr, context: Context) -> tuple[Parts, State | None, State | None]:
        out, true, false = self.branch(node.first, context)
        inside = context if context.conditional else replace(context, conditional=True)
        for operator, right in node.rest:
            entry = true if operator == "&&" else false
            flow = self.flow
            self.flow = ""
            self.state = (entry or true or false or self.state).copy()
            more, yes, no = self.branch(right, inside)
            self.status = None
            if entry is None:  # cannot happen, is read all the same
                yes = no = None
            out = (*out, *more)
            if operator == "&&":
                true, false = yes, _either(false, no)
            else:
                true, false = _either(true, yes), no
            self.flow = (self.flow or flow) if true is None and false is None else ""
        return out, true, false

    def pipeline_(self, node: Pipeline, context: Context) -> Parts:
        if len(node.stages) == 1:
            return self.walk(AndOr(node, (), node.start, node.end), context)
        stream, upstream = context.stdin, context.upstream
        out: Parts = ()
        for index, stage in enumerate(node.stages):
            mark = len(self.commands)
            inside = replace(context, stdin=stream, upstream=upstream)
            beside = not (self.loops or context.conditional)  # a loop over what there is ends some time
            self.forks += beside
            out = self.isolated(stage, inside)
            self.forks -= beside
            stream = Stream(out)
            upstream = (*upstream, *self.commands[mark:])[-32:] if index < 50 else upstream
        self.status = None
        return out

    def group_(self, node: Group, context: Context) -> Parts:
        return self.isolated(node.body, context) if node.subshell else self.walk(node.body, context)

    def if_(self, node: If, context: Context) -> Parts:
        inside = context if context.conditional else replace(context, conditional=True)
        out: list[Part] = []
        ends: list[State] = []
        flows: list[str] = []
        reached: State | None = self.state
        for condition, body in node.branches:
            entry = reached
            self.state = (entry or self.state).copy()
            printed, true, false = self.branch(condition, inside)
            out.extend(printed)
            self.flow = ""
            self.state = (true or false or self.state).copy()
            out.extend(self.walk(body, inside))
            if entry is not None and true is not None:
                (flows if self.flow else ends).append(self.flow or self.state)  # type: ignore[arg-type]
            self.flow = ""
            reached = None if entry is None else false
        if node.otherwise is not None:
            self.state = (reached or self.state).copy()
            out.extend(self.walk(node.otherwise, inside))
            if reached is not None:
                (flows if self.flow else ends).append(self.flow or self.state)  # type: ignore[arg-type]
            self.flow = ""
        elif reached is not None:
            ends.append(reached)
        self.meet(ends, flows)
        return tuple(out)

    def case_(self, node: Case, context: Context) -> Parts:
        inside = context if context.conditional else replace(context, conditional=True)
        subject = self.single(node.word)
        sources = (
            frozenset(part.source for part in subject if isinstance(part, Unknown)) if len(subject) == 1 else _NOTHING
        )
        start: State | None = self.state
        text = self._settled(node, subject)
        out: list[Part] = []
        ends: list[State] = []
        flows: list[str] = []
        fallen = caught = False
        refused: set[ValueCheck] = set()  # the patterns of earlier clauses, none of which has matched
        for index, (clause, body, terminator) in enumerate(node.clauses):
            assert start is not None
            texts = [self.pattern(pattern) for pattern in clause]
            entry = start.copy()
            compiled = [patterns.regex(each) if each is not None else None for each in texts]
            matches = text is None or any(each is None or each.fullmatch(text) for each in compiled)
            certain = text is not None and matches and None not in compiled
            if fallen:
                entry = join(entry, self.state)
            if caught or all(each is not None and not each.fullmatch("") for each in compiled):
                entry.filled |= sources
            if sources and None not in texts and not fallen:
                tried = [ValueCheck(source=source, operator="==", pattern=_one_of(texts)) for source in sources]
                entry.checks |= {*tried, *refused}
                refused |= {replace(each, holds=False) for each in tried}
            self.state = entry
            out.extend(self.walk(body, inside))
            if matches or fallen:
                (flows if self.flow else ends).append(self.flow or self.state)  # type: ignore[arg-type]
            fallen = terminator == ";&" and (matches or fallen)
            self.flow = ""
            caught = caught or "" in texts
            if "*" in texts or (certain and terminator == ";;"):
                for _, rest, _ in node.clauses[index + 1 :]:  # never reached, read all the same
                    self.state = start.copy()
                    out.extend(self.walk(rest, inside))
                    self.flow = ""
                start = None
                break
        if start is not None:
            if caught:
                start.filled |= sources
            start.checks |= refused
            ends.append(start)
        self.meet(ends, flows)
        return tuple(out)

    def _settled(self, node: Case, subject: Parts) -> str | None:
        """The exact text that decides a `case`, when it is an argument: nothing but what is read here changes those."""
        only = node.word.pieces[0] if len(node.word.pieces) == 1 else None
        if not isinstance(only, Param) or not only.name.isdigit() or only.indirect:
            return None
        if any(each.name == "shopt" and "nocase" in _told(each) for each in self.commands):
            return None
        return plain(subject)

    def function_(self, node: Function, context: Context) -> Parts:
        self.state.functions[node.name] = (node, self.frame)
        self.defined[node.name] = (node, self.frame)
        return ()

    def redirected_(self, node: Redirected, context: Context) -> Parts:
        self.around(node, context)
        redirects, stdin = self.redirects(node.redirects)
        # a redirection of a group is a command of its own for the rules: `{ …; } > /etc/passwd`
        inside = context
        if stdin is not None:
            feeding = tuple(command for each in redirects if (known := self.file(each.target)) for command in known[1])
            inside = replace(context, stdin=stdin, upstream=feeding)
        if any(
            (each.operator[0] in "&>" or each.operator[-1:] == ">") and not (each.target.text or "").isdigit()
            for each in redirects
        ):
            self.record(
                Call(
                    words=(word(":"),),
                    context=context,
                    place=self.place,
                    source=self.frame.text[node.start : node.end][:200],
                    redirects=redirects,
                )
            )
        mark = len(self.commands)
        both = self.both
        self.both = both or any(
            each.operator == ">&" and each.descriptor == 2 and each.target.text == "1" for each in redirects
        )
        out = self.walk(node.body, inside)
        self.both = both
        return self.written(out, redirects, tuple(self.commands[mark:]))

    def _test(self, node: Test, context: Context) -> Parts:
        self.around(node, context)
        tokens: list[Word | str] = []
        for item in node.items:
            if isinstance(item, str):
                tokens.append(item)
                continue
            parts = self.single(item)
            right = (bool(tokens) and tokens[-1] in ("=", "==", "!=")) or (
                bool(tokens) and isinstance(tokens[-1], Word) and tokens[-1].text in ("=", "==", "!=")
            )
            if right:
                text = self.pattern(item)
                if text is not None and re.search(r"(?<!\\)[*?\[]", text):
                    parts = (Glob(text=text),)
            tokens.append(Word(parts=parts, quoted=item.quoted))
            if any(type(part) is str and ("$(" in part or "`" in part) for part in parts):
                self._numbers(tokens, parts)
        for index, each in enumerate(tokens):
            if (each if isinstance(each, str) else each.text) in _NUMERIC:
                for other in tokens[max(index - 1, 0) : index + 2 : 2]:
                    name = other if isinstance(other, str) else other.text
                    if name and name.isidentifier():
                        self.number_of(name)
        proof = conditions.shown(tokens)
        self.proof = (proof, self.frame.text[node.start : node.end][:120])
        self.status = proof.status if len(tokens) != 3 else self.argument_test(tokens, proof.status)
        return ()

    def _numbers(self, tokens: list[Word | str], parts: Parts) -> None:
        """`[[ x -eq 'a[$(…)]' ]]` and `[[ -v 'a[$(…)]' ]]` evaluate a subscript."""
        if any(isinstance(part, str) and re.match(r"\s*[\w+*(-]*\[", part) for part in parts):
            self.reckoned(parts)

    def _compute(self, node: Compute, context: Context) -> Parts:
        self.around(node, context)
        source = self.frame.text[node.start : node.end]
        found = _COUNT.fullmatch(source)
        shown = conditions.counted(_SIGNS[found[1] or "!="], int(found[2] or 0)) if found else conditions.Shown()
        value = self.sum(node.word)
        self.proof = (shown, source[:120])
        self.status = None if value is None else value != 0
        if found and value is None:
            self.status = self.count_shown(_SIGNS[found[1] or "!="], int(found[2] or 0))
        if value is None:
            for name in re.findall(r"([A-Za-z_]\w*)\s*(?:[-+*/%]?=(?!=)|\+\+|--)", source):
                self.state.variables[name] = ((Unknown(source="$" + name, kind="loop", empty=False),),)
        return ()

    def around(self, node: Node, context: Context) -> None:
        """What is expanded from here on stands at `node`."""
        self.place = self.where(node.start, node.end, context)
        self.context = context

    # simple commands


def _told(command: Command) -> str:
    """The arguments of a command; what is not known may be anything."""
    return " ".join("nocase" if "…" in word.shape else word.shape for word in command.arguments)


def _one_of(clause: Sequence[str | None]) -> str:
    """One pattern for the alternatives of a clause."""
    known = [each for each in clause if each is not None]
    return known[0] if len(known) == 1 else f"@({'|'.join(known)})"


def _also(guards: tuple[str, ...], text: str) -> tuple[str, ...]:
    return guards if text in guards else (*guards, text)[-_KEEP:]


def _either(one: State | None, other: State | None) -> State | None:
    if one is None or other is None:
        return one or other
    return one if one is other else join(one, other)


def _after(true: State | None, false: State | None) -> State:
    state = _either(true, false)
    assert state is not None
    return state
