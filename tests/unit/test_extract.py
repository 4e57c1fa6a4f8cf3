"""The script comes out of whatever a model wrote, whole or not at all."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import scriptsmith
from scriptsmith.core.thoughts import split_thoughts
from scriptsmith.replies.extraction import Extraction, extract

from .reply_shapes import HUGE, NONE, PIECES, SCRIPT, WHOLE, B, block


@pytest.mark.parametrize(("reply", "script"), WHOLE.values(), ids=WHOLE)
def test_whole_script(reply: str, script: str) -> None:
    """A whole script comes out exactly as it was meant, whatever stands around it."""
    assert extract(reply) == Extraction(script=script, reasoning=extract(reply).reasoning, problem="")


@pytest.mark.parametrize(("reply", "problem"), NONE.values(), ids=NONE)
def test_no_script(reply: str, problem: str) -> None:
    """A reply without a whole script yields none, and one sentence that says what to do."""
    found = extract(reply)
    assert found.script is None
    assert problem in found.problem
    assert "```bash" in found.problem


def test_shapes_are_many() -> None:
    """The tables hold well over the forty shapes that were asked for."""
    assert len(WHOLE) + len(NONE) >= 150


def test_reasoning_is_what_stood_before() -> None:
    """The reasoning is the prose before the script, thoughts included and their marks left out."""
    found = extract(f"<think>\nQuote it.\n</think>\n\n- undo: gunzip\n\n{block()}\nAfterwards.")
    assert found.reasoning == "Quote it.\n\n- undo: gunzip"


@pytest.mark.parametrize(
    "reply",
    [
        f"Why\n<answer>\n{block()}</answer>",
        f"Why\n\n{SCRIPT}",
        '{"reasoning": "Why", "script": "df"}',
        f"Why\n{B}json\n" + '{"script": "df"}' + f"\n{B}",
        f"Part 1:\nWhy\n{block()}\nPart 2:\n{block('df')}",
    ],
)
def test_reasoning_in_every_wrapping(reply: str) -> None:
    """Whatever wraps the script, the reasoning before it is kept."""
    assert extract(reply).reasoning.removeprefix("Part 1:\n") == "Why"


def test_reasoning_without_a_script() -> None:
    """Without a script the whole reply is kept, as text that every store takes."""
    assert extract("<think>a</think> I would\0 \ud800 not\r\n").reasoning == "<think>a</think> I would\ufffd \ufffd not"


REPLIES = st.one_of(
    st.text(),
    st.lists(st.sampled_from([piece for row in PIECES for piece in row]) | st.text(max_size=5), max_size=40).map(
        "".join
    ),
)


@given(REPLIES)
@example("\x85```")
@example("'" * 3)
def test_any_text_is_read(reply: str) -> None:
    """No text raises, and the answer is either a script that can be written to a file or one sentence."""
    found = extract(reply)
    found.reasoning.encode()
    assert "\0" not in found.reasoning
    if found.script is None:
        assert re.fullmatch(r"[A-Z][^\n]*\.", found.problem)
        return
    assert found.problem == ""
    found.script.encode()
    assert found.script.endswith("\n")
    assert found.script.strip()
    assert not found.script.endswith("\n\n")
    assert not re.search("[\r\0]", found.script)


@given(REPLIES)
def test_script_comes_out_of_the_reply(reply: str) -> None:
    """Nothing is invented: every line of the script stood in the reply, once its wrapping is undone."""
    lines = (extract(reply).script or "").split("\n")
    flat = re.sub(
        r"\s", "", reply.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    )
    assert all(re.sub(r"\s", "", line.replace("&amp;", "&").replace("&lt;", "<")) in flat for line in lines)


WORDS = st.text(st.characters(exclude_characters="`~<&\n\r\0\u2026", exclude_categories=["Cs"]), max_size=30)
PLAIN = WORDS.map(lambda line: line if not re.search(r"\.\.\.|#", line) else "true")
HEREDOC = st.lists(PLAIN | st.sampled_from([B, f"{B}bash", "~~~", "````", "...", "<<EOF"]), max_size=6).map(
    lambda lines: "\n".join(["cat > x.md <<'E_O_F'", *(line for line in lines), "E_O_F"])
)
CODE = st.sampled_from(
    ["df -h", "if true; then", "fi", "", '  echo "it\'s"', "# a comment", "x=$(( 1 + 2 ))", "a | b && c > d"]
)
BODIES = st.lists(PLAIN | CODE | HEREDOC, max_size=12).map(
    lambda lines: "\n".join(["#!/usr/bin/env bash", "set -eu", *lines])
)
PROSE = st.sampled_from(
    ["", "First the reasons.\n", "- quoting: yes\n- undo: none\n\n", "<think>\nhm\n</think>\n", "Use `df`:\n\n"]
)
LABELS = st.sampled_from(["bash", "sh", "shell", "", "bash title=x.sh"])


def normal(text: str) -> str:
    lines = text.split("\n")
    while not lines[-1].strip(" \t\u00a0\u200b\u200c\u200d\u2060\ufeff"):
        lines.pop()
    return "\n".join(lines).rstrip("\u200b\u200c\u200d\u2060\ufeff") + "\n"


@given(BODIES, PROSE, LABELS, st.sampled_from([B, "````", "~~~", "~~~~~"]), st.sampled_from(["", "\nThis is all.\n"]))
def test_fenced_script_comes_back(body: str, prose: str, label: str, mark: str, after: str) -> None:
    """A script in a fence comes back exactly, with the fences that its here-documents write."""
    assert extract(f"{prose}{block(body, label, mark)}{after}").script == normal(body)


@given(BODIES, st.data())
def test_cut_script_never_passes(body: str, data: st.DataObject) -> None:
    """A reply that is cut off anywhere inside its code block yields no script."""
    reply = f"Reasons.\n\n{B}bash\n{body}\n{B}"
    at = data.draw(st.integers(len("Reasons.\n\n"), len(reply) - 1))
    assert extract(reply[:at]).script is None


@given(BODIES)
def test_reading_again_changes_nothing(body: str) -> None:
    """A script that was extracted is a reply that yields itself, unless it ends like an explanation."""
    script = extract(block(body)).script
    assert script is not None
    again = extract(block(script)).script
    assert again == script


@pytest.mark.parametrize("reply", HUGE.values(), ids=HUGE)
def test_huge_reply_is_read(reply: str) -> None:
    """A megabyte of anything is read in one linear pass; a pattern that backtracks would hang here."""
    found = extract(reply)
    assert (found.script is None) == bool(found.problem)


@given(st.text())
def test_thoughts_are_parted_without_loss(text: str) -> None:
    """Text without a thought is all answer."""
    assert split_thoughts("a" + text.replace("<", "").replace("[", "")) == (
        "",
        ("a" + text).replace("<", "").replace("[", "").rstrip("\n"),
    )


CATALOGUE = Path(scriptsmith.__file__).parent / "catalogue"


def wrapped(script: str) -> Iterator[str]:
    """A script in each of the ways in which a model would wrap it."""
    yield block(script)
    yield block(script).replace("\n", "\r\n")
    yield "1. This:\n\n" + "".join(f"   {it}" if it.strip() else it for it in block(script).splitlines(True))
    yield f"<think>hm</think>\n<answer>\n{script}</answer>"
    yield json.dumps({"reasoning": "r", "script": script})
    yield script


@pytest.mark.parametrize("area", sorted({path.parent.parent.name for path in CATALOGUE.glob("*/*/script.sh")}))
def test_catalogue_scripts_come_back(area: str) -> None:
    """Every script that ships comes back exactly, whichever way a model would have wrapped it."""
    scripts = {path: path.read_text(encoding="utf-8") for path in (CATALOGUE / area).rglob("*.sh")}
    lost = [path for path, script in scripts.items() if any(extract(it).script != script for it in wrapped(script))]
    assert lost == []


def _lines_of_the_bench() -> list[str]:
    suite = Path(scriptsmith.__file__).parent / "bench" / "suites" / "lines"
    texts = (file.read_text() for file in sorted(suite.glob("*/solution/*.sh")))
    return [text.removeprefix("#!/usr/bin/env bash").strip() for text in texts]


def _titles() -> list[str]:
    entries = Path(scriptsmith.__file__).parent / "catalogue"
    return [tomllib.loads(file.read_text())["title"] for file in sorted(entries.rglob("entry.toml"))]


def test_commands_without_a_fence_are_told_from_sentences() -> None:
    """Bare commands are a script, sentences that begin with the name of a program are none: no more than one in a hundred
    titles of the catalogue, in small letters, is taken for a command, and no more than one command in a hundred for a
    sentence."""
    titles = [title[:1].lower() + title[1:] for title in _titles()]
    commands = [text for text in _lines_of_the_bench() if "\n" not in text]
    assert len(titles) > 400
    assert len(commands) > 50
    assert sum(extract(title).script is not None for title in titles) <= len(titles) // 100
    assert sum(extract(text).script is None for text in commands) <= len(commands) // 100


@pytest.mark.parametrize(
    "text", ["find the largest files", "sort lines by size", "open the firewall", "kill all jobs of it"]
)
def test_a_sentence_that_begins_like_a_command_is_none(text: str) -> None:
    """English words that no command takes tell a sentence."""
    assert extract(text).script is None
