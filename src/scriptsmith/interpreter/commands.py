"""Simple commands: which program one is once its words are known, and what is read because of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..bash.syntax import AssignNode, Simple, WordNode
from . import patterns
from .calls import Call, Context
from .expansion import WAYS
from .model import Command, Glob, Place, Redirect, Unknown, Word
from .program_variables import may_stand_alone, program_of
from .recorder import DEPTH, PROGRAMS
from .substitutions import Substitutions
from .values import Parts, State, Stream, join, plain, unknown_output, word
from .variables import PROMPTS, SHELL_TEXTS, STARTUP

RECURSION = 3
_SOURCE = 300
_COMMAND_OUTPUT = unknown_output()
# Set without a command, these change what later commands are.
_SPECIAL = frozenset(("PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "PROMPT_COMMAND", "BASH_ENV", "ENV"))
# Programs that a person has chosen on purpose.
_CHOSEN = frozenset("$" + name for name in ("EDITOR", "VISUAL", "PAGER", "BROWSER", "SHELL"))

# The person's shell, which takes the options of any.
_SHELLS = frozenset(("$SHELL", "${SHELL}", "$BASH", "${BASH}"))
_SHELL_DEFAULT = re.compile(r"\$\{(?:SHELL|BASH)\W")
_HOOKS = SHELL_TEXTS | PROMPTS | STARTUP
_BINARIES = frozenset(("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"))
# `${PAGER:-less}`: what runs when nobody chose is known, and read as well.
_DEFAULTED = re.compile(r"\$\{[A-Za-z_]\w*:?[-=][^$`]+\}", re.DOTALL)


class Commands(Substitutions):
    """Reads simple commands."""

    def simple(self, node: Simple, context: Context) -> Parts:
        """Read a simple command."""
        before = len(self.feeds)
        out = self._simple(node, context)
        if len(self.feeds) > before:
            for path in list(self.sinks)[-(len(self.feeds) - before) :]:
                self.put(path, (), ())  # it gets what this command prints in a way that is not known
        return out

    def _simple(self, node: Simple, context: Context) -> Parts:
        self.spend(not node.words)  # a command is counted where it is dispatched
        place = self.place = self.where(node.start, node.end, context)
        self.context = context
        source = self.frame.text[node.start : node.end]
        declared: list[AssignNode] = []
        words: list[WordNode] = []
        for each in node.words:
            if isinstance(each, AssignNode):
                declared.append(each)
                words.append(self._as_word(each))
            else:
                words.append(each)
        if words and self.state.aliases and words[0].literal in self.state.aliases and not words[0].quoted:
            return self._alias(node, words[0], context)
        ways = self.words(words) if words else [[]]
        redirects, stdin = self.redirects(node.redirects) if node.redirects else ((), None)
        self.context, self.place = context, place
        if stdin is not None:
            context = replace(context, stdin=stdin, upstream=())
        assignments: list[tuple[str, Word]] = []
        if stdin is None and context.stdin is None and self.state.files and "/dev/fd/0" in self.state.files:
            context = replace(context, stdin=Stream(self.state.files["/dev/fd/0"][0]))
        for assign in node.assigns:
            options = self.assign(assign, keep=not words)
            if words and (assign.name in _HOOKS or assign.name.startswith("GIT_CONFIG_V")):
                self.hooked(assign.name, options)
            content = options[0] if len(options) == 1 else None
            shown = content if isinstance(content, tuple) else self._shown(options)
            assignments.append((assign.name, Word(parts=shown, quoted=True)))
        if not words:
            self.status = None
            if redirects or any(name in _SPECIAL for name, _ in assignments):
                call = Call((word(":"),), context, place, source[:_SOURCE], redirects, tuple(assignments))
                command = self.record(call)
                out = stdin.rest() if stdin is not None and not assignments else ()
                return self.written(out, redirects, (command,))
            return ()
        if len(ways) > 1 or not ways[0]:
            return self._ways(ways, node, context, place, source, redirects, tuple(assignments), tuple(declared))
        call = Call(tuple(ways[0]), context, place, source[:_SOURCE], redirects, tuple(assignments), tuple(declared))
        mark = len(self.commands)
        out = self.dispatch(call)
        if redirects or self.state.outputs:
            return self.written(out, redirects, tuple(self.commands[mark:]))
        return out

    def _ways(
        self,
        ways: list[list[Word]],
        node: Simple,
        context: Context,
        place: Place,
        source: str,
        redirects: tuple[Redirect, ...],
        assignments: tuple[tuple[str, Word], ...],
        declared: tuple[AssignNode, ...],
    ) -> Parts:
        """A command that may be several: each is read from the same state, and any of them may have run."""
        start = self.state
        ends: list[State] = []
        flows: list[str] = []
        outs: list[Parts] = []
        mark = len(self.commands)
        for way in ways:
            self.state = start.copy()
            if way:
                call = Call(tuple(way), context, place, source[:_SOURCE], redirects, assignments, declared)
                outs.append(self.dispatch(call))
            (flows if self.flow else ends).append(self.flow or self.state)  # type: ignore[arg-type]
            self.flow = ""
        self.status, self.proof = None, None
        self.meet(ends, flows)
        distinct = list(dict.fromkeys(outs))
        out = distinct[0] if len(distinct) == 1 else (Unknown(source="", kind="command"),)
        return self.written(out, redirects, tuple(self.commands[mark:]))

    def _alias(self, node: Simple, first: WordNode, context: Context) -> Parts:
        name = first.literal or ""
        text = self.state.aliases[name] + " " + self.frame.text[first.end : node.end]
        follows = node.words[1] if len(node.words) > 1 else None
        if self.state.aliases[name][-1:] in (" ", "\t") and isinstance(follows, WordNode) and follows.literal:
            # a value that ends in a blank has the next word looked up too
            second = self.state.aliases.get(follows.literal, follows.literal)
            text = self.state.aliases[name] + second + " " + self.frame.text[follows.end : node.end]
        call = Call((word(name),), context, self.place, self.frame.text[node.start : node.end][:_SOURCE])
        saved = self.state.aliases
        self.state.aliases = {other: value for other, value in saved.items() if other != name}
        out = self.run_text((text,), call, f"alias {name}")
        self.state.aliases = saved
        return out if out is not None else ()

    # commands

    def dispatch(self, call: Call) -> Parts:
        """Read one command: a function, a command that carries others, one whose output is modelled, or any other."""
        self.spend()
        if not call.words:
            return ()
        if call.context.depth > DEPTH * 2:
            self.note_unresolved("commands are nested too deep in one another", call.place)
            return unknown_output()
        program = call.words[0]
        text = program.text
        if text is None:
            return self._unknown_name(call)
        if (len(program.parts) > 1 and any(isinstance(part, Glob) for part in program.parts)) or (
            program.parts and isinstance(program.parts[0], Glob) and text != "["
        ):
            return self._pattern_name(call, text)
        if text in self.state.functions and not call.direct:
            return self.call(text, call)
        name = text.rsplit("/", 1)[-1]
        renamed = (
            self.state.programs.get(text) or self.state.programs.get(self.key(text)) if self.state.programs else None
        )
        if renamed is not None and call.context.depth < DEPTH:
            return self.dispatch(call.inner((word(renamed), *call.arguments), name))
        if (self.state.files or self.state.programs) and call.context.depth < DEPTH:
            if "/" in text and (written := self.runnable(program)) is not None:
                return self.run_file(call, written)
            if "/" not in text and (found := self._on_path(call, name)) is not None:
                return found
        handler = self.handler(name)
        if handler is None:
            self.record(call)
            if name[:1] == "!" and len(name) > 1:
                self.note_unresolved("a command of the history cannot be told", call.place)
            return _COMMAND_OUTPUT
        out = handler(self, call)
        return _COMMAND_OUTPUT if out is None else out

    def _on_path(self, call: Call, name: str) -> Parts | None:
        """A bare name for which the script put a file or a program where commands are looked for."""
        moved = "PATH" in self.state.variables or any(variable == "PATH" for variable, _ in call.assignments)
        for path, (parts, by) in self.state.files.items():
            folder, _, last = path.rpartition("/")
            if last == name and (moved or folder in _BINARIES):
                return self.run_file(call, (parts, by))
        for path, program in self.state.programs.items():
            folder, _, last = path.rpartition("/")
            if last == name and path != program and (moved or folder in _BINARIES):
                return self.dispatch(call.inner((word(program), *call.arguments), name))
        return None

    def run_file(self, call: Call, written: tuple[Parts, tuple[Command, ...]]) -> Parts:
        """Read a file that the script wrote and now runs."""
        parts, path = written[0], call.words[0].shape
        self.record(call)
        first = (plain(parts) or "").split("\n", 1)[0]
        if first.startswith("#!") and not re.search(r"\b(?:ba|da|k|z)?sh\b", first):
            name = next((each for each in re.split(r"[/\s]+", first)[::-1] if self.handler(each)), "")
            if not name:
                self.note_unresolved(f"{path} was written here and is not a shell script", call.place)
                return unknown_output()
            return self.dispatch(call.inner([word(name), *call.words], path))
        if len(parts) == 1 and isinstance(parts[0], Unknown):
            self.note_unresolved(f"{path} is run, and what was written into it is not known", call.place)
            return unknown_output()
        saved = self.state
        self.state = saved.copy()
        self.state.arguments = tuple(each.parts for each in call.arguments)
        out = self.run_text(parts, call, path.rsplit("/", 1)[-1])
        saved.files, saved.programs = self.state.files, self.state.programs
        self.state, self.flow = saved, ""
        return unknown_output() if out is None else out

    def _unknown_name(self, call: Call) -> Parts:
        """A command whose name is not known: read what it is when the unknown part is empty."""
        program = call.words[0]
        if (written := self.runnable(program)) is not None:
            return self.run_file(call, written)
        if program.unknowns[0].source in _SHELLS or _SHELL_DEFAULT.match(program.unknowns[0].source):
            self.dispatch(replace(call, words=(word("bash"), *call.arguments)))
        unknowns = program.unknowns
        known = all(part.empty for part in unknowns)
        if program.shape in ("/proc/…/exe",):
            return self.dispatch(replace(call, words=(word("/proc/self/exe"), *call.arguments)))
        rest = program.emptied if known else ""
        tail = program.parts[-1]
        if not known and isinstance(tail, str) and "/" in tail and tail.rsplit("/", 1)[-1]:
            rest = tail.rsplit("/", 1)[-1]  # "$DIR/bin/rm": the folder does not matter
        if rest:
            name = rest.rsplit("/", 1)[-1]
            if name:
                if self.handler(name) is None:
                    self.record(call, name=name)
                    return unknown_output()
                return self.dispatch(replace(call, words=(word(rest), *call.arguments)))
        only = unknowns[0] if len(program.parts) == 1 else None
        if only is not None and (meant := program_of(only)):
            return self._meant(call, only, meant)
        self.record(call, name="")
        if only is not None and (only.source in _CHOSEN or _DEFAULTED.fullmatch(only.source)):
            return unknown_output()
        if only is not None and only.splits and only.source in ("$@", "${@}", "$*") and not call.arguments:
            for each in self.state.alternatives:  # the caller's own command, or one of these
                self.dispatch(replace(call, words=tuple(Word(parts=parts, quoted=True) for parts in each)))
            if not self.unasked and not self.state.alternatives:
                self.note_unresolved("the script runs the command that it is given: $@", call.place)
            return unknown_output()
        self.note_unresolved(f"the name of the command is not known: {unknowns[0].source}", call.place)
        if only is not None and only.empty and not program.quoted and call.arguments:
            self.dispatch(call.inner(call.arguments, only.source, direct=False))
        return unknown_output()

    def _meant(self, call: Call, unknown: Unknown, meant: str) -> Parts:
        """A command whose variable is named after its program: that one, and what follows when it is empty."""
        rest = call.arguments
        if (
            unknown.empty
            and rest
            and not call.words[0].quoted
            and may_stand_alone((rest[0].text or "").rsplit("/", 1)[-1], self.handler)
        ):
            self.dispatch(call.inner(rest, unknown.source, direct=False))
        return self.dispatch(replace(call, words=(word(meant), *rest), direct=True))

    def _pattern_name(self, call: Call, text: str) -> Parts:
        """A command named by a file pattern: every program that rules speak of and that it may match."""
        folder, _, last = text.rpartition("/")
        compiled = patterns.regex(last)
        elsewhere = folder.startswith("/") and not re.search(r"[*?\[]", folder) and folder not in _BINARIES
        names = [name for name in PROGRAMS if compiled is not None and compiled.fullmatch(name) and not elsewhere]
        for name in names[:WAYS]:
            self.dispatch(replace(call, words=(word(f"{folder}/{name}" if folder else name), *call.arguments)))
        if not names or len(names) > WAYS:
            self.record(call, name="")
            self.note_unresolved(f"the name of the command is a pattern: {text}", call.place)
        return unknown_output()

    def call(self, name: str, call: Call, *, quiet: bool = False) -> Parts:
        """Read a function where it is called."""
        node, frame = self.state.functions[name]
        self.called.add(name)
        signature = (name, call.arguments)
        deep = sum(1 for other, _ in self.stack if other == name)
        label = f"function {name}"
        if signature in self.stack or deep >= RECURSION or len(self.stack) > 12:
            again = next((at for at, (other, _) in zip(self.entered, self.stack, strict=False) if other == name), 0)
            self.record(call.inner(call.words, "again") if self.forks > again else call)
            if (
                deep >= RECURSION
                and signature not in self.stack
                and all(each.text is not None for each in call.arguments)
                and not any(isinstance(part, Glob) for each in call.arguments for part in each.parts)
            ):
                self.note_unresolved(f"the function {name} calls itself with ever new arguments", call.place)
            return unknown_output()
        if any(">" in each.operator for each in call.redirects):  # as of a group: `f > /etc/passwd`
            self.record(replace(call, words=(word(":"),), assignments=(), declared=()))
        state = self.state
        outer, shifted, outer_frame, left = state.arguments, state.shifted, self.frame, len(self.left)
        if not quiet and not (state.arguments is None and _handed_on(call.arguments)):
            self.state.arguments = tuple(each.parts for each in call.arguments)
        elif quiet:
            self.state.arguments = None
        self.stack.append(signature)
        self.entered.append(self.forks)
        self.locals.append({})
        references = self.state.references.copy()
        self.frame = frame
        for variable, value in call.assignments:
            self.state.variables[variable] = (value.parts,)
        context = replace(
            call.context,
            via=(*call.context.via, label),
            depth=call.context.depth + 1,
        )
        if quiet:
            context = replace(context, conditional=True)
        self.unasked += quiet
        out = self.walk(node.body, context)
        self.unasked -= quiet
        self.frame = outer_frame
        self.stack.pop()
        self.entered.pop()
        if self.flow == "return":
            self.flow = ""
        for other in self.left[left:]:
            self.state = join(self.state, other)
        del self.left[left:]
        for variable, options in self.locals.pop().items():
            if options is None:
                self.state.variables.pop(variable, None)
            else:
                self.state.variables[variable] = options
        self.state.arguments, self.state.shifted = outer, shifted
        self.state.references = references
        return out


def _handed_on(arguments: Sequence[Word]) -> bool:
    """Whether a function gets just the arguments that the script got."""
    only = arguments[0].parts[0] if len(arguments) == 1 and len(arguments[0].parts) == 1 else ""
    return isinstance(only, Unknown) and only.splits and only.source in ("$@", "${@}")
