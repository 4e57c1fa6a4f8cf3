"""The danger analysis: commands, rules, effects and one risk for a script, from its text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..core.effects import DANGER, Danger
from ..core.types import Finding, Risk, Severity
from ..interpreter.interpreter import read_script
from ..interpreter.model import Command, Hit, Place, Unknown, Unresolved
from ..programs.reading import only_reads
from ..programs.spec import spec_of
from . import unknown_programs
from .effects import changes, effects
from .rules import NOT_ANALYSED, SCRIPT_RULES, TEXT_RULES, has_rule, rules_for
from .rules.aggregations import invocations
from .rules.careful_changes import careful_changes
from .rules.downloads import is_compared
from .rules.evaluated_output import trusted
from .rules.invocation import Invocation, arguments
from .rules.own_resources import own_resources
from .rules.own_work import made_here
from .rules.restarts import resumed
from .rules.rule import Rule
from .rules.scheduled_text import scheduled
from .rules.unknown_subcommand import UNKNOWN_PROGRAM
from .rules.word_lists import set_of
from .unknown_programs import is_unknown

_SEVERITY = {"dangerous": Severity.ERROR, "unanalysable": Severity.WARNING, "notable": Severity.INFO}
_DEPTH = 2


def analyse(text: str) -> Danger:
    """What a script would do and how bad that could be. Nothing is run, and no text makes it fail."""
    reading = read_script(text)
    calls = invocations(reading.commands)
    found = list(_hits(calls, 0))
    for rule in TEXT_RULES:
        for hit in rule.shape(text) if rule.shape else ():
            found.append((rule, hit, hit.place or Place(line=1, column=1, end_line=1, end_column=1)))
    summary = effects(calls)
    unresolved = [
        spot for spot in reading.unresolved if not _expected(spot, reading.commands) and not _compared(spot, calls)
    ]
    risk = _risk(found, unresolved, calls, changes(summary))
    return Danger(risk=risk, findings=_findings(found, unresolved), effects=summary)


_UNREAD = re.compile(r"\w+ gets a text that is not known: (.*)\Z", re.S)


def _expected(spot: Unresolved, commands: Sequence[Command]) -> bool:
    """Whether what cannot be read is settings for the shell, printed by the program that they belong to."""
    found = _UNREAD.match(spot.why)
    if found is None:
        return False
    functions = {step[9:] for command in commands for step in command.via if step.startswith("function ")}
    return trusted(Unknown(source=found[1]), functions)


_FETCHED = re.compile(r"(\S+) is run, and what was written into it is not known\Z")


def _compared(spot: Unresolved, calls: Sequence[Invocation]) -> bool:
    """Whether what is run was fetched, and its digest compared with one in the script."""
    found = _FETCHED.match(spot.why)
    return found is not None and is_compared(found[1], calls)


def _hits(calls: Sequence[Invocation], depth: int) -> Iterator[tuple[Rule, Hit, Place]]:
    """What every rule says, with the place it speaks of."""
    again = resumed(calls)
    names = {call.name for call in calls}
    own = {**own_resources(calls, names), **made_here(calls)} if len(calls) > 1 else made_here(calls)
    careful = careful_changes(calls, names) if len(calls) > 1 else {}
    for index, call in enumerate(calls):
        command = call.command
        if not _harmless(call):
            spoken = False
            for rule, look in rules_for(call):
                if not (rule.fallback and spoken) and (hit := look(call)) is not None:
                    spoken = True
                    if index in again and hit.level == "dangerous":
                        hit = Hit(level="notable", message=f"{hit.message}; it is started again later")
                    if index in own and (hit.level == "dangerous" or rule.code == "SS1807"):
                        hit = Hit(level="notable", message=f"{hit.message}; {own[index]}")
                    if index in careful and rule.code in careful[index][1] and not _WEAKENS.match(hit.message):
                        hit = Hit(level="notable", message=f"{hit.message}; {careful[index][0]}")
                    yield rule, hit, hit.place or command.place
            if not spoken and depth < _DEPTH and is_unknown(call):
                for hit in unknown_programs.hits(call, lambda text: _said(text, depth + 1)):
                    yield UNKNOWN_PROGRAM, hit, command.place
        if depth < _DEPTH and (later := scheduled(command)):
            yield from _later(command, *later, depth)
    for rule in SCRIPT_RULES:
        if rule.programs and names.isdisjoint(rule.programs):
            continue
        for hit in rule.around(calls) if rule.around else ():
            yield rule, hit, hit.place or calls[0].command.place


# What a checked copy does not make good.
_WEAKENS = re.compile(r"weakens|lets ")


def _later(command: Command, text: str, by: str, depth: int) -> Iterator[tuple[Rule, Hit, Place]]:
    """What the text that a command leaves to be run later would do, said at that command."""
    for rule, hit, _ in _hits(invocations(read_script(text).commands), depth + 1):
        if hit.level != "notable":
            yield rule, Hit(level=hit.level, message=f"{hit.message} (later, by {by})"), command.place


def _said(text: str, depth: int) -> Iterator[Hit]:
    """What the rules say of a text that a command carries."""
    return (hit for _, hit, _ in _hits(invocations(read_script(text).commands), depth))


_HELP = frozenset(("--help", "--version"))
_RUNNERS = frozenset(
    [
        "python",
        "python3",
        "python2",
        "perl",
        "ruby",
        "node",
        "php",
        "lua",
        "bash",
        "sh",
        "dash",
        "zsh",
        "ksh",
        "awk",
        "gawk",
        "ssh",
        "sudo",
        "env",
        "xargs",
        "find",
        "eval",
        "exec",
        "source",
        ".",
        "busybox",
        "su",
        "echo",
        "printf",
    ]
)


def _harmless(call: Invocation) -> bool:
    """Whether the program only explains itself."""
    if call.flags.isdisjoint(_HELP):
        return False
    return call.name not in _RUNNERS and not call.command.redirects


def _risk(
    found: Sequence[tuple[Rule, Hit, Place]],
    unresolved: Sequence[Unresolved],
    calls: Sequence[Invocation],
    changed: bool,
) -> Risk:
    levels = {hit.level for _, hit, _ in found}
    if "dangerous" in levels:
        return "dangerous"
    if "unanalysable" in levels or unresolved:
        return "unanalysable"
    if "notable" in levels or changed or any(_unfamiliar(call) for call in calls):
        return "notable"
    return "safe"


def _unfamiliar(call: Invocation) -> bool:
    """Whether nothing here knows that the command only looks."""
    name = call.name
    if not name or "function " + name in call.command.via or _harmless(call) or not _TRIAL.isdisjoint(call.flags):
        return False
    spec = spec_of(name)
    read = arguments(call)
    looks = only_reads(name, read, call.texts)
    if spec is not None and spec.closed and read.unknown and (looks is None or spec.has_subcommands):
        return True
    if looks is not None:
        return not looks
    if name in INTERPRETERS and name != "awk":
        return bool(call.words) and not any(text[:1] == "-" for text in call.texts)
    if spec is not None and spec.has_subcommands:
        return bool(read.words) and not _looks_by_name(call)
    if spec is not None and "looks" in spec.traits:
        return name in _CHANGING
    return not (has_rule(name) and _looks_by_name(call))


def _looks_by_name(call: Invocation) -> bool:
    """Whether the name of what is asked for says that it only looks; for programs of which rules know what destroys."""
    return any(_LOOKING.fullmatch(word) for word in (*call.words[:3], *call.flags))


INTERPRETERS = frozenset(("perl", "node", "php", "ruby", "lua", "python", "python2", "python3", "Rscript"))
_TRIAL = frozenset(("--dry-run", "--dryrun", "--assumeno", "--simulate", "--just-print", "--check"))
_LOOKING = re.compile(
    r"(?:-{0,2}|[a-z-]+-)(?:list|get|show|status|info|describe|version|help|ls|print|summary|stats|search|diff|view|"
    r"inspect|history|check|validate)(?:-[a-z-]+)?"
)
# Programs that are known and change something, whatever their arguments.
_CHANGING = set_of(
    "a2dissite a2enmod a2ensite dpkg-reconfigure loadkeys locale-gen mogrify rename prename setterm setxkbmap "
    "stow swapon update-alternatives updatedb mkinitcpio dracut update-grub wpa_cli xrandr write wall unzip 7z rar "
    "cpio "
    "cc gcc clang rustc ld ranlib ar mvn gradle javac strip mail mailx tmux screen e2label kinit lpr dos2unix "
    "unix2dos"
)


def _findings(found: Sequence[tuple[Rule, Hit, Place]], unresolved: Sequence[Unresolved]) -> tuple[Finding, ...]:
    """Findings in the order of the text, each once; what is only notable is left out where worse was found, and what
    another rule says better of the same command."""
    if not found and not unresolved:
        return ()
    worse = {(place.line, place.column) for _, hit, place in found if hit.level != "notable"}
    said = {(rule.code, hit.level, place.line, place.column) for rule, hit, place in found}
    out: dict[tuple[object, ...], Finding] = {}
    for rule, hit, place in found:
        if hit.level == "notable" and (place.line, place.column) in worse:
            continue
        if any(
            (code, level, place.line, place.column) in said
            for code in rule.yields
            for level in (hit.level, "dangerous")
        ):
            continue
        advice = f"; {rule.instead}" if hit.level == rule.level else ""
        finding = _finding(rule.code, _SEVERITY[hit.level], hit.message + advice, place)
        out.setdefault((finding.code, finding.line, finding.column, finding.message), finding)
    seen: set[tuple[int, int]] = set()
    for spot in unresolved:
        where = (spot.place.line, spot.place.column)
        if where in worse or where in seen:
            continue
        seen.add(where)
        message = f"cannot be analysed: {spot.why}; {NOT_ANALYSED.instead}"
        out.setdefault((NOT_ANALYSED.code, *where), _finding(NOT_ANALYSED.code, Severity.WARNING, message, spot.place))
    return tuple(sorted(out.values(), key=lambda each: (each.line, each.column, each.severity.rank, each.code)))


def _finding(code: str, severity: Severity, message: str, place: Place) -> Finding:
    return Finding(
        checker=DANGER,
        code=code,
        severity=severity,
        message=message,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
    )


def blast_radius(danger: Danger) -> str:
    """What would be touched, in a few short lines of plain words."""
    parts = [_HEADLINE[danger.risk]]
    parts += [
        f"{finding.message[:1].upper()}{finding.message[1:].partition(';')[0]}."
        for finding in danger.findings
        if finding.severity is not Severity.INFO
    ][:5]
    summary = danger.effects
    for words, things in (
        ("Deletes", summary.deletes),
        ("Writes", summary.writes),
        ("Changes services", summary.services),
        ("Reaches", summary.network),
        ("Runs with every right", summary.privilege),
        ("Reads", summary.reads),
    ):
        if things:
            parts.append(
                f"{words}: {', '.join(things[:6])}{f' and {len(things) - 6} more' if len(things) > 6 else ''}."
            )
    return "\n".join(parts)


_HEADLINE: dict[Risk, str] = {
    "safe": "Looks only; nothing changes.",
    "notable": "Changes something, nothing that could not be put right.",
    "dangerous": "Could destroy data, access, a service or a secret.",
    "unanalysable": "Nobody can tell from the text what all of it does.",
}
