"""`models`: adding, listing, serving and stopping models, and a run on one of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scriptsmith.adapters.local_models.smith import BASE
from scriptsmith.core.small_drafts import caution
from scriptsmith.testing import PlayedAnswer, Provider, canned
from scriptsmith.testing.llama_server import install
from scriptsmith.testing.model_files import tiny_gguf, write_tiny

from .program import Program, at_terminal, models


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A user with a pretended llama-server on the PATH and a cache of their own."""
    environ = {
        "PATH": f"{install(tmp_path / 'bin')}:{os.environ['PATH']}",
        "SCRIPTSMITH_PATHS__CACHE": str(tmp_path / "cache"),
        "SCRIPTSMITH_LOCAL__PROGRAM": "llama-server",
    }
    made = Program(tmp_path, environ)
    yield made
    assert made("models", "stop", "--all").status == 0


def test_a_model_goes_from_a_file_to_a_run(program: Program, tmp_path: Path) -> None:
    """Added, shown, asked by a run, listed with its server, stopped: stdout has what was asked for and nothing else."""
    added = program("models", "add", str(write_tiny(tmp_path / "tiny.gguf")))
    assert (added.status, added.stdout) == (0, "tiny\n")
    assert "export SCRIPTSMITH_MODELS__GENERATOR__MODEL=local:tiny" in added.stderr
    shown = program("models", "show", "tiny", "--json").json
    assert (shown["architecture"], shown["context"], shown["server"]) == ("llama", 2048, None)
    run = program("forge", "frobnicate the flux capacitor", "--generator", "local:tiny", "--no-input")
    assert "df -h" in run.stdout
    (row,) = program("models", "list", "--json").json["models"]
    assert (row["name"], row["server"]["ready"], row["digest"]) == ("tiny", True, shown["digest"])
    served = program("models", "serve", "tiny", "--json").json
    assert served["pid"] == row["server"]["pid"]
    assert Path(served["key_file"]).stat().st_mode & 0o777 == 0o600
    assert program("models", "stop", "tiny").status == 0
    assert program("models", "stop", "tiny").status == 8
    assert "-" in program("models", "list").stdout


def with_the_base(program: Program, tmp_path: Path) -> None:
    """The user has fetched the base of the small generator, as far as the file beside it tells."""
    program.environ["SCRIPTSMITH_PATHS__MODELS"] = str(tmp_path / "models")
    (tmp_path / "models").mkdir()
    write_tiny(tmp_path / "models" / f"{BASE.name}.gguf")
    (tmp_path / "models" / f"{BASE.name}.json").write_text(json.dumps({"sha256": BASE.digest}))


def test_with_nothing_configured_the_small_generator_drafts_and_says_so(program: Program, tmp_path: Path) -> None:
    """Its draft waits for a person, marked wherever it is shown, and nobody has assessed it: it is not verified."""
    with_the_base(program, tmp_path)
    done = program("forge", "frobnicate the flux capacitor", "--no-input")
    assert (done.status, "df -h" in done.stdout) == (4, True)
    assert f"  {caution()}\n" in done.stderr
    assert "nobody assessed it" in done.stderr
    document = program("forge", "frobnicate the flux capacitor", "--no-input", "--json").json
    assert (document["outcome"], document["draft_model"]) == ("unsure", "local:smith")
    assert document["caution"] == caution()
    assert f"written by: {caution()}\n" in program("review", "show", document["run"]).stdout
    rows = program("models", "list", "--json").json["models"]
    assert [(row["name"], bool(row["server"])) for row in rows] == [(BASE.name, False), ("smith", True)]
    assert "its base was fetched" in program("config", "show", "--origin").stdout
    assert caution() in program("doctor").stdout
    assert program("models", "stop", "smith").status == 0


def test_with_another_assessor_its_draft_may_be_verified_and_stays_marked(program: Program, tmp_path: Path) -> None:
    """A better judge's yes counts as for any draft; who wrote it is still said."""
    with_the_base(program, tmp_path)
    with Provider() as provider:
        chosen = {key: value for key, value in models(provider).items() if "ASSESSOR" in key}
        chosen["SCRIPTSMITH_MODELS__GENERATOR__MODEL"] = "local:smith"
        document = program("forge", "frobnicate the flux capacitor", "--no-input", "--json", **chosen).json
    assert document["outcome"] == "verified"
    assert document["caution"] == caution()


def test_fetching_says_what_it_is_and_that_it_is_there(program: Program, tmp_path: Path) -> None:
    """A second fetch changes nothing, and either says how far the model is to be trusted."""
    with_the_base(program, tmp_path)
    done = program("models", "fetch")
    assert (done.status, done.stdout) == (0, "local:smith\n")
    assert "it is here already" in done.stderr
    assert f"what it writes is {caution()}" in done.stderr
    assert "is not what was added" in program("models", "show", "smith").stderr  # its digest is looked at anew


def test_doctor_measures_a_local_model(program: Program, tmp_path: Path) -> None:
    """With --try it says how fast the model reads and writes, once for all roles that it plays; a broken one is told."""
    path = write_tiny(tmp_path / "tiny.gguf")
    done = program("doctor", "--try", "--json", SCRIPTSMITH_MODELS__GENERATOR__MODEL=f"local:{path}")
    rows = {row["name"]: row for row in done.json["models"]}
    assert set(rows) == {"generator", "assessor", "refiner"}
    assert re.search(
        r"reads \d+ and writes [\d.]+ tokens a second: a question of 1,000 tokens", rows["generator"]["says"]
    )
    assert rows["refiner"]["says"] == rows["generator"]["says"]
    path.write_text("no model")
    done = program("doctor", "--try", "--json", SCRIPTSMITH_MODELS__GENERATOR__MODEL=f"local:{path}")
    assert done.status == 7
    assert "is not a GGUF file" in done.json["models"][0]["says"]


def test_a_terminal_shows_tokens_and_seconds(tmp_path: Path) -> None:
    """While a model reads and writes, the line of progress says which one, how many tokens and for how long."""
    with Provider(lambda request: PlayedAnswer(text=canned(request), seconds=0.02)) as provider:
        chosen = {**models(provider), "TERM": "xterm", "COLUMNS": "120"}
        shown = at_terminal(tmp_path, "frobnicate the flux capacitor", **chosen).shown
    assert re.search(r"drafting.*: the generator has written \d+ tokens, \d+ s", shown)
    assert re.search(r"the assessor has written \d+ tokens", shown)


def test_a_server_of_a_path_is_listed_too(program: Program, tmp_path: Path) -> None:
    """A model need not be added to be served."""
    path = write_tiny(tmp_path / "elsewhere.gguf")
    assert program("models", "serve", str(path)).status == 0
    (row,) = program("models", "list", "--json").json["models"]
    assert (row["name"], row["path"]) == ("", str(path))


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("add", "gone.gguf"), 2, "there is no file and no folder"),
        (("add", "cut.gguf"), 2, "cut.gguf is truncated"),
        (("add", "text.gguf"), 2, "text.gguf is not a GGUF file"),
        (("serve", "cut.gguf"), 7, "cut.gguf is truncated"),
        (("serve", "nobody"), 7, "no model is called 'nobody'"),
        (("show", "nobody"), 8, "there is no model 'nobody'"),
        (("stop",), 2, "name one model, or give --all"),
        (("stop", "nobody"), 8, "no server of 'nobody' runs"),
    ],
)
def test_what_does_not_work_is_one_sentence(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], status: int, words: str
) -> None:
    (tmp_path / "cut.gguf").write_bytes(tiny_gguf()[:-9])
    (tmp_path / "text.gguf").write_text("not a model\n")
    done = program("models", *arguments)
    assert (done.status, done.stdout) == (status, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_changed_file_is_noticed(program: Program, tmp_path: Path) -> None:
    """The digest that was written down when a model was added is compared with the file that is there."""
    program("models", "add", str(write_tiny(tmp_path / "tiny.gguf")))
    path = Path(program("models", "show", "tiny", "--json").json["path"])
    path.write_bytes(tiny_gguf()[:-1] + b"\2")
    done = program("models", "show", "tiny")
    assert done.status == 2
    assert "is not what was added" in done.stderr


def test_a_run_that_its_model_fails_can_be_resumed(program: Program, tmp_path: Path) -> None:
    """A server that does not start ends the command with 7; once it does, the run goes on where it was."""
    path = write_tiny(tmp_path / "tiny.gguf")
    fails = Path(f"{path}.fails")
    fails.write_text("0.3 E ggml_aligned_malloc: insufficient memory")
    chosen = {"SCRIPTSMITH_MODELS__GENERATOR__MODEL": f"local:{path}"}
    done = program("forge", "frobnicate the flux capacitor", "--no-input", **chosen)
    assert done.status == 7
    assert "there is not enough memory for tiny.gguf: close something" in done.stderr
    fails.unlink()
    (run,) = program.runs()
    assert "df -h" in program("runs", "resume", run, **chosen).stdout
