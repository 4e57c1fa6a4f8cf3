"""Control flow by conditions: `&&`, `||`, `!`, `if`, `case`, `[[ ]]`, `(( ))`. All branches are evaluated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..bash.syntax import AndOr, CaseNode, Compute, GroupNode, If, ListNode, Node, Param, Pipeline, Simple, Test
from . import conditions, patterns
from .calls import Context
from .execution import InterpreterState
from .expansion import Expander
from .model import Command, Glob, Part, Unknown, ValueCheck, Word
from .recorder import Recorder
from .runner import Runner
from .simple_commands import SimpleCommands
from .values import Parts, State, join, plain, word
from .variables import Variables

_KEEP = 12
_COUNT = re.compile(r"\(\(\s*\$(?:#|\{#\})\s*(?:(<=|>=|==|!=|<|>)\s*(\d{1,4})\s*)?\)\)")
_COMPARED = re.compile(r"\(\(\s*\$?\{?([A-Za-z_]\w*)\}?\s*(<=|>=|==|!=|<|>)\s*(\d{1,9})\s*\)\)")
_SIGNS = {"<": "-lt", "<=": "-le", ">": "-gt", ">=": "-ge", "==": "-eq", "!=": "-ne"}
_NUMERIC = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))
_NOTHING: frozenset[str] = frozenset()
_LEAVING = re.compile(r"(?<![\w-])(?:exit|return|continue|break|die|fail|abort|fatal|bail|error_exit)\b")


@dataclass(slots=True, eq=False)
class Conditionals:
    """Evaluates conditions, and what depends on them."""

    execution: InterpreterState
    recorder: Recorder
    variables: Variables
    expander: Expander
    simple_commands: SimpleCommands
    runner: Runner

    def branch(self, node: Node, context: Context) -> tuple[Parts, State | None, State | None]:
        """Evaluate `node` as a condition: what it prints, the states after success and after failure (None: never)."""
        execution = self.execution
        if isinstance(node, ListNode):
            return self._branch_list(node, context)
        if isinstance(node, AndOr):
            return self._and_or(node, context)
        if isinstance(node, Pipeline) and len(node.stages) == 1:
            execution.lenient += node.negated
            printed, true, false = self.branch(node.stages[0], context)
            execution.lenient -= node.negated
            execution.status = None if execution.status is None else not execution.status
            return (printed, false, true) if node.negated else (printed, true, false)
        if isinstance(node, GroupNode) and not node.subshell:
            return self.branch(node.body, context)
        execution.refinement = None
        execution.unchecked_cd = ""
        execution.status = None
        execution.outcome = None
        mark = len(self.recorder.trace)
        if isinstance(node, Simple):
            printed = self.simple_commands.read(node, context)
            outcome, execution.outcome = execution.outcome, None
            if outcome is not None and not execution.flow:
                return printed, *outcome
        elif isinstance(node, Test):
            printed = self._test(node, context)
        elif isinstance(node, Compute):
            printed = self._compute(node, context)
        else:
            printed = self.runner.walk(node, context)
        if execution.flow:
            return printed, None, None
        state, proof = execution.state, execution.refinement
        if proof is not None:
            execution.refinement = None
            true, false = state.copy(), state.copy()
            true.nonempty |= proof[0].true
            false.nonempty |= proof[0].false
            true.guards = _with_guard(true.guards, proof[1])
            false.guards = _with_guard(false.guards, "! " + proof[1])
            true.checks |= proof[0].if_true
            false.checks |= proof[0].if_false
            true.facts |= proof[0].facts_true
            false.facts |= proof[0].facts_false
            return printed, true, false
        if execution.unchecked_cd:
            false = state.copy()
            false.unchecked_cd = execution.unchecked_cd
            state.unchecked_cd = ""
            execution.unchecked_cd = ""
            return printed, state, false
        if (ran := self.recorder.ran_since(mark, node, context)) is not None:
            true, false = state.copy(), state.copy()
            true.facts |= {ran}
            false.facts |= {replace(ran, holds=False)}
            return printed, *((false, true) if isinstance(node, Pipeline) and node.negated else (true, false))
        return printed, state, state

    def _branch_list(self, node: ListNode, context: Context) -> tuple[Parts, State | None, State | None]:
        """A list as a condition: its last command decides."""
        execution = self.execution
        out: list[Part] = []
        flow = ""
        for item, background in node.items[:-1]:
            execution.forks += background
            execution.background += background
            out.extend(self.runner.walk(item, context) if not background else self.runner.isolated(item, context))
            execution.forks -= background
            execution.background -= background
            flow = flow or execution.flow
            execution.flow = ""
        if not node.items:
            return (), execution.state, execution.state
        last, true, false = self.branch(node.items[-1][0], context)
        if flow:  # what stands after an exit is evaluated all the same
            execution.flow = flow
            return (*out, *last), None, None
        return (*out, *last), true, false

    def _and_or(self, node: AndOr, context: Context) -> tuple[Parts, State | None, State | None]:
        execution = self.execution
        asked = [operator == "&&" or self._leaves(right) for operator, right in node.rest]
        tested, lenient = any(asked), bool(asked)
        execution.tested += tested
        execution.lenient += lenient
        out, true, false = self.branch(node.first, context)
        execution.tested -= tested
        execution.lenient -= lenient
        inside = context.branch()
        for index, (operator, right) in enumerate(node.rest):
            entry = true if operator == "&&" else false
            flow = execution.flow
            execution.flow = ""
            execution.state = (entry or true or false or execution.state).copy()
            tested, lenient = any(asked[index + 1 :]), index + 1 < len(asked)
            execution.tested += tested
            execution.lenient += lenient
            more, yes, no = self.branch(right, inside)
            execution.tested -= tested
            execution.lenient -= lenient
            execution.status = None
            if entry is None:  # cannot happen, is evaluated all the same
                yes = no = None
            out = (*out, *more)
            if operator == "&&":
                true, false = yes, either_state(false, no)
            else:
                true, false = either_state(true, yes), no
            execution.flow = (execution.flow or flow) if true is None and false is None else ""
        return out, true, false

    def _leaves(self, node: Node) -> bool:
        """Whether what follows a failure goes no further: `|| exit 1`, `|| { echo …; return 1; }`."""
        return bool(_LEAVING.search(self.execution.frame.text, node.start, node.end))

    def read_if(self, node: If, context: Context) -> Parts:
        execution = self.execution
        inside = context.branch()
        out: list[Part] = []
        ends: list[State] = []
        flows: list[str] = []
        reached: State | None = execution.state
        for condition, body in node.branches:
            entry = reached
            execution.state = (entry or execution.state).copy()
            execution.tested += 1
            execution.lenient += 1
            printed, true, false = self.branch(condition, inside)
            execution.tested -= 1
            execution.lenient -= 1
            out.extend(printed)
            execution.flow = ""
            execution.state = (true or false or execution.state).copy()
            out.extend(self.runner.walk(body, inside))
            if entry is not None and true is not None:
                (flows if execution.flow else ends).append(execution.flow or execution.state)  # type: ignore[arg-type]
            execution.flow = ""
            reached = None if entry is None else false
        if node.otherwise is not None:
            execution.state = (reached or execution.state).copy()
            out.extend(self.runner.walk(node.otherwise, inside))
            if reached is not None:
                (flows if execution.flow else ends).append(execution.flow or execution.state)  # type: ignore[arg-type]
            execution.flow = ""
        elif reached is not None:
            ends.append(reached)
        execution.join_paths(ends, flows)
        return tuple(out)

    def read_case(self, node: CaseNode, context: Context) -> Parts:
        execution = self.execution
        inside = context.branch()
        subject = self.expander.single(node.word)
        sources = _only_source(subject)
        start: State | None = execution.state
        text = self._exact_subject(node, subject)
        out: list[Part] = []
        ends: list[State] = []
        flows: list[str] = []
        fallen = caught = False
        refused: set[ValueCheck] = set()  # the patterns of earlier clauses, none of which has matched
        for index, (clause, body, terminator) in enumerate(node.clauses):
            assert start is not None
            texts = [self.expander.pattern(pattern) for pattern in clause]
            entry = start.copy()
            compiled = [patterns.regex(each) if each is not None else None for each in texts]
            matches, certain = _matches(text, compiled)
            if fallen:
                entry = join(entry, execution.state)
            if caught or all(each is not None and not each.fullmatch("") for each in compiled):
                entry.nonempty |= sources
            if sources and not fallen:
                exact = None not in texts
                wide = texts if exact else [self.expander.pattern(each, widened=True) for each in clause]
                tried = [ValueCheck(source=source, operator="==", pattern=_one_of(wide)) for source in sources]
                entry.checks |= {*(tried if None not in wide else ()), *refused}
                refused |= {replace(each, holds=False) for each in tried if exact}
            execution.state = entry
            out.extend(self.runner.walk(body, inside))
            if matches or fallen:
                (flows if execution.flow else ends).append(execution.flow or execution.state)  # type: ignore[arg-type]
            fallen = terminator == ";&" and (matches or fallen)
            execution.flow = ""
            caught = caught or "" in texts
            if "*" in texts or (certain and terminator == ";;"):
                bodies = [rest for _, rest, _ in node.clauses[index + 1 :]]
                out.extend(self._never_reached(bodies, start, inside))
                start = None
                break
        if start is not None:
            if caught:
                start.nonempty |= sources
            start.checks |= refused
            ends.append(start)
        execution.join_paths(ends, flows)
        return tuple(out)

    def _never_reached(self, bodies: Iterable[ListNode], start: State, inside: Context) -> list[Part]:
        """The bodies behind a clause that always matches: evaluated all the same."""
        out: list[Part] = []
        for body in bodies:
            self.execution.state = start.copy()
            out.extend(self.runner.walk(body, inside))
            self.execution.flow = ""
        return out

    def _exact_subject(self, node: CaseNode, subject: Parts) -> str | None:
        """The exact text that decides a `case`, when it is an argument: nothing but what is read here changes those."""
        only = node.word.pieces[0] if len(node.word.pieces) == 1 else None
        if not isinstance(only, Param) or not only.name.isdigit() or only.indirect:
            return None
        if any(each.name == "shopt" and "nocase" in _argument_text(each) for each in self.recorder.commands):
            return None
        return plain(subject)

    def _test(self, node: Test, context: Context) -> Parts:
        execution = self.execution
        execution.locate(node, context)
        tokens: list[Word | str] = []
        for item in node.items:
            if isinstance(item, str):
                tokens.append(item)
                continue
            parts = self.expander.single(item)
            right = (bool(tokens) and tokens[-1] in ("=", "==", "!=")) or (
                bool(tokens) and isinstance(tokens[-1], Word) and tokens[-1].text in ("=", "==", "!=")
            )
            if right:
                text = self.expander.pattern(item)
                if text is not None and re.search(r"(?<!\\)[*?\[]", text):
                    parts = (Glob(text=text),)
                elif text is None and (wide := self.expander.pattern(item, widened=True) or "").strip("*"):
                    tokens.append(conditions.Widened(parts=parts, quoted=item.quoted, pattern=wide))
                    continue
            tokens.append(Word(parts=parts, quoted=item.quoted))
            if any(type(part) is str and ("$(" in part or "`" in part) for part in parts):
                self._numbers(tokens, parts)
        for index, each in enumerate(tokens):
            if (each if isinstance(each, str) else each.text) in _NUMERIC:
                for other in tokens[max(index - 1, 0) : index + 2 : 2]:
                    if not isinstance(other, str):
                        self.expander.arithmetic.foreign(other.parts)
                    name = other if isinstance(other, str) else other.text
                    if name and name.isidentifier():
                        self.expander.arithmetic.number_of(name)
        proof = conditions.shown(tokens)
        execution.refinement = (proof, execution.frame.text[node.start : node.end][:120])
        execution.status = proof.status if len(tokens) != 3 else self.variables.argument_test(tokens, proof.status)
        return ()

    def _numbers(self, tokens: list[Word | str], parts: Parts) -> None:
        """`[[ x -eq 'a[$(…)]' ]]` and `[[ -v 'a[$(…)]' ]]` evaluate a subscript."""
        if any(isinstance(part, str) and re.match(r"\s*[\w+*(-]*\[", part) for part in parts):
            self.expander.arithmetic.evaluate_arithmetic(parts)

    def _compute(self, node: Compute, context: Context) -> Parts:
        execution = self.execution
        execution.locate(node, context)
        source = execution.frame.text[node.start : node.end]
        found = _COUNT.fullmatch(source)
        shown = conditions.Shown()
        if found:
            shown = conditions.counted(_SIGNS[found[1] or "!="], int(found[2] or 0))
        elif compared := _COMPARED.fullmatch(source):
            options = execution.state.variables.get(compared[1], ())
            if len(options) == 1 and isinstance(options[0], tuple):
                shown = conditions.compare_numbers(Word(parts=options[0]), _SIGNS[compared[2]], word(compared[3]))
                shown = replace(shown, status=None)
        value = self.expander.arithmetic.sum(node.word)
        execution.refinement = (shown, source[:120])
        execution.status = None if value is None else value != 0
        if found and value is None:
            execution.status = self.variables.count_shown(_SIGNS[found[1] or "!="], int(found[2] or 0))
        if value is None:
            for name in re.findall(r"([A-Za-z_]\w*)\s*(?:[-+*/%]?=(?!=)|\+\+|--)", source):
                execution.state.variables[name] = ((Unknown(source="$" + name, kind="loop", empty=False),),)
        return ()


def _only_source(subject: Parts) -> frozenset[str]:
    """Where the subject of a `case` comes from, when it is nothing but one value that is not known."""
    only = subject[0] if len(subject) == 1 else None
    return frozenset((only.source,)) if isinstance(only, Unknown) else _NOTHING


def _matches(text: str | None, compiled: Sequence[re.Pattern[str] | None]) -> tuple[bool, bool]:
    """Whether a clause may match `text`, and whether it certainly does; None stands for what is not known."""
    if text is None:
        return True, False
    matches = any(each is None or each.fullmatch(text) for each in compiled)
    return matches, matches and None not in compiled


def _argument_text(command: Command) -> str:
    """The arguments of a command; what is not known may be anything."""
    return " ".join("nocase" if "…" in word.shape else word.shape for word in command.arguments)


def _one_of(clause: Sequence[str | None]) -> str:
    """One pattern for the alternatives of a clause."""
    known = [each for each in clause if each is not None]
    return known[0] if len(known) == 1 else f"@({'|'.join(known)})"


def _with_guard(guards: tuple[str, ...], text: str) -> tuple[str, ...]:
    return guards if text in guards else (*guards, text)[-_KEEP:]


def either_state(one: State | None, other: State | None) -> State | None:
    if one is None or other is None:
        return one or other
    return one if one is other else join(one, other)


def after(true: State | None, false: State | None) -> State:
    state = either_state(true, false)
    assert state is not None
    return state
