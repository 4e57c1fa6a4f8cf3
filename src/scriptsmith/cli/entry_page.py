"""An entry of the catalogue as a document for programs and as a page for people."""

from __future__ import annotations

from typing import Any

from ..core.plain_data import plain
from ..core.proof import TEST
from ..core.publish import takes_undescribed
from ..core.types import Entry, Evidence
from .output import table


def document(entry: Entry, *, text: bool) -> dict[str, Any]:
    """An entry for programs, with its script and test or without."""
    fields: dict[str, Any] = plain(entry)
    fields |= {"digest": entry.script.digest, "area": entry.area, "target": entry.script.target}
    fields["script"] = entry.script.text if text else None
    if not text:
        del fields["script"], fields["test"], fields["real"]
    return fields


def page(entry: Entry, proof: str, grade: str) -> str:
    """An entry for people: what it is for, what it takes, why it can be trusted, and its script.

    `grade` says how far it has been proven. Evidence of a test that saw other texts than those with the digest `proof`
    is marked.
    """
    lines = [
        f"{entry.id}@{entry.version}  {entry.status}, {entry.risk}; {grade}",
        entry.title,
        "",
        f"area: {entry.area}   owner: {entry.owner or '-'}   approver: {entry.approver or '-'}",
        f"needs: {', '.join(entry.requires.tools) or 'nothing special'}; privilege: {entry.requires.privilege}",
        f"digest: {entry.script.digest}",
        "",
        "asked for as:",
        *(f"  {phrase}" for phrase in entry.phrases),
    ]
    if entry.parameters:
        rows = [
            (p.option, p.type, "required" if p.required else f"default {p.default}", p.description)
            for p in entry.parameters
        ]
        lines += ["", table(rows, ("OPTION", "TYPE", "VALUE", "MEANING"))]
    elif takes_undescribed(entry):
        lines += ["", "takes: arguments that nobody described, so that it answers its own words only"]
    if entry.evidence:
        lines += ["", "evidence:", *(_line(evidence, proof) for evidence in entry.evidence)]
    return "\n".join(lines) + f"\n\n{entry.script.text}"


def _line(evidence: Evidence, proof: str) -> str:
    parts = (f"  {evidence.kind}: {evidence.result}", evidence.detail[:120], evidence.at[:10])
    other = evidence.kind == TEST and evidence.digest not in ("", proof)
    changed = "before the script, its test or the test library changed" if other else ""
    return "  ".join(part for part in (*parts, changed) if part)
