"""No mark, tag or sentence of a reply becomes part of a script, and nothing of a script is taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith import prompts
from scriptsmith.core.quoting import quote
from scriptsmith.core.types import Action, Call, Script
from scriptsmith.drafting import read_drafting, refining
from scriptsmith.ports import Reply
from scriptsmith.replies.extraction import extract
from scriptsmith.replies.residue import residue
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.wiring import SEED

ACTION = Action(text="remove old logs")
CALL = Call(role="generator", model="m", prompt="draft", prompt_digest="")


def drafted(text: str) -> tuple[str | None, str]:
    """The script of a reply, and what was found wrong with it."""
    made = read_drafting(Reply(text=text, call=CALL), ACTION)
    return made.script.text if made.script else None, " ".join(finding.message for finding in made.findings)


def block(code: str) -> str:
    return f"Here it is:\n\n```bash\n{code}\n```\n"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('"""\nfind /var/log -mtime +7 -delete\n"""', "held the quote marks"),
        ('find . -delete\n"""', "held the quote marks"),
        ('""""\necho "x"\n""""', "held the quote marks"),
        ("<script>\nfind . -delete\n</script>", "A tag stood in the script"),
        ("find . -delete\n</answer>", "A tag stood in the script"),
        ('<untrusted-a3d4f3 name="action">\ndate\n</untrusted-a3d4f3>', "A tag stood in the script"),
        ("date\n<|im_end|>", "A tag stood in the script"),
        ("find . -delete\nNote: this removes all of the files.", "A sentence stood in the script"),
        ("This script removes old logs:\nfind . -delete", "A sentence stood in the script"),
        ("Here's how you can do it:\nfind . -delete", "A sentence stood in the script"),
        ("1. Find the files first\nfind . -delete", "A sentence stood in the script"),
        ("- lists the logs\nfind . -delete", "A sentence stood in the script"),
        ("**Explanation** of the command\nfind . -delete", "A sentence stood in the script"),
    ],
)
def test_what_belongs_to_the_reply_makes_no_script(code: str, words: str) -> None:
    """Bash would run it or stumble over it: the attempt has failed, and the model is told why."""
    script, problem = drafted(block(code))
    assert script is None
    assert words in problem
    assert "```bash block" in problem


@pytest.mark.parametrize(
    "code",
    [
        'cat <<\'END\'\nNote: this is a text that is printed.\n<html>\n"""\nEND',
        'python3 - <<\'END\'\n"""A docstring."""\nprint(1)\nEND',
        "echo 'This script does much:\n<body>\n- and more\n'",
        'msg="""quoted"""\necho "$msg"',
        "MAKEDEV tty1",
        "Xvfb :1 -screen 0 1024x768x24 &",
        "R --no-save < model.R",
        "Rscript -e 'x' a b .",
        "find . -name '*.log' -exec rm {} +\n# Note: this removes all of them.",
        "sort <in >out",
        "[ -f x ] && echo Found it here.",
    ],
)
def test_what_belongs_to_a_script_stays(code: str) -> None:
    """Texts in strings, here-documents and comments, and programs whose names begin with a capital, are no residue."""
    assert drafted(block(code)) == (f"{code}\n", "")


def test_no_shipped_script_is_taken_for_a_reply() -> None:
    """Of all entries none has what would be taken for residue."""
    assert [path.parent.name for path in SEED.glob("*/*/script.sh") if residue(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "reply",
    ['"""\nfind . -mtime +7\n"""', '"""bash\nfind . -mtime +7\n"""', '\n""""\nfind . -mtime +7\n""""\n'],
)
def test_a_reply_quoted_as_the_request_was_is_unwrapped(reply: str) -> None:
    """A model that answers in the marks of the question is understood, as one that uses a fence is."""
    assert extract(reply).script == "find . -mtime +7\n"


@given(text=st.text(st.characters(codec="ascii", exclude_characters="\r"), min_size=1, max_size=80))
def test_a_prompt_that_comes_back_is_no_script(text: str) -> None:
    """Whatever was quoted: a reply that only repeats its prompt yields no script with the marks in it."""
    for prompt in (prompts.markdown(Action(text=text)), prompts.refine(ACTION, Script(text=text), "- line 1: again")):
        script = drafted(prompt.text)[0]
        assert script is None or '"""' not in script.replace(text, "")
    quoted = drafted(quote(text))[0]
    assert quoted is None or '"""' not in quoted.replace(text, "")


async def test_a_refinement_that_is_no_script_is_a_failed_attempt() -> None:
    """What cannot be read as Bash replaces nothing; where there was nothing better, it is judged like any draft."""
    model = ScriptedModel({"refine": block("if true; then date")})
    made = await refining(model)(ACTION, Script(text="date\n"), "- line 1: again")
    assert made.script is None
    assert "no whole Bash script" in made.findings[0].message
    assert made.calls
    assert (await refining(model)(ACTION, Script(text="if true\n"), "- line 1: again")).script is not None
    assert (await refining(model)(ACTION, None, "- again")).script is not None


async def test_a_refinement_that_is_a_quotation_is_a_failed_attempt() -> None:
    """The script in the marks of the prompt is what small models send back."""
    model = ScriptedModel({"refine": 'I changed this:\n\nThe script so far:\n"""\ndate\n"""\n'})
    made = await refining(model)(ACTION, Script(text="date\n"), "- line 1: again")
    assert made.script is None
