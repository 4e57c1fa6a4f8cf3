"""Commands that make a known file or program available under another name."""

from __future__ import annotations

from ..model import Command
from ..program_names import PROGRAMS
from ..values import Parts, plain, unknown_output, word
from .handler import ExpandedCall, Handler, Shell

_VALUED = frozenset(("-m", "-o", "-g", "-S", "-t", "--mode", "--owner", "--group", "--suffix"))


def copy(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`cp`, `mv`, `ln`, `install` of one source: the target is the same text, or the same program."""
    command = shell.record(call)
    operands: list[str | None] = []
    folder: str = ""
    words = list(call.arguments)
    while words:
        each = words.pop(0)
        text = each.text
        if text is not None and text.startswith("-") and len(text) > 1:
            if call.name == "rsync" or text not in _VALUED or not words:
                folder = folder or text[19:] if text.startswith("--target-directory=") else folder
                continue
            value = words.pop(0).text or ""
            folder = value + "/" if text == "-t" else folder
            continue
        operands.append(text if text is not None else shell.key(each))
    if folder:
        operands = [*operands[:1], folder]
    if len(operands) == 2 and operands[0] and operands[1]:
        _same(shell, call, operands[0], operands[1], command)
    return ()


def _same(shell: Shell, call: ExpandedCall, source: str, target: str, command: Command) -> None:
    name = source.rsplit("/", 1)[-1]
    if target.endswith("/") or target in (".", ".."):
        target = target.rstrip("/") + "/" + name
    known = shell.file(source)
    stream = call.context.stdin if source in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0") else None
    if known is not None:
        shell.state.files[shell.key(target)] = known
    elif command.stdin is not None or stream is not None:
        if source in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
            parts = command.stdin.parts if command.stdin is not None else ()
            shell.put(target, parts, (command, *command.upstream))
    elif name in PROGRAMS:
        shell.state.programs[shell.key(target)] = source


def dd(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`dd if=SOURCE of=TARGET`: standard input and output where they are left out."""
    command = shell.record(call)
    named = {key.partition("=")[0]: key.partition("=")[2] for each in call.arguments if "=" in (key := shell.key(each))}
    source, target = named.get("if", ""), named.get("of", "")
    stream = call.context.stdin
    parts: Parts
    if source and source not in ("/dev/stdin", "/dev/fd/0"):
        known = shell.file(source)
        parts = known[0] if known is not None else unknown_output("input")
    else:
        parts = stream.rest() if stream is not None else unknown_output("input")
    text = plain(parts)
    counted = named.keys() & {"skip", "seek", "count", "bs", "ibs"}
    if text is not None and "conv" in named:
        case = named["conv"]
        parts = (text.lower() if "lcase" in case else text.upper() if "ucase" in case else text,)
    if text is not None and counted - {"bs", "ibs"}:
        parts = unknown_output("input")
    if not target or target == "/dev/stdout":
        return parts
    if source and shell.file(source) is None:
        if not target.startswith("/dev/"):
            _same(shell, call, source, target, command)
        return ()
    if not target.startswith("/dev/"):
        shell.put(target, parts, (command, *call.context.upstream))
    return ()


def pieces(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`split`, `csplit`: the first pieces hold the text."""
    command = shell.record(call)
    words = [each.text for each in call.arguments if not (each.text or "-x").startswith("-") or each.text == "-"]
    stream = call.context.stdin
    source = shell.file(next((text for text in words if text and shell.file(text) is not None), ""))
    parts = source[0] if source is not None else stream.rest() if stream is not None else ()
    if parts:
        prefix = (words[-1] if len(words) > 1 and words[-1] and words[-1].isidentifier() else None) or "x"
        for end in ("aa", "ab", "ac", "00", "01", "02"):
            shell.put(("xx" if call.name == "csplit" and prefix == "x" else prefix) + end, parts, (command,))
    return None


def run_parts(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`run-parts FOLDER`: every file that was written into it."""
    shell.record(call)
    folder = next((each for each in reversed(call.arguments) if not (each.text or "").startswith("-")), None)
    key = shell.key(folder) if folder is not None else ""
    for path in list(shell.state.files)[:20]:
        if path.rpartition("/")[0] == (key if key != "." else ""):
            shell.run_file(call.inner((word(path),), "run-parts"), shell.state.files[path])
    return None


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("cp", "mv", "ln", "install"), copy),
    "dd": dd,
    "csplit": pieces,
    "run-parts": run_parts,
}
