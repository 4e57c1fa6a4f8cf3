"""Whether a module takes the value that an option is given, by the types that its documentation names.

What Ansible converts is right: `"yes"` for a truth value, `"5"` for a number, a text for a list. A value that holds a
template may be anything.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from .jinja_text import has_jinja
from .modules import ModuleOption
from .yaml_nodes import Mapping, Node, Scalar, Sequence

_TRUTH = frozenset(("y", "yes", "on", "1", "true", "t", "1.0", "n", "no", "off", "0", "false", "f", "0.0"))
_NAMES = {
    "b": "a truth value, `true` or `false`",
    "i": "a whole number",
    "f": "a number",
    "l": "a list",
    "d": "a mapping",
}
_SHOWN = 12
"""How many choices are named where none of them was given."""


def wrong_value(value: Node, option: ModuleOption) -> str:
    """What `option` takes in place of `value`, as the end of a sentence; empty where it takes it."""
    if not isinstance(value, Scalar):
        fits = option.kind in ("l", "") if isinstance(value, Sequence) else option.kind in ("d", "")
        return "" if fits or option.kind not in _NAMES else f"takes {_NAMES[option.kind]}, not {_shape(value)}"
    text = value.text.strip().lower()
    if has_jinja(value.text) or value.kind == "null":
        return ""
    if option.choices:
        if option.kind == "l" or value.kind == "boolean" or text in {choice.lower() for choice in option.choices}:
            return ""
        return f"takes one of {', '.join(option.choices[:_SHOWN])}, not {value.text[:40]!r}"
    if _converts(text, value.kind, option.kind):
        return ""
    return f"takes {_NAMES[option.kind]}, not {value.text[:40]!r}"


def _converts(text: str, written: str, kind: str) -> bool:
    if kind == "b":
        return text in _TRUTH
    if kind in ("i", "f"):
        return written == "boolean" or _is_number(text, whole=kind == "i")
    return True


def _is_number(text: str, *, whole: bool) -> bool:
    """Whether Ansible reads `text` as a number; YAML's own forms (`0x1f`, `0o17`) are numbers, too."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return _is_yaml_number(text)
    return not whole or (number.is_finite() and number == number.to_integral_value())


def _is_yaml_number(text: str) -> bool:
    try:
        int(text.replace("_", ""), 0)
    except ValueError:
        return False
    return True


def _shape(value: Mapping | Sequence) -> str:
    return "a list" if isinstance(value, Sequence) else "a mapping"
