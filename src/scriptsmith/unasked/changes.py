"""What a script changes: files, what it sends away, code from elsewhere, and what programs of an area change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..danger.rules.aggregations import invocations
from ..danger.rules.find_results import find_roots
from ..danger.rules.invocation import Invocation, arguments
from ..danger.rules.own_work import made_here
from ..danger.rules.paths import spelled
from ..danger.rules.write_targets import targets
from ..interpreter.interpreter import read_script
from ..interpreter.model import Unresolved, Word
from ..programs.roles import uses
from .change import PASSING, Kind, ScriptChange, change_by
from .program_changes import changes_by_program

_UPON_FILES = frozenset(("chmod", "chown", "chgrp", "setfacl", "chattr", "mkswap"))


def changes_of(text: str) -> tuple[ScriptChange, ...]:
    """The changes that a script would make, each once, in the order of the text. Nothing is run."""
    reading = read_script(text)
    calls = invocations(reading.commands)
    own = made_here(calls)
    written = {target.word.written for call in calls for target in targets(call)}
    found: dict[tuple[object, ...], ScriptChange] = {}
    for index, call in enumerate(calls):
        if index in own or call.command.name == "":
            continue
        if call.name in _UPON_FILES and call.operands and call.operands[-1].written in written:
            continue  # what the script has written itself
        for change in _changes(call, written):
            found.setdefault((change.kind, change.area, change.names, change.told), change)
    for change in _unknown_code(reading.unresolved, calls):
        found.setdefault((change.kind, change.area, change.names, change.told), change)
    return tuple(found.values())


def _changes(call: Invocation, written: set[str]) -> Iterator[ScriptChange]:
    yield from _written_files(call)
    yield from _deleted_files(call, written)
    yield from _sent(call)
    yield from changes_by_program(call)


# --- files ------------------------------------------------------------------------------------------------------------

_NO_FILE = re.compile(r"/dev/(?:null|stdout|stderr|stdin|tty\w*|fd/.*|console|zero|tcp/.*|udp/.*|log)\Z")
_SETTINGS = re.compile(
    r"/(?:etc|boot|usr|bin|sbin|lib\w*|opt|root|srv|var/(?:lib|spool|www))(?:/|\Z)"
    r"|(?:~\w*|/home/[^/]+|/root)/\.(?!cache/)\w"
)


def _written_files(call: Invocation) -> Iterator[ScriptChange]:
    for target in targets(call):
        path = target.path
        if path[:1] not in "/~" or _NO_FILE.match(path) or PASSING.match(path):
            continue  # below the working folder, or where an argument says
        if re.match(r"/dev/(?:[shv]d|xvd|nvme|mmcblk|mapper|md|vg|disk|loop)", path):
            yield change_by(call, "delete", "disk", (target.word,), f"overwrites {path}", (path,))
        elif path.startswith(("/proc/", "/sys/")):
            yield change_by(call, "change", "kernel", (target.word,), f"writes {path}", (path,))
        elif target.how == "empties" or (target.how == "links" and target.word.shape != path):
            yield change_by(call, "delete", "files", (target.word,), f"empties {path}", (path,))
        elif _SETTINGS.match(path):
            how = {"appends to": "appends to", "edits": "edits"}.get(target.how, "writes")
            yield change_by(call, "write", "files", (target.word,), f"{how} {path}", (path,))


def _deleted_files(call: Invocation, written: set[str]) -> Iterator[ScriptChange]:
    command = call.command
    given: list[Word] = []
    if call.name == "find":
        given = list(find_roots(call)) if call.has("-delete") else []
    elif call.name == "git" and call.verb == "clean" and not call.has("-n", "--dry-run"):
        yield change_by(call, "delete", "versions", (), "deletes untracked files", ())
    else:
        given = [command.arguments[at] for at, _, role, _ in uses(arguments(call)) if role == "deletes" and at >= 0]
        if call.name == "rsync" and any(flag.startswith("--del") for flag in call.flags):
            given = list(call.operands[-1:])
    for word in given:
        path = spelled(word, command.cwd)
        if word.written in written or PASSING.match(path.lstrip("…")) or "mktemp" in path:
            continue
        if path[:1] not in "/~" and not (call.name in ("find", "rsync") or call.has("-r", "-R", "--recursive")):
            continue  # one file below the working folder, or one that an argument names
        yield change_by(call, "delete", "files", (word,), f"deletes {path}", (path,))


# --- data that leaves the machine -------------------------------------------------------------------------------------

_HANDING = (
    "-d", "--data", "--data-binary", "--data-raw", "--data-urlencode", "-F", "--form", "-T", "--upload-file",
    "--post-data", "--post-file", "--body-file", "--body-data", "--json",
)  # fmt: skip
_HERE = re.compile(r"(?:\w+://)?(?:[^/@]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?:[:/]|\Z)")
_FAR = re.compile(r"(?:\w+@)?([\w.-]+\.[\w.-]+|[\w-]+):(?!//)")


def _sent(call: Invocation) -> Iterator[ScriptChange]:
    """Data that goes to another machine."""
    name, given = call.name, call.words
    for redirect in call.command.redirects:
        if redirect.target.shape.startswith(("/dev/tcp/", "/dev/udp/")) and redirect.operator != "<":
            host = redirect.target.shape.split("/")[3]
            if not _HOST.match(host) or (call.name in ("exec", ":") and not call.command.upstream):
                continue  # only whether the port answers
            yield change_by(call, "send", "message", (redirect.target,), f"sends data to {host}", ())
    if name in ("curl", "wget"):
        url = next((each for each in given if not _HERE.match(each)), "")
        method = (call.value("-X", "--request", "--method") or "").upper()
        if url and url != "…" and (call.has(*_HANDING) or method in ("POST", "PUT", "DELETE", "PATCH")):
            host = re.sub(r"\A\w+://", "", url).partition("/")[0]
            kind: Kind = "delete" if method == "DELETE" else "send"
            doing = "deletes something at" if method == "DELETE" else "sends data to"
            yield change_by(call, kind, "message", call.operands, f"{doing} {host}", ())
    elif name in ("scp", "rsync", "sftp") and len(given) > 1 and (far := _FAR.match(given[-1])):
        yield change_by(call, "send", "message", call.operands[-1:], f"copies data to {far[1]}", ())
    elif name in ("nc", "ncat", "netcat", "socat", "telnet") and (host := _partner(call)):
        yield change_by(call, "send", "message", call.operands, f"opens a connection to {host}", ())


_HOST = re.compile(r"(?i)(?:(?:tcp|udp|openssl|ssl)[\w-]*:)?([\w-]+(?:\.[\w-]+)+)")


def _partner(call: Invocation) -> str:
    """The machine that a program for raw connections talks to, where it hands on data or a shell."""
    hands_on = call.command.upstream or call.has("-e", "--exec", "-c", "--sh-exec") or "exec" in call.text.lower()
    if not hands_on or call.has("-z"):
        return ""
    return next((found[1] for word in call.words if (found := _HOST.match(word)) and not _HERE.match(found[1])), "…" if
                call.has("-e", "--exec", "-l", "--listen") else "")  # fmt: skip


_UNKNOWN_CODE = re.compile(
    r"(?P<by>\S+(?: -c)?) (?:gets a text that is not known(?:: (?P<text>.*))?|"
    r"(?:runs \S+?, and what is in it|is run, and what was written into it) is not known)",
    re.DOTALL,
)
_FETCHES = re.compile(r"\b(?:curl|wget|nc|dig|/dev/tcp)\b")
_GIVEN = re.compile(r"\$\{?[A-Z_]{3,}\}?\Z|\$\(\s*(?:cat|<)\s*\"?/(?:tmp|var/tmp|dev/shm)/")
"""An environment variable, or a file where anybody may write."""


def _unknown_code(spots: Sequence[Unresolved], calls: Sequence[Invocation]) -> Iterator[ScriptChange]:
    """Code that is run and that the script does not hold: fetched, or given by whoever calls it."""
    lines = {call.command.place.line for call in calls if call.name in ("curl", "wget")}
    for spot in spots:
        if not (found := _UNKNOWN_CODE.match(spot.why)):
            continue
        text = found["text"] or ""
        fetched = _FETCHES.search(text) or spot.place.line in lines
        if fetched or _GIVEN.match(text):
            yield ScriptChange(
                kind="change",
                area="code",
                program=found["by"],
                names=tuple(re.findall(r"[a-z][a-z0-9]+", text.lower())),
                fixed=True,
                paths=(),
                told="runs code from the network" if fetched else f"runs whatever {text[:60]} holds",
                place=spot.place,
            )
