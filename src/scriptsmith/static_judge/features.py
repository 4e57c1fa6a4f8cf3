"""The signals of what a script does, at what kind of things and how, against what was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .phrases import ANSWERS, GROUPS
from .signals import Signals
from .steps import Step, clauses

_WHERE = re.compile(
    r"\b(?:current|home|working|root|this|same|present|parent|given|specified|"
    r"following)(?: working)? (?:director\w+|folders?|dirs?\b)"
    r"(?: (?:tree|hierarchy|structure))?|\b(?:directory|folder|dir|path)(?: (?:named|called))? \x01|"
    r"\b(?:in|under|below|into|within|to|from|of|on|inside) (?:the |a |directory |"
    r"folder )?\x01 (?:director\w+|folders?|dirs?\b)(?: (?:tree|hierarchy))?|"
    r"\b(?:directory|folder) (?:tree|hierarchy|structure)s?|"
    r"\b(?:in|under|below|into|within|inside) (?:the |a |any |all |its |their |"
    r"every )?(?:sub-?)?(?:director\w+|folders?|dirs?)\b|"
    r"\b(?:its |all |and )sub-?(?:director\w+|folders?)"
)
_ONLY_DIRECTORIES = re.compile(
    r"\b(?:all |the |find |any |every |list |only |empty )+(?:sub-?)?(?:director(?:y|ies)|folders)\b(?! tree)"
)
_FILES_AND_DIRECTORIES = re.compile(r"files?(?: and |/|, | or )(?:sub)?(?:director|folder)")
_EVERYTHING = "files and directories"


def kinds(found: Signals, asked: str, steps: Sequence[Step]) -> None:
    """Adds whether it takes the kind of things that was asked for: files, directories, links."""
    asked = _WHERE.sub(" ", asked)
    wants = {name for name, kind in GROUPS["kind"].items() if kind.asked.search(asked)}
    sought = [step.head.template.removeprefix("finds ") for step in steps if step.head.tells("finds")]
    kind = next((it for it in sought if it in ("regular files", "directories", "symbolic links")), "")
    wrong = narrowed = right = False
    if kind == "regular files":
        right = "files" in wants
        wrong = not right and bool(wants & {"directories", "symbolic links"})
        narrowed = (not right and not wrong) or ("directories" in wants and bool(_FILES_AND_DIRECTORIES.search(asked)))
    elif kind:
        right = kind in wants
        wrong = not right
    elif _EVERYTHING in sought:
        follows = any(clause.tells("follows") for clause in clauses(steps))
        narrowed = "regular files" in wants
        wrong = "files" not in wants and (
            bool(_ONLY_DIRECTORIES.search(asked)) or ("symbolic links" in wants and not follows)
        )
        right = not wrong and not narrowed and "files" in wants
    found.add("kind wrong", float(wrong), "it takes another kind of things than was asked")
    found.add("kind narrowed", float(narrowed))
    found.add("kind right", float(right))


_LOOKS = re.compile(
    r"\W*(?:\(.*?\)\s*)?(?:recursively |just |please )?(?:find|search|list|show|display|print|"
    r"look|locate|count|check|view|get|see|"
    r"report|calculat\w*|determin\w*|compar\w*|output|searches|finds|lists|prints|shows|displays)\b"
)
_CHANGES = re.compile(
    r"\b(?:delet|remov|eras|clean|purg|wip|cop(?:y|ies)|mov(?:e|es|ing)\b|renam|chang(?:e|es|"
    r"ing)\b|set(?:s|ting)?\b|add|creat(?!ed)|mak(?:e|es|ing)|compress|"
    r"zip|archiv|replac|substitut|sav|writ(?:e|es|ing)\b|append|convert|kill|stop|start(?:s|"
    r"ing)? (?!with|from|in)|install|download|upload|"
    r"extract|modify|edit|insert|link\b|touch|chmod|chown|give|grant|put|redirect|store|back ?up|"
    r"execut(?:e|es|ing)\b|run|tar\b|strip|truncat|"
    r"update|mount|enable|disable|assign|as variable|rm\b|cd\b|go to|transfer|sync|swap|trim|"
    r"decompress|unpack|gzip|restart|ssh)"
)
_FILES_WITH = re.compile(
    r"\b(?:files?|ones|names?|paths?|scripts?|pages)\b(?: (?:\w+|\x01|/)){0,9}? (?:(?:that|"
    r"which) (?:\w+ )?(?:contain|includ|hav|match)\w*|contain(?:s|ing)?|with (?:the )?(?:text|"
    r"string|word)) "
    r"(?!(?:the |a |an )?(?:\w+ )?in (?:their|the|its) (?:file ?)?name)"
)
_ACCESSED = re.compile(r"access|read|used|open|view")
_STATUS = re.compile(r"status|chang|creat|attrib|ctime|metadata")
_MODIFIED = re.compile(r"modif|chang|old|writ|edit|updat|new")


_PLAIN = frozenset(("human-readable", "details", "quietly", "verbosely", "by force", "as root"))
"""Manners of the form that a tool's output normally has in a script, or that let it run unattended."""


def demands(found: Signals, asked: str, told: frozenset[str]) -> None:
    """Adds which demands of the action are answered."""
    made = [name for name, demand in GROUPS["demand"].items() if demand.asked.search(asked)]
    unanswered = [name for name in made if ANSWERS[name] not in told]
    found.add("demands unanswered", min(3.0, len(unanswered)), f"nothing in it answers: {', '.join(unanswered[:3])}")
    answered = len(made) - len(unanswered)
    found.add("demands answered", min(4.0, answered) / 2, "", "it does what the words of the action ask for")


def features(found: Signals, asked: str, told: frozenset[str], steps: Sequence[Step]) -> None:
    """Adds what it does, and how, that nobody asked for."""
    extra = _unasked("decisive", asked, told)
    found.add("decisive unasked", min(3.0, len(extra)), f"nobody asked for: {', '.join(extra[:3])}")
    found.add("decisive met", min(3.0, len(told & GROUPS["decisive"].keys()) - len(extra)) / 2)
    found.add("manners unasked", min(3.0, len([it for it in _unasked("manner", asked, told) if it not in _PLAIN])))
    changes = _unasked("change", asked, told)
    found.add("changes unasked", min(2.0, len(changes)), f"nobody asked for {', '.join(changes[:3])}")
    changing = [name for name in GROUPS["change"] if name in told]
    found.add(
        "changes where looking was asked",
        float(bool(changing and _LOOKS.match(asked) and not _CHANGES.search(asked))),
        f"only looking was asked for, it is {', '.join(changing[:2])}",
    )
    lines = any(
        step.head.tells("prints lines") and (at == 0 or step.lead == "for each") for at, step in enumerate(steps)
    )
    lines = lines and "names of files" not in told and bool(_FILES_WITH.search(asked))
    found.add("lines where files were asked", float(lines), "it prints lines where files were asked for")
    outputs = _unasked("output", asked, told)
    found.add("output unasked", min(3.0, len(outputs)), f"nobody asked for {', '.join(outputs[:3])}")
    found.add(
        "time told wrong", float(_wrong_time(asked, steps)), "it looks at another time of the files than was asked"
    )


def _unasked(group: str, asked: str, told: Iterable[str]) -> list[str]:
    """The features of a group that are told and not asked for."""
    return [name for name, fact in GROUPS[group].items() if name in told and not fact.asked.search(asked)]


def _wrong_time(asked: str, steps: Iterable[Step]) -> bool:
    """Whether the first time of files that it looks at is not one that was asked for."""
    for clause in clauses(steps):
        if clause.tells("last accessed"):
            return not _ACCESSED.search(asked)
        if clause.tells("status changed"):
            return not _STATUS.search(asked)
        if clause.tells("last modified"):
            return bool(re.search(r"\baccess(?:ed)?\b", asked)) and not _MODIFIED.search(asked)
    return False
