"""SS1112, SS1113 and SS1851: what is edited in place or replaced, and whether a copy of the old one was kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .paths import secret, spelled
from .rule import dangerous, notable, script_rule
from .word_lists import set_of
from .write_targets import targets

# Files without which a machine does not start, or nobody logs in: one wrong character is enough.
_VITAL = (
    (re.compile(r"/etc/(?:fstab|crypttab)\Z"), "what is mounted at boot"),
    (re.compile(r"/etc/default/grub(?:\.d/.*)?\Z|/boot/(?:grub2?|efi|loader)/.*"), "how the machine boots"),
    (re.compile(r"/etc/(?:inittab|ld\.so\.conf|mdadm(?:/mdadm)?\.conf|initramfs-tools/.*|dracut\.conf.*)\Z"),
     "what runs at boot"),
    (re.compile(r"/etc/(?:network/interfaces|netplan/.*|sysconfig/network-scripts/.*|systemd/network/.*)\Z"),
     "how the machine reaches its network"),
    (re.compile(r"/etc/(?:nsswitch\.conf|login\.defs|securetty|shells|security/.*)\Z"), "how people log in"),
    (re.compile(r"/etc/ssh/sshd_config(?:\.d/.*)?\Z"), "how people log in from outside"),
)  # fmt: skip
_COPIERS = frozenset(("cp", "install", "rsync", "git", "etckeeper", "tar", "zip", "scp", "cpio"))
CHECKERS = set_of("sshd findmnt netplan visudo grub-script-check systemd-analyze ifquery mdadm nginx apachectl dracut")
"""What reads a file of settings with its own program and says whether it can be used."""
_SUFFIX = re.compile(r"-[a-zA-Z]*i\W*\w+|--in-place=.+")


def _vital(path: str) -> str:
    return next((words for pattern, words in _VITAL if pattern.match(path)), "")


def _copied(call: Invocation, path: str) -> bool:
    """Whether the command keeps a copy of the file, or of a folder that it lies in."""
    if call.name in ("cat", "dd") and (call.command.redirects or call.name == "dd"):
        return path in call.text
    if call.name not in _COPIERS:
        return False
    if call.name in ("git", "etckeeper"):
        return call.verb in ("commit", "add")
    return any(path == (kept := spelled(word, call.command.cwd)) or path.startswith(kept.rstrip("/") + "/")
               for word in call.operands)  # fmt: skip


def _checked(call: Invocation) -> bool:
    return call.name in CHECKERS or (call.name == "mount" and call.has("-f", "--fake"))


def _suffixed(call: Invocation) -> bool:
    """Whether an edit in place keeps the old file under another name: `-i.bak`."""
    return any(_SUFFIX.match(text) and not re.match(r"-[nEersuz]*i[nEersuz]*\Z", text) for text in call.texts)


@script_rule(
    "SS1112",
    "Edits a file that the machine needs to boot or to let people in, and keeps no copy",
    why="An edit by pattern hits more lines, or fewer, than was thought, and nobody notices before the next start.",
    instead="keep a copy, cp -a FILE FILE.bak, and check the result: findmnt --verify, sshd -t, netplan try",
    on="sed gsed perl vi vim nvim nano ed ex emacs awk gawk patch",
    bad=(
        "sed -i '/data/d' /etc/fstab",
        "sed -i 's/defaults/noauto/' /etc/fstab",
        "sed -i 's/quiet//' /etc/default/grub",
        "sed -i 's/dhcp/static/' /etc/network/interfaces",
        "perl -pi -e 's/files/sss/' /etc/nsswitch.conf",
        "sed -i 's/^Port .*/Port 2222/' /etc/ssh/sshd_config; systemctl restart sshd",
    ),
    good=(
        "sed -i.bak '/data/d' /etc/fstab",
        "cp -a /etc/fstab /etc/fstab.bak; sed -i '/data/d' /etc/fstab",
        "sed -i 's/^Port .*/Port 2222/' /etc/ssh/sshd_config && sshd -t && systemctl reload sshd",
        "sed '/data/d' /etc/fstab",
        "sed -i 's/a/b/' /etc/nginx/nginx.conf",
        "echo 'tmpfs /tmp tmpfs nofail 0 0' >> /etc/fstab",
    ),
)
def edited_unkept(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for at, call in enumerate(calls):
        for target in targets(call):
            if target.how != "edits" or not (words := _vital(target.path)):
                continue
            if _suffixed(call) or any(_copied(each, target.path) for each in calls[:at]):
                continue
            if any(_checked(each) for each in calls[at + 1 :]):
                continue
            yield dangerous(f"edits {target.path} in place and keeps no copy: {words}", call.command.place)


_ANSWERED = frozenset(("yes", "echo", "printf"))


@script_rule(
    "SS1113",
    "Makes a new key where one is",
    why="Every machine that trusts the old key, and everything encrypted for it, is lost the moment it is overwritten.",
    instead="make it under a new name (ssh-keygen -f NAME.new), spread the public part, and remove the old key last",
    on="ssh-keygen",
    bad=(
        "yes y | ssh-keygen -t rsa -f /etc/ssh/ssh_host_rsa_key -N ''",
        "yes | ssh-keygen",
        "ssh-keygen -f /root/.ssh/id_rsa -N '' <<< y",
        "rm -f ~/.ssh/id_ed25519; ssh-keygen -t ed25519 -N '' -f ~/.ssh/id_ed25519",
        "ssh-keygen -t ed25519 -f /etc/ssh/ssh_host_ed25519_key -N ''",
    ),
    good=(
        "ssh-keygen -t ed25519 -N '' -f ~/.ssh/deploy",
        "[ -f ~/.ssh/id_ed25519 ] || ssh-keygen -t ed25519 -N '' -f ~/.ssh/id_ed25519",
        "ssh-keygen -lf /etc/ssh/ssh_host_rsa_key",
        "ssh-keygen -A",
        "ssh-keygen -R host",
    ),
)
def remade(calls: Sequence[Invocation]) -> Iterator[Hit]:
    gone: set[str] = set()
    for call in calls:
        command = call.command
        if call.name in ("rm", "unlink", "mv", "shred"):
            gone |= {spelled(word, command.cwd) for word in call.operands}
            continue
        made = [target.path for target in targets(call) if target.how == "creates"]
        for path in made if call.name == "ssh-keygen" else ():
            replaced = path in gone or _yes(command)
            if path.startswith("/etc/ssh/ssh_host_"):
                replaced = replaced or not _tested(calls, path)
            if replaced and (secret(path) or _yes(command)):
                yield dangerous(f"makes a new key over {path}, and the old one is lost", command.place)


def _yes(command: Command) -> bool:
    """Whether the question whether to overwrite is answered by the script."""
    if any(each.name in _ANSWERED for each in command.upstream):
        return True
    return any(each.operator in ("<<<", "<<") for each in command.redirects)


def _tested(calls: Sequence[Invocation], path: str) -> bool:
    """Whether the script asks whether the file is there."""
    name = path.rpartition("/")[2]
    return any(each.name in ("[", "[[", "test") and name in each.text for each in calls)


@script_rule(
    "SS1851",
    "Deletes or replaces every scheduled job of a user",
    why="crontab -r asks nobody, and a crontab that is given a file or a pipe replaces the whole list.",
    instead="save the list first, crontab -l > jobs.bak, and give back what it held with the new line added: "
    "{ crontab -l; echo 'LINE'; } | crontab -",
    on="crontab",
    bad=(
        "crontab -r",
        "crontab -u root -r",
        "echo '' | crontab -",
        "crontab /dev/null",
        "crontab -ir",
        "echo '* * * * * /usr/bin/x' | crontab -",
        "crontab < /dev/null",
        "crontab jobs.txt",
        "crontab -u deploy /srv/app/crontab",
        "crontab -l | grep -q backup || crontab jobs.txt",
        "cat jobs.txt | crontab -",
        "crontab -l | grep old-backup | crontab -",
        "crontab -l | sed -n '/rotate/p' | crontab -",
    ),
    good=(
        "crontab -l",
        "crontab -e",
        "(crontab -l; echo '0 5 * * * /usr/bin/backup') | crontab -",
        "crontab -l > jobs; echo '0 5 * * * /usr/bin/x' >> jobs; crontab jobs",
        "crontab -l > jobs",
        "crontab -l | grep -v old-backup | crontab -",
        "crontab -l | sed '/rotate/d' | crontab -",
        "crontab -l > old; { cat old; echo '0 5 * * * /usr/bin/x'; } | crontab -",
    ),
)
def jobs_replaced(calls: Sequence[Invocation]) -> Iterator[Hit]:
    saved = False
    for call in calls:
        if call.name != "crontab":
            saved = saved or _saves(call)
            continue
        if (hit := _jobs(call, saved)) is not None:
            yield Hit(level=hit.level, message=hit.message, place=call.command.place)
        saved = saved or _saves(call)


def _saves(call: Invocation) -> bool:
    """Whether the list of jobs ends up in a file."""
    listing = [each for each in (call.command, *call.command.upstream) if each.name == "crontab" and _lists(each)]
    if not listing:
        return False
    written = [each.operator for each in call.command.redirects if each.descriptor in (None, 1)]
    return any(operator in (">", ">>", ">|", "&>") for operator in written) or call.name == "tee"


def _lists(command: Command) -> bool:
    return any(re.fullmatch(r"-\w*l\w*", word.shape) for word in command.arguments)


def _jobs(call: Invocation, saved: bool) -> Hit | None:
    """What one crontab does; `saved` says that the list of jobs was written into a file before."""
    command = call.command
    if call.has("-r"):
        return (notable if saved else dangerous)("deletes every scheduled job of the user")
    if call.has("-l", "-T", "-V"):
        return None
    if call.has("-e"):
        return notable("edits the scheduled jobs")
    words = [word for word in call.words if word not in ("-", "/dev/stdin")]
    nothing = "/dev/null" in words or any(
        redirect.operator == "<" and redirect.target.shape == "/dev/null" for redirect in command.redirects
    )
    if nothing:
        return (notable if saved else dangerous)("replaces every scheduled job of the user by nothing")
    if words and not words[0].strip("…"):
        return None  # a file that nobody sees: SS1810
    if words:
        return (notable if saved else dangerous)(f"replaces every scheduled job of the user by those in {words[0]}")
    if inverted := _inverted(command):
        return dangerous(f"keeps of the scheduled jobs only those that {inverted} finds")
    if saved or _kept(command):
        return notable("changes the scheduled jobs")
    if command.upstream or command.stdin is not None or command.redirects:
        return dangerous("replaces every scheduled job of the user")
    return None


_SEARCHES = frozenset(("grep", "egrep", "fgrep"))
_LEAVING_OUT = re.compile(r"-\w*[vcq]|--invert|--count|--quiet")


def _inverted(command: Command) -> str:
    """The search through the present jobs that lets through what it finds, where it should leave that out."""
    listed = False
    for up in command.upstream:
        listed = listed or (up.name == "crontab" and _lists(up))
        texts = [word.shape for word in up.arguments]
        if not listed:
            continue
        chosen = not any(_LEAVING_OUT.match(text) or text in ("^", ".", "", "^[^#]") for text in texts)
        if up.name in _SEARCHES and chosen:
            return up.name
        if (
            up.name == "sed"
            and "-n" in texts
            and any(re.search(r"/[pP]\Z", text) and "!p" not in text for text in texts)
        ):
            return up.name
        if up.name in ("awk", "gawk") and any(re.fullmatch(r"/[^/]+/", text) for text in texts):
            return up.name
        if up.name in ("head", "tail") and not any(text.startswith("+") for text in texts):
            return up.name
    return ""


def _kept(command: Command) -> bool:
    """Whether what is piped in holds the present jobs."""
    ups = command.upstream
    if any(up.name == "crontab" and _lists(up) for up in ups):
        return True
    stdin = command.stdin
    sources = [part.source for up in ups for word in up.arguments for part in word.unknowns]
    sources += [part.source for part in stdin.unknowns] if stdin is not None else []
    return any("crontab -l" in each for each in [*sources, stdin.shape if stdin is not None else ""])
