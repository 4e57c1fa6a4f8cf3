"""Programs that start another one by their own rules: daemons, sandboxes, terminals, sockets, loaders."""

from __future__ import annotations

import re

from ..model import Word
from ..values import Parts, listed, word
from .handler import ExpandedCall, Handler, Shell
from .outputs import network
from .wrappers import joined, operands_from


def daemon(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`start-stop-daemon --exec PROGRAM -- ARGUMENTS`."""
    shell.record(call)
    words = call.arguments
    texts = [each.text or "" for each in words]
    rest = words[texts.index("--") + 1 :] if "--" in texts else ()
    for index, text in enumerate(texts):
        found = re.fullmatch(r"--(?:exec|startas)=(.+)", text)
        if found:
            return shell.dispatch(call.inner((word(found[1]), *rest), call.name))
        starts = text in ("--startas", "--exec") or re.fullmatch(r"-[A-Zbmov]*[xa]", text)
        if starts and index + 1 < len(words) and not ("a" not in text[-2:] and _startas(texts)):
            return shell.dispatch(call.inner((words[index + 1], *rest), call.name))
    return None


def _startas(texts: list[str]) -> bool:
    return any(re.fullmatch(r"--startas(?:=.*)?|-[A-Zbmov]*a", each) for each in texts)


def group(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`sg GROUP [-c] text`, `newgrp GROUP`: a shell with another group."""
    shell.record(call)
    words = [each for each in call.arguments if each.text not in ("-", "-c")]
    if call.name == "sg" and len(words) > 1:
        return shell.run_text(words[1].parts, call, "sg")
    stream = call.context.stdin
    if stream is not None and stream.parts:
        return shell.run_text(stream.rest(), call, call.name)
    return None


def capsh(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`capsh … -- -c text`: the rest goes to bash."""
    shell.record(call)
    for index, each in enumerate(call.arguments):
        if each.text in ("--", "=="):
            return shell.dispatch(call.inner((word("bash"), *call.arguments[index + 1 :]), "capsh"))
    return None


_BOX = {
    **dict.fromkeys(listed("--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink"), 2),
    **dict.fromkeys(listed("--setenv --file --bind-data --ro-bind-data --chmod --overlay --bind-fd --ro-bind-fd"), 2),
    **dict.fromkeys(
        listed(
            "--args --argv0 --userns --userns2 --pidns --uid --gid --hostname --chdir --unsetenv --lock-file --sync-fd "
            "--remount-ro --exec-label --file-label --proc --dev --tmpfs --mqueue --dir --seccomp --add-seccomp-fd "
            "--block-fd --userns-block-fd --info-fd --json-status-fd --cap-add --cap-drop --perms --size --overlay-src"
        ),
        1,
    ),
}


def box(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`bwrap OPTIONS command`."""
    shell.record(call)
    words = call.words
    at = 1
    while at < len(words) and (text := words[at].shape).startswith("-"):
        at += 1 + _BOX.get(text, 0)
        if text == "--":
            break
    return shell.dispatch(call.inner(words[at:], "bwrap")) if at < len(words) else None


def terminal(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`xterm -e command`: the words after it, or one shell text."""
    shell.record(call)
    for index, each in enumerate(call.arguments[:-1]):
        if each.text in ("-e", "-x", "--", "--command", "--execute", "-c"):
            rest = call.arguments[index + 1 :]
            if len(rest) == 1 or each.text in ("--command", "-c"):
                return shell.run_text(rest[0].parts, call, call.name)
            return shell.dispatch(call.inner(rest, call.name))
        if (found := re.fullmatch(r"--command=(.+)", each.text or "", re.DOTALL)) is not None:
            return shell.run_text((found[1],), call, call.name)
    return None


_ADDRESS = re.compile(r"(?i)(?:EXEC|SYSTEM|SHELL):(.+)", re.DOTALL)


def socket(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`socat … EXEC:text`, `ncat --sh-exec text`, `nc -c text`."""
    out = network(shell, call)
    for index, each in enumerate(call.arguments):
        text = each.text or ""
        if call.name == "socat":
            found = _ADDRESS.match(text)
            if found and not re.match(
                r"['\"]?(?:/\S+/)?(?:ba|z|k|da)?sh\b['\"]?(?:,|$|\s+-i?l?i?\b['\"]?(?:,|$))", found[1]
            ):
                command = re.sub(
                    r"(?:,(?:pty|stderr|setsid|sigint|sane|fork|nofork|ctty|su=\w+|pipes|echo=\d))+$", "", found[1]
                )
                shell.run_text((command.strip("'\""),), call, "socat")
        elif text in ("-c", "--sh-exec", "-e", "--exec", "--lua-exec") and index + 1 < len(call.arguments):
            value = call.arguments[index + 1]
            if " " in value.shape:
                shell.run_text(value.parts, call, f"{call.name} {text}")
    return out


def loader(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`ld.so program arguments`."""
    at = operands_from(call.words)
    if at < len(call.words) and not any((each.text or "") in ("--list", "--verify") for each in call.words[1:at]):
        return shell.dispatch(call.inner(call.words[at:], call.name))
    shell.record(call)
    return None


_ARCH = re.compile(
    r"linux(?:32|64)|x86_64|i[3-6]86|amd64|uname26|aarch64\w*|arm\w*|ppc\w*|powerpc\w*|s390x?|mips\w*"
    r"|riscv\w*|sparc\w*|parisc\w*|ia64|alpha\w*|athlon"
)


def architecture(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`setarch [ARCHITECTURE] [OPTIONS] command`."""
    words: tuple[Word, ...] = call.words
    at = operands_from(words)
    if at < len(words) and _ARCH.fullmatch(words[at].text or ""):
        at += operands_from(words[at:], "setarch")
    if at < len(words):
        return shell.dispatch(call.inner(words[at:], "setarch"))
    shell.record(call)
    return None


def watcher(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`entr command`, `entr -s text`."""
    shell.record(call)
    at = operands_from(call.words)
    rest = call.words[at:]
    if not rest:
        return None
    if any(re.fullmatch(r"-\w*s\w*", each.text or "") for each in call.words[1:at]):
        return shell.run_text(joined(rest), call, "entr -s")
    return shell.dispatch(call.inner(rest, "entr"))


HANDLERS: dict[str, Handler] = {
    "start-stop-daemon": daemon,
    "sg": group,
    "newgrp": group,
    "capsh": capsh,
    "bwrap": box,
    **dict.fromkeys(
        listed(
            "xterm uxterm urxvt rxvt gnome-terminal konsole x-terminal-emulator xfce4-terminal mate-terminal "
            "lxterminal terminator kitty alacritty foot st"
        ),
        terminal,
    ),
    **dict.fromkeys(("socat", "nc", "ncat", "netcat"), socket),
    **dict.fromkeys(
        listed(
            "ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld-musl-x86_64.so.1"
        ),
        loader,
    ),
    "setarch": architecture,
    "entr": watcher,
}
