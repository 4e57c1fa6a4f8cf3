"""Which files a command writes, and how: emptied, overwritten, appended to, edited, linked, created."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from ...interpreter.model import Command, Word
from ...interpreter.recorder import GROUP
from ...programs.roles import has_role
from .invocation import Invocation
from .output_files import WRITING, written
from .paths import spelled
from .word_lists import set_of

How: TypeAlias = Literal["empties", "overwrites", "appends to", "edits", "links", "creates", "extracts into"]

_FOLDERS = set_of(
    "/ /etc /bin /sbin /usr /usr/bin /usr/sbin /usr/lib /lib /lib64 /boot /var /home /root /tmp "
    "/opt /srv /dev /usr/local/bin "
    "/usr/local/sbin /etc/cron.d /etc/cron.daily /etc/cron.hourly /etc/profile.d /etc/sudoers.d /etc/pam.d /etc/ssh "
    "/etc/systemd/system /lib/systemd/system /usr/lib/systemd/system /etc/init.d . .. ~ ~/.ssh /root/.ssh "
    "/var/spool/cron "
    "/var/spool/cron/crontabs /etc/rc.d /etc/security /etc/ld.so.conf.d /etc/modprobe.d /var/www/html"
)
_WRITING = frozenset(("&>", ">", ">|", ">&", "<>", "&>|"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One file that is written: its path as `paths.spelled` gives it, the word it came from, and how."""

    path: str
    word: Word
    how: How


def empty_output(command: Command) -> bool:
    """Whether the command prints nothing, so that sending its output to a file empties the file."""
    name = command.name
    if name == ":" and command.program == GROUP:
        return not any(word.parts for word in command.arguments)
    if name in ("", ":", "true", "false"):
        return name != "" or not command.program.parts
    texts = [word.shape for word in command.arguments]
    if name == "cat":
        nothing = any(each.operator == "<" and each.target.shape == "/dev/null" for each in command.redirects)
        return (nothing and not texts) or (bool(texts) and all(text == "/dev/null" for text in texts))
    if name == "cp":
        return False
    if name == "echo":
        return texts in (["-n"], ["-n", ""], ["-ne", ""])
    return name == "printf" and texts in ([""], ["%s"], ["%s", ""])


def redirected(command: Command) -> Iterator[Target]:
    """The files that redirections write."""
    for redirect in command.redirects:
        operator = redirect.operator.lstrip("0123456789")
        if operator in _WRITING:
            target = redirect.target
            if operator == ">&" and (target.shape.isdigit() or target.shape in ("-", "…")):
                continue
            text = content(command) if command.name in ("echo", "printf") else None
            nothing = empty_output(command) or (text is not None and not text.strip())
            how: How = "empties" if nothing and operator != "<>" else "overwrites"
            if redirect.descriptor not in (None, 1) and how == "empties":
                how = "overwrites"
            yield Target(path=spelled(target, command.cwd), word=target, how=how)
        elif operator in (">>", "&>>"):
            yield Target(path=spelled(redirect.target, command.cwd), word=redirect.target, how="appends to")


def writes(name: str) -> bool:
    """Whether programs of that name write files that their arguments name."""
    return name in _READERS or has_role(name, WRITING)


def targets(call: Invocation) -> tuple[Target, ...]:
    """Every file that the command writes, as far as its arguments tell."""
    if not call.command.redirects and not writes(call.name):
        return ()
    return _targets(call)


@lru_cache(maxsize=256)
def _targets(call: Invocation) -> tuple[Target, ...]:
    command = call.command
    found = list(redirected(command))
    if writes(call.name):
        reader = _READERS.get(call.name, _listed)
        found += [Target(path=path, word=word, how=how) for path, word, how in reader(call)]
    return tuple(found)


Found: TypeAlias = Iterator[tuple[str, Word, How]]


def _at(call: Invocation, word: Word) -> str:
    return spelled(word, call.command.cwd)


def _tee(call: Invocation) -> Found:
    how: How = "appends to" if call.has("-a", "--append") else "overwrites"
    stdin = call.command.stdin
    upstream = call.command.upstream
    if how == "overwrites" and (
        (stdin is not None and stdin.text == "")
        or any(redirect.operator == "<" and redirect.target.shape == "/dev/null" for redirect in call.command.redirects)
        or (upstream and empty_output(upstream[-1]) and stdin is None)
    ):
        how = "empties"
    for word in call.operands:
        yield _at(call, word), word, how


def _copy(call: Invocation) -> Found:
    into = call.all("-t", "--target-directory")
    if call.has("-n", "--no-clobber", "--dry-run") and call.name in ("cp", "mv", "rsync"):
        return
    if call.name == "install" and call.has("-d", "--directory"):
        for word in call.operands:
            yield _at(call, word), word, "creates"
        return
    sources = call.operands if into else call.operands[:-1]
    if not sources:
        return
    target = into[0] if into else call.operands[-1]
    if call.name in ("rsync", "scp") and ":" in target.shape.split("/")[0]:
        return
    path = _at(call, target)
    empty = call.name in ("cp", "install") and all(_at(call, source) == "/dev/null" for source in sources)
    how: How = "links" if call.name == "ln" else "empties" if empty else "overwrites"
    if call.name == "ln":
        nothing = all(_at(call, source) == "/dev/null" for source in sources)
        how = "creates" if not call.has("-f", "--force") else "empties" if nothing else "links"
    if into or len(sources) > 1 or target.shape.endswith("/") or path in _FOLDERS:
        for source in sources:
            name = _at(call, source).rpartition("/")[2]
            yield f"{path.rstrip('/')}/{name}", target, how
    else:
        yield path, target, how


def _dd(call: Invocation) -> Found:
    for word in call.command.arguments:
        if word.shape.startswith("of="):
            first = word.parts[0]
            rest = Word(
                parts=((first[3:], *word.parts[1:]) if isinstance(first, str) else word.parts), quoted=word.quoted
            )
            empty = any(other.shape in ("if=/dev/null", "count=0") for other in call.command.arguments)
            yield _at(call, rest), rest, "empties" if empty else "overwrites"


def _truncate(call: Invocation) -> Found:
    size = call.value("-s", "--size") or ""
    how: How = "creates" if size[:1] in "+>" else "empties" if size.lstrip("0") in ("", "K", "M", "G") else "overwrites"
    for word in call.operands:
        yield _at(call, word), word, how


def _sed(call: Invocation) -> Found:
    if not any(flag[:2] == "-i" or flag.startswith("--in-place") for flag in call.flags):
        return
    scripted = call.has("-e", "--expression", "-f", "--file")
    told = call.all("-e", "--expression") if scripted else call.operands[:1]
    how: How = "empties" if any(re.fullmatch(r"\s*(?:1,\$)?\s*d\s*", each.shape) for each in told) else "edits"
    for word in call.operands if scripted else call.operands[1:]:
        yield _at(call, word), word, how


def _perl(call: Invocation) -> Found:
    if any(flag[:2] == "-i" for flag in call.flags):
        for word in call.operands:
            yield _at(call, word), word, "edits"


def _awk(call: Invocation) -> Found:
    if call.value("-i", "--include") == "inplace":
        for word in call.operands[1:]:
            yield _at(call, word), word, "edits"


def _listed(call: Invocation) -> Found:
    """What the table of programs says."""
    for word, role in written(call):
        path = _at(call, word)
        if role == "begins":
            yield f"{path}/…" if word.shape.endswith("/") else f"{path}…", word, "overwrites"
        else:
            yield path, word, _HOW[role]


_HOW: Mapping[str, How] = {"writes": "overwrites", "appends": "appends to", "edits": "edits"}


def _folder(call: Invocation, folders: tuple[Word, ...], name: str) -> str:
    """The path of a file `name` in the last of `folders`, or in the working folder where none is given."""
    if folders:
        return f"{_at(call, folders[-1]).rstrip('/')}/{name}"
    return _at(call, Word(parts=(name,)))


def _saved_as(url: str) -> str:
    """The name under which a download is saved that is given none."""
    return re.sub(r"[?#].*", "", re.sub(r"\A\w+://", "", url)).partition("/")[2].rpartition("/")[2]


def _wget(call: Invocation) -> Found:
    for word in call.all("-O", "--output-document", "-o", "--output-file"):
        if word.shape not in ("-", "/dev/stdout"):
            yield _at(call, word), word, "overwrites"
    for word in call.all("-a", "--append-output"):
        yield _at(call, word), word, "appends to"
    if call.has("-O", "--output-document", "--spider"):
        return
    for url in call.operands:
        name = _saved_as(url.shape) or "index.html"
        yield _folder(call, call.all("-P", "--directory-prefix"), name), url, "overwrites"


def _curl(call: Invocation) -> Found:
    into = call.all("--output-dir")
    for word in call.all("-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--trace", "--trace-ascii"):
        if word.shape not in ("-", "/dev/stdout"):
            relative = into and word.shape[:1] not in "/~"
            yield _folder(call, into, word.shape) if relative else _at(call, word), word, "overwrites"
    if call.has("-O", "--remote-name", "--remote-name-all"):
        for url in call.operands:
            if name := _saved_as(url.shape):
                yield _folder(call, into, name), url, "overwrites"


def _edited(call: Invocation) -> Found:
    for word in call.operands[-1:] if call.name in ("vi", "vim", "nvim", "ex") else call.operands:
        if word.shape[:1] != "+":
            yield _at(call, word), word, "edits"


def _created(call: Invocation) -> Found:
    for word in call.operands:
        yield _at(call, word), word, "creates"


def _overwritten(call: Invocation) -> Found:
    for word in call.operands:
        yield _at(call, word), word, "overwrites"


_NOT_MAKING = set_of("-l -y -F -R -H -p -e -i -B -L -D -r -s -k -Q -A -c -Y -M -K")


def _key(call: Invocation) -> Found:
    """The private key that ssh-keygen makes, where it is not asked for something else."""
    if call.flags.isdisjoint(_NOT_MAKING) and not any(each in call.values for each in _NOT_MAKING):
        word = call.all("-f")[-1] if call.all("-f") else Word(parts=("~/.ssh/id_ed25519",))
        yield _at(call, word) if call.all("-f") else "~/.ssh/id_ed25519", word, "creates"


def _renamed(call: Invocation) -> Found:
    for word in call.operands[1 if call.name != "rename" or len(call.operands) < 3 else 2 :]:
        if not call.has("-n", "--no-act", "--nono", "--dry-run"):
            yield _at(call, word), word, "edits"


_ENGINES = set_of("docker podman nerdctl kubectl oc lxc incus")


def _into_container(call: Invocation) -> Found:
    """`docker cp FILE CONTAINER:PATH` and its way back; other subcommands as the table of programs says."""
    words = call.operands
    at = next((index for index, word in enumerate(words[:3]) if word.shape in ("cp", "push", "pull")), None)
    if at is None:
        yield from _listed(call)
        return
    if len(words) - at > 2:
        target = words[-1]
        name = target.shape
        yield name if ":" in name else _at(call, target), target, "overwrites"


def _tar(call: Invocation) -> Found:
    arguments = call.command.arguments
    first = arguments[0].shape if arguments else ""
    letters = first.lstrip("-") if not first.startswith("--") else ""
    flags = call.flags
    extracting = "x" in letters or "-x" in flags or "--extract" in flags or "--get" in flags
    creating = "c" in letters or "-c" in flags or "--create" in flags or "-r" in flags or "-u" in flags
    if extracting:
        for word in call.all("-C", "--directory") or _after_c(call):
            yield _at(call, word), word, "extracts into"
        return
    if creating:
        archive = call.all("-f", "--file")
        if not archive and "f" in letters and len(arguments) > 1:
            archive = (arguments[1],)
        for word in archive:
            if word.shape != "-":
                yield _at(call, word), word, "overwrites"


def _after_c(call: Invocation) -> tuple[Word, ...]:
    arguments = call.command.arguments
    return tuple(arguments[i + 1] for i in range(len(arguments) - 1) if arguments[i].shape == "-C")


def _into(*names: str) -> Callable[[Invocation], Found]:
    def reader(call: Invocation) -> Found:
        for word in call.all(*names):
            yield _at(call, word), word, "extracts into"

    return reader


_READERS: Mapping[str, Callable[[Invocation], Found]] = {
    "tee": _tee,
    "sponge": _overwritten,
    "cp": _copy,
    "mv": _copy,
    "ln": _copy,
    "install": _copy,
    "rsync": _copy,
    "scp": _copy,
    "dd": _dd,
    "dcfldd": _dd,
    "truncate": _truncate,
    "sed": _sed,
    "gsed": _sed,
    "perl": _perl,
    "awk": _awk,
    "gawk": _awk,
    **dict.fromkeys(("rename", "prename", "file-rename", "perl-rename"), _renamed),
    **dict.fromkeys(_ENGINES, _into_container),
    "ssh-keygen": _key,
    "curl": _curl,
    "wget": _wget,
    "vi": _edited,
    "vim": _edited,
    "nvim": _edited,
    "nano": _edited,
    "ed": _edited,
    "ex": _edited,
    "emacs": _edited,
    "touch": _created,
    "mkdir": _created,
    "mkfifo": _created,
    "mknod": _created,
    "tar": _tar,
    "bsdtar": _tar,
    "unzip": _into("-d"),
    "patch": _edited,
    "gzip": _edited,
    "gunzip": _edited,
    "bzip2": _edited,
    "xz": _edited,
    "zstd": _edited,
}


def content(command: Command) -> str | None:
    """What the command would print or pass on, when the text tells: for judging what ends up in a file."""
    name = command.name
    if name in ("echo", "printf"):
        texts = [word.shape for word in command.arguments]
        while texts and name == "echo" and texts[0] in ("-e", "-n", "-E", "-ne", "-en"):
            texts = texts[1:]
        joined = " ".join(texts)
        return joined.replace("\\n", "\n")
    if name == ":" and command.program == GROUP:
        return "".join(word.shape for word in command.arguments)
    passing = name in ("cat", "tee", "sponge", "", ":", "crontab", "at", "batch", "dd", "chpasswd", "base64")
    here = [each.target.shape for each in command.redirects if each.operator in ("<<", "<<-", "<<<")]
    stdin = command.stdin
    undecided = bool(here) and stdin is not None and stdin.shape == "…"  # one of several texts: a variable decides
    if stdin is not None and passing and not undecided and (stdin.text is not None or not command.upstream):
        return stdin.shape
    if here:
        return "\n".join(here)
    if command.upstream and passing:
        parts = [text for up in command.upstream if (text := content(up)) is not None]
        return "\n".join(parts) if parts else None
    return None
