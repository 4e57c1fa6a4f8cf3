"""What reading a script is made of: commands noted once, places, steps spent, texts inside texts."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..bash.parser import parse
from ..bash.syntax import Function, ListNode, Node
from ..programs.spec import wrapping
from . import conditions, patterns
from .calls import Call, Context, Exhausted
from .expansion import Expander
from .model import Command, Glob, Place, Unknown, Unresolved, Word
from .values import Frame, Options, Parts, State, join, listed

STEPS = 12_000
DEPTH = 24
_PROC = re.compile(r"/proc/(?:self|thread-self|\0\$\$|\d+)/fd/")
# What these are worth where a file is named that the script wrote.
_LEADS = {"$PWD": ".", "${PWD}": ".", "$(pwd)": ".", "$HOME": "~", "${HOME}": "~", "$(pwd -P)": ".", "`pwd`": "."}
WRAPPER = "*"
"""Under which name the handler stands for all programs of which the table says that they start another one."""
_HOLED = re.compile("[\U000f0000-\U000ffffd]")
# What a file pattern in place of a program may mean.
PROGRAMS = listed(
    "rm rmdir dd mkfs shred chmod chown chgrp mv cp ln kill pkill killall curl wget bash sh zsh dash ksh "
    "perl python python3 ruby node php nc ncat netcat reboot shutdown halt poweroff init systemctl "
    "service iptables nft ip ifconfig route userdel useradd usermod groupdel passwd chpasswd visudo cat "
    "ls tee truncate wipefs fdisk parted sfdisk sgdisk mkswap crontab at sudo su ssh scp rsync docker "
    "podman kubectl helm git find xargs unlink umount mount swapoff apt apt-get dpkg yum dnf rpm pip npm "
    "tar gzip base64 openssl chroot setfacl chattr lvremove vgremove pvremove mysql psql redis-cli mongo "
    "aws gcloud terraform eval exec echo env "
)


class Reader(Expander):
    """Walks one script. `commands` and `unresolved` grow while it does."""

    def __init__(self, handlers: Mapping[str, Callable[[Any, Call], Parts | None]]) -> None:
        self.handlers = handlers
        self.commands: list[Command] = []
        self.unresolved: dict[Unresolved, None] = {}
        self.seen: set[tuple[object, ...]] = set()
        self.state = State()
        self.unknowns: list[Unknown] = []
        self.frame = Frame("")
        self.context = Context()
        self.place = Place(line=1, column=1, end_line=1, end_column=1)
        self.steps = 0
        self.status: bool | None = None
        self.loops = 0
        self.left: list[State] = []  # states at break, continue and return
        self.stack: list[tuple[str, tuple[Word, ...]]] = []
        self.called: set[str] = set()
        self.defined: dict[str, tuple[Function, Frame]] = {}
        self.locals: list[dict[str, Options | None]] = []
        self.feeds: list[str] = []
        self.sinks: dict[str, tuple[ListNode, Context, Frame]] = {}  # `>(…)`, read when something is written into them
        self.later: list[tuple[Parts, Call, State, str]] = []  # traps and aliases: read at the end
        self.both = False  # standard error goes where standard output goes
        self.flow = ""
        self.listing: Parts | None = None  # the names that the last `ls` was given
        self.proof: tuple[conditions.Shown, str] | None = None
        self.moved = ""
        self.forks = 0  # background jobs and pipelines that stand around what is being read
        self.entered: list[int] = []  # how many there were where each function on the stack began
        self.unasked = 0  # functions being read that nothing calls

    def handler(self, name: str) -> Callable[[Any, Call], Parts | None] | None:
        """What reads a call of the program, None when there is nothing to read in it."""
        found = self.handlers.get(name)
        return self.handlers[WRAPPER] if found is None and name in wrapping() else found

    # bookkeeping

    def note_unresolved(self, why: str, place: Place | None = None) -> None:
        self.unresolved[Unresolved(place=place or self.place, why=why)] = None

    def where(self, start: int, end: int, context: Context) -> Place:
        """The place of a stretch of the text that is being walked."""
        if context.origin is not None:
            return context.origin
        frame = self.frame
        if not frame.starts:
            frame.starts = [0, *(found.end() for found in re.finditer("\n", frame.text))]
        if len(frame.starts) == 1:
            return Place(line=1, column=start + 1, end_line=1, end_column=end + 1)
        first, last = bisect_right(frame.starts, start), bisect_right(frame.starts, end)
        return Place(
            line=first,
            column=start - frame.starts[first - 1] + 1,
            end_line=last,
            end_column=end - frame.starts[last - 1] + 1,
        )

    def record(self, call: Call, *, name: str | None = None, upstream: tuple[Command, ...] = ()) -> Command:
        """Add the command to the reading, once."""
        context, state = call.context, self.state
        stdin = context.stdin
        command = Command(
            name=call.name if name is None else name,
            program=call.words[0],
            arguments=call.words[1:],
            redirects=call.redirects,
            place=call.place,
            source=call.source,
            assignments=call.assignments,
            via=context.via,
            privileged=context.privileged,
            host=context.host,
            upstream=context.upstream + upstream + self._feeding(call),
            stdin=None if stdin is None or not stdin.parts else Word(parts=stdin.parts, quoted=True),
            cwd=state.cwd,
            cd_unchecked=state.unchecked,
            conditional=context.conditional,
            guards=state.guards,
        )
        if self.loops or self.stack:
            # read again with nothing new: what feeds it and guards it is told by the first
            key = (
                command.place,
                command.name,
                command.program,
                command.arguments,
                command.redirects,
                command.via,
                command.cwd,
            )
            if key in self.seen:
                return command
            self.seen.add(key)
        self.commands.append(command)
        return command

    def _feeding(self, call: Call) -> tuple[Command, ...]:
        if not self.state.files:
            return ()
        read = [*call.words, *(each.target for each in call.redirects if "<" in each.operator)]
        return tuple(command for each in read if (known := self.file(each)) for command in known[1])

    def key(self, path: Word | str) -> str:
        """The name under which a file is remembered: its normal path, sources standing for unknown parts."""
        parts = (path,) if isinstance(path, str) else path.parts
        if len(parts) > 1 and isinstance(parts[0], Unknown) and (lead := _LEADS.get(parts[0].source)) is not None:
            parts = (lead, *parts[1:])
        text = "".join(
            "\0" + part.source if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part
            for part in parts
        )
        cwd = self.state.cwd.text if self.state.cwd is not None else None
        if cwd is not None and cwd.startswith("/") and text[:1] not in ("/", "\0", "~"):
            text = f"{cwd}/{text}"
        if text.startswith("/proc/"):
            text = _PROC.sub("/dev/fd/", text)
        return posixpath.normpath(text) if text else ""

    def file(self, path: Word | str) -> tuple[Parts, tuple[Command, ...]] | None:
        """What the script wrote into a file, and by which commands; None when it did not."""
        return self.state.files.get(self.key(path)) if self.state.files else None

    def runnable(self, path: Word) -> tuple[Parts, tuple[Command, ...]] | None:
        """The written file that is run as `path`: that one, or else one whose name it may be."""
        files = self.state.files
        if not files:
            return None
        exact = files.get(self.key(path))
        if exact is not None:
            return exact
        shape = "".join(
            "*" if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part for part in path.parts
        )
        last = shape.rstrip("/").rsplit("/", 1)[-1]
        if not last.strip("*") and not any(part.source in ("{}", "stdin") for part in path.unknowns):
            return None
        if shape.startswith(("/dev/", "/proc/")):
            return None
        compiled = patterns.regex(last) if path.unknowns or any(char in last for char in "*?[") else None
        for key, known in files.items():
            name = key.rsplit("/", 1)[-1]
            if name == last or (compiled is not None and not key.startswith("/dev/") and compiled.fullmatch(name)):
                return known
        return None

    def spend(self, steps: int = 1) -> None:
        self.steps += steps
        if self.steps > STEPS:
            raise Exhausted

    def walk(self, node: Node, context: Context) -> Parts:
        """Read one statement; what it prints comes back."""
        raise NotImplementedError

    def isolated(self, node: Node, context: Context) -> Parts:
        """Read `node` in a shell of its own: what it sets is lost, what it writes is not."""
        saved = self.state
        self.state = saved.copy()
        out = self.walk(node, context)
        saved.files, saved.programs = self.state.files, self.state.programs
        self.state, self.flow = saved, ""
        return out

    def meet(self, ends: list[State], flows: list[str]) -> None:
        """Go on from every state in `ends`; when there is none, every way has ended."""
        if ends:
            self.state = ends[0]
            for other in ends[1:]:
                self.state = join(self.state, other)
        else:
            self.flow = "exit" if all(flow == "exit" for flow in flows) else "return"

    # texts inside texts

    def run_text(
        self, parts: Parts, call: Call, via: str, *, host: str = "", privileged: bool = False, plain_via: bool = True
    ) -> Parts | None:
        """Read `parts` as a script of its own where `call` stands; what it prints, None when that is not known."""
        context = call.context
        if context.depth >= DEPTH:
            self.note_unresolved("commands are nested too deep in texts", call.place)
            return None
        holes: list[str] = []
        for part in parts:
            if isinstance(part, Unknown):
                self.unknowns.append(part)
                if len(self.unknowns) > 60_000:
                    raise Exhausted
                holes.append(chr(0xF0000 + len(self.unknowns) - 1))
            else:
                holes.append(part.text if isinstance(part, Glob) else part)
        text = "".join(holes)
        self.spend(1 + len(text) // 200)
        if any(isinstance(part, Unknown) for part in parts) and not _HOLED.sub("", text).strip(" \t\n;\"'"):
            source = Word(parts=parts).unknowns[0].source
            self.note_unresolved(f"{via} gets a text that is not known" + (f": {source}" if source else ""), call.place)
            return None
        tree = parse(text)
        inside = replace(
            context,
            via=(*context.via, via) if plain_via else context.via,
            host=host or context.host,
            privileged=context.privileged or privileged,
            stdin=None if plain_via and context.stdin is not None and not context.stdin.parts else context.stdin,
            origin=call.place,
            depth=context.depth + 1,
        )
        for _, why in tree.problems:
            self.note_unresolved(f"in the text for {via}: {why}", call.place)
        outer, self.frame = self.frame, Frame(text)
        try:
            out = self.walk(tree.body, inside)
        finally:
            self.frame = outer
        return out
