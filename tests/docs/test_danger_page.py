"""The table of examples in the page on the danger analysis says what the analysis says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scriptsmith.danger.analyse import analyse

PAGE = Path(__file__).parents[2] / "docs/howto/danger.md"
ROWS = re.findall(
    r"^\| (`.*`) \| (safe|notable|dangerous|unanalysable) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE
)
EXAMPLES = [(text, risk) for texts, risk in ROWS for text in re.findall(r"`([^`]+)`", texts)]


def test_every_risk_has_examples() -> None:
    """The page has examples of each of the four risks."""
    assert {risk for _, risk in EXAMPLES} == {"safe", "notable", "dangerous", "unanalysable"}
    assert len(EXAMPLES) >= 20


@pytest.mark.parametrize(("text", "risk"), EXAMPLES)
def test_an_example_has_the_risk_that_the_page_says(text: str, risk: str) -> None:
    """What a reader tries from the page comes out as told."""
    assert analyse(text).risk == risk
