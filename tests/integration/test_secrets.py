"""No secret that goes in comes out anywhere but in the script of the person who gave it."""

from __future__ import annotations

import json
import random
import re
import stat
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.core.run import fold
from scriptsmith.core.secret_tokens import TOKEN, tokens_in
from scriptsmith.core.types import Action, Entry, Script
from scriptsmith.errors import Blocked
from scriptsmith.ports import Prompt
from scriptsmith.redaction.model_boundary import RedactingModel
from scriptsmith.redaction.run_secrets import RunSecrets
from scriptsmith.redaction.secret_check import SecretCheck
from scriptsmith.run_service import RunService
from scriptsmith.testing import scripted
from scriptsmith.testing.answers import RecordedRequest, Said
from scriptsmith.testing.doubles import MemoryJournal, MemoryVault, ScriptedModel
from scriptsmith.testing.secrets import SecretSample, lines
from scriptsmith.vetting import vet

from ..cli.program import Program, with_model
from ..unit.kits import YES, block, kit

SECRET = "Zq9" + "$k'x " + "w7Lp2"  # every sign that a shell would read
QUOTED = "'" + SECRET.replace("'", "'\\''") + "'"
ACTION = f'knit with the loom at host, user ada, password: "{SECRET}"'
SAID = {"describe": "It logs in and knits.", "similarity": YES, "difference": YES}
HEAD = "#!/usr/bin/env bash\nset -euo pipefail\n"


def canaries() -> list[SecretSample]:
    """200 lines of different kinds, each with a secret of its own."""
    caught = [
        line for line in lines(random.Random(42)) if line.kind not in ("openvpn auth", "mail relay", "credentials pair")
    ]
    return caught[:200]


def writes_what_it_was_told(request: RecordedRequest) -> Said:
    """A model that puts the token that it was shown into its script, in other quotes than it saw."""
    if request.prompt != "draft":
        return scripted(SAID)(request)
    token = next(iter(tokens_in(request.text)), "none")
    return f"Reasons.\n```bash\n{HEAD}printf '%s' {token}\nprintf '%s' \"{token}\" '{token}'\n```\n"


async def test_two_hundred_secrets_stay_out_of_log_prompts_and_run() -> None:
    """With 200 secrets in an action's context, neither a prompt nor the log nor the run holds any of them."""
    planted = canaries()
    assert len(planted) == 200
    script = HEAD + "true\n"
    model = ScriptedModel({"draft": block(script), **SAID})
    journal, vault = MemoryJournal(), MemoryVault()
    run_service = RunService(kit=kit(model), journal=journal, vault=vault)
    context = "\n\n".join(line.text for line in planted)
    run_id, run = await run_service.submit(Action(text="knit a pullover", context=context))
    seen = repr(await journal.read(run_id)) + repr(model.asked) + repr(run)
    assert model.names == ["draft", "describe", "similarity", "difference"]
    assert [line.kind for line in planted if line.secret in seen or json.dumps(line.secret)[1:-1] in seen] == []
    kept = await RunSecrets.of(run_id, vault)
    assert kept.restored(Script(text=run.action.context), as_it_was).text == context


def as_it_was(text: str, spellings: dict[str, str]) -> str:
    """Every spelling back in its place, in no language."""
    return TOKEN.sub(lambda one: spellings.get(one[0], one[0]), text)


async def test_what_a_model_makes_up_is_redacted_too() -> None:
    """A secret that a model writes is a token before it counts, and the run is the one that its log tells of."""
    made_up = "hunter" + "2" * 5
    model = ScriptedModel({"draft": block(f"{HEAD}mysql -u root -p{made_up} shop\n"), **SAID})
    journal = MemoryJournal()
    run_service = RunService(kit=kit(model), journal=journal, vault=MemoryVault())
    run_id, run = await run_service.submit(Action(text="knit a pullover"))
    events = await journal.read(run_id)
    assert made_up not in repr(events) + repr([prompt for prompt in model.asked if prompt.name != "draft"])
    assert fold(events) == run
    assert run.settled
    assert run.settled.script
    assert made_up in (await run_service.restored(run_id, run.settled.script)).text


async def test_a_script_with_a_secret_is_never_published() -> None:
    """An approval is refused with what to do; after an edit without the secret it goes through, digest and all."""
    model = ScriptedModel({"draft": block(f"{HEAD}mysql -u root -p{QUOTED} shop\n"), **SAID})
    tools = replace(kit(model), checkers=(SecretCheck(),))
    run_service = RunService(kit=tools, journal=MemoryJournal(), vault=MemoryVault())
    run_id, run = await run_service.submit(Action(text="knit a pullover"))
    assert run.best
    assert "SS0012" in [finding.code for finding in run.best.findings]
    with pytest.raises(Blocked, match="as a parameter or to read it from a file"):
        await run_service.review(run_id, "approve", reviewer="ana")
    assert not await tools.catalogue.entries()
    await run_service.review(run_id, "edit", reviewer="ana", script=Script(text=f'{HEAD}mysql -u root shop < "$1"\n'))
    after = await run_service.review(run_id, "approve", reviewer="ben")
    assert after.published
    assert tokens_in(after.published.script.text) == ()


async def test_a_person_may_edit_around_a_token() -> None:
    """A token in an edited script is the same secret; a new secret in it gets a token before it is recorded."""
    model = ScriptedModel({"draft": block(f"{HEAD}mysql -u root -p{QUOTED} shop\n"), **SAID})
    journal = MemoryJournal()
    run_service = RunService(kit=kit(model), journal=journal, vault=MemoryVault())
    run_id, _ = await run_service.submit(Action(text="knit a pullover"))
    new = "Other" + "9secret"
    edited = Script(text=f"{HEAD}MYSQL_PWD=SS_SECRET_1A mysql shop; sshpass -p {new} true\n")
    after = await run_service.review(run_id, "edit", reviewer="ana", script=edited, comment=f"the password is {new}")
    assert new not in repr(await journal.read(run_id))
    assert after.settled
    assert after.settled.script
    text = (await run_service.restored(run_id, after.settled.script)).text
    assert f"sshpass -p {new} true" in text
    assert f"MYSQL_PWD={QUOTED} mysql" in text


async def test_without_what_was_kept_the_token_stays_and_is_named() -> None:
    """When the vault has nothing any more, the script shows the token, and no new secret ever takes its place."""
    model = ScriptedModel({"draft": block(f"{HEAD}mysql -u root -p{QUOTED} shop\n"), **SAID})
    journal = MemoryJournal()
    run_id, run = await RunService(kit=kit(model), journal=journal, vault=MemoryVault()).submit(Action(text="knit"))
    assert run.settled
    assert run.settled.script
    later = RunService(kit=kit(model), journal=journal, vault=MemoryVault())
    restored = await later.restored(run_id, run.settled.script)
    assert restored.missing == tokens_in(run.settled.script.text) != ()
    assert restored.missing[0] in restored.text
    after = await later.review(
        run_id, "edit", reviewer="a", script=Script(text=f"{HEAD}sshpass -p Other9secret true\n")
    )
    assert after.settled
    assert after.settled.script
    assert tokens_in(after.settled.script.text) == ("SS_SECRET_2A",)


async def test_a_model_asked_outside_a_run_sees_no_secret_and_its_reply_is_restored() -> None:
    """Whoever asks a model: the prompt has a token, and where the reply names it the secret stands again."""
    secret = "Zq9" + "kk7x1w"
    inner = ScriptedModel({"x": "run: mysql -pSS_SECRET_1A"})
    reply = await RedactingModel(inner).ask(Prompt(name="x", system="be brief", text=f"mysql -p{secret}"))
    assert inner.asked[0].text == "mysql -pSS_SECRET_1A"
    assert reply.text == f"run: mysql -p{secret}"


def test_the_person_gets_the_secret_and_nobody_else(tmp_path: Path) -> None:
    """From the command line: the script on stdout works, and neither prompts, logs, stderr nor `show` hold the secret."""
    with with_model(tmp_path, writes_what_it_was_told) as (program, provider):
        done = program("forge", ACTION, SCRIPTSMITH_SANDBOX__REHEARSE="false")
        sent = json.dumps([request.body for request in provider.requests])
    assert done.status == 0, done.stderr
    ran = subprocess.run(["bash"], input=done.stdout, capture_output=True, text=True, cwd=tmp_path)
    assert ran.stdout == SECRET * 3, done.stdout
    run_id = program.runs()[0]
    shown = [
        program(*words)
        for words in (
            ("runs", "show", run_id),
            ("runs", "show", run_id, "--json"),
            ("review", "show", run_id),
            ("runs", "list"),
        )
    ]
    kept = next(tmp_path.rglob("*.secrets"))
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    log = next(tmp_path.rglob(f"{run_id}.jsonl")).read_text()
    for text in (sent, done.stderr, log, *(each.stdout + each.stderr for each in shown)):
        assert SECRET not in text
        assert json.dumps(SECRET)[1:-1] not in text
        assert SECRET[:4] not in text
    assert "a secret that you gave" in done.stderr
    assert program("runs", "resume", run_id).stdout == done.stdout
    digest = program("review", "show", run_id, "--json").json["digest"]
    refused = program("review", "approve", run_id, "--digest", digest)
    assert refused.status == 5
    assert "read it from a file" in refused.stderr
    kept.unlink()
    without = program("runs", "resume", run_id)
    assert SECRET not in without.stdout
    assert "put the value in by hand" in without.stderr


def test_a_parameter_is_a_secret_by_its_name_and_its_script_still_works(tmp_path: Path) -> None:
    """`--param` and `--json`: documents hold tokens, and `-o` writes the script that works."""
    with with_model(tmp_path, writes_what_it_was_told) as (program, _):
        target = tmp_path / "job.sh"
        done = program(
            "forge", "knit a pullover " + ACTION, "--json", "-o", str(target), SCRIPTSMITH_SANDBOX__REHEARSE="false"
        )
    assert SECRET[:4] not in done.stdout + done.stderr
    assert tokens_in(done.json["script"])
    assert "Zq9" in target.read_text()


def test_check_shows_the_line_without_the_secret(tmp_path: Path) -> None:
    """The source line around a finding has stars in the place of a secret, and the caret where it belongs."""
    secret = "Zq9" + "kk7x1w"
    (tmp_path / "x.sh").write_text(f"#!/bin/bash\nmysql -p{secret} $1\n")
    done = Program(tmp_path)("check", "x.sh")
    assert done.status == 1
    assert secret not in done.stdout + done.stderr
    assert re.search(r"mysql -p\*{9} \$1\n +\^\^", done.stdout), done.stdout


async def test_an_entry_with_a_secret_is_faulty() -> None:
    """What enters the catalogue by hand is looked at too, and the fault names the line and not the secret."""
    secret = "Zq9" + "kk7x1w"
    entry = Entry(id="x", title="x", phrases=("x",), script=Script(text=f"{HEAD}mysql -p{secret} shop\n"))
    faults = await vet(entry, ())
    assert len(faults) == 1
    assert faults[0].startswith("line 3: a secret stands here")
    assert secret not in faults[0]


async def test_a_named_value_is_a_token_in_log_and_served_script() -> None:
    """A value given for a parameter whose name says so is a token from the first event on."""
    journal = MemoryJournal()
    secret = "wool gathering"
    run_id, run = await RunService(kit=kit(), journal=journal, vault=MemoryVault()).submit(
        Action(text="knit a pullover", given={"db-password": secret})
    )
    assert run.action.given == {"db-password": "SS_SECRET_1A"}
    assert secret not in repr(await journal.read(run_id))
