"""Vectors that were computed once and kept: one file for each model and dimension, in a folder that may be deleted."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import StorageError
from ...ports import Embedder
from ...retrieval.postings import DIGEST, known_by
from ..folder.files import explained, writing_atomically
from ..hybrid_search import VectorScan
from ..hybrid_search import digests as digests_of
from ..hybrid_search import targets as targets_of

Told: TypeAlias = Callable[[int, int], None]
"""Hears how many of how many texts are embedded."""

_log = logging.getLogger("scriptsmith.embedding")


@dataclass(frozen=True, slots=True)
class _Rows:
    """What a file holds: the row of each text by the text's digest, and the rows, (n, dimension) float32."""

    places: Mapping[bytes, int]
    vectors: NDArray[np.float32]


class VectorStore:
    """The vectors of texts by one embedder, computed once for as long as the folder lasts.

    Texts are known by digest: other words are embedded anew, and another embedder or dimension has a file of its own.
    What is embedded is kept even if the rest fails. A file that is damaged is made again, and one that cannot be
    written is only logged: nothing is lost here that cannot be computed. Processes may share a folder, each adds to
    what the others keep. Rows that a call does not use are dropped when they outnumber those it uses, and `spare`.
    """

    def __init__(self, folder: Path, embedder: Embedder, *, batch: int = 256, spare: int = 4096) -> None:
        self._folder = folder
        self._embedder = embedder
        self._batch = batch
        self._spare = spare

    async def kept(self, texts: Sequence[str], told: Told | None = None, /) -> VectorScan:
        """As `vectors`, ready to be compared."""
        return VectorScan(await self.vectors(texts, told))

    async def vectors(self, texts: Sequence[str], told: Told | None = None) -> NDArray[np.float32]:
        """(len(texts), dimension) in the order of `texts`; `told` hears of what must be embedded, if anything must.

        An embedder that does not know its dimension yet is asked for one vector, for only that tells which file is
        meant. Raises what the embedder raises.
        """
        if not texts:
            return np.zeros((0, self._embedder.dimension), dtype=np.float32)
        digests = digests_of(texts)
        wanted = {digest: at for at, digest in enumerate(digests)}
        new: dict[bytes, NDArray[np.float32]] = {}
        if not self._embedder.dimension:
            await self._embed({digests[0]: texts[0]}, new)
        path = self.path(self._embedder.dimension, targets_of(texts))
        kept = await asyncio.to_thread(_read, path, self._embedder.dimension)
        missing = [digest for digest in wanted if digest not in kept.places and digest not in new]
        try:
            for start in range(0, len(missing), self._batch):
                if told:
                    told(start, len(missing))
                await self._embed({it: texts[wanted[it]] for it in missing[start : start + self._batch]}, new)
            if told and missing:
                told(len(missing), len(missing))
        finally:
            if new.keys() - kept.places.keys() or self._wasteful(kept.places, wanted):
                await asyncio.to_thread(self._save, path, new, wanted)
        return _gathered(digests, kept, new)

    def path(self, dimension: int, targets: str = "") -> Path:
        """The file for vectors of so many numbers by this embedder's model; phrases of the entries for one target have
        one of their own, so that searching for another reads and drops none of them."""
        model = self._embedder.model
        named = re.sub("[^A-Za-z0-9._]+", "-", model).strip("-.")[:40] or "model"
        return self._folder / f"{named}-{known_by(model).hex()}-{dimension}{targets and f'-{targets}'}.npz"

    async def _embed(self, texts: Mapping[bytes, str], new: dict[bytes, NDArray[np.float32]]) -> None:
        rows = np.asarray(await self._embedder.embed(list(texts.values())), dtype=np.float32)
        new.update(zip(texts, rows, strict=True))

    def _wasteful(self, places: Collection[bytes], used: Collection[bytes]) -> bool:
        unused = sum(digest not in used for digest in places)
        return unused > max(len(used), self._spare)

    def _save(self, path: Path, new: Mapping[bytes, NDArray[np.float32]], used: Collection[bytes]) -> None:
        """Add `new` to what the file holds by now."""
        try:
            with self._locked():
                dimension = self._embedder.dimension
                kept = _read(path, dimension)
                digests = list(dict.fromkeys((*kept.places, *new)))
                if self._wasteful(digests, used):
                    digests = [digest for digest in digests if digest in used]
                with writing_atomically(path, 0o600) as file:
                    np.savez(
                        file,
                        digests=np.frombuffer(b"".join(digests), dtype=np.uint8).reshape(len(digests), DIGEST),
                        vectors=_gathered(digests, kept, new),
                    )
        except StorageError as error:
            _log.warning("vectors are not kept: %s", error)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One writer at a time, on this machine."""
        with explained("lock", self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with explained("lock", self._folder):
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _read(path: Path, dimension: int) -> _Rows:
    """What the file holds, by its own checksums; nothing when there is none or it is damaged."""
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as held:
            digests, vectors = held["digests"], held["vectors"]
        if (digests.dtype, vectors.dtype) != (np.uint8, np.float32):
            raise ValueError("numbers of another kind")
        if digests.shape != (len(vectors), DIGEST) or vectors.shape[1:] != (dimension,):
            raise ValueError("other shapes")
        raw = digests.tobytes()
        places = {raw[start : start + DIGEST]: start // DIGEST for start in range(0, len(raw), DIGEST)}
        return _Rows(places, vectors)
    except FileNotFoundError:
        pass
    except Exception as error:  # what a reader raises depends on which byte is damaged
        _log.warning("%s is damaged (%s) and made again", path, type(error).__name__)
    return _Rows({}, np.zeros((0, dimension), dtype=np.float32))


def _gathered(digests: Sequence[bytes], kept: _Rows, new: Mapping[bytes, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The rows of `digests`, each from where it is."""
    places = np.array([kept.places.get(digest, -1) for digest in digests], dtype=np.intp)
    if len(places) == len(kept.vectors) and (places == np.arange(len(places))).all():
        return kept.vectors  # nothing to copy
    out = np.empty((len(digests), kept.vectors.shape[1]), dtype=np.float32)
    found = places >= 0
    out[found] = kept.vectors[places[found]]
    for row in np.flatnonzero(~found).tolist():
        out[row] = new[digests[row]]
    return out
