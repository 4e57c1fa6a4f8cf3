"""Bash as a `Language`: what reads, judges, binds and runs scripts, behind one port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from . import prompts
from .language import Trial, TrialSpec
from .ports import BoxLimits, Checker, Sandbox
from .replies import problems
from .replies.extraction import Extraction, extract
from .replies.residue import residue, unreadable

if TYPE_CHECKING:
    from datetime import date

    from .bound_form.form import Bound
    from .core.effects import Danger
    from .core.types import Entry, Evidence, Parameter, Script, Target
    from .unasked.change import ScriptChange


@dataclass(frozen=True, slots=True, kw_only=True)
class Bash:
    """The `Language` of shell scripts."""

    checkers: tuple[Checker, ...] = ()
    draft_checkers: tuple[Checker, ...] = ()
    limits: BoxLimits = field(default_factory=BoxLimits)

    target: ClassVar[Target] = "bash"
    prompts: ClassVar[prompts.LanguagePrompts] = prompts.BASH
    skeleton: ClassVar[str] = "#!/usr/bin/env bash\nset -euo pipefail\n"
    strategies: ClassVar[tuple[str, ...]] = ("reasoning", "plain", "markdown", "examples", "nearest", "constrained")
    rehearsable: ClassVar[bool] = True
    weighed: ClassVar[bool] = True
    fixable: ClassVar[bool] = True
    starts: ClassVar[bool] = True
    cut_off: ClassVar[str] = problems.CUT_OFF

    def extract(self, reply: str, /) -> Extraction:
        """The script in a reply, without what is left of the reply in it."""
        found = extract(reply)
        if found.script is not None and (problem := residue(found.script)):
            return Extraction(script=None, reasoning=reply.strip(), problem=problem)
        return found

    def spoilt(self, before: str, after: str, /) -> str:
        return problems.BROKEN if unreadable(after) and not unreadable(before) else ""

    async def weigh(self, script: Script, /) -> Danger:
        from .checking import weigh

        return await weigh(script)

    def changes(self, script: Script, /) -> Sequence[ScriptChange]:
        from .unasked.changes import changes_of

        return changes_of(script.text)

    def spoken_line(self, script: Script, /) -> int | None:
        from .prompt_injection.bash_texts import spoken_line

        return spoken_line(script.text)

    def shown(self, script: Script, /) -> Script:
        from .prompt_injection.bash_texts import shown

        return replace(script, text=shown(script.text))

    def describe(self, script: Script, /) -> str:
        from .static_judge import described

        return described(script)

    def bind(
        self, entry: Entry, values: Mapping[str, str], /, *, on: date, long: bool = False, note: str = ""
    ) -> Bound:
        from .bound_form.form import bind

        return bind(entry, values, on=on, long=long, note=note)

    def takes(self, text: str, parameter: Parameter, /) -> bool:
        import re

        return bool(re.search(rf"(^|[^\w-]){re.escape(parameter.option)}([^\w-]|$)", text))

    def takes_values(self, text: str, /) -> bool:
        from .bash.arguments import takes_arguments

        return takes_arguments(text)

    def usage(self, text: str, /) -> str:
        from .bash_usage import usage

        return usage(text)

    def place(self, text: str, spellings: Mapping[str, str], /) -> str:
        from .redaction.shell_quoting import place

        return place(text, dict(spellings))

    def lacks(self) -> str:
        return ""

    def proof(self, entry: Entry, /) -> str:
        """Its test."""
        return entry.test

    async def prove(self, entry: Entry, harness: str, sandbox: Sandbox, /, *, at: str) -> Evidence:
        """Its test, on its script, on its bound forms and on scripts that do nothing."""
        from .proving import prove

        return await prove(entry, harness, sandbox, self.limits, at=at)

    async def run(self, sandbox: Sandbox, script: Script, trial: TrialSpec, /) -> Trial:
        """One execution; it passes when it ends with status 0, within its limits, and all it changed is told."""
        from .errors import UsageError
        from .trying import try_script

        if trial.groups:
            raise UsageError("--group is for playbooks, and this is none")
        ran = await try_script(
            sandbox, script, trial.arguments, spec=trial.spec, fixture=trial.fixture, stdin=trial.stdin
        )
        why = [f"it ended with status {ran.exit}"] if ran.exit else []
        why += [f"it met its limit of {', '.join(ran.limits)}"] if ran.limits else []
        why += ["it changed more than can be told"] if ran.omitted else []
        return Trial(verdict="failed" if why else "passed", why=tuple(why), executions=(ran,))


BASH = Bash()
"""Bash without checkers, for those who only read and write scripts."""
