"""How long what people give may be, the same on every surface. Each check raises `BadInput` with one sentence."""

from __future__ import annotations

from .errors import BadInput

ACTION = 20_000
CONTEXT = 200_000
COMMENT = 4_000
SCRIPT = 200_000
"""Characters of an action, its context, a comment, and a script that comes in over HTTP."""
SOURCE = 1024 * 1024
"""Characters of a script that the command line reads."""


def usable(text: str) -> str:
    """The text of an action without the space around it; raises `BadInput` when it is empty, too long or has a NUL."""
    if not text.strip():
        raise BadInput("the action is empty: say in plain words what should be done")
    if len(text) > ACTION:
        raise BadInput(f"the action is longer than {ACTION:,} characters: put the incident's text in the context")
    if "\0" in text:
        raise BadInput("the action holds a NUL byte")
    return text.strip().encode("utf-8", "replace").decode()


def fit_source(text: str, name: str, most: int = SOURCE) -> str:
    """`text` itself, when it can be a script; raises `BadInput` when it is empty, too large or has a NUL."""
    if not text.strip():
        raise BadInput(f"{name} is empty: there is no script in it")
    if (place := text.find("\0")) >= 0:
        raise BadInput(f"{name} is not a script: it has a NUL character at position {place + 1:,}")
    if len(text) > most:
        raise BadInput(f"{name} is larger than {most:,} characters, more than a script should be")
    return text


def readable(text: str) -> str:
    """`text` itself, where programs can be given it; raises `BadInput`."""
    if "\0" in text:
        raise BadInput("the text holds a NUL character, which no script or action has")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput("the text holds a character that no UTF-8 file can hold") from None
    return text


def fit_context(text: str) -> str:
    """`text` itself, when it can be the context of an action; raises `BadInput`."""
    return _fit(text, "context", CONTEXT)


def fit_comment(text: str) -> str:
    """`text` itself, when it can be a comment; raises `BadInput`."""
    return _fit(text, "comment", COMMENT)


def _fit(text: str, name: str, most: int) -> str:
    if len(text) > most:
        raise BadInput(f"the {name} is longer than {most:,} characters: shorten it")
    if "\0" in text:
        raise BadInput(f"the {name} holds a NUL character")
    return text
