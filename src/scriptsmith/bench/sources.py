"""Which cases are measured: suites by name or folder, and public benchmarks by importer and path."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .folder import find
from .importers import importer
from .ledger import Sources
from .model import Case
from .proving import missing


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenCases:
    """The cases that can be used, and those that cannot, each with its `problem`."""

    cases: tuple[Case, ...]
    unusable: tuple[Case, ...] = ()


def chosen(sources: Sources, limit: int | None = None) -> ChosenCases:
    """The cases of `sources` in their order, each once, at most the first `limit` usable ones.

    Raises `NotFound` or `BadInput` for a suite, folder, importer or path that is not there.
    """
    found: list[Case] = []
    for name in sources.suites:
        found += find(name)
    for name, path in sources.imports.items():
        found += importer(name)(path)
    known = {case.key: case for case in found}.values()
    cases = [replace(case, problem=case.problem or missing(case)) for case in known]  # so no model is asked in vain
    usable = tuple(case for case in cases if not case.problem)
    return ChosenCases(cases=usable[:limit], unusable=tuple(case for case in cases if case.problem))
