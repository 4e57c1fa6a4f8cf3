"""Rehearsing: a scenario is written without sight of the script, proven, and the script runs in it, in a sandbox."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

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
from .core.scenario import FOLDER, Scenario, Unreadable, read_scenario
from .core.types import Action, Call, Script
from .ports import BoxSpec, Model, Rehearse, Sandbox

REPAIRS = 3
"""How often a broken scenario is given back to be mended."""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
EMPTY = Script(text="#!/bin/bash\n")


def rehearsing(model: Model, sandbox: Sandbox) -> Rehearse:
    """A step that rehearses a script: writes the scenario if there is none yet, proves it, runs the script in it."""

    async def rehearse(
        action: Action, script: Script, scenario: Scenario | None
    ) -> tuple[Rehearsal, Scenario | None, tuple[Call, ...]]:
        calls: tuple[Call, ...] = ()
        if scenario is None:
            scenario, problem, calls = await _written(model, sandbox, action)
            if problem:
                return Rehearsal(opinion=None, problem=f"no scenario: {problem}"), scenario, calls
        elif not scenario.proven:
            return Rehearsal(opinion=None, problem="no scenario: the one for this action proves nothing"), scenario, ()
        assert scenario is not None
        arguments: tuple[str, ...] = ()
        if takes_arguments(script.text):
            reply = await model.ask(prompts.arguments(action, script, scenario))
            calls, arguments = (*calls, reply.call), read_arguments(reply.text)
        ran, statuses = await play(sandbox, scenario, script, arguments)
        return conclude(scenario, ran, statuses, arguments), scenario, calls

    return rehearse


async def _written(model: Model, sandbox: Sandbox, action: Action) -> tuple[Scenario | None, str, tuple[Call, ...]]:
    """A proven scenario, or the last one and what is wrong with it after every repair."""
    calls: list[Call] = []
    scenario: Scenario | None = None
    previous = problem = ""
    for _ in range(1 + REPAIRS):
        reply = await model.ask(prompts.scenario(action, previous, problem))
        calls.append(reply.call)
        previous = reply.text
        try:
            scenario = read_scenario(reply.text)
        except Unreadable as error:
            problem = str(error)
            continue
        problem = await _broken(sandbox, scenario)
        if not problem:
            return replace(scenario, proven=True), "", tuple(calls)
    return scenario, problem, tuple(calls)


async def _broken(sandbox: Sandbox, scenario: Scenario) -> str:
    """Why the scenario proves nothing, seen by running it with a script that does nothing."""
    ran, statuses = await play(sandbox, scenario, EMPTY, ())
    if ran.exit or ran.limits:
        return "an empty script does not even end with status 0 in this situation"
    return broken(scenario, statuses)


async def play(
    sandbox: Sandbox, scenario: Scenario, script: Script, arguments: Sequence[str]
) -> tuple[Execution, tuple[int, ...] | None]:
    """Run `script` in the situation, then the assertions, which arrive only when it has ended."""
    files = {each.path: each.text.encode() for each in scenario.files}
    spec = BoxSpec(files=files, environ={"PATH": f"{FOLDER}/bin:{PATH}"})
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
