"""SS1251 and SS1252: files that everybody may change and that somebody with more rights runs or trusts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import scratch, spelled
from .permissions import modes, opens
from .rule import dangerous, script_rule
from .scheduled_text import world_writable
from .write_targets import content, targets

_PROGRAMS = re.compile(
    r"/(?:usr/)?(?:local/)?s?bin/|/opt/.*/s?bin/|/etc/(?:cron|init\.d|profile|systemd)|/usr/local/lib/"
)
_SCHEDULES = re.compile(r"/etc/(?:cron\.[^/]+/|crontab\Z|systemd/system/|anacrontab)")


@script_rule(
    "SS1251",
    "Lets everybody change a program that others run",
    why="Whoever has an account on the machine writes a line into it, and the next one to run it, often root, does "
    "what "
    "that line says.",
    instead="install it with mode 755 and let a group write to a folder of data that is only read, never run",
    on="chmod install",
    bad=(
        "install -m 777 rotate.sh /usr/local/bin/rotate.sh",
        "chmod 777 /opt/jobs/run-all; echo '0 3 * * * root /opt/jobs/run-all' > /etc/cron.d/jobs",
        "chmod o+w /usr/local/sbin/backup.sh",
        "chmod 777 /opt/jobs /opt/jobs/run.sh; printf '0 3 * * * root /opt/jobs/run.sh\\n' > /etc/cron.d/jobs",
    ),
    good=(
        "install -m 755 rotate.sh /usr/local/bin/rotate.sh",
        "chmod 755 /opt/jobs/run-all; echo '0 3 * * * root /opt/jobs/run-all' > /etc/cron.d/jobs",
        "chmod 1777 /srv/exchange",
        "chmod 777 /srv/exchange",
    ),
)
def open_program(calls: Sequence[Invocation]) -> Iterator[Hit]:
    opened: list[tuple[str, Invocation]] = []
    for call in calls:
        if call.name == "install" and opens(call.value("-m", "--mode") or "") and not call.has("-d", "--directory"):
            opened += [(target.path, call) for target in targets(call)]
        elif call.name == "chmod":
            mode, files = modes(call)
            if opens(mode) and not (mode.isdigit() and len(mode) == 4 and mode[0] == "1"):
                opened += [(spelled(word, call.command.cwd), call) for word in files]
    if not opened:
        return
    jobs = " ".join(
        f"{content(call.command) or ''} {call.text}"
        for call in calls
        if call.name == "crontab" or any(_SCHEDULES.match(target.path) for target in targets(call))
    )
    for path, call in opened:
        run = len(path) > 4 and re.search(rf"(?<![\w./-]){re.escape(path)}(?:/|\b)", jobs)
        if _PROGRAMS.match(path) or run:
            yield dangerous(f"lets everybody change {path}, which others run", call.command.place)


@script_rule(
    "SS1252",
    "Runs a file that lies where everybody may put one",
    why="Under a fixed name in /tmp anybody can lay a file, or a link, before the script does: its lines are then run "
    "with the rights of the script.",
    instead="keep state in a folder of the script's own (/var/lib/NAME, /run/NAME, mode 700), and temporary files in "
    "those that mktemp makes",
    on="source . bash sh python3 python perl chown",
    bad=(
        "[ -f /tmp/deploy.state ] && . /tmp/deploy.state; echo LAST=1 > /tmp/deploy.state",
        "if [ ! -f /tmp/facts ]; then hostname > /tmp/facts; chmod 666 /tmp/facts; fi; . /tmp/facts",
        "[ -x /var/tmp/hook.sh ] && bash /var/tmp/hook.sh",
        "if [ ! -e /tmp/report.txt ]; then df > /tmp/report.txt; chown ops /tmp/report.txt; fi",
    ),
    good=(
        'T=$(mktemp); echo A=1 > "$T"; . "$T"',
        ". /etc/default/app",
        "curl -fsS https://x.example/i.sh -o /tmp/i.sh; sha256sum -c i.sum && bash /tmp/i.sh",
    ),
)
def laid_by_others(calls: Sequence[Invocation]) -> Iterator[Hit]:
    written: set[str] = set()
    tested: set[str] = set()
    for call in calls:
        command = call.command
        if call.name in ("[", "[[", "test"):
            tested |= {
                spelled(word, command.cwd)
                for flag, word in zip(call.texts, command.arguments[1:], strict=False)
                if flag in ("-e", "-f", "-r", "-x", "-s", "!")
            }
            tested |= {spelled(word, command.cwd) for word in command.arguments if word.shape[:1] == "/"}
        if (
            call.name in ("source", ".", "bash", "sh", "python3", "python", "perl")
            and call.operands
            and not command.host
        ):
            path = spelled(call.operands[0], command.cwd)
            if _loose(path) and path in tested and "-c" not in call.texts and path not in written:
                yield dangerous(f"runs {path}, which anybody may have laid there", command.place)
        elif call.name == "chown" and len(call.operands) > 1 and not command.host:
            for word in call.operands[1:]:
                path = spelled(word, command.cwd)
                if _loose(path) and path in tested and not call.has("-h", "--no-dereference"):
                    yield dangerous(f"gives {path} away after a test, and anybody may lay a link there in between",
                                    command.place)  # fmt: skip
        if not command.conditional:
            written |= {target.path for target in targets(call) if target.how in ("overwrites", "creates")}


def _loose(path: str) -> bool:
    """Whether anybody may lay a file at the path, under a name that is known before."""
    return world_writable(path) and not scratch(path) and not re.search(r"[…*?\[]", path) and path.count("/") < 4
