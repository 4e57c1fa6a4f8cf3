"""Which tests of a find have held when it comes to its action."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "script",
    [
        "find . -delete -name '*.tmp'",
        "find . -name '*.tmp' -o -delete",
        "find . -name '*.tmp' , -delete",
        "find * -maxdepth 0 -name b -prune -o -exec rm -rf {} \\;",
        "find . -name keep -prune -o -delete",
        "find . ! -name keep -delete",
        "find . -not -path './.git/*' -exec rm -rf {} +",
        "find . \\( -name '*.tmp' -o -type f \\) -delete",
        "find . ! \\( -name a -o -name b \\) -delete",
        "find . -name '*' -delete",
        "find . -type f | xargs rm -rf",
        "find . -name a -o -print0 | xargs -0 rm -rf",
        "find / -type f -perm 0777 -print -exec chmod 755 {} \\;",
        "find / \\( -perm -2 -o -type f \\) -exec chmod 755 {} +",
        "find /etc -type f -exec chown bob {} +",
        "find / -type d -print0 | xargs -0 chmod g+w",
        "chgrp staff $(find /usr -perm 600)",
        "rm -rf $(find . -type f)",
    ],
)
def test_an_action_that_nothing_narrows_is_dangerous(script: str) -> None:
    """Tests of another alternative, tests behind the action and tests that leave nearly everything do not count."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        "find . -name '*.tmp' -delete",
        "find . -type f \\( -name '*.tmp' -o -name '*.bak' \\) -delete",
        "find . -name .git -prune -o -name '*.orig' -delete",
        "find . -name '*.tmp' -print -delete",
        "find . -type f -name '*.log' ! -name 'keep*' -mtime +7 -delete",
        "find . -name a -o -name b | xargs rm -f",
        "find . ! -user root -mtime +7 -delete",
        "find . -type f -exec grep -l x {} + | xargs -r ls",
        "find . -perm 0777 -exec chmod 755 {} +",
        "find / -perm -2 -o -name x -exec chmod 755 {} +",
        "find / -name backup.sh -exec chmod 755 {} +",
        "find / -user 1001 -exec chown bob {} +",
        "find / -perm 0777 -ls",
        "find / -xdev -perm -4000 -print0 | xargs -0 ls -l",
        "find /srv/app -type f | grep cache | xargs chmod 644",
    ],
)
def test_a_narrowed_action_and_a_look_stay_unflagged(script: str) -> None:
    """What a test before the action leaves is what it speaks of."""
    assert analyse(script).risk in ("safe", "notable")
