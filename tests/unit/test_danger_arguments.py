"""Arguments of scripts, functions and arrays: what is named is used, what may follow stays unknown."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse

# A script as the catalogue has them; the arguments that it is served with are put in front.
LOOP = """
service='' dry_run=false
while (($# > 0)); do
  case $1 in
    --service)
      (($# >= 2)) || exit 2
      service=$2
      shift 2
      ;;
    --service=*)
      service=${1#*=}
      shift
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    *) exit 2 ;;
  esac
done
[[ -n $service ]] || exit 2
unit=$service
[[ $unit =~ \\.(service|timer)$ ]] || unit=$unit.service
property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }
before=$(property ActiveState)
scope=()
[[ $before != *-runtime ]] || scope=(--runtime)
systemctl stop "${scope[@]}" -- "$unit"
"""
TEST = LOOP.replace("(($# > 0))", "[ $# -gt 0 ]").replace("(($# >= 2))", "[ $# -ge 2 ]")
COUNT = LOOP.replace("(($# > 0))", "(($#))").replace("(($# >= 2))", "[[ $# -ge 2 ]]")
CALLED = "main() {" + LOOP + '}\nmain "$@"\n'


@pytest.mark.parametrize("loop", [LOOP, TEST, COUNT, CALLED], ids=["sum", "test", "count", "function"])
@pytest.mark.parametrize(
    ("arguments", "risk"),
    [
        ("", "unanalysable"),
        ('set -- --service cups "$@"', "notable"),
        ('set -- --service sshd "$@"', "dangerous"),
        ('set -- --service cups --service sshd "$@"', "dangerous"),
        ('set -- --service=sshd "$@"', "dangerous"),
        ('set -- --service="$X" "$@"', "unanalysable"),
        ('set -- --dry-run "$@"', "unanalysable"),
        ("set -- --service cups", "notable"),
        ('set -- --service cups "$X" $Y', "unanalysable"),
    ],
)
def test_the_arguments_that_the_text_names_decide(loop: str, arguments: str, risk: str) -> None:
    """What a runner may add to arguments that the script names is the runner's; what it does not name stays unknown."""
    assert analyse(f"{arguments}\n{loop}").risk == risk


@pytest.mark.parametrize(
    "script",
    [
        'main() { rm -rf "$1"; }; main "$@"',
        'main() { rm -rf "$2"; }; main "$@"',
        'main() { shift; rm -rf "$1"; }; main "$@"',
        'main() { rm -rf "$2"; }; main a "$@"',
        'main() { rm -rf "$3"; }; main a $X',
        'set -- a "$@"; shift; rm -rf "$1"',
        'set -- a "$@"; rm -rf "$2"',
        'set -- a $X; rm -rf "$3"',
        'A=("$@"); rm -rf "${A[1]}"',
        'A=(a "$@"); rm -rf "${A[1]}"',
        'd=/tmp/x; [ $# -gt 0 ] && d="$*"; rm -rf "$d"',
        'd=; set -- a "$@"; shift; d=$1; rm -rf "$d"',
    ],
)
def test_what_stands_behind_an_unknown_number_of_words_is_unknown(script: str) -> None:
    """Nothing is taken for empty because it was not counted."""
    assert analyse(script).risk in ("unanalysable", "dangerous")


@pytest.mark.parametrize(
    "script",
    [
        'f() { case $1 in a) d=/tmp/x ;; *) d=/etc ;; esac; rm -rf "$d"; }; f b',
        'f() { case $1 in a) d=/etc ;& *) : ;; esac; rm -rf "$d"; }; f a',
        'f() { case $1 in a) : ;;& a) d=/etc ;; *) d=/tmp/x ;; esac; rm -rf "$d"; }; f a',
        'f() { case $1 in "$X") d=/etc ;; *) d=/tmp/x ;; esac; rm -rf "$d"; }; f a',
        'shopt -s nocasematch; f() { case $1 in A) d=/etc ;; *) d=/tmp/x ;; esac; rm -rf "$d"; }; f a',
        "f() { case $1 in a) rm -rf /etc ;; esac; }; f b",
        'm=a; . ./conf; case $m in a) d=/tmp/x ;; *) d=/etc ;; esac; rm -rf "$d"',
    ],
)
def test_a_case_is_settled_only_by_what_is_known(script: str) -> None:
    """The branch that is taken goes on, every branch is read, and a value that may have changed settles nothing."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        'f() { case $1 in a) d=/tmp/x ;; *) d=/etc ;; esac; ls "$d"; }; f b',
        'f() { case $1 in keep) d=$1 ;; *) d=/tmp/x ;; esac; rm -rf "$d"; }; f b',
        'f() { echo "$1" "$2"; }; f "$@"',
        'args=(-l); args+=(-a); ls "${args[@]}"',
        'set -- a b; echo "$#" "$2"',
    ],
)
def test_a_harmless_use_stays_unflagged(script: str) -> None:
    """Arguments alone are no reason to flag a script."""
    assert analyse(script).risk in ("safe", "notable")
