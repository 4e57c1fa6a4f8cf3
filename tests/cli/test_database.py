"""The program with its state in PostgreSQL: prepared on request, secret in its address, and moved without loss."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import write_entry
from scriptsmith.cli.db import _pgvector
from scriptsmith.core.types import Entry, Evidence, Parameter, Script
from scriptsmith.testing.provider import Provider
from tests.databases import fresh, with_database

from .program import Program
from .state import GOOD, OTHER, user

pytestmark = with_database

KNOWING = 'case "${1:-}" in --colour) printf "%s\\n" "${2:-}" ;; esac\n'
WOOL = Entry(
    id="wind-wool",
    title="Wind the wool of a spindle",
    phrases=("wind wool onto a spindle", "wind the «wool»"),
    script=Script(text=GOOD + KNOWING),
    parameters=(Parameter(name="colour", type="text", option="--colour", default="grey"),),
    labels={"zone": "north", "area": "knitting"},
    evidence=(Evidence(kind="review", result="approved", detail="by ana"),),
    owner="ana",
)
SOCK = replace(WOOL, id="darn-sock", title="Darn a sock", phrases=("darn a sock",), parameters=())
TESTED = Evidence(
    kind="test", result="passed", detail="4 checks", at="2030-01-01T00:00:00+00:00", digest="d", version=1
)


def team(folder: Path, url: str) -> Program:
    """A user of the database at `url`, without the shipped entries."""
    return Program(folder, user(folder).environ | {"DATABASE_URL": url})


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


async def fill(folder: Path) -> None:
    """A catalogue with everything that one can hold: versions, evidence of each, a retired entry."""
    shelf = FolderCatalogue(folder)
    await shelf.publish(WOOL)
    await shelf.record(WOOL.id, TESTED)
    await shelf.record(WOOL.id, replace(TESTED, digest="e", result="failed"))
    await shelf.publish(replace(WOOL, version=3, script=Script(text=OTHER + KNOWING), test="true\n"))
    await shelf.record(WOOL.id, replace(TESTED, version=3))
    await shelf.publish(SOCK)
    await shelf.retire(SOCK.id)


async def test_a_catalogue_moves_into_the_database_and_back(tmp_path: Path) -> None:
    """What a folder holds, versions and evidence included, is there again byte for byte after the way back."""
    await fill(tmp_path / "there")
    program = team(tmp_path, fresh())
    done = program("catalogue", "import", "there", "--history", "--json")
    assert done.json["imported"] == ["darn-sock@1", "wind-wool@3"], done.stderr
    assert program("catalogue", "show", "wind-wool@1", "--script").stdout == GOOD + KNOWING
    assert program("catalogue", "import", "there", "--history", "--json").json["imported"] == []
    assert program("catalogue", "export", "back", "--history").status == 0
    assert tree(tmp_path / "back") == tree(tmp_path / "there")
    assert program("catalogue", "export", "back", "--history").status == 0
    assert tree(tmp_path / "back") == tree(tmp_path / "there")


async def test_newest_versions_move_as_between_folders(tmp_path: Path) -> None:
    """Without --history the same files leave a database as leave a folder with the same entries."""
    await fill(tmp_path / "catalogue")
    alone, together = user(tmp_path), team(tmp_path, fresh())
    assert alone("catalogue", "export", "one").status == 0
    assert together("catalogue", "import", "one").stderr == "imported 2 entries\n"
    assert together("catalogue", "export", "two").status == 0
    assert tree(tmp_path / "two") == tree(tmp_path / "one")


def test_an_import_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Entries of which one cannot be published are not in the database, not even the ones before it."""
    program = team(tmp_path, fresh())
    write_entry(tmp_path / "one" / "knitting" / WOOL.id, replace(WOOL, version=2))
    assert program("catalogue", "import", "one").status == 0
    for entry in (SOCK, WOOL):
        write_entry(tmp_path / "two" / "knitting" / entry.id, entry)
    done = program("catalogue", "import", "two")
    assert (done.status, done.stderr) == (1, "scriptsmith: wind-wool is already at version 2\n")
    assert [entry["id"] for entry in program("catalogue", "list", "--json").json["entries"]] == ["wind-wool"]


def test_runs_are_kept_in_the_database(tmp_path: Path) -> None:
    """A run is recorded there and nowhere else, and another machine of the team reads it."""
    url = fresh()
    one, other = tmp_path / "one", tmp_path / "other"
    for home in (one, other):
        home.mkdir()
    assert team(one, url)("forge", "knit a pullover").status == 4
    (run,) = team(other, url)("runs", "list", "--json").json["runs"]
    assert run["action"] == "knit a pullover"
    assert not (one / "runs").exists()


def test_a_database_is_prepared_on_request(tmp_path: Path) -> None:
    """Until `db upgrade` ran, commands say that it has to, `db status` fails, and nothing is made there."""
    url = fresh("template0")
    program = team(tmp_path, url)
    refused = program("catalogue", "list")
    assert (refused.status, refused.stdout) == (7, "")
    assert "run `scriptsmith db upgrade`" in refused.stderr
    before = program("db", "status", "--json")
    assert (before.status, before.json["applied"]) == (4, [])
    with psycopg.connect(url) as connection:
        assert connection.execute("select to_regnamespace('scriptsmith') is null").fetchone() == (True,)
    assert program("db", "upgrade", "--json").json["applied"] == before.json["waiting"]
    assert program("db", "upgrade").stderr == "the database is up to date\n"
    after = program("db", "status", "--json")
    assert (after.status, after.json["applied"], after.json["waiting"]) == (0, before.json["waiting"], [])
    assert program("db", "status").stdout.splitlines()[1].split()[:2] == ["applied", "0001"]
    assert program("catalogue", "list", "--json").json["entries"] == []


def test_vectors_are_embedded_shown_and_dropped(tmp_path: Path) -> None:
    """Two people who search share vectors; another embedder is asked for all by `--embed`, and then the old ones go."""
    url = fresh()
    homes = [tmp_path / "one", tmp_path / "other"]
    for home in homes:
        home.mkdir()
    write_entry(homes[0] / "two" / "knitting" / WOOL.id, WOOL)
    one, other = (team(home, url) for home in homes)
    assert one("catalogue", "import", "two").status == 0
    assert one("db", "vectors", "--json").json["held"] == []
    for program in (one, other):
        assert "wind-wool" in program("search", "twist yarn around a stick").stdout
    (held,) = one("db", "vectors", "--json").json["held"]
    assert (held["vectors"], held["dimension"]) == (1 + len(WOOL.phrases), 256)
    assert not list(tmp_path.rglob("*.npz"))
    with Provider() as provider:
        new = {"SCRIPTSMITH_EMBEDDER__MODEL": "http:small", "SCRIPTSMITH_EMBEDDER__BASE_URL": provider.url}
        changed = Program(homes[1], other.environ | new)
        assert changed("db", "vectors", "--embed").status == 0
        assert len(one("db", "vectors", "--json").json["held"]) == 2
        dropped = changed("db", "vectors", "--drop-others")
        assert dropped.stderr == "removed 3 vectors\n"
    (left,) = one("db", "vectors", "--json").json["held"]
    assert (left["vectors"], left["model"] != held["model"]) == (3, True)


def test_status_tells_of_pgvector(tmp_path: Path) -> None:
    """Status says whether pgvector is used, and after somebody made it that it is."""
    url = fresh()
    before = team(tmp_path, url)("db", "status")
    assert "pgvector can be used" in before.stderr
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("create extension vector")
    after = team(tmp_path, url)("db", "status")
    assert "pgvector is used" in after.stderr


def test_a_server_without_pgvector_is_told() -> None:
    """The sentence for a server that lacks it says what happens instead."""
    assert "compared in memory" in _pgvector(there=False, made=False)


def test_the_address_is_shown_nowhere(tmp_path: Path) -> None:
    """Neither the settings nor the failure to connect show the password, wherever the address comes from."""
    url = "postgresql://ana:hush@127.0.0.1:1/x"
    (tmp_path / "url").write_text(url + "\n")
    for environ in (
        {"DATABASE_URL": url},
        {"SCRIPTSMITH_DATABASE__URL": url},
        {"SCRIPTSMITH_DATABASE__URL_FILE": str(tmp_path / "url")},
    ):
        program = Program(tmp_path, environ)
        for arguments, status in (
            (["db", "status"], 7),
            (["catalogue", "list"], 7),
            (["config", "show", "--origin"], 0),
            (["config", "show", "--json"], 0),
        ):
            done = program(*arguments)
            assert done.status == status
            assert "hush" not in done.stdout + done.stderr


@pytest.mark.parametrize("url", ["mysql://ana@127.0.0.1/x", "sqlite:///x.db", ""])
def test_an_address_of_another_kind_is_not_ours(tmp_path: Path, url: str) -> None:
    """A DATABASE_URL that is no PostgreSQL belongs to another program: state stays in folders."""
    program = team(tmp_path, url)
    assert program("catalogue", "list").status == 0
    done = program("db", "status")
    assert (done.status, done.stdout) == (2, "")
    assert "set DATABASE_URL" in done.stderr


def test_folders_stay_where_they_are_asked_for(tmp_path: Path) -> None:
    """With database.storage set to folder an address changes nothing."""
    program = Program(
        tmp_path,
        user(tmp_path).environ
        | {"DATABASE_URL": "postgresql://127.0.0.1:1/x", "SCRIPTSMITH_DATABASE__STORAGE": "folder"},
    )
    assert program("catalogue", "list").status == 0


def test_the_embedded_database_needs_no_preparation(tmp_path: Path) -> None:
    """With no server named one is started, prepared and stopped again, and keeps what was recorded."""
    environ = {
        "SCRIPTSMITH_DATABASE__STORAGE": "postgres",
        "SCRIPTSMITH_PATHS__DATABASE": str(tmp_path / "pg"),
        "SCRIPTSMITH_PATHS__SEED": "false",
    }
    program = Program(tmp_path, environ)
    assert program("forge", "knit a pullover").status == 4
    assert not (tmp_path / "pg" / "data" / "postmaster.pid").exists()
    assert len(program("runs", "list", "--json").json["runs"]) == 1
    assert program("db", "status").status == 0


def test_doctor_tells_of_a_database_that_is_gone(tmp_path: Path) -> None:
    """It says so in a line of its report, and the other lines are there."""
    done = team(tmp_path, "postgresql://127.0.0.1:1/x")("doctor", "--json")
    assert done.status == 7
    (row,) = done.json["catalogue"]
    assert (row["name"], row["ok"]) == ("database", False)
    assert done.json["checkers"]


def test_who_needs_no_database_loads_no_client() -> None:
    """The composition root and the commands are there before anything of psycopg is imported."""
    code = "import sys, scriptsmith.wiring, scriptsmith.cli.db, scriptsmith.cli.catalogue; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
