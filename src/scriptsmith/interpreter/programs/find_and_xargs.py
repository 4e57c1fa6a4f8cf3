"""`find`, `xargs`: commands made of what was found or read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...programs.find import search
from ..model import Glob, Kind, Part, Unknown, Word
from ..values import Parts, Stream, merged, plain, word
from .handler import ExpandedCall, Handler, Shell
from .wrappers import arguments, shell_words

FEW = 24


def find(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`find`: itself, and every command of its -exec, -execdir, -ok and -okdir."""
    shell.record(call)
    words = call.arguments
    texts = [each.text or "…" for each in words]
    read = search(texts)
    paths = tuple(words[at] for at in read.roots) or (word("."),)
    tested = False
    for term in read.terms:
        if term.kind == "run":
            for path in paths[:4]:
                found = _found(path, tested)
                inner = [_replaced(words[at], "{}", found) for at in term.values]
                if inner:
                    shell.dispatch(call.inner(inner, f"find {term.name}"))
        tested = tested or term.name in _CHOOSING or term.kind not in ("setting", "operator", "action")
    if re.fullmatch(r"-maxdepth 0(?: -print0?)?", " ".join(texts[len(read.settings) + len(read.roots) :])):
        return merged(part for path in paths for part in (*path.parts, "\0" if texts[-1] == "-print0" else "\n"))
    return None


_CHOOSING = frozenset(("!", "-mindepth", "-prune"))


def _found(path: Word, tested: bool) -> Parts:
    """A path that find comes upon: under `path`, which is the first of them when nothing is tested."""
    if not tested:
        return (*path.parts, Unknown(source="{}", kind="command", empty=True))
    last = path.parts[-1] if path.parts else ""
    slash = () if isinstance(last, str) and last.endswith("/") else ("/",)
    return (*path.parts, *slash, Unknown(source="{}", kind="command", empty=False))


def _replaced(each: Word, mark: str, by: Parts) -> Word:
    if not any(isinstance(part, str) and mark in part for part in each.parts):
        return each
    parts: list[Part] = []
    for part in each.parts:
        if isinstance(part, str) and mark in part:
            head, *tails = part.split(mark)
            parts.append(head)
            for tail in tails:
                parts.extend((*by, tail))
        else:
            parts.append(part)
    return Word(parts=merged(parts), quoted=True)


# xargs


def fields_of(stream: Stream | None, separator: str | None) -> tuple[list[Parts], bool]:
    """The words of a stream, and whether they are all there is."""
    if stream is None:
        return [(Unknown(source="stdin", kind="input", splits=True),)], False
    parts = stream.rest()
    if any(isinstance(part, Unknown) for part in parts):
        kind: Kind = (
            "network" if any(isinstance(part, Unknown) and part.kind == "network" for part in parts) else "input"
        )
        fields = [_matched(each) for each in _split_parts(parts, separator)]
        known = [each for each in fields if not any(isinstance(part, Unknown) for part in each)]
        if len(known) == len(fields):
            return known, True
        return [*known, (Unknown(source="stdin", kind=kind, empty=False, splits=True),)], False
    text = plain(parts) or ""
    return [(each,) for each in _words(text, separator)], True


def _matched(field: Parts) -> Parts:
    """A field with the patterns whose matches were printed: `printf '%s\\n' /etc/*` gives each of /etc/*."""
    return tuple(
        Glob(text=part.source) if isinstance(part, Unknown) and _PATTERN.fullmatch(part.source) else part
        for part in field
    )


_PATTERN = re.compile(r"[*?]+|\[[^\]]+\]")
_PLAIN_LIST = re.compile(r"-[1AatrSU]+|--sort=\w+|--reverse|--color=never|--")


def _listed_here(call: ExpandedCall) -> bool:
    """Whether all that is read is what `ls` lists."""
    feeding = call.context.upstream
    return (
        len(feeding) == 1
        and feeding[0].name == "ls"
        and all(_PLAIN_LIST.fullmatch(each.shape) for each in feeding[0].arguments if each.shape[:1] == "-")
        and not any(each.unknowns for each in feeding[0].arguments)
        and not any(isinstance(part, Glob) for each in feeding[0].arguments for part in each.parts)
    )


def _split_parts(parts: Parts, separator: str | None) -> list[Parts]:
    fields: list[list[Part]] = [[]]
    for part in parts:
        if not isinstance(part, str):
            fields[-1].append(part)
            continue
        pieces = re.split(r"\s+", part) if separator is None else part.split(separator)
        fields[-1].append(pieces[0])
        fields.extend([piece] for piece in pieces[1:])
    return [merged(each) for each in fields if any(each)]


def _words(text: str, separator: str | None) -> Iterator[str]:
    if separator is not None:
        yield from (each for each in text.split(separator) if each)
        return
    yield from shell_words(text)


@dataclass(frozen=True, slots=True)
class _XargsOptions:
    """What `xargs` was told: the text to replace, what separates arguments, how many go into one command (0: all)."""

    mark: str = ""
    separator: str | None = None
    chunk: int = 0


_BLANKS = {"\\n": "\n", "\\0": "\0", "\\t": "\t"}


def _xargs_options(shell: Shell, call: ExpandedCall) -> tuple[_XargsOptions, Stream | None, int]:
    """The options of an `xargs`, what it reads (the file of `-a`, else its standard input), and the index among its
    arguments at which the command begins."""
    read = arguments(call)
    options, stream = _XargsOptions(), call.context.stdin
    for name, _, option, value_at, start in read.given:
        value = "" if value_at is None else (call.arguments[value_at].text or "")[start:]
        names = option.spellings if option is not None else (name,)
        if "-I" in names or "-J" in names:
            options = replace(options, mark=value)
        elif "--replace" in names:
            options = replace(options, mark=value or "{}")
        elif "--delimiter" in names:
            options = replace(options, separator=_BLANKS.get(value, value))
        elif "--null" in names:
            options = replace(options, separator="\0")
        elif "--max-args" in names or "-L" in names or "--max-lines" in names:
            options = replace(options, chunk=int(value) if value.isdigit() and len(value) < 5 else 1)
        elif "--arg-file" in names and value not in ("-", "/dev/stdin"):
            known = shell.file(value)
            stream = Stream(known[0]) if known is not None else None
    return options, stream, len(call.arguments) if read.inner is None else read.inner


def _one_word(field: Parts) -> Parts:
    """A field as it stands in place of the text to replace: never split again."""
    text = plain(field)
    if text is not None and len(field) == 1 and not isinstance(field[0], Glob):
        return (text.strip(),)
    return tuple(replace(part, splits=False) if isinstance(part, Unknown) else part for part in field)


def xargs(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`xargs`: itself, and the command it makes of what it reads."""
    shell.record(call)
    options, stream, at = _xargs_options(shell, call)
    carried = call.arguments[at:] or (word("echo"),)
    mark, separator, chunk = options.mark, options.separator, options.chunk
    fields, _ = fields_of(stream, separator if separator is not None else "\n" if mark else None)
    if _listed_here(call):
        fields = [(Glob(text="*"),)]
    inside = replace(call, context=replace(call.context, stdin=None))
    if mark:
        for each in fields[:FEW]:
            shell.dispatch(inside.inner([_replaced(one, mark, _one_word(each)) for one in carried], "xargs"))
        too_many(shell, call, fields)
        return None
    if chunk and len(fields) > chunk:
        out: list[Part] = []
        for start in range(0, min(len(fields), FEW * chunk), chunk):
            more = [Word(parts=each, quoted=True) for each in fields[start : start + chunk]]
            out.extend(shell.dispatch(inside.inner([*carried, *more], "xargs")))
        too_many(shell, call, fields[:: max(chunk, 1)])
        return merged(out)
    return shell.dispatch(inside.inner([*carried, *(Word(parts=each, quoted=True) for each in fields[:500])], "xargs"))


def too_many(shell: Shell, call: ExpandedCall, fields: Sequence[object]) -> None:
    """Say so when there are more commands than are read."""
    if len(fields) > FEW:
        shell.note_unresolved(f"{call.name} makes more commands than are read", call.place)


HANDLERS: dict[str, Handler] = {
    "find": find,
    "gfind": find,
    "bfs": find,
    "xargs": xargs,
    "gxargs": xargs,
}
