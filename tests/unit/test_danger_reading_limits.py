"""Whatever the text, reading ends soon, raises nothing and says where it gave up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import scriptsmith
from scriptsmith.bash.parser import parse
from scriptsmith.interpreter.interpreter import SIZE, read_script
from scriptsmith.interpreter.model import Interpretation

TOKENS = st.sampled_from(
    [
        "if",
        "then",
        "else",
        "elif",
        "fi",
        "for",
        "in",
        "do",
        "done",
        "while",
        "until",
        "case",
        "esac",
        "{",
        "}",
        "(",
        ")",
        "((",
        "))",
        "[[",
        "]]",
        ";",
        ";;",
        "&",
        "&&",
        "|",
        "||",
        "!",
        "x",
        "a=1",
        "$x",
        '"q"',
        "'s'",
        "$(x)",
        "`x`",
        ">f",
        "<f",
        "2>&1",
        "<<E",
        "E",
        "function",
        "f()",
        "a=(1",
        "$((1+2))",
        "${x:-y}",
        "time",
        "#",
        "echo",
        "$'",
        '$"',
        "${",
        "$(",
        "`",
        "'",
        '"',
        "\\",
        "~",
        "*",
        "{a,b}",
        "{1..9}",
        "eval",
        '"$@"',
        "read",
        "trap",
        "sudo",
        "xargs",
        "bash",
        "-c",
        "python3",
        "-e",
        "awk",
        "sed",
        "perl",
        "base64",
        "-d",
        "printf",
        "%s",
        "local",
        "set",
        "--",
        "shift",
        "exit",
        "return",
        "break",
        "cd",
        "find",
        "-exec",
        "{}",
        "+",
        "\\;",
        "${x##*/}",
        "${x/a/b}",
        "${!x}",
        "${#x}",
        "${a[@]}",
        "${a[1]}",
        "<(x)",
        ">(x)",
        "<<<x",
        "|&",
        "&>",
        "coproc",
        "select",
        "alias",
        "unset",
        "export",
        "declare",
        "-A",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(st.one_of(TOKENS, st.just("\n"), st.text(max_size=4)), max_size=30).map(" ".join),
    st.lists(TOKENS, max_size=20).map("".join),
)


@given(TEXTS)
@example("\ud800 $(\udcff) \0")
@example('\U000f0000 $x; eval "$x\U000f0001"')
@settings(max_examples=400, deadline=None)
def test_any_text_is_read(text: str) -> None:
    """No text makes the reader raise, and the same text gives the same reading."""
    reading = read_script(text)
    assert isinstance(reading, Interpretation)
    assert reading == read_script(text)


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_places_lie_in_the_text(text: str) -> None:
    """Every place is a line of the text, and its end is not before its start."""
    count = text.replace("\r\n", "\n").count("\n") + 1
    reading = read_script(text)
    for place in [*(each.place for each in reading.commands), *(each.place for each in reading.unresolved)]:
        assert 1 <= place.line <= place.end_line <= count
        assert place.column >= 1
        assert (place.line, place.column) <= (place.end_line, place.end_column)


HOSTILE = {
    "substitutions in one another": "echo " + "$(" * 5000 + "rm x" + ")" * 5000,
    "groups in one another": "{ " * 5000 + "rm x;" + " }" * 5000,
    "subshells in one another": "( " * 5000 + "rm x" + " )" * 5000,
    "conditions in one another": "if true; then " * 5000 + "rm x;" + " fi;" * 5000,
    "quotes without end": "echo " + '"$(' * 3000,
    "parentheses without end": "((" * 20_000,
    "a value that doubles": "x=aaaa;" + "x=$x$x;" * 90 + "eval $x",
    "an unknown value that doubles": "x=$1;" + "x=$x$x;" * 90 + "eval $x",
    "braces that multiply": "eval " + "{a,b}" * 40,
    "loops that multiply": "for a in {1..99}; do for b in {1..99}; do for c in {1..99}; do $a$b$c; done; done; done",
    "functions that multiply": "".join(f"f{i}() {{ f{i + 1}; f{i + 1}; }}\n" for i in range(60)) + "f0",
    "a function that calls itself": 'f() { f "$1"x; }; f a',
    "texts in one another": 'x="eval \\"\\$x\\""; eval "$x"',
    "wrappers without end": "sudo " * 3000 + "rm x",
    "a long script": "echo a line of text\n" * 50_000,
    "too long a script": "#" * (SIZE + 1),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_an_exhausting_text_is_blind(text: str) -> None:
    """Texts made to exhaust a reader end in a `Unresolved` instead."""
    assert read_script(text).unresolved


@pytest.mark.parametrize(
    "text",
    [
        "x=" + "a" * 5000 + "; echo ${x//*a*a*a*a*a*b/} ${x%%*b}",
        "echo " + "a" * 400 + " | sed -E 's/(a+)+b/x/'",
        "echo " + "a" * 400 + " | sed 's/a*a*a*a*b/x/'",
        "[[ $x =~ " + "(a*)*" * 50 + " ]]",
        "echo $((9**9**9**9)) $((1<<99999999)) $((" + "(" * 3000 + "1" + ")" * 3000 + "))",
        "printf '%99999999s' a",
        "python3 -c 'x = \"a\" * 99 * 99 * 99 * 99'",
    ],
)
def test_an_expensive_value_is_not_computed(text: str) -> None:
    """Patterns, powers and widths that would take for ever are left unknown."""
    assert read_script(text).commands or "[[" in text


def test_reading_goes_on_after_what_cannot_be_read() -> None:
    """A stretch that is not Bash is unresolved; what stands on the lines before and after it is read."""
    reading = read_script("rm a\nif ; then\nrm b\n")
    assert [each.arguments[0].text for each in reading.commands if each.name == "rm"] == ["a", "b"]
    assert [each.place.line for each in reading.unresolved][:1] == [2]


CATALOGUE = sorted((Path(scriptsmith.__file__).parent / "catalogue").rglob("script.sh"))


def test_every_script_of_the_catalogue_is_read_as_bash() -> None:
    """No verified script has a stretch that the parser refuses."""
    assert CATALOGUE
    refused = {path.parent.name: problems for path in CATALOGUE if (problems := parse(path.read_text()).problems)}
    assert not refused


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.thorough)], ids=["tenth", "all"])
def test_the_catalogue_is_not_blind(step: int) -> None:
    """Nothing in the verified scripts is hidden from the reader; what were would not have the risk that it declares."""
    scripts = CATALOGUE[::step]
    unresolved = {path.parent.name: found for path in scripts if (found := read_script(path.read_text()).unresolved)}
    assert not unresolved


BASH = {
    "for i do x; done": True,
    "for ((i=0; i<3; i++)) { x; }": True,
    "case $x in (a|b) y;; c) z;& *) ;; esac": True,
    "cat <<A <<B\na\nA\nb\nB\nx": True,
    "if true; then cat <<E; fi\nx\nE\ny": True,
    "cat <<-E | (x)\n\tfoo\n\tE": True,
    "x=$(cat <<E\nfoo)\nE\n)": True,
    "exec {fd}<>f 3>&1 &>>g": True,
    "x=(a [3]=b 'c d' $(y)) y+=z": True,
    "[[ ! $a =~ ^(x|y)+$ && ( -n $b || $c < d ) ]]": True,
    "((x = 3 << 2)) && echo $((10#08)) $[1+1]": True,
    "((a); (b))": True,
    "f() (x); function g { y; }; function h() { z; } >i": True,
    "time -p ! x | y |& z &": True,
    "coproc N { x; }": True,
    'echo ${x//"/"/} ${x:-${y#\'}\'}} "${x:-\'}"': True,
    "echo !(a|b) @(c) a{b,c}": True,
    "select x in a b; do y; done": True,
    "if x; then; fi": False,
    "x | | y": False,
    "x && ": False,
    "for x in a; done": False,
    "case x in a) y esac": False,
    "{ x }": False,
    "( x": False,
    "x )": False,
    "do x": False,
    "echo 'a": False,
    'echo "a': False,
    "echo $(x": False,
    "> ": False,
    "x ;; y": False,
}


@pytest.mark.parametrize(("text", "accepted"), BASH.items())
def test_the_parser_accepts_what_bash_accepts(text: str, accepted: bool) -> None:
    """These are Bash, or are not, exactly as `bash -O extglob -n` says."""
    assert (not parse(text).problems) == accepted
