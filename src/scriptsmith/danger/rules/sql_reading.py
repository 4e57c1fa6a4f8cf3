"""Whether an SQL statement is known to only read: by its first word, by its client's commands, by every function."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...programs.inline_code import allowed
from .word_lists import set_of

_LITERAL = re.compile(r"(?s)\$(\w*)\$.*?\$\1\$|'(?:[^'\\]|''|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`")
_READING = set_of(
    "select show explain describe desc with values table begin commit end rollback savepoint release abort use "
    "set check checksum help fetch declare close listen unlisten status exists go exit quit print delimiter"
)
_PRAGMA = re.compile(
    r"pragma\s+(?:\w+\.)?(?:integrity_check|quick_check|foreign_key_(?:check|list)|table_x?info|index_x?info|index_list|"
    r"\w+_list|compile_options|journal_mode|page_count|page_size|freelist_count|user_version|schema_version|encoding|"
    r"data_version|busy_timeout|cache_size)\s*(?:\([^)]*\))?\Z"
)
# The commands of psql and mysql that begin with a backslash, and those of sqlite3 that begin with a dot.
_META = re.compile(
    r"(?:d\w*|l|z|sf|sv|s|x|t|a|f|g|gx|gset|G|H|C|T|q|c|connect|conninfo|if|elif|else|endif|echo|qecho|warn|timing|pset|"
    r"set|unset|encoding|errverbose|watch|crosstabview|html|h|help|u|r|R|p|n|N|\?)\+?"
)
_DOTTED = re.compile(
    r"\.(?:tables|schema|fullschema|dump|mode|headers?|width|databases|dbinfo|ind(?:ex|ic)es|show|stats|timer|timeout|"
    r"nullvalue|separator|print|exit|quit|help|eqp|explain|version|bail|changes|echo)\b[^\n]*"
)
_CALL = re.compile(r"(\bas\s+|\bwith\s+|,\s*)?((?:\w+\s*\.\s*)*\w+)\s*\(")
_SCHEMAS = frozenset(("pg_catalog", "information_schema", "public"))


def may_change(statement: str) -> str:
    """Why one statement (without comments) may change something, in words; empty when it is known to only read."""
    text = _LITERAL.sub("''", statement).strip()
    for command in re.findall(r"\\([A-Za-z]+\+?|\S)", text):
        if not _META.fullmatch(command):
            return f"gives the client the command \\{command}"
    text = " ".join(re.sub(r"(?m)\\[A-Za-z]+\+?[^\n]*", " ", text).split())
    if text[:1] == ".":
        return "" if _DOTTED.fullmatch(text) else f"gives the client the command {text.split()[0]}"
    lower = text.lower()
    first = (re.findall(r"[a-z]+", lower[:40]) or [""])[0]
    if not lower or lower[0] in "…$" or first == "pragma":
        return "" if first != "pragma" or _PRAGMA.match(lower) else "changes the database"
    if first not in _READING and not lower.startswith("start transaction"):
        return "changes the database"
    if re.search(r"\binto\s+(?!@|\s*out|dump)", lower) and first in ("select", "with"):
        return "makes a table of what it selects"
    return _unknown_call(lower)


def _unknown_call(lower: str) -> str:
    """The first function that is not known to only read."""
    for before, name in _CALL.findall(lower):
        *schema, function = re.split(r"\s*\.\s*", name)
        if not schema and (function in allowed("sql") or _names_columns(before, function, lower)):
            continue
        if schema and function in allowed("sql") and schema[-1] in _SCHEMAS:
            continue
        return f"calls {name} in the database, which may change something"
    return ""


def _names_columns(before: str, function: str, lower: str) -> bool:
    """Whether the name before a bracket is that of an alias or a common table expression with its columns."""
    if before.strip() in ("as", "with"):
        return True
    return bool(
        re.search(rf"(?:\bwith\s+(?:recursive\s+)?|\),?\s*){function}\s*\([\w\s,]*\)(?:\s+as\b|\s*\Z|\s+\w)", lower)
    )


_SIZES = set_of(
    "information_schema.tables information_schema.schemata information_schema.columns information_schema.statistics "
    "information_schema.partitions pg_class pg_namespace pg_database pg_tables pg_indexes pg_index pg_extension "
    "pg_stat_user_tables pg_stat_all_tables pg_statio_user_tables pg_stat_user_indexes pg_stat_database "
    "pg_stat_replication pg_stat_wal_receiver pg_stat_bgwriter pg_replication_slots pg_locks"
)
"""Tables in which a server tells of itself, and neither values nor texts of queries stand."""
_COUNTING = set_of(
    "round sum count max min avg coalesce concat now abs pg_size_pretty pg_database_size pg_total_relation_size "
    "pg_relation_size pg_table_size pg_indexes_size nullif ifnull format_bytes"
)
_SOURCE = re.compile(
    r"\b(?:from|join)\s+(?:pg_catalog\.)?([\w.]+)(?:\s+(?:as\s+)?\w+)?"
    r"(?=\s*(?:(?:where|group|order|limit|having|join|left|right|inner|on|using)\b|;?\s*\Z))"
)


def tells_of_server(statements: Sequence[str]) -> bool:
    """Whether clients are given one query, of nothing but what the server tells of itself: how large tables are."""
    if len(statements) != 1 or "…" in statements[0]:
        return False
    text = _LITERAL.sub("''", statements[0].lower()).strip().removesuffix(";")
    called = set(re.findall(r"(\w+)\s*\(", text)) - {"in", "and", "or", "not", "where", "on", "by", "select", "when"}
    sources = _SOURCE.findall(text)
    return (
        text.startswith("select")
        and not re.search(r";|/\*|--|\b(?:into|copy|table|union|with|procedure|straight_join)\b", text)
        and called <= _COUNTING
        and len(sources) == len(re.findall(r"\b(?:from|join)\b", text)) > 0
        and _SIZES.issuperset(sources)
    )
