"""Which embedder the settings mean, where its vectors go, and how long work is shown."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scriptsmith.adapters.embedding.http import HttpEmbedder
from scriptsmith.adapters.embedding.local import LocalEmbedder
from scriptsmith.adapters.embedding.onnx import OnnxEmbedder
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.cli.output import bar
from scriptsmith.errors import BadSettings, ModelError
from scriptsmith.ports import Embedder
from scriptsmith.settings import load
from scriptsmith.testing import Fault, Provider
from scriptsmith.wiring import build, cache_folder, embedder

SECRET = "sk-Very-Secret-0123456789"


def chosen(folder: Path, environ: dict[str, str] | None = None, **flags: Any) -> Embedder:
    """The embedder with these settings."""
    environ = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml")} | (environ or {})
    loaded = load(environ, {f"embedder.{name}": value for name, value in flags.items()}, folder)
    return embedder(loaded.settings, environ)


@pytest.mark.parametrize(
    ("flags", "kind", "name"),
    [
        ({"model": "openai:small"}, HttpEmbedder, "openai:small"),
        ({"model": "ollama:small"}, HttpEmbedder, "ollama:small@http://localhost:11434/v1"),
        (
            {"model": "http:small", "base_url": "http://h.example/v1"},
            HttpEmbedder,
            "openai-compatible:small@http://h.example/v1",
        ),
        (
            {"model": "http", "base_url": "http://h.example/v1"},
            HttpEmbedder,
            "openai-compatible:default@http://h.example/v1",
        ),
        ({"model": "sentence-transformers:a/b"}, LocalEmbedder, "sentence-transformers:a/b"),
        ({"model": "onnx:/nowhere/model"}, OnnxEmbedder, "onnx:/nowhere/model"),
    ],
)
def test_a_setting_names_an_embedder(tmp_path: Path, flags: dict[str, Any], kind: type, name: str) -> None:
    """Each form of `embedder.model` is the embedder of its kind, and nothing is asked or loaded for that."""
    found = chosen(tmp_path, **flags)
    assert type(found) is kind
    assert found.model == name


def test_the_shipped_embedder_is_the_default(tmp_path: Path) -> None:
    """With nothing set it is the one in the package."""
    assert type(chosen(tmp_path)) is StaticEmbedder


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"model": "minilm"}, r"embedder\.model is 'minilm'"),
        ({"model": "http:small"}, r"embedder\.base_url must say where the server is"),
        ({"model": "http:small", "base_url": "h.example"}, r"embedder\.base_url is not an address"),
        ({"model": "onnx:"}, r"embedder\.model is 'onnx:'"),
        ({"model": "sentence-transformers"}, r"embedder\.model is 'sentence-transformers'"),
        ({"model": "openai:small", "api_key": "MY_KEY"}, r"embedder\.api_key names the variable MY_KEY"),
        (
            {"model": "openai:small", "api_key_file": "/nowhere/key"},
            r"embedder\.api_key_file /nowhere/key cannot be read",
        ),
        ({"model": "openai:small", "api_key_command": "true"}, r"embedder\.api_key_command did not print a key"),
        ({"model": "openai:small", "api_key": SECRET}, "name of an environment variable"),
        ({"dimensions": -1}, r"embedder\.dimensions"),
    ],
)
def test_settings_that_make_no_sense_are_told(tmp_path: Path, flags: dict[str, Any], words: str) -> None:
    """A setting that leads nowhere is one sentence that names it, and never holds a key."""
    with pytest.raises(BadSettings, match=words) as caught:
        chosen(tmp_path, **flags)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("flags", "environ"),
    [
        ({"api_key": "MY_KEY"}, {"MY_KEY": SECRET}),
        ({"api_key_command": f"echo {SECRET}"}, {}),
        ({}, {"OPENAI_API_KEY": SECRET}),
    ],
)
async def test_the_key_and_the_address_are_found_as_for_roles(
    tmp_path: Path, flags: dict[str, Any], environ: dict[str, str]
) -> None:
    """A variable, a command and the well-known names give key and address, and no message shows the key."""
    with Provider(["ok", Fault.status(401, error=f"who is {SECRET}?")]) as provider:
        found = chosen(tmp_path, environ | {"OPENAI_BASE_URL": provider.url}, model="openai:small", **flags)
        assert isinstance(found, HttpEmbedder)
        async with found:
            await found.embed(["x"])
            with pytest.raises(ModelError, match="refused the key") as caught:
                await found.embed(["x"])
    assert provider.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in str(caught.value)


async def test_an_app_has_one_embedder_and_a_store_for_it(tmp_path: Path) -> None:
    """The app's embedder is built once, its vectors lie in the folder that `paths.cache` names, and it is closed."""
    with Provider() as provider:
        environ = {"SCRIPTSMITH_CONFIG": str(tmp_path / "none.toml"), "SCRIPTSMITH_PATHS__CACHE": str(tmp_path / "c")}
        flags = {"embedder.model": "http:small", "embedder.base_url": provider.url}
        async with build(load(environ, flags, tmp_path), environ) as app:
            assert app.embedder() is app.embedder()
            kept = await app.meanings().kept(["stop nginx", "disk full"])
            assert (await kept.near(await app.meanings().of("disk full"), np.zeros(0, np.intp)))[1].shape == (2,)
    assert [path.parent.name for path in (tmp_path / "c").rglob("*.npz")] == ["vectors"]


def test_vectors_are_kept_in_the_user_cache(tmp_path: Path) -> None:
    """Without a setting the cache is the user's folder for caches."""
    environ = {"SCRIPTSMITH_CONFIG": str(tmp_path / "none.toml")}
    assert "scriptsmith" in str(cache_folder(load(environ, None, tmp_path).settings)).lower()


def test_a_bar_is_silent_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody watches nothing is drawn."""
    with bar("Embedding the catalogue") as told:
        told(0, 10)
        told(10, 10)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("calls", "drawn"), [("told(0, 40); told(17, 40)", True), ("pass", False)])
def test_a_bar_shows_how_far_it_is(calls: str, drawn: bool) -> None:
    """On a terminal the bar says what is done and how much of it, on stderr; told nothing it draws nothing."""
    program = f"from scriptsmith.cli.output import bar\nwith bar('Embedding the catalogue') as told: {calls}"
    ours, theirs = pty.openpty()
    environ = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    subprocess.run([sys.executable, "-c", program], stderr=theirs, env=environ, check=True, capture_output=False)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # a terminal that is closed at the other end
        pass
    os.close(ours)
    assert (b"Embedding the catalogue" in shown) == (b"17/40" in shown) == drawn
    assert drawn or shown == b""
