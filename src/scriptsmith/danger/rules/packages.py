"""SS1700 to SS1719: packages that come and go."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .known_names import essential, serving
from .rule import dangerous, notable, rule, unanalysable
from .word_lists import set_of

_SYSTEM = (
    "apt apt-get aptitude dpkg yum dnf microdnf rpm zypper pacman apk emerge xbps-remove swupd tdnf eopkg "
    "rpm-ostree opkg pkg pkg_delete nix-env slackpkg removepkg yay paru snap flatpak guix equo urpme"
)
_OTHERS = (
    "apt-mark pip pip3 pipx npm yarn pnpm bun gem cargo go brew conda mamba composer poetry uv nix port choco "
    "winget scoop luarocks cpan cpanm dotnet npx asdf rustup opam stack cabal helm-plugin bundle"
)
_REMOVING = set_of("remove purge autoremove autopurge erase uninstall rm del deinstall delete unmerge rpm-e")
_CHANGING = set_of(
    "install upgrade dist-upgrade full-upgrade update add reinstall downgrade localinstall "
    "groupinstall swap distro-sync in up dup dist-upgrade safe-upgrade refresh switch build-dep "
    "autoclean clean"
)
_GROUPS = set_of("core base standard server minimal minimal-environment server-product-environment workstation-product")
_EVERY = re.compile(r"(?:~i|\?installed|\?essential|~E)\Z")


_PLAIN_INDEX = re.compile(r"(?:--(?:extra-)?index-url|-i)[= ]http://(?!localhost|127\.)")
_ALL_OF_THEM = re.compile(r"\b(?:brew\s+(?:list|leaves|ls)|pip3?\s+(?:freeze|list)|npm\s+ls|gem\s+list)\b(?![^)]*grep)")


@rule(
    "SS1701",
    "Removes packages that the machine or its users stand on",
    why="Without its kernel, C library, shell or SSH server the machine does not come back; purging a database "
    "may delete its data.",
    instead="look at what goes with it first: apt-get -s remove NAME, dnf remove --assumeno NAME",
    on=_SYSTEM,
    bad=(
        "apt-get purge -y openssh-server",
        "apt remove 'linux-image*'",
        "yum erase -y kernel",
        "rpm -e --nodeps glibc",
        "dpkg --purge --force-all libc6",
        "apt-get remove --purge mysql-server",
        "pacman -Rdd glibc",
        "apk del openssh",
        "dnf remove -y systemd",
        "apt-get -y purge nginx docker-ce",
        "apt-get purge '*'",
        "dpkg -r --force-depends bash",
        "pacman -Rns --noconfirm linux",
        "zypper rm -y kernel-default",
        "snap remove --purge lxd",
        "emerge -C sys-libs/glibc",
        "pkg delete -a",
        "dnf group remove -y Core",
        "rpm-ostree override remove kernel",
        "aptitude purge '~i'",
    ),
    good=(
        "apt-get remove cowsay",
        "apt autoremove -y",
        "dnf -y remove --oldinstallonly --setopt installonly_limit=2 kernel-core",
        "apt install openssh-server",
        "yum erase telnet",
        "rpm -qa",
        "dpkg -l",
        "apt-get -s remove bash",
        "pacman -Rs htop",
        "apt-cache search kernel",
        "apt-get update",
        "apk del curl-dev",
        "snap remove vlc",
        "zypper rm nano",
        "emerge -C app-editors/nano",
        "dnf group remove 'Games'",
        "flatpak uninstall org.gimp.GIMP",
    ),
)
def removed(call: Invocation) -> Hit | None:
    name, words = call.name, call.words
    if name in ("dnf", "yum") and call.has("--oldinstallonly"):
        return notable("removes the versions of kernels that neither run nor are the newest")
    words = ("group", "remove", *words[1:]) if words[:1] == ("groupremove",) else words
    if simulated(call):
        return None
    names: tuple[str, ...] = ()
    verb = ""
    if name == "dpkg":
        if not call.has("-r", "--remove", "-P", "--purge"):
            return (
                notable("installs packages") if call.has("-i", "--install", "--configure", "--unpack", "-a") else None
            )
        verb, names = "removes", words
    elif name == "rpm":
        if not call.has("-e", "--erase"):
            return (
                notable("installs packages")
                if call.has("-i", "-U", "-F", "--install", "--upgrade", "--import")
                and not call.has("-q", "--query", "-V")
                else None
            )
        verb, names = "removes", words
    elif name in ("pacman", "yay", "paru"):
        if not (call.has("--remove") or any(flag == "-R" for flag in call.flags)):
            return (
                notable("changes the installed packages")
                if any(flag in call.flags for flag in ("-S", "-U", "--sync", "--upgrade"))
                and not call.has("-s", "-i", "-l", "--search", "--info", "-g")
                else None
            )
        verb, names = "removes", words
    elif name == "emerge":
        if not call.has("-C", "-c", "--unmerge", "--depclean"):
            return (
                notable("changes the installed packages")
                if words and not call.has("-p", "--pretend", "-s", "--search")
                else None
            )
        verb, names = "removes", words
    elif name in ("xbps-remove", "pkg_delete", "removepkg", "urpme"):
        verb, names = "removes", words
    elif words[:1] in (("group",), ("groups",), ("override",), ("module",)) and _REMOVING & set(words[1:2]):
        verb, names = "removes", words[2:]
        if _GROUPS & {group.lower().strip("@") for group in names}:
            return dangerous(f"removes {names[0]}, the packages that make up the system")
    elif words and (words[0] in _REMOVING or (words[0] == "history" and "undo" in words)):
        verb, names = "removes", words[1:]
        if words[0] in ("autoremove", "autopurge") and not names:
            return notable("removes packages that nothing else needs")
    elif words and name in ("snap", "flatpak", "nix-env") and call.has("--uninstall", "-e"):
        verb, names = "removes", words
    if verb:
        if any(package.strip() == "…" for package in names):
            return unanalysable("removes packages that the text does not name")
        if (name in ("pkg", "pkg_delete") and call.has("-a", "--all")) or any(_EVERY.match(each) for each in names):
            return dangerous("removes every package")
        if vital := next((package for package in names if essential(package)), ""):
            return dangerous(f"removes {vital}, which the machine needs")
        if "protected_packages=" in call.text:
            return dangerous(f"removes {' '.join(names)}, whatever is protected")
        if server := next((package for package in names if serving(package) or serving(package.rstrip("*"))), ""):
            return dangerous(f"removes {server}, a server that people or data depend on")
        if call.has(
            "--nodeps", "--force-all", "--force-depends", "--allow-remove-essential", "--force-remove-essential"
        ) or (name in ("pacman", "yay") and call.text.count("d") > 1 and re.search(r"-R\w*dd", call.text)):
            return dangerous(f"removes {' '.join(names)} without regard for what needs it")
        return notable(f"removes {' '.join(names) or 'packages'}")
    # `apt install x-` removes x
    gone = next((word for word in words[1:] if word.endswith("-") and essential(word[:-1])), "")
    if gone and words[0] == "install" and name.startswith("apt"):
        return dangerous(f"removes {gone[:-1]}, which the machine needs")
    if words and words[0] in _CHANGING:
        return notable(f"changes the installed packages: {name} {words[0]} {' '.join(words[1:4])}".rstrip())
    return None


_SIMULATING = (
    "-s", "--simulate", "--just-print", "--dry-run", "--recon", "--no-act", "--assumeno", "--test", "--print"
)  # fmt: skip


def simulated(call: Invocation) -> bool:
    """Whether a package manager only says what it would do."""
    return call.has(*_SIMULATING) and call.name != "snap" and not (call.name == "pacman" and call.has("-R"))


_SELECTING = frozenset(("grep", "egrep", "fgrep", "rg", "head", "tail", "awk", "comm"))


def _listed(commands: Sequence[Command]) -> bool:
    """Whether the names that come through a pipe are those of every installed package."""
    texts = [" ".join((each.name, *(word.shape for word in each.arguments))) for each in commands]
    if any(each.name in _SELECTING and "$1" not in text for each, text in zip(commands, texts, strict=True)):
        return False
    return any(_ALL_OF_THEM.search(f"$({text}") for text in texts)


@rule(
    "SS1702",
    "Changes what is installed",
    why="Another version of a package may behave differently, and its install script runs with the caller's rights.",
    instead="pin the version that was tried",
    on=_OTHERS,
    level="notable",
    yields="SS1703",
    bad=(
        "pip install requests",
        "npm install -g x",
        "gem uninstall rails",
        "cargo install ripgrep",
        "brew uninstall jq",
        "apt-mark hold linux-image-generic",
    ),
    good=("pip list", "npm ls", "gem list", "cargo build", "brew search jq", "apt-mark showhold"),
)
def changed(call: Invocation) -> Hit | None:
    words = call.words
    if call.has("--dry-run"):
        return None
    sources = [part.source for word in call.command.arguments for part in word.unknowns]
    if words and words[0] in _REMOVING and any(_ALL_OF_THEM.search(source) for source in sources):
        return dangerous(f"removes everything that {call.name} has installed")
    given = "xargs" in call.command.via or call.has("-r", "--requirement")
    if words and words[0] in _REMOVING and given and _listed(call.command.upstream):
        return dangerous(f"removes everything that {call.name} has installed")
    if words and words[0] in ("install", "add", "i") and any(re.search(r"\b(?:curl|wget)\b", each) for each in sources):
        return dangerous("installs whatever a server names")
    if words and (
        words[0] in _REMOVING
        or words[0]
        in (
            "install",
            "i",
            "add",
            "upgrade",
            "update",
            "ci",
            "reinstall",
            "tap",
            "sync",
            "inject",
            "prune",
            "unpublish",
            "publish",
            "yank",
            "uninject",
            "hold",
            "unhold",
        )
    ):
        if words[0] in ("unpublish", "yank"):
            return dangerous(
                f"takes a published package away from everybody who uses it: {call.name} {' '.join(words)}"
            )
        return notable(f"changes what is installed: {call.name} {' '.join(words[:3])}")
    return None


@rule(
    "SS1703",
    "Trusts packages that nobody signed",
    why="Without the check of signatures anybody between here and the server decides what is installed.",
    instead="import the key of the source and leave the check on",
    on="apt apt-get yum dnf apt-key pip rpm zypper pacman npm gem",
    level="notable",
    bad=(
        "apt-get install --allow-unauthenticated x",
        "yum install --nogpgcheck x",
        "pip install --trusted-host evil.example x",
        "zypper --no-gpg-checks in x",
    ),
    good=("apt-get install x", "dnf install x", "pip install x", "apt-key list"),
)
def unsigned(call: Invocation) -> Hit | None:
    if call.has(
        "--allow-unauthenticated",
        "--nogpgcheck",
        "--no-gpg-checks",
        "--force-yes",
        "--nosignature",
        "--allow-insecure-repositories",
    ):
        return notable("installs packages without looking at their signatures")
    if call.name in ("pip", "pip3") and _PLAIN_INDEX.search(call.text):
        return dangerous("installs packages that anybody on the way can change")
    if call.name == "pip" and re.search(r"--trusted-host", call.text):
        return notable("installs packages over a line that anybody can change")
    return None
