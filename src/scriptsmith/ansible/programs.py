"""Ansible's own programs as checkers, in a box and after our own walk of the text: never before it, never on the host.

`ansible-playbook --syntax-check` and `ansible-lint` are GPL programs that a person installs; ScriptSmith starts them
and reads what they print. Both evaluate templates while they check, so neither is started for a playbook to which the
walk (`controller`) objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.effects import Execution
from ..core.types import Finding, Script, Severity
from ..errors import SandboxUnavailable, ToolMissing
from ..ports import BoxLimits, BoxSpec, Sandbox
from .checks import may_be_handed_on
from .playbook import read_playbook

FOLDER = "/work/playbook"
"""Where the playbook lies in the box, alone: no `ansible.cfg`, plugin or role of the host is beside it."""
SETTINGS = "/work/ansible.cfg"
"""Settings that say nothing, so that Ansible looks for no others."""
SCRATCH = "/tmp/scriptsmith-ansible"
"""Ansible's own files in the box; no effects of the playbook."""


@dataclass(frozen=True, slots=True)
class AnsibleHome:
    """Where Ansible's programs lie; a box shows the folder."""

    folder: str

    def program(self, name: str) -> str:
        return f"{self.folder}/{name}"


Find = Callable[[], AnsibleHome]
"""Says where the programs are; raises `ToolMissing` with what to install."""


def environ(home: AnsibleHome) -> Mapping[str, str]:
    """What Ansible is told in the box: no colours, no settings of anybody's, its own files in one place."""
    return {
        "ANSIBLE_CONFIG": SETTINGS,
        "ANSIBLE_NOCOLOR": "1",
        "ANSIBLE_HOME": SCRATCH,
        "ANSIBLE_LOCAL_TEMP": f"{SCRATCH}/local",
        "ANSIBLE_REMOTE_TEMP": f"{SCRATCH}/remote",
        "ANSIBLE_RETRY_FILES_ENABLED": "false",
        "ANSIBLE_DEPRECATION_WARNINGS": "false",
        "ANSIBLE_PYTHON_INTERPRETER": "auto_silent",
        "ANSIBLE_LOCALHOST_WARNING": "false",
        "HOME": SCRATCH,
        "XDG_CACHE_HOME": f"{SCRATCH}/cache",
        "PATH": f"{home.folder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
    }


class _Boxed:
    """What both checkers share: the walk first, then one command in a box of its own."""

    name = ""

    def __init__(self, sandbox: Callable[[], Sandbox], find: Find, limits: BoxLimits) -> None:
        self._sandbox = sandbox
        self._find = find
        self._limits = limits

    async def _ran(self, script: Script, program: str, arguments: Sequence[str]) -> Execution | None:
        """How the program ended, or None for a playbook that it must not be given. Raises `ToolMissing`."""
        if not may_be_handed_on(read_playbook(script.text)):
            return None
        home = self._find()
        spec = BoxSpec(
            files={f"{FOLDER}/playbook.yml": script.text.encode("utf-8", "replace"), SETTINGS: b"[defaults]\n"},
            workdir=FOLDER,
            environ=environ(home),
            limits=self._limits,
        )
        try:
            async with self._sandbox().open(spec) as box:
                ran = await box.execute([home.program(program), *arguments, "playbook.yml"])
        except SandboxUnavailable as error:
            raise ToolMissing(f"{self.name} runs only in a box, and none can be opened: {error}") from None
        if ran.limits:
            raise ToolMissing(f"{self.name} met its limit of {', '.join(ran.limits)} and said nothing")
        return ran

    def _broken(self, ran: Execution) -> ToolMissing:
        said = (ran.stderr or ran.stdout).decode("utf-8", "replace").strip().splitlines()
        detail = f": {said[-1][:160]}" if said else ""
        return ToolMissing(f"{self.name} ended with status {ran.exit} and no result that can be read{detail}")


class AnsibleSyntax(_Boxed):
    """`ansible-playbook --syntax-check`: whether Ansible can load the playbook."""

    name = "ansible-playbook --syntax-check"

    async def check(self, script: Script, /) -> Sequence[Finding]:
        """At most one finding: Ansible stops at the first. Raises `ToolMissing`."""
        ran = await self._ran(script, "ansible-playbook", ["--syntax-check", "-i", "localhost,"])
        if ran is None or ran.exit == 0:
            return ()
        text = f"{ran.stderr.decode('utf-8', 'replace')}\n{ran.stdout.decode('utf-8', 'replace')}"
        if not (found := _ERROR.search(text)):
            raise self._broken(ran)
        where = _ORIGIN.search(text)
        line, column = (int(where[1]), int(where[2])) if where else (1, 1)
        message = " ".join(found[1].split())
        return (
            Finding(
                checker=self.name,
                code="syntax-check",
                severity=Severity.ERROR,
                message=message,
                line=line,
                column=column,
            ),
        )


_ERROR = re.compile(r"(?:\[ERROR\]|ERROR!):?\s*(.+?)(?:\n\s*\n|\nOrigin:|\Z)", re.S)
_ORIGIN = re.compile(r"(?:Origin: \S*playbook\.yml:(\d+):(\d+))")

_STOPS = re.compile(r"\A(?:syntax-check|parser-error|load-failure|internal-error|schema|args|jinja\[invalid\])")
_STYLE = re.compile(
    r"\A(?:name|fqcn|yaml|key-order|var-naming|jinja\[spacing\]|no-free-form|playbook-extension)(?:\[|\Z)"
)


_SILENCERS = re.compile(r"\b(noq|skip_ansible_lin|yamllin)[at]\b")
"""What silences ansible-lint, without its last letter: with another one it means nothing, and every place stays."""


def _titles(run: Mapping[str, Any]) -> Mapping[str, str]:
    """What each rule is about, in ansible-lint's own short words."""
    rules = run.get("tool", {}).get("driver", {}).get("rules", ())
    return {str(rule["id"]): str(rule.get("shortDescription", {}).get("text", "")) for rule in rules}


def _sentence(rule: str, text: str, title: str) -> str:
    """What a result says, in one line: a fault of the schema stands in its title, and what Ansible said when it was
    asked for the syntax somewhere in the middle of the text."""
    if rule.startswith("schema") and title:
        return title
    found = _ERROR.search(text) if rule == "internal-error" else None
    return " ".join((found[1] if found else text).split())


def _severity(rule: str) -> Severity:
    return Severity.ERROR if _STOPS.match(rule) else Severity.STYLE if _STYLE.match(rule) else Severity.WARNING


class AnsibleLint(_Boxed):
    """`ansible-lint`, profile `production`: what does not work is an error, what is risky a warning, the rest style.

    Without `obey` it heeds no comment and no tag of the playbook that would silence it.
    """

    name = "ansible-lint"

    def __init__(self, sandbox: Callable[[], Sandbox], find: Find, limits: BoxLimits, *, obey: bool = True) -> None:
        super().__init__(sandbox, find, limits)
        self._obey = obey

    async def check(self, script: Script, /) -> Sequence[Finding]:
        """Everything it says. Raises `ToolMissing`."""
        arguments = ["--offline", "--nocolor", "-q", "--profile", "production", "-f", "sarif"]
        heard = script if self._obey else replace(script, text=_SILENCERS.sub(r"\1-", script.text))
        ran = await self._ran(heard, "ansible-lint", arguments)
        if ran is None:
            return ()
        try:
            (first,) = json.loads(ran.stdout)["runs"]
            return tuple(self._results(first["results"], _titles(first)))
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            raise self._broken(ran) from None

    def _results(self, results: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> Iterator[Finding]:
        for result in results:
            region = result["locations"][0]["physicalLocation"].get("region", {})
            code = str(result["ruleId"])
            if code.startswith("syntax-check"):
                continue  # it asks ansible-playbook too, and that one's own answer is told
            said = _sentence(code, str(result["message"]["text"]), titles.get(code, ""))
            if said.startswith("Task/Handler: ") and titles.get(code):
                said = f"{titles[code].rstrip('.')} [task: {said.removeprefix('Task/Handler: ')}]"
            yield Finding(
                checker=self.name,
                code=code,
                severity=_severity(code),
                message=said,
                line=max(1, int(region.get("startLine", 1))),
                column=max(1, int(region.get("startColumn", 1))),
            )
