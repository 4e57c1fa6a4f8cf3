"""What a function is fed is read at each call: two texts for the same function are two things done."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "script",
    [
        "sql() { psql -d shop \"$@\"; }\nsql -At <<'X'\nSELECT 1;\nX\nsql -At <<'X'\nDROP TABLE orders;\nX\n",
        "sql() { psql -d shop \"$@\"; }\na=$(sql <<<'SELECT 1')\nb=$(sql <<<'DROP TABLE orders')\necho \"$a$b\"\n",
        "sql() { psql -d shop; }\necho 'SELECT 1' | sql\necho 'DROP TABLE orders' | sql\n",
        "each() { xargs rm -rf --; }\nfind /var/tmp/own -name '*.tmp' | each\nls /srv | each\n",
        "for text in 'SELECT 1' 'DROP TABLE orders'; do psql shop <<<\"$text\"; done\n",
    ],
)
def test_what_a_later_call_is_fed_is_seen(script: str) -> None:
    assert analyse(script).risk in ("dangerous", "unanalysable")


def test_the_same_input_twice_is_told_once() -> None:
    script = "sql() { psql -d shop \"$@\"; }\nsql <<<'DROP TABLE orders'\nsql <<<'DROP TABLE orders'\n"
    assert len(analyse(script).findings) == 1
