"""The first playbooks of the seed: sound by our own reading, clean for ansible-lint at `production`, proven by two runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import scriptsmith
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.analysis import judge
from scriptsmith.ansible.checks import text_findings
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.ansible.programs import FOLDER, SETTINGS, environ
from scriptsmith.ansible.trying import try_playbook
from scriptsmith.core.types import Script
from scriptsmith.ports import BoxLimits, BoxSpec
from tests.ansible.installed import ansible, home
from tests.boxes import boxed

SEED = sorted((Path(scriptsmith.__file__).parent / "ansible" / "seed").glob("*.yml"))
LIMITS = BoxLimits(wall=600, cpu=600, output=4 << 20)
named = pytest.mark.parametrize("path", SEED, ids=lambda path: path.stem)


def test_there_are_at_least_ten() -> None:
    assert len(SEED) >= 10


@named
def test_it_has_no_findings_and_destroys_nothing(path: Path) -> None:
    playbook = read_playbook(path.read_text(encoding="utf-8"))
    assert list(text_findings(playbook)) == []
    assert judge(playbook).risk in ("safe", "notable")


@boxed
@ansible
@pytest.mark.thorough
async def test_all_are_clean_at_production() -> None:
    """One run of ansible-lint over all of them: it takes as long as for one."""
    files = {f"{FOLDER}/{path.name}": path.read_bytes() for path in SEED}
    spec = BoxSpec(files={**files, SETTINGS: b"[defaults]\n"}, workdir=FOLDER, environ=environ(home()), limits=LIMITS)
    names = [path.name for path in SEED]
    async with Bubblewrap().open(spec) as box:
        ran = await box.execute(
            [home().program("ansible-lint"), "--offline", "--nocolor", "-q", "--profile", "production", *names]
        )
    assert (ran.exit, ran.stdout.decode()) == (0, ""), ran.stderr.decode()


@boxed
@ansible
@pytest.mark.thorough
@named
async def test_two_runs_prove_it(path: Path) -> None:
    """The first run changes something, the second nothing."""
    script = Script(text=path.read_text(encoding="utf-8"), target="ansible")
    trial = await try_playbook(Bubblewrap(), script, home(), spec=BoxSpec(limits=LIMITS), groups=["servers"])
    assert (trial.verdict, trial.why) == ("passed", ())
    assert trial.first.count("changed") > 0
    assert trial.executions[0].changes
    assert trial.executions[1].changes == ()
