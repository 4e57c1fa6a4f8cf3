"""Which records of the audit somebody asks for: one reader of the filters, for the page and the API."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, TypeAlias

from fastapi import Depends, Query


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilters:
    """By whom, which kind of act, and what it was done to; empty: any."""

    who: str = ""
    act: str = ""
    on: str = ""

    @property
    def asked(self) -> dict[str, str]:
        """Each filter by its name."""
        return asdict(self)


def _filters(
    who: Annotated[str, Query(max_length=200, description="only what this person did")] = "",
    act: Annotated[str, Query(max_length=200, description="only acts that begin so: `run.`, `key.create`")] = "",
    on: Annotated[str, Query(max_length=200, description="only what was done to this: a run, a key, an entry")] = "",
) -> AuditFilters:
    return AuditFilters(who=who.strip(), act=act.strip(), on=on.strip())


AskedOfAudit: TypeAlias = Annotated[AuditFilters, Depends(_filters)]
