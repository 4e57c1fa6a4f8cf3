"""Which drafts of an action do the same: groups of them, and the group that has more drafts than any other.

Self-consistency, with execution in place of comparing answers as texts: Wang et al. 2022 ("Self-Consistency Improves
Chain of Thought Reasoning in Language Models"), Shi et al. 2022 ("Natural Language to Code Translation with
Execution"), Chen et al. 2022 ("CodeT").
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Basis: TypeAlias = Literal["run", "text", ""]
"""How a draft was compared: by what it did when it ran, by its text in canonical form, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDraft:
    """How one draft compares with the others of its round.

    `group` is the number of its group, 1 for the largest, and 0 where it is in none: `problem` then says why. `size` is
    how many drafts that group has, `forms` how many of them differ in more than spelling, `of` how many drafts there
    were. `basis` says how it was compared, and `problem` of one that was compared by its text why it was not by what it
    does.
    """

    group: int = 0
    size: int = 0
    forms: int = 0
    of: int = 0
    basis: Basis = ""
    problem: str = ""


def leading(drafts: Sequence[ComparedDraft]) -> int:
    """The number of the group that leads; 0 where none does.

    More than half of all drafts lead. Only where the first draft is in no group, the largest one of at least two will
    do: by itself the first, which is asked for without chance, is more often right than each of the others.
    """
    sizes = {each.group: each.size for each in drafts if each.group}
    most = max(sizes.values(), default=0)
    found = [group for group, size in sizes.items() if size == most]
    enough = most > 1 and len(found) == 1 and (2 * most > len(drafts) or not drafts[0].group)
    return found[0] if enough else 0


def groups(weights: Sequence[int], same: Collection[tuple[int, int]]) -> list[list[int]]:
    """Things 0, 1, … put into groups within which all are the same, largest group first.

    `same` holds the pairs that are; being the same need not be transitive, so the thing that is the same as most others
    is taken first. `weights` say how often each thing is there. Of equals the lower number comes first, so that things
    numbered by what they are have the same groups in whatever order they came.
    """
    pairs = {frozenset(pair) for pair in same}

    def alike(one: int, other: int) -> bool:
        return one == other or frozenset((one, other)) in pairs

    left = set(range(len(weights)))
    found: list[list[int]] = []
    while left:
        standing = {it: sum(weights[other] for other in left if alike(it, other)) for it in left}
        group: list[int] = []
        for it in sorted(left, key=lambda it: (-standing[it], it)):
            if all(alike(it, other) for other in group):
                group.append(it)
        found.append(sorted(group))
        left -= set(group)
    return sorted(found, key=lambda group: (-sum(weights[it] for it in group), group))


def comparison_line(drafts: Sequence[ComparedDraft]) -> str:
    """What comparing the drafts showed, in a few words."""
    largest = max(drafts, key=lambda each: each.size, default=ComparedDraft())
    left_out = sum(not each.group for each in drafts)
    if largest.size < 2:
        said = f"no two of {len(drafts)} drafts do the same"
    elif leading(drafts):
        said = agreement_line(largest)
    else:
        said = f"no more than {largest.size} of {len(drafts)} drafts do the same"
    return said + (f"; {left_out} in no group" if left_out else "")


def agreement_line(draft: ComparedDraft) -> str:
    """How many drafts agree with this one, itself included."""
    if not draft.group:
        return f"agrees with none of {draft.of} drafts: {draft.problem}"
    how = "do the same" if draft.basis == "run" and draft.forms != 1 else "have the same text but for spelling"
    said = (
        f"{draft.size} of {draft.of} drafts {how}" if draft.size > 1 else f"no other of {draft.of} drafts does the same"
    )
    return f"{said} ({draft.problem})" if draft.problem else said
