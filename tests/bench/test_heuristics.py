"""The similarities behind the heuristics are what their sources define, and the table counts what they say."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.heuristics import HEURISTICS, PUBLISHED, HeuristicTools, heuristics
from scriptsmith.bench.heuristics.agreement_table import HeuristicCounts, LabelledPair, Pairs, pairs_of, share, table
from scriptsmith.bench.heuristics.text import bleu, nl2cmd, of_meaning, of_texts, reading, tfidf
from scriptsmith.bench.heuristics.utilities import utilities
from scriptsmith.bench.importers import alfa
from scriptsmith.bench.model import Case, Judgement, Pair
from scriptsmith.core.effects import Execution
from scriptsmith.core.types import Script
from scriptsmith.errors import BadInput, ModelError, NeedsPerson, NotFound
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.testing.hashing import HashingEmbedder
from scriptsmith.testing.sandboxes import PlayedSandbox
from tests.bench.data import shared

PAIR = Pair(id="1", action="list all files", first="ls -a", second="ls -alh")
texts = st.text(st.sampled_from("ab c-/|$'\n"), max_size=30)


def tools(answer: str | Exception = "") -> HeuristicTools:
    return HeuristicTools(
        observer=lambda: Observer(PlayedSandbox(lambda box, argv: Execution(exit=0))),
        embedder=HashingEmbedder,
        model=lambda: ScriptedModel({"equivalence": answer}),
    )


def test_bleu_is_papinenis_over_characters() -> None:
    """A value worked out by hand: five of six characters in order, brevity in the other direction."""
    assert bleu("abcdef", "abcde") == pytest.approx(math.exp(1 - 6 / 5))
    precisions = (5 / 6, 4 / 5, 3 / 4, 2 / 3)
    assert bleu("abcde", "abcdef") == pytest.approx(math.prod(precisions) ** 0.25)
    assert bleu("abcd", "abcx") == 0.0  # no run of four is the same, and nothing is smoothed
    assert bleu("ls", "ls") == 0.0


def test_tfidf_is_that_of_two_documents() -> None:
    """The cosine for one shared and one own word each, worked out by hand; single signs are no words."""
    rare = math.log(3 / 2) + 1
    assert tfidf("find logs", "find files") == pytest.approx(1 / (1 + rare * rare))
    assert tfidf("ls -a", "LS -b") == pytest.approx(1.0)
    assert (tfidf("", ""), tfidf("a", "b"), tfidf("", "abc")) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("truth", "predicted", "score"),
    [
        ("ls -a", "ls -a", 1.0),
        ("ls", "cat", -1.0),
        ("ls -a", "ls", (1 - 1) / 2),
        ("ls -a", "ls -alh", (1 + (2 - 3) / 3) / 2),
        ("ls -a | wc -l", "ls -a", (1 - 1) / 2),
        ("find . -type f | wc -l", "find . -type d | wc -l", 1.0),
        ("rm -rf x", "rm -r -f x", 1.0),
        ("ls -a", "ls 'unfinished", 0.0),
    ],
)
def test_nl2cmd_is_the_metric_of_the_competition(truth: str, predicted: str, score: float) -> None:
    """Another utility costs one, flags count by overlap, arguments do not count, what is not Bash says nothing."""
    assert nl2cmd(truth, predicted) == pytest.approx(score)


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("ls | sort -u > x", "ls sort"),
        ("sudo -u root rm -rf x", "sudo rm"),
        ("find . -type f -exec grep -l x {} + -exec rm {} \\;", "find grep rm"),
        ("find . | xargs -I {} -n1 sh -c 'cat {} | wc -l'", "find xargs sh cat wc"),
        ("echo $(date +%F) `id`", "echo date id"),
        ("diff <(sort a) <(sort b)", "diff sort sort"),
        ("for f in *; do gzip $f; done; if true; then /bin/ls; fi", "gzip true ls"),
        ("FOO=$(uname) env A=1 make all", "env make uname"),
        ("x=$(ls)", "ls"),
        ("timeout -s KILL 5 ping host", "timeout ping"),
        ("", ""),
    ],
)
def test_every_program_of_a_command_is_named(command: str, names: str) -> None:
    """Those in pipes, substitutions and loops, and those that other programs start, in their order."""
    found = utilities(command)
    assert found is not None
    assert " ".join(each.name for each in found) == names


def test_flags_are_letters_but_for_programs_with_long_words() -> None:
    """`-rf` is two flags of rm, `-name` one of find, `--x=1` is `--x`; a value is no flag, those below count above."""
    (rm,) = utilities("rm -rf --one-file-system=1 -- x") or ()
    assert rm.flags == {"-r", "-f", "--one-file-system"}
    find, wc = utilities("find . -name '-x' -exec wc -l {} +") or ()
    assert find.flags == {"-name", "-x", "-exec", "-l"}
    assert wc.flags == {"-l"}
    assert (utilities("head -5 f") or ())[0].flags == frozenset()


@given(one=texts, two=texts)
def test_similarities_keep_their_bounds(one: str, two: str) -> None:
    """BLEU and TF-IDF lie in [0, 1], NL2CMD in [-1, 1]; equal texts are alike; TF-IDF and NL2CMD know no sides."""
    assert 0 <= bleu(one, two) <= 1
    assert -1e-9 <= tfidf(one, two) <= 1 + 1e-9
    assert tfidf(one, two) == pytest.approx(tfidf(two, one))
    assert tfidf(one, one) == pytest.approx(1.0)
    assert len(one) < 4 or bleu(one, one) == pytest.approx(1.0)
    assert -1 <= nl2cmd(one, two) <= 1
    assert nl2cmd(one, two) == pytest.approx(nl2cmd(two, one))


@given(text=st.text(max_size=60))
def test_any_text_can_be_read_for_programs(text: str) -> None:
    """Whatever stands there gives programs or none, and never an exception."""
    found = utilities(text)
    assert found is None or all(each.name is not None for each in found)


@pytest.mark.parametrize("score", [0.74, 0.75, -0.5, 1.2])
async def test_a_reading_heuristic_is_a_threshold(score: float) -> None:
    """At the threshold two commands are equivalent, below they are not, and the score lies in [0, 1]."""
    judgement = await reading(of_texts(lambda one, two: score))(PAIR)
    assert judgement.equivalent is (score >= 0.75)
    assert judgement.score == min(1.0, max(0.0, score))


async def test_meaning_is_the_cosine_of_vectors() -> None:
    """Equal texts are near, others less; a text of blanks, which servers refuse, is only like another one."""
    similar = of_meaning(HashingEmbedder())
    assert await similar("count files", "count files") == pytest.approx(1.0)
    assert await similar("count files", "stop redis") < 0.5
    assert (await similar(" ", ""), await similar(" ", "x")) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"reason": "same", "verdict": "yes"}', True),
        ('{"reason": "no", "verdict": "no"}', False),
        ('{"reason": "?", "verdict": "unsure"}', None),
        ("They are EQUIVALENT.", None),
        ("", None),
    ],
)
async def test_a_model_that_does_not_say_it_clearly_says_nothing(answer: str, said: bool | None) -> None:
    """Only a verdict counts; all else leaves the pair unjudged."""
    judgement = await heuristics(["llm"], tools(answer))["llm"](PAIR)
    assert judgement.equivalent is said
    assert judgement.score == float(bool(said))


async def test_a_broken_model_is_no_judgement() -> None:
    """An unreachable model is an error, not a pair that could not be judged."""
    with pytest.raises(ModelError):
        await heuristics(["llm"], tools(ModelError("gone")))["llm"](PAIR)


@pytest.mark.parametrize("name", list(HEURISTICS))
async def test_every_heuristic_judges_a_pair(name: str) -> None:
    """Each name makes a heuristic, and equal commands that leave and print nothing are equivalent to it."""
    same = Pair(id="1", action="list files", first="ls -alh /tmp", second="ls -alh /tmp")
    judgement = await heuristics([name], tools('{"reason": "", "verdict": "yes"}'))[name](same)
    assert judgement.equivalent is True
    assert 0 <= judgement.score <= 1


def test_an_unknown_heuristic_is_told_with_the_names() -> None:
    """A wrong name is an error that lists the right ones, before any tool is asked for."""

    def never() -> Observer:
        raise AssertionError

    with pytest.raises(NotFound, match="exec\\+tfidf"):
        heuristics(["exec", "bluu"], HeuristicTools(observer=never, embedder=HashingEmbedder))
    with pytest.raises(NeedsPerson, match="assessor"):
        heuristics(["llm"], HeuristicTools(observer=never, embedder=HashingEmbedder))


def case(number: int, *, problem: str = "", golds: int = 2) -> Case:
    commands = tuple(Script(text=f"echo {number}{'x' * at}") for at in range(golds))
    return Case(suite="s", id=str(number), action=f"say {number}", golds=commands, workdir="/", problem=problem)


def test_pairs_are_both_references_and_the_rotated_second() -> None:
    """Each usable case gives an equivalent pair and one with another case's second; the others are named."""
    cases = [case(at) for at in range(12)] + [case(12, problem="broken"), case(13, golds=1)]
    pairs = pairs_of(cases)
    assert pairs.skipped == (("s/12", "broken"), ("s/13", "it has no two references"))
    assert [each.equivalent for each in pairs.known] == [True, False] * 12
    assert (pairs.known[0].pair.first, pairs.known[0].pair.second) == ("echo 0", "echo 0x")
    assert (pairs.known[5].pair.first, pairs.known[5].pair.second) == ("echo 2", "echo 0x")
    assert len(pairs_of(cases, all_rows=True).known) == 26
    with pytest.raises(BadInput, match="10 usable cases cannot be rotated by 10"):
        pairs_of(cases[:10])


async def test_the_table_counts_each_judgement_once() -> None:
    """Right and wrong calls, both ways, and pairs that were not judged, which are in no figure."""
    said: list[bool | None] = [True, True, True, False, False, None, True]
    truths = [True, True, False, True, False, True, True]
    known = tuple(
        LabelledPair(pair=Pair(id=str(at), action="", first="", second=""), equivalent=truth)
        for at, truth in enumerate(truths)
    )

    async def heuristic(pair: Pair) -> Judgement:
        return Judgement(equivalent=said[int(pair.id)], why="so")

    heard = list[tuple[int, int]]()
    (line,) = await table(Pairs(known=known), {"h": heuristic}, lambda *progress: heard.append(progress))
    counts = (line.true_positives, line.false_positives, line.true_negatives, line.false_negatives)
    assert counts == (3, 1, 1, 1)
    assert line.unjudged == (("5", "so"),)
    assert [pair for pair, _, _ in line.wrong] == ["2", "3"]
    assert (line.precision.value, line.recall.value) == (0.75, 0.75)
    assert line.accuracy.value == pytest.approx(4 / 6)
    assert line.f1.value == pytest.approx(0.75)
    assert heard[-1] == (7, 7)


async def test_a_broken_tool_breaks_the_table() -> None:
    """A heuristic that raises is no row of figures: the error comes through as it is."""

    async def broken(pair: Pair) -> Judgement:
        raise ModelError("gone")

    with pytest.raises(ModelError, match="gone"):
        await table(Pairs(known=(LabelledPair(pair=PAIR, equivalent=True),)), {"broken": broken})


@given(counts=st.tuples(*[st.integers(0, 50)] * 4))
def test_figures_lie_in_their_intervals(counts: tuple[int, int, int, int]) -> None:
    """Every figure lies between its ends, within [0, 1]; F1 is the harmonic mean; nothing counted has no figure."""
    positives, wrong, negatives, missed = counts
    line = HeuristicCounts(
        name="x", true_positives=positives, false_positives=wrong, true_negatives=negatives, false_negatives=missed
    )
    for it in (line.precision, line.recall, line.accuracy, line.f1):
        assert 0 <= it.low <= (it.low if it.value is None else it.value) <= it.high <= 1
    if line.precision.value and line.recall.value:
        harmonic = 2 / (1 / line.precision.value + 1 / line.recall.value)
        assert line.f1.value == pytest.approx(harmonic)
    assert share(0, 0).value is None


async def test_published_figures_of_texts_come_out() -> None:
    """On the public dev rows precision, recall and accuracy of what only reads are within sampling error of NL2SH's."""
    pairs = pairs_of(alfa.load(shared("intercode_alfa")), all_rows=True)
    names = ("bleu", "nl2cmd", "tfidf")
    assert set(names) < set(PUBLISHED)
    for line in await table(pairs, heuristics(names, tools())):
        figures = (line.precision, line.recall, line.accuracy)
        for published, it in zip(PUBLISHED[line.name], figures, strict=True):
            assert it.low - 0.005 <= published <= it.high + 0.005, (line.name, published, it)
