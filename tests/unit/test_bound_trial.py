"""How an entry's test is brought to run the bound forms, and how two passes of it are compared."""

from __future__ import annotations

import base64
import random
import subprocess
from pathlib import Path

import pytest

from scriptsmith.bound_form.trial import (
    Said,
    alike,
    bindings,
    confirmed,
    handing_over,
    noted,
    noting,
    said,
    suspects,
    told,
)

from .test_bound_form import entry

RUNS = [("--place", "meadow"), ("--place", "a b", "--most", "2", "--dry-run"), ("--help",), ("--place", "x", "--place")]


def ran(path: Path, *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of a script that only prints."""
    done = subprocess.run(["bash", str(path), *arguments], capture_output=True, text=True, timeout=20)
    return done.returncode, done.stdout, done.stderr


def test_a_script_hands_over_what_was_bound(tmp_path: Path) -> None:
    """What a script notes of its runs is bound, what nobody could be served too, and runs that bind nothing stay."""
    path, log = tmp_path / "script.sh", tmp_path / "log"
    path.write_text(noting(entry().script.text, str(path), str(log)))
    before = [ran(path, *arguments) for arguments in RUNS]
    assert noted(log.read_bytes()) == RUNS
    made = bindings(entry(), RUNS)
    assert list(made) == RUNS[:2]
    text, files = handing_over(entry().script.text, str(path), made, str(tmp_path))
    path.write_text(text)
    for name, form in files.items():
        Path(name).write_text(form)
    assert [ran(path, *arguments) for arguments in RUNS] == before
    for name, form in files.items():
        Path(name).write_text(form.replace("printf '", "printf 'short: "))
    after = [ran(path, *arguments) for arguments in RUNS]
    assert ["short: " in out + err for _, out, err in after] == [True, True, False, False]


def test_a_copy_of_the_script_is_the_long_form(tmp_path: Path) -> None:
    """A test may change a copy of its script: that one neither notes nor hands over."""
    copy, log = tmp_path / "copy.sh", tmp_path / "log"
    copy.write_text(noting(entry().script.text, str(tmp_path / "script.sh"), str(log)))
    assert ran(copy, "--place", "meadow") == (0, "meadow: 9\n", "")
    assert not log.exists()


def run(status: str = "0", out: str = "", err: str = "") -> Said:
    """What a run brought."""
    return Said(("--place", "x"), status, out, err)


@pytest.mark.parametrize(
    ("long", "again", "short", "differs"),
    [
        (run(out="3 gone"), run(out="3 gone"), run(out="3 gone"), False),
        (run(out="3 gone"), run(out="3 gone"), run(out="4 gone"), False),
        (run(out="3 gone"), run(out="3 gone"), run(out="3 there"), True),
        (run(out="3 gone"), run(out="3 gone"), run(out="3 gone\nand more"), True),
        (run(out="at 08:38:01"), run(out="at 08:38:03"), run(out="at 08:38:02"), False),
        (run(out="at 08:38:01"), run(out="at 08:38:03"), run(out="on 08:38:02"), True),
        (run(out="tmp.aB3xYz"), run(out="tmp.QQqqQQ"), run(out="tmp.LmnOpq"), False),
        (run(out="active"), run(out="active"), run(out="failed"), True),
        (run(status="3"), run(status="3"), run(status="0"), True),
        (run(err="no"), run(err="no"), run(), True),
        (run(out="high 9"), run(out="low 1"), run(out="low 2"), False),
        (run(out="252 bytes"), run(out="253 bytes"), run(out="253 bytes"), False),
    ],
)
def test_chance_is_told_from_a_difference(long: Said, again: Said, short: Said, differs: bool) -> None:
    """What the long form does not say twice proves nothing against the short one, and numbers always differ."""
    numbers = suspects([long], [short])
    assert bool(confirmed(numbers, [[long], [again]], [[short], [short]])) is differs
    assert told(long, short).startswith("`--place x` ")
    assert alike(long, long)


def test_two_backups_in_one_second_are_no_difference() -> None:
    """The second one has a number behind the time, and only where both fell into one second."""
    backup = "backup: /etc/.app.conf.20261129T0050{}.bak"
    long, short = run(out=backup.format("49Z")), run(out=backup.format("47Z-1"))
    assert alike(long, short)
    assert not alike(long, run(out=backup.format("47Z-old")))


KEY = "removed: 256 SHA256:{} backup@host (ED25519)"


@pytest.mark.parametrize(
    ("one", "other"),
    [  # fingerprints of keys made for the purpose, with and without + and /
        ("8xJ2mWqZ0aTgR4pLkYvN7sHdE1uCfBoIiX6tMzQbGwA", "h3+VdK9/pTzQ1mYw7R/bXs5nLcE0gUaJtF2o+iHkZxM"),
        ("h3+VdK9/pTzQ1mYw7R/bXs5nLcE0gUaJtF2o+iHkZxM", "Zk9QwT2/xB7vN4c1LrYgP0sM8dHuJ6fEa3iRtXoCVbU"),
        ("+a7Kd0QmX2vB9zTfR1wYpL4nGsH6eUcJ8iVtMoZbSx/", "yW3tQ8rN5kLp0VzXbG7mHc2FjD9aSeUo4iTgRYuKq1M"),
    ],
)
def test_keys_that_a_test_makes_anew_are_no_difference(one: str, other: str) -> None:
    """However `+` and `/` cut them into words."""
    long, short = run(out=KEY.format(one)), run(out=KEY.format(other))
    assert alike(long, short)
    assert suspects([long], [short]) == []


def test_every_random_digest_is_like_every_other() -> None:
    """As base64 has them of SHA-256: but for the few in a thousand that have no digit."""
    chance = random.Random(7)
    digests = [base64.b64encode(chance.randbytes(32)).decode().rstrip("=") for _ in range(400)]
    odd = [one for one in digests if not alike(run(out=KEY.format(digests[0])), run(out=KEY.format(one)))]
    assert [one for one in odd if any(map(str.isdigit, one))] == []
    assert len(odd) <= 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("listAllThePodsOnNodeInTheCluster", "moveAllThePodsOnNodeInTheCluster"),
        ("/etc/letsencrypt/live/App1/fullchainNew", "/etc/letsencrypt/live/App1/fullchainOld"),
        ("/srv/Data/Releases/Current/shop/config", "/srv/Data/Releases/Earlier/shop/config"),
        ("SHA256:8xJ2mWqZ0aTgR4pLkYvN7sHdE1uCfBoIiX6tMzQbGwA", "SHA256:none"),
        ("8xJ2mWqZ0aTgR4pLkYvN7sHdE1uCfBoIiX6tMzQbGwA kept", "8xJ2mWqZ0aTgR4pLkYvN7sHdE1uCfBoIiX6tMzQbGwA removed"),
        ("averyveryverylongwordwithoutanydigitatall", "anotherverylongwordwithoutanydigitatallno"),
    ],
)
def test_a_path_or_a_word_is_a_difference_however_long(one: str, other: str) -> None:
    assert not alike(run(out=one), run(out=other))


def test_a_log_of_runs_is_read_as_far_as_it_goes() -> None:
    """A run that was cut off in the middle is left out."""
    whole = b"2\x00--place\x00x\x000\x00out\x00err\x00"
    assert said(whole + b"1\x00--help\x00") == [Said(("--place", "x"), "0", "out", "err")]
