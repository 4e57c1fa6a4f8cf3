"""A secret that is put back into a script is read by Bash as exactly that value, wherever a model has moved it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.redaction.shell_quoting import place

TOKEN = "SS_SECRET_1A"
PLACES = {
    "bare": f"printf %s {TOKEN}",
    "joined": f"printf %s -p{TOKEN}",
    "single": f"printf %s '{TOKEN}'",
    "double": f'printf %s "{TOKEN}"',
    "assignment": f'x={TOKEN}; printf %s "$x"',
    "ansi": f"printf %s $'{TOKEN}'",
    "substitution": f'printf %s "$(printf %s {TOKEN})"',
    "nested": f'printf %s "$(printf %s "{TOKEN}")"',
    "default": f"printf %s ${{x:-{TOKEN}}}",
    "array": f'x=({TOKEN}); printf %s "${{x[0]}}"',
    "case": f"case x in x) printf %s {TOKEN};; esac",
    "after a sum": f"y=$((10#08)); printf %s {TOKEN}",
    "function": f"f() {{ local x='{TOKEN}'; printf %s \"$x\"; }}; f",
    "here-document": f'IFS= read -r x <<EOF\n{TOKEN}\nEOF\nprintf %s "$x"',
    "quoted here-document": f"IFS= read -r x <<'EOF'\n{TOKEN}\nEOF\nprintf %s \"$x\"",
    "here-string": f'IFS= read -r x <<< "{TOKEN}"; printf %s "$x"',
}
values = st.text(alphabet="aZ9 '\"\\$`!#~*?[]{}()<>|&;=@%^,.:+-_/", min_size=4, max_size=14)


@pytest.mark.parametrize("where", PLACES)
@settings(max_examples=25, deadline=None)
@given(value=values)
def test_bash_reads_exactly_the_value(where: str, value: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """In every quoting the shell gets the value and nothing of it is run (no program is in reach here)."""
    script = place(PLACES[where], {TOKEN: value})
    folder: Path = tmp_path_factory.getbasetemp()
    ran = subprocess.run(
        ["/bin/bash", "-c", script], capture_output=True, text=True, cwd=folder, env={"PATH": ""}, timeout=20
    )
    assert ran.stdout == ("-p" + value if where == "joined" else value)
    assert ran.stderr == ""


def test_a_comment_has_one_line() -> None:
    """A value of several lines stays a token in a comment: its second line would be a command."""
    assert place(f"# {TOKEN}\ntrue\n", {TOKEN: "one\nrm -rf x"}) == f"# {TOKEN}\ntrue\n"


def test_what_is_plain_is_put_back_as_it_was() -> None:
    """A value without any sign of the shell is written as it is, and unknown tokens stay."""
    assert place(f"x={TOKEN} y=SS_SECRET_9A", {TOKEN: "abc123"}) == "x=abc123 y=SS_SECRET_9A"
