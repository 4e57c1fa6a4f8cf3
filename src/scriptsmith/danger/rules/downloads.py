"""SS1800 to SS1829: code that comes from elsewhere, or from data, and is run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...interpreter.model import Command, Hit, Unknown, Word
from .evaluated_output import trusted
from .invocation import Invocation
from .known_names import FETCHERS, INTERPRETERS, SHELLS
from .paths import spelled
from .rule import dangerous, notable, rule, script_rule, unanalysable
from .write_targets import targets

_FETCH = re.compile(
    r"\b(?:curl|wget|fetch|aria2c|lwp-download|nc|ncat|lynx|ftp|tftp|scp|socat|dig|nslookup|/dev/tcp)\b"
)
_STREAM = re.compile(r"/dev/stdin\Z|/(?:proc/self|dev)/fd/\d+\Z")
_LOOKERS = frozenset(("python", "python3", "perl", "ruby", "node", "php", "awk", "gawk", "mawk"))
_RUN = (
    "sh bash dash ash zsh ksh mksh fish csh tcsh busybox python python2 python3 perl ruby node nodejs php lua "
    "eval source . at batch exec osascript pwsh tclsh"
)


def fetches(commands: Iterable[Command]) -> Command | None:
    """The first command that brings something from the network."""
    for command in commands:
        if command.name in FETCHERS or command.name in (
            "nc",
            "ncat",
            "netcat",
            "socat",
            "aws",
            "gsutil",
            "rclone",
            "dig",
            "s3cmd",
        ):
            return command
        if any(
            redirect.operator == "<" and redirect.target.shape.startswith("/dev/tcp") for redirect in command.redirects
        ):
            return command
    return None


def _script(call: Invocation) -> bool:
    """Whether the interpreter takes its program from its arguments, so that what is piped in is data."""
    name = call.name
    if name in ("eval", "exec"):
        return True
    if name in ("awk", "gawk", "mawk", "nawk"):
        return True
    if (call.has("-c") and name not in ("php", "ruby")) or call.has(
        "-e", "-E", "--eval", "-m", "-r", "-n", "-p", "-ne", "-pe", "--execute", "-le", "-lne"
    ):
        return True
    files = [word for word in call.words if word != "-" and not _STREAM.match(word)]
    if name in SHELLS and call.has("-s"):
        return False
    if name == "busybox":
        return not (call.words[:1] and call.words[0] in SHELLS)
    return bool(files)


@rule(
    "SS1801",
    "Runs what the network sends",
    why="Whoever owns the server, or the line to it, decides what runs here, and may send another text than the "
    "one you read.",
    instead="download to a file, read it, check its digest, then run it",
    on=_RUN,
    yields="SS1952",
    bad=(
        "curl https://example.com/x.sh | sh",
        "wget -qO- http://example.com/x | sudo bash",
        'bash -c "$(curl -fsSL https://example.com/x)"',
        "bash <(curl -s https://example.com/x)",
        'eval "$(wget -qO- http://example.com/x)"',
        "source <(curl -s http://example.com/x)",
        "curl -s http://example.com/x.py | python3",
        "curl http://example.com/x | base64 -d | sh",
        'python3 -c "$(curl http://example.com/x)"',
    ),
    good=(
        "curl https://example.com/data.json | jq .",
        "curl -O https://example.com/x.tar.gz",
        "curl -s https://example.com/x.json | python3 -m json.tool",
        "bash script.sh",
        "curl -s https://example.com/x | awk '{print $1}'",
        'eval "$(ssh-agent -s)"',
    ),
)
def piped(call: Invocation) -> Hit | None:
    command = call.command
    for word in (
        *command.arguments,
        *(redirect.target for redirect in command.redirects if redirect.operator in ("<", "<<<", "<<")),
    ):
        for unknown in word.unknowns:
            if trusted(unknown):
                continue
            if unknown.kind == "network" or (re.match(r"[$<`]\(?", unknown.source) and _FETCH.search(unknown.source)):
                if call.name in _LOOKERS and not _program(call, word):
                    continue
                if call.name in SHELLS and not _program(call, word) and word not in call.operands[:1]:
                    continue
                return dangerous(f"runs what {_host(unknown.source)} sends")
    if (
        command.stdin is not None
        and any(unknown.kind == "network" for unknown in command.stdin.unknowns)
        and not _script(call)
    ):
        return dangerous("runs what the network sends")
    if command.upstream and not _script(call) and (source := fetches(command.upstream)):
        return dangerous(f"runs what {source.name} brings from {_address(source)}")
    return None


def _program(call: Invocation, word: Word) -> bool:
    """Whether the word is the program text or file that an interpreter runs."""
    if word in call.all("-c", "-e", "-E", "--eval", "-r", "-p", "--print", "-ic", "-lc"):
        return True
    if call.has("-c", "-e", "-m"):
        return False
    return word in call.operands[:1]


def _host(source: str) -> str:
    found = re.search(r"\w+://[^\s'\"/)]+", source)
    return found[0] if found else "the network"


def _address(command: Command) -> str:
    shapes = [word.shape for word in command.arguments]
    dotted = (shape for shape in shapes if "." in shape and shape[:1] != "-")
    return next((shape for shape in shapes if "://" in shape), next(dotted, "the network"))


@script_rule(
    "SS1802",
    "Downloads a file and runs it",
    why="Between the download and the run nobody looked at what came.",
    instead="check its digest or signature in between: sha256sum -c",
    bad=(
        "curl -o x.sh http://example.com/x.sh && bash x.sh",
        "wget http://example.com/a -O /tmp/a; chmod +x /tmp/a; /tmp/a",
        "curl -sSL http://example.com/i > i.sh; sh ./i.sh",
        "cd /tmp && wget http://example.com/run.sh && sh run.sh",
        "curl -O http://example.com/install.py; python3 install.py",
        "wget -q http://example.com/m -O m && chmod 755 m && ./m",
        "nc example.com 99 > r; source r",
    ),
    good=(
        "curl -o data.json http://example.com/d; jq . data.json",
        "wget http://example.com/x.tgz && tar xzf x.tgz",
        "curl -O http://example.com/x.sh",
        "curl -o x.sh http://example.com/x.sh; sha256sum -c x.sha && bash y.sh",
        "curl -o x.sh http://example.com/x.sh; echo 'abc  x.sh' | sha256sum -c - && bash x.sh",
        "set -e; curl -O https://example.com/x.sh; sha256sum -c SHA256SUMS; bash x.sh",
    ),
)
def downloaded(calls: Sequence[Invocation]) -> Iterable[Hit]:
    brought: dict[str, str] = {}
    ends = False
    if not any(call.name in _BRINGERS for call in calls):
        return
    for call in calls:
        command = call.command
        program = spelled(command.program, command.cwd) if command.program.parts else ""
        candidates = [program] if "/" in command.program.shape else []
        if call.name in SHELLS | INTERPRETERS | {"source", "."} and call.operands:
            candidates.append(spelled(call.operands[0], command.cwd))
            if call.name in ("java",) and call.has("-jar"):
                candidates.append(spelled(call.operands[-1], command.cwd))
        for path in candidates:
            if path in brought or (path and path.rpartition("/")[2] in brought and "/" not in path.strip("./")):
                yield dangerous(
                    f"runs {path}, which {brought.get(path, 'a download')} brought just before", command.place
                )
                return
        if errors_end(call):
            ends = True
        if brought and compares_digest(call) and (ends or command.tested):
            brought = {path: by for path, by in brought.items() if not _compared(path, call)}
        for target in targets(call):
            came = (
                call.name in FETCHERS
                or fetches(command.upstream) is not None
                or call.name in ("nc", "ncat", "scp", "netcat", "sftp")
            )
            if came and target.path not in ("/dev/null", "-"):
                brought[target.path] = command.name
            elif (
                call.name in ("cp", "mv", "ln", "install")
                and call.operands
                and spelled(call.operands[0], command.cwd) in brought
            ):
                brought[target.path] = brought[spelled(call.operands[0], command.cwd)]
        for name in _remote_names(call):
            brought[spelled(Word(parts=(name,)), command.cwd)] = command.name


_COMPARING = re.compile(r"(?:sha(?:1|224|256|384|512)|md5|b2)sum|shasum")


def compares_digest(call: Invocation) -> bool:
    """Whether the command compares files with digests or signatures, and fails where they differ."""
    if _COMPARING.fullmatch(call.name):
        return call.has("-c", "--check")
    if call.name in ("gpg", "gpgv", "gpg2"):
        return call.name == "gpgv" or call.has("--verify")
    return call.name in ("cosign", "minisign", "signify", "slsa-verifier") and bool(
        call.has("-V", "-Vm", "-m") or call.words[:1] in (("verify-blob",), ("verify",), ("verify-artifact",))
    )


def is_compared(path: str, calls: Sequence[Invocation]) -> bool:
    """Whether a digest of the file at `path` is compared, and the script ends where it differs."""
    ends = False
    for call in calls:
        ends = ends or errors_end(call)
        if compares_digest(call) and (ends or call.command.tested) and _compared(path, call):
            return True
    return False


def errors_end(call: Invocation) -> bool:
    """Whether a failure ends the script from here on."""
    return call.name == "set" and bool(re.search(r"(?:\A|\s)-\w*e|-o errexit", call.text))


def _compared(path: str, call: Invocation) -> bool:
    """Whether a file is among those that are compared: named there, or in a list of digests that is not seen."""
    command = call.command
    name = path.rpartition("/")[2]
    texts = [call.text, *(each.target.shape for each in command.redirects)]
    texts += [word.shape for up in command.upstream for word in up.arguments]
    texts += [command.stdin.shape] if command.stdin is not None else []
    stem = name.partition(".")[0]
    seen = "\n".join(texts)
    return (
        name in seen
        or bool(re.search(r"(?i)sums?\b|checksums?|\.(?:asc|sig)\b", call.text))
        or (len(stem) > 2 and stem in call.text)
    )


_BRINGERS = FETCHERS | {
    "nc",
    "ncat",
    "netcat",
    "scp",
    "sftp",
    "rsync",
    "socat",
    "aws",
    "gsutil",
    "rclone",
    "s3cmd",
    "exec",
    "cat",
}


def _remote_names(call: Invocation) -> Iterable[str]:
    """The files that a download names after the address."""
    if call.name == "curl" and not any(
        ("O" in flag and flag[:2] != "--") or flag in ("--remote-name", "--remote-name-all") for flag in call.flags
    ):
        return
    if call.name in ("curl", "aria2c", "axel") or (call.name == "wget" and not call.has("-O", "--output-document")):
        folder = call.value("-P", "--directory-prefix", "--output-dir", "-d")
        for word in call.words:
            name = word.partition("?")[0].rstrip("/").rpartition("/")[2]
            if "/" in word and name:
                yield f"{folder}/{name}" if folder else name
    if call.name in ("scp", "rsync", "sftp") and call.words and ":" in call.words[0]:
        yield call.words[0].rpartition("/")[2].rpartition(":")[2]
    if call.name == "git" and call.verb == "clone":
        return


_CHOSEN = re.compile(r"\$\{(?:PAGER|EDITOR|VISUAL|BROWSER):?-[^${}`]+\}")


@rule(
    "SS1803",
    "Runs data as a program",
    why="What a variable, an argument or a file holds decides what runs.",
    instead="run a named program with the data as its argument",
    on="eval source . bash sh dash zsh ksh exec",
    level="unanalysable",
    yields="SS1801 SS1802 SS1852 SS1855 SS1952",
    bad=(
        'eval "$1"',
        'bash -c "$CMD"',
        'sh -c "$(cat cmd)"',
        "cat cmds | bash",
        "eval $QUERY_STRING",
        'eval "$(/tmp/ssh-agent -s)"',
        'eval "$(ssh-agent -s; cat cmds)"',
        'eval "$(cat cmds | keychain)"',
    ),
    good=(
        'eval "$(ssh-agent -s)"',
        "source ~/.bashrc",
        ". /etc/os-release",
        "bash -c 'echo hi'",
        'bash -c \'echo "$1"\' _ "$x"',
        'eval "$(dircolors -b)"',
        'eval "$(/opt/homebrew/bin/brew shellenv)"',
        'eval "$(minikube -p dev docker-env)"',
        'eval "$(SHELL=/bin/sh lesspipe)"',
        "source <(kubectl completion bash)",
        "eval \"$(grep '^VERSION' /etc/os-release)\"",
    ),
)
def evaluated(call: Invocation) -> Hit | None:
    name = call.name
    if name == "eval":
        for word in call.command.arguments:
            if _CHOSEN.fullmatch(word.unknowns[0].source if len(word.parts) == 1 and word.unknowns else ""):
                continue
            if word.unknowns and not all(map(trusted, word.unknowns)) and word.parts[0] != "echo ":
                return unanalysable(f"runs {word.unknowns[0].source} as a program, whatever it holds")
        return None
    if name in ("source", ".", "exec"):
        unknowns = call.operands[0].unknowns if call.words[:1] == ("…",) and name != "exec" else ()
        return notable(f"runs {unknowns[0].source} as a part of this script") if unknowns else None
    for word in call.all("-c"):
        if word.unknowns and isinstance(word.parts[0], Unknown):
            return unanalysable(f"runs {word.unknowns[0].source} as a program, whatever it holds")
    if call.command.upstream and not _script(call) and (call.command.stdin is None or call.command.stdin.unknowns):
        return unanalysable(f"runs what {call.command.upstream[-1].name or 'another command'} prints as a program")
    return None


@rule(
    "SS1805",
    "Brings something from the network",
    why="It lies here from now on, and somebody may run it.",
    instead="check the digest of what came",
    on="curl wget aria2c git scp sftp rsync ftp tftp",
    level="notable",
    bad=("curl -O https://example.com/x", "wget https://example.com/x.tgz", "git clone https://example.com/x.git"),
    good=(
        "curl -s https://example.com/health",
        "curl -I https://example.com",
        "wget --spider https://example.com",
        "git status",
    ),
)
def fetched(call: Invocation) -> Hit | None:
    if call.name == "git":
        return (
            notable(f"brings {call.words[1] if len(call.words) > 1 else 'a repository'} here")
            if call.verb == "clone"
            else None
        )
    if call.name == "curl":
        out = call.value("-o", "--output")
        saved = (out is not None and out not in ("/dev/null", "-")) or any(
            flag in ("-O", "--remote-name", "-J") for flag in call.flags
        )
        return notable(f"saves {_address(call.command)}") if saved else None
    if call.name == "wget":
        out = call.value("-O", "--output-document")
        return (
            notable(f"saves {_address(call.command)}")
            if call.words and out not in ("-", "/dev/null") and not call.has("--spider")
            else None
        )
    if call.name in ("scp", "rsync"):
        return notable(f"brings {call.words[0]} here") if len(call.words) > 1 and ":" in call.words[0] else None
    return notable(f"exchanges files with {call.verb}") if call.words else None
