"""SS1060 to SS1089: data behind a database, a queue or a search index."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule
from .sql_statements import destroyed
from .word_lists import throwaway
from .write_targets import content

_SQL = (
    "mysql mariadb psql sqlite3 sqlite sqlcmd mysqlsh clickhouse-client clickhouse cqlsh sqlplus isql bq snowsql "
    "snow duckdb influx cockroach ysqlsh mssql-cli "
    "osql db2 presto trino hive beeline impala-shell spark-sql mysqlslap pgcli mycli litecli usql rqlite"
)
STATEMENT_OPTIONS = (
    "-e",
    "--execute",
    "-c",
    "--command",
    "-Q",
    "-q",
    "--query",
    "--execute-sql",
    "-cmd",
    "--eval",
    "-execute",
    "--sql",
)


def sql(call: Invocation) -> str:
    """Every statement that reaches a database client, as far as the text tells."""
    texts = [word.shape for word in call.all(*STATEMENT_OPTIONS)]
    name = call.name
    if name in ("sqlite3", "sqlite", "duckdb"):
        texts += call.words[1:]
    elif name in ("bq", "influx", "clickhouse", "cockroach", "snow"):
        texts += call.words
    elif not texts or name in ("isql", "cqlsh", "db2", "hive"):
        texts += [word for word in call.words if " " in word]
    texts += _compact(call)
    fed = fed_text(call.command)
    if fed:
        texts.append(fed)
    return ";\n".join(texts)


def _compact(call: Invocation) -> list[str]:
    """The statements of options that the table does not know: `-Q 'drop …'`, `--query='…'`."""
    return [
        word.shape
        for word in call.command.arguments
        if " " in word.shape and re.match(r"(?i)\s*(?:drop|delete|truncate|update|alter|grant|flush)\b", word.shape)
    ]


def fed_text(command: Command) -> str:
    texts = []
    if command.stdin is not None:
        texts.append(command.stdin.shape)
    for redirect in command.redirects:
        if redirect.operator in ("<<", "<<-", "<<<"):
            texts.append(redirect.target.shape)
    if command.stdin is None or command.stdin.text is None:
        texts += [text for up in command.upstream if (text := content(up)) is not None]
    return "\n".join(texts)


@rule(
    "SS1060",
    "Destroys data through a database client",
    why="DROP, TRUNCATE and a DELETE without WHERE take whole tables. MySQL, MariaDB and Oracle commit a DROP or a "
    "TRUNCATE at once; a ROLLBACK does not bring it back there.",
    instead="make a dump first and check that it can be restored, and count the rows that are meant with a SELECT",
    on=_SQL,
    bad=(
        "mysql -e 'DROP DATABASE shop'",
        'psql -c "TRUNCATE users"',
        "echo 'DELETE FROM orders;' | mysql shop",
        "sqlite3 app.db 'DROP TABLE users'",
        "psql shop <<EOF\nDELETE FROM users;\nEOF",
        'mysql -u root -psecret -e "drop table a; select 1"',
        "psql -c 'UPDATE users SET admin = true'",
        "mysql <<< 'drop database x'",
        "clickhouse-client --query 'TRUNCATE TABLE x'",
        'psql -c "DELETE FROM users WHERE 1=1"',
        "mysql -e 'SHUTDOWN'",
        "mysql -e 'BEGIN; DROP TABLE users; ROLLBACK'",
        "clickhouse-client -q 'BEGIN; DELETE FROM a; ROLLBACK'",
        "psql -c 'BEGIN; DROP DATABASE shop; ROLLBACK'",
    ),
    good=(
        "mysql -e 'SHOW TABLES'",
        "psql -c 'SELECT * FROM users'",
        "psql -c 'DELETE FROM users WHERE id = 3'",
        "sqlite3 app.db '.tables'",
        "psql -c 'DROP INDEX old_idx'",
        "mysql -e \"SELECT 'drop table x'\"",
        "echo 'DROP TABLE x'",
        "psql -c 'BEGIN; DROP TABLE users; ROLLBACK'",
        "mysql -e 'BEGIN; DELETE FROM users; ROLLBACK'",
    ),
)
def statements(call: Invocation) -> Hit | None:
    text = sql(call)
    if text and (hit := destroyed(text, call.name)):
        base = call.value("-d", "--dbname", "-D", "--database") or (call.words[0] if call.words else "")
        if (
            hit.level == "dangerous"
            and " " not in base
            and throwaway(base)
            and re.match("drops|empties|deletes", hit.message)
        ):
            return notable(f"{hit.message} in {base}, a throwaway by its name")
        return hit
    return None


@rule(
    "SS1061",
    "Removes databases or stops their server with its own tools",
    why="dropdb asks nobody, and a reset write-ahead log loses what was committed.",
    instead="make a dump first (pg_dump, mysqldump) and check that it can be restored; where the server does "
    "not start, copy its whole data folder first",
    on="dropdb dropuser mysqladmin pg_resetwal pg_ctl pg_dropcluster mysql_install_db mongorestore pg_restore "
    "mysqlcheck initdb createdb",
    bad=(
        "dropdb shop",
        "mysqladmin drop shop",
        "mysqladmin -u root shutdown",
        "pg_resetwal -f /var/lib/postgresql/data",
        "pg_dropcluster 14 main",
        "mongorestore --drop dump/",
        "dropuser bob",
        "pg_ctl stop -m immediate",
    ),
    good=("mysqladmin status", "pg_dump shop", "mysqladmin ping", "pg_ctl status", "pg_restore -l x", "createdb x"),
)
def tools(call: Invocation) -> Hit | None:
    words = set(call.words)
    if call.name == "dropdb" and call.words and throwaway(call.words[-1]):
        return notable(f"removes {call.words[-1]}, a throwaway by its name")
    if call.name in ("dropdb", "dropuser", "pg_dropcluster"):
        return dangerous(f"removes {call.words[-1]} for good") if call.words else None
    if call.name == "pg_resetwal":
        return dangerous("throws the write-ahead log away") if not call.has("-n", "--dry-run") else None
    if call.name == "mysqladmin":
        if words & {"drop", "shutdown", "flush-privileges", "password", "stop-replica", "stop-slave", "kill", "reload"}:
            return (dangerous if words & {"drop", "shutdown", "password"} else notable)(
                f"mysqladmin {' '.join(sorted(words))}"
            )
        return notable("makes a database") if "create" in words else None
    if call.name == "pg_ctl":
        return (
            dangerous("stops the database")
            if "stop" in words
            else notable("changes the running database")
            if words & {"restart", "reload", "promote", "start"}
            else None
        )
    if call.name in ("mongorestore", "pg_restore"):
        return (
            dangerous("drops what is there before it restores")
            if call.has("--drop", "-c", "--clean")
            else notable("restores data")
            if not call.has("-l", "--list")
            else None
        )
    return notable(f"makes a database with {call.name}") if call.name in ("initdb", "createdb") else None
