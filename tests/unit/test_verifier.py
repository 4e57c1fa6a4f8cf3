"""The verifier: what it makes of entries beside an action, and what its verdict is worth to the search."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache

import pytest

from scriptsmith.adapters.verifier import ShippedVerifier
from scriptsmith.core.types import Action
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.binding import Binding, bind
from scriptsmith.retrieval.call_text import CallText, EntryOdds, Pointers, call_text
from scriptsmith.retrieval.confidence import with_verdict
from scriptsmith.retrieval.pointed_values import with_pointed
from scriptsmith.retrieval.search import SERVE_ABOVE, Index, SearchHit

from . import shipped

IDS = ("show-top-statements-postgresql", "terminate-backend-postgresql", "list-blocked-queries-mysql")
UNSURE = "checkout feels slow since noon; which statements does postgres spend its time on?"


@cache
def verifier() -> ShippedVerifier:
    return ShippedVerifier()


PAIRS = [
    ("the payments pods keep dying, who got OOM killed on this host?", "show-oom-kills", "show-memory-usage"),
    (UNSURE, "show-top-statements-postgresql", "terminate-backend-postgresql"),
    ("hey /var is nearly full, what takes all the room there", "find-largest-directories", "delete-old-logs"),
    (
        "can someone check if the cert of shop.example.com runs out soon",
        "check-certificate-expiry-host",
        "renew-certificate",
    ),
    ("Action item: see how far the redis replicas are behind", "show-replication-redis", "check-last-save-redis"),
]


@pytest.mark.parametrize(("action", "right", "other"), PAIRS, ids=[right for _, right, _ in PAIRS])
def test_what_is_asked_for_is_told_from_its_neighbour(action: str, right: str, other: str) -> None:
    """Actions that no phrase says, each beside an entry of the same things that does something else."""
    good, bad = (shipped.entry(id) for id in (right, other))
    said, other_said = (verifier()(action, call_text(it, it.phrases[:1])).odds for it in (good, bad))
    assert said > other_said


@pytest.mark.parametrize("action", ["x", "/", "重启 nginx", "a" * 10_000, "show " * 3_000, "\x00\x07"])
def test_any_text_has_a_verdict(action: str) -> None:
    """What is longer than it reads is cut; what it does not know is no error; the same text has the same verdict."""
    entry = shipped.entry("restart-service")
    long = CallText((entry.title * 40, *entry.phrases), ("name: a " * 50,) * 40)
    for call in (call_text(entry), long):
        said = verifier()(action, call)
        assert -50 < said.odds < 50
        for it in said.places:
            assert it is None or (0 <= it.stretch()[0] <= it.stretch()[1] <= len(action) and 0 <= it.unsaid <= 1)
        assert verifier()(action, call) == said


@pytest.mark.parametrize(
    ("id", "action", "name", "value"),
    [
        ("restart-service", "postfix hangs again, could you restart it please", "service", "postfix"),
        ("show-pod-logs", "the last lines that ledger-0 in payments wrote, please", "pod", "ledger-0"),
    ],
)
def test_it_points_at_values(id: str, action: str, name: str, value: str) -> None:
    """Where nothing but the sense of the words says which parameter a name belongs to."""
    entry = shipped.entry(id)
    places = verifier()(action, call_text(entry, entry.phrases[:1])).places
    place = places[[it.name for it in entry.parameters].index(name)]
    assert place is not None
    start, end = place.stretch()
    assert action[start:end] == value
    assert place.likely((start, end), (start, end)) > place.unsaid


def pointing(text: str, start: int, end: int, likely: float) -> Pointers:
    """Pointers that agree on the characters [`start`, `end`) of `text`, and else on nothing; at (0, 0) on nothing."""
    pieces = ((0, 0), *((it.start(), it.end()) for it in re.finditer(r"\w+|[^\w\s]", text)))
    begin = next((at for at, it in enumerate(pieces) if at and it[0] <= start < it[1]), 0) if end else 0
    last = next((at for at, it in enumerate(pieces) if at and it[0] < end <= it[1]), 0)
    shares = [[0.0] * len(pieces), [0.0] * len(pieces)]
    for which, at in zip(shares, (begin, last), strict=True):
        which[0] += (1 - likely) ** 0.5
        which[at] += likely**0.5
    return Pointers(pieces, tuple(shares[0]), tuple(shares[1]))


class Reader:
    """A verifier that says what it is told, and remembers what it read."""

    def __init__(self, odds: float, *places: Pointers) -> None:
        self.verdict = EntryOdds(odds, places)
        self.read: list[tuple[str, CallText]] = []

    def __call__(self, action: str, call: CallText) -> EntryOdds:
        self.read.append((action, call))
        return self.verdict


def index() -> Index:
    return Index([shipped.entry(id) for id in IDS[:2]])


def near() -> list[SearchHit]:
    return [SearchHit(0, 0.6, 0.8, 0.7, (3, 5)), SearchHit(1, 0.3, 0.5, 0.1, (2,))]


def test_the_likeliest_is_read_with_its_nearest_phrase() -> None:
    """Once; what it says decides, shows among the features, and nothing is served that was not read."""
    entry = shipped.entry(IDS[0])
    good, bad = Reader(9.0), Reader(-9.0)
    unread, served, refused = (
        index().nearest(Action(text=UNSURE), near=near(), verify=it)[0] for it in (None, good, bad)
    )
    assert [it.entry.id for it in (unread, served)] == [IDS[0]] * 2
    assert unread.confidence < SERVE_ABOVE <= served.confidence < 1.0
    assert refused.confidence < unread.confidence
    assert [(action, call.about) for action, call in good.read] == [(UNSURE, (entry.title, entry.texts[3]))]
    assert served.parts["verdict"] == 9.0


def test_an_entrys_own_phrase_is_not_read() -> None:
    """Somebody vouched for it: it needs no verdict."""
    reader = Reader(9.0)
    entry = shipped.entry(IDS[0])
    assert Index([entry]).nearest(Action(text=entry.phrases[0]), verify=reader)[0].confidence == 1.0
    assert reader.read == []


def test_no_verdict_outweighs_an_objection() -> None:
    """What forbids an entry stays, however sure the verifier is of it."""
    text = "delete log files older than 30 days in /srv/a b"
    first = Index([shipped.entry("delete-old-logs")]).nearest(Action(text=text), verify=Reader(9.0))[0]
    assert first.parts["verdict"] == 9.0
    assert first.objections


def test_the_next_is_read_where_the_likeliest_is_not_meant() -> None:
    """None is after one that is more likely than not."""
    entry = shipped.entry(IDS[0])
    twins = Index([entry, replace(entry, id="twin")])
    hits = [SearchHit(number, 0.6, 0.8, 0.7, (3,)) for number in (0, 1)]
    for odds, count in ((-9.0, 2), (0.0, 2), (3.0, 1)):
        reader = Reader(odds)
        twins.nearest(Action(text=UNSURE), near=hits, verify=reader)
        assert len(reader.read) == count


def test_another_product_speaks_against_an_entry() -> None:
    """An account in Okta is another than one of the host, however alike the deed is."""
    hit = SearchHit(0, 0.9, 0.9, 1.0, (1,))
    index = Index([shipped.entry("lock-user-account")])
    here, there = (
        index.nearest(Action(text=f"lock the user jdoe {place}"), near=[hit], verify=Reader(3.0))[0]
        for place in ("now", "in Okta")
    )
    assert (here.parts["other"], there.parts["other"]) == (0.0, 1.0)
    assert there.confidence < here.confidence
    sure, other, unknown = (with_verdict(0.9, 3.0, *each) for each in ((0.0, 0.0), (1.0, 0.0), (0.0, 0.5)))
    assert max(other, unknown) < sure


TEXT = "the frobnicator is stuck again, restart it"


@pytest.mark.parametrize(
    ("place", "service"),
    [
        ((4, 15, 0.9), "frobnicator"),
        ((4, 15, 0.02), None),
        ((0, 0, 0.9), None),
        ((4, 30, 0.9), None),
    ],
    ids=["a name", "an unlikely one", "none", "no service's name"],
)
def test_a_value_is_taken_from_where_it_points(place: tuple[int, int, float], service: str | None) -> None:
    """If it is likely there, is of the parameter's type, and the words gave none."""
    verify = Reader(3.0, pointing(TEXT, *place))
    first = Index([shipped.entry("restart-service")]).nearest(Action(text=TEXT), verify=verify)[0]
    assert first.parameters.get("service") == service
    assert first.missing == (() if service else ("service",))


@pytest.mark.parametrize(
    ("verb", "place", "service", "says"),
    [
        ("restart", (12, 17, 0.9), "nginx", ""),
        ("restart", (27, 34, 0.6), "grafana", "could be 'nginx' or 'grafana'"),
        ("restart", (27, 34, 0.9), "grafana", ""),
        ("disable", (27, 34, 0.9), "grafana", "could be 'nginx' or 'grafana'"),
        ("restart", (12, 15, 0.9), "nginx", ""),
        ("restart", (0, 0, 0.9), "nginx", ""),
    ],
    ids=["the same", "another", "another, surely", "another, and harm may be done", "a part of it", "none"],
)
def test_two_readers_must_agree_on_a_value(verb: str, place: tuple[int, int, float], service: str, says: str) -> None:
    """Where the rules read another value than the verifier, the entry is not served: nobody knows which is meant, unless
    the verifier is sure and no great harm is done."""
    text = f"{verb} the nginx service, grafana hangs"
    assert (text[12:17], text[27:34]) == ("nginx", "grafana")
    entry = shipped.entry({"restart": "restart-service", "disable": "stop-service"}[verb])
    first = Index([entry]).nearest(Action(text=text), verify=Reader(9.0, pointing(text, *place)))[0]
    assert first.parameters["service"] == service
    assert says in " ".join(first.objections)
    assert bool(first.objections) == bool(says)


def test_parameters_share_an_action() -> None:
    """Where it points at one place for two parameters, the likelier has it, and the other what it points at next; that this is
    only probable is told."""
    entry = shipped.entry("set-haproxy-server-state")
    text = "haproxy: drain panel03 of be_panel"
    assert (text[15:22], text[26:34]) == ("panel03", "be_panel")
    pieces = ((0, 0), (15, 22), (26, 34))
    both = {
        "server": Pointers(pieces, (0.1, 0.9, 0.0), (0.1, 0.9, 0.0)),
        "backend": Pointers(pieces, (0.0, 0.6, 0.4), (0.0, 0.6, 0.4)),
    }
    places = [both.get(it.name) for it in entry.parameters]
    bound = with_pointed(entry.parameters, read(text), places, Binding(missing=("backend", "server", "state")))
    assert (bound.missing, len(bound.problems)) == (("state",), 1)
    assert (bound.values["server"], bound.values["backend"]) == ("panel03", "be_panel")


def test_where_two_fit_it_says_which() -> None:
    """What the rules could not choose from is chosen where the verifier points; that it was not clear is told if it is less than sure."""
    parameters = shipped.entry("delete-network-policy").parameters
    text = "the leftover test policy deny-all-egress in namespace payments: delete it"
    ruled = bind(parameters, text)
    assert (ruled.missing, text[25:40]) == (("policy",), "deny-all-egress")
    places = [pointing(text, 25, 40, 0.9) if it.name == "policy" else None for it in parameters]
    for sure, told in ((0.5, False), (math.inf, True)):
        bound = with_pointed(parameters, read(text), places, ruled, sure=sure)
        assert (bound.values["policy"], bound.missing) == ("deny-all-egress", ())
        assert ("policy could be" in " ".join(bound.problems)) == told


def test_a_value_that_must_be_given_is_guessed_where_it_points_at_all() -> None:
    """That the action says none is no answer for it; that nothing says so outright is told."""
    parameters = shipped.entry("stop-service").parameters
    text = "radicale can go"
    for likely, value in ((0.3, "radicale"), (0.001, None)):
        places = [pointing(text, 0, 8, likely) if it.name == "service" else None for it in parameters]
        bound = with_pointed(parameters, read(text), places, Binding(missing=("service",)))
        assert (bound.values.get("service"), bool(bound.problems)) == (value, value is not None)


def test_a_person_is_no_login() -> None:
    """A name that is written as people's are is not taken for an account, however surely it is pointed at."""
    parameters = shipped.entry("unlock-user-account").parameters
    for text, found in (("Greta cannot log in, unlock her", False), ("greta cannot log in, unlock her", True)):
        places = [pointing(text, 0, 5, 0.9) if it.name == "user" else None for it in parameters]
        assert ("user" in with_pointed(parameters, read(text), places, Binding(missing=("user",))).values) == found


def test_an_ordinary_word_is_a_name_where_the_verifier_points() -> None:
    """People call namespaces and users what they like; a service in ordinary words is one only where names stand."""
    for id, name, text, at, value in (
        ("restart-deployment", "namespace", "restart cart in core", 16, "core"),
        ("restart-deployment", "namespace", "core namespace restart cart", 0, "core"),
        ("restart-service", "service", "core service restart", 0, None),
    ):
        parameters = shipped.entry(id).parameters
        places = [pointing(text, at, at + 4, 0.9) if it.name == name else None for it in parameters]
        assert with_pointed(parameters, read(text), places, Binding()).values.get(name) == value


def test_whose_it_is_and_as_whom_name_a_user() -> None:
    """However ordinary the word is: "deploy's crontab", "log in as deploy"."""
    parameters = shipped.entry("add-cron-job").parameters
    for text, at in (("put it into deploy's crontab", 12), ("run it as deploy", 10)):
        places = [pointing(text, at, at + 6, 0.9) if it.name == "user" else None for it in parameters]
        assert with_pointed(parameters, read(text), places, Binding()).values["user"] == "deploy"


def test_a_text_is_taken_whole() -> None:
    """Where the rules read only a part of what is pointed at, the rest is not lost."""
    parameters = shipped.entry("disable-cron-job").parameters
    text = "disable the cron job /opt/fetch.sh --all"
    places = [pointing(text, 21, len(text), 0.9) if it.name == "command" else None for it in parameters]
    ruled = Binding(values={"command": "/opt/fetch.sh"})
    assert with_pointed(parameters, read(text), places, ruled).values["command"] == "/opt/fetch.sh --all"


def test_an_empty_default_stays() -> None:
    """A value that is pointed at leaves the others as they were, a default of no text among them."""
    entry = shipped.entry("restart-deployment")
    text = "cart is stuck again, restart it in web"
    places = {"deployment": pointing(text, 0, 4, 0.9), "namespace": pointing(text, 35, 38, 0.9)}
    reader = Reader(3.0, *(places.get(it.name, pointing(text, 0, 0, 0.9)) for it in entry.parameters))
    first = Index([entry]).nearest(Action(text=text), verify=reader)[0]
    assert first.parameters["deployment"] == "cart"
    assert first.parameters["context"] == ""
    assert set(first.defaults) <= set(first.parameters)


def test_a_yes_in_passing_gives_no_consent() -> None:
    """Words such as "yes" and "all" stand for much else: where it points at one, no flag is set."""
    entry = shipped.entry("force-delete-pod")
    text = "force away pod cart-1, yes really"
    places = [pointing(text, 23, 26, 0.9) if it.name == "node_is_off" else None for it in entry.parameters]
    ruled = Binding(values={"pod": "cart-1", "node_is_off": "no"}, defaults=("node_is_off",))
    assert text[23:26] == "yes"
    assert with_pointed(entry.parameters, read(text), places, ruled).values["node_is_off"] == "no"
