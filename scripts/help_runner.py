"""Runs real programs for their help texts and error messages in a sealed box: nothing of this machine can be changed.

The box is bubblewrap's: every namespace of its own, no network, no capabilities, a read-only root, an empty `/tmp`, no
environment. Time and output are bounded.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import string
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

OUTPUT_LIMIT = 2_000_000
"""Bytes of one program's output that are read."""

Answer: TypeAlias = Literal["required", "nothing", "unknown", "optional", "silent"]

_UNKNOWN = re.compile(
    r"unrecogni[sz]ed (option|argument)|invalid option|unknown (option|flag|shorthand|argument)|no such option|"
    r"illegal option|unexpected argument|Invalid argument ‘?-|unrecognized command line",
    re.IGNORECASE,
)
_NEEDED = re.compile(
    r"requires? an? (argument|value|parameter)|needs an? (argument|value)|expected (at least )?(one|1|\d) argument|"
    r"expected argument|missing argument|requires \d+ argument|argument (is )?required|value is required|"
    r"missing parameter|a value is required",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"doesn't allow an argument|takes no (value|argument)|ignored explicit argument|does not take an? (value|argument)|"
    r"invalid boolean|boolean value '.*' was|strconv.ParseBool|doesn't accept an argument|unexpected value",
    re.IGNORECASE,
)
_TILDE = re.compile(r"(invalid|unknown|unrecogni[sz]ed) option (-- )?['‘`\"]?-?~", re.IGNORECASE)
_GETOPT = re.compile(r"unrecogni[sz]ed option ['‘`\"]--zzqx|(?:invalid|unknown|illegal) option -- ['‘`]?-")
_MARK = "-- end of the answer --"
_POSSIBILITIES = re.compile(r"possibilities:((?: '--[^']+')+)")


@dataclass(frozen=True, slots=True)
class Box:
    """Where programs are run: the folder that is their root, and the seconds that each may take."""

    root: Path = Path("/")
    seconds: float = 20.0
    kept: tuple[Path, ...] = ()

    def run(self, argv: Sequence[str]) -> str:
        """Everything that a program prints; what it printed until then when it takes too long."""
        binds = [word for path in self.kept for word in ("--ro-bind", str(path), str(path))]
        command = [
            *("bwrap", "--ro-bind", str(self.root), "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
            *("--tmpfs", "/run", "--tmpfs", "/root", *binds, "--chdir", "/tmp", "--unshare-all", "--die-with-parent"),
            *(
                "--new-session",
                "--clearenv",
                "--setenv",
                "PATH",
                "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            ),
            *("--setenv", "HOME", "/tmp", "--setenv", "LC_ALL", "C.UTF-8", "--setenv", "COLUMNS", "250"),
            *(
                "--setenv",
                "MANWIDTH",
                "200",
                "--setenv",
                "PAGER",
                "cat",
                "--setenv",
                "MANPAGER",
                "cat",
                "--setenv",
                "TERM",
                "dumb",
            ),
            *("--", *argv),
        ]
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            clock = threading.Timer(self.seconds, os.killpg, (process.pid, signal.SIGKILL))
            clock.start()
            assert process.stdout is not None
            text = process.stdout.read(OUTPUT_LIMIT)
            clock.cancel()
            if process.poll() is None:
                process.kill()
        return re.sub(r"\x1b\[[0-9;]*m|.\x08", "", text.decode(errors="replace"))

    def manual(self, page: str) -> str:
        """A manual page as plain text, empty when there is none."""
        text = self.run(["man", "-P", "cat", "--no-hyphenation", "--no-justification", page])
        return "" if text.startswith("No manual entry") or "\n" not in text.strip() else text

    def run_each(self, commands: Sequence[Sequence[str]]) -> list[str]:
        """The beginnings of what many commands print, run one after the other in one box."""
        if not commands:
            return []
        script = "\n".join(
            f"timeout -s KILL 2 {shlex.join(command)} </dev/null 2>&1 | head -c 3000; echo; echo '{_MARK}'"
            for command in commands
        )
        # A program that waits for the terminal or for time is told apart by the two seconds, not by the box's limit.
        patient = replace(self, seconds=60 + len(commands) / 4)
        texts = patient.run(["sh", "-c", script]).split(_MARK)
        return [*texts, *[""] * len(commands)][: len(commands)]

    def answers(self, argv: Sequence[str], options: Sequence[str], *, quick: bool = False) -> dict[str, Answer]:
        """What a program says when each option is given without a value, and then with one; `quick`: without only."""
        found: dict[str, Answer] = {}
        for option, said in zip(options, self.run_each([(*argv, option) for option in options]), strict=True):
            if _NEEDED.search(said):
                found[option] = "required"
            elif _UNKNOWN.search(said):
                found[option] = "unknown"
        rest = [option for option in options if option not in found]
        if quick:
            return found | dict.fromkeys(rest, "silent")
        tried = [(*argv, option + ("=x" if option.startswith("--") else "~")) for option in rest]
        for option, said in zip(rest, self.run_each(tried), strict=True):
            if option.startswith("--"):
                found[option] = (
                    "nothing" if _REFUSED.search(said) else "silent" if _UNKNOWN.search(said) else "optional"
                )
            else:
                found[option] = "nothing" if len(option) == 2 and _TILDE.search(said) else "silent"
        return found

    def manners(self, argv: Sequence[str]) -> Literal["getopt", "other", "silent"]:
        """How a program answers an option that it does not have: as GNU getopt does, in another way, or not."""
        said = self.run([*argv, "--zzqx"])
        return "getopt" if _GETOPT.search(said) else "other" if _UNKNOWN.search(said) else "silent"

    def hidden(self, argv: Sequence[str], known: set[str]) -> set[str]:
        """Further options that a program with GNU getopt takes: it names the long ones that begin alike, and says of
        each letter that is no option that it is none."""
        found: set[str] = set()
        letters = [f"-{letter}" for letter in string.ascii_letters + string.digits if f"-{letter}" not in known]
        beginnings = [f"--{letter}" for letter in string.ascii_lowercase]
        said = self.run_each([(*argv, each) for each in [*beginnings, *letters]])
        for each, text in zip([*beginnings, *letters], said, strict=True):
            if each in beginnings:
                if possible := _POSSIBILITIES.search(text):
                    found.update(re.findall(r"--[^']+", possible[1]))
            elif not _UNKNOWN.search(text):
                found.add(each)
        return found - known
