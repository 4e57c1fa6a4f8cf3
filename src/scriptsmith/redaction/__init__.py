"""Takes secrets out of text before it goes to a model, a log, an event or a terminal, and puts them back."""

from __future__ import annotations

from .find import Secret, find_secrets, mask
from .records import redacted
from .redactor import Redactor

__all__ = ["Redactor", "Secret", "find_secrets", "mask", "redacted"]
