"""SS1300 to SS1319: processes that are ended or starved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...interpreter.model import Command, Hit
from .invocation import Invocation, invocation
from .known_names import ACCESS, DATABASES, INIT, PORTS, PRODUCTION, SHELLS, SUPER_USERS, runs_service, service
from .origins import substituted
from .process_listings import USERS, listed
from .rule import dangerous, notable, rule, unanalysable
from .word_lists import set_of

_INSIDE = re.compile(r"(?:docker|podman|nerdctl|kubectl|oc) exec\Z")
_PORT = re.compile(r"(?:\A|:|-i)(?:(?:4|6)?(?:tcp|udp)[: ])?:?(\w+)(?:/(?:tcp|udp))?\Z")
_PICKS = re.compile(
    r"\b(?:pidof|pgrep|fuser)\s+(?:-\w+\s+)*(?:[\"']?)([\w./-]+)|grep\s+(?:-\w+\s+)*[\"']?\[?([\w./-]+)\]?([\w./-]*)"
)
_PIDFILE = re.compile(r"/(?:var/)?run/(?:\S*/)?([\w-]+?)(?:/[\w.-]+)?\.pid")
_SIGNALS_THAT_SPARE = set_of(
    "0 HUP SIGHUP 1 USR1 SIGUSR1 10 USR2 SIGUSR2 12 CONT SIGCONT 18 WINCH SIGWINCH CHLD SIGCHLD 28 17 URG QUIT-"
)
# Programs that run other people's programs: their name says nothing about what a process does.
_HOSTS = SHELLS | set_of("java python python2 python3 node nodejs perl ruby php php-fpm dotnet mono uwsgi gunicorn")
_EVERYTHING = frozenset((".", "", ".*", "-", "^", "*", "a", "e", "/", "s", ".+", "^.*"))


def vital(name: str) -> str:
    """Why a process of that name must not end, in words; empty when nobody else would notice."""
    plain = service(name.strip("'\"[]^$ ").removesuffix(":"))
    if plain in INIT or plain.startswith("systemd"):
        return "which everything else runs under"
    if plain in DATABASES:
        return "a database, which may lose what it has not written"
    if plain in ACCESS:
        return "which holds access to the machine or protects it"
    if plain in PRODUCTION:
        return "a service that others depend on"
    return ""


_SIGNAL = re.compile(
    r"-((?:SIG)?(?:HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR1|SEGV|USR2|PIPE|ALRM|TERM|STKFLT|CHLD|CONT|STOP|"
    r"TSTP|TTIN|TTOU|URG"
    r"|XCPU|XFSZ|VTALRM|PROF|WINCH|IO|PWR|SYS)|\d{1,2})\Z",
    re.I,
)


def _signalled(call: Invocation) -> tuple[str, Invocation]:
    """The signal that a pkill or killall sends, and the rest of its arguments as they are read."""
    arguments = call.command.arguments
    for index, word in enumerate(arguments):
        if found := _SIGNAL.match(word.shape):
            rest = arguments[:index] + arguments[index + 1 :]
            return found[1].upper(), invocation(replace(call.command, arguments=rest))
    return (call.value("-s", "--signal") or "").upper(), call


@rule(
    "SS1301",
    "Ends every process, or one that the machine or its users stand on",
    why="Without init, the login service or the database nothing else works, and unwritten data is lost.",
    instead="restart the service with systemctl, which stops it in order",
    on="kill killall pkill killall5 skill fuser slay xkill",
    bad=(
        "kill -9 -1",
        "kill 1",
        "pkill -u root",
        "killall -9 sshd",
        "pkill -9 mysqld",
        "kill -9 $(pidof sshd)",
        "pkill -9 -f .",
        "fuser -km /",
        "killall5 -9",
        "kill -KILL -- -1",
        "pgrep mysqld | xargs kill -9",
        "killall -u postgres",
        "pkill -9 -u redis,rabbitmq",
        "kill $(ps -u www-data -o pid=)",
        "pgrep -u mysql | xargs kill",
        "pkill -P 1",
        "pkill -G root",
        "fuser -k 22/tcp",
        "lsof -ti tcp:5432 | xargs kill -9",
        "pkill -f java",
        "killall -9 python3",
        "pkill -f db",
        "ps aux | grep java | awk '{print $2}' | xargs kill -9",
        "ps -eo pid --sort=-rss | head -5 | xargs kill -9",
        "ps -eo pid,rss --sort=-rss | head -3 | while read pid rss; do kill -9 $pid; done",
    ),
    good=(
        "kill 1234",
        "kill -HUP $(cat /var/run/nginx.pid)",
        "pkill -f myscript.py",
        "killall firefox",
        "kill -l",
        "kill -0 1",
        "pkill -HUP nginx",
        "fuser -k 8080/tcp",
        "pkill -u bob",
        "pkill -u postgres -f monthly_report.sql",
        'pkill -u "$USER" chrome',
        "kill $(lsof -t -i:3000)",
        "pkill -P $$",
        "ps -u postgres",
        'killall "$1"',
        "pkill -f worker.py",
        "pgrep -f worker.py | xargs kill -9",
        "ps aux | grep worker.py | awk '{print $2}' | xargs kill",
    ),
)
def vital_process(call: Invocation) -> Hit | None:
    name = call.name
    texts = call.texts
    if name == "killall5":
        return dangerous("ends every process but its own") if not {"-18", "-CONT"} & set(texts) else None
    if name == "kill":
        return _kill(call, texts)
    if name == "fuser":
        if not call.has("-k", "--kill") or not call.words:
            return None
        where = call.words[-1]
        if (
            where.startswith("/")
            and (call.has("-m", "--mount", "-M", "-c") or where in ("/", "/etc", "/var", "/home"))
            and not where.startswith(("/mnt", "/media"))
        ):
            return dangerous(f"ends every process that uses {where}")
        for word in call.words:
            if reason := _port(word):
                return dangerous(f"ends what listens on {word}: {reason}")
        return notable(f"ends the processes that use {where}")
    if call.has("-l", "--list", "-V", "--version"):
        return None
    signal, call = _signalled(call)
    if signal in _SIGNALS_THAT_SPARE:
        return None
    patterns = call.words
    if hit := _owned(call, alone=not patterns) or _matched(call):
        return hit
    return notable(f"ends processes named {patterns[0]}") if patterns else None


def _matched(call: Invocation) -> Hit | None:
    """What the patterns of a pkill, a killall or a pgrep take, when that is too much or unknown."""
    name, patterns = call.name, call.words
    for pattern, word in zip(patterns, call.operands, strict=True):
        chosen = call.has("-P", "--parent", "-t", "--terminal", "-u", "--euid", "-U", "--uid", "-g", "--pgroup")
        if name in ("pkill", "pgrep") and not chosen and word.unknowns and not word.emptied.strip("^$.*"):
            return dangerous("ends every process that may be ended, where the pattern is empty")
        if (name in ("pkill", "skill", "pgrep") or call.has("-r", "--regexp")) and (
            pattern in _EVERYTHING or call.has("-v", "--inverse")
        ):
            return dangerous("ends every process that may be ended")
        for part in re.split(r"[|() ]+", pattern):
            if reason := vital(part):
                return dangerous(f"ends {part.strip('^$')}, {reason}")
        if pattern in SHELLS or pattern == "login":
            return dangerous(f"ends every {pattern}, and with it people's sessions")
        alone = not call.has("-u", "--euid", "-U", "--uid", "-P", "--parent", "-t", "--terminal", "--user")
        if pattern.strip("^$[]") in _HOSTS and alone:
            return dangerous(f"ends every program that runs under {pattern}, whatever it serves")
        if (
            name in ("pkill", "pgrep")
            and call.has("-f", "--full")
            and alone
            and len(pattern.strip("^$.*")) < 4
            and "…" not in pattern
        ):
            return dangerous(f"ends every process whose command line holds '{pattern}', by chance as well")
    if "…" in patterns:
        return unanalysable("ends processes whose name the text does not say")
    return None


def _owned(call: Invocation, *, alone: bool) -> Hit | None:
    """What a selection by user, group, parent or terminal takes; `alone` when nothing else narrows it."""
    users = [user for word in call.all(*USERS) for user in word.shape.split(",")]
    groups = [group for word in call.all("-G", "--group") for group in word.shape.split(",")]
    if SUPER_USERS & {*users, *groups}:
        return dangerous("ends every process of root")
    if not alone:
        return None
    if found := next((user for user in users if runs_service(user)), ""):
        return dangerous(f"ends every process of {found}, and with them the service that runs under it")
    if "1" in [parent for word in call.all("-P", "--parent") for parent in word.shape.split(",")]:
        return dangerous("ends every process that process 1 started, which are all services")
    chosen = call.all("-G", "--group", "-P", "--parent", "-t", "--terminal", "-s", "--session", "-g", "--pgroup")
    if users:
        return notable(f"ends every process of {', '.join(users)}")
    return notable(f"ends every process that belongs to {chosen[0].shape}") if chosen else None


def _port(text: str) -> str:
    """What listens on the port that an argument of fuser or lsof names, when its loss is felt."""
    found = _PORT.search(text)
    return PORTS.get(found[1], "") if found else ""


def _kill(call: Invocation, texts: Sequence[str]) -> Hit | None:
    if not texts or texts[0] in ("-l", "-L", "--list", "-V"):
        return None
    signal = ""
    pids: list[int] = []
    index = 0
    if texts[0] in ("-s", "-n", "--signal") and len(texts) > 1:
        signal, index = texts[1], 2
    elif texts[0].startswith("--signal="):
        signal, index = texts[0][9:], 1
    elif re.match(r"-(?:[A-Za-z]\w+|\d+|…)\Z", texts[0]) and len(texts) > 1:
        signal, index = texts[0][1:], 1
    pids = list(range(index, len(texts)))
    if signal.upper() in _SIGNALS_THAT_SPARE:
        return None
    if not signal and list(texts) == ["-1"]:
        return None
    for at in pids:
        text = texts[at]
        if text == "--":
            continue
        if text == "-1":
            return dangerous("ends every process that may be ended")
        if text == "1" and call.command.host and any(_INSIDE.match(step) for step in call.command.via):
            return notable("ends the first process of a container, which is started again")
        if text == "1":
            return dangerous("ends process 1, which everything else runs under")
        for unknown in call.command.arguments[at].unknowns:
            if hit := _picked(unknown.source) or _chosen(substituted(unknown)):
                return hit
            if (unknown.kind == "input" or "xargs" in call.command.via) and (hit := _fed(call)):
                return hit
    if "xargs" in call.command.via and (hit := _fed(call)):
        return hit
    if hit := listed(call, signal):
        return hit
    return notable(f"ends process {' '.join(texts[at] for at in pids[:3])}")


def _picked(source: str) -> Hit | None:
    """What a command substitution that yields process numbers picks."""
    for found in _PICKS.finditer(source):
        name = found[1] or (found[2] or "") + (found[3] or "")
        if reason := vital(name):
            return dangerous(f"ends {name}, {reason}")
    if (found_file := _PIDFILE.search(source)) and (reason := vital(found_file[1])):
        return dangerous(f"ends {found_file[1]}, {reason}")
    if re.match(r"[$`]\(?\s*ps\b", source) and not re.search(r"grep|/\S+/|-C\s|-p\s|--ppid|-t\s|comm|~", source):
        return dangerous("ends every process that ps lists")
    if re.search(r"pgrep\s+-u\s*(?:root|0)\b|ps\s+-[uU]\s*root", source):
        return dangerous("ends every process of root")
    if re.search(r"pgrep\s+(?:-\w+\s+)*['\"]?[.*]+['\"]?\s*\)?|ls\s+/proc", source):
        return dangerous("ends every process that may be ended")
    return None


def _fed(call: Invocation) -> Hit | None:
    """What the commands that feed `xargs kill` pick."""
    if hit := _chosen(call.command.upstream):
        return hit
    names = [up.name for up in call.command.upstream]
    for up in call.command.upstream:
        if up.name in ("pgrep", "pidof", "grep", "egrep", "rg"):
            for word in up.arguments:
                if word.shape[:1] != "-" and (reason := vital(word.shape)):
                    return dangerous(f"ends {word.shape}, {reason}")
        if up.name == "pgrep" and any(word.shape in _EVERYTHING - {"-"} for word in up.arguments):
            return dangerous("ends every process that may be ended")
        if up.name == "pgrep" and any(word.shape in ("root", "0", "-uroot") for word in up.arguments):
            return dangerous("ends every process of root")
    if "ps" in names and not {"grep", "egrep", "fgrep", "rg", "sed", "head", "tail"} & set(names):
        ps = next(up for up in call.command.upstream if up.name == "ps")
        text = " ".join(word.shape for word in ps.arguments)
        awk = " ".join(w.shape for up in call.command.upstream if up.name in ("awk", "gawk") for w in up.arguments)
        if not re.search(r"-C\b|-p\b|--ppid|-t\b|-u", text) and not re.search(r"/|\$\d+\s*[=!<>~]", awk):
            return dangerous("ends every process that ps lists")
    return None


def _chosen(commands: Iterable[Command]) -> Hit | None:
    """What the commands that list processes pick by their owner, parent or port."""
    for command in commands:
        if command.name in ("pgrep", "ps", "pidof"):
            call = invocation(command)
            words = [word for word in call.words if word not in ("pid", "pid=", "aux", "…")]
            alone = command.name == "ps" or not words
            if (hit := _owned(call, alone=alone)) and hit.level == "dangerous":
                return hit
            if command.name == "pgrep" and (hit := _matched(call)):
                return hit
        if command.name == "lsof":
            for word in command.arguments:
                if (":" in word.shape or word.shape[:2] == "-i") and (reason := _port(word.shape)):
                    return dangerous(f"ends what listens on {word.shape.lstrip('-ti')}: {reason}")
    return None


@rule(
    "SS1302",
    "Changes the weight of processes",
    why="A process that is frozen, moved or starved serves nobody.",
    instead="use systemctl set-property for a service, which can be taken back",
    on="renice ionice taskset chrt cgset prlimit ulimit gdb strace ptrace cpulimit",
    level="notable",
    bad=("renice -n -20 -p 1234", "renice 19 1234", "ionice -c 3 -p 1234"),
    good=("nice -n 10 make", "ulimit -a", "taskset -p 1234", "strace -p 1234"),
)
def weighed(call: Invocation) -> Hit | None:
    if call.name == "gdb" and re.search(r"call|print|exit|kill", call.text) and call.has("-p", "--pid", "-ex", "-e"):
        return dangerous("calls functions inside a running process")
    if call.name in ("ulimit", "strace", "gdb", "ptrace"):
        return None
    if call.name == "taskset" and (len(call.words) < 2 or not call.has("-p")):
        return None
    return notable(f"changes the weight of a process with {call.name}") if call.command.arguments else None
