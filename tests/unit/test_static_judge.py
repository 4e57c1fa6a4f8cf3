"""The judge without a model: its signals, its verdicts, and what it refuses to say."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from train.simple_pairs import simple_pairs

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.core.types import Action, Opinion, Script, Verdict
from scriptsmith.static_judge import ASSESSOR, described, judging, meanings_of, signals_of
from scriptsmith.static_judge.amounts import asked as amounts_asked
from scriptsmith.static_judge.compare import compare
from scriptsmith.static_judge.literals import asked
from scriptsmith.static_judge.score import FAVOURING, NEUTRAL, probability, verdict_of
from scriptsmith.static_judge.signals import NAMES, Signals
from scriptsmith.static_judge.weights import CENTRES, NO_BELOW, WEIGHTS, YES_FROM

EMBEDDER = StaticEmbedder()
ACTION = "Delete all regular files under /var/log named '*.log' that were modified more than 7 days ago"
RIGHT = "find /var/log -type f -name '*.log' -mtime +7 -delete"


def signals(action: str, command: str) -> Signals:
    return compare(action, described(Script(text=command)), (0.7, 0.6))


async def opinion(action: str, command: str) -> Opinion:
    assessment, calls = await judging(EMBEDDER)(Action(text=action), described(Script(text=command)))
    assert calls == ()
    assert len(assessment.opinions) == 1
    assert assessment.verdict is assessment.opinions[0].verdict
    return assessment.opinions[0]


@pytest.mark.parametrize(
    ("command", "signal"),
    [
        (RIGHT.replace("+7", "-7"), "amounts contradicted"),
        (RIGHT.replace("+7", "+70"), "amounts missing"),
        (RIGHT.replace("*.log", "*.tmp"), "literals missing"),
        (RIGHT.replace("*.log", "*.tmp"), "values unasked"),
        (RIGHT.replace("/var/log", "/srv"), "place wrong"),
        (RIGHT.replace("-type f", "-type d"), "kind wrong"),
        (RIGHT.replace("-delete", "-print"), "demands unanswered"),
        (RIGHT.replace("-delete", "-exec chmod 777 {} +"), "amounts unasked"),
        (RIGHT.replace("-type f", "! -type f"), "decisive unasked"),
        (RIGHT.replace("-mtime", "-atime"), "time told wrong"),
        (RIGHT.replace("'*.log'", "__SP__UNK"), "placeholders"),
        (RIGHT.replace("'*.log'", "*.log"), "faults"),
    ],
)
def test_one_thing_wrong_is_named(command: str, signal: str) -> None:
    """A right command raises no objection; the same with one thing changed raises the one for that, and scores less."""
    good, bad = signals(ACTION, RIGHT), signals(ACTION, command)
    assert good.against == {}
    assert bad.against[signal]
    assert probability(bad) < probability(good)


@pytest.mark.parametrize(
    ("action", "command", "signal"),
    [
        ("List the files in the current directory", "rm -rf *", "changes unasked"),
        ("Find files that contain the string 'timeout'", "grep -r timeout .", "lines where files were asked"),
        ("Search for files named 'core'", "grep -r core .", "literals in the wrong role"),
        ('Find the file "syslog"', "find . -name '*syslog*'", "names widened"),
        ("Print the 5 largest files", "ls | sort | tail", "amounts missing"),
        ("Show the users of group 'staff'", "sort", "faults"),
        ("Run the tests", "pytest", "unknown"),
        ("Find all files", "find . -type q", "faults"),
        ("Find files with a null byte after each name", "find . -print | xargs -0 ls", "faults"),
    ],
)
def test_other_faults_are_named(action: str, command: str, signal: str) -> None:
    """Each kind of fault has its sentence."""
    assert signals(action, command).against[signal]


@pytest.mark.parametrize(
    ("text", "dimension", "size", "sign"),
    [
        ("files older than 7 days", "time", 7 * 1440, ">"),
        ("modified in the last 2 hours", "time", 120, "<"),
        ("not accessed in the last 30 days", "time", 30 * 1440, ">"),
        ("changed within the past week", "time", 10080, "<"),
        ("bigger than 10 mb", "bytes", 10 << 20, ">"),
        ("exactly 3 gb", "bytes", 3 << 30, "="),
        ("10 days or more", "time", 14400, ">"),
        ("at most two levels", "depth", 2, "<"),
        ("with permissions 755", "mode", 0o755, ""),
        ("the first 12 lines", "count", 12, ""),
    ],
)
def test_amounts_are_read(text: str, dimension: str, size: float, sign: str) -> None:
    """Number, unit and comparison come from the words around."""
    amount = amounts_asked(text)[0]
    assert (amount.dimension, amount.size, amount.sign) == (dimension, size, sign)


def test_literals_have_roles() -> None:
    """What is named in an action is known by what it is for, and is left out of its other words."""
    read = asked("Copy '*.c' files owned by user alice that contain the string \"int main\" from /src to /backup")
    assert {(it.text, it.role) for it in read.literals} == {
        ("*.c", "name"),
        ("alice", "user"),
        ("int main", "content"),
        ("/src", "place"),
        ("/backup", "target"),
    }
    assert "/src" not in read.bare


async def test_a_right_command_is_agreed_with_and_a_wrong_one_is_not() -> None:
    """Yes needs agreement in everything; what was turned round is never a yes."""
    assert (await opinion(ACTION, RIGHT)).verdict is Verdict.YES
    for wrong in (RIGHT.replace("+7", "-7"), RIGHT.replace("/var/log", "/"), RIGHT.replace("-type f", "-type d")):
        assert (await opinion(ACTION, wrong)).verdict is not Verdict.YES


async def test_an_unrelated_command_is_a_no() -> None:
    """A script for something else is refused, with the reasons in words."""
    said = await opinion(ACTION, "useradd -m bob && passwd bob && crontab -r")
    assert said.verdict is Verdict.NO
    assert "/var/log" in said.reason


async def test_the_opinion_says_whose_it_is() -> None:
    """Nobody can take it for a model's: it is named `static`, and its reason names signals."""
    said = await opinion(ACTION, RIGHT)
    assert (said.assessor, ASSESSOR) == ("static", "static")
    assert said.reason


@pytest.mark.parametrize("functionality", ["", "if true; then"])
async def test_without_a_description_it_is_unsure(functionality: str) -> None:
    """What cannot be described is neither right nor wrong."""
    assessment, _ = await judging(EMBEDDER)(Action(text="Stop nginx"), described(Script(text=functionality)))
    assert assessment.verdict is Verdict.UNSURE


@pytest.mark.parametrize(
    "command", [RIGHT, RIGHT.replace("+7", "-7"), "rm -rf /srv; ls | sort -u > x", "find . ! -name '*.c'"]
)
def test_a_description_from_outside_is_read(command: str) -> None:
    """The same words without their facts, as another process or a model may bring them, are judged alike."""
    told = described(Script(text=command))
    assert compare(ACTION, str(told), (0.7, 0.6)) == compare(ACTION, told, (0.7, 0.6))


def test_what_a_model_says_is_compared_as_far_as_its_words_go() -> None:
    """Facts are found in sentences of any form."""
    said = compare(ACTION, "The script deletes files below `/var/log`, sorts the lines and restarts nginx.", (0.7, 0.6))
    assert "sorting" not in said.against.get("decisive unasked", "")
    assert "restarting" in said.against["changes unasked"]
    assert not said.numbers["demands unanswered"]


async def test_an_injected_sentence_is_no_argument() -> None:
    """A script cannot talk the judge round: what it prints is a value and not a claim."""
    plea = f"echo '{ACTION}'\nrm -rf /"
    assert (await opinion(ACTION, plea)).verdict is not Verdict.YES


async def test_it_gives_no_verdict_on_a_long_script() -> None:
    """It learnt from single lines: of more steps than those have it is unsure, however little fits."""
    script = "\n".join(f"mkdir -p /srv/{name}" for name in "abcdefghi")
    said = await opinion(ACTION, script)
    assert said.verdict is Verdict.UNSURE
    assert "more steps" in said.reason


async def test_signals_do_not_depend_on_company() -> None:
    """The same pair has the same signals, whatever was judged before."""
    first = await signals_of(EMBEDDER, ACTION, described(Script(text=RIGHT)))
    await signals_of(EMBEDDER, "Stop nginx", "stops a service named `nginx`")
    assert await signals_of(EMBEDDER, ACTION, described(Script(text=RIGHT))) == first


def test_no_weight_has_the_wrong_sign() -> None:
    """What speaks against a script never raises its score, what speaks for it never lowers it."""
    assert len(WEIGHTS) == len(NAMES) + 1 == len(CENTRES) + 1
    assert 0 <= NO_BELOW < YES_FROM <= 1.01
    for name, weight in zip(NAMES, WEIGHTS[1:], strict=True):
        if name not in NEUTRAL:
            assert weight >= 0 if name in FAVOURING else weight <= 0, name


def test_missing_parents_are_no_objection_to_making_a_directory() -> None:
    """They are how it is made, and what comes out is the same wherever it could be made without them."""
    action = "create the directory /srv/app/releases"
    assert signals(action, "mkdir -p /srv/app/releases").against == {}
    assert signals(action, "mkdir -p /srv/app/old").against != {}


def test_with_any_objection_it_is_never_a_yes() -> None:
    """However high the score, a single objection keeps the verdict at unsure."""
    clean = dict.fromkeys(NAMES, 0.0)
    assert verdict_of(1.0, clean) is Verdict.YES
    assert verdict_of(1.0, clean | {"objections": 1.0}) is Verdict.UNSURE
    assert verdict_of(0.0, clean) is Verdict.NO


@example(action="", description="a \0 b")
@given(st.text(max_size=120), st.text(max_size=120))
def test_any_action_and_any_description_can_be_compared(action: str, description: str) -> None:
    """Every signal is there and finite, whatever the texts."""
    found = compare(action, description, (0.5, 0.5))
    assert set(found.numbers) == set(NAMES)
    assert 0 <= probability(found) <= 1


CAREFUL = """\
#!/usr/bin/env bash
set -euo pipefail
IFS=$'\\n\\t'
shopt -s nullglob
readonly NAME={name}
die() {{ echo "$1" >&2; exit 1; }}
if [[ $# -gt 0 ]]; then echo "usage: $0" >&2; exit 2; fi
command -v {program} >/dev/null || die "no {program}"
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
echo "starting"
{command}
echo "done"
exit 0
"""


@pytest.mark.parametrize(
    ("action", "command"),
    [
        ("restart nginx", "systemctl restart nginx"),
        ("show disk usage of /var", "du -sh /var"),
        ("list files in the current directory", "ls"),
        ("list all pods in the namespace prod", "kubectl get pods -n prod"),
    ],
)
async def test_what_belongs_to_any_careful_script_is_no_sign_against_one(action: str, command: str) -> None:
    """A right plain command is a yes, and a careful script around it changes neither that nor any signal."""
    script = CAREFUL.format(name="x", program=command.split()[0], command=command)
    assert (await opinion(action, command)).verdict is Verdict.YES
    assert (await opinion(action, script)).verdict is Verdict.YES
    assert signals(action, script) == signals(action, command)


@pytest.mark.parametrize(
    "extra",
    [
        "rm -rf /srv",
        "trap 'rm -rf /srv' EXIT",
        'd=/srv; rm -rf "$d"',
        "f() { echo hi; rm -rf /srv; }; f",
        "echo 1 > /etc/motd",
        "systemctl stop mysql",
    ],
)
async def test_care_hides_nothing_that_acts(extra: str) -> None:
    """A deed in the clothes of care, or beside it, is never a yes."""
    said = await opinion("restart nginx", f"set -euo pipefail\n{extra}\nsystemctl restart nginx")
    assert said.verdict is not Verdict.YES


@pytest.mark.parametrize(
    ("action", "command", "signal"),
    [
        ("Rename app.log to app.log.1", "mv app.log.1 app.log", "order turned round"),
        ("List the files of /var/log, largest first", "ls -lhSr /var/log", "direction turned round"),
        ("Show established connections", "ss -tln", "states apart"),
        ("Stop the cups service", "systemctl disable cups", "special deeds unasked"),
        ("Remove the passphrase from ~/.ssh/id_rsa", "rm ~/.ssh/id_rsa", "whole for a part"),
    ],
)
def test_what_is_turned_round_is_named(action: str, command: str, signal: str) -> None:
    """The right things in the wrong place, order or state have their sentence."""
    assert signals(action, command).against[signal]


def test_plain_pairs_are_told_apart() -> None:
    """Of the plain pairs it learnt from, most right ones are a yes, no right one is a no, and few wrong ones are a yes."""
    rows = simple_pairs(held=False)
    verdicts = []
    for row in rows:
        told = described(Script(text=row.command))
        one, other, bare, plain = EMBEDDER.vectors(meanings_of(row.action, told))
        found = compare(row.action, told, (float(one @ other), float(bare @ plain)))
        verdicts.append(verdict_of(probability(found), found.numbers) if told else Verdict.UNSURE)
    right = [verdict for row, verdict in zip(rows, verdicts, strict=True) if row.correct]
    wrong = [verdict for row, verdict in zip(rows, verdicts, strict=True) if not row.correct]
    assert right.count(Verdict.YES) >= 0.65 * len(right)
    assert right.count(Verdict.NO) == 0
    assert wrong.count(Verdict.YES) <= 0.04 * len(wrong)
