"""Sentences that hold for a script, and chains of thought that are held against them."""

from __future__ import annotations

import pytest
from train.claims import EMPTY, GENERAL, claims, untrue

CASES = {
    "find /srv/app -name '*.tmp' -delete": ("It runs `find`.", "It changes something, so look before it is run again."),
    "grep -c ERROR /srv/app/a.log": ("It reads `/srv/app/a.log`.", "It changes nothing, so it can be run again."),
    "sort a.txt > /srv/b.txt": ("It writes `/srv/b.txt`.",),
    "rm -r /srv/app/old": ("It deletes `/srv/app/old`, which cannot be undone.",),
    "sudo ls /root": ("It asks for the rights of root.",),
    "curl -fsS https://example.org/list": ("It reaches `https://example.org/list` over the network.",),
    "systemctl restart nginx": ("It acts on a service: `restart nginx`.",),
    'cat "$1"': ("No value can split into several words.",),
    "cat $1": ("A value may split into several words.",),
    "set -euo pipefail\ncd /srv\nls": ("It stops at the first failure.",),
    "cd /srv && ls": ("It stops at the first failure.",),
    "cd /srv\nls": ("It goes on after a failure.",),
}


@pytest.mark.parametrize("script", CASES)
def test_claims_are_what_the_analyses_say(script: str) -> None:
    """What it runs, reads, writes, deletes and reaches; rights, quoting, failure, and whether it can be run again."""
    assert set(CASES[script]) <= set(claims(script))


def test_a_chain_holds_when_each_of_its_lines_does() -> None:
    """All of the claims, some of them, in any order."""
    for script in CASES:
        assert not untrue("\n".join(claims(script)), script)
        assert not untrue(f"\n{claims(script)[-1]}\n\n{claims(script)[0]}\n", script)


@pytest.mark.parametrize(
    ("chain", "why"),
    [
        ("", EMPTY),
        ("  \n ", EMPTY),
        ("It asks for no rights of root.", GENERAL),
        ("It runs `grep`.\nIt is safe.", "this does not hold: It is safe."),
        ("It runs `grep`.\nIt changes something, so look before it is run again.", "this does not hold: It changes"),
        ("It runs `rm`.", "this does not hold: It runs `rm`."),
    ],
)
def test_a_chain_that_does_not_hold_is_told_why(chain: str, why: str) -> None:
    """One line is enough that is untrue, or that no analysis can check; so is nothing that is of this script."""
    assert untrue(chain, "grep -c ERROR /srv/app/a.log").startswith(why)
