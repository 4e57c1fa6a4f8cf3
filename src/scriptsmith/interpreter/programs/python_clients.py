"""Clients of stores and clouds in Python: what their methods do, as the commands that do the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Protocol

from ..values import Parts, plain

_SQL = re.compile(
    r"(?is)\s*(?:/\*.*?\*/\s*)?(?:drop|truncate|delete|update|alter|grant|revoke|insert|create|with|select)\b"
)
_CLOUD = re.compile(r"(?:delete|terminate|destroy|purge|schedule_key_deletion|deregister|stop)_\w+")
_DROPPING = frozenset(("drop_database", "drop_collection", "drop_all", "dropDatabase"))


class Reader(Protocol):
    """What reads the Python text."""

    def value(self, node: ast.expr) -> Parts:
        """The text that an expression is."""

    def dispatch(self, words: Sequence[Parts]) -> None:
        """Read a command."""

    def remote(self, text: Parts) -> None:
        """Read a text for a shell on another host."""


def method(reader: Reader, node: ast.Call, function: ast.Attribute) -> bool:
    """Read a method of a client; whether it was one."""
    name, arguments = function.attr, node.args
    if name in ("flushall", "flushdb"):
        reader.dispatch([("redis-cli",), (name,)])
    elif name == "exec_command" and arguments:  # of a connection of paramiko
        reader.remote(reader.value(arguments[0]))
    elif name in ("execute", "executescript", "exec_driver_sql", "executemany") and arguments:
        given = arguments[0]
        if isinstance(given, ast.Call) and given.args:  # text("…") of SQLAlchemy
            given = given.args[0]
        text = plain(reader.value(given))
        if text is None or not _SQL.match(text):
            return False
        reader.dispatch([("psql",), ("-c",), (text,)])
    elif name in _DROPPING or (name in ("delete_many", "remove") and _empty(arguments)):
        reader.dispatch([("mongosh",), ("--eval",), ("db.dropDatabase()",)])
    elif (
        name == "delete"
        and isinstance(function.value, ast.Call)
        and _attribute(function.value.func) in ("all", "filter")
    ):
        if _attribute(function.value.func) == "filter" and function.value.args + function.value.keywords:
            return False
        reader.dispatch([("aws",), ("s3",), ("rm",), ("--recursive",), ("s3://bucket",)])
    elif name in ("prune", "delete") and _attribute(function.value) in ("volumes", "indices"):
        reader.dispatch([("docker",), ("volume",), ("prune",), ("-f",)])
    elif _CLOUD.fullmatch(name) and (node.keywords or not arguments):
        reader.dispatch([("aws",), ("client",), (name.replace("_", "-"),)])
    else:
        return False
    return True


def _attribute(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def _empty(arguments: Sequence[ast.expr]) -> bool:
    return bool(arguments) and isinstance(arguments[0], ast.Dict) and not arguments[0].keys
