"""The process that serves one model file on loopback: `python -m scriptsmith.adapters.local_models.supervisor`.

It is started by `servers`, told on standard input what to serve, and ends itself when nobody has asked for a while. Its
lock makes sure that there is one for a model file and user, however many processes want one at the same time.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .records import ModelFiles, ServerRecord, boot_id, digest_of, held, start_time, write_record

SERVED_ALREADY = 75
"""Ends with this when another process holds the lock."""
BATCH = 256
"""Tokens of a prompt that are read at once: after each batch the server says how far it is."""
_LOOK = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What to serve and how. `port` 0 is any free one; `context` is tokens for each of `slots`; `idle` in seconds.
    `adapter` is loaded beside the model, where it is not empty.
    """

    folder: str
    model: str
    program: str
    port: int
    context: int
    slots: int
    threads: int
    idle: float
    key: str
    adapter: str = ""


def serve(order: Order) -> int:
    """Serve until told to stop or idle; returns the exit status. What went wrong is in the log, the last line first."""
    place = ModelFiles(Path(order.folder), Path(order.model), Path(order.adapter) if order.adapter else None)
    with held(place.lock) as mine:
        if not mine:
            return SERVED_ALREADY
        place.key.touch(mode=0o600)
        place.key.write_text(order.key, encoding="ascii")
        record = ServerRecord(
            pid=os.getpid(),
            started=start_time(os.getpid()) or 0,
            boot=boot_id(),
            port=order.port or _free_port(),
            model=order.model,
            adapter=order.adapter,
            digest="",
            program=order.program,
            context=order.context,
            slots=order.slots,
            idle=order.idle,
        )
        write_record(place.record, record)
        try:
            return _serve(order, place, record)
        finally:
            place.record.unlink(missing_ok=True)


def _serve(order: Order, place: ModelFiles, record: ServerRecord) -> int:
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: stopped.set())
    start = _in_this_process if order.program == "xllamacpp" else _as_a_child
    alive, end = start(order, record.port, place)
    try:
        digest = digest_of(Path(order.model), place.folder)
        while not stopped.is_set() and _asked(record.port, order.key, "/health") is None:
            if not alive():
                return 1
            stopped.wait(0.1)
        write_record(place.record, replace(record, digest=digest, ready=True))
        used = time.time()
        while alive() and not stopped.wait(_LOOK if order.idle > 5 else 0.1):
            slots = _asked(record.port, order.key, "/slots")
            if isinstance(slots, list) and any(slot.get("is_processing") for slot in slots):
                used = time.time()
            used = max(used, place.record.stat().st_mtime)
            if time.time() - used > order.idle:
                return 0
        return 0 if stopped.is_set() else 1
    finally:
        end()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _asked(port: int, key: str, path: str) -> Any:
    """What the server answers to `path`, None when it answers nothing of use."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"authorization": f"Bearer {key}"})
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=10) as answer:
            return json.loads(answer.read(1 << 20))
    except (OSError, ValueError, urllib.error.URLError):
        return None


def _in_this_process(order: Order, port: int, place: ModelFiles) -> tuple[Callable[[], bool], Callable[[], None]]:
    """llama.cpp's server as threads of this process; raises `RuntimeError` when it does not start."""
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = order.model
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = port
    wanted.api_keys = [order.key]
    wanted.n_parallel = order.slots
    wanted.n_ctx = order.context * order.slots
    wanted.n_batch = wanted.n_ubatch = BATCH
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = order.threads
    wanted.use_jinja, wanted.warmup, wanted.ui = True, False, False
    wanted.cache_ram_mib = 512
    if order.adapter:
        wanted.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(order.adapter, 1.0)]
    server = xllamacpp.Server(wanted)

    def end() -> None:  # its threads end with the process, without the destructors that wait for open connections
        nonlocal server
        sys.stdout.flush()
        sys.stderr.flush()
        place.record.unlink(missing_ok=True)
        os._exit(0)

    return lambda: server is not None, end


def _as_a_child(order: Order, port: int, place: ModelFiles) -> tuple[Callable[[], bool], Callable[[], None]]:
    """`llama-server` as a child that ends with this process, however that ends."""
    words = ["llama-server", "--model", order.model, "--host", "127.0.0.1", "--port", str(port)]
    words += ["--api-key-file", str(place.key), "--parallel", str(order.slots)]
    words += ["--ctx-size", str(order.context * order.slots), "--batch-size", str(BATCH), "--ubatch-size", str(BATCH)]
    words += ["--threads", str(order.threads), "--jinja", "--no-warmup", "--slots"]
    words += ["--lora", order.adapter] if order.adapter else []
    library = ctypes.CDLL(None)
    child = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: library.prctl(1, signal.SIGTERM),  # PR_SET_PDEATHSIG
    )

    def end() -> None:
        child.terminate()
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    return lambda: child.poll() is None, end


def main() -> int:
    """Serve what standard input says."""
    order = Order(**json.loads(sys.stdin.readline()))
    try:
        return serve(order)
    except Exception as error:  # the log's last line is what people are told
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main())
