"""What the statements of an SQL text do to the data: each of them judged, and all that destroy something told."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...core.shortening import shortened
from ...interpreter.model import Hit
from .rule import dangerous, notable, unanalysable
from .sql_reading import may_change
from .word_lists import set_of, throwaway

_COMMENT = re.compile(r"/\*(?!!).*?\*/|--[^\n]*|(?m:^\s*#[^\n]*)", re.S)
_NAME = r"[\w.`\"\[\]*-]"
_DROP = re.compile(
    r"(?is)\bdrop\s+(?:/\*.*?\*/\s*)?(database|schema|table|user|role|tablespace|keyspace|view|"
    r"materialized\s+view|collection|measurement|owned|column|retention|series|shard|bucket|publication|"
    r"subscription|extension|partition|stream|warehouse|login|index|procedure|function|trigger|constraint|event|"
    rf"type|sequence)\b\s*(?:if\s+exists\s+)?({_NAME}*(?:\s*,\s*{_NAME}+)*)"
)
_MILD = set_of("index view procedure function trigger constraint event sequence")
_TEMPORARY = re.compile(
    r"(?i)\bcreate\s+(?:global\s+|local\s+)?temp(?:orary)?\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)"
)
_TRUNCATE = re.compile(rf"truncate\s+(?:table\s+)?(?:if\s+exists\s+)?(?:only\s+)?({_NAME}+(?:\s*,\s*{_NAME}+)*)")
_UNDONE = re.compile(r"(?is)\s*(?:begin|start\s+transaction)\b(?!.*\bcommit\b).*\brollback\b[\s;'\"]*\Z")
# Clients of databases that take back a DROP or a TRUNCATE at ROLLBACK, and those that take back changes of rows only.
_DDL_UNDONE = set_of("psql pgcli ysqlsh sqlite3 sqlite litecli sqlcmd mssql-cli")
_ROWS_UNDONE = _DDL_UNDONE | set_of("mysql mariadb mycli mysqlsh sqlplus cockroach duckdb db2 usql")
# Clients whose words are mostly commands of their own.
_OWN_COMMANDS = set_of("bq influx clickhouse cockroach snow db2 hive beeline impala-shell mysqlslap rqlite")
_DDL = re.compile(r"(?is)(?:\A|;)\s*(?:create|drop|alter|truncate|rename|grant|revoke)\b")
_NEVER_UNDONE = re.compile(r"(?is)\b(?:drop|create)\s+(?:database|tablespace)\b")
_TOLD = 12
# A command of psql or sqlite3 on a line of its own, which ends with it.
_CLIENT_LINE = re.compile(r"(?m)^[ \t'\"]*(?:\\(?!g|crosstab|watch)|\.)[a-z!][^\n;]*(?=\n)")


def destroyed(text: str, client: str) -> Hit | None:
    """What the statements of an SQL text do, if they change anything: every dangerous one in one sentence, or the
    last mild one. `client` is the program that they are given to; it decides what a ROLLBACK takes back."""
    plain = re.sub(r"/\*!\d*\s*(.*?)\*/", r"\1", _COMMENT.sub(" ", text), flags=re.S)
    plain = _CLIENT_LINE.sub(r"\g<0>;", plain)
    if _taken_back(plain, client):
        return notable("tries statements and takes them back")
    worst: dict[str, None] = {}
    mild: Hit | None = None
    for part in plain.split(";"):
        statement = part.strip().strip("'\"").strip()
        hit = _judged(statement, plain)
        if hit is None and client not in _OWN_COMMANDS and (why := may_change(statement)):
            hit = notable(why)
        if hit is None:
            continue
        if hit.level == "dangerous":
            worst[hit.message] = None
        elif mild is None or mild.level == "notable":
            mild = hit
    if not worst:
        return mild
    told = list(worst)
    more = f" and does {len(told) - _TOLD} more such things" if len(told) > _TOLD else ""
    return dangerous(", ".join(told[:_TOLD]) + more)


def _taken_back(plain: str, client: str) -> bool:
    """Whether a ROLLBACK at the end brings back everything that was changed."""
    if not _UNDONE.match(plain) or client not in _ROWS_UNDONE:
        return False
    return not _NEVER_UNDONE.search(plain) and (client in _DDL_UNDONE or not _DDL.search(plain))


def _judged(part: str, plain: str) -> Hit | None:
    """What one statement does; `plain` is the whole text."""
    lower = " ".join(part.lower().split())
    if not lower or (lower.startswith("explain") and "analyze" not in lower):
        return None
    if (executed := _EXECUTED.match(part)) is not None:
        return _judged(part[executed.end() :], plain)
    if lower.endswith("\\gexec"):
        return _generated(part, plain)
    for judge in _JUDGES:
        hit = judge(part, lower, plain)
        if hit is not None and hit is not _NOTHING:
            return hit
    return None


_EXECUTED = re.compile(r"(?is)explain\s+(?:\([^)]*\banaly[sz]e\b[^)]*\)|analy[sz]e)\s+(?:verbose\s+)?")


def _generated(part: str, plain: str) -> Hit | None:
    """What the statements do that psql's `\\gexec` makes of the rows of a query, as far as its literals tell."""
    literals = [text for text in re.findall(r"'((?:[^']|'')*)'", part) if re.match(r"\s*[A-Za-z]{3,}\s", text)]
    hits = [hit for text in literals if (hit := _judged(text.replace("''", "'"), plain))]
    return max(hits, key=lambda hit: hit.level == "dangerous", default=None) or unanalysable(
        "runs the statements that a query of the database makes"
    )


_NOTHING = notable("")
Judge = Callable[[str, str, str], Hit | None]


def _dropped(part: str, lower: str, plain: str) -> Hit | None:
    found = _DROP.search(part)
    if found is None:
        return None
    kind, names = " ".join(found[1].lower().split()), " ".join(found[2].split())
    what = f"drops the {kind} {names}".rstrip()
    each = [name.strip() for name in names.split(",")]
    if re.match(r"drop\s+temp(?:orary)?\b", lower) or all(_made_here(name, plain) for name in each):
        return notable(what)
    if kind in ("table", "database", "schema", "view") and all(map(throwaway, each)):
        return notable(f"{what}, a throwaway by its name")
    if lower.startswith(("select", "insert")) or (lower.startswith("comment") and "(" not in lower):
        return _NOTHING
    return notable(what) if kind in _MILD or kind == "materialized view" else dangerous(what)


def _made_here(name: str, plain: str) -> bool:
    """Whether the same statements made the table as a temporary one."""
    return any(found[1] == name for found in _TEMPORARY.finditer(plain))


def _emptied(part: str, lower: str, plain: str) -> Hit | None:
    if not re.match(r"truncate\b", lower):
        return None
    found = _TRUNCATE.match(lower)
    names = found[1] if found else lower.split()[-1]
    if all(throwaway(name.strip()) for name in names.split(",")):
        return notable(f"empties {names}, a throwaway by its name")
    return dangerous(f"empties {names}")


def _called(part: str, lower: str, plain: str) -> Hit | None:
    found = re.search(r"\b(lo_unlink|pg_drop_replication_slot|(?:drop|delete|purge|truncate|wipe)_?all\w*)\s*\(", lower)
    if found is None:
        return None
    return (
        notable("deletes a large object") if found[1] == "lo_unlink" else dangerous(f"calls {found[1]} in the database")
    )


_EVERY = r"where\s+(?:1\s*=\s*1|true|1|'(\w*)'\s*=\s*'\1')\s*(?:--.*)?$"


def _rows(part: str, lower: str, plain: str) -> Hit | None:
    if lower.startswith("with ") and (cte := re.search(r"\(\s*delete from (\w+)(?![^)]*\bwhere\b)", lower)):
        return dangerous(f"deletes every row of {cte[1]}")
    every = " where " not in f"{lower} " or bool(re.search(_EVERY, lower))
    if re.match(r"(?:with .* )?delete\b", lower):
        table = (re.sub(r".*?\bfrom\s+", "", lower).split() or ["a table"])[0]
        return dangerous(f"deletes every row of {table}") if every else notable("deletes rows")
    if not re.match(r"update\b", lower):
        return None
    if every:
        return dangerous("changes every row of " + (lower.split()[1] if len(lower.split()) > 1 else "a table"))
    if re.search(r"mysql\.user|pg_authid|password", lower):
        return dangerous("changes who may log in to the database")
    return notable("changes rows")


_RIGHTS = re.compile(
    r"grant all|grant .*\bsuper\b|alter (?:user|role) .*(?:superuser|password|identified|nologin|account lock)|"
    r"(?:insert into|replace into|delete from) mysql\.\w+|create (?:user|role) .*superuser|set password|"
    r"grant .* with grant option|revoke(?! create on schema [\w.\"]+ from public$)"
)


def _rights(part: str, lower: str, plain: str) -> Hit | None:
    return dangerous("changes who may do what in the database") if _RIGHTS.match(lower) else None


_SERVER = re.compile(
    r"shutdown|kill\b|purge binary|reset (?:master|replica|slave)|stop (?:slave|replica|group_replication)|"
    r"flush tables with read lock|alter system|set global|drop\b|vacuum full|change master|"
    r"(?:select|with)\b.*\bpg_(?:terminate_backend|rotate_logfile|switch_wal|promote|ls_dir|read_file)\s*\(|detach"
)
_SMALL = re.compile(
    r"purge binary logs before (?:now\(\)|current_timestamp\S*|date_sub\(\s*now\(\)\s*,) *-? *"
    r"interval (?:[3-9]|\d\d+) day|"
    r"set global (?:slow|long|general|max_conn|log)|kill (?:query |connection )?\d+$|"
    r"select pg_terminate_backend\(\s*\d"
)


# Sessions that do nothing: their clients connect again.
_IDLE = re.compile(
    r"(?s)(?:select|with)\b.*\bpg_terminate_backend\(.*\bwhere\b(?!.*\bor\b).*\bstate\s*"
    r"(?:=\s*'idle|like\s*'idle|in\s*\(\s*'idle)"
)


def _server(part: str, lower: str, plain: str) -> Hit | None:
    if not _SERVER.match(lower):
        return None
    short = shortened(part)
    if _SMALL.match(lower) or _IDLE.match(lower):
        return notable(f"changes the running database: {short}")
    return dangerous(f"stops or changes the database for everybody: {short}")


_FILES = re.compile(
    r"into\s+(?:out|dump)file|copy\s+.*\bprogram\b|xp_cmdshell|load_file\(|\\!\s|sys_exec|pg_read_file|"
    r"lo_(?:import|export)"
)


def _files(part: str, lower: str, plain: str) -> Hit | None:
    if _FILES.search(lower):
        return dangerous("reads or writes files, or runs programs, through the database")
    if re.search(r"\b(?:from\s+(?:mysql\.user|pg_shadow|pg_authid))\b", lower) and re.search(
        r"password|authentication_string|passwd|\*", lower
    ):
        return dangerous("reads the password hashes of the database")
    if re.match(r"\.(?:restore|import)\b", lower) or re.match(r"vacuum into '/(?:etc|usr|bin|boot|lib)", lower):
        return dangerous("replaces what is there")
    return None


_CHANGES = re.compile(
    r"(?:insert|replace|alter|create|rename|grant|load data|copy .* from|merge|call|vacuum|optimize|analyze|reindex|"
    r"lock|set|import|restore|attach)\b"
)
_SETTINGS = re.compile(r"set (?:names|character|@|session|search_path|timezone)|analyze|explain")


def _other(part: str, lower: str, plain: str) -> Hit | None:
    if re.match(r"alter table \S+ (?:on cluster \S+ )?(?:delete|update .*) where (?:1|true)(?:\s*=\s*1)?\s*$", lower):
        return dangerous("changes or deletes every row")
    if not _CHANGES.match(lower):
        return None
    if re.match(r"alter table .* drop (?:column|partition)", lower):
        return dangerous("drops a column with its data")
    return None if _SETTINGS.match(lower) else notable("changes the database")


_JUDGES: tuple[Judge, ...] = (_dropped, _emptied, _called, _rows, _rights, _server, _files, _other)
