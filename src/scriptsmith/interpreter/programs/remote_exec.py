"""Programs that hand a text to a shell on another host, in a container, or at a later time."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...programs.argv import parse
from ...programs.spec import spec_of
from ..model import Part, Unknown, Word
from ..values import Parts, merged, plain, unknown_output, word
from . import file_copies
from .container_mounts import mounted, outside
from .handler import ExpandedCall, Handler, Shell
from .wrappers import joined, operands_from

# other hosts and containers


def ssh(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    words = call.words
    at = operands_from(words)
    for index, each in enumerate(words[1:], 1):
        if index < at:
            _ssh_option(shell, call, each)
    if at >= len(words):
        return None
    host = words[at].shape
    rest = operands_from(words[at:], call.name) + at if at + 1 < len(words) else at + 1
    if rest < len(words):
        out = shell.run_text(joined(words[rest:]), call, "ssh", host=host)
        return unknown_output() if out is None else out
    stream = call.context.stdin
    if stream is not None and stream.parts:
        shell.run_text(stream.rest(), call, "ssh", host=host)
    return None


def _ssh_option(shell: Shell, call: ExpandedCall, each: Word) -> None:
    found = re.search(r"(?i)(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ](.+)", each.text or "")
    found = found or re.search(r"(?i)^(?:-o)?Match\s.*?exec\s+\"?(.+?)\"?$", each.text or "")
    if found and found[1].strip().lower() != "none":
        shell.run_text((found[1],), call, "ssh ProxyCommand")


def ssh_options(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`scp`, `sftp`: the options of ssh, and the program that stands for it."""
    shell.record(call)
    for index, each in enumerate(call.arguments):
        _ssh_option(shell, call, each)
        if each.text == "-S" and index + 1 < len(call.arguments) and " " in call.arguments[index + 1].shape:
            shell.run_text(call.arguments[index + 1].parts, call, f"{call.name} -S")
    return None


_VERBS = frozenset(("exec", "run", "debug", "rsh", "ssh", "shell"))
_CLUSTERS = frozenset(("kubectl", "oc", "k"))


def container(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`docker exec|run`, `docker compose exec`, `kubectl exec|debug`, `lxc exec`, …: itself and what runs inside."""
    shell.record(call)
    words = call.arguments
    shapes = [each.shape for each in words]
    spec = spec_of(call.name) or spec_of("_container")
    whole = parse(spec, shapes)
    leading = [at for at in whole.words if shapes[at] not in ("compose", "container", "machine")]
    if not leading or shapes[leading[0]] not in _VERBS:
        return None
    start = leading[0] + 1
    for at in whole.words[: len(whole.path)]:
        if at < start and spec is not None:
            spec = spec.subcommands[shapes[at]]
    if not whole.path:
        spec = spec_of("_container")
    read = parse(spec, shapes[start:])
    verb = shapes[start - 1]
    if call.name in _CLUSTERS:
        first, inner = _in_pod(words, shapes, start, [start + at for at in read.words])
    elif not read.words:
        return None
    else:
        first = start + read.words[0]
        inner = list(words[first + 1 :])
        if inner and inner[0].text == "--":
            inner.pop(0)
    host = "" if first is None else shapes[first]
    for each in read.given:
        if each.name == "--entrypoint" and each.value_at is not None:
            value = words[start + each.value_at]
            inner.insert(0, Word(parts=((value.text or "")[each.start :],)) if each.start else value)
    if not inner:
        return None
    if verb == "run" and (inner[0].text or "").startswith("-"):
        return None  # options of the image's own program
    if mounts := mounted(words[start : first if first is not None else len(words)]):
        inner = [outside(each, mounts) for each in inner]
    return shell.dispatch(call.inner(inner, f"{call.name} {verb}", host=host or "…"))


def _in_pod(
    words: Sequence[Word], shapes: Sequence[str], start: int, operands: Sequence[int]
) -> tuple[int | None, list[Word]]:
    """Where the pod is named, and the command in it: what is behind `--`, or behind the pod where there is none."""
    end = shapes.index("--", start) if "--" in shapes[start:] else len(words)
    first = next((at for at in operands if at < end), None)
    second = next((at for at in operands if first is not None and at > first), len(words))
    return first, list(words[end + 1 :] if end < len(words) else words[second:])


def remote(via: str, *flags: str) -> Handler:
    """A program whose option `flags` takes a shell text for other hosts."""

    def handler(shell: Shell, call: ExpandedCall) -> Parts | None:
        shell.record(call)
        hosts = next((each.shape for each in call.arguments if not each.shape.startswith("-")), "…")
        for index, each in enumerate(call.arguments):
            text = each.text or ""
            if text in flags and index + 1 < len(call.arguments):
                return shell.run_text(call.arguments[index + 1].parts, call, via, host=hosts)
            for flag in flags:
                if text.startswith(flag + "=") or (len(flag) == 2 and text.startswith(flag) and len(text) > 2):
                    return shell.run_text((text[len(flag) :].removeprefix("="),), call, via, host=hosts)
        return None

    return handler


def salt(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    for index, each in enumerate(call.arguments):
        if each.text in ("cmd.run", "cmd.shell", "cmd.run_all", "cmd.script") and index + 1 < len(call.arguments):
            return shell.run_text(call.arguments[index + 1].parts, call, "salt", host=call.arguments[0].shape)
    return None


def pdsh(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    at = operands_from(call.words)
    if at < len(call.words):
        return shell.run_text(joined(call.words[at:]), call, call.name, host="…")
    return None


# later


def at(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`at`, `batch`: their standard input is a script for later."""
    shell.record(call)
    for index, each in enumerate(call.arguments[:-1]):
        if each.text == "-f":
            known = shell.file(call.arguments[index + 1])
            return shell.run_text(known[0], call, call.name) if known else None
    stream = call.context.stdin
    if stream is not None and stream.parts:
        shell.run_text(stream.rest(), call, call.name)
    return None


_CRON = re.compile(r"^\s*(?:@\w+|(?:[\d*/,\-A-Za-z]+\s+){4}[\d*/,\-A-Za-z]+)\s+(.+)$")


def crontab(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`crontab file`, `crontab -`: every line's command."""
    shell.record(call)
    at_word = operands_from(call.words)
    parts: Parts = ()
    if at_word < len(call.words):
        path = call.words[at_word].text
        if path in ("-", "/dev/stdin", "/dev/fd/0") and call.context.stdin is not None:
            parts = call.context.stdin.rest()
        elif known := shell.file(call.words[at_word]):
            parts = known[0]
    elif call.context.stdin is not None and len(call.words) == 1:
        parts = call.context.stdin.rest()
    cron_lines(shell, call, parts)
    return None


def cron_lines(shell: Shell, call: ExpandedCall, parts: Parts) -> None:
    """Read the command of each line of a crontab."""
    line: list[Part] = []
    lines: list[Parts] = []
    for part in parts:
        if not isinstance(part, str):
            line.append(part)
            continue
        first, *more = part.split("\n")
        line.append(first)
        for start in more:
            lines.append(merged(line))
            line = [start]
    lines.append(merged(line))
    for each in lines[:100]:
        if each and isinstance(each[0], Unknown):
            each = each[1:]  # the lines of an older crontab, which end in one of their own
        head = each[0] if each and isinstance(each[0], str) else ""
        found = _CRON.match(head) if head else None
        if found:
            shell.run_text((found[1], *each[1:]), call, "crontab")


def terminal(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`tmux new 'text'`, `screen -dm command`, `tmux send-keys 'text' Enter`."""
    shell.record(call)
    words = call.words
    if call.name == "screen" and "stuff" in [each.text for each in words]:
        typed = [
            word(re.sub(r"(?:\^M|\\n|\\r|\\015|[\r\n])+$", "", each.text), quoted=True) if each.text else each
            for each in words[[each.text for each in words].index("stuff") + 1 :]
        ]
        return shell.run_text(joined(typed), call, "screen")
    if call.name == "screen":
        at_word = operands_from(words)
        return (
            shell.dispatch(call.inner(words[at_word:], "screen"))
            if at_word < len(words) and "-X" not in [each.text for each in words]
            else None
        )
    at_word = operands_from(words)
    verb = words[at_word].text if at_word < len(words) else ""
    if verb in (
        "new",
        "new-session",
        "neww",
        "new-window",
        "split-window",
        "splitw",
        "run",
        "run-shell",
        "respawn-pane",
        "send",
        "send-keys",
    ):
        rest = words[at_word + operands_from(words[at_word:], "_tmux") :]
        if rest:
            texts = [each for each in rest if each.text not in ("Enter", "C-m", "ENTER")]
            return shell.run_text(joined(texts), call, "tmux")
    return None


def script(shell: Shell, call: ExpandedCall) -> Parts | None:
    words = call.words
    for index, each in enumerate(words[:-1]):
        if re.fullmatch(r"-[a-zA-Z]*c|--command", each.text or ""):
            shell.record(call)
            return shell.run_text(words[index + 1].parts, call, "script -c")
    stream = call.context.stdin
    if stream is not None and stream.parts:
        shell.record(call)
        return shell.run_text(stream.rest(), call, "script")
    return remote("script -c", "-c", "--command")(shell, call)


_TAR = frozenset(
    ("-I", "--use-compress-program", "--to-command", "-F", "--info-script", "--new-volume-script", "--rsh-command")
)


def tar(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`tar`: itself, and the programs that its options start."""
    shell.record(call)
    texts = [each.text or "" for each in call.arguments]
    for index, text in enumerate(texts):
        found = re.match(
            r"--(?:checkpoint-action=exec|to-command|use-compress-program|rsh-command|new-volume-script|info-script)=(.+)",
            text,
            re.DOTALL,
        )
        if found:
            shell.run_text((found[1],), call, f"tar {text.split('=')[0]}")
        elif text == "--checkpoint-action" and index + 1 < len(texts) and texts[index + 1].startswith("exec="):
            shell.run_text((texts[index + 1][5:],), call, "tar --checkpoint-action")
        elif text in _TAR and index + 1 < len(texts):
            shell.run_text((texts[index + 1],), call, f"tar {text}")
        elif re.match(r"-[IF].*\s", text):
            shell.run_text((text[2:],), call, f"tar {text[:2]}")
    return None


def text_option(*flags: str) -> Handler:
    """A program that hands the value of one of `flags` to a shell."""

    def handler(shell: Shell, call: ExpandedCall) -> Parts | None:
        shell.record(call)
        for index, each in enumerate(call.arguments):
            for flag in flags:
                if each.text == flag and index + 1 < len(call.arguments):
                    value: Parts = call.arguments[index + 1].parts
                elif (each.text or "").startswith(flag + "=") and len(flag) > 2:
                    value = ((each.text or "")[len(flag) + 1 :],)
                elif len(flag) == 2 and re.match(re.escape(flag) + r"[^-=]*\s", each.text or ""):
                    value = ((each.text or "")[2:],)
                elif (
                    len(flag) == 2
                    and index + 1 < len(call.arguments)
                    and re.fullmatch(r"-[a-zA-Z]+" + flag[1], each.text or "")
                    and " " in call.arguments[index + 1].shape
                ):
                    value = call.arguments[index + 1].parts
                else:
                    continue
                text = plain(value) or ""
                if not re.fullmatch(r"\s*ssh\b[^;|&$`]*", text):
                    shell.run_text(value, call, f"{call.name} {flag}")
        return None

    return handler


def rsync(shell: Shell, call: ExpandedCall) -> Parts | None:
    """rsync: its shells, and a copy on this host."""
    out = text_option("-e", "--rsh", "--rsync-path")(shell, call)
    if not any(":" in each.shape for each in call.arguments):
        file_copies.copy(shell, call)
    return out


def split(shell: Shell, call: ExpandedCall) -> Parts | None:
    """split: the shell text of --filter, and the pieces that it writes."""
    out = text_option("--filter")(shell, call)
    if not any("filter" in each.shape for each in call.arguments):
        file_copies.pieces(shell, call)
    return out


HANDLERS: dict[str, Handler] = {
    "ssh": ssh,
    "autossh": ssh,
    "mosh": ssh,
    **dict.fromkeys(
        (
            "docker",
            "podman",
            "nerdctl",
            "kubectl",
            "oc",
            "k",
            "lxc",
            "incus",
            "crictl",
            "docker-compose",
            "multipass",
            "toolbox",
            "pct",
        ),
        container,
    ),
    "vagrant": remote("vagrant ssh", "-c", "--command"),
    "gcloud": remote("gcloud ssh", "--command"),
    "salt": salt,
    "salt-ssh": salt,
    "salt-call": salt,
    "pdsh": pdsh,
    "pssh": pdsh,
    "parallel-ssh": pdsh,
    "clush": pdsh,
    "dsh": pdsh,
    "at": at,
    "batch": at,
    "tmux": terminal,
    "screen": terminal,
    "script": script,
    "tar": tar,
    "gtar": tar,
    "bsdtar": tar,
    "rsync": rsync,
    "split": split,
    "sort": text_option("--compress-program"),
    "man": text_option("-P", "-H", "--pager", "--html"),
    "zip": text_option("-TT", "--unzip-command"),
    "nano": text_option("-s", "--speller"),
    "scp": ssh_options,
    "sftp": ssh_options,
}
