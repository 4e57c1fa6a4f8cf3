"""Rewards of R-GRPO: what a reply earns, and that gaming earns nothing."""

from __future__ import annotations

import pytest
from train.rewards import BESIDE, IDLE, NO_CHAIN, NO_SCRIPT, NO_SIGHT, UNREADABLE, WEIGHTS, Score, Scorer, Weights

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from tests.boxes import boxed

ACTION = "list the names of all log files in /app/logs that contain the word ERROR"
REFERENCE = "grep -l ERROR /app/logs/*.log"
OURS, PAPER = WEIGHTS["ours"], WEIGHTS["paper"]


def reply(script: str, chain: str = "It runs `grep`.") -> str:
    return f"<think>\n{chain}\n</think>\n```bash\n{script}\n```"


async def scored(*replies: str, action: str = ACTION, reference: str = REFERENCE) -> list[Score]:
    scorer = Scorer(Bubblewrap(), chains=True)
    trial = await scorer.worlds(action, reference)
    assert not isinstance(trial, str), trial
    return await scorer.score(trial, replies)


def test_the_weights_of_the_paper_are_its_own() -> None:
    """0.3 for syntax, 0.5 for robustness, 0.2 for format, nothing for the function; ours add up to one as well."""
    assert Weights(syntax=0.3, robustness=0.5, format=0.2) == PAPER
    for weights in (OURS, PAPER):
        assert Score(syntax=1, robustness=1, format=1, function=1).total(weights) == pytest.approx(1)


@boxed
async def test_a_right_script_earns_everything_in_either_form() -> None:
    """What does the same as the reference by other means counts as the reference itself does."""
    both = await scored(reply(REFERENCE), reply("find /app/logs -maxdepth 1 -name '*.log' -exec grep -l ERROR {} +"))
    assert [each.total(OURS) for each in both] == pytest.approx([1, 1])


GAMES = {
    "an empty answer": ("", NO_SCRIPT),
    "nothing but comments": ("# done\n# shellcheck disable=all", NO_SCRIPT),
    "true": ("true", IDLE),
    "a colon": (":", IDLE),
    "an end before the work": (f"exit 0\n{REFERENCE}", IDLE),
    "an end inside a condition": (f"if true; then exit; fi\n{REFERENCE}", IDLE),
    "a function that nobody calls": (f"work() {{ {REFERENCE}; }}", IDLE),
    "an echo of what was to be printed": ("echo /app/logs/a.log; echo /app/logs/b.log", IDLE),
    "a here-document of it": ("cat <<'END'\n/app/logs/a.log\nEND", IDLE),
    "the work thrown away": (f"{REFERENCE} >/dev/null", IDLE),
    "work that nobody asked for": ("ls -R /app", BESIDE),
    "no end": ("while :; do :; done", "it was stopped at its limit of"),
    "what Bash cannot read": ("if grep -l ERROR /app/logs/*.log", UNREADABLE),
}


@boxed
@pytest.mark.parametrize("name", GAMES)
async def test_what_does_not_do_the_work_earns_nothing(name: str) -> None:
    """Clean and well formatted as it may be, and with any weights."""
    script, why = GAMES[name]
    (score,) = await scored(reply(script))
    assert score.refused.startswith(why)
    assert score.total(OURS) == score.total(PAPER) == 0


@boxed
async def test_the_worlds_are_none_of_the_replies_making() -> None:
    """A reply that names the files it pretends to have found does not thereby make them exist."""
    (score,) = await scored(reply("grep -l ERROR /app/logs/mine.log || echo /app/logs/mine.log"))
    assert score.function == 0


@boxed
async def test_comments_do_not_silence_the_linter() -> None:
    """A directive neither hides a warning nor is needed to be without one."""
    loud = "cd /app/logs\ngrep -l ERROR *.log | sed 's|^|/app/logs/|'"
    scores = await scored(
        reply(loud),
        reply(f"# shellcheck disable=SC2164,SC2035\n{loud}"),
        reply(f"#shellcheck source=/dev/null disable=all\n{loud}"),
        reply(loud.replace("logs\n", "logs || exit 1\n").replace("*.log", "./*.log")),
    )
    assert [each.robustness for each in scores] == [0, 0, 0, 1]


@boxed
@pytest.mark.parametrize(
    "hidden",
    [
        "eval 'cd /app/logs; {}'",
        'bash -c "cd /app/logs; {}"',
        "bash <<'END'\ncd /app/logs; {}\nEND",
        "eval \"$(printf '%s' '{}')\"",
    ],
)
async def test_code_that_the_linter_cannot_see_is_not_robust(hidden: str) -> None:
    """Moving it into a text is no way around shellcheck."""
    (score,) = await scored(reply(hidden.replace("{}", REFERENCE)))
    assert (score.refused, score.robustness, score.function) == ("", 0, 1)


@boxed
async def test_a_text_that_is_run_is_no_fault_where_the_reference_has_one() -> None:
    """Some actions are well done so, as a shell for each of the files that were found."""
    script = "find /app/logs -name '*.log' -exec sh -c 'wc -l <\"$1\"' _ {} \\;"
    (score,) = await scored(reply(script), action="count the lines of each log file in /app/logs", reference=script)
    assert (score.robustness, score.function) == (1, 1)


MISFORMED = {
    "no chain": f"```bash\n{REFERENCE}\n```",
    "an empty chain": reply(REFERENCE, chain=""),
    "a chain that would do for any script": reply(REFERENCE, chain="It asks for no rights of root."),
    "a chain in words that nothing can check": reply(REFERENCE, chain="It runs `grep`.\nCare was taken."),
    "a chain of another script": reply(REFERENCE, chain="It runs `find`."),
    "a chain that is untrue of this one": reply(REFERENCE, chain="It runs `grep`.\nIt stops at the first failure."),
    "words behind the code": f"{reply(REFERENCE)}\nI hope that this helps.",
    "words before it": f"Here you are:\n```bash\n{REFERENCE}\n```",
}


@boxed
async def test_a_chain_that_does_not_hold_for_the_script_loses_the_format() -> None:
    """So do a reply without one and a reply with words around it; what the script does counts all the same."""
    scores = await scored(*MISFORMED.values(), reply(REFERENCE))
    assert [each.format for each in scores] == [0] * len(MISFORMED) + [1]
    assert {(each.refused, each.function) for each in scores} == {("", 1)}


def test_a_chain_is_asked_for_where_the_model_was_taught_one() -> None:
    """Else the code alone has the form too; a chain that is there has to hold in any case."""
    plain, wrong = Scorer(Bubblewrap()), reply("ls", chain="It runs `rm`.")
    assert not plain.misformed("```bash\nls\n```", "ls")
    assert plain.misformed(wrong, "ls") == "this does not hold: It runs `rm`."
    assert Scorer(Bubblewrap(), chains=True).misformed("```bash\nls\n```", "ls") == NO_CHAIN


@boxed
@pytest.mark.parametrize(
    ("action", "reference"),
    [
        ("print the kernel release", "uname -r"),
        ("restart nginx", "systemctl restart nginx"),
        ("do nothing", "true"),
    ],
)
async def test_a_task_is_left_out_where_an_idle_reply_could_not_be_told(action: str, reference: str) -> None:
    """With a reason: what prints the same in every world could be echoed, and services are not in a box."""
    why = await Scorer(Bubblewrap()).worlds(action, reference)
    assert isinstance(why, str)
    assert why
    assert (why == NO_SIGHT) is (reference == "uname -r")
