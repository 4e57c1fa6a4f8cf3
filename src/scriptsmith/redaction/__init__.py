"""Takes secrets out of text before it goes to a model, a log, an event or a terminal, and puts them back."""

from __future__ import annotations

from .detection import Secret, find_secrets, mask
from .masking import Masker, masked, masked_execution, masked_findings
from .records import redacted
from .redactor import Redactor

__all__ = [
    "Masker",
    "Redactor",
    "Secret",
    "find_secrets",
    "mask",
    "masked",
    "masked_execution",
    "masked_findings",
    "redacted",
]
