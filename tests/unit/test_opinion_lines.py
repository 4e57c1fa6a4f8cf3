"""Opinions in one line each, as the command line tells them."""

from __future__ import annotations

from scriptsmith.core.opinion_lines import opinion_line, tells_of_agreement, together_line
from scriptsmith.core.types import Assessment, Opinion, Verdict

DIRECT = Opinion(assessor="direct", verdict=Verdict.YES, confidence=0.914)
TRIAL = Opinion(assessor="trial", verdict=Verdict.UNSURE, reason="It ended with status 0.", confidence=0.59)
PLAIN = Opinion(assessor="similarity", verdict=Verdict.NO, reason="It counts lines.")


def test_an_opinion_says_how_sure_it_is_where_it_does() -> None:
    """Who, what, how sure and why; what is asked for no reason says so."""
    assert opinion_line(PLAIN) == "similarity says no: It counts lines."
    assert opinion_line(TRIAL) == "trial says unsure (59% likely to be right): It ended with status 0."
    told = "direct says yes (91% likely to be right): by one word about the script itself, without a reason"
    assert opinion_line(DIRECT) == told
    assert opinion_line(Opinion(assessor="stranger", verdict=Verdict.YES)) == "stranger says yes"


def test_what_opinions_come_to_is_told_where_they_were_weighed() -> None:
    """With the thresholds, so that a chance of two thirds is not taken for a yes."""
    counted = Assessment(functionality="", opinions=(PLAIN,), verdict=Verdict.NO)
    weighed = Assessment(functionality="", opinions=(DIRECT, TRIAL), verdict=Verdict.UNSURE, confidence=0.66)
    assert together_line(counted) == ""
    assert together_line(weighed) == "all together say unsure: 66% likely to be right (yes from 74% on, no up to 40%)"
    assert not tells_of_agreement(weighed)
    assert not tells_of_agreement(None)
    said = Opinion(assessor="agreement", verdict=Verdict.UNSURE)
    assert tells_of_agreement(Assessment(functionality="", opinions=(said,), verdict=Verdict.UNSURE))
