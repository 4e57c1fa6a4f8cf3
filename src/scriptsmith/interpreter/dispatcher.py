"""Sends a command to what evaluates it: a function, a file of the script, a program's handler, or none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..programs.spec import wrapping
from . import patterns
from .calls import ExpandedCall
from .execution import InterpreterState
from .expansion import WAYS
from .functions import Functions
from .model import Command, Glob, Unknown, Word
from .program_names import PROGRAMS, may_stand_alone, program_of
from .programs.handler import WRAPPER, Handler, Shell
from .recorder import Recorder
from .runner import DEPTH, Runner
from .values import Parts, plain, unknown_output, word
from .written_files import WrittenFiles

_COMMAND_OUTPUT = unknown_output()
TABLE = 40  # names that one command may have
# Programs that a person has chosen on purpose.
_CHOSEN = frozenset("$" + name for name in ("EDITOR", "VISUAL", "PAGER", "BROWSER", "SHELL"))

# The person's shell, which takes the options of any.
_SHELLS = frozenset(("$SHELL", "${SHELL}", "$BASH", "${BASH}"))
_SHELL_DEFAULT = re.compile(r"\$\{(?:SHELL|BASH)\W")
_BINARIES = frozenset(("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"))
# `${PAGER:-less}`: what runs when nobody chose is known, and read as well.
_DEFAULTED = re.compile(r"\$\{[A-Za-z_]\w*:?[-=][^$`]+\}", re.DOTALL)


@dataclass(slots=True, eq=False)
class Dispatcher:
    """Sends a command to what evaluates it."""

    execution: InterpreterState
    recorder: Recorder
    files: WrittenFiles
    functions: Functions
    runner: Runner
    handlers: Mapping[str, Handler]
    shell: Shell

    def handler(self, name: str) -> Handler | None:
        """What evaluates a call of the program, None when there is nothing to evaluate in it."""
        found = self.handlers.get(name)
        return self.handlers[WRAPPER] if found is None and name in wrapping() else found

    def dispatch(self, call: ExpandedCall) -> Parts:
        """Evaluate one command: a function, a file of the script, a program with a handler, or any other."""
        execution = self.execution
        execution.spend()
        if not call.words:
            return ()
        if call.context.depth > DEPTH * 2:
            self.recorder.note_unresolved("commands are nested too deep in one another", call.place)
            return unknown_output()
        program = call.words[0]
        text = program.text
        if text is None:
            return self._unknown_name(call)
        if (len(program.parts) > 1 and any(isinstance(part, Glob) for part in program.parts)) or (
            program.parts and isinstance(program.parts[0], Glob) and text != "["
        ):
            return self._pattern_name(call, text)
        if text in execution.state.functions and not call.direct:
            return self.functions.call(text, call)
        name = text.rsplit("/", 1)[-1]
        renamed = (
            execution.state.programs.get(text) or execution.state.programs.get(self.files.key(text))
            if execution.state.programs
            else None
        )
        if renamed is not None and call.context.depth < DEPTH:
            return self.dispatch(call.inner((word(renamed), *call.arguments), name))
        if (execution.state.files or execution.state.programs) and call.context.depth < DEPTH:
            if "/" in text and (written := self.files.runnable(program)) is not None:
                return self.run_file(call, written)
            if "/" not in text and (found := self._on_path(call, name)) is not None:
                return found
        handler = self.handler(name)
        if handler is None:
            self.recorder.record(call)
            if name[:1] == "!" and len(name) > 1:
                self.recorder.note_unresolved("a command of the history cannot be told", call.place)
            return _COMMAND_OUTPUT
        out = handler(self.shell, call)
        return _COMMAND_OUTPUT if out is None else out

    def _on_path(self, call: ExpandedCall, name: str) -> Parts | None:
        """A bare name for which the script put a file or a program where commands are looked for."""
        moved = "PATH" in self.execution.state.variables or any(variable == "PATH" for variable, _ in call.assignments)
        for path, (parts, by) in self.execution.state.files.items():
            folder, _, last = path.rpartition("/")
            if last == name and (moved or folder in _BINARIES):
                return self.run_file(call, (parts, by))
        for path, program in self.execution.state.programs.items():
            folder, _, last = path.rpartition("/")
            if last == name and path != program and (moved or folder in _BINARIES):
                return self.dispatch(call.inner((word(program), *call.arguments), name))
        return None

    def run_file(self, call: ExpandedCall, written: tuple[Parts, tuple[Command, ...]]) -> Parts:
        """Evaluate a file that the script wrote and now runs."""
        parts, path = written[0], call.words[0].shape
        self.recorder.record(call)
        first = (plain(parts) or "").split("\n", 1)[0]
        if first.startswith("#!") and not re.search(r"\b(?:ba|da|k|z)?sh\b", first):
            name = next((each for each in re.split(r"[/\s]+", first)[::-1] if self.handler(each)), "")
            if not name:
                self.recorder.note_unresolved(f"{path} was written here and is not a shell script", call.place)
                return unknown_output()
            return self.dispatch(call.inner([word(name), *call.words], path))
        if len(parts) == 1 and isinstance(parts[0], Unknown):
            self.recorder.note_unresolved(f"{path} is run, and what was written into it is not known", call.place)
            return unknown_output()
        saved = self.execution.fork()
        self.execution.state.arguments = tuple(each.parts for each in call.arguments)
        out = self.runner.run_text(parts, call, path.rsplit("/", 1)[-1])
        self.execution.rejoin(saved)
        return unknown_output() if out is None else out

    def _unknown_name(self, call: ExpandedCall) -> Parts:
        """A command whose name is not known: read what it is when the unknown part is empty."""
        program = call.words[0]
        if (written := self.files.runnable(program)) is not None:
            return self.run_file(call, written)
        if program.unknowns[0].source in _SHELLS or _SHELL_DEFAULT.match(program.unknowns[0].source):
            self.dispatch(replace(call, words=(word("bash"), *call.arguments)))
        if program.shape in ("/proc/…/exe",):
            return self.dispatch(replace(call, words=(word("/proc/self/exe"), *call.arguments)))
        rest = _known_rest(program)
        if rest:
            name = rest.rsplit("/", 1)[-1]
            if name:
                if self.handler(name) is None:
                    self.recorder.record(call, name=name)
                    return unknown_output()
                return self.dispatch(replace(call, words=(word(rest), *call.arguments)))
        if names := self._possible_names(program):
            outs = [self.dispatch(replace(call, words=(word(name), *call.arguments))) for name in names]
            return outs[0] if len(outs) == 1 else unknown_output()
        if len(program.parts) == 1:
            return self._unknown_program(call, program.unknowns[0])
        self.recorder.record(call, name="")
        self._note_unknown_name(call)
        return unknown_output()

    def _unknown_program(self, call: ExpandedCall, only: Unknown) -> Parts:
        """A command whose name is one value that is not known, and nothing beside it."""
        if meant := program_of(only):
            return self._named_program(call, only, meant)
        self.recorder.record(call, name="")
        if only.source in _CHOSEN or _DEFAULTED.fullmatch(only.source):
            return unknown_output()
        if only.splits and only.source in ("$@", "${@}", "$*") and not call.arguments:
            for each in self.execution.state.alternatives:  # the caller's own command, or one of these
                self.dispatch(replace(call, words=tuple(Word(parts=parts, quoted=True) for parts in each)))
            if not self.execution.uncalled and not self.execution.state.alternatives:
                self.recorder.note_unresolved("the script runs the command that it is given: $@", call.place)
            return unknown_output()
        self._note_unknown_name(call)
        if only.empty and not call.words[0].quoted and call.arguments:
            self.dispatch(call.inner(call.arguments, only.source, direct=False))
        return unknown_output()

    def _note_unknown_name(self, call: ExpandedCall) -> None:
        source = call.words[0].unknowns[0].source
        self.recorder.note_unresolved(f"the name of the command is not known: {source}", call.place)

    def _possible_names(self, program: Word) -> Sequence[str]:
        """The names that a command can have whose last part is not known: those that a test has let through."""
        *before, last = program.parts
        if not isinstance(last, Unknown) or not all(isinstance(part, str) for part in before):
            return ()
        prefix = "".join(part for part in before if isinstance(part, str))
        for check in self.execution.state.checks:
            if check.operator == "==" and check.holds and check.source in (last.source, program.written):
                names = patterns.spelled_out(check.pattern)
                if len(names) <= TABLE:
                    return names if check.source == program.written else [prefix + each for each in names]
        if prefix[-1:] not in ("_", "-", ":") or len(prefix) < 3:
            return ()
        # nobody names a program like that, so it is one of the functions or none
        functions = [name for name in self.execution.state.functions if name.startswith(prefix)]
        return functions if len(functions) <= TABLE else ()

    def _named_program(self, call: ExpandedCall, unknown: Unknown, meant: str) -> Parts:
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

    def _pattern_name(self, call: ExpandedCall, text: str) -> Parts:
        """A command named by a file pattern: every program that rules speak of and that it may match."""
        folder, _, last = text.rpartition("/")
        compiled = patterns.regex(last)
        elsewhere = folder.startswith("/") and not re.search(r"[*?\[]", folder) and folder not in _BINARIES
        names = [name for name in PROGRAMS if compiled is not None and compiled.fullmatch(name) and not elsewhere]
        for name in names[:WAYS]:
            self.dispatch(replace(call, words=(word(f"{folder}/{name}" if folder else name), *call.arguments)))
        if not names or len(names) > WAYS:
            self.recorder.record(call, name="")
            self.recorder.note_unresolved(f"the name of the command is a pattern: {text}", call.place)
        return unknown_output()


def _known_rest(program: Word) -> str:
    """What is known of a command's name: all of it when the unknown parts are empty, or what follows a folder."""
    if all(part.empty for part in program.unknowns):
        return program.emptied
    tail = program.parts[-1]
    return tail.rpartition("/")[2] if isinstance(tail, str) and "/" in tail else ""  # "$DIR/bin/rm"
