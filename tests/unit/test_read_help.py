"""The reader of help texts: what of a line is a name and what a value, in the ways in which programs write it."""

from __future__ import annotations

import pytest
from option_syntax import (
    Option,
    option_of,
    options_of,
    options_of_synopsis,
    subcommands_of,
    tags_of_help,
    tags_of_manual,
)

TAGS = {
    "-k, --key=KEYDEF": ("-k, --key=KEYDEF", "required"),
    "-a, --all[=<when>]": ("-a, --all[=WHEN]", "attached"),
    "-n, --lines=[-]NUM": ("-n, --lines=NUM", "required"),
    "-v, --volume list": ("-v, --volume=LIST", "required"),
    "-f FILE, --file FILE": ("-f, --file=FILE", "required"),
    "--foo [FOO]": ("--foo[ FOO]", "lenient"),
    "--x {a,b,c}": ("--x=A", "required"),
    "-S[<keyid>], --gpg-sign[=<key-id>]": ("-S, --gpg-sign[=KEYID]", "attached"),
    "-U<n>, --unified=<n>": ("-U, --unified=N", "required"),
    "-t, --type=": ("-t, --type=V", "required"),
    "-b block-size": ("-b BLOCK", "required"),
    "--arg name value": ("--arg NAME VALUE", "required"),
    "-L|--size Size[m|UNIT]": ("-L, --size=SIZEM", "required"),
    "--rsh=COMMAND, -e": ("--rsh, -e COMMAND", "required"),
    "-lock=false": ("-lock FALSE", "required"),
    "--max-time <fractional seconds>": ("--max-time=FRACTIONAL", "required"),
    "-f, --fields <field,...>|all|common": ("-f, --fields=FIELD", "required"),
    "--[no-]verify": ("--[no-]verify", "nothing"),
    "--verbose, -v": ("--verbose, -v", "nothing"),
}


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_is_names_and_whether_there_is_a_value(tag: str) -> None:
    option = option_of(tag)
    assert option is not None
    assert (option.line(), option.takes) == TAGS[tag]


@pytest.mark.parametrize("text", ["(see above)", "the file", "- an item of a list"])
def test_what_is_no_option_is_none(text: str) -> None:
    assert option_of(text) is None


def test_a_help_text_is_read_without_what_it_says() -> None:
    text = """Usage: prog [OPTION]... FILE
  -o,  --output=FILE          write to FILE instead of
                              --stdout, which is the default
      --fixed                 as it is
  -x
"""
    assert options_of(tags_of_help(text)) == [
        Option(("-o", "--output"), "required", ("FILE",)),
        Option(("--fixed",)),
        Option(("-x",)),
    ]


def test_two_tags_that_share_a_name_are_two_options() -> None:
    shared = options_of(["-c, --check, --check=diagnose-first", "-C, --check=quiet"])
    assert [option.spellings for option in shared] == [("-c", "--check"), ("-C",)]


def test_a_negated_name_takes_no_value() -> None:
    assert options_of(["--no-recurse, --recurse=check|no"]) == [
        Option(("--recurse",), "required", ("CHECK",)),
        Option(("--no-recurse",)),
    ]


def test_a_manual_page_is_read_by_its_tags_only() -> None:
    text = """NAME
       prog - does

OPTIONS
       -f, --file=FILE
           Read FILE; the option
           -z does not matter here.

       -q     Quiet.

EXAMPLES
       -n, --never
           Is an example.
"""
    assert [option.spellings for option in options_of(tags_of_manual(text))] == [("-f", "--file"), ("-q",)]


def test_a_synopsis_names_letters_and_values() -> None:
    found = options_of_synopsis("usage: prog [-46A] [-B bind_addr] [--colour[=WHEN]] [-a | -b] file")
    assert [option.line() for option in found] == [
        "-4", "-6", "-A", "-B BIND", "--colour[=WHEN]", "-a", "-b",
    ]  # fmt: skip


def test_subcommands_stand_under_a_heading() -> None:
    text = """Usage: prog COMMAND

Management Commands:
  volume      Manage volumes
  network*    Manage networks

Options:
  never       is none
"""
    assert subcommands_of(text) == ["volume", "network"]
