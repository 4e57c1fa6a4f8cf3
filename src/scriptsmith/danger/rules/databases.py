"""SS1060 to SS1089: data behind a database, a queue or a search index."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule
from .word_lists import set_of, throwaway
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
_COMMENT = re.compile(r"/\*(?!!).*?\*/|--[^\n]*|(?m:^\s*#[^\n]*)", re.S)
_DROP = re.compile(
    r"(?is)\bdrop\s+(?:/\*.*?\*/\s*)?(database|schema|table|user|role|tablespace|keyspace|view|"
    r"materialized\s+view|collection|measurement|owned|column|retention|series|shard|bucket|publication|"
    r"subscription|extension|partition|stream|warehouse|login|index|procedure|function|trigger|constraint|event|"
    r"type|sequence)\b\s*(?:if\s+exists\s+)?([\w.`\"\[\]*-]*)"
)
_MILD = set_of("index view procedure function trigger constraint event sequence")
_UNDONE = re.compile(r"(?is)\s*(?:begin|start\s+transaction)\b(?!.*\bcommit\b).*\brollback\b[\s;'\"]*\Z")
_TEMPORARY = re.compile(
    r"(?i)\bcreate\s+(?:global\s+|local\s+)?temp(?:orary)?\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)"
)


def _made_here(name: str, text: str) -> bool:
    """Whether the same statements made the table as a temporary one."""
    return any(found[1] == name for found in _TEMPORARY.finditer(text))


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


def statement(text: str) -> Hit | None:
    """What the worst statement of some SQL does, if it changes anything."""
    mild: Hit | None = None
    plain = _COMMENT.sub(" ", text)
    plain = re.sub(r"/\*!\d*\s*(.*?)\*/", r"\1", plain, flags=re.S)
    if _UNDONE.match(plain):
        return notable("tries statements and takes them back")
    for part in plain.split(";"):
        part = part.strip().strip("'\"").strip()
        lower = " ".join(part.lower().split())
        if not lower:
            continue
        if lower.startswith("explain") and "analyze" not in lower:
            continue
        if found := _DROP.search(part):
            if re.match(r"drop\s+temp(?:orary)?\b", lower) or _made_here(found[2], plain):
                mild = mild or notable(f"drops the {found[1].lower()} {found[2]}")
                continue
            if found[1].lower() in ("table", "database", "schema", "view") and throwaway(found[2]):
                mild = notable(f"drops the {found[1].lower()} {found[2]}, a throwaway by its name")
                continue
            if lower.startswith(("select", "comment", "insert")) and "(" not in lower:
                continue
            if lower.startswith(("select", "insert")):
                continue
            kind = " ".join(found[1].lower().split())
            if kind in _MILD or kind == "materialized view":
                mild = notable(f"drops the {kind} {found[2]}")
                continue
            return dangerous(f"drops the {kind} {found[2]}".rstrip())
        if re.match(r"truncate\b", lower):
            if throwaway(lower.split()[-1]):
                mild = notable(f"empties {lower.split()[-1]}, a throwaway by its name")
                continue
            return dangerous(f"empties {lower.split()[-1]}")
        if re.match(r"drop\s+temp(?:orary)?\s+table\b", lower):
            mild = mild or notable("drops a temporary table")
            continue
        if gone := re.search(
            r"\b(lo_unlink|pg_drop_replication_slot|(?:drop|delete|purge|truncate|wipe)_?all\w*)\s*\(", lower
        ):
            if gone[1] == "lo_unlink":
                mild = mild or notable("deletes a large object")
                continue
            return dangerous(f"calls {gone[1]} in the database")
        if lower.startswith("with ") and (cte := re.search(r"\(\s*delete from (\w+)(?![^)]*\bwhere\b)", lower)):
            return dangerous(f"deletes every row of {cte[1]}")
        if re.match(r"(?:with .* )?delete\b", lower):
            if " where " not in f"{lower} " or re.search(
                r"where\s+(?:1\s*=\s*1|true|1|'(\w*)'\s*=\s*'\1')\s*(?:--.*)?$", lower
            ):
                return dangerous(
                    "deletes every row of " + (re.sub(r".*?\bfrom\s+", "", lower).split() or ["a table"])[0]
                )
            mild = notable("deletes rows")
        elif re.match(r"update\b", lower):
            if " where " not in f"{lower} " or re.search(r"where\s+(?:1\s*=\s*1|true|1)\s*$", lower):
                return dangerous("changes every row of " + (lower.split()[1] if len(lower.split()) > 1 else "a table"))
            if re.search(r"mysql\.user|pg_authid|password", lower):
                return dangerous("changes who may log in to the database")
            mild = notable("changes rows")
        elif re.match(
            r"(?:grant all|grant .*\bsuper\b|alter (?:user|role) .*(?:superuser|password|identified|nologin|"
            r"account lock)|"
            r"(?:insert into|replace into|delete from) mysql\.\w+|create "
            r"(?:user|role) .*superuser|set password|grant .* with grant option|revoke)",
            lower,
        ):
            return dangerous("changes who may do what in the database")
        elif re.match(
            r"(?:shutdown|kill\b|purge binary|reset (?:master|replica|slave)|stop (?:slave|replica|"
            r"group_replication)|flush tables with read lock|alter system|set global|drop\b|vacuum full|change "
            r"master|select pg_(?:terminate_backend|reload|rotate|switch|promote|ls_dir|read_file)|detach)",
            lower,
        ):
            return (
                dangerous(f"stops or changes the database for everybody: {part[:40]}")
                if not re.match(
                    r"set global (?:slow|long|general|max_conn|log)|kill (?:query |connection )?\d+$|"
                    r"select pg_(?:reload|"
                    r"terminate_backend\(\s*\d)",
                    lower,
                )
                else notable(f"changes the running database: {part[:40]}")
            )
        elif re.search(
            r"into\s+(?:out|dump)file|copy\s+.*\bprogram\b|xp_cmdshell|load_file\(|\\!\s|sys_exec|pg_read_file|"
            r"lo_(?:import|export)",
            lower,
        ):
            return dangerous("reads or writes files, or runs programs, through the database")
        elif re.search(r"\b(?:from\s+(?:mysql\.user|pg_shadow|pg_authid))\b", lower) and re.search(
            r"password|authentication_string|passwd|\*", lower
        ):
            return dangerous("reads the password hashes of the database")
        elif re.match(r"\.(?:restore|import)\b", lower) or re.match(r"vacuum into '/(?:etc|usr|bin|boot|lib)", lower):
            return dangerous("replaces what is there")
        elif re.match(
            r"alter table \S+ (?:on cluster \S+ )?(?:delete|update .*) where (?:1|true)(?:\s*=\s*1)?\s*$", lower
        ):
            return dangerous("changes or deletes every row")
        elif re.match(
            r"(?:insert|replace|alter|create|rename|grant|load data|copy .* from|merge|call|vacuum|optimize|"
            r"analyze|reindex|lock|set|import|restore|attach)\b",
            lower,
        ):
            if re.match(r"alter table .* drop (?:column|partition)", lower):
                return dangerous("drops a column with its data")
            if not re.match(r"set (?:names|character|@|session|search_path|timezone)|analyze|explain", lower):
                mild = mild or notable("changes the database")
    return mild


@rule(
    "SS1060",
    "Destroys data through a database client",
    why="DROP, TRUNCATE and a DELETE without WHERE take whole tables, and no transaction of yours holds them any more.",
    instead="make a dump first, and put the statement between BEGIN and ROLLBACK to see how many rows it touches",
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
    ),
    good=(
        "mysql -e 'SHOW TABLES'",
        "psql -c 'SELECT * FROM users'",
        "psql -c 'DELETE FROM users WHERE id = 3'",
        "sqlite3 app.db '.tables'",
        "psql -c 'DROP INDEX old_idx'",
        "mysql -e \"SELECT 'drop table x'\"",
        "echo 'DROP TABLE x'",
    ),
)
def statements(call: Invocation) -> Hit | None:
    text = sql(call)
    if text and (hit := statement(text)):
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
    instead="make a dump first: pg_dump, mysqldump",
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
