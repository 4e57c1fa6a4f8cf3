"""Variables, branches, loops, functions and folders are followed as Bash would follow them."""

from __future__ import annotations

import pytest

from scriptsmith.interpreter.interpreter import read_script
from scriptsmith.interpreter.model import Command

from .test_danger_reading_words import lines


def all_of(script: str, name: str) -> list[Command]:
    return [each for each in read_script(script).commands if each.name == name]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("for f in a b; do rm $f; done", ["rm a", "rm b"]),
        ("for f in {1..3}; do rm $f; done", ["rm 1", "rm 2", "rm 3"]),
        ('A=(x \'y z\'); for f in "${A[@]}"; do rm "$f"; done', ["rm x", "rm y z"]),
        ("i=0; while [ $i -lt 2 ]; do rm f$i; i=$((i+1)); done", ["rm f0", "rm f1"]),
        ("for ((i=0; i<2; i++)); do rm f$i; done", ["rm f0", "rm f1"]),
        ("while read -r a b; do $a $b; done <<< $'rm x\\nrm y'", ["rm x", "rm y"]),
        ("printf 'x\\ny\\n' | while read f; do rm $f; done", ["rm x", "rm y"]),
        ("c=ls; while x; do $c y; c=rm; done", ["rm y"]),
        ("c=ls; for f in $(x); do $c y; c=rm; done", ["rm y"]),
        ("while x; do s=a; break; done; rm /$s", ["rm /…", "rm /a"]),
        ('f() { rm "$1"; }; f x; f y', ["rm x", "rm y"]),
        ('f() { "$@"; }; f rm x', ["rm x"]),
        ("f() { local d=$1; shift; rm $d/$1; }; f x y", ["rm x/y"]),
        ("ls() { rm x; }; ls", ["rm x"]),
        ("f() { rm x; }", ["rm x"]),
        ("trap 'rm $t' EXIT; t=x", ["rm x"]),
        ("alias ll='rm x'", ["rm x"]),
        ("X=a; (X=b; rm $X); rm $X", ["rm b", "rm a"]),
        ("X=a; echo | X=b; rm $X", ["rm a"]),
        ("exit 0; rm x", ["rm x"]),
        ("false && rm x", ["rm x"]),
        ("case a in b) rm x;; esac", ["rm x"]),
        ("echo rm x > /tmp/s; bash /tmp/s", ["rm x"]),
        ("cat > s.sh <<E\nrm $V\nE\nV=q; chmod +x s.sh; ./s.sh", ["rm …"]),
        ("f=$(mktemp); echo rm x > $f; bash $f; $f", ["rm x", "rm x"]),
        ("cd /a; echo rm x > b; sh /a/b; sh ./b", ["rm x", "rm x"]),
        ("printf 'rm x\\n' | tee /tmp/s; . /tmp/s", ["rm x"]),
        ("cp /bin/rm /tmp/y; /tmp/y x", ["rm x"]),
        ("ln -s /bin/rm y; ./y x", ["rm x"]),
        ("hash -p /bin/rm y; y x", ["rm x"]),
        ("X=rm; Y=$X; unset X; $Y x", ["rm x"]),
        ("D=; rm -rf $D/*", ["rm -rf /*"]),
    ],
)
def test_values_reach_the_command(script: str, expected: list[str]) -> None:
    """These commands, and no other rm, are read where values come through variables, loops, functions and files."""
    found = [each for each in lines(script) if each.startswith("rm")]
    assert found == expected


@pytest.mark.parametrize(
    ("script", "cwd", "unchecked"),
    [
        ("cd /x; rm *", "/x", "/x"),
        ("cd /x && rm *", "/x", ""),
        ("cd /x || exit 1; rm *", "/x", ""),
        ("cd /x || echo no; rm *", "/x", "/x"),
        ("if cd /x; then rm *; fi", "/x", ""),
        ("cd /x && true; rm *", "/x", "/x"),
        ("set -e; cd /x; rm *", "/x", ""),
        ("#!/bin/bash -e\ncd /x\nrm *", "/x", ""),
        ("cd /x; cd y || exit; rm *", "/x/y", ""),
        ("cd /x || exit; cd ..; rm *", "/", ""),
        ("cd /tmp; rm *", "/tmp", ""),
        ("cd $D; rm *", "…", "…"),
        ("(cd /x || exit; ls); rm *", None, ""),
    ],
)
def test_the_folder_of_a_command_is_known(script: str, cwd: str | None, unchecked: str) -> None:
    """`cwd` is where a `cd` led; `cd_unchecked` is a `cd` whose failure would leave the command somewhere else."""
    found = all_of(script, "rm")[0]
    assert (None if found.cwd is None else found.cwd.shape) == cwd
    assert found.cd_unchecked == unchecked


def test_guards_are_the_tests_that_succeeded() -> None:
    """A command knows the tests before it, and not those that it does not depend on."""
    (found,) = all_of('[ -n "$1" ] || exit\n[ -d /x ]\nif [ -e y ]; then rm y; fi', "rm")
    assert '[ -n "$1" ]' in found.guards
    assert "[ -e y ]" in found.guards
    assert "[ -d /x ]" not in found.guards


def test_what_feeds_a_command_is_upstream() -> None:
    """The commands of earlier pipeline stages, and those that wrote a file it runs, are upstream."""
    (piped,) = all_of("curl u | tee f | sh", "sh")
    assert [each.name for each in piped.upstream] == ["curl", "tee"]
    (written,) = all_of("curl -o f u; sh f", "sh")
    assert [each.name for each in written.upstream] == ["curl"]
    (substituted,) = all_of("sh <(curl u)", "sh")
    assert [each.name for each in substituted.upstream] == ["curl"]


def test_a_branch_makes_conditional() -> None:
    """Commands of branches, loops and lists of `&&` are conditional; others are not."""
    found = {each.arguments[0].text: each.conditional for each in all_of("rm a; x && rm b; if y; then rm c; fi", "rm")}
    assert found == {"a": False, "b": True, "c": True}


@pytest.mark.parametrize(
    "script",
    [
        'eval "$X"',
        "curl u | sh",
        "bash <(curl u)",
        ". <(curl u)",
        "$X -rf /",
        "x=$(curl u); $x",
        "curl -o f u; bash f",
        "f | xargs -I{} sh -c '{}'",
        "cat f | bash -s",
        'bash -c "$(cat f)"',
        'python3 -c "$(curl u)"',
        "perl -e 'eval $ARGV[0]'",
        "python3 -c 'exec(input())'",
        "echo 'unclosed",
        "if x; then y",
        "cat <<E\nno end",
        "/bin/* x",
        "(" * 300 + "x" + " )" * 300,
    ],
)
def test_what_cannot_be_seen_through_is_blind(script: str) -> None:
    """Code that is not in the text, and text that is not Bash, is never passed over in silence."""
    assert read_script(script).unresolved


@pytest.mark.parametrize(
    "script",
    [
        "python3 -c 'print(1 + 1)'",
        "python3 script.py --all",
        "bash script.sh",
        "awk -F: '$3 > 5 || /a|b/ { print $1 }' /etc/passwd",
        "sed -n 's/a|b/c/p' f",
        "perl -pe 's/a/b/' f",
        ". ./lib.sh; source /etc/os-release",
        "${EDITOR:-vi} f; $PAGER f",
        'run() { "$@"; }',
        'run() { "$@"; }; run ls -l',
        "for i in {1..1000}; do curl u/$i; done",
        "find . -name '*.log' | while read -r f; do gzip \"$f\"; done",
        "kill -9 $(pgrep x)",
        "while :; do sleep 1; n=$((n+1)); done",
        "while [ $# -gt 0 ]; do case $1 in -n) dry=true; shift;; *) break;; esac; done; dry=${dry:-false}; $dry || ls",
        "port=$((10#$port)); ((10#$1 >= 2)) && ls",
        "for i do ls $i; done",
        "exec 3<>f; ls >&3",
        "[[ $x =~ ^(a|b)$ ]] && ls",
        "case $x in (a|b) ls;; *) ls;; esac",
        "git log --format='%h | %s' | head",
        "kubectl get pods -o jsonpath='{.items[*].metadata.name}'",
    ],
)
def test_ordinary_scripts_are_not_blind(script: str) -> None:
    """Nothing in these is hidden, and none is called unanalysable."""
    assert not read_script(script).unresolved
