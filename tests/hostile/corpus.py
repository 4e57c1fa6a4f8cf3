"""The hostile scripts: data files, each with what it tries and how to see it succeed with a protection off."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Hostile:
    """One script. `control` names how it is run without its protection, or is "none" for `reason`."""

    family: str
    name: str
    text: str
    what: str
    control: str
    needs_group: bool
    reason: str

    @property
    def id(self) -> str:
        return f"{self.family}/{self.name}"


def load() -> list[Hostile]:
    """Every script under `tests/hostile`, by family and name."""
    scripts = []
    for path in sorted(HERE.glob("*/*.sh")):
        text = path.read_text()
        what, control = (line.removeprefix("# ") for line in text.splitlines()[:2])
        kind, _, reason = control.removeprefix("control: ").partition(": ")
        name, _, needs = kind.partition(", ")
        scripts.append(
            Hostile(
                family=path.parent.name,
                name=path.stem,
                text=text,
                what=what,
                control=name,
                needs_group=needs == "cgroup",
                reason=reason,
            )
        )
    return scripts
