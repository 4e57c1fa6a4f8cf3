"""`scriptsmith check`: what is wrong with scripts, found without running them."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.types import Finding, Script, Severity, Target
from ..errors import BadInput, Conflict, NotFound, StorageError, UsageError

if TYPE_CHECKING:
    from ..errors import ToolMissing
    from ..ports import Checker
    from ..wiring import App
    from .check_formats import CheckReport

SEVERITIES = [severity.value for severity in Severity]
PASSES = 5  # one fix may make way for another, never more often than this


@click.command("check")
@click.argument("files", nargs=-1, metavar="[FILE|-]...")
@click.option("--format", "style", type=click.Choice(["text", "json", "gcc", "sarif"]), help="How to print findings.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--jsonl", is_flag=True, help='Read {"id", "script"} lines on stdin, print one JSON document for each.')
@click.option(
    "--fail-on",
    type=click.Choice([*SEVERITIES, "never"]),
    default="style",
    show_default=True,
    help="The mildest finding that makes the exit code 1.",
)
@click.option("--severity", type=click.Choice(SEVERITIES), default="style", help="Leave milder findings out.")
@click.option("--exclude", multiple=True, metavar="CODE,...", help="Leave these out, such as SC2086.")
@click.option(
    "--target",
    type=click.Choice(["auto", "bash", "ansible"]),
    default="auto",
    show_default=True,
    help="What the files are; auto tells playbooks by their name or content.",
)
@click.option("--fix", is_flag=True, help="Write the files with shellcheck's own fixes applied; with -, print them.")
def command(
    files: tuple[str, ...],
    style: str | None,
    as_json: bool,
    jsonl: bool,
    fail_on: str,
    severity: str,
    exclude: tuple[str, ...],
    target: str,
    fix: bool,
) -> int:
    """Check scripts with bash, shellcheck and the danger analysis, without running them.

    A playbook is checked by its text, by Ansible's own programs in a sealed box where they are installed, and by the
    danger analysis of what its tasks would do.

    Exit codes: 0 nothing found, 1 findings, 2 usage or unreadable input, 7 a checker is missing or broken (what the
    others and the danger analysis find is told all the same), 8 no such file. With --jsonl: the largest of all lines.
    """
    if as_json and style not in (None, "json"):
        raise UsageError(f"--json and --format {style} contradict each other")
    from .session import chosen_target

    style = "json" if as_json else style or "text"
    wanted = _Wanted(fail_on, Severity(severity), exclude, chosen_target(target))
    if jsonl:
        if files or fix:
            raise UsageError("--jsonl reads scripts on standard input: give it neither a file nor --fix")
        return _jsonl(wanted)
    if not files and sys.stdin is not None and sys.stdin.isatty():
        raise UsageError("nothing to check: give a FILE, or - for standard input")
    files = files or ("-",)
    if fix and "-" in files and (len(files) > 1 or style in ("json", "sarif")):
        raise UsageError("--fix with - prints the script on stdout: give no other file, and no --json or SARIF format")
    return _files(files, style, wanted, fix)


class _Wanted:
    """Which findings count, and from which on the check has failed."""

    def __init__(self, fail_on: str, severity: Severity, exclude: Sequence[str], target: Target | None) -> None:
        codes = [code.strip() for codes in exclude for code in codes.split(",") if code.strip()]
        self._target = target
        self._excluded = {_code(code) for code in codes}
        self._severity = severity
        self._fail_on = -1 if fail_on == "never" else Severity(fail_on).rank

    def only(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """The findings that are neither excluded nor too mild."""
        return tuple(
            finding
            for finding in findings
            if finding.code not in self._excluded and finding.severity.rank <= self._severity.rank
        )

    def script(self, text: str, name: str = "") -> Script:
        """The script that a text is, for the target that was named or that it shows."""
        from ..ansible.recognise import recognised

        return Script(text=text, target=self._target or recognised(text, name))

    def exit(self, findings: Sequence[Finding]) -> int:
        """1 when any of `findings` is as severe as `--fail-on` says, else 0."""
        return int(any(finding.severity.rank <= self._fail_on for finding in findings))


def _code(written: str) -> str:
    """The code of a finding: `SC2086`, `2086`, `SS0006`, or a rule of ansible-lint in its own small letters."""
    code = written.upper()
    if re.fullmatch(r"(?:SC|SS)?\d{4}", code):
        return code if code.startswith("S") else f"SC{code}"
    if re.fullmatch(r"[a-z]+(?:-[a-z]+)*(?:\[[a-z-]+\])?", written):
        return written
    raise UsageError(f"--exclude {written!r} is not the code of a finding, such as SC2086 or SS0006")


def _jsonl(wanted: _Wanted) -> int:
    from ..input_limits import fit_source
    from ..redaction import masked_findings
    from .check_formats import hidden_danger, plain, risk
    from .inputs import answer_jsonl
    from .session import with_app

    async def work(app: App) -> int:
        failed = 0

        async def handle(record: Mapping[str, Any]) -> dict[str, Any]:
            nonlocal failed
            script = wanted.script(fit_source(record["script"], "the script"))
            found, danger, broken = await app.inspect(script)
            findings = wanted.only(found)
            failed = max(failed, wanted.exit(findings))
            shown, told = masked_findings(findings, script.text), hidden_danger(danger, script.text)
            answer = {"exit": wanted.exit(findings), "findings": plain(shown), **risk(told)}
            if broken:
                answer |= {"exit": _exit(broken), "failed": list(broken), "error": _why(broken)}
            return answer

        if sys.stdin is None:
            raise UsageError("standard input is closed: --jsonl reads it")
        return max(await answer_jsonl(sys.stdin.buffer, sys.stdout, {"script": str}, handle), failed)

    return with_app(work)


def _files(files: Sequence[str], style: str, wanted: _Wanted, fix: bool) -> int:
    import asyncio

    from .check_formats import FORMATS, hidden
    from .output import say
    from .session import with_app

    async def work(app: App) -> list[CheckReport]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_one(file, app, wanted, fix)) for file in files]
        return [task.result() for task in tasks]

    reports = [hidden(report) for report in with_app(work)]
    click.echo(FORMATS[style](reports), nl=False, err=fix and files == ("-",))
    failures = [report for report in reports if report.error]
    for report in failures:
        say(f"scriptsmith: {report.error}")
    return max(report.exit for report in failures or reports)


async def _one(file: str, app: App, wanted: _Wanted, fix: bool) -> CheckReport:
    """Check one input. What is wrong with it alone is reported, so that the others are checked all the same."""
    from .check_formats import CheckReport
    from .input_files import source_name
    from .inputs import read_source

    try:
        text = read_source(file, keep_bom=True)  # bash stumbles over it, so it is a finding
        script = wanted.script(text, file)
        findings, danger, broken = await app.inspect(script)
        if fix and not app.language(script.target).fixable:
            raise UsageError(f"{source_name(file)} is a playbook: --fix applies shellcheck's fixes, which are for Bash")
        if fix and broken:
            raise next(iter(broken.values()))  # nobody would say whether the fixed script is any better
        if fix:
            text, findings = await _fixed(file, text, findings, app.checkers, wanted)
    except (UsageError, NotFound, StorageError, Conflict) as error:
        return CheckReport(file=file, exit=error.exit_code, error=str(error))
    findings = wanted.only(findings)
    return CheckReport(
        file=file,
        exit=_exit(broken) if broken else wanted.exit(findings),
        source=text,
        findings=findings,
        danger=danger,
        failed=tuple(broken),
        error=_why(broken),
    )


def _exit(broken: Mapping[str, ToolMissing]) -> int:
    return max(error.exit_code for error in broken.values())


def _why(broken: Mapping[str, ToolMissing]) -> str:
    return "; ".join(f"{name} did not check: {error}" for name, error in broken.items())


async def _fixed(
    file: str, text: str, findings: tuple[Finding, ...], checkers: Sequence[Checker], wanted: _Wanted
) -> tuple[str, tuple[Finding, ...]]:
    """Apply the fixes of the wanted findings and write the result; what remains is found in it."""
    from ..checking import inspected
    from ..core.fixes import apply_fixes
    from .input_files import source_name
    from .output import say

    parsed = _parses(findings)
    fixed, total = text, 0
    for _ in range(PASSES):
        after, applied = apply_fixes(fixed, wanted.only(findings))
        if not applied:
            break
        fixed, total = after, total + applied
        findings, _, broken = await inspected(checkers, Script(text=fixed))
        if broken:
            raise next(iter(broken.values()))
    if parsed and not _parses(findings):
        raise Conflict(
            f"{source_name(file)}: with the fixes applied, bash could not parse it any more, so nothing was changed"
        )
    if file == "-":
        click.echo(fixed, nl=False)
    elif total:
        _replace(file, text, fixed)
    if total:
        say(f"{source_name(file)}: {total} {'fix' if total == 1 else 'fixes'} applied")
    return fixed, findings


def _parses(findings: Sequence[Finding]) -> bool:
    from ..core.findings import SYNTAX_ERROR

    return all(finding.code != SYNTAX_ERROR for finding in findings)


def _replace(file: str, before: str, after: str) -> None:
    """Put `after` into `file` in one step, through links, with mode and owner kept.

    Raises `StorageError`, `BadInput` or `Conflict`; the file is then as it was.
    """
    import contextlib

    from ..adapters.folder.files import write_atomically
    from .inputs import read_source

    try:
        status = os.stat(file)
    except OSError as error:
        raise StorageError(f"{file} could not be written: {error.strerror or error}") from None
    if not stat.S_ISREG(status.st_mode):
        raise BadInput(f"{file} is not a regular file: --fix can write only such")
    if not os.access(file, os.W_OK):
        raise StorageError(f"{file} could not be written: there is no permission to change it")
    if read_source(file, keep_bom=True) != before:
        raise Conflict(f"{file} changed while it was being checked, so nothing was written")
    path = Path(os.path.realpath(file))
    write_atomically(path, after, mode=stat.S_IMODE(status.st_mode))
    if (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(PermissionError):
            os.chown(path, status.st_uid, status.st_gid)
