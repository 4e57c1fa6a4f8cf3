"""Settings: every layer, which one wins, what a project may do, and that no key is ever shown."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from scriptsmith.core.types import Risk
from scriptsmith.errors import BadSettings
from scriptsmith.schema import reference, variable
from scriptsmith.settings import Loaded, load, project_file, user_file
from scriptsmith.wiring import api_key, build, role_settings

SECRET = "sk-Very-Secret-0123456789"
NUMBERS = {"policy.reuse_precision": 0.5, "policy.samples": 3, "policy.max_refinements": 4, "limits.check_seconds": 7.5}


class Place:
    """A user file, a project folder and an environment, all empty at first."""

    def __init__(self, folder: Path) -> None:
        self.user = folder / "config" / "config.toml"
        self.project = folder / "project" / ".scriptsmith.toml"
        self.user.parent.mkdir()
        self.project.parent.mkdir()
        self.environ = {"SCRIPTSMITH_CONFIG": str(self.user)}

    def load(self, **flags: object) -> Loaded:
        return load(
            self.environ, {name.replace("__", "."): value for name, value in flags.items()}, self.project.parent
        )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def value(loaded: Loaded, name: str) -> object:
    """A setting by its dotted name."""
    found: object = loaded.settings
    for part in name.split("."):
        found = getattr(found, part)
    return found


def test_with_nothing_set_every_setting_is_its_default(place: Place) -> None:
    """Each documented setting has its documented default, says so, and draws no warning."""
    loaded = place.load()
    assert loaded.warnings == ()
    assert {name: value(loaded, name) for name, _, _ in reference()} == {name: d for name, d, _ in reference()}
    assert set(loaded.origins.values()) == {"default"}


@pytest.mark.parametrize("name", list(NUMBERS))
def test_each_layer_wins_over_the_one_below(place: Place, name: str) -> None:
    """Flag over environment over user file over default, and the origin names the layer that won."""
    section, key = name.split(".")
    place.user.write_text(f"[{section}]\n{key} = {NUMBERS[name]}\n")
    loaded = place.load()
    assert (value(loaded, name), loaded.origins[name]) == (NUMBERS[name], str(place.user))
    place.environ[variable(name)] = "1"
    loaded = place.load()
    assert (value(loaded, name), loaded.origins[name]) == (1, variable(name))
    loaded = load(place.environ, {name: NUMBERS[name]}, place.project.parent)
    assert (value(loaded, name), loaded.origins[name]) == (NUMBERS[name], "flag")


OTHERS = {
    "policy.assess_offers": "safe",
    "policy.form": "long",
    "local.program": "llama-server",
    "assess.direct": "always",
    "sandbox.engine": "docker",
    "database.storage": "folder",
    "models.generator.strategy": "plain",
    **{f"policy.{risk}": "block" for risk in get_args(Risk)},
}
"""Values for settings that take only certain words."""


def _other(default: object) -> str:
    """A value that is not `default` and that its setting takes."""
    if isinstance(default, bool):
        return str(not default)
    if isinstance(default, int):
        return str(default + 1)
    if isinstance(default, float):
        return str(default / 2)
    return "1" if default is None else "A_NAME"


@pytest.mark.parametrize("name", [name for name, _, _ in reference()])
def test_every_setting_can_come_from_the_environment(place: Place, name: str) -> None:
    """`SCRIPTSMITH_<SECTION>__<KEY>` reaches every setting that is documented."""
    default = dict((name, default) for name, default, _ in reference())[name]
    given = OTHERS.get(name) or _other(default)
    place.environ[variable(name)] = given
    loaded = place.load()
    assert loaded.origins[name] == variable(name)
    assert str(value(loaded, name)).lower().removesuffix(".0") == given.lower().removesuffix(".0")
    assert loaded.warnings == ()


@pytest.mark.parametrize(("mine", "projects", "counts"), [("notable", "safe", "safe"), ("off", "notable", "off")])
def test_a_project_lets_assessors_serve_less_and_never_more(
    place: Place, mine: str, projects: str, counts: str
) -> None:
    place.project.write_text(f'[policy]\nassess_offers = "{projects}"\n')
    loaded = load(place.environ, {"policy.assess_offers": mine}, place.project.parent)
    assert value(loaded, "policy.assess_offers") == counts


@pytest.mark.parametrize(
    ("name", "strict", "loose"),
    [
        ("policy.reuse_precision", 0.9, 0.1),
        ("policy.samples", 1, 9),
        ("policy.max_refinements", 0, 9),
        ("limits.check_seconds", 1.5, 99.0),
        ("policy.approvers_safe", 5, 1),
        ("policy.approval_hours", 1.5, 99.0),
    ],
)
def test_a_project_tightens_and_never_loosens(place: Place, name: str, strict: float, loose: float) -> None:
    """A project's number counts where it is stricter than even a flag; a looser one changes nothing and warns."""
    section, key = name.split(".")
    middle = {
        "policy.reuse_precision": 0.5,
        "policy.samples": 4,
        "policy.max_refinements": 4,
        "limits.check_seconds": 20,
        "policy.approvers_safe": 2,
        "policy.approval_hours": 20,
    }
    place.project.write_text(f"[{section}]\n{key} = {strict}\n")
    loaded = load(place.environ, {name: middle[name]}, place.project.parent)
    assert (value(loaded, name), loaded.origins[name]) == (strict, str(place.project))
    assert loaded.warnings == ()
    place.project.write_text(f"[{section}]\n{key} = {loose}\n")
    loaded = load(place.environ, {name: middle[name]}, place.project.parent)
    assert (value(loaded, name), loaded.origins[name]) == (middle[name], "flag")
    assert [str(place.project) in w and name in w and "loosen" in w for w in loaded.warnings] == [True]


@pytest.mark.parametrize(
    "line",
    [
        'models.generator.model = "openai:evil"',
        'models.generator.base_url = "http://evil.example/v1"',
        'models.generator.api_key_command = "touch /tmp/pwned"',
        'models.generator.api_key = "HOME"',
        'paths.catalogue = "/tmp"',
        "paths.seed = false",
    ],
)
def test_a_project_names_no_model_program_or_folder(place: Place, line: str) -> None:
    """What comes with a checked-out repository cannot redirect models, keys, programs or folders."""
    place.project.write_text(line + "\n")
    loaded = place.load()
    assert loaded.settings == load({}, None, place.user.parent).settings
    assert any("only tighten" in warning and line.split(" ")[0] in warning for warning in loaded.warnings)


def test_the_nearest_project_file_counts(place: Place) -> None:
    """A project file is found from any folder below it, and the nearest one is read."""
    place.project.write_text("policy.samples = 1\n")
    below = place.project.parent / "a" / "b"
    below.mkdir(parents=True)
    assert project_file(below) == place.project
    (below.parent / ".scriptsmith.toml").write_text("")
    assert project_file(below) == below.parent / ".scriptsmith.toml"


def test_unknown_settings_warn_with_their_origin(place: Place) -> None:
    """A name that does not exist is named with where it stands, and everything else still counts."""
    place.user.write_text("policy.smaples = 2\npolicy.samples = 2\n[polcy]\nsamples = 1\n")
    place.environ["SCRIPTSMITH_POLICY__SAMPELS"] = "3"
    loaded = place.load(policy__smplaes=4)
    assert loaded.settings.policy.samples == 2
    assert sorted(loaded.warnings) == sorted(
        [
            f"{place.user}: there is no setting 'policy.smaples'",
            f"{place.user}: there is no setting 'polcy.samples'",
            "SCRIPTSMITH_POLICY__SAMPELS: there is no setting 'policy.sampels'",
            "flag: there is no setting 'policy.smplaes'",
        ]
    )


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("policy.samples", "many"),
        ("policy.samples", "0"),
        ("policy.samples", "21"),
        ("policy.reuse_precision", "1.5"),
        ("policy.reuse_precision", "nan"),
        ("limits.check_seconds", "0"),
        ("limits.check_seconds", "inf"),
        ("models.assessor.timeout", "-1"),
        ("models.generator.temperature", "hot"),
        ("paths.seed", "perhaps"),
    ],
)
def test_a_bad_value_is_named_with_its_origin(place: Place, name: str, bad: str) -> None:
    """A value that makes no sense is one sentence with the setting and where it came from, in every layer."""
    with pytest.raises(BadSettings, match=rf"^{name} \(flag\): .") as caught:
        load(place.environ, {name: bad}, place.project.parent)
    assert "\n" not in str(caught.value)
    place.environ[variable(name)] = bad
    with pytest.raises(BadSettings, match=rf"^{name} \({variable(name)}\): ."):
        place.load()
    del place.environ[variable(name)]
    section, _, key = name.rpartition(".")
    place.user.write_text(f"[{section}]\n{key} = '{bad}'\n")
    with pytest.raises(BadSettings) as caught:
        place.load()
    assert str(caught.value).startswith(f"{name} ({place.user}): ")


def test_a_bad_value_of_a_project_is_named_too(place: Place) -> None:
    """A project's number that makes no sense is refused, not ignored."""
    place.project.write_text("policy.samples = 'few'\n")
    with pytest.raises(BadSettings) as caught:
        place.load()
    assert str(caught.value).startswith(f"policy.samples ({place.project}): ")


@pytest.mark.parametrize("content", [b"policy = [", b"\xff", b"a = 1\na = 2\n"])
def test_a_file_that_cannot_be_read_is_named(place: Place, content: bytes) -> None:
    """A file that is not TOML, or not text, is one sentence with its name."""
    place.user.write_bytes(content)
    with pytest.raises(BadSettings, match=r"config\.toml: "):
        place.load()
    place.user.unlink()
    place.user.mkdir()
    with pytest.raises(BadSettings, match=r"could not read .*config\.toml: Is a directory"):
        place.load()


def test_the_user_file_can_be_named(tmp_path: Path) -> None:
    """`SCRIPTSMITH_CONFIG` names the user's settings file; without it the platform says where it is."""
    assert user_file({"SCRIPTSMITH_CONFIG": "/x/y.toml"}) == Path("/x/y.toml")
    assert user_file({}).parts[-2:] == ("scriptsmith", "config.toml")


def test_well_known_names_are_honoured(place: Place) -> None:
    """`OPENAI_BASE_URL` and `OPENAI_API_KEY` serve OpenAI models that have no setting of their own, and no others."""
    place.environ |= {"OPENAI_BASE_URL": "http://localhost:1/v1", "OPENAI_API_KEY": SECRET}
    place.environ["SCRIPTSMITH_MODELS__GENERATOR__MODEL"] = "openai:small"
    place.environ["SCRIPTSMITH_MODELS__ASSESSOR__MODEL"] = "ollama:small"
    loaded = place.load()
    assert loaded.settings.models.generator.base_url == "http://localhost:1/v1"
    assert loaded.origins["models.generator.base_url"] == "OPENAI_BASE_URL"
    assert loaded.settings.models.assessor.base_url == ""
    assert api_key("generator", loaded.settings.models.generator, place.environ) == SECRET
    assert api_key("assessor", loaded.settings.models.assessor, place.environ) == ""
    place.environ["SCRIPTSMITH_MODELS__GENERATOR__BASE_URL"] = "http://localhost:2/v1"
    assert place.load().settings.models.generator.base_url == "http://localhost:2/v1"


def test_roles_inherit_the_generator(place: Place) -> None:
    """Assessor and refiner are the generator, with all of its settings, until they name a model."""
    place.environ["SCRIPTSMITH_MODELS__GENERATOR__MODEL"] = "ollama:big"
    place.environ["SCRIPTSMITH_MODELS__ASSESSOR__MODEL"] = "ollama:small"
    roles = role_settings(place.load().settings)
    assert {role: chosen.model for role, chosen in roles.items()} == {
        "generator": "ollama:big",
        "assessor": "ollama:small",
        "refiner": "ollama:big",
    }


def test_a_model_that_judges_its_own_work_draws_a_warning(place: Place) -> None:
    """The same model as generator and assessor warns; two different ones do not."""
    place.environ["SCRIPTSMITH_MODELS__GENERATOR__MODEL"] = "ollama:big"
    assert any("same model (ollama:big)" in w for w in build(place.load(), place.environ).warnings)
    place.environ["SCRIPTSMITH_MODELS__ASSESSOR__MODEL"] = "ollama:small"
    assert build(place.load(), place.environ).warnings == []


def test_a_key_comes_from_a_variable_a_file_or_a_command(place: Place, tmp_path: Path) -> None:
    """Each way of naming a key gives the key, without the white space around it."""
    (tmp_path / "key").write_text(f" {SECRET}\n")
    ways = {
        "API_KEY": "MY_KEY",
        "API_KEY_FILE": str(tmp_path / "key"),
        "API_KEY_COMMAND": f"cat '{tmp_path / 'key'}'",
    }
    for key, given in ways.items():
        environ = {**place.environ, "MY_KEY": SECRET, f"SCRIPTSMITH_MODELS__GENERATOR__{key}": given}
        chosen = load(environ, None, place.project.parent).settings.models.generator
        assert api_key("generator", chosen, environ) == SECRET


@pytest.mark.parametrize(
    ("key", "given", "words"),
    [
        ("API_KEY", "MY_KEY", r"models\.generator\.api_key names the variable MY_KEY, which is not set"),
        ("API_KEY_FILE", "/nowhere/key", r"models\.generator\.api_key_file /nowhere/key cannot be read"),
        (
            "API_KEY_COMMAND",
            f"sh -c 'echo {SECRET}; exit 1'",
            r"models\.generator\.api_key_command did not print a key",
        ),
        ("API_KEY_COMMAND", "true", r"models\.generator\.api_key_command did not print a key"),
        ("API_KEY_COMMAND", "/nowhere/program", r"models\.generator\.api_key_command did not print a key"),
        ("API_KEY_COMMAND", "'", r"models\.generator\.api_key_command did not print a key"),
    ],
)
def test_a_reference_that_leads_nowhere_is_told_without_the_key(place: Place, key: str, given: str, words: str) -> None:
    """A key that cannot be had is one sentence that names the setting, and holds no secret."""
    environ = {**place.environ, f"SCRIPTSMITH_MODELS__GENERATOR__{key}": given}
    chosen = load(environ, None, place.project.parent).settings.models.generator
    with pytest.raises(BadSettings, match=words) as caught:
        api_key("generator", chosen, environ)
    assert SECRET not in str(caught.value)


def test_a_key_in_the_place_of_its_name_is_refused_and_not_shown(place: Place) -> None:
    """Who puts the key itself where its variable belongs is told so, and the key is not repeated."""
    place.environ["SCRIPTSMITH_MODELS__GENERATOR__API_KEY"] = SECRET
    with pytest.raises(BadSettings, match="name of an environment variable") as caught:
        place.load()
    assert SECRET not in str(caught.value)


def test_loading_does_not_change_the_environment(place: Place) -> None:
    """The environment that was handed over is left as it was."""
    before = dict(place.environ)
    place.load()
    assert place.environ == before
