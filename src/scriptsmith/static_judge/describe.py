"""From the syntax tree of a script to the steps of its description: the code alone, nothing evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from ..bash.parser import parse
from ..bash.syntax import (
    AndOr,
    AssignNode,
    CaseNode,
    Compute,
    CountedFor,
    For,
    Function,
    GroupNode,
    If,
    ListNode,
    Lit,
    Node,
    Param,
    Pipeline,
    Redirected,
    RedirectNode,
    Simple,
    Subst,
    Test,
    While,
    WordNode,
)
from ..programs.argv import Arguments
from ..programs.argv import parse as parse_arguments
from ..programs.spec import UNKNOWN_PROGRAM, spec_of
from .constants import constants
from .programs import known, tell
from .programs.find import found
from .programs.options import parsed, said
from .programs.runners import handed_text, started_by, wrapped
from .steps import Clause, Description, Step, shown

DEPTH = 6
LONGEST = 400
"""Steps: what comes after them is not described."""
EACH = "{}"
"""Stands for each of the things that a command is run for."""
_SHELLS = frozenset(("bash", "sh", "dash", "ksh", "zsh"))
_ERRORS = "without error messages"


def describe(text: str, renamed: Callable[[str], str] = str) -> Description:
    """What a script does; empty when it cannot be read as Bash or says nothing. Each value goes through `renamed`."""
    tree = parse(text)
    if tree.problems:
        return Description("")
    teller = _Teller(constants=constants(text, tree.body))
    teller.node(tree.body, "")
    return Description.of(
        tuple(
            Step(
                tuple(Clause(it.template, tuple(shown(renamed(each)) for each in it.values)) for it in step.clauses),
                step.lead,
            )
            for step in teller.steps[:LONGEST]
        )
    )


class _Teller:
    """Walks one tree; `steps` grow in the order of the text."""

    def __init__(self, depth: int = 0, constants: Mapping[str, str] | None = None) -> None:
        self.steps: list[Step] = []
        self.depth = depth
        self.constants = constants or {}
        self.functions: set[str] = set()
        self.unquoted = False
        self._nested: list[ListNode | str] = []

    def node(self, node: Node, lead: str) -> None:
        if len(self.steps) >= LONGEST:
            return
        match node:
            case Simple():
                self._simple(node, lead)
            case Pipeline():
                for at, stage in enumerate(node.stages):
                    self.node(stage, lead if at == 0 else "then")
            case AndOr():
                self.node(node.first, lead)
                for operator, other in node.rest:
                    self.node(other, "if that succeeds" if operator == "&&" else "if that fails")
            case ListNode():
                for at, (item, background) in enumerate(node.items):
                    before = len(self.steps)
                    self.node(item, lead if at == 0 else "and then")
                    if background and len(self.steps) > before:
                        self._add_to(before, Clause("in the background"))
            case GroupNode():
                self.node(node.body, lead)
            case Redirected():
                before = len(self.steps)
                self.node(node.body, lead)
                self._redirects(node.redirects, before)
            case If() | While() | For() | CountedFor() | CaseNode():
                self._compound(node, lead)
            case Test():
                words = [it if isinstance(it, str) else self._text(it) for it in node.items]
                self._say(lead, [Clause("checks"), *(Clause("with {}", (it,)) for it in words)])
            case Compute():
                self._say(lead, [Clause("calculates"), Clause("with {}", (self._text(node.word),))])
            case Function():
                self.functions.add(node.name)
                self._say(lead, [Clause("defines the function {}", (node.name,))])
                self.node(node.body, "inside")

    def _compound(self, node: If | While | For | CountedFor | CaseNode, lead: str) -> None:
        match node:
            case If():
                for at, (condition, body) in enumerate(node.branches):
                    self.node(condition, "when" if at == 0 else "otherwise")
                    self.node(body, "if that succeeds")
                if node.otherwise:
                    self.node(node.otherwise, "otherwise")
            case While():
                self.node(node.condition, lead)
                self.node(node.body, "for each")
            case For():
                values = [Clause("of {}", (self._text(word),)) for word in node.words or ()]
                self._say(lead, [Clause("goes through a list"), *(values or [Clause("the arguments")])])
                self.node(node.body, "for each")
            case CountedFor():
                self._say(
                    lead, [Clause("counts through"), *(Clause("with {}", (self._text(it),)) for it in node.parts)]
                )
                self.node(node.body, "for each")
            case CaseNode():
                for patterns, body, _ in node.clauses:
                    tests = [Clause("as {}", (self._text(it),)) for it in patterns]
                    self._say("when", [Clause("compares"), Clause("of {}", (self._text(node.word),)), *tests])
                    self.node(body, "if that succeeds")

    # simple commands

    def _simple(self, node: Simple, lead: str) -> None:
        before = len(self.steps)
        words = [self._assignment(it) if isinstance(it, AssignNode) else self._text(it) for it in node.words]
        if words[:1] == ["find"] and any(_bare_pattern(one, it) for one, it in pairwise(node.words)):
            self.unquoted = True
        if not words:
            for assign in node.assigns:
                name, _, value = self._assignment(assign).partition("=")
                self._say(
                    lead, [Clause("sets the variable {}", (name,)), *([Clause("to {}", (value,))] if value else [])]
                )
        else:
            self.command(words, lead)
        if len(self.steps) == before and node.redirects:
            self._say(lead, [Clause("creates or empties a file")])
        self._redirects(node.redirects, before)
        self._inner()

    def command(self, words: Sequence[str], lead: str) -> None:
        """The steps of one command with its arguments, and of what it runs in its turn."""
        name = words[0].rsplit("/", 1)[-1] if words[0].startswith(("/", "./", "../")) else words[0]
        arguments = list(words[1:])
        if self.depth >= DEPTH:
            self._say(lead, [Clause("runs commands nested too deep")])
        elif name in self.functions:
            self._say(lead, [Clause("calls the function {}", (name,)), *(Clause("with {}", (it,)) for it in arguments)])
        elif name == "find":
            self._find(arguments, lead)
        elif name in ("xargs", "parallel"):
            self._xargs(arguments, lead)
        elif name == "ssh":
            self._ssh(arguments, lead)
        elif name in _SHELLS:
            self._shell(arguments, lead)
        elif name == "trap" and arguments[:1] not in ([], ["-"], [""], ["--"], ["-p"], ["-l"]):
            self._say(lead, [Clause("reacts to signals"), *(Clause("with {}", (it,)) for it in arguments[1:])])
            self._code(arguments[0], "inside")
        elif name == "eval" and arguments:
            self._code(" ".join(arguments), lead)
        elif (text := handed_text(name, arguments)) is not None:
            self._code(text, lead)
        elif (read := wrapped(name, arguments)) is not None:
            self._runner(name, read, arguments, lead)
        elif name.startswith("$") and not known(name):
            self._say(lead, [Clause("runs the program {}", (name,)), *(Clause("with {}", (it,)) for it in arguments)])
        else:
            self._say(lead, tell(name, arguments))

    def _find(self, arguments: Sequence[str], lead: str) -> None:
        step, acts, runs = found(arguments)
        self._say(lead, step.clauses)
        if self.unquoted:
            self._add_to(len(self.steps) - 1, Clause("with an unquoted pattern"))
            self.unquoted = False
        for how, words in runs:
            before = len(self.steps)
            if not words:
                self._say("for each", [Clause("does nothing")])
                continue
            self.depth += 1
            self.command(words, "for each")
            self.depth -= 1
            if how in ("-ok", "-okdir"):
                self._add_to(before, Clause("asking first"))
        for act in acts:
            self._say(act.lead, act.clauses)

    def _xargs(self, arguments: list[str], lead: str) -> None:
        own, words = _before_command("xargs", arguments)
        _, used, _ = parsed(spec_of("xargs") or UNKNOWN_PROGRAM, own)
        clauses = [said(it.says, it.value) for it in used if it.says not in (None, ".")]
        clauses += [Clause("with the unknown option {}", (it.name,)) for it in used if it.says is None]
        place = next((it.value for it in used if it.name in ("-I", "-J", "-i") and it.value), None)
        if clauses:
            self._say(lead, [Clause("takes what it reads"), *clauses])
        if place is not None:
            words = [it.replace(place, EACH) for it in words] or ["echo", EACH]
        else:
            words = [*(words or ["echo"]), EACH]
        self.depth += 1
        self.command(words, "for each")
        self.depth -= 1

    def _ssh(self, arguments: list[str], lead: str) -> None:
        own, words = _before_command("ssh", arguments)
        host, command = words[:1], words[1:]
        _, used, _ = parsed(spec_of("ssh") or UNKNOWN_PROGRAM, own)
        clauses = [said(it.says, it.value) for it in used if it.says not in (None, ".")]
        self._say(lead, [Clause("connects to another machine"), *(Clause("named {}", (it,)) for it in host), *clauses])
        if command:
            self._code(" ".join(command), "inside")

    def _shell(self, arguments: list[str], lead: str) -> None:
        if "-c" in arguments[:3]:
            at = arguments.index("-c") + 1
            if at < len(arguments):
                self._code(arguments[at], lead)
                return
        operands = [it for it in arguments if not it.startswith("-")]
        self._say(lead, [Clause("runs the commands of a script"), *(Clause("from {}", (it,)) for it in operands[:1])])

    def _runner(self, name: str, read: Arguments, arguments: Sequence[str], lead: str) -> None:
        """A program that starts another one: that one, and what the table says of being started by it."""
        words = arguments[read.inner :]
        before = len(self.steps)
        if len(words) == 1 and " " in words[0] and "text" in read.spec.traits:
            self._code(words[0], lead)
        else:
            self.command(words, lead)
        if len(self.steps) == before:
            return
        for clause in started_by(name, read, arguments):
            self._add_to(before, clause)

    def _code(self, text: str, lead: str) -> None:
        tree = parse(text)
        if tree.problems:
            self._say(lead, [Clause("runs commands that cannot be read")])
            return
        inner = _Teller(self.depth + 1, self.constants)
        if inner.depth <= DEPTH:
            inner.node(tree.body, lead)
        self.steps.extend(inner.steps)

    # words and redirections

    def _text(self, word: WordNode) -> str:
        if word.literal is not None:
            return word.literal
        out = []
        for piece in word.pieces:
            if isinstance(piece, Lit):
                out.append(piece.text)
                continue
            if isinstance(piece, Param) and piece.source in (f"${piece.name}", f"${{{piece.name}}}"):
                out.append(self.constants.get(piece.name, piece.source))
                continue
            out.append(piece.source)
            if isinstance(piece, Subst):
                self._nested.append(piece.body if piece.body is not None else piece.text)
                out[-1] = "$(…)"
        return "".join(out)

    def _assignment(self, assign: AssignNode) -> str:
        if assign.items is not None:
            return f"{assign.name}=({' '.join(self._text(value) for _, value in assign.items)})"
        return f"{assign.name}={self._text(assign.value) if assign.value else ''}"

    def _inner(self) -> None:
        """The commands inside of substitutions, after the step that uses what they print."""
        while self._nested and self.depth < DEPTH:
            body = self._nested.pop(0)
            if isinstance(body, str):
                self._code(body, "where")
                continue
            self.depth += 1
            self.node(body, "where")
            self.depth -= 1

    def _redirects(self, redirects: Iterable[RedirectNode], before: int) -> None:
        for one in redirects:
            made = self._redirect(one)
            if made is not None and len(self.steps) > before:
                self._add_to(len(self.steps) - 1, made)
        self._inner()

    def _redirect(self, one: RedirectNode) -> Clause | None:
        if one.heredoc is not None:
            return Clause("reading a text that is written out")
        target = self._text(one.word) if one.word else ""
        if target == "/dev/null":
            return (
                Clause(
                    {2: _ERRORS, 0: "with no input"}.get(
                        1 if one.descriptor is None else one.descriptor, "without output"
                    )
                )
                if one.operator != "<"
                else Clause("with no input")
            )
        match one.operator:
            case "<":
                return Clause("reading from the file {}", (target,))
            case "<<<":
                return Clause("reading the text {}", (target,))
            case ">&" | "<&":
                return Clause("with error messages too") if one.descriptor == 2 else None
            case ">>" | "&>>":
                return Clause("appending to the file {}", (target,))
            case _ if one.descriptor == 2:
                return Clause("with error messages in the file {}", (target,))
            case _:
                return Clause("writing to the file {}", (target,))

    def _say(self, lead: str, clauses: Iterable[Clause]) -> None:
        self.steps.append(Step(tuple(clauses), lead))

    def _add_to(self, at: int, clause: Clause) -> None:
        step = self.steps[at]
        self.steps[at] = step._replace(clauses=(*step.clauses, clause))


def _bare_pattern(before: WordNode | AssignNode, word: WordNode | AssignNode) -> bool:
    """Whether `word` is a pattern for a name that the shell would expand first."""
    if isinstance(before, AssignNode) or isinstance(word, AssignNode) or word.literal is not None:
        return False
    return before.literal in ("-name", "-iname", "-path") and any(
        isinstance(piece, Lit) and not piece.quoted and set(piece.text) & set("*?[") for piece in word.pieces
    )


def _before_command(program: str, arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options before the first operand, and the rest, by what the table says of `program`."""
    read = parse_arguments(spec_of(program), arguments)
    at = min((*read.words, *(() if read.inner is None else (read.inner,))), default=len(arguments))
    own = list(arguments[:at])
    return own[:-1] if own[-1:] == ["--"] else own, list(arguments[at:])
