"""The heuristics that run commands, in real boxes: what counts is what is left and what is printed."""

from __future__ import annotations

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.heuristics import HeuristicTools, heuristics
from scriptsmith.bench.heuristics.execution import REWARD, effects, executing
from scriptsmith.bench.model import Judgement, Pair
from scriptsmith.core.effects import Change, Execution, Node
from scriptsmith.core.fixtures import Planted
from scriptsmith.ports import BoxLimits
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.testing.hashing import HashingEmbedder
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox
from tests.boxes import boxed

FIXTURE = (
    Planted(path="/t/a.txt", content=b"one\ntwo\n"),
    Planted(path="/t/b c.txt", content=b"three\n"),
    Planted(path="/t/sub", kind="dir"),
)


async def judged(name: str, first: str, second: str, answer: str = "") -> Judgement:
    observer = Observer(Bubblewrap())
    model = ScriptedModel({"equivalence": answer})
    made = HeuristicTools(observer=lambda: observer, embedder=HashingEmbedder, model=lambda: model)
    return await heuristics([name], made)[name](Pair(id="1", action="do", first=first, second=second, fixture=FIXTURE))


@boxed
@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("rm /t/a.txt", "find /t -name a.txt -delete", True),
        ("mkdir /t/new", "mkdir /t/new -v", False),
        ("touch /t/new", "echo > /t/new", False),
        ("chmod 600 /t/a.txt", "chmod 640 /t/a.txt", False),
        ("sed -i s/one/1/ /t/a.txt", "sed -i s/one/2/ /t/a.txt", False),
        ("ln -s a.txt /t/l", "ln -s sub /t/l", False),
        ("cat /t/a.txt", "cd /t && cat a.txt", True),
        ("wc -l < /t/a.txt", "wc -l /t/a.txt", False),
        ("pwd", "echo /", True),
        ('echo "a  b"', "printf 'a  b\\n'", True),
        ("ls /nowhere", "cat /elsewhere", True),
    ],
)
async def test_exec_compares_whole_trees_and_standard_output(first: str, second: str, same: bool) -> None:
    """Names, contents of modified files, modes and links count, and every byte printed; messages and ways do not."""
    judgement = await judged("exec", first, second)
    assert judgement.equivalent is same, judgement.why
    assert judgement.score == float(same)


@boxed
@pytest.mark.parametrize(
    ("name", "first", "second", "same"),
    [
        ("exec+tfidf", "echo alpha beta gamma", "echo gamma beta alpha", True),
        ("exec+tfidf", "echo alpha beta gamma delta", "echo alpha beta gamma delta epsilon", False),
        ("exec+tfidf@0.75", "echo alpha beta gamma delta", "echo alpha beta gamma delta epsilon", True),
        ("exec+tfidf@0.75", "echo alpha; touch /t/x", "echo alpha", False),
        ("exec+tfidf", "ls /nowhere", "cat /elsewhere", False),
        ("exec+bleu@0.75", "echo a long line of text", "echo a long line of texts", True),
        ("exec+bleu", "echo a long line of text", "echo a long line of texts", False),
        ("exec+nl2cmd@0.75", "ls -l /t", "ls -l /t/sub", True),
        ("exec+embed@0.75", "echo count the files", "echo Count the file", True),
    ],
)
async def test_similar_outputs_count_only_where_trees_are_equal(name: str, first: str, second: str, same: bool) -> None:
    """The published reading asks for nearly equal outputs, messages among them, the stated one for 0.75."""
    judgement = await judged(name, first, second)
    assert judgement.equivalent is same, judgement.why


@boxed
async def test_a_model_is_asked_only_where_outputs_differ() -> None:
    """Different trees and equal outputs need no model; else it decides, and an unclear answer leaves it open."""
    yes = '{"reason": "", "verdict": "yes"}'
    assert (await judged("exec+llm", "touch /t/x", "true", yes)).equivalent is False
    assert (await judged("exec+llm", "echo 1", "printf '1\\n'", "nonsense")).equivalent is True
    assert (await judged("exec+llm", "du -s /t", "du -sh /t", yes)).equivalent is True
    assert (await judged("exec+llm", "du -s /t", "du -sh /t", "well")).equivalent is None


@boxed
async def test_what_cannot_be_told_is_not_judged() -> None:
    """Both at a limit, of time or of output: not judged. One alone: not equivalent."""
    observer = Observer(Bubblewrap(), limits=BoxLimits(wall=1, cpu=1, output=1 << 12))
    judge = executing(observer)
    for first, second, said in (
        ("sleep 5", "sleep 6", None),
        ("sleep 5", "true", False),
        ("seq 9999", "seq 9998", None),
        ("seq 9999", "seq 9", False),
    ):
        judgement = await judge(Pair(id="1", action="", first=first, second=second))
        assert judgement.equivalent is said, (first, second, judgement.why)


@boxed
async def test_nothing_of_a_command_stays() -> None:
    """Commands of pairs run in boxes of their own: the first leaves nothing for the second, nor for the next pair."""
    observer = Observer(Bubblewrap())
    judge = executing(observer)
    pair = Pair(id="1", action="", first="ls /t; touch /t/left", second="ls /t; touch /t/left", fixture=FIXTURE)
    assert (await judge(pair)).equivalent is True
    ran = await observer.observe("ls /t", FIXTURE)
    assert ran.stdout == b"a.txt\nb c.txt\nsub\n"


async def test_a_command_runs_once_for_a_fixture() -> None:
    """Judging the same pair by several heuristics opens one box for each command."""
    sandbox = PlayedSandbox(lambda box, argv: Execution(exit=0))
    observer = Observer(sandbox)
    made = heuristics(
        ["exec", "exec+tfidf", "exec+bleu@0.75"], HeuristicTools(observer=lambda: observer, embedder=HashingEmbedder)
    )
    for heuristic in made.values():
        await heuristic(Pair(id="1", action="", first="ls", second="ls -a"))
    assert len(sandbox.boxes) == 2


@pytest.mark.parametrize(
    ("changed", "omitted", "said"),
    [(False, 0, True), (False, 1, None), (True, 0, False), (True, 1, False)],
)
async def test_more_changes_than_are_told_are_not_taken_for_equal(
    changed: bool, omitted: int, said: bool | None
) -> None:
    """Trees that differ as far as they are told differ; equal ones with more untold are not judged."""

    def play(box: PlayedBox, argv: object) -> Execution:
        second = b"two" in b"".join(box.files.values())
        node = Node(kind="file", mode=0o644, uid=0, gid=0, size=1, digest="x" if changed and second else "y")
        return Execution(exit=0, changes=(Change(path="/f", kind="created", after=node),), omitted=omitted)

    judge = executing(Observer(PlayedSandbox(play)))
    assert (await judge(Pair(id="1", action="", first="one", second="two"))).equivalent is said


def test_effects_leave_out_the_size_of_folders_and_how_it_came_to_be() -> None:
    """A file made anew equals the same file modified; a folder's size is the file system's business."""
    file = Node(kind="file", mode=0o644, uid=0, gid=0, size=1, digest="d")
    folders = [Node(kind="directory", mode=0o755, uid=0, gid=0, size=size) for size in (40, 4096)]
    one, two = (
        Execution(
            exit=0,
            changes=(
                Change(path="/d", kind="metadata", before=folder, after=folder),
                Change(path="/f", kind="created" if folder is folders[0] else "modified", after=file),
            ),
        )
        for folder in folders
    )
    assert effects(one) == effects(two)


def test_the_reward_needs_what_icalfa_rounds_up() -> None:
    """The published threshold is where 0.33 times the similarity, rounded to hundredths, becomes 0.33."""
    assert round(0.33 * (REWARD + 1e-9), 2) == 0.33
    assert round(0.33 * (REWARD - 1e-3), 2) < 0.33
