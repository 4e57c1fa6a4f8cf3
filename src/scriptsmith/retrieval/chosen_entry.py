"""An entry that a person chose for an action, with its parameters bound from the words."""

from __future__ import annotations

import re

from ..core.given_parameters import renamed
from ..core.types import Action, Entry, Match
from .action_reading import read
from .binding import bind
from .clusters import with_cluster
from .named_hosts import named_hosts, unused_hosts
from .said_choices import with_said_choices

_NAMED = re.compile(r"(?:parameter|ambiguous value:) (\w+)\b")


def chosen(entry: Entry, action: Action) -> Match:
    """The entry as an answer, with the values that the words give it.

    Only what is wrong with a value, or is not clear of one, speaks against it, unless the value is given outright.
    """
    reading = read(action.text)
    bound = with_said_choices(entry, reading, bind(entry.parameters, reading))
    bound = with_cluster(entry.parameters, reading, bound)
    given = {*action.given, *renamed(entry, action.given).values()}
    settled = {each for each in bound.problems if (found := _NAMED.match(each)) and found[1] in given}
    return Match(
        entry=entry,
        confidence=1.0,
        parameters=bound.values,
        defaults=bound.defaults,
        missing=bound.missing,
        unused_hosts=unused_hosts(reading, named_hosts(reading, bound), bound),
        objections=tuple(each for each in bound.problems if each not in settled and _NAMED.match(each)),
    )
