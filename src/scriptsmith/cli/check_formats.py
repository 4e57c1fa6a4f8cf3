"""Writes the findings of `check`: for people, for editors (gcc), and for programs (JSON, SARIF)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias, TypeVar

from .. import __version__
from ..core.effects import Danger
from ..core.types import Finding, Replacement, Severity
from .output import json_text
from .visible import visible

D = TypeVar("D", Danger, Danger | None)
SHOWN = 160  # characters of a source line that are shown around a finding


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What became of one input: its findings, or the sentence that says why it could not be read.

    Where checkers have `failed`, their names, both are there: the findings are those of the others.
    """

    file: str
    exit: int
    source: str = ""
    findings: tuple[Finding, ...] = ()
    error: str = ""
    danger: Danger | None = None
    failed: tuple[str, ...] = ()


Format: TypeAlias = Callable[[Sequence[CheckReport]], str]


def text(reports: Sequence[CheckReport]) -> str:
    """For people: place, severity, code and message, and under it the source line with a caret.

    Where a checker has failed, also what the script would touch: the findings are not all there are.
    """
    return "".join(
        part for report in reports for part in (*(_paragraph(report, each) for each in report.findings), _lack(report))
    )


def gcc(reports: Sequence[CheckReport]) -> str:
    """For editors: `file:line:column: level: message [code]`, info and style as notes."""
    return "".join(
        f"{one_line(report.file)}:{finding.line}:{finding.column}: {_level(finding.severity)}: "
        f"{one_line(finding.message)} [{finding.code}]\n"
        for report in reports
        for finding in report.findings
    )


def as_json(reports: Sequence[CheckReport]) -> str:
    """For programs: one document, for one file or for several."""
    if len(reports) == 1:
        return _dump({"schema_version": 1, **_document(reports[0])})
    worst = max((report.exit for report in reports), default=0)
    return _dump({"schema_version": 1, "exit": worst, "files": [_document(report) for report in reports]})


def sarif(reports: Sequence[CheckReport]) -> str:
    """For code scanning: a SARIF 2.1.0 log with one run; columns count code points."""
    rules = sorted({(finding.code, finding.checker) for report in reports for finding in report.findings})
    index = {rule: number for number, rule in enumerate(rules)}
    failures = [report for report in reports if report.error]
    run = {
        "tool": {
            "driver": {
                "name": "scriptsmith",
                "version": __version__,
                "rules": [{"id": code, "properties": {"checker": checker}} for code, checker in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not failures,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": report.error}} for report in failures
                ],
            }
        ],
        "results": [
            _result(report.file, finding, index[finding.code, finding.checker])
            for report in reports
            for finding in report.findings
        ],
    }
    return _dump({"version": "2.1.0", "runs": [run]})


FORMATS: Mapping[str, Format] = {"text": text, "json": as_json, "gcc": gcc, "sarif": sarif}


def hidden(report: CheckReport) -> CheckReport:
    """`report` as it is shown, with stars for the secrets of its script wherever they stand."""
    from ..redaction import masked, masked_findings

    shown = masked(replace(report, findings=(), danger=None), report.source)
    findings = masked_findings(report.findings, report.source)
    return replace(shown, findings=findings, danger=hidden_danger(report.danger, report.source))


def hidden_danger(danger: D, source: str) -> D:
    """The danger of the script `source`, with stars for the secrets of that."""
    from ..redaction import masked, masked_findings

    if danger is None:
        return danger
    return replace(masked(danger, source), findings=masked_findings(danger.findings, source))


def plain(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as dictionaries and lists, ready for JSON."""
    return [asdict(finding) | {"fix": [asdict(replacement) for replacement in finding.fix]} for finding in findings]


def risk(danger: Danger) -> dict[str, Any]:
    """Risk, effects and every danger, the notable ones too, ready for JSON."""
    return {"risk": danger.risk, "effects": asdict(danger.effects), "dangers": plain(danger.findings)}


def summary(danger: Danger) -> str:
    """The risk and what would be touched, on one line."""
    told = [f"{verb} {', '.join(things[:4])}{' …' if len(things) > 4 else ''}" for verb, things in _effects(danger)]
    return one_line("; ".join([danger.risk, *told]))


def _effects(danger: Danger) -> Iterator[tuple[str, tuple[str, ...]]]:
    effects = danger.effects
    for verb, things in (
        ("deletes", effects.deletes),
        ("writes", effects.writes),
        ("services:", effects.services),
        ("network:", effects.network),
        ("with every right:", effects.privilege),
    ):
        if things:
            yield verb, things


def one_line(text: str) -> str:
    """`text` on one line: whatever a terminal might obey, line ends too, is spelled out."""
    shown = visible(text.replace("\t", " "))
    return shown.replace("\n", "\\n").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _document(report: CheckReport) -> dict[str, Any]:
    document: dict[str, Any] = {"file": report.file, "exit": report.exit, "findings": plain(report.findings)}
    if report.danger:
        document |= risk(report.danger)
    if report.failed:
        document |= {"failed": list(report.failed)}
    return document | {"error": report.error} if report.error else document


def _dump(document: Mapping[str, Any]) -> str:
    """ASCII, so that no encoding of a terminal or a pipe stands in the way."""
    return json_text(document, indent=2) + "\n"


_LONG_WORD = re.compile(r"\S{200,}")
"""A path that would fill a screen; JSON, SARIF and the like have all of it."""


def _paragraph(report: CheckReport, finding: Finding) -> str:
    place = f"{one_line(report.file)}:{finding.line}:{finding.column}"
    fixable = " (--fix)" if finding.fix else ""
    message = _LONG_WORD.sub(lambda word: f"{word[0][:150]}…{word[0][-30:]}", one_line(finding.message))
    head = f"{place}: {finding.severity} {finding.code}: {message}{fixable}\n"
    return head + "".join(f"    {line}\n" for line in _pointed(report.source, finding))


def _lack(report: CheckReport) -> str:
    if not report.failed or report.danger is None:
        return ""
    return f"{one_line(report.file)}: not checked by {', '.join(report.failed)}; risk: {summary(report.danger)}\n"


def _pointed(source: str, finding: Finding) -> Iterator[str]:
    """The source line and, on a line below, what marks the finding in it; nothing when it is no such line."""
    lines = source.split("\n")
    if not 1 <= finding.line <= len(lines):
        return
    line = lines[finding.line - 1].removesuffix("\r")
    if not line.strip():
        return
    start = min(finding.column - 1, len(line))
    end = len(line) if finding.end_line not in (None, finding.line) else (finding.end_column or 0) - 1
    first = max(0, start - SHOWN // 2) if len(line) > SHOWN else 0
    last = min(len(line), first + SHOWN)
    before = ("..." if first else "") + one_line(line[first:start])
    marked = one_line(line[start : max(start, min(end, last))])
    yield before + one_line(line[start:last]) + ("..." if last < len(line) else "")
    yield " " * _width(before) + "^" * max(1, _width(marked))


def _width(shown: str) -> int:
    """How many columns of a terminal `shown` takes: wide characters two, combining ones none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in shown
    )


def _level(severity: Severity) -> str:
    return severity.value if severity in (Severity.ERROR, Severity.WARNING) else "note"


def _result(file: str, finding: Finding, rule: int) -> dict[str, Any]:
    where = _location(file)
    region = {"startLine": finding.line, "startColumn": finding.column}
    if finding.end_line is not None and finding.end_column is not None:
        region |= {"endLine": finding.end_line, "endColumn": finding.end_column}
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _level(finding.severity),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": {"artifactLocation": where, "region": region}}],
    }
    if finding.fix:
        replacements = [_replacement(replacement) for replacement in finding.fix]
        result["fixes"] = [{"artifactChanges": [{"artifactLocation": where, "replacements": replacements}]}]
    return result


def _replacement(replacement: Replacement) -> dict[str, Any]:
    return {
        "deletedRegion": {
            "startLine": replacement.line,
            "startColumn": replacement.column,
            "endLine": replacement.end_line,
            "endColumn": replacement.end_column,
        },
        "insertedContent": {"text": replacement.text},
    }


def _location(file: str) -> dict[str, str]:
    """A file as a relative or absolute URI, any byte of its name allowed."""
    import os
    from urllib.parse import quote

    if file == "-":
        return {"uri": "stdin"}
    path = quote(os.fsencode(file))
    return {"uri": f"file://{path}" if os.path.isabs(file) else path}
