"""`scriptsmith config`, as a process: what is set, where it comes from, and never a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from scriptsmith.schema import reference
from tests.caches import shared

from .program import Program

SECRET = "sk-Very-Secret-0123456789"


def rows(text: str) -> dict[str, list[str]]:
    """The lines of the table by setting, its head left out."""
    return {line.split()[0]: line.split()[1:] for line in text.splitlines()[1:]}


def test_every_setting_is_shown(tmp_path: Path) -> None:
    """Each documented setting is there with its default where nothing is set, for people and for programs."""
    program = Program(tmp_path)
    shown = program("config", "show")
    assert (shown.status, shown.stderr) == (0, "")
    assert list(rows(shown.stdout)) == [name for name, _, _ in reference()]
    document = program("config", "show", "--json").json
    assert document["schema_version"] == 1
    defaults = {name: {"value": default, "origin": "default"} for name, default, _ in reference()}
    of_tests = {"paths.cache": {"value": shared(), "origin": "SCRIPTSMITH_PATHS__CACHE"}}
    assert document["settings"] == defaults | of_tests


def test_each_value_is_shown_with_its_origin(tmp_path: Path) -> None:
    """User file, project file and environment are named beside what they set; warnings go to stderr alone."""
    config = tmp_path / ".config" / "scriptsmith" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('models.generator.model = "ollama:qwen"\npolicy.samples = 4\nnonsense = 1\n')
    project = tmp_path / ".scriptsmith.toml"
    project.write_text('policy.samples = 2\npolicy.max_refinements = 9\nmodels.generator.model = "openai:evil"\n')
    done = Program(tmp_path)("config", "show", "--origin", SCRIPTSMITH_POLICY__REUSE_PRECISION="0.9")
    assert done.status == 0
    table = rows(done.stdout)
    assert table["models.generator.model"] == ["ollama:qwen", str(config)]
    assert table["policy.samples"] == ["2", str(project)]
    assert table["policy.max_refinements"] == ["2", "default"]
    assert table["policy.reuse_precision"] == ["0.9", "SCRIPTSMITH_POLICY__REUSE_PRECISION"]
    assert len(done.stderr.splitlines()) == 3
    assert all(line.startswith("warning: ") for line in done.stderr.splitlines())
    assert "evil" not in done.stdout + done.stderr


def test_the_files_are_named(tmp_path: Path) -> None:
    """`config path` prints where settings are read from, and what does not exist; XDG folders are honoured."""
    done = Program(tmp_path)("config", "path", XDG_CONFIG_HOME=str(tmp_path / "xdg"))
    assert (done.status, done.stderr) == (0, "")
    assert f"user     {tmp_path / 'xdg' / 'scriptsmith' / 'config.toml'}  (does not exist)\n" in done.stdout
    assert "project  none" in done.stdout


@pytest.mark.parametrize(
    ("command", "environ", "words"),
    [
        (["config", "show"], {"SCRIPTSMITH_POLICY__SAMPLES": "0"}, "policy.samples (SCRIPTSMITH_POLICY__SAMPLES): "),
        (["runs", "list"], {"SCRIPTSMITH_CONFIG": "bad.toml"}, "bad.toml: "),
    ],
)
def test_settings_that_cannot_be_understood_are_exit_2(
    tmp_path: Path, command: list[str], environ: dict[str, str], words: str
) -> None:
    """One sentence names the origin and the setting, whatever the command."""
    (tmp_path / "bad.toml").write_text("policy = [")
    done = Program(tmp_path)(*command, **environ)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(f"scriptsmith: {words}")
    assert done.stderr.count("\n") == 1


def test_a_key_is_never_shown(tmp_path: Path) -> None:
    """Keys in variables, in files and even in the wrong setting appear in no output."""
    (tmp_path / "key").write_text(SECRET)
    role = "SCRIPTSMITH_MODELS__GENERATOR__"
    program = Program(tmp_path, {"OPENAI_API_KEY": SECRET, "MY_KEY": SECRET, f"{role}MODEL": "openai:small"})
    given = {"API_KEY": "MY_KEY", "API_KEY_FILE": str(tmp_path / "key"), "API_KEY_COMMAND": "cat key"}
    for form in ("--origin", "--json"):
        done = program("config", "show", form, **{role + key: value for key, value in given.items()})
        assert done.status == 0
        assert all(value in done.stdout for value in given.values())
        assert SECRET not in done.stdout + done.stderr
    done = program("config", "show", **{f"{role}API_KEY": SECRET})
    assert (done.status, done.stdout) == (2, "")
    assert SECRET not in done.stderr
