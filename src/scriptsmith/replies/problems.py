"""What a model is told when its reply holds no script: one sentence that says what is wrong and what to do."""

from __future__ import annotations

_ASK = "answer with the whole script in one ```bash block"
EMPTY = f"The reply was empty: {_ASK}."
NO_SCRIPT = f"The reply held no script: {_ASK}."
CUT_OFF = f"The reply broke off before its code was complete: {_ASK}, and write less around it."
THINKING = f"The reply broke off while still thinking: think more briefly, then {_ASK}."
REFUSED = f"The reply declined to write a script: if the action can be done at all, {_ASK}."
PATCH = f"The reply was a patch, not a script: {_ASK}."
SEVERAL = f"The reply held several scripts and does not say which one counts: {_ASK}."
NO_COMMAND = f"The code block held no command: {_ASK}."
BAD_TEXT = f"The script held characters that no text file can hold (NUL or half a surrogate pair): {_ASK}."
LEFT_OUT = f"The script left parts out (`...`): {_ASK}, without abbreviations."
UNCLEAR_END = f"It is not clear where the script ends, a code fence stands inside it: {_ASK}."


QUOTE_MARKS = f"The script held the quote marks around the request, which are not part of it: {_ASK}."
TAGS = f"A tag stood in the script as a line of its own: {_ASK}, without tags."
PROSE = f"A sentence stood in the script as if it were a command: {_ASK}, and put what you explain in comments."
BROKEN = f"The correction was no whole Bash script, although what it corrects is one: {_ASK}."


_OF_PLAYBOOKS = {
    _ASK: "answer with the whole playbook in one ```yaml block",
    "not Bash": "not a playbook",
    " script": " playbook",
    " command": " playbook",
}


def of_playbook(problem: str) -> str:
    """The same sentence where a playbook was asked for."""
    for of_script, instead in _OF_PLAYBOOKS.items():
        problem = problem.replace(of_script, instead)
    return problem


BROKEN_PLAYBOOK = of_playbook(f"The correction cannot be read as a script, although what it corrects can: {_ASK}.")


def other_language(label: str) -> str:
    """Says that all code in the reply was of another language, by the label that it bore."""
    return f"The code in the reply was {label[:20] or 'in another language'}, not Bash: {_ASK}."


def written_for(interpreter: str) -> str:
    """Says that the script's first line names another interpreter."""
    return f"The script was written for {interpreter[:20]}, not for Bash: {_ASK}."


def endless(word: str) -> str:
    """Says that a here-document lacks its end word."""
    return f"The here-document that should end with {word[:40]} never ends: {_ASK}."
