"""What lies in a folder of recorded runs beside their logs: which case each is of, problems, grades and results.

runs/ID.jsonl   the log of each run, the record itself
setups.jsonl    what was measured          index.jsonl     which case, sample and setup each run is of
sources.json    where the cases are from   problems.jsonl  why a run did not come to its end
grades.jsonl    what execution said        results.jsonl   what `bench report` reads; both can be made again
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ..codec import dump_line, load_line
from ..errors import BadInput, Conflict, NotFound, StorageError
from .model import Grade
from .plan import SampleTask, Setup
from .records import Result, dump_result

T = TypeVar("T")
RESULTS = "results.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRecord:
    """Which sample of which case a run is, and with which setup (its digest)."""

    run: str
    case: str
    sample: int
    setup: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where the cases of a folder are from: suites by name or folder, and imported ones by importer and path."""

    suites: tuple[str, ...] = ()
    imports: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProblem:
    """Why a run did not come to its end the last time."""

    run: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGrade:
    """The grade of one script in one case, by the digest of script, case and grader."""

    key: str
    grade: Grade


class Ledger:
    """The files beside the logs. Lines are only added; one without its end, as a crash leaves it, never happened.

    Raises `StorageError` that names the file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def runs(self) -> Path:
        """Where the logs lie."""
        return self.folder / "runs"

    @contextmanager
    def held(self) -> Iterator[None]:
        """The folder, made if need be, for this process alone; raises `Conflict` when another one works in it."""
        with _explained("use", self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise Conflict(
                f"another bench is at work in {self.folder}: wait for it, or choose another folder"
            ) from None
        finally:
            os.close(handle)

    def begin(self, setup: Setup, planned: Iterable[SampleTask], sources: Sources) -> None:
        """Write down what is going to be measured, before anything is."""
        if setup.digest not in self.setups():
            self._add("setups.jsonl", [setup])
        known = self.noted()
        new = [CaseRecord(run=it.run, case=it.case.key, sample=it.sample, setup=it.setup) for it in planned]
        self._add("index.jsonl", [each for each in new if each.run not in known])
        before = self.sources()
        merged = Sources(
            suites=tuple(dict.fromkeys((*before.suites, *sources.suites))),
            imports={**before.imports, **sources.imports},
        )
        if merged != before:
            self._replace("sources.json", [dump_line(merged)])

    def setups(self) -> Mapping[str, Setup]:
        """What was measured, by digest."""
        return {setup.digest: setup for setup in self._read("setups.jsonl", Setup)}

    def noted(self) -> Mapping[str, CaseRecord]:
        """What each run is of, by its id."""
        return {each.run: each for each in self._read("index.jsonl", CaseRecord)}

    def sources(self) -> Sources:
        """Where the cases are from."""
        return next(iter(self._read("sources.json", Sources)), Sources())

    def problems(self) -> Mapping[str, str]:
        """Why runs did not come to their end, the last time that they were tried, by run."""
        return {each.run: each.problem for each in self._read("problems.jsonl", RunProblem)}

    def troubled(self, run: str, problem: str) -> None:
        self._add("problems.jsonl", [RunProblem(run=run, problem=problem)])

    def grades(self) -> dict[str, Grade]:
        """Every grade that is kept, by its key."""
        return {each.key: each.grade for each in self._read("grades.jsonl", KeptGrade)}

    def keep(self, key: str, grade: Grade) -> None:
        self._add("grades.jsonl", [KeptGrade(key=key, grade=grade)], durably=False)

    def write(self, results: Iterable[Result]) -> Path:
        """The results, in place of the former ones; raises `Conflict` where there were some and none are left."""
        results = tuple(results)
        former = self.folder / RESULTS
        if not results and former.exists() and former.stat().st_size:
            raise Conflict(f"nothing that {self.folder} records can be scored: its {RESULTS} stays as it is")
        self._replace(RESULTS, [dump_result(result) for result in results])
        return self.folder / RESULTS

    def exists(self) -> None:
        """Raises `NotFound` where nothing was recorded."""
        if not (self.folder / "index.jsonl").exists():
            raise NotFound(
                f"{self.folder} holds no recorded runs: `scriptsmith bench run --out {self.folder}` makes some"
            )

    def _read(self, name: str, kind: type[T]) -> Iterator[T]:
        path = self.folder / name
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise StorageError(f"could not read {path}: {error.strerror or error}") from None
        for number, line in enumerate(content[: content.rfind(b"\n") + 1].splitlines(), start=1):
            try:
                yield load_line(kind, line, "what the bench writes there")
            except BadInput as error:
                raise StorageError(f"{path}, line {number}: {error}") from None

    def _add(self, name: str, values: Iterable[Any], *, durably: bool = True) -> None:
        data = b"".join(dump_line(each) + b"\n" for each in values)
        path = self.folder / name
        if not data:
            return
        with _explained("write", path):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                end = os.lseek(handle, 0, os.SEEK_END)
                if end and os.pread(handle, 1, end - 1) != b"\n":  # what a crash left half written
                    end = os.pread(handle, end, 0).rfind(b"\n") + 1
                    os.ftruncate(handle, end)
                os.pwrite(handle, data, end)
                if durably:
                    os.fsync(handle)
            finally:
                os.close(handle)

    def _replace(self, name: str, lines: Iterable[bytes]) -> None:
        path = self.folder / name
        with _explained("write", path):
            handle, made = tempfile.mkstemp(dir=self.folder, prefix=f".{name}.")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.writelines(line + b"\n" for line in lines)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(made, path)
            except BaseException:
                os.unlink(made)
                raise


@contextmanager
def _explained(doing: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(f"could not {doing} {path}: {error.strerror or error}") from None
