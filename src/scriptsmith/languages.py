"""The languages that scripts are written in, by target: the one registry that everybody asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from .core.types import Finding, Severity
from .errors import ToolMissing

if TYPE_CHECKING:
    from .core.types import Script, Target
    from .language import Language
    from .ports import Checker, Sandbox
    from .schema import Settings


class WhereInstalled:
    """A `Checker` that says of what another one could not check that it did not, where that one cannot run.

    * SS0030  info  a program that checks playbooks is not there, or cannot cope: what it looks for was not looked for
    """

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self.name = checker.name

    async def check(self, script: Script, /) -> Sequence[Finding]:
        try:
            return await self._checker.check(script)
        except ToolMissing as error:
            message = f"{self.name} did not check this: {error}"
            return (Finding(checker=self.name, code="SS0030", severity=Severity.INFO, message=message),)


def _bash(settings: Settings, sandbox: Callable[[], Sandbox], checkers: tuple[Checker, ...]) -> Language:
    from .adapters.limited_subprocess import Limits
    from .adapters.programs import ShellCheck
    from .bash_language import Bash
    from .broken_pipes import BrokenPipes
    from .playbooks import box_limits
    from .redaction.secret_check import SecretCheck

    strict = ShellCheck(limits=Limits(seconds=settings.limits.check_seconds), obey=False)
    return Bash(
        checkers=checkers,
        draft_checkers=(checkers[0], strict, BrokenPipes(), SecretCheck()),
        limits=box_limits(settings),
    )


def _ansible(settings: Settings, sandbox: Callable[[], Sandbox], checkers: tuple[Checker, ...]) -> Language:
    from . import playbooks
    from .ansible.language import Ansible
    from .redaction.secret_check import SecretCheck

    text, *programs = playbooks.checkers(settings, sandbox, drafts=True)
    return Ansible(
        home=lambda: playbooks.ansible_home(settings),
        checkers=playbooks.checkers(settings, sandbox),
        draft_checkers=(text, *map(WhereInstalled, programs), SecretCheck()),
        limits=playbooks.limits(settings),
    )


LANGUAGES: Mapping[Target, Callable[[Settings, Callable[[], Sandbox], tuple[Checker, ...]], Language]] = {
    "bash": _bash,
    "ansible": _ansible,
}
"""How each language is made of the settings, of what opens boxes, and of the checkers of Bash scripts. Making one
starts nothing; what only one of them needs is imported when that one is made."""
