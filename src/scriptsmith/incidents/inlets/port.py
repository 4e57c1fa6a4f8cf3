"""What every inlet is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..model import InletResult


class Inlet(Protocol):
    """One source of alerts. Both methods are pure: nothing is kept and nobody is asked."""

    @property
    def source(self) -> str:
        """The name that its incidents bear."""
        ...

    def proven(self, headers: Mapping[str, str], body: bytes, secrets: Sequence[str]) -> bool:
        """Whether the request is from whoever shares one of `secrets`; `headers` have names in small letters."""
        ...

    def read(self, body: bytes) -> InletResult:
        """What the body reports; raises `BadInput` when nothing of it can be read."""
        ...
