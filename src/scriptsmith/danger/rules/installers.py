"""SS1811: what came in an archive or a repository from the network, run as root."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .known_names import FETCHERS, INTERPRETERS, SHELLS
from .paths import spelled
from .rule import dangerous, script_rule
from .word_lists import set_of

_UNPACKERS = set_of("tar bsdtar gtar unzip 7z 7za cpio bsdcpio unar")
# What says that the archive is the one that was meant.
_VERIFIERS = set_of("sha256sum sha512sum sha1sum shasum md5sum b2sum gpg gpgv minisign cosign signify rhash openssl")
_SETUP = re.compile(r"(?:.*/)?(?:install|setup|bootstrap|configure|build|run|deploy|update|init)[\w-]*(?:\.\w+)?\Z")
_SCRIPT = re.compile(r".*\.(?:sh|bash|py|pl|rb|run|bin)\Z")
_MAKERS = set_of("make gmake ninja cmake pip pip3 npm")


@script_rule(
    "SS1811",
    "Runs a program as root that came in a download",
    why="Whoever can change the archive or the repository becomes root here, and nobody has read what came.",
    instead="check the digest or the signature first (sha256sum -c, gpg --verify), read the installer, and pin a "
    "tag or a commit",
    on="git tar bsdtar gtar unzip 7z 7za cpio bsdcpio unar",
    bad=(
        "curl -sL https://x.example/a.tgz | tar xz; cd a; sudo ./install.sh",
        "wget https://x.example/tool.tgz; tar xzf tool.tgz; sudo bash tool/install.sh",
        "git clone https://x.example/tool.git; cd tool; sudo ./install.sh",
        "git clone https://x.example/tool.git /opt/tool && sudo make -C /opt/tool install",
        "curl -LO https://x.example/t.zip; unzip t.zip; cd t && sudo python3 setup.py install",
    ),
    good=(
        "git clone https://x.example/tool.git; cd tool; ./install.sh",
        "wget https://x.example/t.tgz; sha256sum -c t.sha && tar xzf t.tgz && sudo ./t/install.sh",
        "git clone https://x.example/tool.git; cd tool; make",
        "sudo ./install.sh",
        "curl -sL https://x.example/a.tgz | tar xz; cd a; sudo cp a /usr/local/bin/",
    ),
)
def installed(calls: Sequence[Invocation]) -> Iterator[Hit]:
    origin = ""
    fetched = False
    for call in calls:
        command = call.command
        if call.name in _VERIFIERS and call.has("-c", "--check", "--verify", "-verify", "verify", "-V"):
            return
        if call.name == "git" and call.verb in ("verify-tag", "verify-commit"):
            return
        if call.name in FETCHERS:
            fetched = True
        if call.name == "git" and call.verb == "clone":
            origin = "a repository"
        elif call.name in _UNPACKERS and (fetched or any(up.name in FETCHERS for up in command.upstream)):
            origin = "an archive"
        if origin and command.privileged and (path := _installer(call)):
            yield dangerous(f"runs {path} as root, which came in {origin} from the network", command.place)
            return


def _installer(call: Invocation) -> str:
    """The installer that a command runs, empty where it runs none."""
    program = spelled(call.command.program)
    if call.name in SHELLS | INTERPRETERS and call.operands:
        path = spelled(call.operands[0])
        return path if (_SETUP.match(path) or _SCRIPT.match(path)) and not path.startswith(("/usr/", "/bin/")) else ""
    if "/" in call.command.program.shape and not program.startswith(("/usr/", "/bin/", "/sbin/", "/opt/venv")):
        return program if _SETUP.match(program) or _SCRIPT.match(program) else ""
    if call.name in _MAKERS and "install" in call.words:
        return f"{call.name} install" if call.name in ("make", "gmake", "ninja") or "." in call.words else ""
    return ""
