"""Where a key comes from: a variable, a file or a command that the settings name; never the settings themselves."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from .errors import BadSettings


class KeySettings(Protocol):
    """Settings that refer to a key."""

    @property
    def model(self) -> str: ...
    @property
    def api_key(self) -> str: ...
    @property
    def api_key_file(self) -> str: ...
    @property
    def api_key_command(self) -> str: ...


def key_of(section: str, chosen: KeySettings, environ: Mapping[str, str]) -> str:
    """The key that the settings in `section` refer to, or the provider's well-known variable; empty when none.

    Raises `BadSettings` when a reference leads nowhere. The key itself appears in no message.
    """
    if chosen.api_key:
        key = environ.get(chosen.api_key, "")
        if not key:
            raise BadSettings(f"{section}.api_key names the variable {chosen.api_key}, which is not set")
        return key
    if chosen.api_key_file:
        try:
            key = Path(chosen.api_key_file).expanduser().read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadSettings(f"{section}.api_key_file {chosen.api_key_file} cannot be read: {error}") from None
        if not key:
            raise BadSettings(f"{section}.api_key_file {chosen.api_key_file} is empty")
        return key
    if chosen.api_key_command:
        try:
            done = subprocess.run(
                shlex.split(chosen.api_key_command), capture_output=True, text=True, timeout=30, check=True
            )
        except (OSError, ValueError, subprocess.SubprocessError):
            done = None
        if done is None or not done.stdout.strip():
            raise BadSettings(f"{section}.api_key_command did not print a key")
        return done.stdout.strip()
    provider = chosen.model.partition(":")[0].split("-")[0].upper()
    return environ.get(f"{provider}_API_KEY", "")
