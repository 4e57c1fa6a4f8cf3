"""The report: numbers as a document, and a page that needs nothing and lets nothing in."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from scriptsmith.bench.metrics import by_case
from scriptsmith.bench.model import Grade, Seen
from scriptsmith.bench.records import ENSEMBLE, AssessorVerdict, Result, dump_result
from scriptsmith.bench.report import document, render, report
from scriptsmith.bench.report.page import MOST_SHOWN, amount
from scriptsmith.cli.bench_report import read
from scriptsmith.core.types import Verdict
from scriptsmith.errors import BadInput, NotFound, ScriptSmithError

from ..cli.program import Program
from .made_results import result, results, tried

VOID = frozenset({"meta", "br", "img", "hr", "input", "link"})
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "</pre></details></main><h1>all is well</h1>",
    "</style><script>x</script>",
    "{{ 7 * 7 }}{% include 'page.css' %}",
    "]]><!-- --> &lt;b&gt; &#60;b&#62;",
    "a\x1b[2Jb\x00c\u202ed\ud800e",
    "https://evil.example/x.js url(https://evil.example/y)",
)


class Parsed(HTMLParser):
    """The elements of a page in their order, with the names of their attributes, and whether all are closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def named(text: str) -> list[Result]:
    """Results in which every text that comes from outside is `text`."""
    grade = Grade(
        label=0,
        seen=(Seen(scenario=text, promise=text, held=False, detail=text),),
        output=text,
    )
    attempt = tried(
        0,
        grade=grade,
        script=text,
        model=text,
        effects=f"-{text}",
        chosen=True,
        unrefined=True,
        opinions=(
            AssessorVerdict(assessor=ENSEMBLE, verdict=Verdict.YES, model=text),
            AssessorVerdict(assessor=text, verdict=Verdict.NO),
        ),
    )
    common = {"action": text, "system": text, "models": {"generator": text, text: text}, "tags": (text,)}
    return [
        Result(case=f"suite {text}/{text}", attempts=(attempt,), outcome="verified", **common),  # type: ignore[arg-type]
        Result(case=f"suite {text}/lost", problem=text, **common),  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_gets_in(text: str) -> None:
    """Whatever names, scripts and output hold, the page has the elements and attributes that plain words give it."""
    page = render(report(named(text), title=text))
    hostile, plain = Parsed(page), Parsed(render(report(named("words"), title="words")))
    assert hostile.elements == plain.elements
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e\ud800-\udfff]", page)
    page.encode()
    assert "49" not in "".join(hostile.text).split()


def test_the_page_shows_the_text() -> None:
    """What is escaped is still read as it was written."""
    shown = "".join(Parsed(render(report(named(HOSTILE[0])))).text)
    assert shown.count("<script>alert(1)</script>") >= 8


@pytest.fixture(scope="module")
def page() -> str:
    """The page of two systems."""
    return render(report([*results(30, 3), *results(30, 2, system="large", skill=0.8, price=None)]))


def test_the_page_needs_nothing(page: str) -> None:
    """There is no script, and nothing is fetched: every reference is to a part of the page that is there."""
    parsed = Parsed(page)
    assert not {tag for tag, _ in parsed.elements} & {
        "script",
        "link",
        "img",
        "iframe",
        "object",
        "embed",
        "base",
        "form",
    }
    assert not [name for _, name, _ in parsed.attributes if name.startswith("on") or name in ("src", "style", "srcset")]
    ids = [value for _, name, value in parsed.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    for _, name, value in parsed.attributes:
        if name == "href":
            assert value.startswith("#")
            assert value[1:] in ids
        if name == "aria-labelledby":
            assert value in ids
    assert "//" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL)
    assert "url(" not in page
    assert "@import" not in page


def test_the_page_can_be_heard(page: str) -> None:
    """Every table has a caption and its headings a scope; every drawing has a name or is left out."""
    parsed = Parsed(page)
    tags = [tag for tag, _ in parsed.elements]
    assert tags.count("table") == tags.count("caption") > 5
    assert all("scope" in names for tag, names in parsed.elements if tag == "th")
    assert all(
        {"role", "aria-label"} <= set(names) or "aria-hidden" in names for tag, names in parsed.elements if tag == "svg"
    )
    headings = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def test_no_results_of_any_use() -> None:
    """A report of nothing but infrastructure errors says so, and has no figure."""
    lost = [Result(case="s/a", problem="no box"), Result(case="s/b", problem="no box")]
    told = report(lost)
    shown = "".join(Parsed(render(told)).text)
    assert "no box" in shown
    assert document(told)["systems"][0]["figures"]["strict_after"]["value"] is None
    assert document(told)["systems"][0]["troubled"] == 2
    Parsed(render(report([])))


def test_the_document() -> None:
    """The document holds every figure with its meaning, by system, and survives JSON."""
    told = report([*results(20, 2), *results(20, 2, system="large")])
    data = document(told)
    assert json.loads(json.dumps(data)) == data
    assert data["schema_version"] == 1
    assert [system["name"] for system in data["systems"]] == ["large", "small"]
    for system in data["systems"]:
        assert set(system["figures"]) <= set(data["metrics"])
        assert system["figures"]["strict_after"]["low"] <= system["figures"]["strict_after"]["value"]
        assert {group["by"] for group in system["groups"]} == {"suite", "kind", "difficulty", "tag"}
        assert set(system["assessors"][0]["figures"]) == {
            "precision",
            "recall",
            "balanced_accuracy",
            "kappa",
            "coverage",
        }


def test_groups_add_up() -> None:
    """Cases of every suite, kind and difficulty together are all cases; a case with two tags counts in both."""
    told = report(
        [result("one/a", 2, tags=("x", "y")), result("one/b", 0, tags=("x",), difficulty=2), result("two/a", 2)]
    )
    found = {(group.by, group.value): group.rows[1].figure for group in told.systems[0].groups}
    assert {key: figure.value for key, figure in found.items()} == {
        ("suite", "one"): 0.5,
        ("suite", "two"): 1.0,
        ("kind", "script"): 2 / 3,
        ("difficulty", "0"): 1.0,
        ("difficulty", "2"): 0.0,
        ("tag", "x"): 0.5,
        ("tag", "y"): 1.0,
    }


def test_failures_come_with_their_reasons() -> None:
    """Failed samples are listed, those accepted wrongly first, with the promises that did not hold; lost ones are not."""
    told = report(
        [
            result("s/a", 1, outcome="incorrect"),
            result("s/b", 0),
            result("s/c", 2),
            result("s/d", None),
            result("s/e", 0, problem="no box"),
        ]
    )
    assert [each.case for each in told.failures] == ["s/b", "s/a", "s/d"]
    first = told.failures[0]
    assert first.accepted
    assert [each.promise for each in first.broken] == ["the old logs are compressed", "a name with spaces is handled"]
    assert [each.case for each in told.problems] == ["s/e"]


def test_many_failures_are_counted() -> None:
    """The page shows the first ones and says that there are more; the document holds all."""
    told = report([result(f"s/{number:04}", 0) for number in range(MOST_SHOWN + 5)])
    assert len(document(told)["failures"]) == MOST_SHOWN + 5
    page = render(told)
    assert page.count("<details>") == MOST_SHOWN
    assert f"The first {MOST_SHOWN} are shown" in page


def test_confidence_makes_a_curve() -> None:
    """Where an ensemble gives confidences there is a curve and a calibration error; by verdict otherwise."""

    def said(number: int, right: bool) -> Result:
        opinion = AssessorVerdict(assessor=ENSEMBLE, verdict=Verdict.YES, confidence=0.8)
        attempt = tried(2 if right else 0, chosen=True, unrefined=True, opinions=(opinion,))
        return Result(case=f"s/{number:02}", attempts=(attempt,))

    told = report([said(number, number % 5 > 0) for number in range(50)])
    assert told.systems[0].error is not None
    assert told.systems[0].bins
    assert "Reliability of the assessor" in render(told)
    plain = report(results(20, 1))
    assert plain.systems[0].error is None
    assert {said.verdict for said in plain.systems[0].verdicts} <= set(Verdict)
    assert "Share of right scripts by verdict" in render(plain)


def test_amounts() -> None:
    """Values are written in their unit; what is not there is a dash, never a 0."""
    assert amount(None, "share") == "–"
    assert amount(0.0, "share") == "0.0 %"
    assert amount(-0.051, "change") == "−5.1 points"
    assert amount(0.00738, "dollars") == "$0.00738"
    assert amount(-12.5, "dollars") == "−$12.50"
    assert amount(12345.6, "tokens") == "12,346"


def test_the_same_sample_twice_is_refused() -> None:
    """A result that two files hold would count double."""
    with pytest.raises(BadInput, match="recorded twice"):
        report([result("s/a", 2), result("s/a", 2)])


def test_the_report_is_that_of_its_results(tmp_path: Path) -> None:
    """`bench report` prints the figures, writes the page, and gives the document, from files or standard input."""
    program = Program(tmp_path)
    made = results(12, 2)
    lines = b"".join(dump_result(each) + b"\n" for each in made)
    (tmp_path / "r.jsonl").write_bytes(lines)
    shown = program("bench", "report", "r.jsonl")
    assert shown.status == 0, shown.stderr
    assert "Execution accuracy, final script" in shown.stdout
    written = program("bench", "report", "-", "-o", "page.html", "--json", stdin=lines)
    assert written.status == 0, written.stderr
    assert written.json["systems"][0]["cases"] == len(by_case(made))
    Parsed((tmp_path / "page.html").read_text())


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        (None, NotFound, "no such file"),
        (b"\n", BadInput, "holds no result"),
        (b"{}\n", BadInput, r"r\.jsonl, line 1: this is not a result"),
    ],
)
def test_bad_files(tmp_path: Path, text: bytes | None, error: type[ScriptSmithError], says: str) -> None:
    """A file that is missing, empty or of another kind is named in one sentence."""
    if text is not None:
        (tmp_path / "r.jsonl").write_bytes(text)
    with pytest.raises(error, match=says):
        read([str(tmp_path / "r.jsonl")])
