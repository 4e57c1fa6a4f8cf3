"""Reads what users give: a script from a file or standard input, or one JSON document per line."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, TextIO, TypeAlias

from ..errors import BadInput, ScriptSmithError
from ..input_limits import SOURCE, fit_source
from .input_files import open_source, source_name
from .output import json_text

LARGEST = SOURCE  # bytes, of a script as of a line

Record: TypeAlias = Mapping[str, Any]
_JSON_TYPES = {str: "a string", int: "a whole number", dict: "an object", list: "a list", bool: "true or false"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    """What is wrong with one line of input, and its id when that much could be read."""

    id: str | int | float | bool | None
    error: str


def read_source(path: str, *, keep_bom: bool = False) -> str:
    """The script in the file `path`, or on standard input for `-`, line ends as they are.

    Raises `NotFound`, `BadInput` or `StorageError` with a sentence that names the file.
    """
    return fit_source(read_text(path, keep_bom=keep_bom), source_name(path))


def read_text(path: str, *, keep_bom: bool = False) -> str:
    """What stands in the file `path`, or on standard input for `-`; raises as `read_source` does, but not for a text
    that is no script."""
    name = source_name(path)
    with open_source(path) as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadInput(f"{name} is larger than {LARGEST:,} bytes, more than a script should be")
    return _decode(data, name, keep_bom=keep_bom)


def read_jsonl(
    stream: IO[bytes], required: Mapping[str, type], optional: Mapping[str, type] | None = None
) -> Iterator[tuple[int, Record | BadLine]]:
    """Every line of `stream` that is not blank, with its number: an object, or what is wrong with it.

    `required` and `optional` give the type of each key; the key `id` is always optional and any JSON scalar. Lines
    are read as they come, and nothing of one line can harm the next.
    """
    number = 0
    while line := stream.readline(LARGEST + 2):
        number += 1
        if len(line) > LARGEST + 1 or (len(line) == LARGEST + 1 and not line.endswith(b"\n")):
            while line and not line.endswith(b"\n"):
                line = stream.readline(LARGEST)
            yield number, BadLine(id=None, error=f"line {number} is longer than {LARGEST:,} bytes")
        elif line.strip():
            yield number, _record(line, f"line {number}", required, optional or {})


async def answer_jsonl(
    stream: IO[bytes],
    out: TextIO,
    required: Mapping[str, type],
    handle: Callable[[Record], Awaitable[Mapping[str, Any]]],
    *,
    optional: Mapping[str, type] | None = None,
    parallel: int = 8,
) -> int:
    """Answer every line of `stream` with one line on `out`, in the same order.

    An answer is written as soon as those before it are, also while the next line has not come. `handle` returns
    the answer without its `id`, with an `exit`; a `ScriptSmithError` that it raises is answered as `error`. Returns
    the exit code of the batch: the largest `exit` of the lines with an `error`, 0 when there is none.
    """
    import asyncio
    import threading

    slots = asyncio.Semaphore(parallel)
    answers: asyncio.Queue[asyncio.Task[Mapping[str, Any]] | None] = asyncio.Queue(maxsize=2 * parallel)
    lines: asyncio.Queue[Record | BadLine | BaseException | None] = asyncio.Queue()
    ahead = threading.Semaphore(parallel)  # how far reading may be ahead of answering
    over = threading.Event()
    loop = asyncio.get_running_loop()

    def read() -> None:
        """In a thread that may wait for the next line for ever, and must not keep the program from ending."""
        last: BaseException | None = None
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits for more
            try:
                for _, record in read_jsonl(_own(stream), required, optional):
                    ahead.acquire()
                    if over.is_set():
                        return
                    loop.call_soon_threadsafe(lines.put_nowait, record)
            except Exception as error:
                last = error
            loop.call_soon_threadsafe(lines.put_nowait, last)

    async def answer(record: Record | BadLine) -> Mapping[str, Any]:
        if isinstance(record, BadLine):
            return {"id": record.id, "error": record.error, "exit": BadInput.exit_code}
        try:
            async with slots:
                return {"id": record.get("id"), **await handle(record)}
        except ScriptSmithError as error:
            from ..redaction import mask

            return {"id": record.get("id"), "error": mask(str(error)), "exit": error.exit_code}

    async def start(group: asyncio.TaskGroup) -> None:
        while (record := await lines.get()) is not None:
            if isinstance(record, BaseException):
                raise record
            await answers.put(group.create_task(answer(record)))
            ahead.release()
        await answers.put(None)

    async def write() -> int:
        worst = 0
        while task := await answers.get():
            answered = await task
            if "error" in answered:
                worst = max(worst, int(answered["exit"]))
            out.write(json_text(answered) + "\n")
            out.flush()
        return worst

    threading.Thread(target=read, name="jsonl", daemon=True).start()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(start(group))
            writing = group.create_task(write())
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    finally:
        over.set()
        ahead.release()
    return writing.result()


def _own(stream: IO[bytes]) -> IO[bytes]:
    """`stream` through a handle of its own: a thread that waits for a line when the program ends would otherwise
    hold the lock of standard input's buffer, which Python takes as a fatal error."""
    try:
        return open(os.dup(stream.fileno()), "rb")
    except (OSError, ValueError):
        return stream  # no file, but bytes in memory


def _decode(data: bytes, name: str, *, keep_bom: bool) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{name} is in UTF-16: save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise BadInput(f"{name} is not a script but a binary file") from None
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{name} is not UTF-8: line {line} has the byte 0x{data[error.start]:02x}") from None
    return text if keep_bom else text.removeprefix("\ufeff")


def _record(line: bytes, name: str, required: Mapping[str, type], optional: Mapping[str, type]) -> Record | BadLine:
    try:
        record = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse)
    except UnicodeDecodeError:
        return BadLine(id=None, error=f"{name} is not UTF-8")
    except (ValueError, RecursionError):
        return BadLine(id=None, error=f"{name} is not JSON")
    if not isinstance(record, dict):
        return BadLine(id=None, error=f"{name} is not a JSON object")
    id = record.get("id")
    if isinstance(id, (dict, list)) or (isinstance(id, float) and not math.isfinite(id)):
        return BadLine(id=None, error=f'{name}: "id" must be a string, a number, true, false or null')
    for key, kind in {**required, **optional}.items():
        if key not in record:
            if key in required:
                return BadLine(id=id, error=f'{name} has no "{key}"')
        elif not isinstance(record[key], kind) or (kind is int and isinstance(record[key], bool)):
            return BadLine(id=id, error=f'{name}: "{key}" must be {_JSON_TYPES[kind]}')
    return record


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
