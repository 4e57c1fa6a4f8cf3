"""Models served on this machine: one server for a file and user, and nobody else's process is touched."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.local_models.records import ServerRecord, boot_id, lives, start_time, write_record
from scriptsmith.adapters.local_models.servers import LocalOptions, LocalServers, Served
from scriptsmith.adapters.local_models.smith import ADAPTER, BASE
from scriptsmith.adapters.local_models.store import ModelStore
from scriptsmith.adapters.models import Connections, ModelSpec, build
from scriptsmith.errors import BadSettings, ModelError
from scriptsmith.ports import Prompt
from scriptsmith.role_models import role_model
from scriptsmith.schema import RoleSettings
from scriptsmith.testing import Provider
from scriptsmith.testing.llama_server import install
from scriptsmith.testing.model_files import tiny_gguf, write_tiny

DRAFT = Prompt(name="draft", system="You write scripts.", text="Show the free space.")
OPTIONS = LocalOptions(context=1024, threads=1, program="llama-server")
PATIENCE = 60.0


async def until(said: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    async with asyncio.timeout(PATIENCE):
        while not said():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model file, and a pretended llama-server on the PATH."""
    programs = install(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    return write_tiny(tmp_path / "tiny.gguf")


@pytest.fixture
def servers(tmp_path: Path, model: Path) -> Iterator[LocalServers]:
    made = LocalServers(tmp_path / "cache" / "servers", ModelStore(tmp_path / "models"), OPTIONS)
    yield made
    for record in made.running():
        made.stop(record)


def again(servers: LocalServers, **options: object) -> LocalServers:
    """The same folders as another process would see them."""
    return LocalServers(servers.folder, servers.store, replace(servers.options, **options))  # type: ignore[arg-type]


def status_of(served: Served, key: str) -> int:
    request = urllib.request.Request(f"{served.url}/models", headers={"authorization": f"Bearer {key}"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


async def test_the_first_use_starts_a_server_and_the_next_finds_it(servers: LocalServers, model: Path) -> None:
    """Whoever asks second gets the same process; what is said meanwhile names the model."""
    told: list[str] = []
    first = await servers.ready(str(model), told.append)
    second = await again(servers).ready(str(model))
    assert first.record.pid == second.record.pid != os.getpid()
    assert first.url == second.url
    assert [line for line in told if not line.startswith("starting tiny.gguf (")] == []
    assert first.record.digest


async def test_an_adapter_makes_another_server_of_the_same_file(servers: LocalServers) -> None:
    """The base with the adapter that comes along and the base alone are two models; the adapter is handed on."""
    servers.store.folder.mkdir()
    base = write_tiny(servers.store.path_of("smith"))
    base.with_suffix(".json").write_text(json.dumps({"sha256": BASE.digest}))
    plain, smith = await servers.ready(BASE.name), await servers.ready("smith")
    assert (plain.record.adapter, smith.record.adapter) == ("", str(ADAPTER))
    assert plain.record.pid != smith.record.pid
    assert (await again(servers).ready("smith")).record.pid == smith.record.pid
    assert servers.key_file(smith.record).read_text().strip() == smith.key
    (child,) = Path(f"/proc/{smith.record.pid}/task/{smith.record.pid}/children").read_text().split()
    assert f"--lora\0{ADAPTER}\0" in Path(f"/proc/{child}/cmdline").read_text()


def test_processes_that_ask_at_once_share_one_server(servers: LocalServers, model: Path, tmp_path: Path) -> None:
    """However many start at the same moment, one server comes of it."""
    command = [sys.executable, "-m", "scriptsmith", "models", "serve", str(model), "--json"]
    environ = {
        **os.environ,
        "HOME": str(tmp_path),
        "SCRIPTSMITH_PATHS__CACHE": str(servers.folder.parent),
        "SCRIPTSMITH_LOCAL__PROGRAM": "llama-server",
    }
    started = [subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, cwd=tmp_path) for _ in range(3)]
    answers = [each.communicate(timeout=PATIENCE) for each in started]
    assert [each.returncode for each in started] == [0, 0, 0]
    assert len({json.loads(out)["pid"] for out, _ in answers}) == 1
    assert len(servers.running()) == 1


async def test_other_users_can_neither_read_the_key_nor_ask(servers: LocalServers, model: Path) -> None:
    """The folder and its files are their user's alone, and without the key the server says no."""
    served = await servers.ready(str(model))
    assert servers.folder.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in servers.folder.iterdir() if path.is_file() and path.stat().st_mode & 0o077] == []
    assert (status_of(served, served.key), status_of(served, "guess")) == (200, 401)
    words = (
        Path(f"/proc/{served.record.pid}/cmdline").read_bytes()
        + Path(f"/proc/{served.record.pid}/environ").read_bytes()
    )
    assert served.key.encode() not in words
    assert len(served.key) >= 32


async def test_after_a_crash_another_one_is_started(servers: LocalServers, model: Path) -> None:
    """A record whose process is gone is no server, and llama-server does not outlive the process that watches it."""
    first = await servers.ready(str(model))
    os.kill(first.record.pid, signal.SIGKILL)
    await until(lambda: not lives(first.record))
    second = await again(servers).ready(str(model))
    assert second.record.pid != first.record.pid
    await until(lambda: _refused(first.record.port))
    assert status_of(second, second.key) == 200


def _refused(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


async def test_an_idle_server_ends_itself(servers: LocalServers, model: Path) -> None:
    """Nobody has to stop it, and nothing is left but its log."""
    served = await again(servers, idle=0.2).ready(str(model))
    await until(lambda: not lives(served.record))
    await until(lambda: not list(servers.folder.glob("*.json")))
    assert _refused(served.record.port)


async def test_stopping_ends_what_was_started_here(servers: LocalServers, model: Path) -> None:
    served = await servers.ready(str(model))
    assert servers.running() == [served.record]
    assert await asyncio.to_thread(servers.stop, served.record)
    assert servers.running() == []
    assert _refused(served.record.port)
    assert not servers.stop(served.record)


def bystander(**more: object) -> tuple[subprocess.Popen[bytes], ServerRecord]:
    """A process that has nothing to do with models, and a record that names its number."""
    process = subprocess.Popen(["sleep", "600"])
    told = {"pid": process.pid, "started": (start_time(process.pid) or 0) + 1, "boot": boot_id(), **more}
    record = {"port": 9, "model": "/m.gguf", "digest": "", "program": "x", "context": 1, "slots": 1, "idle": 1.0}
    return process, ServerRecord(ready=True, **(record | told))  # type: ignore[arg-type]


@pytest.mark.parametrize("how", ["another start", "another boot"])
def test_a_process_that_only_has_the_number_is_never_ended(servers: LocalServers, model: Path, how: str) -> None:
    """A number that somebody else has by now is not enough: when it started, and in which boot, is compared."""
    process, record = bystander()
    if how == "another boot":
        record = replace(record, started=start_time(process.pid) or 0, boot="another")
    try:
        servers.folder.mkdir(parents=True)
        write_record(servers.folder / "0123456789abcdef.json", record)
        assert servers.running() == []
        assert not servers.stop(record)
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


async def test_a_server_that_is_killed_in_the_middle_of_a_reply_is_replaced(servers: LocalServers, model: Path) -> None:
    """The reply breaks off, the next try starts another server, and its reply counts."""
    Path(f"{model}.stalls").touch()
    killed = threading.Event()

    def hear(told: object) -> None:
        if getattr(told, "phase", "") == "writing" and not killed.is_set():
            killed.set()
            os.kill(servers.running()[0].pid, signal.SIGKILL)

    spec = ModelSpec(role="generator", model=f"local:{model}", backoff=0.01)
    async with build(spec, local=servers, hear=hear) as built, asyncio.timeout(PATIENCE):
        reply = await built.ask(DRAFT)
    assert killed.is_set()
    assert "```bash" in reply.text
    assert reply.call.model == f"local:{model}"


async def test_questions_wait_for_a_slot_without_being_given_up(servers: LocalServers, model: Path) -> None:
    """As many go out as the server has slots (this one refuses more); waiting for a turn is not silence of the model."""
    spec = ModelSpec(role="generator", model=f"local:{model}", timeout=5, attempts=1)
    async with build(spec, local=servers) as built, asyncio.timeout(PATIENCE):
        replies = await asyncio.gather(*(built.ask(DRAFT) for _ in range(12)))
    assert len({reply.text for reply in replies}) == 1


async def test_a_local_model_can_stand_in_for_a_server(servers: LocalServers, model: Path) -> None:
    """As a fallback it is served here, whatever the address of the first model is."""
    chosen = RoleSettings(model="vllm:big", base_url="http://127.0.0.1:9/v1", fallback=f"local:{model}")
    connections = Connections()
    built = role_model("generator", chosen, {}, connections, servers, None)
    async with asyncio.timeout(PATIENCE):
        reply = await built.ask(DRAFT)
    await connections.aclose()
    assert reply.call.model == f"local:{model}"


async def test_the_first_of_several_drafts_leaves_nothing_to_chance(servers: LocalServers) -> None:
    """Where the settings name no temperature the first is drawn at 0; one that is named stays, and hosted models
    keep their own."""
    connections = Connections()
    with Provider() as provider:
        for named in (None, 0.25):
            chosen = RoleSettings(model="llamacpp:small", base_url=provider.url, temperature=named)
            for greedy in (True, False):
                built = role_model("generator", chosen, {}, connections, servers, None, greedy=greedy)
                await built.ask(DRAFT)
    await connections.aclose()
    assert [request.body.get("temperature") for request in provider.requests] == [0.0, None, 0.25, 0.25]


# --- what cannot be served ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "there is no model file .*bad.gguf"),
        (tiny_gguf()[:-100], "is truncated, its header tells of"),
        (b"", "is not a GGUF file"),
        (b"#!/bin/sh\necho no\n", "is not a GGUF file"),
    ],
    ids=["missing", "truncated", "empty", "foreign"],
)
async def test_a_file_that_is_no_model_is_one_sentence(
    servers: LocalServers, tmp_path: Path, content: bytes | None, words: str
) -> None:
    """Nothing is started for it, and the exit code is that of a model that is not available."""
    path = tmp_path / "bad.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=words) as caught:
        await servers.ready(str(path))
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 7
    assert servers.running() == []


async def test_a_name_that_was_never_added_is_told(servers: LocalServers) -> None:
    with pytest.raises(ModelError, match="no model is called 'nobody': see `scriptsmith models list`"):
        await servers.ready("nobody")


async def test_a_port_that_is_taken_is_told(servers: LocalServers, model: Path) -> None:
    """A fixed port belongs to whoever has it: the sentence names the setting."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ModelError, match=f"port {port} of this machine is taken: set local.port"):
            await again(servers, port=port).ready(str(model))


async def test_too_little_memory_is_told_before_anything_starts(servers: LocalServers, tmp_path: Path) -> None:
    """What a model needs is reckoned from its header: a petabyte of context is not tried."""
    wide: dict[str, str | int] = {
        "general.architecture": "llama",
        "llama.context_length": 1 << 20,
        "llama.block_count": 1 << 16,
        "llama.embedding_length": 1 << 16,
        "llama.attention.head_count": 1,
    }
    path = tmp_path / "wide.gguf"
    path.write_bytes(tiny_gguf(wide))
    with pytest.raises(ModelError, match=r"needs about [\d.]+ GB of memory and [\d.]+ GB is free: close something"):
        await servers.ready(str(path))


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("0.0 E srv start: couldn't bind HTTP server socket", "its port was taken meanwhile, try again"),
        ("0.3 E ggml_aligned_malloc: insufficient memory", "there is not enough memory for tiny.gguf"),
        ("0.1 I loading\n0.2 E llama_model_load: unknown architecture\n0.3 E srv: exiting", "unknown architecture"),
        ("it went wrong", "it went wrong"),
    ],
)
async def test_what_the_server_says_when_it_fails_is_passed_on(
    servers: LocalServers, model: Path, log: str, words: str
) -> None:
    """The first error in its log is the reason; where the log is comes with it."""
    Path(f"{model}.fails").write_text(log)
    with pytest.raises(ModelError, match=words) as caught:
        await servers.ready(str(model))
    assert "\n" not in str(caught.value)


async def test_without_llama_cpp_the_command_that_installs_it_is_told(
    servers: LocalServers, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ModelError, match=r"pip install 'scriptsmith\[local\]', or put llama-server on PATH"):
        await servers.ready(str(model))


def test_a_local_model_has_no_address() -> None:
    """An address beside a file would be ignored, so it is refused."""
    with pytest.raises(BadSettings, match=r"leave models\.generator\.base_url out"):
        ModelSpec(role="generator", model="local:x", base_url="http://127.0.0.1:1/v1")
