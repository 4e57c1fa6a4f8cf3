"""`read` and `mapfile`: known input becomes known variables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ..model import Kind, Unknown
from ..values import Items, Parts, Stream, plain
from .declarations import subscripts
from .handler import ExpandedCall, Handler, Shell


@dataclass(slots=True)
class _ReadOptions:
    """The words of `read`: its variables, the values of its options by letter, and whether backslashes stay (`-r`)."""

    names: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=lambda: {"a": "", "d": "\n", "n": "", "N": "", "u": ""})
    raw: bool = False

    @property
    def size(self) -> int:
        """How many characters are read at most, 0 for a whole line."""
        given = self.values["N"] or self.values["n"]
        return int(given) if given.isdigit() and len(given) < 6 else 0


def _options(call: ExpandedCall) -> _ReadOptions:
    options = _ReadOptions()
    words = list(call.arguments)
    while words:
        text = words.pop(0).text or ""
        if text.startswith("-") and len(text) > 1 and not options.names:
            for index, letter in enumerate(text[1:], 1):
                options.raw = options.raw or letter == "r"
                if letter in "adinNptu":
                    value = text[index + 1 :] or (words.pop(0).text or "" if words else "")
                    options.values[letter] = value[:1] if letter == "d" else value
                    break
        elif re.fullmatch(r"[A-Za-z_]\w*", text):
            options.names.append(text)
    return options


def _taken(stream: Stream | None, options: _ReadOptions) -> Parts | None:
    """What one `read` takes from its input; None at the end."""
    if stream is None:
        return (Unknown(source="", kind="input"),)
    ends, size = options.values["d"], options.size
    if ends == "\n" and not size:
        return stream.line()
    if whole := stream.text:
        taken = whole.split(ends or "\0", 1)[0][: size or None]
        rest = whole[len(taken) + (not size) :]
        stream.parts = (rest,) if rest else ()
        return (taken,) if taken else ()
    return (Unknown(source="", kind="input"),) if stream.parts else None


def read(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    options = _options(call)
    names, array = options.names, options.values["a"]
    subscripts(shell, call.arguments)
    stream: Stream | None = call.context.stdin
    if options.values["u"] not in ("", "0"):
        known = shell.file(f"/dev/fd/{options.values['u']}")
        stream = Stream(known[0]) if known is not None else None
    line = _taken(stream, options)
    if line is None:
        shell.set_status(False)
        for name in names or ([array] if array else ["REPLY"]):
            shell.state.variables[name] = ((),)
        return ()
    text_line = plain(line)
    if text_line is not None:
        shell.set_status(True)
        if not options.raw:
            text_line = re.sub(r"\\(.)", r"\1", text_line)
        _spread(shell, call, text_line, names, array)
        return ()
    if array:
        shell.state.variables[array] = (Items((("0", _incoming(line, array, True)),)),)
        shell.state.forget(array)
    for name in names or ["REPLY"]:
        given: Parts = _incoming(line, name, False) if len(names) < 2 else (Unknown(source="$" + name, kind="input"),)
        shell.state.variables[name] = (given,)
        shell.state.forget(name)
    return ()


def _incoming(line: Parts, name: str, splits: bool) -> Parts:
    return tuple(
        replace(
            part, source=part.source or "$" + name, kind=part.kind if part.kind == "network" else "input", splits=splits
        )
        if isinstance(part, Unknown)
        else part
        for part in line
    )


def _spread(shell: Shell, call: ExpandedCall, text: str, names: list[str], array: str) -> None:
    """Give the words of a line that was read to variables."""
    given = dict(call.assignments).get("IFS")
    separators = shell.ifs() if given is None else given.text or ""
    blanks = "".join(char for char in separators if char in " \t\n")
    if array:
        fields = re.split(f"[{re.escape(separators)}]+", text.strip(blanks)) if separators else [text]
        shell.state.variables[array] = (Items(tuple((str(index), (each,)) for index, each in enumerate(fields))),)
        return
    rest = text.strip(blanks) if blanks else text
    for index, name in enumerate(names or ["REPLY"]):
        value = rest
        if index + 1 < len(names) and separators:
            value, *more = re.split(f"[{re.escape(separators)}]", rest, maxsplit=1)
            rest = more[0].lstrip(blanks) if more else ""
        shell.state.variables[name] = ((value,) if value else (),)


def mapfile(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    names = [each.text for each in call.arguments if re.fullmatch(r"[A-Za-z_]\w*", each.text or "")]
    name = names[-1] if names and names[-1] else "MAPFILE"
    stream = call.context.stdin
    text = stream.text if stream is not None else None
    if stream is not None and text is not None:
        ends = [
            call.arguments[index + 1].text
            for index, each in enumerate(call.arguments[:-1])
            if re.fullmatch(r"-\w*d", each.text or "")
        ]
        end = "\0" if ends and ends[0] == "" else ends[0][:1] if ends and ends[0] else "\n"
        lines = text.removesuffix(end).split(end)[:500] if text else []
        content = Items(tuple((str(index), (line,) if line else ()) for index, line in enumerate(lines)))
    else:
        parts = stream.parts if stream is not None else ()
        kind: Kind = next((part.kind for part in parts if isinstance(part, Unknown)), "input")
        source = next((part.source for part in parts if isinstance(part, Unknown) and part.source[:2] == "<("), "")
        source = source or f"${{{name}[@]}}"
        content = Items((("0", (Unknown(source=source, kind=kind, empty=True, splits=True),)),))
    shell.state.variables[name] = (content,)
    shell.state.forget(name)
    for index, each in enumerate(call.arguments[:-1]):
        if each.text == "-C":
            shell.run_text((*call.arguments[index + 1].parts, " 0 x"), call, "mapfile -C")
    return ()


HANDLERS: dict[str, Handler] = {
    "read": read,
    "mapfile": mapfile,
    "readarray": mapfile,
}
