"""Fixes are applied whole, in the right order, and never raise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.fixes import apply_fixes
from scriptsmith.core.types import Finding, Replacement, Severity

texts = st.text(alphabet=st.sampled_from(["a", "$", "\t", "\n", "\r", "é", "😀", "\u2028", " "]), max_size=40)
places = st.integers(min_value=-1, max_value=8)
replacements = st.builds(
    Replacement,
    line=places,
    column=places,
    end_line=places,
    end_column=places,
    text=st.text(alphabet='x"\n', max_size=3),
    precedence=st.integers(min_value=0, max_value=9),
    insertion_point=st.sampled_from(["beforeStart", "afterEnd"]),
)


def finding(*fix: Replacement) -> Finding:
    return Finding(checker="test", code="SC0000", severity=Severity.INFO, message="", fix=fix)


findings = st.lists(st.lists(replacements, max_size=3).map(lambda fix: finding(*fix)), max_size=6)


def insert(column: int, text: str, precedence: int = 0, closing: bool = False, line: int = 1) -> Replacement:
    return replace(column, column, text, precedence, closing, line)


def replace(column: int, end: int, text: str, precedence: int = 0, closing: bool = False, line: int = 1) -> Replacement:
    return Replacement(
        line=line,
        column=column,
        end_line=line,
        end_column=end,
        text=text,
        precedence=precedence,
        insertion_point="beforeStart" if closing else "afterEnd",
    )


def quote(column: int, end: int, precedence: int = 7, line: int = 1) -> Finding:
    return finding(insert(column, '"', precedence, line=line), insert(end, '"', precedence, closing=True, line=line))


@given(text=texts, found=findings)
def test_never_raises(text: str, found: list[Finding]) -> None:
    """Whatever a checker proposes, a text and a count between 0 and the number of findings come back."""
    _, applied = apply_fixes(text, found)
    assert 0 <= applied <= len(found)


@given(text=texts)
def test_nothing_to_fix(text: str) -> None:
    """Findings without a fix leave every character where it is."""
    assert apply_fixes(text, [finding(), finding()]) == (text, 0)


@given(text=texts, found=findings)
def test_count_zero_means_untouched(text: str, found: list[Finding]) -> None:
    """When no fix was applied, the text is the same."""
    after, applied = apply_fixes(text, found)
    assert applied or after == text


@given(text=texts, found=findings)
def test_same_fix_twice(text: str, found: list[Finding]) -> None:
    """The same fix twice is applied once: no text is inserted or removed a second time."""
    once = [item for item in found if item.fix][:1]
    assert apply_fixes(text, once) == apply_fixes(text, once * 3)


@given(before=texts, inside=st.text(alphabet="ab😀\t", min_size=1, max_size=5), after=st.text(alphabet="c\té"))
def test_columns_count_characters(before: str, inside: str, after: str) -> None:
    """A tab, an accent and a character beyond the first plane are one column each; only LF ends a line."""
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    found = [quote(column, column + len(inside), line=line)]
    assert apply_fixes(before + inside + after, found) == (f'{before}"{inside}"{after}', 1)


def test_higher_precedence_is_further_inside() -> None:
    """Quotes around a word and a substitution around the quoted word nest, in whichever order they come."""
    inner = quote(1, 3, precedence=9)
    outer = finding(insert(1, "$(", 2), insert(3, ")", 2, closing=True))
    assert apply_fixes("$x", [inner, outer]) == ('$("$x")', 2)
    assert apply_fixes("$x", [outer, inner]) == ('$("$x")', 2)


def test_neighbours_do_not_mix() -> None:
    """Quotes around two words that touch close the first before they open the second."""
    assert apply_fixes("$x$y", [quote(3, 5), quote(1, 3)]) == ('"$x""$y"', 2)


def test_insertion_beside_a_replacement() -> None:
    """Text that is inserted where a replacement begins or ends stays outside of it."""
    ticks = finding(replace(1, 2, "$("), replace(5, 6, ")", closing=True))
    assert apply_fixes("`cmd`", [ticks, quote(1, 6, precedence=1)]) == ('"$(cmd)"', 2)


def test_what_is_inserted_already_is_not_inserted_again() -> None:
    """Two findings that propose the same quotes, or one of them, leave one pair of quotes."""
    half = finding(insert(1, '"', 7), insert(5, '"', 7, closing=True))
    assert apply_fixes("$x$y", [quote(1, 3), quote(1, 3)]) == ('"$x"$y', 1)
    assert apply_fixes("$x$y", [quote(1, 3), half]) == ('"$x"$y', 1)


def test_overlapping_fix_is_left_out_whole() -> None:
    """A fix of which one part overlaps an earlier fix leaves no trace."""
    first = finding(replace(1, 4, "new"))
    second = finding(insert(8, "!"), replace(3, 5, "x"))
    assert apply_fixes("old text", [first, second]) == ("new text", 1)


def test_insertion_inside_a_replaced_span_is_left_out() -> None:
    """Nothing is inserted into text that an earlier fix replaces, nor is text replaced around an insertion."""
    span, point = finding(replace(1, 4, "new")), finding(insert(2, "!"))
    assert apply_fixes("old", [span, point]) == ("new", 1)
    assert apply_fixes("old", [point, span]) == ("o!ld", 1)


def test_outside_the_text() -> None:
    """A fix that points behind the end of its line, or at no line, is left out; the end of a line is inside."""
    assert apply_fixes("ab\n", [finding(insert(4, "!"))]) == ("ab\n", 0)
    assert apply_fixes("ab\n", [finding(insert(1, "!", line=3))]) == ("ab\n", 0)
    assert apply_fixes("ab\n", [finding(insert(3, " || exit"))]) == ("ab || exit\n", 1)


def test_backwards_is_left_out() -> None:
    """A fix that ends before it starts is left out."""
    assert apply_fixes("abcd", [finding(replace(3, 2, "!"))]) == ("abcd", 0)


def test_lines_may_be_joined() -> None:
    """A replacement may span lines."""
    both = Replacement(line=1, column=2, end_line=2, end_column=1, text=" ")
    assert apply_fixes("a\nb", [finding(both)]) == ("a b", 1)
