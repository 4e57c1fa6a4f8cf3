"""What a text leaves to be run later: by cron, by systemd, at boot, at login, by a hook."""

from __future__ import annotations

import re

from ...interpreter.interpreter import read_script
from ...interpreter.model import Command
from .known_names import INTERPRETERS, SHELLS
from .paths import scratch, spelled
from .write_targets import content

_ANYBODY = re.compile(r"/(?:tmp|var/tmp|dev/shm)/")
_SOMEBODY = re.compile(r"/(?:home|Users)/([^/]+)/")
_INSTALLED = re.compile(
    r"(?:/usr)?/s?bin/|/usr/(?:games|share|lib|libexec)/|/usr/local/s?bin/|/snap/bin/|/opt/homebrew/|/etc/|"
    r"/home/linuxbrew/|/nix/|/run/current-system/"
)
_STAYS = re.compile(r"\b(?:nohup|setsid|disown|daemonize)\b|(?<![&>|<])&(?![&>\d])")
_ADDED = re.compile(r"(?:\A|[;\n\d$/}]\s*)[aic]\\?\s*(.+)")

_LATER = (
    (re.compile(r"/etc/(?:crontab|anacrontab|cron\.[\w.]+/.*|cron\.d/.*)\Z|/var/spool/cron(?:/.*)?\Z"), "cron"),
    (re.compile(r"/(?:etc|lib|usr/lib|run)/systemd/(?:system|user)/.*\.(?:service|timer|path|socket|conf)\Z|"
                r".*/\.config/systemd/user/.*"), "systemd"),
    (re.compile(r"/etc/(?:rc\.local|rc\.d/.*|init\.d/.*|inittab|rc\d\.d/.*|init/.*\.conf)\Z"), "boot"),
    (re.compile(r"/etc/(?:profile|bash\.bashrc|bashrc|zshrc|zsh/.*|profile\.d/.*|environment|skel/.*|"
                r"update-motd\.d/.*|X11/.*)\Z|(?:.*/)?\.(?:bashrc|bash_profile|profile|zshrc|zprofile|bash_login|"
                r"bash_logout|zshenv|xinitrc|xprofile)\Z"), "login"),
    (re.compile(r"/etc/(?:udev/rules\.d/.*|modules-load\.d/.*|modprobe\.d/.*|ld\.so\.conf\.d/.*|"
                r"apt/apt\.conf\.d/.*|logrotate\.d/.*|NetworkManager/dispatcher\.d/.*|dhcp/.*hooks.*|ppp/.*up.*|"
                r"xinetd\.d/.*)\Z|(?:.*/)?\.(?:git/hooks/.*|vimrc|config/autostart/.*)\Z|.*/LaunchAgents/.*|"
                r".*/LaunchDaemons/.*"), "a hook"),
)  # fmt: skip


def later(path: str) -> str:
    """When the content of a file is run by itself: cron, systemd, boot, login; empty for other files."""
    for pattern, words in _LATER:
        if pattern.match(path):
            return words
    return ""


def scheduled(command: Command) -> tuple[str, str] | None:
    """The shell text that a command leaves to be run later, and by what; None when it leaves none."""
    name = command.name
    if (
        name in ("at", "batch")
        or (name == "crontab" and any(word.shape in ("-", "/dev/stdin") for word in command.arguments))
        or (name == "crontab" and not command.arguments)
    ):
        text = content(command)
        if text is None and command.upstream:
            text = "\n".join(found for up in command.upstream if (found := content(up)))
        if text:
            return (_jobs(text), "cron") if name == "crontab" else (text, name)
        return None
    if (not command.redirects and name != "tee") or name == "systemd-run":
        return None
    text = content(command)
    if not text:
        return None
    paths = [
        spelled(redirect.target, command.cwd)
        for redirect in command.redirects
        if redirect.operator in (">", ">>", ">|", "&>")
    ]
    if name == "tee":
        paths += [spelled(word, command.cwd) for word in command.arguments if word.shape[:1] != "-"]
    for path in paths:
        kind = later(path)
        if kind == "cron":
            return _jobs(text), kind
        if kind == "systemd":
            return "\n".join(
                re.findall(r"(?m)^\s*Exec(?:Start|Stop|StartPre|StartPost|Reload|StopPost)\s*=\s*[-@+!:]*(.*)$", text)
            ), kind
        if kind in ("boot", "login"):
            return text, kind
        if kind == "a hook" and "hooks/" in path:
            return text, kind
    return None


_FIELDS = re.compile(r"^\s*(?:@\w+|(?:[-\d*/,A-Za-z?]+\s+){4}[-\d*/,A-Za-z?]+)\s+(.*)$")


def _jobs(text: str) -> str:
    """The commands in the lines of a crontab, without their times and, in a system one, their user."""
    jobs = []
    for line in text.splitlines():
        found = _FIELDS.match(line)
        if found:
            command = found[1]
            command = re.sub(r"^(?:root|\w+-data|nobody|daemon)\s+", "", command)
            jobs.append(command.replace(r"\%", "%"))
    return "\n".join(jobs)


def world_writable(path: str) -> bool:
    """Whether anybody can put a file at the path."""
    return bool(_ANYBODY.match(path))


def foreign(path: str, reader: str = "~/") -> bool:
    """Whether somebody other than the owner of `reader` decides what the file at `path` holds."""
    if world_writable(path):
        return not scratch(path)
    owner = _SOMEBODY.match(path)
    if not owner or reader.startswith("~"):
        return False
    other = _SOMEBODY.match(reader)
    return other is None or other[1] != owner[1]


def started(text: str, reader: str) -> str:
    """What a text that is added to the start-up file `reader` starts, in words; empty where it only sets things up.

    Settings, sourced files of the same owner and programs by their bare name are what such files are for.
    """
    if _STAYS.search(text):
        return "something that stays in the background"
    for command in read_script(text).commands:
        program = spelled(command.program)
        if command.name in ("source", "."):
            program = spelled(command.arguments[0]) if command.arguments else ""
            if foreign(program, reader):
                return f"{program}, which somebody else can change"
            continue
        if command.name in SHELLS or command.name in INTERPRETERS:
            files = [word for word in command.arguments if "/" in word.shape and word.shape[:1] not in "-+"]
            program = spelled(files[0]) if files and command.arguments[0] is files[0] else program
        if foreign(program, reader):
            return f"{program}, which somebody else can change"
        if program.rpartition("/")[2][:1] == "." and program.rpartition("/")[2] not in ("", ".", ".."):
            return f"the hidden program {program}"
        if program[:1] == "/" and not _INSTALLED.match(program) and not _SOMEBODY.match(program):
            return f"the program {program}"
    return ""


def added(script: str) -> str:
    """The lines that a sed script adds to a file."""
    return "\n".join(_ADDED.findall(script))
