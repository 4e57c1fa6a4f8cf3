"""The bound form: what goes, what stays, and that both forms of a script do the same."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.bound_form.form import bind, quoted, short
from scriptsmith.bound_form.shape import Unfit
from scriptsmith.core.types import Entry, Parameter, Script

DAY = date(2026, 11, 22)
FRAME = """#!/usr/bin/env bash
# Count sheep in a place.
#
# Undo: nothing to undo, it only counts.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: count-sheep --place NAME [--most N] [--dry-run]
EOF
}

die() {
  printf 'count-sheep: %s\\n' "$2" >&2
  exit "$1"
}

place='' most=9 dry_run=false
while (($# > 0)); do
  case $1 in
    --place | --most)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --place) place=$2 ;;
        --most) most=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

"""
CHECKS = """[[ -n $place ]] || die 2 "--place is required (see --help)"
[[ $place =~ ^[a-z][a-z0-9-]*$ ]] || die 2 "--place takes a name, not '$place'"
[[ $most =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--most takes a number, not '$most'"
most=$((10#$most))
"""
BODY = """if $dry_run; then
  printf 'would count in %s\\n' "$place"
  exit 0
fi
printf '%s: %d\\n' "$place" "$most"
"""
PLACE = Parameter(name="place", type="text", option="--place", required=True)
MOST = Parameter(name="most", type="text", option="--most", default="9")
SHORT = """#!/usr/bin/env bash
# Count sheep in a place. Undo: nothing to undo, it only counts.
# Bound by ScriptSmith from count-sheep version 4 on 2026-11-22.
set -euo pipefail
readonly place='meadow' most=7
die() { printf 'count-sheep: %s\\n' "$2" >&2; exit "$1"; }
case $#:$* in 0:) dry_run=false ;; 1:--dry-run) dry_run=true ;; *) die 2 "its values are bound, so it takes --dry-run only" ;; esac

if $dry_run; then printf 'would count in %s\\n' "$place"; exit 0; fi
printf '%s: %d\\n' "$place" "$most"
"""


def entry(body: str = CHECKS + BODY) -> Entry:
    """A script of the usual shape that does `body`."""
    text = FRAME + body
    return Entry(id="count-sheep", title="Count sheep", script=Script(text=text), version=4, parameters=(PLACE, MOST))


def bound(body: str, **values: str) -> str:
    """What stands below the check of arguments in the short form of a script with this body."""
    made = bind(entry(body), {"place": "meadow", "most": "9", **values}, on=DAY)
    assert made.how == "short", made.why
    return made.script.text.split('only" ;; esac\n\n')[1]


def ran(text: str, *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of a script of this file: none of them does more than to print."""
    done = subprocess.run(["bash", "-c", text, "x", *arguments], capture_output=True, text=True, timeout=20)
    return done.returncode, done.stdout, done.stderr


def both(body: str, **values: str) -> tuple[str, str]:
    """The short and the long form of a script with this body."""
    given_values = {"place": "meadow", "most": "9", **values}
    first, second = (bind(entry(body), given_values, on=DAY, long=long) for long in (False, True))
    assert (first.how, second.how) == ("short", "prologue"), first.why
    return first.script.text, second.script.text


def test_the_short_form_is_what_one_reads_at_night() -> None:
    """What it does, when and from what it was bound, its values, and what is done with them, and nothing else."""
    assert bind(entry(), {"place": "meadow", "most": "007"}, on=DAY).script.text == SHORT


def test_what_is_undone_with_other_values_is_bound_again() -> None:
    """A bound script does not take them; and how a change is undone has a line of its own."""
    undone = entry().script.text.replace("nothing to undo, it only counts", "run it again with the former number")
    text = bind(replace(entry(), script=Script(text=undone)), {"place": "meadow", "most": "7"}, on=DAY).script.text
    assert "\n# Undo: `scriptsmith forge --entry count-sheep` with the former number.\n# Bound" in text


def test_a_script_without_a_comment_is_bound_all_the_same() -> None:
    """Whoever adds one need not say how it is undone."""
    bare = entry().script.text.replace("# Count sheep in a place.\n#\n# Undo: nothing to undo, it only counts.\n", "")
    made = bind(replace(entry(), script=Script(text=bare)), {"place": "meadow", "most": "7"}, on=DAY)
    assert made.how == "short"
    assert made.script.text.startswith("#!/usr/bin/env bash\n# Bound by ScriptSmith from count-sheep")


def test_equal_values_on_one_day_make_one_digest() -> None:
    """The digest is over the text, which nothing but values, entry, version and day decide."""
    values = {"place": "meadow", "most": "3"}
    first = bind(entry(), values, on=DAY).script
    assert bind(entry(), dict(reversed(values.items())), on=DAY).script.digest == first.digest
    assert bind(entry(), values, on=date(2026, 11, 23)).script.digest != first.digest
    assert bind(replace(entry(), version=5), values, on=DAY).script.digest != first.digest


@pytest.mark.parametrize("argument", ["--help", "--dryrun", "--place", "-n", ""])
def test_no_argument_is_passed_over(argument: str) -> None:
    """Somebody who asks for help, or mistypes --dry-run, has not asked for the action."""
    status, out, err = ran(SHORT, argument)
    assert (status, out) == (2, "")
    assert "its values are bound" in err


def test_a_dry_run_goes_on_working() -> None:
    """The option without a value is an option of the short form."""
    assert ran(SHORT, "--dry-run") == (0, "would count in meadow\n", "")


@pytest.mark.parametrize(
    ("values", "kept"),
    [
        ({"place": "Meadow"}, "--place takes a name"),
        ({"place": "meadow; rm"}, "--place takes a name"),
        ({"place": "wiése"}, "--place takes a name"),
        ({"place": "SS_SECRET_1A"}, "--place takes a name"),
        ({"most": "0"}, "--most takes a number"),
        ({"most": "999999999999999999999"}, "--most takes a number"),
    ],
)
def test_a_refusal_goes_only_where_it_would_not_refuse(values: Mapping[str, str], kept: str) -> None:
    """What is refused, what depends on the locale, and what stands for a secret is looked at when the script runs."""
    made = bind(entry(), {"place": "meadow", "most": "9", **values}, on=DAY)
    assert made.how == "short"
    assert kept in made.script.text


PIECES = {
    "a branch that is not taken goes": (
        "if [[ $place == hill ]]; then\n  echo up\nelse\n  # why\n  echo down\nfi\necho end\n",
        "# why\necho down\necho end\n",
    ),
    "so does one of several": (
        "if [[ $place == hill ]]; then\n  echo up\nelif [[ -e /x ]]; then\n  echo x\nfi\necho end\n",
        "if [[ -e /x ]]; then echo x; fi\necho end\n",
    ),
    "and the other clauses": (
        "case $place in\n  a) echo a ;;\n  mea*) echo b ;;\nesac\necho end\n",
        "echo b\necho end\n",
    ),
    "lines of a text keep their blanks": (
        "if [[ $place == meadow ]]; then\n  cat <<'X'\n  two\n\n\n  blanks\nX\n  echo 'a\n   b'\nfi\necho end\n",
        "cat <<'X'\n  two\n\n\n  blanks\nX\necho 'a\n   b'\necho end\n",
    ),
    "what a match leaves behind is kept": (
        '[[ $place =~ ^(m)(.*)$ ]] || die 2 "no"\necho "${BASH_REMATCH[2]}"\necho end\n',
        '[[ $place =~ ^(m)(.*)$ ]] || die 2 "no"\necho "${BASH_REMATCH[2]}"\necho end\n',
    ),
    "helpers that only check go": (
        'whole() { [[ $1 =~ ^[0-9]+$ ]] && ((10#$1 <= $2)); }\nwhole "$most" 10 || die 2 "no"\necho end\n',
        "echo end\n",
    ),
    "helpers that are called stay": (
        'say() { echo "$1"; }\nsay hello\necho end\n',
        'say() { echo "$1"; }\nsay hello\necho end\n',
    ),
    "what follows an exit goes": (
        "if [[ $place == meadow ]]; then\n  echo only\n  exit 0\nfi\necho never\n",
        "echo only\nexit 0\n",
    ),
    "the status of a function stays": (
        "f() {\n  false\n  [[ $place == meadow ]]\n}\nf && echo yes\necho end\n",
        "f() { false; [[ $place == meadow ]]; }\nf && echo yes\necho end\n",
    ),
    "a loop that only checks goes": (
        'for each in "$place" "$most"; do\n  [[ $each != -* ]] || die 2 "no"\ndone\necho end\n',
        "echo end\n",
    ),
    "a comment goes with what it speaks of": (
        "# A dash would be an option.\n[[ $place != -* ]] || place=./$place\n\necho end\n",
        "echo end\n",
    ),
    "one of several on a line": ("echo a; [[ $place != -* ]] || die 2 no; echo end\n", "echo a; echo end\n"),
    "what the next statement overwrites goes": (
        'scope=(--in "$place") every=0\n[[ $place != meadow ]] || scope=(--all) every=1\necho "${scope[@]}" $every\n',
        'scope=(--all) every=1\necho "${scope[@]}" $every\n',
    ),
    "not where it is read first": (
        'scope=(--in)\n[[ $place != meadow ]] || scope=("${scope[@]}" --all)\necho "${scope[@]}"\n',
        'scope=(--in)\nscope=("${scope[@]}" --all)\necho "${scope[@]}"\n',
    ),
    "nor where something of it is left": (
        "one=1 two=2\n[[ $place != meadow ]] || one=3\necho $one $two\n",
        "one=1 two=2\none=3\necho $one $two\n",
    ),
    "what is computed from values is shown": (
        "twice=$((most * 2))\necho $twice\n",
        "twice=$((most * 2))\necho $twice\n",
    ),
}


@pytest.mark.parametrize("name", PIECES)
def test_what_the_values_decide_goes_and_nothing_else(name: str) -> None:
    """Each piece of Bash, with what is left of it; and it does the same."""
    body, left = PIECES[name]
    assert bound(body) == left
    short_form, long_form = both(body)
    assert ran(short_form) == ran(long_form)


@pytest.mark.parametrize(
    "use",
    [
        'for ((i = 0; i < most; i++)); do echo "$i"; done\n',
        "trap 'echo \"$most\"' EXIT\n",
        "cat <<X\n$most\nX\n",
        'echo "$(($(echo 1) + most))"\n',
        'a=(1 2 3 4 5 6 7 8 9 10)\necho "${a[most]}"\n',
        'a=12345678901234\necho "${a:most}"\n',
        "if [[ $(echo 3) -lt most ]]; then echo less; fi\n",
        "export most\nbash -c 'echo $most'\n",
        'f() { echo "$most"; }\nf\n',
        'printf "%s\\n" "`echo $most`"\n',
    ],
)
def test_a_value_that_is_read_somewhere_is_there(use: str) -> None:
    """Wherever Bash reads a variable, both forms read the same."""
    short_form, long_form = both(use + "echo end\n")
    assert "readonly most=9" in short_form
    assert ran(short_form) == ran(long_form)


@pytest.mark.parametrize(
    "use",
    [
        "most=$(echo 5)\n",
        "read -r most <<<5\n",
        "((most += 5))\n",
        "for most in 1 2; do :; done\n",
        'f() { local most=3; echo "$most"; }\nf\n',
        "printf -v most '%s' 4\n",
        'echo "${most:=2}"\n',
        "while ((most > 3)); do most=$((most - 1)); done\n",
        'unset most\necho "${most-none}"\nmost=1\n',
        "if [[ -e / ]]; then most=1; fi\n",
        "f() { most=3; }\nif [[ $most == 9 ]]; then echo nine; fi\nf\nif [[ $most != 9 ]]; then echo three; fi\n",
    ],
)
def test_a_value_that_is_set_again_is_no_constant(use: str) -> None:
    """What changes later is not taken for what it was bound to."""
    short_form, long_form = both(use + 'if [[ $most == 9 ]]; then echo nine; else echo "$most"; fi\necho "end $most"\n')
    assert "readonly most" not in short_form
    assert ran(short_form) == ran(long_form)


@pytest.mark.parametrize(
    ("use", "begins"),
    [
        ("most=$(echo 5)\n", False),
        ("most=$(false) || most=3\n", False),
        ("most=$(echo $((most + 1)))\n", True),
        ("[[ -e / ]] || most=$(echo 5)\n", True),
        ("place=$(echo x) || most=5\n", True),
        ("most+=$(echo 5)\n", True),
        ("if [[ -e / ]]; then most=$(echo 5); fi\n", True),
        ('f() { echo "$most"; }\nf\nmost=$(echo 5)\n', True),
        ('f() { echo "$most"; }\nmost=$(f)\n', True),
        ("most=$(echo 5) &\nwait\n", True),
    ],
)
def test_a_value_that_is_set_before_anything_reads_it_is_not_there(use: str, begins: bool) -> None:
    """What a variable begins with is left out where it cannot matter."""
    short_form, long_form = both(use + 'echo "end $most"\n')
    assert ("\nmost=9\n" in short_form) is begins
    assert ran(short_form) == ran(long_form)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("while (($# > 0)); do", "echo early\nwhile (($# > 0)); do", "something comes before its options"),
        ("place='' ", "place=$(hostname) ", "no fixed value"),
        ("      dry_run=true\n", "      dry_run=true\n      echo dry\n", "does more than to set a variable"),
        ('    *) die 2 "unknown argument: $1 (see --help)" ;;\n', "    *) break ;;\n", "no options"),
        ("  printf 'count-sheep: %s\\n' \"$2\" >&2\n", '  echo "$2" >&2\n', "in another way"),
        (CHECKS, CHECKS + 'eval "$place"\n', "eval"),
        (CHECKS, CHECKS + 'echo "${!place}"\n', "${!place}"),
        (CHECKS, CHECKS + "f() { local -n x=$1; x=1; }\nf most\n", "local -n"),
        (CHECKS, CHECKS + ". ./more.sh\n", "holds ."),
        (CHECKS, CHECKS + 'read -r "$place"\nread -r $place\n', "computed name"),
    ],
)
def test_a_script_of_another_shape_gets_a_prologue(old: str, new: str, why: str) -> None:
    """What is not understood is served whole, and it is said why."""
    whole = entry().script.text
    assert old in whole
    made = bind(replace(entry(), script=Script(text=whole.replace(old, new, 1))), {"place": "meadow"}, on=DAY)
    assert made.how == "prologue"
    assert why in made.why
    assert 'set -- --place meadow "$@"' in made.script.text


def test_a_required_value_that_is_missing_is_no_short_form() -> None:
    """It can only come on the command line, which the short form does not read."""
    made = bind(entry(), {"most": "3"}, on=DAY)
    assert (made.how, made.why) == ("prologue", "place has no value")


def test_the_long_form_is_there_for_the_asking() -> None:
    """It is the script on disk behind its values; without any it is that script."""
    made = bind(entry(), {"place": "meadow"}, on=DAY, long=True)
    assert made.how == "prologue"
    assert made.script.text.endswith(BODY)
    assert bind(replace(entry(), parameters=()), {}, on=DAY, long=True).how == "unchanged"


def test_a_value_of_another_type_is_refused() -> None:
    """As for the long form."""
    with pytest.raises(ValueError, match="control characters"):
        bind(entry(), {"place": "a\nb"}, on=DAY)


@settings(max_examples=40, deadline=None)
@given(
    place=st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=30),
    most=st.sampled_from(["1", "007", "0", "-1", "1e3", "99999", "100000", "", "08", "١"]),
)
def test_both_forms_do_the_same_with_any_value(place: str, most: str) -> None:
    """Status, output and errors are equal, whatever the values are, line breaks and quotes among them."""
    options = {"--place": place, "--most": most}
    long_form = ran(entry().script.text, *(word for pair in options.items() for word in pair))
    assert ran(short(entry(), options, on=DAY).script.text) == long_form


PARTS = [
    *"ab1-_./*?+^$|()",
    "[a-z]",
    "[^0-9]",
    "[[:digit:]]",
    "[a_.-]",
    "{1,2}",
    "\\.",
    "\\$",
    "@(a|b1)",
    "[!a]",
    "''",
    '"*"',
]


@settings(max_examples=120, deadline=None)
@given(
    pattern=st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map("".join),
    value=st.text("ab1-_./$", max_size=8),
    operator=st.sampled_from(["==", "!=", "=~"]),
)
def test_a_condition_comes_to_what_bash_says(pattern: str, value: str, operator: str) -> None:
    """A check that is taken out is one that Bash finds to hold, and one that Bash refuses is still there."""
    status, _, err = ran(f"set -u\nplace={quoted(value)}\n[[ $place {operator} {pattern} ]]")
    if err or status > 1:
        return  # Bash does not take it
    body = f'[[ $place {operator} {pattern} ]] || die 3 "no"\necho end\n'
    try:
        made = short(entry(body), {"--place": value, "--most": "9"}, on=DAY).script.text
    except Unfit:
        return
    assert ran(made)[0] == (3 if status else 0)


def test_a_comment_that_goes_on_is_filled_up() -> None:
    """What it does and how it is undone stand on as few lines as are easily read, each paragraph by itself."""
    two_lines = FRAME.replace("# Count sheep in a place.\n", "# Count sheep in a place,\n# one by one.\n")
    of_two = Entry(
        id="count-sheep",
        title="Count sheep",
        script=Script(text=two_lines + CHECKS + BODY),
        version=4,
        parameters=(PLACE, MOST),
    )
    made = bind(of_two, {"place": "meadow", "most": "9"}, on=DAY).script.text
    assert "\n# Count sheep in a place, one by one. Undo: nothing to undo, it only counts.\n" in made
