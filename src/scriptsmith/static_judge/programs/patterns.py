"""`grep`, `sed` and `awk`, whose arguments are small programs: their common forms in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...programs.spec import UNKNOWN_PROGRAM, spec_of
from ..steps import Clause
from .options import DescribedOption, parsed, said, spoken


def _parsed(program: str, arguments: Sequence[str]) -> tuple[str, list[DescribedOption], list[str]]:
    """What the program is said to do, its options and its operands."""
    spec, used, operands = parsed(spec_of(program) or UNKNOWN_PROGRAM, arguments)
    return spec.says or "", used, operands


def grep(arguments: Sequence[str]) -> list[Clause]:
    """`grep`: which lines, of what, and in what form."""
    head, used, operands = _parsed("grep", arguments)
    invert = False
    patterns: list[Clause] = []
    clauses: list[Clause] = []
    for name, value, says in used:
        if says is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif name in ("-v", "--invert-match"):
            invert = True
        elif name in ("-e", "--regexp", "-f", "--file"):
            patterns.append(said(says, value))
        elif says.endswith("!"):
            head = says[:-1]
        elif says != ".":
            clauses.append(said(says, value))
    if not patterns and operands:
        patterns = [Clause("that match {}", (operands.pop(0),))]
    if invert:
        patterns = [Clause(one.template.replace("that match", "that do not match"), one.values) for one in patterns]
    return [Clause(head), *patterns, *spoken({"": "in {}"}, operands), *clauses]


_SUBSTITUTION = re.compile(
    r"s(?P<mark>[^\w\s\\])(?P<old>(?:\\.|(?!(?P=mark)).)*)(?P=mark)(?P<new>(?:\\.|"
    r"(?!(?P=mark)).)*)(?P=mark)?(?P<flags>[gipIew0-9]*)",
    re.DOTALL,
)
_ADDRESS = r"(?:\d+|\$|/(?:\\.|[^/\\])*/I?|\d+~\d+)"
_ADDRESSED = re.compile(
    rf"\s*(?P<first>{_ADDRESS})?(?:,\s*(?P<second>[+~]?{_ADDRESS}))?\s*(?P<not>!)?\s*(?P<rest>.*)", re.DOTALL
)
_DEEDS = {
    "d": "deletes lines",
    "D": "deletes lines",
    "p": "prints lines",
    "q": "prints lines up to there and stops",
    "=": "prints line numbers",
    "n": "skips lines",
    "N": "joins lines",
    "G": "appends what was held",
    "h": "holds lines",
    "x": "exchanges what was held",
}


def sed(arguments: Sequence[str]) -> list[Clause]:
    """`sed`: the first commands of the program, where they are of a common form."""
    head, used, operands = _parsed("sed", [it if not re.fullmatch(r"-i\S+", it) else "-i" for it in arguments])
    scripts = [value or "" for name, value, _ in used if name in ("-e", "--expression")]
    if not scripts and not any(name in ("-f", "--file") for name, _, _ in used) and operands:
        scripts = [operands.pop(0)]
    clauses: list[Clause] = []
    for script in scripts:
        clauses += _edits(script)
    for name, value, says in used:
        if says is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif says != ".":
            clauses.append(said(says, value))
    if not clauses or not scripts:
        clauses.insert(0, Clause(head))
    return [*clauses, *spoken({"": "in {}"}, operands)]


def _edits(script: str) -> list[Clause]:
    found = _ADDRESSED.match(script)
    assert found
    rest = found["rest"]
    where: list[Clause] = []
    for name, lead in (("first", "at"), ("second", "up to")):
        if address := found[name]:
            where.append(_address(address, lead))
    if found["not"]:
        where.append(Clause("everywhere but there"))
    if change := _SUBSTITUTION.match(rest):
        old, new = change["old"], change["new"]
        made = [Clause("removes {}", (old,))] if not new else [Clause("replaces {}", (old,)), Clause("by {}", (new,))]
        flags = change["flags"]
        if "g" in flags:
            made.append(Clause("everywhere in a line"))
        if "i" in flags.lower():
            made.append(Clause("ignoring case"))
        made += where
        follows = rest[change.end() :].lstrip(" ;\n")
        return made + (_edits(follows) if follows and follows != rest else [])
    if rest[:1] in ("a", "i", "c") and len(rest) > 1:
        deed = {"a": "appends the line {}", "i": "inserts the line {}", "c": "replaces lines by the line {}"}[rest[0]]
        return [Clause(deed, (rest[1:].lstrip("\\ \n"),)), *where]
    if rest[:1] == "y":
        return [Clause("translates characters by the rule {}", (rest,)), *where]
    if rest[:1] in _DEEDS and rest:
        follows = rest[1:].lstrip(" ;\n}")
        return [Clause(_DEEDS[rest[0]]), *where, *(_edits(follows) if follows else [])]
    return [Clause("edits the lines by the commands {}", (script,))]


def _address(address: str, lead: str) -> Clause:
    if address == "$":
        return Clause(f"{lead} the last line")
    if address.startswith("/"):
        return Clause(f"{lead} lines that match {{}}", (address.strip("/"),))
    return Clause(f"{lead} line {{}}", (address.lstrip("+~"),))


_AWK_RULE = re.compile(r"\s*(?P<when>[^{}]*?)\s*\{(?P<what>(?:[^{}]|\{[^{}]*\})*)\}")
_AWK_NR = re.compile(r"(NR|FNR)\s*(==|!=|>=|<=|>|<|%)\s*(\d+)")
_COMPARISONS = {
    "==": "at line {}",
    "!=": "at lines but {}",
    ">": "after line {}",
    ">=": "from line {} on",
    "<": "before line {}",
    "<=": "up to line {}",
    "%": "at every {} lines",
}


def awk(arguments: Sequence[str]) -> list[Clause]:
    """`awk`: what its rules print, sum or count, as far as common forms tell."""
    head, used, operands = _parsed("awk", arguments)
    program = ""
    if not any(name in ("-f", "--file") for name, _, _ in used) and operands:
        program = operands.pop(0)
    clauses = _rules(program) or [Clause(head)]
    for name, value, says in used:
        if says is None:
            clauses.append(Clause("with the unknown option {}", (name,)))
        elif says != ".":
            clauses.append(said(says, value))
    return [clauses[0], *spoken({"": "of {}"}, operands), *clauses[1:]]


def _rules(program: str) -> list[Clause]:
    if not program:
        return []
    clauses: list[Clause] = []
    if compact := re.fullmatch(r"\s*!\s*(\w+)\[(.+)\]\+\+\s*", program):
        return [Clause("keeps only the first of equal lines"), Clause("compared by the key {}", (compact[2],))]
    rules = [(rule["when"], rule["what"]) for rule in _AWK_RULE.finditer(program)] or [(program, "print")]
    for when, what in rules:
        if re.search(r"\w\s*\+=\s*\$?\w", what):
            clauses.append(Clause("adds up {}", (re.search(r"\+=\s*([^;}]+)", what)[1].strip(),)))  # type: ignore[index]
        elif re.search(r"\w\s*\+\+|\+\+\s*\w", what):
            clauses.append(Clause("counts how often"))
        if printed := re.search(r"\bprintf?\b\s*([^;}|>]*)", what):
            fields = printed[1].strip()
            clauses.append(Clause("prints {} of each line", (fields,)) if fields else Clause("prints lines"))
        if deed := re.search(r"\b(g?sub|length|substr|tolower|toupper|split|system|getline)\b", what):
            clauses.append(Clause("using the function {}", (deed[1],)))
        for part in re.finditer(r"/((?:\\.|[^/\\])+)/", when):
            clauses.append(Clause("that do not match {}" if "!" in when else "that match {}", (part[1],)))
        if number := _AWK_NR.search(when + " " + what):
            clauses.append(Clause(_COMPARISONS[number[2]], (number[3],)))
        elif when and when not in ("BEGIN", "END") and "/" not in when:
            clauses.append(Clause("when {}", (when,)))
        if when == "END":
            clauses.append(Clause("at the end"))
    return clauses or [Clause("processes lines by the program {}", (program,))]
