"""Rehearsing: a scenario is written without sight of the script, proven, and the script runs in it, in a sandbox."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import prompts
from .core.effects import Execution
from .core.rehearsal import (
    Rehearsal,
    assertion_program,
    broken,
    conclude,
    prepare_program,
    read_arguments,
    read_assertions,
    stub_program,
    takes_arguments,
)
from .core.scenario import FOLDER, Scenario, UnreadableScenario, read_scenario
from .core.types import Action, Call, Script
from .errors import BadInput, CutOff, SandboxUnavailable
from .ports import BoxLimits, BoxSpec, Model, Rehearse, Sandbox
from .prompt_injection import shown_script

REPAIRS = 3
"""How often a broken scenario is given back to be mended."""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
EMPTY = Script(text="#!/bin/bash\n")


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
            if scenario is None:
                scenario, problem = await stage.write(action, calls)
            if not scenario.proven:
                why = problem or "the one for this action proves nothing"
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

    async def write(self, action: Action, calls: list[Call]) -> tuple[Scenario, str]:
        """A proven scenario, or the last one, unproven, and what is wrong with it after every repair."""
        scenario = Scenario(situation="")
        previous = problem = ""
        for _ in range(1 + REPAIRS):
            reply = await self.model.ask(prompts.scenario(action, previous, problem))
            calls.append(reply.call)
            previous = reply.text
            try:
                scenario = read_scenario(reply.text)
            except UnreadableScenario as error:
                problem = str(error)
                continue
            if not (problem := await self.broken(scenario)):
                return replace(scenario, proven=True), ""
        return scenario, problem

    async def broken(self, scenario: Scenario) -> str:
        """Why the scenario proves nothing, seen by running it with a script that does nothing."""
        try:
            ran, statuses = await play(self.sandbox, scenario, EMPTY, (), self.limits)
        except BadInput as error:
            return f"its files cannot be laid: {error}"
        if ran.exit or ran.limits:
            return "an empty script does not even end with status 0 in this situation"
        return broken(scenario, statuses)

    async def rehearse(self, action: Action, script: Script, scenario: Scenario, calls: list[Call]) -> Rehearsal:
        arguments: tuple[str, ...] = ()
        if takes_arguments(script.text):
            reply = await self.model.ask(prompts.arguments(action, shown_script(script), scenario))
            calls.append(reply.call)
            arguments = read_arguments(reply.text)
        ran, statuses = await play(self.sandbox, scenario, script, arguments, self.limits)
        return conclude(scenario, ran, statuses, arguments)


async def play(
    sandbox: Sandbox, scenario: Scenario, script: Script, arguments: Sequence[str], limits: BoxLimits
) -> tuple[Execution, tuple[int, ...] | None]:
    """Run `script` in the situation, then the assertions, which arrive only when it has ended."""
    files = {each.path: each.text.encode() for each in scenario.files if not each.executable}
    spec = BoxSpec(files=files, environ={"PATH": f"{FOLDER}/bin:{PATH}"}, limits=limits)
    async with sandbox.open(spec) as box:
        for each in scenario.files:
            if each.executable:
                await box.write(each.path, each.text.encode(), 0o755)
        for stub in scenario.stubs:
            await box.write(f"{FOLDER}/bin/{stub.name}", stub_program(stub).encode(), 0o755)
        await box.write(f"{FOLDER}/calls", b"", 0o666)
        await box.write(f"{FOLDER}/script.sh", script.text.encode("utf-8", "surrogatepass"), 0o755)
        await box.execute(["bash", "-c", prepare_program(scenario)])
        ran = await box.execute(["bash", f"{FOLDER}/script.sh", *arguments])
        await box.write(f"{FOLDER}/status", f"{ran.exit}\n".encode())
        await box.write(f"{FOLDER}/stdout", ran.stdout)
        await box.write(f"{FOLDER}/stderr", ran.stderr)
        nonce = secrets.token_hex(8)
        checked = await box.execute(["bash", "-c", assertion_program(scenario, nonce)])
    return ran, read_assertions(checked.stdout.decode("utf-8", "replace"), scenario, nonce)
