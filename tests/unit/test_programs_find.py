"""The one reader of `find`."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.programs.find import search
from scriptsmith.programs.spec import spec_of


def read(text: str) -> tuple[list[str], list[str], list[tuple[str, ...]]]:
    """Settings, starting points, and each term with its kind and what belongs to it."""
    words = shlex.split(text)
    found = search(words)
    terms = [(term.kind, term.name, *(words[at] for at in term.values)) for term in found.terms]
    return [term.name for term in found.settings], [words[at] for at in found.roots], terms


@pytest.mark.parametrize(
    ("text", "settings", "roots", "terms"),
    [
        ("", [], [], []),
        ("-L -D tree /a /b", ["-L", "-D"], ["/a", "/b"], []),
        ("-name x", [], [], [("test", "-name", "x")]),
        ("a -name -delete", [], ["a"], [("test", "-name", "-delete")]),
        ("a -mtime -5 -delete", [], ["a"], [("test", "-mtime", "-5"), ("action", "-delete")]),
        (
            "a ! -name x -or -not '(' -user y ')'",
            [],
            ["a"],
            [
                ("operator", "!"),
                ("test", "-name", "x"),
                ("operator", "-o"),
                ("operator", "!"),
                ("operator", "("),
                ("test", "-user", "y"),
                ("operator", ")"),
            ],
        ),
        (
            "a -exec rm -rf -name {} ';' -print",
            [],
            ["a"],
            [("run", "-exec", "rm", "-rf", "-name", "{}"), ("action", "-print")],
        ),
        (
            "a -execdir chmod 644 {} + -fprintf out %p -maxdepth 1",
            [],
            ["a"],
            [
                ("run", "-execdir", "chmod", "644", "{}"),
                ("action", "-fprintf", "out", "%p"),
                ("setting", "-maxdepth", "1"),
            ],
        ),
        (
            "a -newermt yesterday b -frob",
            [],
            ["a"],
            [("test", "-newermt", "yesterday"), ("misplaced", "b"), ("unknown", "-frob")],
        ),
        ("a -name", [], ["a"], [("test", "-name")]),
    ],
)
def test_the_grammar(text: str, settings: list[str], roots: list[str], terms: list[tuple[str, ...]]) -> None:
    """Where it starts, and which words belong to which term: a value is never taken for an action."""
    assert read(text) == (settings, roots, terms)


def test_a_command_without_an_end_is_told() -> None:
    """`-exec rm {}` runs nothing in find, and is no reason to overlook `rm`."""
    (term,) = search(("-exec", "rm", "{}")).terms
    assert (term.kind, term.values, term.finished) == ("run", (1, 2), False)


_SPEC = spec_of("find")
assert _SPEC is not None


@given(st.lists(st.sampled_from([*_SPEC.options, "(", ")", "!", ",", ";", "+", "x", "-5", "{}", "…"])))
def test_every_word_belongs_to_one_term(words: list[str]) -> None:
    """No word is read twice, and what is left out only ends a command."""
    found = search(words)
    terms = (*found.settings, *found.terms)
    taken = [*found.roots, *(at for term in terms for at in (term.at, *term.values))]
    assert len(taken) == len(set(taken))
    ends = {words[at] for at in set(range(len(words))) - set(taken)}
    assert ends <= {";", "+"}
