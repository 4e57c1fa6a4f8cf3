"""The signals of a comparison: each a number that a person can check, with a sentence for it where it speaks."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Signals:
    """`numbers` by name, between 0 and about 5; `against` and `speaking_for` hold a sentence for each that tells."""

    numbers: dict[str, float] = field(default_factory=dict)
    against: dict[str, str] = field(default_factory=dict)
    speaking_for: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, value: float, against: str = "", speaking_for: str = "") -> None:
        self.numbers[name] = value
        if against and value:
            self.against[name] = against
        if speaking_for and value:
            self.speaking_for[name] = speaking_for


NAMES = (
    "meaning",
    "plain meaning",
    "words answered",
    "words asked for",
    "literals given",
    "literals exact",
    "literals missing",
    "names missing",
    "literals in the wrong role",
    "literals in the right role",
    "literals used twice",
    "values unasked",
    "share of values unasked",
    "amounts met",
    "amounts missing",
    "amounts contradicted",
    "amounts unasked",
    "names widened",
    "names narrowed",
    "place wrong",
    "place right",
    "kind wrong",
    "kind narrowed",
    "kind right",
    "demands unanswered",
    "demands answered",
    "decisive unasked",
    "decisive met",
    "manners unasked",
    "changes unasked",
    "changes where looking was asked",
    "lines where files were asked",
    "output unasked",
    "time told wrong",
    "deeds answered",
    "deeds unasked",
    "special deeds unasked",
    "deeds turned round",
    "order turned round",
    "direction turned round",
    "whole for a part",
    "states apart",
    "words unanswered",
    "things apart",
    "things answered",
    "placeholders",
    "faults",
    "unknown",
    "steps",
    "plain command",
    "length of the action",
    "nothing to check",
    "objections",
    "no objection",
)
