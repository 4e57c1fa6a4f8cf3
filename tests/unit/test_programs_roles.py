"""What words are to their program: roles of operands and values, and how options change them."""

from __future__ import annotations

import pytest

from scriptsmith.programs.argv import parse
from scriptsmith.programs.roles import has_role, uses
from scriptsmith.programs.spec import BadSpec, Spec, index, read_spec, spec_of

_TOOL = """tool
  -o, --output=writes
  -c
  -f, --file=NAME
  -e, --script=code
  =1              pattern         for {}
  =               reads
  =-1             writes
  = with -e|-c    reads
  =-f with -c     appends
tool
  =               edits
parts
  -p, --prefix=begins
  --filter=command
  =1              reads
  =2              begins
  @ makes x
"""


def spec(program: str) -> Spec:
    """The spec of a program of the text above."""
    found = read_spec(program, index([_TOOL]))
    assert found is not None
    return found


def said(program: str, *texts: str) -> list[tuple[str, str]]:
    """(text, role) of each word that has a role."""
    read = parse(spec(program), texts)
    return [(texts[at][start:] if at >= 0 else read.spec.makes, role) for at, start, role, _ in uses(read)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("x", "a", "b"), [("x", "pattern"), ("a", "edits"), ("b", "writes")]),
        (("x",), [("x", "pattern")]),
        (("-e", "p", "a", "b"), [("p", "code"), ("a", "reads"), ("b", "reads")]),
        (("--script=p", "a"), [("p", "code"), ("a", "reads")]),
        (("-oout", "x"), [("out", "writes"), ("x", "pattern")]),
        (("-c", "--file=a"), [("a", "appends")]),
        (("-f", "a"), []),
    ],
)
def test_roles_of_words(texts: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    """Places, the last of several, values of options, and what another option makes of them."""
    assert said("tool", *texts) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("big",), [("big", "reads"), ("x", "begins")]),
        (("big", "y"), [("big", "reads"), ("y", "begins")]),
        (("-p", "y", "big"), [("y", "begins"), ("big", "reads")]),
        (("--filter=wc", "big"), [("wc", "command"), ("big", "reads")]),
    ],
)
def test_a_beginning_of_names_that_is_not_told(texts: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    """The default counts where neither an option nor an operand names one, and nothing takes the pieces."""
    assert said("parts", *texts) == expected


def test_a_condition_without_a_role_takes_the_role_away() -> None:
    """`nc -l PORT` reaches nobody."""
    read = parse(spec_of("nc"), ("-l", "8080"))
    assert list(uses(read)) == []
    assert [use.role for use in uses(parse(spec_of("nc"), ("web1", "80")))] == ["host"]


def test_has_role_looks_into_subcommands_and_conditions() -> None:
    """The quick answer never says no where `uses` would say yes."""
    assert has_role("docker", frozenset(("writes",)))
    assert has_role("tar", frozenset(("writes",)))
    assert has_role("split", frozenset(("begins",)))
    assert not has_role("true", frozenset(("writes",)))
    assert not has_role("nobody-knows-this", frozenset(("writes",)))


def test_a_role_that_does_not_exist_is_refused() -> None:
    """A slip of the pen in the data is told."""
    with pytest.raises(BadSpec, match="no operand line"):
        read_spec("x", index(["x\n  = with -e   nonsense\n"]))
