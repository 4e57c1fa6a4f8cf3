"""SS1600 to SS1619: accounts, passwords, groups and who may become root."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .known_names import PLATFORM_USERS, SUPER_GROUPS, SUPER_USERS
from .rule import dangerous, notable, rule, unanalysable
from .write_targets import content

_NO_SHELL = re.compile(r"(?:nologin|false|true|null|halt|shutdown)\Z")


@rule(
    "SS1601",
    "Removes an account",
    why="The person or service is locked out, their files lose their owner, and -r deletes their home.",
    instead="lock it (usermod -L -e 1 NAME) and delete it when nobody missed it",
    on="userdel deluser delgroup groupdel dscl homectl luserdel",
    bad=(
        "userdel bob",
        "userdel -r -f deploy",
        "deluser --remove-all-files bob",
        "groupdel sudo",
        "homectl remove bob",
    ),
    good=("id bob", "deluser bob developers", "getent passwd", "groupdel oldproject", "userdel --help"),
)
def account_removed(call: Invocation) -> Hit | None:
    words = call.words
    if call.name in ("groupdel", "delgroup"):
        if SUPER_GROUPS & set(words) or "docker" in words:
            return dangerous(f"removes the group {words[0]}, and with it who may become root")
        return notable(f"removes the group {' '.join(words)}") if words else None
    if call.name == "deluser" and len(words) > 1 and not call.flags:
        return (dangerous if words[1] in SUPER_GROUPS else notable)(f"takes {words[0]} out of the group {words[1]}")
    if call.name in ("dscl", "homectl"):
        return (
            dangerous("removes an account")
            if {"-delete", "remove"} & (set(words) | set(call.flags))
            else notable("changes an account")
            if words[:1] in (("create",), ("passwd",), ("update",))
            else None
        )
    if not words:
        return None
    return dangerous(
        f"removes the account {words[0]}"
        + (" with its home folder" if call.has("-r", "--remove", "--remove-home", "--remove-all-files") else "")
    )


@rule(
    "SS1602",
    "Gives an account the power of root, or makes a second root",
    why="Whoever is in such a group, or has number 0, owns the machine.",
    instead="allow the one command in /etc/sudoers.d through visudo",
    on="usermod useradd adduser gpasswd groupmems addgroup newusers dseditgroup pw",
    bad=(
        "usermod -aG sudo bob",
        "useradd -o -u 0 -g 0 toor",
        "adduser bob sudo",
        "gpasswd -a bob wheel",
        "usermod -u 0 bob",
        "useradd -G wheel x",
        "usermod --append --groups=wheel bob",
    ),
    good=(
        "useradd -m bob",
        "usermod -aG docker bob",
        "usermod -aG developers bob",
        "adduser bob",
        "groups bob",
        "useradd -u 1001 bob",
    ),
)
def power_given(call: Invocation) -> Hit | None:
    words = call.words
    groups = {
        part
        for option in ("-G", "--groups", "-g", "--gid", "--ingroup")
        for word in call.all(option)
        for part in word.shape.split(",")
    }
    if call.name == "gpasswd":
        if call.has("-a", "--add", "-M", "--members") and SUPER_GROUPS & set(words):
            return dangerous(f"puts {call.value('-a', '--add', '-M', '--members')} into {words[-1]}")
        if call.has("-d", "--delete") and SUPER_GROUPS & set(words):
            return dangerous(
                f"takes {call.value('-d', '--delete')} out of {words[-1]}, who may then not become root any more"
            )
        return notable(f"changes the group {' '.join(words)}") if words else None
    if call.name == "groupmems":
        return (
            dangerous("puts an account into a group with the power of root")
            if re.search(r"\b(?:sudo|wheel|root)\b", call.text)
            else notable("changes a group")
        )
    if call.value("-u", "--uid") == "0":
        return dangerous("makes an account with the number of root")
    if found := groups & SUPER_GROUPS - ({"adm", "0"} if call.name != "useradd" else set()):
        return dangerous(f"puts {words[-1] if words else 'an account'} into {sorted(found)[0]}, which may become root")
    if call.name in ("adduser", "addgroup") and len(words) > 1 and words[-1] in SUPER_GROUPS:
        return dangerous(f"puts {words[0]} into {words[-1]}, which may become root")
    if call.name in ("dseditgroup", "pw"):
        return (
            dangerous("changes who may become root")
            if re.search(r"\b(?:admin|wheel)\b", call.text)
            else notable("changes accounts")
        )
    if call.name in ("useradd", "adduser", "newusers", "addgroup"):
        return notable(f"makes the account {words[0]}") if words and not call.has("-D", "--defaults") else None
    return None


@rule(
    "SS1603",
    "Locks an account out, or lets it in without its password",
    why="A locked root cannot repair the machine; an empty or changed password lets somebody else in.",
    instead="let the person change it (passwd -e NAME), and keep a second way in open",
    on="passwd chpasswd usermod chage faillock chsh pwconv pwunconv vipw smbpasswd htpasswd kadmin chfn",
    bad=(
        "passwd -l root",
        "passwd -d root",
        "echo root:x | chpasswd",
        "usermod -L root",
        "usermod -s /sbin/nologin root",
        "chage -E 0 root",
        "chsh -s /bin/false root",
        "passwd -d bob",
        "pwunconv",
        "echo 'newpass' | passwd --stdin root",
        "usermod -p x root",
        "usermod -G docker bob",
    ),
    good=(
        "passwd",
        "passwd -S bob",
        "chage -l bob",
        "usermod -L bob",
        "usermod -aG audio bob",
        "usermod -e '' root",
        'usermod -L "$1"',
        'set -e; (( $(id -u "$1") >= 1000 )); usermod -L -s /usr/sbin/nologin "$1"',
        'uid=$(id -u "$1"); [ "$uid" -ge 1000 ] || exit 1; passwd -l "$1"',
        "chsh -s /bin/zsh",
        "passwd bob",
        "faillock --user bob",
    ),
)
def locked(call: Invocation) -> Hit | None:
    name, words = call.name, call.words
    super_user = bool(PLATFORM_USERS & set(words))
    if name == "passwd":
        if call.has("-S", "--status", "--help", "-V"):
            return None
        if call.has("-d", "--delete"):
            return dangerous(f"lets {words[-1] if words else 'an account'} in without a password")
        if call.has("-e", "--expire") and not call.has("-l", "--lock") and not super_user:
            return notable(f"has {words[-1] if words else 'an account'} set a new password at the next login")
        if call.has("-l", "--lock", "-e", "--expire"):
            if words[-1:] == ("…",):
                if _of_a_person(call):
                    return notable("locks an account out whose number is that of a person")
                return unanalysable("locks an account out, and the text does not say which")
            return (dangerous if super_user else notable)(f"locks {words[-1] if words else 'an account'} out")
        if (
            (call.has("--stdin") or call.command.upstream or call.command.stdin is not None)
            and words
            and SUPER_USERS & set(words)
        ):
            return dangerous("sets the password of root")
        return notable(f"changes the password of {words[-1] if words else 'this user'}")
    if name == "chpasswd":
        text = content(call.command) or "\n".join(text for up in call.command.upstream if (text := content(up)))
        if not text or "…" in text.partition(":")[0] or re.search(r"(?m)^\s*['\"]?(?:root|0|toor)\s*:", text):
            return dangerous("sets passwords, that of root perhaps among them")
        return notable(f"sets the password of {text.partition(':')[0]}")
    if name == "usermod":
        shell = call.value("-s", "--shell") or ""
        expires = call.value("-e", "--expiredate") not in (None, "", "-1")
        if "…" in words and (call.has("-p", "--password") or _NO_SHELL.search(shell)):
            if not call.has("-p", "--password") and _of_a_person(call):
                return notable("locks an account out whose number is that of a person")
            return unanalysable("locks an account out or changes how it logs in, and the text does not say which")
        if SUPER_USERS & set(words) and (
            expires
            or call.has("-L", "--lock", "-p", "--password", "-l", "--login", "-d", "--home")
            or _NO_SHELL.search(shell)
        ):
            return dangerous("locks root out or changes how root logs in")
        if call.value("-G", "--groups") is not None and not call.has("-a", "--append") and words:
            return dangerous(
                f"takes {words[-1]} out of every group but {call.value('-G', '--groups')}, sudo and wheel among them"
            )
        return notable(f"changes the account {words[-1]}") if words else None
    if name == "chage":
        if call.has("-l", "--list"):
            return None
        return (dangerous if SUPER_USERS & set(words) else notable)(
            f"changes when {words[-1] if words else 'an account'} expires"
        )
    if name == "chsh":
        shell = call.value("-s", "--shell") or next((word for word in words if "/" in word), "")
        return (
            dangerous("leaves root without a shell")
            if SUPER_USERS & set(words) and _NO_SHELL.search(shell)
            else notable("changes a login shell")
            if words or call.has("-s")
            else None
        )
    if name in ("pwunconv", "grpunconv"):
        return dangerous("moves password hashes to where everybody reads them")
    if name == "vipw":
        return notable("edits the account files by hand")
    if name == "kadmin":
        return dangerous("changes accounts of the whole realm") if re.search(r"delprinc|cpw|ktadd", call.text) else None
    return (
        notable(f"changes accounts with {name}")
        if name in ("smbpasswd", "htpasswd", "faillock") and call.has("-a", "-x", "-d", "-D", "--reset", "-b", "-c")
        else None
    )


@rule(
    "SS1604",
    "Opens a shell of root",
    why="Whatever is typed from then on is done with every right.",
    instead="run the one command with sudo",
    on="su sudo doas pkexec run0 bash sh",
    level="notable",
    bad=("su -", "su root", "sudo -i", "sudo su -", "sudo bash"),
    good=("sudo -l", "su bob -c 'ls'", "sudo ls", "sudo -v", "bash script.sh"),
)
def root_shell(call: Invocation) -> Hit | None:
    if call.name == "su":
        who = [word for word in call.words if word != "-"]
        return (
            notable("becomes root") if (not who or who[0] in SUPER_USERS) and not call.has("-c", "--command") else None
        )
    if call.name in ("bash", "sh"):
        return (
            notable("opens a shell of root")
            if call.command.privileged
            and not call.command.arguments
            and not call.command.upstream
            and call.command.stdin is None
            else None
        )
    return notable("becomes root") if call.has("-i", "-s", "--login", "--shell") and not call.words else None


_PERSON = re.compile(r"(?:-ge|>=)\s*\"?(?:1000|500|2000|10000)\b|(?:-gt|>)\s*\"?(?:999|499|1999|9999)\b")


def _of_a_person(call: Invocation) -> bool:
    """Whether a test before has shown that the number of the account is one that people have."""
    return any(_PERSON.search(guard) for guard in call.command.guards)
