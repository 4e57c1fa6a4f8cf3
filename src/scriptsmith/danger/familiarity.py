"""Whether it is known that a command only looks: what nobody knows, changes something (safe needs a fact)."""

from __future__ import annotations

import re

from ..interpreter.model import Word
from ..interpreter.programs.languages import given_code
from ..interpreter.programs.wrappers_by_name import is_program
from ..programs.argv import Arguments
from ..programs.inline_code import is_harmless_module, only_computes
from ..programs.reading import only_reads
from ..programs.spec import spec_of
from .rules import has_rule
from .rules.invocation import Invocation, arguments
from .rules.known_names import INTERPRETERS, SHELLS
from .rules.word_lists import set_of

_HELP = frozenset(("--help", "--version"))
_OWN_ARGUMENTS = SHELLS | INTERPRETERS | set_of("eval exec source . echo printf find")
"""Programs to which `--help` may be an argument of the script that they run, or a text."""


def explains_itself(call: Invocation) -> bool:
    """Whether the program only explains itself."""
    if call.flags.isdisjoint(_HELP):
        return False
    spec = spec_of(call.name)
    if spec is None and not has_rule(call.name):
        return False
    carries = spec is not None and any(operand.role == "command" for operand in spec.operands.values())
    return not carries and call.name not in _OWN_ARGUMENTS and not call.command.redirects


def is_unfamiliar(call: Invocation) -> bool:
    """Whether nothing here knows that the command only looks."""
    name = call.name
    if not name or "function " + name in call.command.via or explains_itself(call) or not _TRIAL.isdisjoint(call.flags):
        return False
    spec = spec_of(name)
    read = arguments(call)
    looks = only_reads(name, read, call.texts)
    if spec is not None and read.unknown and (spec.closed or read.spec.closed or _may_hide_subcommand(read)):
        return True
    if spec is not None and read.path and read.unknown and (read.spec.options or (spec.shared and spec.options)):
        return True  # an option that nobody knows may change what is done
    if looks is not None:
        return not looks
    if name in INTERPRETERS - _AWKS:
        return not _code_only_computes(call)
    if spec is not None and spec.has_subcommands:
        return bool(read.words) and not _looks_by_name(call)
    if spec is not None and "looks" in spec.traits:
        return "changes" in spec.traits
    return not (has_rule(name) and _looks_by_name(call))


def _may_hide_subcommand(read: Arguments) -> bool:
    """Whether an option that nobody knows may take the next word, so that another one is the subcommand."""
    return bool(read.path) and any(each.at < read.words[0] and each.value_at is None for each in read.unknown)


def _code_only_computes(call: Invocation) -> bool:
    """Whether an interpreter is given code that changes nothing, or none; a file is not read here."""
    arguments = call.command.arguments
    given = given_code(call.name, arguments)
    language = _LANGUAGE.get(name := call.name.rstrip("0123456789."), name)
    if given is None:
        texts = call.texts
        module = texts[texts.index("-m") + 1] if "-m" in texts[:-1] else ""
        return is_program(module) or is_harmless_module(module)
    if given.codes:
        return all(only_computes(language, Word(parts=code).shape) for code in given.codes)
    if given.operand is not None and given.operand.shape != "-":
        return False
    stdin = [each.target.shape for each in call.command.redirects if each.operator in ("<<", "<<-", "<<<")]
    if call.command.stdin is not None:
        stdin.append(call.command.stdin.shape)
    return all(only_computes(language, text) for text in stdin)


_LANGUAGE = {"pypy": "python", "ipython": "python", "nodejs": "node"}


def _looks_by_name(call: Invocation) -> bool:
    """Whether the name of what is asked for says that it only looks; for programs of which rules know what destroys."""
    return any(_LOOKING.fullmatch(word) for word in (*call.words[:3], *call.flags))


_AWKS = frozenset(("awk", "gawk", "mawk"))
_TRIAL = frozenset(("--dry-run", "--dryrun", "--assumeno", "--simulate", "--just-print", "--check"))
_LOOKING = re.compile(
    r"(?:-{0,2}|[a-z-]+-)(?:list|get|show|status|info|describe|version|help|ls|print|summary|stats|search|diff|view|"
    r"inspect|history|check|validate)(?:-[a-z-]+)?"
)
