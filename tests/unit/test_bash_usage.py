"""How a script wants to be called is read from its text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bash_usage import usage

LOOP = """while [[ $# -gt 0 ]]; do
  case "$1" in
    -f | --folder) folder="$2"; shift 2 ;;
    --force) force=1; shift ;;
    -h | --help) echo usage; exit 0 ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
  esac
done
ls "$folder"
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("df -h\n", ""),
        ('ls "$1"\n', "ARGUMENT_1"),
        ('dir=${1:?folder}\ndays=${2:-7}\nfind "$dir" -mtime +"$days"\n', "DIR [DAYS]"),
        ('a=${1:-x}\nls "$2"\n', "A ARGUMENT_2"),
        ('if [ $# -ne 2 ]; then exit 2; fi\ncp -- "$1" "$2"\n', "ARGUMENT_1 ARGUMENT_2"),
        ('for each in "$@"; do ls "$each"; done\n', "[…]"),
        ("for each; do ls; done\n", "[…]"),
        ('main() { local host="$1" port="$2"; nc "$host" "$port"; }\nmain "$@"\n', "HOST PORT"),
        ('say() { echo "$1"; }\nsay x\n', ""),
        (LOOP, "[--folder FOLDER] [--force]"),
        ('while getopts "f:nh" o; do :; done\nshift $((OPTIND - 1))\nls "$1"\n', "[-f VALUE] [-n] ARGUMENT_1"),
        ("awk '{print $1}' /etc/passwd\n", ""),
        ('x="$(', ""),
        (f'x=${{{"1" * 5000}}}; ls "${{12}}"\n', ""),
    ],
)
def test_what_a_script_is_called_with(text: str, told: str) -> None:
    """Arguments by place with the names that the script gives them, options with their values, and how many more."""
    assert usage(text) == told


@given(st.text(alphabet="$@*#{}()123:-?\"' \nabc=;&|", max_size=60))
def test_every_text_is_read(text: str) -> None:
    """Whatever it is; the words are of capitals, brackets and options alone."""
    assert all(each.isprintable() for each in usage(text))
