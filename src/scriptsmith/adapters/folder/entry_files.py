"""One entry of a folder catalogue: `entry.toml`, `script.sh` or `playbook.yml`, and `test.sh` and `real.sh` if any."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import tomli

from ...core.plain_data import ShapeError, shaped
from ...core.types import FILE_NAMES, Entry, Evidence, Parameter, Requirements
from ...errors import BadInput, NotFound, StorageError
from .files import explained, opened, write_atomically

REPLACING = ".replacing"
"""Stands in an entry's folder while a new version is written, and names the version that counts until then."""

TESTS = ("test", "real")
"""What proves an entry: with stand-ins in a box, and against real programs in a throwaway machine."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_KNOWN = frozenset(field.name for field in fields(Entry)) | {"target", "digest"}
MAX_BYTES = 1 << 20


def is_entry(folder: Path) -> bool:
    """Whether `folder` claims to be an entry; one that cannot be looked into might be."""
    try:
        os.lstat(folder / "entry.toml")
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def whole(folder: Path) -> Path:
    """Where the version in force is: not in `folder` itself if a crash cut the writing of a new one short."""
    try:
        with opened(folder / REPLACING) as file:
            return folder / "versions" / str(int(file.read()))
    except (FileNotFoundError, ValueError):
        return folder
    except OSError as error:
        raise StorageError(f"could not read {folder / REPLACING}: {error.strerror or error}") from None


def read_entry(folder: Path, *, trust_digest: bool = True) -> Entry:
    """The entry in `folder`; raises `BadInput` naming the file and what is wrong with it.

    With `trust_digest` a script that does not match the recorded digest is refused: a published version
    never changes.
    """
    toml = folder / "entry.toml"
    try:
        data = tomli.loads(_text(toml))
    except tomli.TOMLDecodeError as error:
        raise BadInput(f"{toml}: {error}") from None
    except RecursionError:
        raise BadInput(f"{toml}: it is nested too deeply") from None
    if unknown := sorted(data.keys() - _KNOWN):
        raise BadInput(f"{toml}: unknown key {unknown[0]!r}")
    digest = data.pop("digest", None)
    target = data.pop("target", "bash")
    source = folder / FILE_NAMES.get(target, FILE_NAMES["bash"])
    data["script"] = {"text": _text(source), "target": target}
    for name in TESTS:
        if (folder / f"{name}.sh").exists():
            data[name] = _text(folder / f"{name}.sh")
    try:
        entry: Entry = shaped(Entry, data)
    except ShapeError as error:
        raise BadInput(f"{toml}: {error}") from None
    check_id(entry.id, toml)
    if trust_digest and digest is not None and digest != entry.script.digest:
        raise BadInput(f"{source} was changed after approval: its digest is not the recorded one")
    return entry


def write_entry(folder: Path, entry: Entry) -> None:
    """Write `entry` into `folder`, the description last: without it the folder is not an entry.

    Raises `BadInput`, and writes nothing, when a text holds what no UTF-8 file can.
    """
    tests = {f"{name}.sh": getattr(entry, name) for name in TESTS}
    name = FILE_NAMES[entry.script.target]
    texts = {name: entry.script.text, **tests, "entry.toml": to_toml(entry)}
    for name, text in texts.items():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadInput(f"{folder / name} holds a character that no UTF-8 file can hold") from None
    for name, text in texts.items():
        if text or name not in tests:
            write_atomically(folder / name, text, mode=0o755 if name.endswith(".sh") else 0o644)
        else:
            with explained("remove", folder / name):
                (folder / name).unlink(missing_ok=True)  # of an earlier version


def check_id(id: str, where: Path | str = "the entry") -> None:
    """Raise `BadInput` unless `id` can be the name of a folder and nothing else."""
    if not _ID.fullmatch(id):
        raise BadInput(f"{where}: the id {id!r} is not made of lower-case letters, digits and hyphens")


def to_toml(entry: Entry) -> str:
    """The `entry.toml` of an entry, keys in the order of the vocabulary."""
    data = _written(entry)
    for part in ("script", *TESTS, "requires", "labels", "parameters", "evidence"):
        data.pop(part, None)
    data |= {"target": entry.script.target, "digest": entry.script.digest}
    lines = _lines(data)
    tables: dict[str, Mapping[str, Any]] = {"requires": _written(entry.requires), "labels": entry.labels}
    for name, table in tables.items():
        if table:
            lines += ["", f"[{name}]", *_lines(table)]
    for name, rows in (("parameters", entry.parameters), ("evidence", entry.evidence)):
        for row in rows:
            lines += ["", f"[[{name}]]", *_lines(_written(row))]
    return "\n".join(lines) + "\n"


def _written(part: Entry | Requirements | Parameter | Evidence) -> dict[str, Any]:
    """The fields of `part` but for those that are empty and that reading leaves empty."""
    values = {field: getattr(part, field.name) for field in fields(part)}
    return {
        field.name: value
        for field, value in values.items()
        if value not in (None, "", (), False) or value != field.default
    }


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, str):  # JSON's escapes are TOML's, but for DEL, and a pair of surrogates
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    return json.dumps(value)


def _text(path: Path) -> str:
    try:
        with opened(path) as file:
            if os.fstat(file.fileno()).st_size > MAX_BYTES:
                raise BadInput(f"{path} is larger than 1 MiB")
            return file.read().decode("utf-8")
    except FileNotFoundError:
        raise NotFound(f"there is no {path}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise StorageError(f"could not read {path}: {error.strerror}") from None
