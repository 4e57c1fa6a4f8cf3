"""Text filters as pure functions: `base64 -d`, `rev`, `tr`, `xxd -r -p`, `sed s///`, …; None where nobody knows."""

from __future__ import annotations

import base64
import bz2
import lzma
import re
import zlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...bash.lexer import unescape

LONGEST = 20_000
# Its options and operands as texts, and its input, to its output.
Filter: TypeAlias = Callable[[Sequence[str], str], str | None]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape" if not re.search("[\ud800-\udc7f\udd00-\udfff]", text) else "replace")


def _string(data: bytes) -> str:
    return data[: LONGEST * 2].decode("utf-8", "surrogateescape")


def _base64(arguments: Sequence[str], text: str) -> str | None:
    if any(re.fullmatch(r"-[a-z]*[dD][a-z]*|--decode", each) for each in arguments):
        return _string(
            base64.b64decode(
                re.sub(r"[^A-Za-z0-9+/=]", "", text) + "==="[: -len(re.sub(r"[^A-Za-z0-9+/]", "", text)) % 4]
            )
        )
    return base64.b64encode(_bytes(text)).decode() + "\n"


def _base32(arguments: Sequence[str], text: str) -> str | None:
    if any(each in ("-d", "--decode", "-D") for each in arguments):
        return _string(base64.b32decode(re.sub(r"\s", "", text)))
    return base64.b32encode(_bytes(text)).decode() + "\n"


def _openssl(arguments: Sequence[str], text: str) -> str | None:
    if "base64" in arguments or "-base64" in arguments or "-a" in arguments:
        ciphers = [each for each in arguments if re.match(r"-(?:aes|des|cam|rc|bf|cha|aria)", each)]
        return None if ciphers else _base64(["-d"] if "-d" in arguments else [], text)
    return None


def _rev(arguments: Sequence[str], text: str) -> str | None:
    return "".join(line.rstrip("\n")[::-1] + ("\n" if line.endswith("\n") else "") for line in text.splitlines(True))


def _tac(arguments: Sequence[str], text: str) -> str | None:
    return "".join(line if line.endswith("\n") else line + "\n" for line in reversed(text.splitlines(True)))


_CLASSES = {
    "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
    "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "[:digit:]": "0123456789",
    "[:space:]": " \t\n\r\v\f",
    "[:blank:]": " \t",
    "[:punct:]": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
}


def _characters(text: str) -> str:
    """A set of `tr`, its classes, escapes and ranges written out."""
    for name, letters in (*_CLASSES.items(), ("[:alpha:]", _CLASSES["[:upper:]"] + _CLASSES["[:lower:]"])):
        text = text.replace(name, re.sub(r"([\\-])", r"\\\1", letters))
    text = (
        text.replace("[:alnum:]", "0-9A-Za-z")
        .replace("[:cntrl:]", "\x01-\x1f\x7f")
        .replace("[:print:]", " -~")
        .replace("[:graph:]", "!-~")
    )
    out: list[str] = []
    for found in re.finditer(r"(\\[0-7]{1,3}|\\.|.)(?:-(\\[0-7]{1,3}|\\.|.))?", text, re.DOTALL):
        first = unescape(found[1]).removeprefix("\\") or "\\"
        if found[2] is None:
            out.append(first)
            continue
        last = unescape(found[2]).removeprefix("\\") or "\\"
        if ord(last) - ord(first) > 300:
            return ""
        out.extend(chr(code) for code in range(ord(first), ord(last) + 1))
    return "".join(out)


def _tr(arguments: Sequence[str], text: str) -> str | None:
    flags = "".join(each[1:] for each in arguments if re.fullmatch(r"-[cCdst]+", each))
    sets = [_characters(each) for each in arguments if not re.fullmatch(r"-[cCdst]+|--", each)]
    if not sets:
        return None
    first = sets[0]
    inverted = "c" in flags or "C" in flags
    if "d" in flags:
        return "".join(char for char in text if (char in first) == inverted)
    if len(sets) < 2:
        return re.sub(
            r"(.)\1+", lambda run: run[1] if (run[1] in first) != inverted else run.group(), text, flags=re.DOTALL
        )
    second = sets[1]
    if not second:
        return None
    if inverted:
        made = "".join(char if char in first else second[-1] for char in text)
    else:
        table = {char: second[min(index, len(second) - 1)] for index, char in reversed(list(enumerate(first)))}
        table.update({char: second[min(first.rindex(char), len(second) - 1)] for char in first})
        made = "".join(table.get(char, char) for char in text)
    if "s" in flags:
        made = re.sub(r"(.)\1+", lambda run: run[1] if run[1] in second else run.group(), made, flags=re.DOTALL)
    return made


def _xxd(arguments: Sequence[str], text: str) -> str | None:
    letters = "".join(each[1:] for each in arguments if each.startswith("-"))
    if "r" not in letters:
        return _bytes(text).hex() + "\n" if "p" in letters else None
    if "p" in letters:
        digits = re.sub(r"[^0-9a-fA-F]", "", text)
        return _string(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    out = bytearray()
    for line in text.splitlines():
        digits = re.sub(r"[^0-9a-fA-F]", "", re.sub(r"^[0-9a-fA-F]+:", "", line).split("  ")[0])
        out += bytes.fromhex(digits[: len(digits) // 2 * 2])
    return _string(bytes(out))


_SUBSTITUTE = re.compile(r"s(.)((?:\\.|(?!\1).)*)\1((?:\\.|(?!\1).)*)\1([gIi0-9p]*)", re.DOTALL)


_MAPPED = re.compile(r"y(.)((?:(?!\1).)+)\1((?:(?!\1).)+)\1\s*(?:;\s*)?", re.DOTALL)
_CASES = re.compile(r"\\[LUElu]")


def _sed(arguments: Sequence[str], text: str) -> str | None:
    scripts = [arguments[index + 1] for index, each in enumerate(arguments[:-1]) if each in ("-e", "--expression")]
    extended = any(re.fullmatch(r"-[nszu]*[Er][nszu]*|--regexp-extended", each) for each in arguments)
    if not scripts:
        scripts = [each for each in arguments if not each.startswith("-")][:1]
    if any(each.startswith(("-n", "-z")) for each in arguments):
        return None
    lines = text.splitlines(True)
    for commands in scripts:
        at = 0
        commands = commands.strip()
        while at < len(commands):
            found = _SUBSTITUTE.match(commands, at)
            mapped = _MAPPED.match(commands, at) if found is None else None
            if mapped is not None and len(mapped[2]) == len(mapped[3]) and "\\" not in mapped[2] + mapped[3]:
                table = str.maketrans(mapped[2], mapped[3])
                lines = [line.translate(table) for line in lines]
                at = mapped.end()
                continue
            if found is None or (_CASES.search(found[3]) and not _CASES.match(found[3])):
                return None
            rule = _basic(found[2], extended)
            if rule is None or not _quick(rule, max(map(len, lines), default=0)):
                return None
            case = str.lower if found[3].startswith("\\L") else str.upper if found[3].startswith("\\U") else str
            new = re.sub(
                r"\\(.)",
                lambda each: f"\\{each[1]}" if each[1].isdigit() else each[1].replace("n", "\n"),
                (found[3] if case is str else found[3][2:]).replace("\\\\", "\\\\\\\\"),
            )
            new = re.sub(r"(?<!\\)&", r"\\g<0>", new)
            try:
                compiled = re.compile(rule, re.IGNORECASE if set(found[4]) & set("Ii") else 0)
                count = 0 if "g" in found[4] else 1
                by = new if case is str else _folding(new, case)
                lines = [
                    compiled.sub(by, line.rstrip("\n"), count=count) + ("\n" if line.endswith("\n") else "")
                    for line in lines
                ]
            except (re.error, IndexError):
                return None
            rest = re.compile(r"\s*(?:;\s*)?").match(commands, found.end())
            at = rest.end() if rest else found.end()
    return "".join(lines)


def _folding(new: str, case: Callable[[str], str]) -> Callable[[re.Match[str]], str]:
    """A replacement that starts with `\\L` or `\\U`."""
    return lambda match: case(match.expand(new))


def _quick(rule: str, size: int) -> bool:
    """Says that matching cannot take long: no repeated group, and few repetitions for the length of a line."""
    repeats = len(re.findall(r"(?<!\\)[*+{]", rule))
    return len(rule) < 200 and not re.search(r"\)[*+{?]", rule) and size ** (repeats + 1) <= 4_000_000


def _basic(pattern: str, extended: bool) -> str | None:
    """A regular expression of sed for Python's `re`; None for what is not the same there."""
    if extended:
        return pattern
    out: list[str] = []
    for found in re.finditer(r"\\(.)|(\[\^?\]?[^\]]*\])|(.)", pattern, re.DOTALL):
        if found[1]:
            out.append(found[1] if found[1] in "(){}|+?" else "\\" + found[1])
        elif found[2]:
            out.append(re.sub(r"\[:(\w+):", r"\1", found[2]))
        else:
            out.append("\\" + found[3] if found[3] in "(){}|+?" else found[3])
    return "".join(out)


def _positions(text: str) -> list[tuple[int, int]] | None:
    out: list[tuple[int, int]] = []
    for each in text.split(","):
        found = re.fullmatch(r"(\d*)(-?)(\d*)", each)
        if found is None or not each:
            return None
        first = int(found[1] or 1)
        out.append((first, int(found[3] or 1 << 30) if found[2] else first))
    return out


def _cut(arguments: Sequence[str], text: str) -> str | None:
    joined = " ".join(arguments)
    chars = re.search(r"-(?:c|b)\s*([\d,-]+)", joined)
    fields = re.search(r"-f\s*([\d,-]+)", joined)
    positions = _positions((chars or fields)[1]) if chars or fields else None  # type: ignore[index]
    if positions is None or any(each.startswith("--") for each in arguments):
        return None
    delimiter = "\t"
    for index, each in enumerate(arguments):
        if each == "-d" and index + 1 < len(arguments):
            delimiter = arguments[index + 1]
        elif each.startswith("-d") and len(each) > 2:
            delimiter = each[2]
    out: list[str] = []
    for line in text.splitlines():
        pieces = list(line) if chars else line.split(delimiter)
        if not chars and len(pieces) == 1:
            out.append(line)
            continue
        kept = [piece for index, piece in enumerate(pieces, 1) if any(low <= index <= high for low, high in positions)]
        out.append(("" if chars else delimiter).join(kept))
    return "".join(line + "\n" for line in out)


def _head(last: bool) -> Filter:
    def apply(arguments: Sequence[str], text: str) -> str | None:
        joined = " ".join(arguments)
        found = re.search(r"-(?:(c|n)\s*|-(bytes|lines)=)?([-+]?\d+)", joined)
        count = found[3] if found else "10"
        size = int(count.lstrip("+-")[:7])
        whole: Sequence[str] = text if found and (found[1] == "c" or found[2] == "bytes") else text.splitlines(True)
        if last:
            kept = whole[size - 1 if size else 0 :] if count[0] == "+" else whole[-size:] if size else whole[:0]
        else:
            kept = whole[:-size] if count[0] == "-" and found and (found[1] or found[2]) else whole[:size]
        return "".join(kept)

    return apply


def _sort(arguments: Sequence[str], text: str) -> str | None:
    if set("".join(each for each in arguments if each.startswith("-"))) - set("-ru"):
        return None
    lines = sorted(set(text.splitlines()) if "-u" in arguments else text.splitlines(), reverse="-r" in arguments)
    return "".join(line + "\n" for line in lines)


def _awk_field(arguments: Sequence[str], text: str) -> str | None:
    separator: str | None = None
    program = ""
    rest = list(arguments)
    while rest:
        each = rest.pop(0)
        if each == "-F" and rest:
            separator = rest.pop(0)
        elif each.startswith("-F"):
            separator = each[2:]
        elif not program:
            program = each
    folded = re.fullmatch(r"\s*\{\s*print\s+to(lower|upper)\(\$0\)\s*;?\s*\}\s*", program)
    if folded:
        return text.lower() if folded[1] == "lower" else text.upper()
    found = re.fullmatch(r"\s*\{\s*print((?:[\s,]+\$(?:\d+|NF))*)\s*;?\s*\}\s*", program)
    if found is None or (separator is not None and len(separator) != 1):
        return None
    fields = re.findall(r"\$(\d+|NF)", found[1]) or ["0"]
    out: list[str] = []
    for line in text.splitlines():
        pieces = line.split(separator)
        values = [
            line
            if each == "0"
            else (pieces[-1:] or [""])[0]
            if each == "NF"
            else pieces[int(each[:6]) - 1]
            if int(each[:6]) <= len(pieces)
            else ""
            for each in fields
        ]
        out.append((" " if "," in found[1] else "").join(values) + "\n")
    return "".join(out)


def _unzip(make: Callable[[], Callable[[bytes], bytes]]) -> Filter:
    def apply(arguments: Sequence[str], text: str) -> str | None:
        try:
            return _string(make()(_bytes(text)))
        except (zlib.error, OSError, EOFError, ValueError, lzma.LZMAError):
            return None

    return apply


def _inflate(data: bytes) -> bytes:
    return zlib.decompressobj(47).decompress(data, LONGEST)


def _gunzip(arguments: Sequence[str], text: str) -> str | None:
    if not any(re.fullmatch(r"-[a-z]*d[a-z]*|--decompress|--uncompress", each) for each in arguments):
        return None
    return _unzip(lambda: _inflate)(arguments, text)


def _same(arguments: Sequence[str], text: str) -> str | None:
    return text


def _fold(arguments: Sequence[str], text: str) -> str | None:
    found = re.search(r"-w\s*(\d+)", " ".join(arguments))
    size = max(int(found[1][:5]), 1) if found else 80
    return "\n".join(line[at : at + size] for line in text.split("\n") for at in range(0, max(len(line), 1), size))


def _paste(arguments: Sequence[str], text: str) -> str | None:
    if not any(each.startswith("-s") for each in arguments):
        return None
    delimiter = "\t"
    for index, each in enumerate(arguments):
        found = re.fullmatch(r"-s?d(.*)|--delimiters=(.*)", each, re.DOTALL)
        if found and (found[1] or found[2]):
            delimiter = found[1] or found[2]
        elif found and index + 1 < len(arguments):
            delimiter = arguments[index + 1]
    delimiter = "" if delimiter == "\\0" else unescape(delimiter)
    lines = text.splitlines()
    return (
        "".join(
            line + (delimiter[index % len(delimiter)] if delimiter and index + 1 < len(lines) else "")
            for index, line in enumerate(lines)
        )
        + "\n"
    )


FILTERS: dict[str, Filter] = {
    "base64": _base64,
    "gbase64": _base64,
    "base32": _base32,
    "openssl": _openssl,
    "rev": _rev,
    "tac": _tac,
    "tr": _tr,
    "xxd": _xxd,
    "sed": _sed,
    "gsed": _sed,
    "cut": _cut,
    "head": _head(False),
    "tail": _head(True),
    "sort": _sort,
    "awk": _awk_field,
    "gunzip": _unzip(lambda: _inflate),
    "zcat": _unzip(lambda: _inflate),
    "gzip": _gunzip,
    "bzcat": _unzip(lambda: lambda data: bz2.BZ2Decompressor().decompress(data, LONGEST)),
    "bunzip2": _unzip(lambda: lambda data: bz2.BZ2Decompressor().decompress(data, LONGEST)),
    "xzcat": _unzip(lambda: lambda data: lzma.LZMADecompressor().decompress(data, LONGEST)),
    "unxz": _unzip(lambda: lambda data: lzma.LZMADecompressor().decompress(data, LONGEST)),
    "cat": _same,
    "tee": _same,
    "sponge": _same,
    "pv": _same,
    "buffer": _same,
    "fold": _fold,
    "paste": _paste,
}
