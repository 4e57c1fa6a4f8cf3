"""What Ansible's programs print becomes findings; what they cannot do is one sentence."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from scriptsmith.adapters.ansible_home import find
from scriptsmith.ansible.programs import AnsibleHome, AnsibleLint, AnsibleSyntax
from scriptsmith.core.effects import Execution
from scriptsmith.core.types import Finding, Script, Severity
from scriptsmith.errors import ToolMissing
from scriptsmith.ports import BoxLimits
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox

SCRIPT = Script(text="- hosts: localhost\n  tasks:\n    - ansible.builtin.ping:\n", target="ansible")


async def found(kind: type[AnsibleSyntax] | type[AnsibleLint], ran: Execution) -> Sequence[Finding]:
    def play(box: PlayedBox, argv: Sequence[str]) -> Execution:
        return ran

    return await kind(lambda: PlayedSandbox(play), lambda: AnsibleHome("/opt/bin"), BoxLimits()).check(SCRIPT)


async def test_what_ansible_cannot_load_is_an_error_at_its_place() -> None:
    said = b"[ERROR]: couldn't resolve module/action 'fil'.\nOrigin: /work/playbook/playbook.yml:3:7\n\n1 x\n"
    (one,) = await found(AnsibleSyntax, Execution(exit=4, stderr=said))
    assert (one.code, one.severity, one.line, one.column) == ("syntax-check", Severity.ERROR, 3, 7)
    assert one.message == "couldn't resolve module/action 'fil'."


def _sarif(*results: tuple[str, str]) -> bytes:
    titles = {
        "risky-shell-pipe": "Shells that use pipes should set pipefail.",
        "schema[playbook]": "$[0].become 'maybe' is not of type 'boolean'",
    }
    rules = [{"id": rule, "shortDescription": {"text": title}} for rule, title in titles.items()]
    place = [{"physicalLocation": {"region": {"startLine": 3, "startColumn": 5}}}]
    shown = [{"ruleId": rule, "message": {"text": text}, "locations": place} for rule, text in results]
    return json.dumps({"runs": [{"tool": {"driver": {"rules": rules}}, "results": shown}]}).encode()


async def test_lint_has_three_weights_and_titles() -> None:
    """And what it says of the syntax is left to ansible-playbook."""
    said = _sarif(
        ("jinja[invalid]", "a"),
        ("risky-shell-pipe", "Task/Handler: Run"),
        ("fqcn[action-core]", "b"),
        ("syntax-check[x]", "c"),
    )
    findings = await found(AnsibleLint, Execution(exit=2, stdout=said))
    assert [(each.code, each.severity) for each in findings] == [
        ("jinja[invalid]", Severity.ERROR),
        ("risky-shell-pipe", Severity.WARNING),
        ("fqcn[action-core]", Severity.STYLE),
    ]
    assert findings[1].message == "Shells that use pipes should set pipefail [task: Run]"
    assert (findings[1].line, findings[1].column) == (3, 5)


@pytest.mark.parametrize("kind", [AnsibleSyntax, AnsibleLint])
async def test_a_program_that_breaks_is_missing_and_never_a_verdict(kind: type[AnsibleSyntax]) -> None:
    with pytest.raises(ToolMissing, match="ended with status 5 and no result that can be read: Traceback"):
        await found(kind, Execution(exit=5, stderr=b"Traceback"))
    with pytest.raises(ToolMissing, match="met its limit of wall"):
        await found(kind, Execution(exit=137, limits=("wall",)))


async def test_lint_is_heard_where_it_says_what_is_wrong() -> None:
    """A fault of the schema is told by its title, and one of Ansible's without its version and paths."""
    said = _sarif(
        ("schema[playbook]", " Returned errors will not include exact line numbers"),
        (
            "internal-error",
            "ansible-playbook [core 2.19.14]\n  config file = x\n[ERROR]: Hosts list must be a string.\n",
        ),
    )
    schema, internal = await found(AnsibleLint, Execution(exit=2, stdout=said))
    assert schema.message == "$[0].become 'maybe' is not of type 'boolean'"
    assert internal.message == "Hosts list must be a string."


@pytest.mark.parametrize("obey", [True, False])
async def test_a_draft_cannot_silence_lint(obey: bool) -> None:
    """Whoever brings a playbook may excuse a task; what a model writes there is not heeded. Places stay."""
    text = (
        "- hosts: localhost\n  tasks:\n    - shell: a | b # noqa: risky-shell-pipe\n      tags: [skip_ansible_lint]\n"
    )
    given: list[bytes] = []

    def play(box: PlayedBox, argv: Sequence[str]) -> Execution:
        given.append(box.spec.files["/work/playbook/playbook.yml"])
        return Execution(exit=0, stdout=_sarif())

    lint = AnsibleLint(lambda: PlayedSandbox(play), lambda: AnsibleHome("/opt/bin"), BoxLimits(), obey=obey)
    await lint.check(Script(text=text, target="ansible"))
    (seen,) = (each.decode() for each in given)
    assert (seen == text) is obey
    assert ("noqa" in seen, "skip_ansible_lint" in seen) == (obey, obey)
    assert [len(line) for line in seen.splitlines()] == [len(line) for line in text.splitlines()]


def test_where_the_programs_are_found(tmp_path: Path) -> None:
    """In the named environment or on PATH; not where a box shows nothing."""
    with pytest.raises(ToolMissing, match=r"was not found in .*, which ansible\.home names"):
        find(str(tmp_path))
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        program = Path(folder, "bin", "ansible-playbook")
        program.parent.mkdir()
        program.write_text("#!/usr/bin/python3\n")
        program.chmod(0o755)
        with pytest.raises(ToolMissing, match=r"needs /tmp/.*, which no box shows: run `make ansible`"):
            find(folder)
