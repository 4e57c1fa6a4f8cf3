"""What is wrong with a request, in our words: each kind of error of the validator has one sentence, which names the
place and says what is expected there. Nothing of what was sent is repeated, which may be a secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_PLACES: Mapping[str, str] = {
    "query": "the query parameter",
    "header": "the header",
    "path": "the part of the address",
    "cookie": "the cookie",
    "body": "the field",
}
_SHOULD: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is not known here: leave it out",
    "json_invalid": "cannot be read as JSON",
    "none_required": "should be null",
    "literal_error": "should be {expected}",
    "enum": "should be {expected}",
    "greater_than": "should be more than {gt}",
    "greater_than_equal": "should be at least {ge}",
    "less_than": "should be less than {lt}",
    "less_than_equal": "should be at most {le}",
    "multiple_of": "should be a multiple of {multiple_of}",
    "finite_number": "should be a finite number",
    "string_too_short": "should have at least {min_length} characters",
    "string_too_long": "should have at most {max_length} characters",
    "string_pattern_mismatch": "should look like {pattern}",
    "too_short": "should have at least {min_length} of them",
    "too_long": "should have at most {max_length} of them",
    "value_error": "{error}",
}
"""By kind of error, with what it knows."""
_SORTS: Sequence[tuple[str, str]] = (
    ("string", "should be a text"),
    ("bool", "should be true or false"),
    ("int", "should be a whole number"),
    ("float", "should be a number"),
    ("decimal", "should be a number"),
    ("datetime", "should be a moment, as 2026-01-31T12:00:00Z"),
    ("date", "should be a day, as 2026-01-31"),
    ("list", "should be a list"),
    ("tuple", "should be a list"),
    ("set", "should be a list"),
    ("dict", "should be an object"),
    ("mapping", "should be an object"),
    ("model", "should be an object"),
    ("dataclass", "should be an object"),
)
"""By what kinds of error begin with, where they have no sentence of their own."""


def sentence(error: Mapping[str, Any]) -> str:
    """What is wrong, and where."""
    return f"{place(error)} {should(error)}"


def place(error: Mapping[str, Any]) -> str:
    """Where it is wrong, as a person calls it."""
    kind, *names = error.get("loc") or ("body",)
    if str(error.get("type", "")) == "json_invalid" or not names:  # where it breaks off is a number of bytes
        return "the body"
    return f"{_PLACES.get(str(kind), 'the field')} '{'.'.join(map(str, names))}'"


def should(error: Mapping[str, Any]) -> str:
    """What is expected where it is wrong."""
    kind = str(error.get("type", ""))
    if told := _SHOULD.get(kind):
        try:
            return told.format_map(error.get("ctx") or {})
        except KeyError:
            return "is wrong"
    return next((told for begins, told in _SORTS if kind.startswith(begins)), "cannot be read as what it should be")
