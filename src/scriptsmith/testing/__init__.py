"""Doubles and faults, shipped: a real loopback model provider."""

from __future__ import annotations

from .answers import Answer, Fault, Request, canned, scripted
from .server import Provider

__all__ = ["Answer", "Fault", "Provider", "Request", "canned", "scripted"]
