"""Which cases are measured: suites by name or folder, and public benchmarks by importer and path."""

from __future__ import annotations

from collections.abc import Collection
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


def chosen(sources: Sources, limit: int | None = None, levels: Collection[int] = ()) -> ChosenCases:
    """The cases of `sources` in their order, each once, at most the first `limit` usable ones.

    Those whose action is told at several levels are there once for each, or for those of `levels` only.

    Raises `NotFound` or `BadInput` for a suite, folder, importer or path that is not there.
    """
    found: list[Case] = []
    for name in sources.suites:
        found += find(name)
    for name, path in sources.imports.items():
        found += importer(name)(path)
    known = {case.key: case for case in found}.values()
    cases = [replace(case, problem=case.problem or missing(case)) for case in known]  # so no model is asked in vain
    usable = [case for case in cases if not case.problem][:limit]
    told = tuple(one for case in usable for one in case.at_levels() if not levels or one.level in (0, *levels))
    return ChosenCases(cases=told, unusable=tuple(case for case in cases if case.problem))
