"""The words of a command come out as Bash would make them, whatever quoting hides them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.interpreter.interpreter import read_script
from scriptsmith.interpreter.model import Command, Glob, Home


def lines(script: str) -> list[str]:
    """Every command as one line, `…` for what is not known."""
    return [
        " ".join([each.name or "?", *(word.shape for word in each.arguments)]) for each in read_script(script).commands
    ]


def only(script: str, name: str = "rm") -> Command:
    """The one command of that name."""
    (found,) = (each for each in read_script(script).commands if each.name == name)
    return found


@pytest.mark.parametrize(
    "script",
    [
        "rm -rf /etc",
        'r""m -rf /etc',
        "r\\m -r\\f /e\\tc",
        "'rm' \"-rf\" '/'\"etc\"",
        "$'\\x72\\155' -rf $'/e\\u0074c'",
        '$"rm" -rf /etc',
        "{rm,-rf,/etc}",
        "rm \\\n  -rf /etc",
        "r\\\nm -rf /etc",
        "/bin/rm -rf /etc",
        "X=rm; $X -rf /etc",
        "X=rm Y=-rf; $X $Y /etc",
        "X='rm -rf /etc'; $X",
        "X=xrmx; ${X:1:2} -rf /etc",
        "X=RM; ${X,,} -rf /etc",
        "X=mv; ${X/mv/rm} -rf /etc",
        "X=rm.old; ${X%.*} -rf /etc",
        "X=/usr/bin/rm; ${X##*/} -rf /etc",
        "Y=rm X=Y; ${!X} -rf /etc",
        "X=; ${X:-rm} -rf /etc",
        "X=1; ${X:+rm} -rf /etc",
        'A=(rm -rf /etc); "${A[@]}"',
        "A=(x rm y); ${A[1]} -rf /etc",
        "declare -A m=([k]=rm); ${m[k]} -rf /etc",
        'set -- rm -rf /etc; "$@"',
        "set -- a rm; shift; $1 -rf /etc",
        "rm${IFS}-rf${IFS}/etc",
        "IFS=,; X=rm,-rf,/etc; $X",
        "r$@m -rf /etc",
        "$(echo rm) -rf /etc",
        "`echo rm` -rf /etc",
        "$(printf 'r%s' m) -rf $(printf '/%s' etc)",
        "$(echo cm0= | base64 -d) -rf /etc",
        "$(echo mr | rev) -rf /etc",
        "$(echo ez | tr a-z n-za-m) -rf /etc",
        "$(echo 726d | xxd -r -p) -rf /etc",
        "$(echo xm | sed s/x/r/) -rf /etc",
        "$(echo a:rm | cut -d: -f2) -rf /etc",
        "$(printf 'a\\nrm\\n' | tail -n 1) -rf /etc",
        "$(which rm) -rf /etc",
        "$(command -v rm) -rf /etc",
        "$(basename /bin/rm) -rf /etc",
        "$(cat <<< rm) -rf /etc",
        "$(cat <<'E'\nrm\nE\n) -rf /etc",
        "read X <<< rm; $X -rf /etc",
        "read X Y Z <<< 'rm -rf /etc'; $X $Y $Z",
        "printf -v X %s rm; $X -rf /etc",
        "printf -v X '%b' '\\x72m'; $X -rf /etc",
        "mapfile -t A <<< rm; ${A[0]} -rf /etc",
        "X=; for c in r m; do X=$X$c; done; $X -rf /etc",
        "Y=; X=mr; for ((i=1; i>=0; i--)); do Y+=${X:i:1}; done; $Y -rf /etc",
        "X=$((1+1)); A=(a b rm); ${A[X]} -rf /etc",
        "/bin/r[m] -rf /etc",
        "time rm -rf /etc",
        "! rm -rf /etc",
        "coproc rm -rf /etc",
        ">/dev/null rm -rf /etc",
        "cat <<E; rm -rf /etc\nx\nE",
        "true && { false || rm -rf /etc; }",
        "shopt -s expand_aliases\nalias l='rm -rf'\nl /etc",
    ],
)
def test_a_disguise_of_rm_is_undone(script: str) -> None:
    """Each of these is `rm -rf /etc`, and is read as that and as no other rm."""
    found = [each for each in lines(script) if each.split()[0] == "rm"]
    assert "rm -rf /etc" in found
    assert all(each == "rm -rf /etc" for each in found if "alias" not in script)


@pytest.mark.parametrize(
    ("script", "shape", "emptied"),
    [
        ('rm -rf "$1"/*', "…/*", "/*"),
        ("rm -rf $DIR/", "…/", "/"),
        ('rm -rf "${DIR:?}"/*', "…/*", "…/*"),
        ("rm -rf ${HOME}/x", "…/x", "…/x"),
        ("set -u; rm -rf $DIR/x", "…/x", "…/x"),
        ("set -u; rm -rf ${DIR:-}/x", "…/x", "/x"),
        ('[ -n "$1" ] || exit; rm -rf "$1"/x', "…/x", "…/x"),
        ('[ -z "$1" ] && exit 1; rm -rf "$1"/x', "…/x", "…/x"),
        ('if [[ -z $1 ]]; then exit; fi; rm -rf "$1"/x', "…/x", "…/x"),
        ('if [ $# -lt 1 ]; then usage; exit; fi; rm -rf "$1"/x', "…/x", "…/x"),
        ('(( $# == 1 )) || exit; rm -rf "$1"/x', "…/x", "…/x"),
        ('d=$1; [ -d "$d" ] || exit; rm -rf "$d"/x', "…/x", "…/x"),
        ('case $1 in "") exit;; esac; rm -rf "$1"/x', "…/x", "…/x"),
        ('[ -n "$1" ]; rm -rf "$1"/x', "…/x", "/x"),
        ('[ -n "$2" ] || exit; rm -rf "$1"/x', "…/x", "/x"),
        ("rm -rf $(mktemp -d)/x", "…/x", "…/x"),
        ("rm -rf $(cat f)/x", "…/x", "/x"),
    ],
)
def test_an_unknown_part_says_whether_it_may_be_empty(script: str, shape: str, emptied: str) -> None:
    """What a script has not shown to be there may be empty; what it has tested is not."""
    words = [each.arguments[-1] for each in read_script(script).commands if each.name == "rm"]
    assert shape in [word.shape for word in words]
    assert emptied in [word.emptied for word in words]


def test_two_ways_give_two_commands() -> None:
    """A variable set in one of two branches yields a command for each of its values."""
    assert {"rm x", "ls x"} <= set(lines("if a; then X=rm; else X=ls; fi; $X x"))
    assert {"rm -rf /tmp/*", "rm -rf …/*"} <= set(lines("D=${1:-/tmp}; rm -rf $D/*"))


def test_a_tilde_is_live_only_outside_quotes() -> None:
    """`~` that Bash expands is told from a quoted one, which stays a tilde."""
    live, quoted = only("rm ~/x '~/y'").arguments
    assert isinstance(live.parts[0], Home)
    assert live.text == "~/x"
    assert not isinstance(quoted.parts[0], Home)


def test_patterns_are_live_only_outside_quotes() -> None:
    """`*` is a pattern when it is not quoted, also when it comes out of an unquoted variable."""
    words = only("X='*'; rm a/* 'b/*' $X \"$X\"").arguments
    assert [any(isinstance(part, Glob) for part in word.parts) for word in words] == [True, False, True, False]


def test_places_point_into_the_script() -> None:
    """Lines and columns count characters from 1; a command in a string stands where the string's command does."""
    reading = read_script("é=1; rm a\nif x; then\n  bash -c 'rm b'\nfi\n")
    places = {each.arguments[0].text: each.place for each in reading.commands if each.name == "rm"}
    assert (places["a"].line, places["a"].column, places["a"].end_column) == (1, 6, 10)
    assert (places["b"].line, places["b"].column) == (3, 3)


WORDS = (
    "rm",
    "-rf",
    "/etc/passwd",
    "dd",
    "if=/dev/zero",
    "of=/dev/sda",
    "a b",
    "x;y",
    "*",
    "~/z",
    "$HOME",
    "(",
    "'",
    '"',
    "\\",
)


def disguised(text: str, chance: random.Random, names: Iterator[int]) -> tuple[str, str]:
    """Assignments to put before, and a word that Bash turns into exactly `text`; `names` number the variables."""
    before, out = "", ""
    at = 0
    while at < len(text):
        size = chance.randint(1, 3)
        piece = text[at : at + size]
        at += size
        way = chance.randrange(7)
        if way == 0 and "'" not in piece:
            out += f"'{piece}'"
        elif way == 1:
            out += '"' + "".join("\\" + each if each in '"$`\\' else each for each in piece) + '"'
        elif way == 2:
            out += "$'" + "".join(f"\\x{ord(each):02x}" for each in piece) + "'"
        elif way == 3:
            out += "$'" + "".join(f"\\{ord(each):03o}" for each in piece) + "'"
        elif way == 4:
            name = f"v{next(names)}"
            before += name + "=" + "".join("\\" + each for each in piece) + "; "
            out += '"${' + name + '}"'
        elif way == 5:
            out += '"$(printf %s ' + "".join("\\" + each for each in piece) + ')"'
        else:
            out += "".join("\\" + each for each in piece) + chance.choice(["", '""', "''", "${unset_}", "$@"])
    return before, out


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_splitting_a_word_changes_nothing(words: list[str], chance: random.Random) -> None:
    """Quotes, escapes, variables and substitutions inside words do not change name and arguments."""
    names = itertools.count()
    pairs = [disguised(word, chance, names) for word in ["rm", *words]]
    script = "".join(before for before, _ in pairs) + " ".join(word for _, word in pairs)
    found = [each for each in read_script(script).commands if each.name == "rm"]
    assert [tuple(word.emptied for word in each.arguments) for each in found] == [tuple(words)], script


def test_bytes_that_are_no_text_are_read() -> None:
    """A lone byte, made by an escape, is no UTF-8 and no reason to fail."""
    assert read_script(r"printf '\xed'; rm -rf $'\xed' x").commands[-1].name == "rm"
