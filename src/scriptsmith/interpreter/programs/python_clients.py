"""Clients of stores and clouds in Python: what their methods do, as the commands that do the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Protocol

from ..program_names import PROGRAMS
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
    elif arguments and (sent := _sent(reader, function, arguments[0])):
        reader.remote(sent)
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


_RUNNING = frozenset(("run", "sudo", "local", "run_command", "send_command", "create_process"))
"""Methods of connections (Fabric, asyncssh, Netmiko) that run a text on another machine."""


def _sent(reader: Reader, function: ast.Attribute, given: ast.expr) -> Parts:
    """The text that a connection runs on another machine, for the argument `given`; nothing for other methods."""
    if function.attr == "exec_command":  # of a connection of paramiko
        return reader.value(given)
    if function.attr in _RUNNING and _names_a_program(plain(reader.value(given))):
        return reader.value(given)
    if function.attr in ("remove", "unlink", "rmdir") and _is_sftp(function.value):
        return ("rm -rf -- ", *reader.value(given))
    return ()


def _names_a_program(text: str | None) -> bool:
    """Whether a text begins with a known program and says more."""
    first, blank, _ = (text or "").strip().partition(" ")
    return bool(blank) and first.rpartition("/")[2] in PROGRAMS


def _is_sftp(node: ast.expr) -> bool:
    """Whether a value is a session of SFTP, by the call that opens it or by its name."""
    opened = isinstance(node, ast.Call) and _attribute(node.func) in (
        "open_sftp",
        "start_sftp_client",
        "from_transport",
    )
    return opened or (isinstance(node, ast.Name) and "sftp" in node.id.lower())


def _attribute(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def _empty(arguments: Sequence[ast.expr]) -> bool:
    return bool(arguments) and isinstance(arguments[0], ast.Dict) and not arguments[0].keys
