"""Rehearsing: a scenario is written without sight of the script, proven, and the script runs in it, in a sandbox."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from shutil import which

from . import prompts
from .bash.arguments import takes_arguments
from .bash_language import BASH
from .core.effects import Execution
from .core.plain_data import plain
from .core.rehearsal import Performance, Rehearsal, broken, conclude
from .core.rehearsal_programs import (
    assertion_program,
    prepare_program,
    read_arguments,
    read_assertions,
    run_program,
    stub_program,
    wrong_program,
)
from .core.scenario import FOLDER, Scenario, Situation, grounded
from .core.scenario_reading import UnreadableScenario, read_scenario
from .core.types import Action, Call, Script
from .errors import BadInput, CutOff, SandboxUnavailable
from .ports import BoxLimits, BoxSpec, Model, Rehearse, Sandbox
from .prompts import BoxFacts

REPAIRS = 3
"""How often a broken scenario is given back to be mended."""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
EMPTY = Script(text="#!/bin/bash\n")
ASKED_FOR = tuple(
    """
    python3 perl jq curl wget git openssl ssh rsync zip xz zstd sqlite3 psql mysql redis-cli nginx ip ss lsof ps crontab
    logrotate gpg bc node java docker kubectl
    """.split()  # noqa: SIM905
)
"""Programs beside Bash and the GNU tools that scripts call most; what a box has of them is told to whoever writes
scenarios."""


def rehearsing(model: Model, sandbox: Sandbox, limits: BoxLimits | None = None) -> Rehearse:
    """A step that rehearses a script: writes the scenario if there is none yet, proves it, runs the script in it.

    A box that cannot be opened is no opinion, like a scenario that cannot be made.
    """
    stage = _Stage(model, sandbox, limits or BoxLimits())

    async def rehearse(
        action: Action, script: Script, scenario: Scenario | None
    ) -> tuple[Rehearsal, Scenario | None, tuple[Call, ...]]:
        calls: list[Call] = []
        try:
            problem = ""
            if scenario is None or scenario.to_rewrite:
                scenario, problem = await stage.write(action, scenario, calls)
            if not scenario.proven:
                why = problem or "the one for this action proves nothing"
                if scenario.unfit:
                    why = f"the assessor says that this cannot be rehearsed: {scenario.unfit}"
                return Rehearsal(opinion=None, problem=f"no scenario: {why}"), scenario, tuple(calls)
            return await stage.rehearse(action, script, scenario, calls), scenario, tuple(calls)
        except CutOff:
            return Rehearsal(opinion=None, problem="no scenario: the reply had no end"), scenario, tuple(calls)
        except SandboxUnavailable as error:
            return Rehearsal(opinion=None, problem=f"no box: {error}"), scenario, tuple(calls)

    return rehearse


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where rehearsals happen; `calls` collects what models were asked, also when a box fails later."""

    model: Model
    sandbox: Sandbox
    limits: BoxLimits

    async def write(self, action: Action, refuted: Scenario | None, calls: list[Call]) -> tuple[Scenario, str]:
        """A proven scenario, or one that is not and what is wrong with it after every repair.

        One that was `refuted` is written anew once, and nothing of it is kept.
        """
        scenario = Scenario(situation="")
        previous = problem = ""
        fault = refuted.refuted if refuted else ""
        if refuted:
            previous, problem = json.dumps(plain(refuted), ensure_ascii=False), f"it is at fault: {fault}"
        for _ in range(1 + REPAIRS):
            reply = await self.model.ask(prompts.scenario(action, self.facts(), previous, problem))
            calls.append(reply.call)
            previous = reply.text
            try:
                scenario = replace(grounded(read_scenario(reply.text), action.text), refuted=fault)
            except UnreadableScenario as error:
                problem = str(error)
                continue
            if scenario.unfit:
                return scenario, ""
            if not (problem := await self.broken(scenario)):
                return replace(scenario, proven=True), ""
        return (Scenario(situation="", refuted=fault) if refuted else scenario), problem

    def facts(self) -> BoxFacts:
        """What a box is like, for whoever writes what happens in it."""
        there = tuple(name for name in ASKED_FOR if which(name, path=PATH))
        return BoxFacts(
            seconds=int(self.limits.wall),
            megabytes=self.limits.memory >> 20,
            disk_megabytes=self.limits.disk >> 20,
            processes=self.limits.processes,
            there=there,
            missing=tuple(name for name in ASKED_FOR if name not in there),
        )

    async def broken(self, scenario: Scenario) -> str:
        """Why the scenario proves nothing, seen by running it with a script that does nothing and with a wrong one."""
        try:
            nothing = [await play(self.sandbox, each, EMPTY, (), self.limits) for each in scenario.situations]
            wrong_script = Script(text=wrong_program(scenario))
            wrong = [await play(self.sandbox, each, wrong_script, (), self.limits) for each in scenario.situations]
        except BadInput as error:
            return f"its files cannot be laid: {error}"
        return broken(scenario, nothing, wrong)

    async def rehearse(self, action: Action, script: Script, scenario: Scenario, calls: list[Call]) -> Rehearsal:
        arguments: tuple[str, ...] = ()
        if takes_arguments(script.text):
            reply = await self.model.ask(prompts.arguments(action, BASH.shown(script), scenario))
            calls.append(reply.call)
            arguments = read_arguments(reply.text)
        seen = [await play(self.sandbox, each, script, arguments, self.limits) for each in scenario.situations]
        return conclude(scenario, seen, arguments, action.text)


async def play(
    sandbox: Sandbox, situation: Situation, script: Script, arguments: Sequence[str], limits: BoxLimits
) -> Performance:
    """Run `script` in the situation, then the assertions, which arrive only when it has ended."""
    files = {each.path: each.text.encode() for each in situation.files if not each.executable}
    spec = BoxSpec(files=files, environ={"PATH": f"{FOLDER}/bin:{PATH}"}, limits=limits)
    async with sandbox.open(spec) as box:
        for each in situation.files:
            if each.executable:
                await box.write(each.path, each.text.encode(), 0o755)
        for stub in situation.stubs:
            await box.write(f"{FOLDER}/bin/{stub.name}", stub_program(stub).encode(), 0o755)
        await box.write(f"{FOLDER}/script.sh", script.text.encode("utf-8", "surrogatepass"), 0o755)
        await box.execute(["bash", "-c", prepare_program(situation)])
        if situation.setup:
            await box.write(f"{FOLDER}/setup.sh", situation.setup.encode(), 0o755)
            made = await box.execute(["timeout", "10", "bash", f"{FOLDER}/setup.sh"])
            if made.exit or made.limits:
                return Performance(situation=situation, ran=made, unready=_failed_setup(made))
        await box.write(f"{FOLDER}/calls", b"", 0o666)
        await box.write(f"{FOLDER}/processes", b"", 0o666)
        command = ["bash", f"{FOLDER}/script.sh"]
        if situation.running:
            await box.write(f"{FOLDER}/running.sh", situation.running.encode(), 0o755)
            command = ["bash", "-c", run_program(), FOLDER]
        ran = await box.execute([*command, *arguments])
        await box.write(f"{FOLDER}/status", f"{ran.exit}\n".encode())
        await box.write(f"{FOLDER}/stdout", ran.stdout)
        await box.write(f"{FOLDER}/stderr", ran.stderr)
        nonce = secrets.token_hex(8)
        checked = await box.execute(["bash", "-c", assertion_program(situation, nonce)])
    statuses = read_assertions(checked.stdout.decode("utf-8", "replace"), situation, nonce)
    return Performance(situation=situation, ran=ran, statuses=statuses)


def _failed_setup(made: Execution) -> str:
    ended = f"met its limit of {', '.join(made.limits)}" if made.limits else f"ended with status {made.exit}"
    said = made.stderr.decode("utf-8", "replace").strip()[-300:]
    return f"its `setup` {ended}{' (10 seconds were over)' if made.exit == 124 else ''}{': ' + said if said else ''}"
