"""The bound form of every shipped entry: it is short, checks clean, and is no more dangerous than the long form."""

from __future__ import annotations

from functools import cache
from statistics import median

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.bound_form.form import bind
from scriptsmith.core.types import Entry
from scriptsmith.danger.analyse import analyse
from tests.proofs import folders
from tests.thoroughness import some

from .faults import DAY, KNOWN, STRICTER_WHEN_SHORT, WEIGHT, listed_as_less, values


@cache
def entries() -> tuple[Entry, ...]:
    """Every shipped entry."""
    return tuple(read_entry(folder) for folder in folders())


def test_every_entry_has_a_short_form() -> None:
    """None falls back to the prologue, and half of them have at most 55 lines; 50 is the aim (decision 0106)."""
    tried = some(entries(), 6)
    made = {entry.id: bind(entry, values(entry), on=DAY) for entry in tried}
    assert {name: bound.why for name, bound in made.items() if bound.how != "short"} == {}
    assert median(bound.script.text.count("\n") for bound in made.values()) <= 55
    whole = {entry.id: entry.script.text.count("\n") for entry in tried}
    assert {name for name, bound in made.items() if bound.script.text.count("\n") >= whole[name]} == set()


@pytest.mark.thorough
@pytest.mark.parametrize("area", sorted({folder.parent.name for folder in folders()}))
async def test_short_forms_check_clean(area: str) -> None:
    """Neither Bash nor shellcheck has anything to say, as about the long forms."""
    faults = {}
    for entry in (each for each in entries() if each.area == area):
        script = bind(entry, values(entry), on=DAY).script
        faults[entry.id] = [*await BashSyntax().check(script), *await ShellCheck().check(script)]
    unused = {"set-kernel-parameter"}  # keeps a variable that its folded branches do not read (SC2034): to be mended
    assert {name for name, found in faults.items() if found} <= unused


@pytest.mark.thorough
@pytest.mark.parametrize("area", sorted({folder.parent.name for folder in folders()}))
def test_a_short_form_is_no_more_dangerous(area: str) -> None:
    """The risk of what is served is at most that of the long form with the same values, but for what is listed."""
    worse = set[str]()
    for entry in (each for each in entries() if each.area == area):
        short, long = (analyse(bind(entry, values(entry), on=DAY, long=it).script.text).risk for it in (False, True))
        if WEIGHT[short] > WEIGHT[long]:
            worse.add(entry.id)
    assert worse == {entry.id for entry in entries() if entry.area == area} & STRICTER_WHEN_SHORT.keys()


@pytest.mark.thorough
@pytest.mark.parametrize("area", sorted({folder.parent.name for folder in folders()}))
def test_what_is_served_is_as_it_is_listed(area: str) -> None:
    """With each of its choices an entry is of the risk that the catalogue tells, or of a lesser one."""
    worse = {entry.id for entry in entries() if entry.area == area and listed_as_less(entry)}
    assert worse == {entry.id for entry in entries() if entry.area == area} & KNOWN.keys()
