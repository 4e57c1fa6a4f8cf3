"""GNU parallel: a shell text for each of its inputs."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product, zip_longest

from ..model import Part, Unknown, Word
from ..values import Parts, Stream, merged, plain, unknown_output, word
from .find_and_xargs import FEW, fields_of, too_many
from .handler import ExpandedCall, Handler, Shell
from .wrappers import joined, operands_from

_ONCE = frozenset(("--semaphore", "--nonall"))
_STREAMED = ("--pipe", "--spreadstdin", "--pipepart", "--pipe-part")
_TRIED = frozenset(("--dry-run", "--dryrun"))
_LINKED = frozenset(("--link", "--xapply"))
_MARK = re.compile(r"\{(-?\d*)([./+#%:^,!@]*|=.*?=)\}|\{=.*?=\}", re.DOTALL)


@dataclass(slots=True)
class _Inputs:
    """What follows the options: the command, and for each source of inputs its values."""

    command: list[Word] = field(default_factory=list)
    sources: list[list[Parts]] = field(default_factory=list)
    linked: bool = False


def parallel(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`parallel`, `env_parallel`, `sem`: the commands made of a template and of what is given, listed or read."""
    shell.record(call)
    words = call.words
    at = operands_from(words)
    options = [each.text or "" for each in words[1:at]]
    if not _TRIED.isdisjoint(options):
        return unknown_output()  # prints the commands and runs none
    inputs = _inputs(shell, words, at, options)
    inside = replace(call, context=replace(call.context, stdin=None))
    if call.name == "sem" or not _ONCE.isdisjoint(options):
        return shell.run_text(joined(inputs.command), inside, "parallel") if inputs.command else None
    if any(text.split("=")[0] in _STREAMED for text in options):
        return shell.dispatch(call.inner(inputs.command, "parallel")) if inputs.command else None
    for path in _values(options, "-a", "--arg-file"):
        inputs.sources.append(_lines(shell, word(path)))
    if not inputs.sources:
        inputs.sources.append(fields_of(call.context.stdin, "\n")[0])
    splitter = next(iter(_values(options, "-C", "--colsep")), "")
    mark = next(iter(_values(options, "-I", "--replace")), "") or "{}"
    own = [text.split(" ", 1)[0] for text in _values(options, "--rpl") if text]
    jobs = list(islice(_jobs(inputs), FEW + 1))
    template = joined(inputs.command)
    for job in jobs[:FEW]:
        columns = _columns(job, splitter) if splitter else job
        if not inputs.command:
            shell.run_text(joined([Word(parts=value) for value in job]), inside, "parallel")
            continue
        made = _filled(template, mark, columns, own)
        if made == template:
            made = joined([Word(parts=template), *(Word(parts=_quoted(value)) for value in columns)])
        shell.run_text(made, inside, "parallel")
    too_many(shell, call, jobs)
    return unknown_output()


def _inputs(shell: Shell, words: Sequence[Word], at: int, options: Sequence[str]) -> _Inputs:
    separator = next(iter(_values(options, "--arg-sep")), ":::")
    files = next(iter(_values(options, "--arg-file-sep")), "::::")
    kinds = {separator: "", separator + "+": "+", files: "f", files + "+": "f+"}
    found = _Inputs(linked=not _LINKED.isdisjoint(options))
    reads_files: bool | None = None
    for each in words[at:]:
        kind = kinds.get(each.text or "…")
        if kind is not None:
            reads_files = "f" in kind
            found.linked = found.linked or "+" in kind
            found.sources.append([])
        elif reads_files is None:
            found.command.append(each)
        elif reads_files:
            found.sources[-1].extend(_lines(shell, each))
        else:
            found.sources[-1].append(each.parts)
    return found


def _lines(shell: Shell, path: Word) -> list[Parts]:
    known = shell.file(path)
    return fields_of(Stream(known[0]) if known is not None else None, "\n")[0]


def _values(options: Sequence[str], *names: str) -> Iterator[str]:
    """The values of an option, however they are attached."""
    for index, text in enumerate(options):
        for name in names:
            if text == name:
                yield options[index + 1] if index + 1 < len(options) else ""
            elif text.startswith(name + "=" if name.startswith("--") else name) and len(text) > len(name):
                yield text[len(name) :].removeprefix("=" if name.startswith("--") else "")


def _jobs(inputs: _Inputs) -> Iterator[list[Parts]]:
    """The values of each job: every combination of the sources, or one of each in turn."""
    if inputs.linked:
        for each in zip_longest(*inputs.sources, fillvalue=()):
            yield list(each)
    else:
        for each in product(*inputs.sources):
            yield list(each)


def _columns(job: Sequence[Parts], splitter: str) -> list[Parts]:
    out: list[Parts] = []
    for value in job:
        text = plain(value)
        if text is None:
            out.append(value)
            continue
        try:
            pieces = re.split(splitter, text[:2000])
        except re.error:
            pieces = text.split(splitter)
        out.extend((piece,) if piece else () for piece in pieces if piece is not None)
    return out


def _quoted(parts: Parts) -> Parts:
    """`parts` as parallel puts them into a text: one word."""
    text = plain(parts)
    if text is not None and re.fullmatch(r"[\w./,:=@%+-]+", text):
        return parts
    return ("'", *(part.replace("'", "'\\''") if type(part) is str else part for part in parts), "'")


def _filled(template: Parts, mark: str, values: Sequence[Parts], own: Sequence[str]) -> Parts:
    """The command with its replacement strings replaced."""
    out: list[Part] = []
    for part in template:
        if not isinstance(part, str):
            out.append(part)
            continue
        text = part.replace(mark, "{}") if mark != "{}" else part
        for name in own:
            text = text.replace(name, "{==}") if name and name not in ("{}", "{==}") else text
        last = 0
        for found in _MARK.finditer(text):
            out.extend((text[last : found.start()], *_replacement(found, values)))
            last = found.end()
        out.append(text[last:])
    return merged(out)


def _replacement(found: re.Match[str], values: Sequence[Parts]) -> Parts:
    number, kind = found[1] or "", found[2]
    if kind in ("#", "%") and not number:
        return ("1",)
    index = int(number) if number not in ("", "-") else 0
    if index:
        chosen = values[index - 1 if index > 0 else index] if abs(index) <= len(values) else ()
    else:
        if kind == "":
            return joined([Word(parts=_quoted(value)) for value in values])
        chosen = values[0] if len(values) == 1 else (Unknown(source=found[0], kind="input", splits=True),)
    text = plain(chosen)
    if kind == "" or (text is None and kind in _PATHS):
        return _quoted(chosen) if chosen else ()
    if kind not in _PATHS or text is None:
        return (Unknown(source=found[0], kind="input", empty=True, splits=True),)
    return _quoted((_PATHS[kind](text) or ".",))


_PATHS = {
    ".": lambda text: posixpath.splitext(text)[0],
    "/": posixpath.basename,
    "//": posixpath.dirname,
    "/.": lambda text: posixpath.splitext(posixpath.basename(text))[0],
}
HANDLERS: dict[str, Handler] = {name: parallel for name in ("parallel", "env_parallel", "sem", "parallel.moreutils")}
