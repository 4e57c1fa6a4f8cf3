"""The parts of the model adapter that need no server: settings, quotations, answers, waits."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from scriptsmith.adapters.model_errors import QUOTED, quoted, retry_after
from scriptsmith.adapters.model_exchange import unbroken
from scriptsmith.adapters.model_spec import ModelSpec, without_password
from scriptsmith.adapters.structured_output import fits
from scriptsmith.errors import BadSettings

YES = '{"reason": "it does", "verdict": "yes"}'
REQUIRED = {"required": ["reason", "verdict"]}


def spec(**more: object) -> ModelSpec:
    """A specification that makes sense, except for what is given."""
    settings = {"role": "generator", "model": "openai-compatible:small", "base_url": "http://127.0.0.1:1/v1", **more}
    return ModelSpec(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"model": "gpt"}, "provider:model"),
        ({"model": "ollama:"}, "provider:model"),
        ({"base_url": "localhost:11434"}, "models.generator.base_url"),
        ({"base_url": "ftp://x/v1"}, "models.generator.base_url"),
        ({"base_url": "http://[::1/v1"}, "models.generator.base_url"),
        ({"base_url": ""}, "models.generator.base_url"),
        ({"api_key": "sk-secret\n"}, "models.generator.api_key"),
        ({"attempts": 0}, "attempts"),
        ({"timeout": 0}, "timeout"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object], words: str) -> None:
    """A specification that cannot work is a `BadSettings` that names the setting and never the key."""
    with pytest.raises(BadSettings, match=words) as caught:
        spec(**wrong)
    assert "sk-secret" not in str(caught.value)


def test_a_specification_does_not_show_its_key() -> None:
    """The key is not in the representation of a specification."""
    assert "sk-secret" not in repr(spec(api_key="sk-secret"))


@given(st.text(), st.text(alphabet="abcdefghijkl", min_size=8))
def test_quoted_words_are_safe_to_print(noise: str, key: str) -> None:
    """A quotation is one short printable line without the key, whatever a server sends."""
    line = quoted(f"{noise}{key}{noise}", spec(api_key=key))
    assert len(line) <= QUOTED
    assert line.isprintable()
    assert key not in line


@given(st.text(alphabet=st.characters()))
def test_unbroken_text_can_be_stored(text: str) -> None:
    """What comes out can be encoded, and text without lone surrogates is unchanged."""
    clean = unbroken(text)
    clean.encode()
    assert clean == text or any("\ud800" <= letter <= "\udfff" for letter in text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (YES, True),
        (f"```json\n{YES}\n```", True),
        (f"Here you are: {YES}", True),
        ('{"verdict": "yes"}', False),
        ("yes", False),
        ("", False),
        ("}{", False),
        ("[" * 100_000, False),
        ("{" + '"a":{' * 100_000 + "}" * 100_001, False),
    ],
)
def test_an_answer_fits_when_it_has_the_required_keys(text: str, expected: bool) -> None:
    """Fences and words around the object do not matter, missing keys do, and no text is too odd."""
    assert fits(text, REQUIRED) is expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-1", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("", None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(told: str, expected: float | None) -> None:
    """Seconds and dates are understood, a past one means now, nonsense means nothing."""
    assert retry_after({"Retry-After": told}) == expected


def test_a_retry_after_in_the_future_is_that_far_away() -> None:
    """A date is turned into the seconds until then."""
    assert (retry_after({"retry-after": "Fri, 31 Dec 2100 23:59:59 GMT"}) or 0) > 1e9


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://me:pw@host:1/v1", "http://host:1/v1"),
        ("https://host/v1?key=secret", "https://host/v1"),
        ("http://host?key=secret", "http://host"),
        ("nonsense", "nonsense"),
    ],
)
def test_an_address_is_shown_without_secrets(url: str, shown: str) -> None:
    """User name, password and query do not appear in messages."""
    assert without_password(url) == shown


@pytest.mark.parametrize(
    ("model", "base_url", "endpoint"),
    [
        ("ollama:qwen3:8b", "", "http://localhost:11434/v1"),
        ("llama.cpp:x", "", "http://localhost:8080/v1"),
        ("openai:gpt-x", "", "https://api.openai.com/v1"),
        ("openai-chat:gpt-x", "https://gateway/v1", "https://gateway/v1"),
        ("someone:x", "https://gateway/v1", "https://gateway/v1"),
        ("anthropic:x", "https://gateway/v1", ""),
        ("deepseek:x", "", ""),
    ],
)
def test_a_specification_knows_where_to_ask(model: str, base_url: str, endpoint: str) -> None:
    """Local servers and OpenAI have an address of their own; an address means Chat Completions, for most."""
    assert spec(model=model, base_url=base_url).endpoint == endpoint
