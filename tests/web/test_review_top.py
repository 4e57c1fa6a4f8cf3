"""What the review page says first, and that it says nothing untrue: pure functions over folded events."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from scriptsmith.bash_usage import usage
from scriptsmith.core.approval import ApprovalState
from scriptsmith.core.effects import Danger, Effects
from scriptsmith.core.events import Asked, Assessed, Event, Retrieved, Reviewed, Settled
from scriptsmith.core.outcome import findings_of
from scriptsmith.core.run import Run, fold
from scriptsmith.core.summary import summarize
from scriptsmith.core.types import Action, Finding, Match, Parameter, Review, Script, Severity
from scriptsmith.danger.analyse import analyse
from scriptsmith.documents import run_document
from scriptsmith.web.risk_sentence import risk_sentence
from scriptsmith.web.rule_links import rule_href
from scriptsmith.web.script_export import sha256, take_away
from scriptsmith.web.timeline import steps
from scriptsmith.web.views import VERDICTS, headline, sheet

from .console_runs import ENTRY, FINDING, events

WIPES = Script(text='#!/usr/bin/env bash\nset -euo pipefail\nrm -rf "$PGDATA"/*\n')
TWO = ApprovalState(needed=2)


def served(script: Script | None = WIPES, **more: Any) -> list[Event]:
    """The log of a run that an entry answered."""
    found: dict[str, object] = {"outcome": "risky", "entry": "show-space@1", "danger": analyse((script or WIPES).text)}
    return [
        Asked(action=Action(text="empty the database"), by="ana"),
        Retrieved(matches=(Match(entry=ENTRY, confidence=0.99),)),
        Settled(**{"script": script, **found, **more}),
    ]


def sentence(log: list[Event], standing: ApprovalState = TWO) -> str:
    told = risk_sentence(fold(log), standing)
    return f"{told.risk}: {told.rest}" if told.risk else told.rest


def test_the_sentence_names_risk_object_and_people() -> None:
    """One sentence says how bad, what is done to what, where, and how many people it needs still."""
    text = sentence(served())
    assert text == "DANGEROUS: deletes everything in $PGDATA (set by the environment) on this host; needs 2 people"
    assert sentence(served(), replace(TWO, by=("bo",))).endswith("; needs 1 person more")
    assert sentence(served(), replace(TWO, by=("bo", "cy"))).endswith("; has its approvals, and is not published")


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("df -h\n", "SAFE: looks only, as far as its text tells; needs 1 person"),
        ("systemctl restart nginx\n", "NOTABLE: restart of nginx; needs 1 person"),
        ("systemctl stop postgresql\nrm -rf /srv/a\n", "DANGEROUS: deletes /srv/a with everything in it on this host, and 1 more; needs 1 person"),
        ("systemctl stop postgresql\n", "DANGEROUS: stops postgresql; needs 1 person"),
        ('eval "$1"\n', "UNANALYSABLE: runs $1 as a program, whatever it holds; needs 1 person"),
        ("ssh db1 rm -rf /srv/data\n", "DANGEROUS: deletes /srv/data with everything in it (it reaches db1); needs 1 person"),
        ("rm -rf /srv/a\nrm -rf /srv/b\n", "DANGEROUS: deletes /srv/a with everything in it on this host, and 1 more; needs 1 person"),
    ],
)  # fmt: skip
def test_every_risk_has_its_sentence(script: str, told: str) -> None:
    """What the text reaches elsewhere is not said to be on this host."""
    assert sentence(served(Script(text=script)), ApprovalState(needed=1)) == told


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ('rails runner "Order.where(state: :old).destroy_all; Session.delete_all"\n', "rails runner Order.where(state: :old).destroy_all; Session.delete_all; needs 2 people"),
        ("certbot revoke --cert-path /etc/letsencrypt/live/www.example.org/cert.pem --reason superseded\n", "certbot revoke --cert-path /etc/letsencrypt/live/www.example.org/cert.pem --reason superseded, and 1 more; "),
        ('psql -c "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"\n', "stops or changes the database for everybody: select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database(); "),
        ('for f in $(find /srv/data/archive/of/many/things -name "*.log" -mtime +30 -size +100M -not -path "*/keep/*" -print); do rm -rf "$f"; done\n', " … (the output of a command) "),
    ],
)  # fmt: skip
def test_no_command_is_cut_in_a_word(script: str, told: str) -> None:
    """What is told of a command is whole or ends between two of its words, whatever colons stand in it."""
    text = sentence(served(Script(text=script)))
    assert told in text
    source = " ".join(script.split())
    for cut in re.finditer(r"(\S+) …", text):
        assert f"{cut[1]} " in source


def test_of_an_entry_nobody_says_that_assessors_agreed() -> None:
    """A risky entry was served without an assessor: the sentence below the chips tells of the entry and the policy."""
    told = headline(Settled(outcome="risky", entry="show-space@1", script=WIPES))
    assert told.startswith("An entry of the catalogue answers this; with these values")
    unproven = headline(Settled(outcome="risky", entry="show-space@1", script=WIPES, unproven=True))
    assert "never ran on the real program" in unproven
    assert "assessors" not in told + unproven
    assert "assessors agree" in headline(Settled(outcome="risky", script=WIPES))


def test_what_cannot_be_approved_says_so() -> None:
    """No script, what policy blocks and what nobody analysed are no promise of anything."""
    nothing = [*served()[:2], Settled(outcome="no_match")]
    assert sentence(nothing) == "There is no script: nothing can be approved as it is."
    assert sentence(served(script=None, outcome="forbidden")).endswith("; policy blocks it")
    assert sentence(served(danger=None)).startswith("NOT ANALYSED: nobody knows what it would touch")
    over = [*served(), Reviewed(review=Review(reviewer="bo", decision="reject", digest=WIPES.digest, final=True))]
    assert sentence(over).endswith("; rejected by bo")


def test_an_entry_that_is_served_has_its_findings_everywhere() -> None:
    """What a served entry's script draws is in the API, on the page and in the list, with one count."""
    log = served(checks=(FINDING,))
    run = fold(log)
    codes = [each.code for each in findings_of(run)]
    assert codes == ["SS1003", "SC2012"]
    document = run_document("run", run, TWO)
    view = sheet(run, log)
    assert [each["code"] for each in document["findings"]] == codes
    assert [each.code for each in view.findings] == codes
    assert summarize("run", log).findings == len(codes)
    assert {chip.name: chip.value for chip in view.chips}["Checks"] == "1 error, 1 warning"
    assert view.unfound == ""


def test_one_script_has_one_count_whatever_policy_says() -> None:
    """Policy may make an error a warning, or nothing: the count is that of `check`, and nothing is counted twice."""
    log = events()
    dangerous = analyse(WIPES.text)
    (found,) = dangerous.findings
    weighed = replace(found, severity=Severity.WARNING)
    for checks in ((), (weighed,)):
        at = next(number for number, event in enumerate(log) if event.kind == "settled")
        checked = [
            replace(event, findings=(FINDING, *checks), danger=dangerous) if event.kind == "checked" else event
            for event in log[: at + 1]
        ]
        assert [(each.code, each.severity) for each in findings_of(fold(checked))] == [
            ("SS1003", Severity.ERROR),
            ("SC2012", Severity.WARNING),
        ]
        assert summarize("run", checked).findings == 2


NOTABLE = Danger(
    risk="notable",
    findings=(Finding(checker="danger", code="SS1401", severity=Severity.INFO, message="restart of nginx", line=3),),
    effects=Effects(services=("restart nginx",)),
)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"checks": (), "danger": Danger(risk="safe")}, "bash, shellcheck and the danger analysis found nothing."),
        ({"checks": None, "danger": Danger(risk="safe")}, "The checkers have not looked at this script."),
        (
            {"checks": (), "unchecked": ("shellcheck",), "danger": Danger(risk="safe")},
            "shellcheck could not run here; the other checkers found nothing.",
        ),
        ({"checks": (), "danger": NOTABLE}, ""),
        ({"checks": (), "unchecked": ("shellcheck",), "danger": NOTABLE}, "shellcheck could not run here."),
        ({"script": None, "danger": None}, "There is no script, so nothing was checked."),
    ],
)
def test_nothing_was_found_is_said_of_what_was_looked_at_alone(more: dict[str, Any], told: str) -> None:
    """Where nobody looked, or not everybody could, the page does not say that nothing is there."""
    log = served(**more)
    view = sheet(fold(log), log)
    assert (view.findings, view.unfound) == ((), told)


def test_the_chip_and_the_list_have_one_count() -> None:
    """What is only notable is counted beside what was found, so that nothing is clean that a rule has something to say
    of; where nobody has looked, nobody says that it is clean."""
    for more, count in (
        ({"checks": (), "danger": NOTABLE}, "1 notable"),
        ({"checks": (FINDING,), "danger": NOTABLE}, "1 warning, 1 notable"),
        ({"checks": None, "danger": NOTABLE}, "not checked, 1 notable"),
        ({"checks": (), "danger": Danger(risk="safe")}, "clean"),
        ({"checks": None, "danger": Danger(risk="safe")}, "not checked"),
    ):
        log = served(**more)
        view = sheet(fold(log), log)
        assert view.count == {chip.name: chip.value for chip in view.chips}["Checks"] == count
        listed = summarize("run", log).findings
        assert listed == len(view.findings) + len(view.reasons) == len(run_document("run", fold(log), TWO)["findings"])
        assert (listed == 0) == (count in ("clean", "not checked"))
        assert ("clean" in count) == (view.findings == view.reasons == () and more["checks"] is not None)
        told = " ".join(step.detail for step in steps(log))
        assert (count in told) == (more["checks"] is not None)


def test_findings_lead_to_their_rule() -> None:
    """Ours to a page of ours, shellcheck's to its wiki, and what has no page nowhere."""
    assert rule_href("SS1003") == "/rules/SS1003"
    assert rule_href("SC2086").endswith("/SC2086")
    assert (rule_href("SS0001"), rule_href("SC2086/../x")) == ("", "")


def test_verdicts_are_sentences() -> None:
    """No chip says yes or no."""
    log = events()
    values = [chip.value for chip in sheet(fold(log), log).chips]
    assert not {"yes", "no", "unsure"} & set(values[1:])
    assert set(VERDICTS.values()) & set(values)


def test_weighed_opinions_are_one_chip() -> None:
    """What they come to, and how likely the script is right; the opinions themselves stand below."""
    log = [
        replace(each, assessment=replace(each.assessment, confidence=0.658)) if isinstance(each, Assessed) else each
        for each in events()
    ]
    shown = sheet(fold(log), log)
    told = {chip.name: chip.value for chip in shown.chips}
    assert told["Opinions"] == "not clear whether it does what was asked, 66% likely to be right"
    assert not {"Similarity", "Difference"} & set(told)
    assert [each.assessor for each in shown.pair] == ["similarity", "difference"]


def test_a_script_is_taken_with_its_digest_and_its_command() -> None:
    """The command that is told gets exactly the bytes whose SHA-256 is told; values stand in the entry's own call."""
    entry = replace(ENTRY, parameters=(Parameter(name="days", type="count", option="--days", default="7"),))
    log = served(parameters={"days": "30"})
    match = Match(entry=entry, confidence=0.99, parameters={"days": "30"}, unused_hosts=("db-02",))
    log[1] = Retrieved(matches=(match,))
    taken = take_away("r-1", fold(log), "https://scripts.example/", usage)
    assert taken is not None
    assert taken.sha256 == sha256(WIPES)
    assert taken.hosts == ("db-02",)
    assert taken.fetch.endswith("-o show-space-bound.sh https://scripts.example/api/v1/runs/r-1/script")
    assert (taken.command, taken.original) == ("bash show-space-bound.sh", "bash show-space.sh --days 30")
    assert taken.compare == f"echo '{taken.sha256}  show-space-bound.sh' | sha256sum -c"
    nothing: Run = fold([*log[:2], Settled(outcome="no_match")])
    assert take_away("r-1", nothing, "https://scripts.example/", usage) is None
    bare = Script(text='folder=${1:?}\nls "$folder"\n')
    draft: Run = fold([*log[:1], Settled(outcome="unsure", script=bare)])
    called = take_away("r-1", draft, "https://scripts.example/", usage)
    assert called is not None
    assert called.command.endswith(".sh FOLDER")
