"""Ansible as a `Language`: playbooks behind the port that scripts have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from .. import prompts
from ..language import TrialSpec
from ..ports import BoxLimits, Checker, Sandbox
from ..replies import problems

if TYPE_CHECKING:
    from datetime import date

    from ..bound_form.form import Bound
    from ..core.effects import Danger
    from ..core.types import Entry, Evidence, Parameter, Script, Target
    from ..replies.extraction import Extraction
    from ..unasked.change import ScriptChange
    from .programs import AnsibleHome
    from .trying import PlaybookTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class Ansible:
    """The `Language` of playbooks. `home` says where Ansible's programs are, or raises `ToolMissing`."""

    home: Callable[[], AnsibleHome]
    checkers: tuple[Checker, ...] = ()
    draft_checkers: tuple[Checker, ...] = ()
    limits: BoxLimits = field(default_factory=BoxLimits)

    target: ClassVar[Target] = "ansible"
    prompts: ClassVar[prompts.LanguagePrompts] = prompts.ANSIBLE
    skeleton: ClassVar[str] = "---\n- name: \n  hosts: servers\n  become: true\n  tasks:\n"
    strategies: ClassVar[tuple[str, ...]] = ("reasoning",)
    rehearsable: ClassVar[bool] = False
    weighed: ClassVar[bool] = False
    fixable: ClassVar[bool] = False
    starts: ClassVar[bool] = False
    cut_off: ClassVar[str] = problems.of_playbook(problems.CUT_OFF)

    def extract(self, reply: str, /) -> Extraction:
        from .extraction import extract

        return extract(reply)

    def spoilt(self, before: str, after: str, /) -> str:
        from ..replies.problems import BROKEN_PLAYBOOK
        from .playbook import read_playbook

        return BROKEN_PLAYBOOK if read_playbook(after).problems and not read_playbook(before).problems else ""

    async def weigh(self, script: Script, /) -> Danger:
        from ..checking import analysed
        from .analysis import analyse_playbook

        return await analysed(analyse_playbook, script.text)

    def changes(self, script: Script, /) -> Sequence[ScriptChange]:
        from .changes import changes_of_playbook

        return changes_of_playbook(script.text)

    def spoken_line(self, script: Script, /) -> int | None:
        from ..prompt_injection.playbook_texts import spoken_line

        return spoken_line(script.text)

    def shown(self, script: Script, /) -> Script:
        from ..prompt_injection.playbook_texts import shown

        return replace(script, text=shown(script.text))

    def describe(self, script: Script, /) -> str:
        from .description import describe

        return describe(script.text)

    def bind(
        self, entry: Entry, values: Mapping[str, str], /, *, on: date, long: bool = False, note: str = ""
    ) -> Bound:
        """Its playbook with `values` as the variables of its plays; the `long` form is the same."""
        from .binding import bind

        return bind(entry, values, on=on, note=note)

    def takes(self, text: str, parameter: Parameter, /) -> bool:
        """Whether a play sets the variable that the parameter's `option` names."""
        from .binding import variables

        return parameter.option in variables(text)

    def takes_values(self, text: str, /) -> bool:
        from .binding import variables

        return bool(variables(text))

    def usage(self, text: str, /) -> str:
        """Nothing: the plays give their variables values."""
        return ""

    def place(self, text: str, spellings: Mapping[str, str], /) -> str:
        from .binding import place

        return place(text, spellings)

    def lacks(self) -> str:
        from ..errors import ToolMissing

        try:
            self.home()
        except ToolMissing as error:
            return str(error)
        return ""

    def proof(self, entry: Entry, /) -> str:
        """Its test, or where it has none the playbook itself: two runs prove it."""
        return entry.test or entry.script.text

    async def prove(self, entry: Entry, harness: str, sandbox: Sandbox, /, *, at: str) -> Evidence:
        """Two runs of the playbook, and two of its bound form."""
        from .proving import prove

        return await prove(entry, harness, self, sandbox, at=at)

    async def run(self, sandbox: Sandbox, script: Script, trial: TrialSpec, /) -> PlaybookTrial:
        """Two executions: the second must change nothing."""
        from ..errors import UsageError
        from .trying import try_playbook

        if trial.arguments or trial.spec.root or trial.stdin:
            raise UsageError("a playbook takes no arguments and no input, and runs over the host's own tree")
        return await try_playbook(
            sandbox, script, self.home(), spec=trial.spec, groups=trial.groups, fixture=trial.fixture
        )
