"""Everything that holds for boxes holds for an ordinary user as well: the same tests once more, as nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.boxes import boxed
from tests.ordinary_user import Copy, as_nobody, readable_copy

pytestmark = boxed

CHOSEN = {
    "contract": "tests/contract/test_sandboxes.py",
    "box": "tests/integration/test_sandbox_box.py",
    "changes": "tests/integration/test_sandbox_changes.py",
    "hostile": "tests/integration/test_sandbox_hostile.py",
}


@pytest.fixture(scope="module")
def copied() -> Iterator[Copy]:
    """The tests where an ordinary user can read them."""
    with readable_copy(*CHOSEN.values()) as copy:
        yield copy


@pytest.mark.thorough
@as_nobody
@pytest.mark.parametrize("chosen", CHOSEN)
def test_as_an_ordinary_user(chosen: str, copied: Copy) -> None:
    """The suite of the port, the tests of this adapter and all hostile scripts pass for a user without any rights."""
    ended = copied.run(CHOSEN[chosen], *(("-k", "no_escape") if chosen == "hostile" else ()))
    assert ended.returncode == 0, ended.stdout[-6000:] + ended.stderr[-2000:]
    assert " passed" in ended.stdout
