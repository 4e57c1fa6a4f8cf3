"""What a handler of a program is: it reads one call, and tells what that prints (None: nobody knows)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..calls import Call
from ..loops import Loops as Shell
from ..recorder import WRAPPER
from ..values import Parts

__all__ = ["WRAPPER", "Call", "Handler", "Shell"]

Handler: TypeAlias = Callable[[Shell, Call], Parts | None]
