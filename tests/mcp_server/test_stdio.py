"""`scriptsmith mcp` as a program: a real process that a client starts, speaks to, and ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp import Client, stdio_client

from scriptsmith.mcp_server.stdio import LONGEST
from scriptsmith.testing.provider import PlayedAnswer, Provider, RecordedRequest

from .connected import called, program, refused

PATIENCE = 300
"""Seconds after which a program is stuck."""
ASSESS = {"action": "list the files", "script": "ls\n"}


class Raw:
    """The program without a client: lines go in, and lines come out."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, method: str, id: int | None = None, **params: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.write(json.dumps(message if id is None else message | {"id": id}).encode() + b"\n")

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> Mapping[str, Any]:
        """The next message; anything else on standard output fails the test."""
        assert self.process.stdout
        message: Mapping[str, Any] = json.loads(self.process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def begin(self) -> None:
        """The handshake."""
        about = {"name": "test", "version": "1"}
        self.send("initialize", 0, protocolVersion="2025-06-18", capabilities={}, clientInfo=about)
        assert self.read()["result"]["serverInfo"]["name"] == "scriptsmith"
        self.send("notifications/initialized")

    def end(self) -> tuple[int, str, str]:
        """Close its input; returns the exit code, and what else it wrote on standard output and standard error."""
        out, error = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), error.decode()


@contextmanager
def started(folder: Path, provider: Provider | None = None) -> Iterator[Raw]:
    told = program(folder, provider)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [told.command, *told.args], env=told.env, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        try:
            yield Raw(process)
        finally:
            process.kill()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_starts_it_and_uses_it(mode: Literal["auto", "legacy"], tmp_path: Path) -> None:
    """With the newest revision of the protocol, and with the handshake that older clients have."""
    async with Client(stdio_client(program(tmp_path)), mode=mode, read_timeout_seconds=PATIENCE) as client:
        assert client.instructions
        assert "Nothing here approves" in client.instructions
        assert {each.name for each in (await client.list_tools()).tools} >= {"check_script", "forge"}
        found = await called(client, "check_script", script='rm -rf "$X"/*\n')
        assert found["risk"] == "dangerous"
        assert (await called(client, "search_catalogue", action="restart nginx"))["served"] == "restart-service"
        assert "there is no entry" in await refused(client, "show_entry", id="nope")


def test_standard_output_carries_the_protocol_alone(tmp_path: Path) -> None:
    """Each line is a message, whatever came in; when the client closes its end the program ends, with 0 and no word."""
    with started(tmp_path) as raw:
        raw.begin()
        raw.write(b"this is no JSON\n")
        raw.write(
            b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "' + b"x" * LONGEST + b'"}}\n'
        )
        raw.write(b"\xff\xfe\x00\n")
        raw.send("tools/call", 2, name="check_script", arguments={"script": "x" * 200_001})
        raw.send("tools/call", 3, name="check_script", arguments={"script": "echo to standard output; cat\n"})
        answers: dict[Any, Mapping[str, Any]] = {}
        while 3 not in answers:
            message = raw.read()
            answers[message.get("id")] = message
        assert 1 not in answers
        assert answers[2]["result"]["isError"] is True
        assert answers[3]["result"]["structuredContent"]["failed"] == {}
        code, out, error = raw.end()
    assert (code, out) == (0, "")
    assert "Traceback" not in error


def slowly(request: RecordedRequest) -> PlayedAnswer:
    """A model that answers long after everybody has gone."""
    return PlayedAnswer(text="It lists files.", seconds=3600.0)


def test_what_is_cancelled_is_stopped_and_never_answered(tmp_path: Path) -> None:
    """Other calls are answered meanwhile; and the program does not wait for a model that nobody waits for."""
    with Provider(slowly) as provider, started(tmp_path, provider) as raw:
        raw.begin()
        raw.send("tools/call", 1, name="assess_script", arguments=ASSESS)
        raw.send("tools/call", 2, name="list_runs", arguments={})
        assert raw.read()["id"] == 2
        raw.send("notifications/cancelled", requestId=1)
        raw.send("tools/call", 3, name="list_runs", arguments={})
        assert raw.read()["id"] == 3
        code, out, error = raw.end()
    assert (code, out) == (0, "")
    assert "Traceback" not in error


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_it_ends_when_it_is_told_to_although_the_client_says_nothing(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    """Reading from a client that is silent keeps no process from ending."""
    with started(tmp_path) as raw:
        raw.begin()
        raw.process.send_signal(number)
        assert raw.process.wait(PATIENCE) == status
        assert raw.process.stdout
        assert raw.process.stdout.read() == b""


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    """One sentence, exit code 2, as for other extras that are missing; nothing on standard output."""
    hidden = "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None; sys.argv = ['scriptsmith', 'mcp']"
    run = f"{hidden}; from scriptsmith.__main__ import main; main()"
    environ = dict(program(tmp_path).env or {}) | {"PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", run], env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'scriptsmith[mcp]'" in done.stderr
