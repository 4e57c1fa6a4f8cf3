"""The tokens of a Bash text make up the text, whatever it is, and say what each piece of it is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.bash.parser import parse
from scriptsmith.bash.tokens import quoting, tokens

SEED = Path(__file__).parents[2] / "src" / "scriptsmith" / "catalogue"
PIECES = [
    *("echo a", " ", "\n", "\\\n", "\\", "'", '"', "`", "$", "$(", ")", "$((", "))", "${x:-", "}", "(", "{ ", "; }", "[[ ", " ]]"),
    *("if true; then", "fi", "for i in a b; do", "done", "case $x in", "a)", ";;", "esac", "function f", "f()", "time ", "! "),
    *("<<EOF\n", "EOF\n", "<<-'E'\n", "\tE\n", "<<<", ">", "2>&1", "&&", "|", "#c", "x=", "a[$i]=", "x=(", "$'\\n'", "é", "\x00", "\r"),
]  # fmt: skip
texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))


@settings(deadline=None, max_examples=400)
@given(texts)
def test_joined_tokens_give_the_text_back(text: str) -> None:
    """Every character is in exactly one token, of a text in Bash as of any other; and every offset has a quoting."""
    found = tokens(text)
    assert "".join(text[start:end] for _, start, end in found) == text
    assert all(start < end for _, start, end in found)
    assert all(one.end == next_one.start for one, next_one in pairwise(found))
    assert len(quoting(text, range(len(text)))) == len(text)


def test_all_of_every_script_of_the_catalogue_is_known() -> None:
    """No piece of a script that Bash accepts is without a kind."""
    for path in sorted(SEED.rglob("script.sh"))[::5]:
        text = path.read_text(encoding="utf-8")
        for kind, start, end in tokens(text):
            assert kind != "text", (path, text[start:end])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm -rf a # x", "command:rm option:-rf word:a comment:# x"),
        ("if [[ -f $x ]]; then y=1; fi", "keyword:if keyword:[[ option:-f expansion:$x keyword:]] operator:; keyword:then name:y operator:= word:1 operator:; keyword:fi"),
        ("echo \"a $(ls 'b')\"", "command:echo string:\"a  operator:$( command:ls string:'b' operator:) string:\""),
        ("cat <<'E' >x\n$a\nE\n", "command:cat operator:<< delimiter:'E' operator:> word:x here-document:$a\n delimiter:E\n"),
        ("cat <<E\n$a b\nE", "command:cat operator:<< delimiter:E expansion:$a here-document: b\n delimiter:E"),
        ("for i in a; do :; done", "keyword:for word:i keyword:in word:a operator:; keyword:do command:: operator:; keyword:done"),
        ("case x in in) esac=1;; esac", "keyword:case word:x keyword:in word:in operator:) name:esac operator:= word:1 operator:;; keyword:esac"),
        ("echo if `date -u`", "command:echo word:if operator:` command:date option:-u operator:`"),
        ("f() { :; }", "name:f operator:() keyword:{ command:: operator:; keyword:}"),
    ],
)  # fmt: skip
def test_each_piece_has_its_kind(text: str, expected: str) -> None:
    """Reserved words are keywords only where the shell takes them for some, and what is quoted is a string."""
    assert " ".join(f"{kind}:{text[start:end]}" for kind, start, end in tokens(text) if kind != "blank") == expected


def test_what_follows_a_broken_line_is_read_again() -> None:
    """A parenthesis that cannot stand there is text; the next line has its tokens."""
    text = "echo a )b\nls -l"
    assert [kind for kind, _, _ in tokens(text) if kind != "blank"][-2:] == ["command", "option"]


@pytest.mark.parametrize("nested", ["$((1+" * 300 + "1" + "))" * 300, "$(" * 300 + ")" * 300, "`" * 999, "((" * 999])
def test_deep_nesting_is_read_to_a_limit(nested: str) -> None:
    """Neither reading nor tokens run out of stack."""
    assert parse(nested).problems
    assert "".join(nested[start:end] for _, start, end in tokens(nested)) == nested
