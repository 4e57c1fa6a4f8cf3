"""SS1400 to SS1429: services of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .known_names import holds, service
from .paths import spelled
from .rule import dangerous, notable, rule, unanalysable
from .scheduled_text import world_writable
from .word_lists import set_of

_ENDING = frozenset(
    (
        "stop",
        "disable",
        "mask",
        "kill",
        "force-stop",
        "condstop",
        "zap",
        "down",
        "exit",
        "shutdown",
        "unload",
        "bootout",
        "remove",
        "freeze",
        "revert",
    )
)
_TAKING = set_of("enable link start restart reenable add-wants add-requires preset unmask load bootstrap")
_CHANGING = set_of(
    "start restart reload force-reload try-restart reload-or-restart enable unmask reenable "
    "daemon-reload daemon-reexec set-default set-property link "
    "add-wants preset preset-all edit reset-failed isolate condrestart graceful up thaw load bootstrap kickstart"
)


@rule(
    "SS1401",
    "Stops, disables or masks a service that people depend on",
    why="Nobody logs in without sshd or the network, and users notice at once when the web server or the "
    "database is gone.",
    instead="restart or reload it, and look at its state first: systemctl status NAME",
    on="systemctl service rc-service rc-update update-rc.d chkconfig initctl sv svc stop launchctl invoke-rc.d "
    "monit supervisorctl pm2 apachectl apache2ctl nginx "
    "pg_ctl pg_ctlcluster mysqladmin redis-cli docker-stop sc net systemd-run snap brew",
    bad=(
        "systemctl stop sshd",
        "systemctl disable --now firewalld",
        "systemctl mask NetworkManager",
        "service mysql stop",
        "systemctl stop nginx",
        "systemctl kill -s KILL docker",
        "rc-service sshd stop",
        "update-rc.d ssh remove",
        "systemctl disable docker",
        "systemctl stop '*'",
        "nginx -s stop",
        "chkconfig sshd off",
        "systemctl enable --now /tmp/.k.service",
        "systemctl link /var/tmp/x.service",
        "systemctl reenable /dev/shm/x.timer",
        "systemctl enable /home/bob/x.service",
        'systemctl link "$HOME/x.service"',
    ),
    good=(
        "systemctl restart nginx",
        'systemctl stop "app-$1.service"',
        "systemctl status sshd",
        "systemctl stop myapp",
        "service nginx reload",
        "systemctl enable --now nginx",
        "systemctl list-units",
        "nginx -t",
        "systemctl is-active sshd",
        "supervisorctl status",
        "systemctl enable /etc/systemd/system/app.service",
        "systemctl --user enable ~/.config/systemd/user/app.service",
        "systemctl link /opt/app/app.service",
    ),
)
def stopped(call: Invocation) -> Hit | None:
    found = _verb_and_units(call)
    if found is None:
        return None
    name, (verb, units) = call.name, found
    if verb == "…":
        return unanalysable(f"does something to {' '.join(units) or 'a service'}, and the text does not say what")
    if verb in _ENDING and not (verb == "kill" and _reload(call)):
        if call.has("--user"):
            return notable(f"stops {' '.join(units)} of this user")
        for unit in units:
            if reason := holds(unit):
                return dangerous(f"{_past(verb)} {service(unit)}: {reason}")
            if unit in ("all", "--all", "*") or (unit and unit.strip("*.") == ""):
                return dangerous(f"{_past(verb)} every service")
            if unit.removesuffix(".service").removesuffix(".socket").removesuffix(".timer") == "…":
                return unanalysable(f"{_past(verb)} a service that the text does not name")
        if call.has("--all", "-a") and name == "systemctl" and not units:
            return dangerous(f"{_past(verb)} every service")
        return notable(f"{_past(verb)} {' '.join(service(unit) for unit in units) or 'a service'}") if units else None
    if verb in _TAKING and (unit := _loose(call)):
        return dangerous(f"makes {unit} a service, which somebody other than root can change")
    if verb in _CHANGING or (name == "update-rc.d" and verb in ("defaults", "enable")):
        return notable(f"{verb} of {' '.join(units) or 'the service manager'}")
    return None


def _verb_and_units(call: Invocation) -> tuple[str, Sequence[str]] | None:
    """What is done to which services, each of these programs in its own order of words."""
    name, words = call.name, call.words
    if name in ("systemctl", "initctl", "sv", "launchctl", "monit", "supervisorctl", "pm2", "brew", "snap"):
        verbs, units = words[:1], words[1:]
        if name in ("brew", "snap"):
            if words[:1] not in (("services",), ("stop",), ("disable",)):
                return None
            verbs, units = (words[1:2], words[2:]) if name == "brew" else (words[:1], words[1:])
    elif name in ("service", "rc-service", "invoke-rc.d", "pg_ctlcluster"):
        verbs, units = words[1:2], words[:1]
        if name == "pg_ctlcluster":
            verbs, units = words[2:3], ("postgresql",)
    elif name in ("update-rc.d",):
        verbs, units = words[1:2], words[:1]
    elif name == "rc-update":
        verbs, units = (("disable",) if words[:1] in (("del",), ("delete",)) else words[:1]), words[1:2]
    elif name == "chkconfig":
        if call.has("--del"):
            verbs, units = ("disable",), words
        else:
            verbs, units = (("disable",) if words[-1:] == ("off",) else ("status",)), words[:1]
    elif name == "stop":
        verbs, units = ("stop",), words[:1]
    elif name in ("apachectl", "apache2ctl"):
        verbs, units = (
            words[:1] or ((call.value("-k") or ("stop" if "-k" in call.flags and "stop" in words else "")),),
            ("apache2",),
        )
    elif name == "nginx":
        ending = call.value("-s") in ("stop", "quit")
        verbs, units = (("stop",) if ending else ("start",) if call.has("-s") else ("status",)), ("nginx",)
    elif name == "pg_ctl":
        verbs, units = words[:1], ("postgresql",)
    elif name in ("sc", "net"):
        verbs, units = words[:1], words[1:2]
    else:
        return None
    return (verbs[0] if verbs else ""), units


def _loose(call: Invocation) -> str:
    """The unit file that lies where somebody other than root can change it."""
    for word in call.operands[1:]:
        if "/" not in word.shape:
            continue  # the name of a unit
        path = spelled(word, call.command.cwd)
        own = call.has("--user") and path.startswith(("~", "/home/", "/Users/"))
        if world_writable(path) or (path.startswith(("~/", "/home/", "/Users/")) and not own):
            return path
    return ""


def _past(verb: str) -> str:
    return {"stop": "stops", "disable": "disables", "mask": "masks", "kill": "kills", "remove": "removes"}.get(
        verb, f"does {verb} to"
    )


def _reload(call: Invocation) -> bool:
    return (call.value("-s", "--signal") or "").upper().removeprefix("SIG") in ("HUP", "USR1", "USR2", "WINCH", "1")


@rule(
    "SS1402",
    "Stops a service through its start script",
    why="The script in /etc/init.d does what systemctl stop does.",
    instead="use systemctl restart NAME",
    bad=("/etc/init.d/ssh stop", "/etc/init.d/mysql stop", "sudo /etc/rc.d/sshd stop"),
    good=("/etc/init.d/nginx reload", "/etc/init.d/ssh status", "ls /etc/init.d"),
)
def start_script(call: Invocation) -> Hit | None:
    parts = call.command.program.parts
    if not parts or parts[0] == call.name:
        return None
    program = call.command.program.shape
    if not program.startswith(("/etc/init.d/", "/etc/rc.d/", "/usr/local/etc/rc.d/")):
        return None
    if call.verb in _ENDING:
        if reason := holds(call.name):
            return dangerous(f"stops {call.name}: {reason}")
        return notable(f"stops {call.name}")
    return notable(f"{call.verb} of {call.name}") if call.verb in _CHANGING else None
