"""Programs that start another one by its name: `npx`, `python -m`, `php artisan`, `rsh`, `fd -x`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..model import Unknown, Word
from ..values import Parts, listed, word
from .handler import ExpandedCall, Handler, Shell
from .languages import LANGUAGES, interpreter, read_foreign
from .wrappers import joined, operands_from

# Modules of Python that are programs of their own, by the name of the program.
_MODULES = {
    **{name: name for name in listed("pip ansible alembic celery flask borg duplicity pgcli mycli litecli esrally")},
    "awscli": "aws",
    "django": "django-admin",
    "pip3": "pip",
}
# Scripts of frameworks, which the interpreter is given.
_SCRIPTS = frozenset(listed("manage.py artisan console rails rake occ magento odoo-bin wp drush symfony"))
_NAMES = tuple(f"python{version}" for version in ("", "2", "3", *(f"3.{minor}" for minor in range(6, 15))))


def is_program(module: str) -> bool:
    """Whether a module of Python is a program of its own, and read as that."""
    return module.partition(".")[0] in _MODULES


def script(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`python -m pip …`, `python manage.py …`, `php artisan …`: the program that the interpreter is given."""
    words = call.words
    at = operands_from(words)
    texts = [each.text or "" for each in words]
    if call.name in _NAMES and "-m" in texts and (index := texts.index("-m") + 1) < len(words):
        module = texts[index].partition(".")[0]
        if index <= at + 1 and module in _MODULES:
            shell.record(call)
            return shell.dispatch(call.inner([word(_MODULES[module]), *words[index + 1 :]], f"{call.name} -m"))
    given = not any(re.fullmatch(r"-\w*[cer]|--eval", text) for text in texts[1:at])
    if given and at < len(words) and texts[at].rpartition("/")[2] in _SCRIPTS and shell.file(words[at]) is None:
        shell.record(call)
        return shell.dispatch(call.inner(words[at:], call.name))
    return interpreter(shell, call)


_VERBS = frozenset(("exec", "x", "dlx"))


def package_runner(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`npx [-y] program …`, `npm exec -- program`, `pnpm dlx program`."""
    shell.record(call)
    words = call.words
    at = operands_from(words)
    if call.name not in ("npx", "bunx", "pnpx"):
        if at >= len(words) or words[at].text not in _VERBS:
            return None
        at += operands_from(words[at:], call.name)
    if at >= len(words):
        return None
    name = re.sub(r"(?<=.)@[\w.^~-]+$", "", words[at].text or "")
    return shell.dispatch(call.inner([word(name) if name else words[at], *words[at + 1 :]], call.name))


def remote_shell(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`rsh HOST text`, `rexec HOST text`: a text for a shell elsewhere."""
    shell.record(call)
    at = operands_from(call.words)
    if at >= len(call.words):
        return None
    host = call.words[at].shape
    at += operands_from(call.words[at:], call.name) if at + 1 < len(call.words) else 1
    if at < len(call.words):
        return shell.run_text(joined(call.words[at:]), call, call.name, host=host)
    return None


_FD = frozenset(
    listed("-d -E -t -e -S -o -j -c --max-depth --min-depth --exclude --type --extension --size --owner --threads "
           "--color --changed-within --changed-before --base-directory --search-path --ignore-file --max-results")
)  # fmt: skip
_FD_RUNS = frozenset(("-x", "-X", "--exec", "--exec-batch"))
_FD_MARK = re.compile(r"\{(?:[./]|//|/\.)?\}")


def fd(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`fd PATTERN ROOT -x command`: the command for what is found below each root."""
    shell.record(call)
    texts = [each.text or "" for each in call.words]
    start = next((index for index, text in enumerate(texts) if text in _FD_RUNS), 0)
    if not start:
        return None
    operands: list[Word] = []
    tested, at = False, 1
    while at < start:
        if texts[at] in _FD:
            tested = tested or texts[at] not in (
                "-j",
                "-c",
                "--threads",
                "--color",
                "-d",
                "-t",
                "--type",
                "--max-depth",
            )
            at += 1
        elif not texts[at].startswith("-"):
            operands.append(call.words[at])
        at += 1
    tested = tested or (bool(operands) and operands[0].text not in (".", "", ".*"))
    rest = call.words[start + 1 :]
    end = next((index for index, each in enumerate(rest) if each.text == ";"), len(rest))
    carried = rest[:end]
    for root in operands[1:] or [word(".")]:
        found = (*root.parts, "/", Unknown(source="{}" if tested else "*", kind="command", empty=not tested))
        filled = [_filled(each, found) for each in carried]
        if not any(_FD_MARK.search(each.shape) for each in carried):
            filled.append(Word(parts=found, quoted=True))
        if not tested and carried and root.parts:
            shell.dispatch(call.inner([*(e for e in filled if e.parts != found), root], "fd -x"))
        shell.dispatch(call.inner(filled, "fd -x"))
    return None


def _filled(each: Word, found: Parts) -> Word:
    text = each.text
    return Word(parts=found, quoted=True) if text is not None and _FD_MARK.fullmatch(text) else each


def power_shell(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`pwsh -c text`: the cmdlets that delete and stop, as what they are elsewhere."""
    shell.record(call)
    for index, each in enumerate(call.arguments[:-1]):
        if re.fullmatch(r"(?i)-(?:c|command|enc\w*|encodedcommand)", each.text or ""):
            rest = call.arguments[index + 1 :]
            if (each.text or "").lower().startswith("-e"):
                shell.note_unresolved(f"{call.name} gets an encoded text", call.place)
            else:
                _cmdlets(shell, call, rest)
            return None
    return None


_CMDLETS = {
    "remove-item": "rm", "ri": "rm", "del": "rm", "rd": "rm", "erase": "rm", "rm": "rm", "clear-content": "truncate",
    "move-item": "mv", "mi": "mv", "copy-item": "cp", "stop-process": "kill", "stop-computer": "poweroff",
    "restart-computer": "reboot", "stop-service": "systemctl", "format-volume": "mkfs", "clear-disk": "wipefs",
}  # fmt: skip
_BEFORE = {"truncate": ("-s", "0"), "systemctl": ("stop",)}
_RUN_TEXT = re.compile(r"(?i)\b(?:iex|invoke-expression|start-process|downloadstring)\b")


def _cmdlets(shell: Shell, call: ExpandedCall, words: Sequence[Word]) -> None:
    text = joined(words)
    plain = "".join(part if isinstance(part, str) else "$unknown" for part in text)
    if _RUN_TEXT.search(plain) or (len(text) == 1 and isinstance(text[0], Unknown)):
        shell.note_unresolved(f"{call.name} makes up code while it runs", call.place)
    for line in re.split(r"[;|\n]", plain):
        pieces = re.findall(r"'[^']*'|\"[^\"]*\"|\S+", line)
        program = _CMDLETS.get(pieces[0].lower(), "") if pieces else ""
        if not program:
            continue
        flags = [each.lower() for each in pieces[1:] if each.startswith("-")]
        names = [word(each.strip("'\""), quoted=True) for each in pieces[1:] if not each.startswith("-")]
        more = ["-r"] if any(each.startswith("-rec") for each in flags) and program == "rm" else []
        first = [program, *_BEFORE.get(program, ()), *more]
        shell.dispatch(replace(call.inner([*(word(each) for each in first), *names], f"{call.name} -c"), redirects=()))


def deno(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`deno eval text`, `deno run FILE`: a file from the network is code that nobody sees."""
    shell.record(call)
    texts = [each.text or "" for each in call.arguments]
    rest = [each for each in call.arguments[1:] if not (each.text or "-").startswith("-") or each.text is None]
    if texts[:1] == ["eval"] and rest:
        read_foreign(shell, call, rest[0].parts, "deno eval", LANGUAGES["deno"])
    elif texts[:1] in (["run"], ["install"], ["test"]) and rest and re.match(r"https?://|npm:|jsr:", rest[0].shape):
        shell.note_unresolved(f"{call.name} runs {rest[0].shape}, which is fetched when it starts", call.place)
    return None


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys((*_NAMES, "php", "ruby"), script),
    **dict.fromkeys(("npx", "bunx", "pnpx", "npm", "pnpm", "yarn"), package_runner),
    **dict.fromkeys(("rsh", "remsh", "rexec"), remote_shell),
    "deno": deno,
    **dict.fromkeys(("fd", "fdfind"), fd),
    **dict.fromkeys(("pwsh", "powershell"), power_shell),
}
