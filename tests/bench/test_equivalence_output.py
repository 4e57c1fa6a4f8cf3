"""Two outputs compared as answers to an action."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bench.equivalence import dates
from scriptsmith.bench.equivalence.agreement import AgreementContext
from scriptsmith.bench.equivalence.output import agree
from scriptsmith.bench.equivalence.places import KnownPaths
from scriptsmith.bench.equivalence.requirements import read_asks

KNOWN = KnownPaths(paths=frozenset(("/srv/app", "/srv/app/a.log", "/srv/app/b.log", "/srv/app/.keep")), workdir="/srv")
LINES = st.lists(st.text("abc 019./-", min_size=1, max_size=12), min_size=1, max_size=8)


def score(first: str, second: str, action: str) -> float:
    return agree(first, second, read_asks(action), AgreementContext(known=KNOWN)).score


@given(LINES, st.sampled_from(("list the files", "count the lines", "sort the names", "print the text")))
def test_an_output_agrees_with_itself(lines: list[str], action: str) -> None:
    """Whatever the action asks, equal outputs are the same answer."""
    text = "\n".join(lines)
    assert score(text, text, action) == 1.0


@given(LINES, LINES, st.sampled_from(("list the files", "count the lines", "sort the names", "print the text")))
def test_agreement_is_symmetrical(one: list[str], other: list[str], action: str) -> None:
    """Which of two outputs comes first does not decide whether they are the same answer."""
    a, b = "\n".join(one), "\n".join(other)
    assert (score(a, b, action) >= 0.5) == (score(b, a, action) >= 0.5)


@given(st.permutations(["app/a.log", "app/b.log", "app/.keep"]))
def test_lines_may_come_in_any_order_where_none_is_asked(lines: list[str]) -> None:
    """A permutation of names is the same answer, unless the action asks for an order."""
    straight, turned = "app/a.log\napp/b.log\napp/.keep\n", "\n".join(lines)
    assert score(straight, turned, "find all files in app") >= 0.5
    same = turned.split() == straight.split()
    assert (score(straight, turned, "list the files in app sorted by size") >= 0.5) == same


def test_the_beginning_of_a_path_is_free_unless_the_action_says() -> None:
    """Relative, absolute and bare names are one file; a wish for full paths fixes the form."""
    assert score("./app/a.log\n", "/srv/app/a.log\n", "find the logs of the app files") >= 0.5
    assert score("a.log\n", "/srv/app/a.log\n", "print the names of the files") >= 0.5
    assert score("/srv/app/a.log\n", "a.log\n", "print the full path of the files") < 0.5


def test_another_file_is_another_answer() -> None:
    """A file more, a file less and another file are found."""
    for other in ("/srv/app/b.log\n", "/srv/app/a.log\n/srv/app/b.log\n", "\n"):
        assert score("/srv/app/a.log\n", other, "find all log files") < 0.5


def test_a_count_may_carry_the_name_of_the_file_but_no_other_number() -> None:
    """`3 file` and `3` are one answer to a count, 3 and 4 are two."""
    assert score("3 /srv/app/a.log\n", "3\n", "count the lines of a.log") >= 0.5
    assert score("3\n", "4\n", "count the lines of a.log") < 0.5
    assert score("1 a.log\n2 b.log\n3 total\n", "2 b.log\n1 a.log\n", "count the lines of each log") >= 0.5


def test_sizes_in_units_are_sizes_in_bytes_unless_the_action_names_the_unit() -> None:
    """4.0K and 4 blocks are one size; asked for human readable sizes they are not."""
    free = AgreementContext(known=KNOWN, programs=frozenset(("du",)))
    asked, named = (
        read_asks("show the space used by app"),
        read_asks("show the space used by app in human readable form"),
    )
    assert agree("4\t/srv/app\n", "4.0K\t/srv/app\n", asked, free).score >= 0.5
    assert agree("4\t/srv/app\n", "4.0K\t/srv/app\n", named, free).score < 0.5
    assert agree("4\t/srv/app\n", "8.0K\t/srv/app\n", asked, free).score < 0.5


def test_more_columns_are_forgiven_to_a_list_and_not_to_a_wish_for_details() -> None:
    """A long listing answers a wish for names; names do not answer a wish for permissions."""
    short, long = "a.log\nb.log\n", "total 8\n-rw-r--r-- 1 r r 3 Nov 1 a.log\n-rw-r--r-- 1 r r 4 Nov 1 b.log\n"
    assert score(short, long, "list the files in app") >= 0.5
    assert score(long, short, "list the files in app with their permissions") < 0.5


def test_one_time_written_in_two_ways_is_one_time() -> None:
    """Months as words and numbers, zones and days of the week do not hide that two times are the same."""
    assert dates.same("Sat Nov 21 22:28:06 UTC 2026", "Sat, 21 Nov 2026 22:28:07 +0000")
    assert dates.same("2026-11-21", "11/21/26")
    assert not dates.same("2026-11-21", "2026-11-22")
    assert not dates.same("22:28:06", "2026-11-22")
