"""The path from an action to a playbook: drafted, checked, judged, described, refined and published like a script."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scriptsmith.ansible.checks import PlaybookText
from scriptsmith.ansible.language import Ansible
from scriptsmith.ansible.programs import AnsibleHome
from scriptsmith.codesift import describing, judging
from scriptsmith.core.events import Asked
from scriptsmith.core.flow import Policy
from scriptsmith.core.run import Run
from scriptsmith.core.types import Action, Script
from scriptsmith.drafting import drafting, explaining, refining
from scriptsmith.errors import ToolMissing
from scriptsmith.languages import WhereInstalled
from scriptsmith.pipeline import Kit
from scriptsmith.redaction.secret_check import SecretCheck
from scriptsmith.testing.doubles import MemoryCatalogue, ScriptedModel
from tests.ansible.test_extraction import PLAYBOOK
from tests.unit.kits import Log, settled

ACTION = Action(text="create the folder /srv/app on the web servers", target="ansible")
YES = json.dumps({"reason": "It is covered.", "verdict": "yes"})
NO = json.dumps({"reason": "It makes another folder.", "verdict": "no"})
FAULT = json.dumps(
    {
        "wrong": True,
        "explanation": "It is the wrong folder.",
        "quote": "",
        "counterexample": "",
        "scenario_at_fault": "",
    }
)
TABS = PLAYBOOK.replace("  hosts: servers", "\thosts: servers")
REMOVES = PLAYBOOK.replace("folder: /srv/app", "folder: /").replace("state: directory", "state: absent")


def nowhere() -> AnsibleHome:
    raise ToolMissing("ansible-playbook was not found")


class Missing:
    name = "ansible-lint"

    async def check(self, script: Script, /) -> tuple[()]:
        nowhere()
        return ()


def block(playbook: str) -> str:
    return f"- modules: file\n\n```yaml\n{playbook}```\n"


def kit(model: ScriptedModel, **more: Any) -> Kit:
    """A kit for playbooks over our own reading, as it is where no program of Ansible is installed."""
    language = Ansible(home=nowhere)
    parts: dict[str, Any] = {
        "catalogue": MemoryCatalogue(()),
        "language": language,
        "syntax": PlaybookText(),
        "checkers": (WhereInstalled(Missing()), SecretCheck()),
        "draft": drafting(model, language=language),
        "refine": refining(model, language),
        "explain": explaining(model, language),
        "describe": describing(model, language),
        "judge": judging(model),
    }
    return Kit(**parts | more)


async def forged(model: ScriptedModel, **more: Any) -> tuple[Run, Log]:
    log = Log(Asked(action=ACTION))
    return await log.forge(kit(model, **more)), log


async def test_an_action_becomes_a_playbook() -> None:
    """It is asked for as a playbook, taken out of its block, checked as one, and settled; what is not there is said."""
    model = ScriptedModel({"draft": block(PLAYBOOK), "similarity": YES, "difference": YES})
    run, _ = await forged(model)
    assert settled(run) == ("verified", PLAYBOOK)
    assert run.settled is not None
    assert run.settled.script == Script(text=PLAYBOOK, target="ansible")
    drafted, described = model.asked[0], model.asked[1]
    assert "You write Ansible playbooks" in drafted.system
    assert "Bash" not in drafted.system + drafted.text
    assert "You read Ansible playbooks" in described.system
    assert run.best is not None
    assert [finding.code for finding in run.best.findings] == ["SS0030"]
    assert run.best.danger is not None
    assert "/srv/app" in run.best.danger.effects.writes


@pytest.mark.parametrize(
    ("broken", "said"),
    [(block(TABS), "a tab indents this line"), ("```bash\nmkdir /srv/app\n```", "answer with the whole playbook")],
)
async def test_what_is_wrong_with_a_draft_drives_the_next_one(broken: str, said: str) -> None:
    """No model is asked about a playbook that cannot be read, and the refiner is told why in the playbook's words."""
    model = ScriptedModel({"draft": broken, "refine": block(PLAYBOOK), "similarity": YES, "difference": YES})
    run, _ = await forged(model, policy=Policy(max_refinements=1))
    assert settled(run) == ("verified", PLAYBOOK)
    assert model.names[:2] == ["draft", "refine"]
    assert said in model.asked[1].text
    assert "You correct Ansible playbooks" in model.asked[1].system


async def test_what_no_module_has_is_refined_away_without_ansible() -> None:
    """A person's playbook may be for another version of Ansible; a draft with an option or a module that is not known
    goes back, with those that there are."""
    wrong = PLAYBOOK.replace("state: directory", "state: folder")
    model = ScriptedModel({"draft": block(wrong), "refine": block(PLAYBOOK), "similarity": YES, "difference": YES})
    run, _ = await forged(model, policy=Policy(max_refinements=1), syntax=PlaybookText(strict=True))
    assert settled(run) == ("verified", PLAYBOOK)
    (refine,) = (prompt for prompt in model.asked if prompt.name == "refine")
    assert "takes one of absent, directory, file" in refine.text


async def test_a_playbook_that_is_not_right_is_explained_and_refined() -> None:
    other = PLAYBOOK.replace("/srv/app", "/srv/other")
    answers = {
        "draft": block(other), "similarity": [NO, YES], "difference": [NO, YES], "explain": FAULT,
        "refine": block(PLAYBOOK),
    }  # fmt: skip
    model = ScriptedModel(answers)
    run, log = await forged(model, policy=Policy(max_refinements=1))
    assert settled(run) == ("verified", PLAYBOOK)
    assert "explained" in log.kinds
    (explain,) = (prompt for prompt in model.asked if prompt.name == "explain")
    assert "You review an Ansible playbook" in explain.system


async def test_a_correction_that_cannot_be_read_replaces_nothing() -> None:
    model = ScriptedModel(
        {"draft": block(PLAYBOOK), "similarity": NO, "difference": NO, "explain": FAULT, "refine": block(TABS)}
    )
    run, _ = await forged(model, policy=Policy(max_refinements=1))
    assert settled(run)[1] == PLAYBOOK
    (finding,) = run.attempts[-1].findings
    assert "The correction cannot be read as a playbook" in finding.message


async def test_danger_is_judged_as_that_of_a_script() -> None:
    """A playbook that removes everything is never verified, whatever the assessors say."""
    model = ScriptedModel({"draft": block(REMOVES), "similarity": YES, "difference": YES})
    run, _ = await forged(model, policy=Policy(max_refinements=0))
    assert run.best is not None
    assert run.best.danger is not None
    assert run.best.danger.risk == "dangerous"
    assert settled(run)[0] != "verified"
