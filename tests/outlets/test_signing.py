"""Signatures are those of Standard Webhooks, and a receiver that knows one of two keys is content."""

from __future__ import annotations

import pytest

from scriptsmith.outlets.signing import SIGNATURE, TIMESTAMP, genuine, key, signed

NOW, BODY = 1_614_265_330, b'{"test": 2432232314}'
SECRET, OTHER = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "another-secret-of-characters"


def test_the_signature_is_that_of_the_standard() -> None:
    """The example that libraries of the standard are tested with."""
    made = signed("msg_p5jXN8AQM9LWM0D4loKWxJek", NOW, BODY, [SECRET])
    assert made[SIGNATURE] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_while_keys_change_both_sign() -> None:
    made = signed("msg_1", NOW, BODY, [SECRET, OTHER])
    assert genuine(made, BODY, [SECRET], NOW)
    assert genuine(made, BODY, [OTHER], NOW)
    assert not genuine(made, BODY, ["a third one that nobody uses"], NOW)


@pytest.mark.parametrize(
    ("change", "body", "now"),
    [
        ({}, BODY + b" ", NOW),
        ({}, BODY, NOW + 301),
        ({}, BODY, NOW - 301),
        ({"webhook-id": "msg_2"}, BODY, NOW),
        ({TIMESTAMP: str(NOW + 1)}, BODY, NOW),
        ({TIMESTAMP: "soon"}, BODY, NOW),
        ({TIMESTAMP: "9" * 400}, BODY, NOW),
        ({SIGNATURE: ""}, BODY, NOW),
        ({"webhook-id": ""}, BODY, NOW),
    ],
)
def test_what_was_changed_or_is_old_is_not_genuine(change: dict[str, str], body: bytes, now: int) -> None:
    assert not genuine({**signed("msg_1", NOW, BODY, [SECRET]), **change}, body, [SECRET], now)


def test_a_key_is_base64_or_characters() -> None:
    assert key("whsec_AAEC") == b"\x00\x01\x02"
    assert key("abc") == b"abc"
    with pytest.raises(ValueError, match="base64"):
        key("whsec_!")
