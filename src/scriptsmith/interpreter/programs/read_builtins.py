"""`read` and `mapfile`: known input becomes known variables."""

from __future__ import annotations

import re
from dataclasses import replace

from ..model import Kind, Unknown
from ..values import Items, Parts, Stream, plain
from .builtins import subscripts
from .handler import Call, Handler, Shell


def read(shell: Shell, call: Call) -> Parts | None:
    shell.record(call)
    raw, array, other = False, "", False
    ends, size, descriptor = "\n", 0, ""
    names: list[str] = []
    words = list(call.arguments)
    while words:
        text = words.pop(0).text or ""
        if text.startswith("-") and len(text) > 1 and not names:
            letters = text[1:]
            for index, letter in enumerate(letters):
                raw = raw or letter == "r"
                if letter in "adinNptu":
                    value = letters[index + 1 :] or (words.pop(0).text or "" if words else "")
                    array = value if letter == "a" else array
                    other = other or (letter == "u" and value != "0")
                    descriptor = value if letter == "u" else descriptor
                    ends = value[:1] if letter == "d" else ends
                    size = int(value) if letter in "nN" and value.isdigit() and len(value) < 6 else size
                    break
        elif re.fullmatch(r"[A-Za-z_]\w*", text):
            names.append(text)
    subscripts(shell, call.arguments)
    stream = call.context.stdin if not other else None
    if other and (known := shell.file(f"/dev/fd/{descriptor}")) is not None:
        stream = Stream(known[0])
    line: Parts | None = (Unknown(source="", kind="input"),)
    if stream is not None and ends == "\n" and not size:
        line = stream.line()
    elif stream is not None and (whole := stream.text):
        taken = whole.split(ends or "\0", 1)[0][: size or None]
        rest = whole[len(taken) + (not size) :]
        stream.parts = (rest,) if rest else ()
        line = (taken,) if taken else ()
    elif stream is not None and not stream.parts:
        line = None
    if line is None:
        shell.set_status(False)
        for name in names or ([array] if array else ["REPLY"]):
            shell.state.variables[name] = ((),)
        return ()
    text_line = plain(line)
    if text_line is not None:
        shell.set_status(True)
        if not raw:
            text_line = re.sub(r"\\(.)", r"\1", text_line)
        _spread(shell, call, text_line, names, array)
        return ()
    if array:
        shell.state.variables[array] = (Items((("0", _incoming(line, array, True)),)),)
    for name in names or ["REPLY"]:
        given: Parts = _incoming(line, name, False) if len(names) < 2 else (Unknown(source="$" + name, kind="input"),)
        shell.state.variables[name] = (given,)
        shell.state.filled -= {"$" + name}
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


def _spread(shell: Shell, call: Call, text: str, names: list[str], array: str) -> None:
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


def mapfile(shell: Shell, call: Call) -> Parts | None:
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
    for index, each in enumerate(call.arguments[:-1]):
        if each.text == "-C":
            shell.run_text((*call.arguments[index + 1].parts, " 0 x"), call, "mapfile -C")
    return ()


HANDLERS: dict[str, Handler] = {
    "read": read,
    "mapfile": mapfile,
    "readarray": mapfile,
}
