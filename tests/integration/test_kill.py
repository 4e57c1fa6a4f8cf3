"""`kill -9` after every event of a run: resuming repeats no recorded step and no recorded model call."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.testing import Fault, PlayedAnswer, Provider, RecordedRequest
from tests.boxes import NO_BOX

ACTION = "knit a pullover for the lighthouse keeper"
WOOL = "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' wool\n"
YARN = "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' yarn\n"
BOX = not NO_BOX
JUDGED = ["drafted", "checked", "assessed", *(["rehearsed"] if BOX else [])]
EVENTS = ["asked", "retrieved", *JUDGED, "explained", *JUDGED, "settled"]
ASSESSMENT = ["describe", "similarity", "difference"]
CALLS = ["draft", *ASSESSMENT, *(["scenario"] if BOX else []), "explain", "refine", *ASSESSMENT]
OPEN = [{"draft"}, {"describe"}, {"similarity", "difference"}, *([{"scenario"}] if BOX else [])]
OPEN += [{"explain"}, {"refine"}, {"describe"}, {"similarity", "difference"}]
"""What is asked after each event, from the second on. The second rehearsal asks nothing: the scenario is there."""
SCENARIO = {
    "cannot": "",
    "situation": "Wool and yarn lie ready.",
    "files": [],
    "stubs": [],
    "setup": "",
    "running": "",
    "status": 0,
    "assertions": [{"says": "yarn is printed", "condition": "", "test": 'grep -q yarn "$STDOUT"'}],
    "further": [],
}
PATIENCE = 60.0


class Home:
    """One user's files, the program with them, and a provider whose answers depend on nothing but the question.

    Once `stop_after` events are in the log, every further question is left without an answer.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stop_after: int | None = None
        self.answered: list[str] = []
        self.left_open: list[str] = []
        self.provider = Provider(self.answer)

    def answer(self, request: RecordedRequest) -> str | PlayedAnswer:
        if self.stop_after is not None and len(self.log()) >= self.stop_after:
            self.left_open.append(request.prompt)
            return Fault.timeout
        self.answered.append(request.prompt)
        said: dict[str, Any] = {
            "draft": f"```bash\n{WOOL}```",
            "refine": f"```bash\n{YARN}```",
            "describe": "It prints yarn." if "yarn" in request.text else "It prints wool.",
            "scenario": json.dumps(SCENARIO),
            "explain": json.dumps(
                {"wrong": True, "explanation": "wool", "quote": "", "counterexample": "a moth", "scenario_at_fault": ""}
            ),
        }
        verdict = {"reason": "because", "verdict": "yes" if "It prints yarn." in request.text else "no"}
        return str(said.get(request.prompt, json.dumps(verdict)))

    def environ(self, *, model: bool) -> dict[str, str]:
        role = "SCRIPTSMITH_MODELS__GENERATOR__"
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "SCRIPTSMITH_PATHS__RUNS": str(self.folder / "runs"),
            "SCRIPTSMITH_PATHS__CATALOGUE": str(self.folder / "catalogue"),
            "SCRIPTSMITH_PATHS__SEED": "false",
        } | ({f"{role}MODEL": "openai-chat:pretended", f"{role}BASE_URL": self.provider.url} if model else {})

    def log(self) -> list[dict[str, Any]]:
        """The whole lines of the only run's log."""
        paths = list((self.folder / "runs").glob("*.jsonl"))
        return [json.loads(line) for path in paths for line in path.read_bytes().split(b"\n")[:-1]]

    @property
    def run_id(self) -> str:
        (path,) = (self.folder / "runs").glob("*.jsonl")
        return path.stem

    def start(self, *arguments: str, model: bool = True) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "scriptsmith", *arguments],
            cwd=self.folder,
            env=self.environ(model=model),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def finish(self, *arguments: str, model: bool = True) -> tuple[int, str]:
        """Run the program to its end; where no question can come up it starts faster without a model."""
        process = self.start(*arguments, model=model)
        out, err = process.communicate(timeout=PATIENCE)
        assert b"Traceback" not in err
        return process.returncode, out.decode()

    def kill_after(self, events: int, *arguments: str, model: bool = True) -> None:
        """Start the program and kill it, and nothing else, once its log has `events` events."""
        self.stop_after = events
        process = self.start(*arguments, model=model)
        try:
            deadline = time.monotonic() + PATIENCE
            while len(self.log()) < events:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.005)
        finally:
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=PATIENCE)
        self.stop_after = None
        assert process.returncode == -signal.SIGKILL
        assert len(self.log()) == events


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    with made.provider:
        yield made


def told(log: list[dict[str, Any]]) -> list[Any]:
    """What a log says, but for when and how long."""

    def timeless(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: timeless(part) for key, part in value.items() if key not in ("at", "seconds")}
        return [timeless(part) for part in value] if isinstance(value, list) else value

    return [timeless(event) for event in log]


def kinds(log: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in log]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A run that nobody killed, up to its publication."""
    made = Home(tmp_path_factory.mktemp("undisturbed"))
    with made.provider:
        assert made.finish("forge", ACTION) == (0, YARN)
        assert made.finish("review", "approve", made.run_id, "--reviewer", "ana", model=False)[0] == 0
    return made


def test_the_undisturbed_run_is_as_these_tests_suppose(undisturbed: Home) -> None:
    """One draft is judged wrong, rehearsed, explained, refined and verified, then approved and published."""
    assert kinds(undisturbed.log()) == [*EVENTS, "reviewed", "published"]
    assert sorted(undisturbed.answered) == sorted(CALLS)
    assert len(list((undisturbed.folder / "catalogue").glob("*/*/entry.toml"))) == 1


def test_a_run_killed_after_every_event_ends_as_if_nothing_had_happened(home: Home, undisturbed: Home) -> None:
    """Killed after each of its events in turn and resumed each time: same events, same calls, none of them twice."""
    fifo = home.folder / "catalogue" / "area" / "blocks"
    fifo.mkdir(parents=True)
    os.mkfifo(fifo / "entry.toml")  # who reads the catalogue waits here: nothing follows the first event
    home.kill_after(1, "forge", ACTION, model=False)
    shutil.rmtree(fifo)
    path = home.folder / "runs" / f"{home.run_id}.jsonl"
    before = told(home.log())
    for events, asked in enumerate(OPEN, 2):  # a question follows each of these, and stays open until the kill
        open_before = len(home.left_open)
        home.kill_after(events, "runs", "resume", home.run_id)
        assert told(home.log())[: len(before)] == before
        before = told(home.log())
        assert kinds(home.log()) == EVENTS[:events]
        if events == 5:  # and a kill in the middle of the next line: half an event never happened
            with path.open("ab") as log:
                log.write(b'{"explanation": {"wrong": tr')
        # what was asked and not answered is not recorded, and is asked again; a kill may come before it is asked
        assert set(home.left_open[open_before:]) <= asked
    assert home.finish("runs", "resume", home.run_id) == (0, YARN)
    assert told(home.log()) == told(undisturbed.log())[: len(EVENTS)]
    assert sorted(home.answered) == sorted(undisturbed.answered)

    # Nothing outside happens between the last verdict and the end: killed there, a log lacks its last line.
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rstrip(b"\n").rfind(b"\n") + 1])
    assert home.finish("runs", "resume", home.run_id, model=False) == (0, YARN)
    assert path.read_bytes() == whole
    assert sorted(home.answered) == sorted(undisturbed.answered)

    # Approved and killed before the script could enter the catalogue, whose lock is held meanwhile.
    with open(home.folder / "catalogue" / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        home.kill_after(len(EVENTS) + 1, "review", "approve", home.run_id, "--reviewer", "ana", model=False)
    assert list((home.folder / "catalogue").glob("*/*/entry.toml")) == []
    assert home.finish("runs", "resume", home.run_id, model=False)[0] == 0
    assert kinds(home.log()) == kinds(undisturbed.log())
    assert told(home.log())[-1]["entry"]["script"] == told(undisturbed.log())[-1]["entry"]["script"]
    assert len(list((home.folder / "catalogue").glob("*/*/entry.toml"))) == 1

    # Published and killed before that was recorded: publishing once more is publishing once.
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rstrip(b"\n").rfind(b"\n") + 1])
    assert home.finish("runs", "resume", home.run_id, model=False)[0] == 0
    assert told(home.log())[-1]["entry"]["script"] == json.loads(whole.splitlines()[-1])["entry"]["script"]
    assert len(list((home.folder / "catalogue").glob("*/*/entry.toml"))) == 1
    assert sorted(home.answered) == sorted(undisturbed.answered)
