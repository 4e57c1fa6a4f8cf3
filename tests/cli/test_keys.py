"""`keys` and `audit`: who may use the service, and the record of what they did."""

from __future__ import annotations

import getpass
import json
import re
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.postgres.audit import PostgresAudit
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.people import PostgresPeople
from scriptsmith.core.audit import AuditNote
from tests.databases import fresh, with_database

from .program import Program

pytestmark = with_database

KEY = re.compile(r"ssk_([0-9a-f]{10})_[A-Za-z0-9_-]{43}")


@pytest.fixture
def url() -> str:
    return fresh()


@pytest.fixture
def program(tmp_path: Path, url: str) -> Program:
    return Program(tmp_path, {"DATABASE_URL": url})


def test_a_key_stands_alone_on_stdout(program: Program) -> None:
    """A script can take it as it is; what there is to say of it goes to stderr, without the key."""
    done = program("keys", "create", "--role", "requester", "--role", "reviewer", "--name", "ana")
    assert done.status == 0
    matched = KEY.fullmatch(done.stdout.removesuffix("\n"))
    assert matched
    assert matched[0] not in done.stderr
    assert f"key {matched[1]} for ana: requester, reviewer; it expires " in done.stderr
    (row,) = program("keys", "list", "--json").json["keys"]
    assert (row["id"], row["name"], row["roles"]) == (matched[1], "ana", ["requester", "reviewer"])
    assert (row["standing"], row["revoked"]) == ("valid", None)
    shown = program("keys", "list").stdout
    assert matched[1] in shown
    assert matched[0] not in shown


def test_a_user_of_the_server_is_told_from_the_holder_of_a_key(program: Program) -> None:
    """Whoever makes a key by the command line is in the audit as somebody that no holder of a key may be called."""
    assert program("keys", "create", "--role", "admin", "--name", "ana").status == 0
    (record,) = program("audit", "list", "--json").json["records"]
    who = record["who"]
    assert (who, record["way"]) == (f"{getpass.getuser()} (on the server)", "local")
    for name in (who, "root"):
        refused = program("keys", "create", "--role", "admin", "--name", name)
        assert (refused.status, "choose another name" in refused.stderr) == (2, True)


def test_keys_without_a_name_are_different_people(program: Program) -> None:
    """Each gets a name of its own, so that one can ask and another can approve."""
    keys = [program("keys", "create", "--role", "admin", "--expires", "never", "--json").json for _ in range(2)]
    assert [key["name"] for key in keys] == [f"key-{key['id']}" for key in keys]
    assert [key["expires"] for key in keys] == [None, None]
    assert all(KEY.fullmatch(key["key"]) for key in keys)


async def test_a_revoked_key_stays_in_the_list(program: Program, url: str) -> None:
    """Revoking ends it, twice does no harm, and one id that is not known revokes none of those beside it."""
    database = Database(url)
    made = [await PostgresPeople(database).create_key("ana", ["reviewer"], hours=1, by="root") for _ in range(2)]
    await database.aclose()
    ids = [info.id for _, info in made]
    done = program("keys", "revoke", ids[0], "nope", ids[1])
    assert (done.status, done.stdout) == (8, "")
    assert "there is no key 'nope'" in done.stderr
    assert program("keys", "revoke", ids[1], ids[1]).status == 0
    assert [row["standing"] for row in program("keys", "list", "--json").json["keys"]] == ["valid", "revoked"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--role", "root"],
        ["--role", "admin", "--expires", "soon"],
        ["--role", "admin", "--expires", "0"],
    ],
)
def test_a_key_that_makes_no_sense_is_usage(program: Program, arguments: list[str]) -> None:
    """No role, an unknown one, a time that is none: exit code 2 and no key."""
    done = program("keys", "create", *arguments)
    assert (done.status, done.stdout) == (2, "")


async def test_what_was_done_is_listed_exported_and_verified(program: Program, url: str, tmp_path: Path) -> None:
    """The head of one chain comes alone on stdout; with it a changed, a missing and a cut record are found, in the
    database and in an export, with exit code 3 and no head."""
    database = Database(url)
    for number in range(3):
        await PostgresAudit(database).record(AuditNote(who="ana", act="run.ask", on=f"run-{number}", more={"n": "1"}))
    await database.aclose()
    listed = program("audit", "list", "--limit", "2", "--json").json["records"]
    assert [(row["seq"], row["who"], row["on"], row["more"]) for row in listed] == [
        (3, "ana", "run-2", {"n": "1"}),
        (2, "ana", "run-1", {"n": "1"}),
    ]
    assert program("audit", "list", "--on", "run-1").stdout.splitlines()[1].split()[0] == "2"
    done = program("audit", "verify")
    head = done.stdout.strip()
    assert (done.status, head) == (0, f"3:{listed[0]['digest']}")
    assert program("audit", "export", "-o", "x").status == 0
    exported = (tmp_path / "x").read_text()
    assert [row["seq"] for row in map(json.loads, exported.splitlines())] == [1, 2, 3]
    assert program("audit", "verify", "-", "--head", head, stdin=exported).stdout == f"{head}\n"

    (tmp_path / "x").write_text("".join(exported.splitlines(keepends=True)[:2]))
    done = program("audit", "verify", "x", "--head", head, "--json")
    assert (done.status, done.json["head"], done.json["found"]) == (3, None, 1)
    done = program("audit", "verify", "-", stdin=exported.replace('"ana"', '"bo"', 1))
    assert (done.status, done.stdout) == (3, "")
    assert "record 1 was changed" in done.stderr

    with psycopg.connect(url) as connection:
        connection.execute("set local session_replication_role = replica")
        connection.execute("delete from scriptsmith.audit where seq = 2")
    done = program("audit", "verify")
    assert (done.status, done.stdout) == (3, "")
    assert "record 3 follows record 1" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "stdin", "status"),
    [
        (["--head", "nonsense"], "", 2),
        pytest.param(["-"], "nonsense\n", 2, marks=pytest.mark.thorough),
        (["-"], '{"seq": "1"}\n', 2),
        (["not-there"], "", 8),
        (["-"], "", 0),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, arguments: list[str], stdin: str, status: int) -> None:
    """A head or a line that is none is one sentence; an export is verified without any database."""
    done = Program(tmp_path)("audit", "verify", *arguments, stdin=stdin)
    assert (done.status, done.stderr.count("\n")) == (status, 1)
    assert "internal error" not in done.stderr


def test_the_embedded_database_is_there_without_a_setting(tmp_path: Path) -> None:
    """With no server named keys are kept in the embedded one, the same that `serve` starts."""
    program = Program(tmp_path, {"SCRIPTSMITH_PATHS__DATABASE": str(tmp_path / "pg")})
    assert KEY.fullmatch(program("keys", "create", "--role", "requester").stdout.strip())
    assert program("audit", "verify").stdout.startswith("1:")


def test_commands_of_a_service_find_the_database_of_serve(tmp_path: Path) -> None:
    """What is for the service reads its database with no setting; what reads folders says that it does."""
    program = Program(tmp_path, {"SCRIPTSMITH_PATHS__DATABASE": str(tmp_path / "pg")})
    assert program("db", "status").status == 2
    assert "serve" not in program("runs", "list").stderr
    assert program("keys", "create", "--role", "requester").status == 0
    assert program("db", "status").status == 0
    for command in (["runs", "list"], ["review", "list"], ["feedback", "export", "--kind", "sft"]):
        done = program(*command)
        assert done.status == 0
        assert "`serve` keeps its own" in done.stderr


@pytest.mark.parametrize("address", ["host=127.0.0.1 port=1", "PostgreSQL://127.0.0.1:1/x", "sqlite:///x.db"])
def test_no_empty_database_stands_in_for_one_that_was_meant(tmp_path: Path, address: str) -> None:
    """An address that is none of PostgreSQL is refused where a database is needed, and is not shown."""
    program = Program(tmp_path, {"SCRIPTSMITH_PATHS__DATABASE": str(tmp_path / "pg"), "DATABASE_URL": address})
    for command in (["keys", "create", "--role", "admin"], ["serve", "--port", "0"], ["worker"]):
        done = program(*command)
        assert (done.status, done.stdout) == (2, "")
        assert "DATABASE_URL does not begin with postgresql://" in done.stderr
        assert address not in done.stderr
    done = program("runs", "list")
    assert (done.status, "DATABASE_URL" in done.stderr) == (0, address.startswith("P"))
    assert not (tmp_path / "pg").exists()


def test_a_server_that_is_gone_is_exit_7(tmp_path: Path) -> None:
    """One sentence, and no traceback."""
    program = Program(tmp_path, {"DATABASE_URL": "postgresql://127.0.0.1:1/x"})
    done = program("keys", "create", "--role", "admin")
    assert (done.status, done.stdout) == (7, "")
    assert "cannot be reached" in done.stderr


def test_commands_load_no_client_before_they_need_it() -> None:
    """Help is there where the extra is not installed."""
    code = "import sys, scriptsmith.cli.keys, scriptsmith.cli.audit; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
