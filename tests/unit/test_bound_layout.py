"""What of a bound form is put on one line, and what stays as it is written."""

from __future__ import annotations

import subprocess

import pytest

from scriptsmith.bound_form.layout import WIDTH, tightened

SHORT = {
    "a branch that ends the script": (
        "if $dry_run; then\n  echo would\n  exit 0\nfi\n",
        "if $dry_run; then echo would; exit 0; fi\n",
    ),
    "a loop": ('for i in 1 2; do\n  echo "$i"\ndone | sort\n', 'for i in 1 2; do echo "$i"; done | sort\n'),
    "a loop that reads": (
        'while read -r x; do\n  echo "$x"\ndone <<<a\n',
        'while read -r x; do echo "$x"; done <<<a\n',
    ),
    "a function": ("f() {\n  echo a || return 1\n}\nf\n", "f() { echo a || return 1; }\nf\n"),
    "a clause": (
        "case a in\n  a)\n    echo a\n    exit 3\n    ;;\n  b | c)\n    :\n    ;;\nesac\n",
        "case a in\n  a) echo a; exit 3 ;;\n  b | c) : ;;\nesac\n",
    ),
    "the inner one": (
        "if true; then\n  if false; then\n    exit 4\n  fi\n  echo b\nfi\n",
        "if true; then\n  if false; then exit 4; fi\n  echo b\nfi\n",
    ),
    "one in a substitution": (
        'x="$(for i in 1; do\n  echo "$i"\ndone)"\necho "$x"\n',
        'x="$(for i in 1; do echo "$i"; done)"\necho "$x"\n',
    ),
}
AS_IT_IS = {
    "else": "if true; then\n  echo a\nelse\n  echo b\nfi\n",
    "elif": "if false; then\n  echo a\nelif true; then\n  echo b\nfi\n",
    "three statements": "if true; then\n  echo a\n  echo b\n  exit 0\nfi\n",
    "a comment of its own": "if true; then\n  # why\n  exit 5\nfi\n",
    "a comment behind a statement": "if true; then\n  exit 5 # why\nfi\n",
    "a comment behind the first word": "f() { # why\n  echo a\n}\nf\n",
    "a here-document": "if true; then\n  cat <<E\na\nE\nfi\n",
    "a job in the background": "if true; then\n  sleep 0 &\nfi\n",
    "a command over two lines": "if true; then\n  echo a \\\n    b\nfi\n",
    "a loop within": "while true; do\n  for i in 1; do break; done\n  break\ndone\n",
    "a clause that falls through": "case a in\n  a)\n    echo a\n    ;&\n  *) echo b ;;\nesac\n",
    "one line": "if true; then exit 6; fi\n",
    "a subshell": "f() (\n  echo a\n)\nf\n",
}


def ran(text: str) -> tuple[int, str, str]:
    """The status and output of a text of this file."""
    done = subprocess.run(["/bin/bash", "-c", f"dry_run=true\n{text}"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", SHORT)
def test_what_is_short_stands_on_one_line(name: str) -> None:
    """One or two statements, which do the same there."""
    long, short = SHORT[name]
    assert tightened(long) == short
    assert ran(long) == ran(short)


@pytest.mark.parametrize("name", AS_IT_IS)
def test_everything_else_stays(name: str) -> None:
    """What would be read less well, or would not mean the same."""
    assert tightened(AS_IT_IS[name]) == AS_IT_IS[name]


def test_a_line_is_no_wider_than_one_reads() -> None:
    """One that just fits is put together, with its indent and what follows it; one that is wider is not."""
    frame = "if true; then\n  if true; then\n    echo {}\n  fi\n  echo b\n  echo c\nfi\n"
    room = WIDTH - len("  if true; then echo ; fi")
    assert f"  if true; then echo {'a' * room}; fi\n" in tightened(frame.format("a" * room))
    wide = frame.format("a" * (room + 1))
    assert tightened(wide) == wide
