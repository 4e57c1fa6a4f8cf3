"""How much of what is many the tests try: all of it, or a part where the thorough tests are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

everything = True
"""Whether this session runs the thorough tests too, which start an interpreter for every call; set as it begins."""


def some(items: Sequence[T], one_in: int) -> Sequence[T]:
    """`items`, or every `one_in`th of them where the thorough tests are left out."""
    return items if everything else items[::one_in]
