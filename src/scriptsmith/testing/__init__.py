"""Doubles and faults, shipped: a real loopback model provider."""

from __future__ import annotations

from .answers import Fault, PlayedAnswer, RecordedRequest, canned, scripted
from .server import Provider

__all__ = ["Fault", "PlayedAnswer", "Provider", "RecordedRequest", "canned", "scripted"]
