"""What `check` prints can be read by the one it is meant for, and harms no terminal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.cli.check_formats import FORMATS, CheckReport, as_json, gcc, one_line, sarif, text
from scriptsmith.core.types import Finding, Replacement, Severity

QUOTES = (
    Replacement(line=2, column=4, end_line=2, end_column=4, text='"', precedence=7),
    Replacement(line=2, column=6, end_line=2, end_column=6, text='"', precedence=7, insertion_point="beforeStart"),
)
FOUND = Finding(
    checker="shellcheck",
    code="SC2086",
    severity=Severity.INFO,
    message="Double quote it.",
    line=2,
    column=4,
    end_line=2,
    end_column=6,
    fix=QUOTES,
)
REPORT = CheckReport(file="a.sh", exit=1, source="#!/bin/bash\nrm $x\n", findings=(FOUND,))

anything = st.text(max_size=30)
reports = st.builds(
    CheckReport,
    file=anything,
    exit=st.sampled_from([0, 1, 8]),
    source=anything,
    findings=st.lists(
        st.builds(
            Finding,
            checker=st.just("shellcheck"),
            code=st.sampled_from(["SC1000", "SC2000"]),
            severity=st.sampled_from(Severity),
            message=anything,
            line=st.integers(min_value=1, max_value=9),
            column=st.integers(min_value=1, max_value=40),
            end_line=st.none() | st.integers(min_value=1, max_value=9),
            end_column=st.none() | st.integers(min_value=1, max_value=40),
            fix=st.sampled_from([(), QUOTES]),
        ),
        max_size=3,
    ).map(tuple),
    error=st.sampled_from(["", "a.sh: there is no such file"]),
)


@given(several=st.lists(reports, max_size=3), name=st.sampled_from(sorted(FORMATS)))
def test_no_control_character_gets_out(several: list[CheckReport], name: str) -> None:
    """Whatever a script, a message or a file name holds, only printable characters and line feeds are written."""
    shown = FORMATS[name](several)
    shown.encode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", shown)


@given(report=reports)
def test_gcc_is_one_line_for_each_finding(report: CheckReport) -> None:
    """Each finding is exactly one line, whatever its message holds."""
    assert gcc([report]).count("\n") == len(report.findings)


@given(several=st.lists(reports, max_size=3))
def test_json_tells_everything(several: list[CheckReport]) -> None:
    """Every input and every finding is in the document, in order."""
    document = json.loads(as_json(several))
    files = [document] if len(several) == 1 else document["files"]
    assert document["schema_version"] == 1
    assert [(one["file"], [item["message"] for item in one["findings"]]) for one in files] == [
        (one.file, [item.message for item in one.findings]) for one in several
    ]


@given(several=st.lists(reports, max_size=3))
def test_sarif_rules_are_listed(several: list[CheckReport]) -> None:
    """Each result refers to a rule that is listed once, by its place."""
    (run,) = json.loads(sarif(several))["runs"]
    rules = [(rule["id"], rule["properties"]["checker"]) for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    assert all(rules[result["ruleIndex"]][0] == result["ruleId"] for result in run["results"])
    assert len(run["results"]) == sum(len(report.findings) for report in several)


def test_text() -> None:
    """A person sees the place, the severity, the code, the message, that it can be fixed, and the line marked."""
    assert text([REPORT]) == "a.sh:2:4: info SC2086: Double quote it. (--fix)\n    rm $x\n       ^^\n"


@pytest.mark.parametrize(
    ("line", "column", "end", "caret"),
    [
        ("\trm $x", 5, 7, "    ^^"),
        ("日本 $x", 4, 6, "     ^^"),
        ("e\u0301 $x", 4, 6, "  ^^"),
        ("\x1b[2J$x", 5, 7, "       ^^"),
    ],
    ids=["tab", "wide", "combining", "escape sequence"],
)
def test_caret_stands_below(line: str, column: int, end: int, caret: str) -> None:
    """The caret stands below the finding also after tabs, wide and combining characters and escapes."""
    found = Finding(
        checker="c", code="SC1", severity=Severity.INFO, message="", column=column, end_line=1, end_column=end
    )
    shown = text([CheckReport(file="a", exit=1, source=line, findings=(found,))]).splitlines()
    assert shown[2] == "    " + caret


def test_long_line_is_cut() -> None:
    """Of a very long line only the surroundings of the finding are shown, still marked."""
    source = "a" * 5000 + "$x" + "b" * 5000
    found = Finding(checker="c", code="SC1", severity=Severity.INFO, message="", column=5001, end_column=5003)
    _, line, caret = text([CheckReport(file="a", exit=1, source=source, findings=(found,))]).splitlines()
    assert len(line) < 200
    assert line[caret.index("^") :][: caret.count("^")] == "$x"


def test_gcc() -> None:
    """Editors get the levels they know: error, warning, note."""
    assert gcc([REPORT]) == "a.sh:2:4: note: Double quote it. [SC2086]\n"


def test_json_of_one_file() -> None:
    """One file is one flat document with the fix in shellcheck's terms."""
    document: dict[str, Any] = json.loads(as_json([REPORT]))
    assert (document["file"], document["exit"]) == ("a.sh", 1)
    (item,) = document["findings"]
    assert (item["code"], item["severity"], item["end_column"]) == ("SC2086", "info", 6)
    assert [part["text"] for part in item["fix"]] == ['"', '"']


def test_json_of_several_files() -> None:
    """Several files have the worst exit code on top; an unreadable one says why."""
    missing = CheckReport(file="b.sh", exit=8, error="b.sh: there is no such file")
    document = json.loads(as_json([REPORT, missing]))
    assert document["exit"] == 8
    assert [one.get("error") for one in document["files"]] == [None, "b.sh: there is no such file"]


def test_sarif() -> None:
    """A scanner gets version, place, level and the fix as replacements."""
    log = json.loads(sarif([REPORT]))
    (run,) = log["runs"]
    (result,) = run["results"]
    assert (log["version"], run["columnKind"], result["level"]) == ("2.1.0", "unicodeCodePoints", "note")
    place = result["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "a.sh"},
        "region": {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 6},
    }
    assert [part["insertedContent"]["text"] for part in result["fixes"][0]["artifactChanges"][0]["replacements"]] == [
        '"',
        '"',
    ]


def test_sarif_says_when_an_input_was_not_checked() -> None:
    """A log with an unreadable input is no successful one."""
    (run,) = json.loads(sarif([CheckReport(file="b", exit=8, error="b: there is no such file")]))["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("-", "stdin"),
        ("my file.sh", "my%20file.sh"),
        ("a:b", "a%3Ab"),
        ("/x/é", "file:///x/%C3%A9"),
        ("\udcff", "%FF"),
    ],
)
def test_sarif_names_files_as_uris(file: str, uri: str) -> None:
    """Any file name becomes a URI, also one that is not UTF-8."""
    (run,) = json.loads(sarif([CheckReport(file=file, exit=1, findings=(FOUND,))]))["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_one_line_spells_out() -> None:
    """Escape sequences, line ends and direction marks are shown, not obeyed."""
    assert one_line("a\x1b[0m\nb\u202ec") == "a\\x1b[0m\\nb\\u202ec"


def test_a_word_that_would_fill_a_screen_is_cut_in_the_middle() -> None:
    path = "/srv/" + "x" * 3000 + "/end"
    report = replace(REPORT, findings=(replace(FOUND, message=f"deletes {path}"),))
    head = FORMATS["text"]([report]).split("\n")[0]
    assert len(head) < 300
    assert re.search(r"deletes /srv/x+…x+/end \(--fix\)$", head)
    assert path in FORMATS["json"]([report])
