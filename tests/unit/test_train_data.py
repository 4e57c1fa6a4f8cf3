"""What the generator learns from: nothing that is evaluated on, nothing that is wrong in form, no value out of the blue."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from train.claims import claims
from train.code_data import without_comments
from train.leaks import NEAR, Evaluated, NearTexts, alike, leaked, squeezed, words
from train.pairs import shape
from train.scripts_data import (
    Pair,
    balanced,
    closed,
    complexity,
    fixed,
    main,
    mended,
    read,
    unnamed,
    with_examples,
    with_thought,
)

CASES = [
    ("Count the lines of all Python files below /srv", "find /srv -name '*.py' -exec cat {} + | wc -l"),
    ("Print the name of this host", "hostname"),
]


def pair(action: str, script: str, source: str = "nl2bash") -> Pair:
    return Pair(action=action, script=script, source=source)


def evaluated() -> Evaluated:
    return Evaluated(
        tuple(text for text, _ in CASES),
        frozenset(command for _, command in CASES),
        {shape(squeezed(command)): (words(text),) for text, command in CASES},
    )


@pytest.mark.parametrize(
    ("action", "script"),
    [
        ("count the lines of all python files below /srv!", "wc -l"),
        ("Which machine is this?", "hostname  # at last"),
        ("Count the lines of Python files below /opt", "find /opt -name '*.rs' -exec cat {} + | wc -l"),
    ],
)
def test_what_is_near_an_evaluation_case_is_not_learned_from(action: str, script: str) -> None:
    """Equal words, an equal command, or a command alike for words alike: each is enough."""
    known = evaluated()
    script = script.partition("  #")[0]
    assert leaked(action, script, known, NearTexts(known.texts))


def test_other_actions_are_learned_from() -> None:
    """What has neither words nor a command of an evaluation case stays."""
    known = evaluated()
    assert not leaked("Restart nginx", "systemctl restart nginx", known, NearTexts(known.texts))


def test_near_texts_are_found_whatever_words_are_rare() -> None:
    """The search by rare words misses nothing that comparing with every text finds."""
    draw = random.Random(1)
    texts = [" ".join(draw.choices("abcdefghij", k=draw.randint(1, 9))) for _ in range(200)]
    near = NearTexts(texts)
    for _ in range(200):
        asked = " ".join(draw.choices("abcdefghij", k=draw.randint(1, 9)))
        assert (asked in near) == any(alike(words(asked), words(text)) >= NEAR for text in texts)


def test_shellcheck_mends_what_it_can_and_the_rest_is_dropped() -> None:
    """Fixes are made; a script that bash does not parse, or that is still warned of, is none."""
    given = ['now=`date`; echo "$now"', "ls -l", "if true; then", "rm -rf $x/*", "cd /tmp; ls"]
    assert mended(given) == ['now=$(date); echo "$now"', "ls -l", None, None, "cd /tmp || exit; ls"]


def test_fixes_of_one_line_are_made_from_the_right() -> None:
    """The places of the first replacements are still right when the last were made."""
    quotes = [
        {"line": 1, "endLine": 1, "column": at, "endColumn": at, "precedence": 1, "replacement": '"'} for at in (6, 8)
    ]
    assert fixed("echo $a", quotes) == 'echo "$a"'


@pytest.mark.parametrize(
    ("action", "script", "missing"),
    [
        ("Find the word chrome in all files", "grep -r 'chrome' .", set()),
        ("Search for a word in all files", "grep -r 'chrome' .", {"chrome"}),
        ("Find big files", "find /srv/media -size +1G 2> /dev/null", {"srv", "media"}),
        ("Print the first column of a.txt", "awk '{print $1}' a.txt", set()),
    ],
)
def test_values_that_nobody_named_are_told(action: str, script: str, missing: set[str]) -> None:
    """A model that learns from them would learn to make values up."""
    assert unnamed(action, script) == missing


def test_placeholders_are_values_of_the_action_or_the_pair_is_left_out() -> None:
    """Only a value that stands in the action is put in place of a placeholder; rare programs are left out."""
    done = closed(pair("Delete `old.txt`", "rm {{old.txt}}", "tldr"))
    assert done is not None
    assert (done.action, done.script) == ("Delete old.txt", "rm old.txt")
    assert closed(pair("Delete a file", "rm {{path/to/file}}", "tldr")) is None
    assert closed(pair("Paint", "tuxpaint", "tldr")) is None


def test_options_of_two_lengths_are_short(tmp_path: Path) -> None:
    """Of `-r` and `--recursive` the first is learned."""
    row = {"source": "tldr", "nl": "Copy a to b", "bash": "cp {{[-r|--recursive]}} {{a}} {{b}}"}
    (tmp_path / "pairs").mkdir()
    (tmp_path / "pairs/train.jsonl").write_text(json.dumps(row) + "\n")
    assert read(tmp_path)[0].script == "cp -r {{a}} {{b}}"


def test_no_program_takes_all_the_room() -> None:
    """More pairs of one program than asked for are left out; what a team approved never is."""
    found = [pair(f"find {at}", f"find {at}") for at in range(5)] + [pair("own", "find own", "approved")]
    assert [each.script for each in balanced([*found, pair("list", "ls")], 2)] == ["find 0", "find 1", "find own", "ls"]


def test_examples_never_hold_the_answer() -> None:
    """Neither a pair's own script nor its own action is shown with it, and not all pairs have examples."""
    pairs = [pair(f"Show the {what} of the disk {at}", f"df {at}") for what in ("size", "use") for at in range(9)]
    shown = with_examples(pairs, pairs, 0.5, 1)
    assert 0 < sum(bool(each.examples) for each in shown) < len(pairs)
    for each in shown:
        assert each.script not in [script for _, script in each.examples]
        assert each.action not in [action for action, _ in each.examples]


def test_chains_claim_nothing_that_does_not_hold() -> None:
    """Each line of a thought is a claim that our analyses make of this very script."""
    done = with_thought(pair("Delete the logs", "set -e\nrm -f /var/log/a.log"))
    assert "It runs `rm`." in done.thought
    assert set(done.thought.splitlines()) <= set(claims(done.script))


def test_longer_pipelines_are_harder() -> None:
    """The complexity grows with commands, options and what is put together at run time."""
    scripts = ["ls", "ls -l", "ls -l | wc -l", "find . -type f -print0 | xargs -0 wc -l | sort -n"]
    found = [complexity(script) for script in scripts]
    assert found == sorted(set(found))


def test_code_has_no_comments_and_keeps_what_looks_like_one() -> None:
    """Comments go, `#!`, quoted and expanded marks stay."""
    text = '#!/bin/bash\n# why\necho "# no comment" # one\n\necho ${#x}\n'
    assert without_comments(text) == '#!/bin/bash\necho "# no comment"\necho ${#x}\n'


def test_the_same_data_is_made_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs write the same bytes, and the card counts them; what a team approved is among them."""
    rows = [{"source": "nl2bash", "nl": f"Show the size of dir{at}", "bash": f"du -sh dir{at}"} for at in range(9)]
    (tmp_path / "pairs").mkdir()
    (tmp_path / "pairs/train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    approved = tmp_path / "approved.jsonl"
    approved.write_text(
        json.dumps({"action": {"text": "Restart the shop"}, "script": "systemctl restart shop\n"}) + "\n"
    )
    made = []
    for name in ("one", "other"):
        asked = [str(tmp_path / name), "--data", str(tmp_path), "--approved", str(approved)]
        monkeypatch.setattr("sys.argv", ["scripts_data", *asked])
        main()
        made.append({each.name: each.read_bytes() for each in (tmp_path / name).iterdir()})
    assert made[0] == made[1]
    card = json.loads(made[0]["card.json"])
    assert card["counts"]["kept"] == 10
    assert card["sources"]["approved"]["rows"] == 1
