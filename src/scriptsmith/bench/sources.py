"""Which cases are measured: suites by name or folder, and public benchmarks by importer and path."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .folder import find
from .importers import importer
from .ledger import Sources
from .model import Case
from .plan import one_each


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The cases that can be used, and those that cannot, each with its `problem`."""

    cases: tuple[Case, ...]
    unusable: tuple[Case, ...] = ()


def chosen(sources: Sources, limit: int | None = None) -> Chosen:
    """The cases of `sources` in their order, each once, at most the first `limit` usable ones.

    Raises `NotFound` or `BadInput` for a suite, folder, importer or path that is not there.
    """
    found: list[Case] = []
    for name in sources.suites:
        found += find(name)
    for name, path in sources.imports.items():
        found += importer(name)(path)
    cases = tuple(map(_with_what_it_needs, one_each(found)))
    usable = tuple(case for case in cases if not case.problem)
    return Chosen(cases=usable[:limit], unusable=tuple(case for case in cases if case.problem))


def _with_what_it_needs(case: Case) -> Case:
    """`case`, with a problem where a program that it needs is not here, so that no model is asked in vain."""
    lacking = [name for name in case.needs if not shutil.which(name)]
    if case.problem or not lacking:
        return case
    return replace(case, problem=f"it needs {', '.join(lacking)}, which this machine lacks")


def without_reference(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Those of which no reference can be graded."""
    return tuple(case for case in cases if not case.golds)
