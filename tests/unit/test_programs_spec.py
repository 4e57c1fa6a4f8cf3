"""The table of programs: its format, and that the shipped data is in it."""

from __future__ import annotations

import pytest

from scriptsmith.programs.spec import BadSpec, Option, Spec, index, needing, read_spec, shipped_blocks, spec_of

TEXT = """
# comment
sort, gsort: sorts lines
  @ closed
  -r, --reverse                 in reverse order
  -k, --key=KEY                 by the key {}
  -o, --output=writes           into {}
  --color[=WHEN]                .
  -b[ ID]
  --arg NAME VALUE
  --[no-]verify
  =                 reads       of {}
  =-1                           last {}
box|crate volume rm|remove: deletes volumes
  -f, --force                   by force
box volume
  @ subcommands closed
box: manages boxes
  @ global, like _shared
_shared
  -H, --host=host
crate
run
  @ wraps 1 assigns privileged
"""


def read(program: str, text: str = TEXT) -> Spec:
    found = read_spec(program, index([text]))
    assert found is not None
    return found


def test_a_block_gives_options_operands_and_flags() -> None:
    spec = read("gsort")
    assert spec.closed
    assert spec.says == "sorts lines"
    assert spec.options["--reverse"] == Option(("-r", "--reverse"), says="in reverse order")
    assert spec.options["-k"] is spec.options["--key"]
    assert spec.options["-k"].takes == "required"
    assert spec.options["-o"].role == "writes"
    assert (spec.options["--color"].takes, spec.options["-b"].takes) == ("attached", "lenient")
    assert spec.options["--arg"].arity == 2
    assert {"--verify", "--no-verify"} <= set(spec.options)
    assert (spec.operands[""].role, spec.operands[""].says, spec.operands["-1"].says) == ("reads", "of {}", "last {}")


def test_a_header_with_several_words_and_alternatives_is_a_subcommand_of_each() -> None:
    for program in ("box", "crate"):
        for verb in ("rm", "remove"):
            # `crate volume` has no block of its own: it is there as the way to `crate volume rm`
            assert read(program).subcommands["volume"].subcommands[verb].options["-f"].says == "by force"
    assert read("box").subcommands["volume"].subcommands_closed
    assert read("box").shared


def test_a_block_is_like_another_one() -> None:
    assert read("box").options["--host"].role == "host"


def test_a_block_keeps_the_words_of_the_one_that_it_is_like() -> None:
    spec = read("a", "_b\n  -n, --name=host  named {}\n\na\n  @ like _b\n  -n, --name=NAME\n")
    assert spec.options["-n"] == Option(("-n", "--name"), "required", 1, "host", "named {}")
    assert spec.options["-n"] is spec.options["--name"]


def test_a_wrapper_says_from_which_operand_on_another_command_follows() -> None:
    spec = read("run")
    assert (spec.wraps, spec.first, spec.traits) == (1, True, frozenset(("assigns", "privileged")))


def test_blocks_of_the_same_name_are_united() -> None:
    spec = read("a", "a: does\n  -f, --force  by force\n\na\n  --force=HOW\n  -x\n")
    assert spec.says == "does"
    assert spec.options["-f"] == Option(("-f", "--force"), "required", 1, "", "by force")
    assert "-x" in spec.options


@pytest.mark.parametrize(
    "line", ["  -o=unheard", "  @ unheard", "  @ wraps x", "  word", "  @ like nothing", "  = unheard  of"]
)
def test_a_line_that_is_not_in_the_format_is_named(line: str) -> None:
    with pytest.raises(BadSpec):
        read("a", f"a\n{line}\n")


def test_every_shipped_block_is_in_the_format() -> None:
    for program in shipped_blocks():
        if not program.startswith("_"):
            assert spec_of(program) is not None, program
    assert spec_of("nobody-knows-this") is None


def test_what_needs_a_network_or_a_service_is_told_of_programs_that_are_known_otherwise() -> None:
    """The flag alone makes no program known: whatever needs something has a block that tells more."""
    assert {"curl", "ssh"} <= needing("network")
    assert {"kubectl", "systemctl"} <= needing("service")
    for program in needing("network") | needing("service"):
        assert len(shipped_blocks()[program]) > 1, program
    curl = spec_of("curl")
    assert curl
    assert "network" in curl.traits
