"""The signals of where a script looks, at what kind of things, and what it does with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import name_forms, places
from .controlled_language import Step
from .demands import DEMANDS
from .features import CHANGES, DECISIVE, KINDS, MANNERS, OUTPUTS
from .literals import Asked
from .signals import Signals


def place(found: Signals, asked: Asked, steps: Sequence[Step]) -> None:
    """Adds whether it looks where it was asked to."""
    wanted, told = places.asked(asked.bare, asked.literals), places.told(steps)
    if not told:
        found.add("place wrong", 0.0)
        found.add("place right", 0.0)
        return
    right = bool(wanted & told - {"named"}) or ("named" in told and _named(asked, steps))
    if not wanted:
        wrong = "home" in told
    else:
        wrong = not right
        if "named" not in wanted and wanted == {"current"} and told - {"current"}:
            wrong = True
    found.add("place wrong", float(wrong), "it looks in another place than was asked")
    found.add("place right", float(right), "", "it looks where it was asked to")


def _named(asked: Asked, steps: Sequence[Step]) -> bool:
    roots = [
        value
        for step in steps
        for clause in step.clauses
        if clause.template.startswith(("below", "directly in"))
        for value in clause.values
    ]
    if any(name_forms.meets(one.text, root) for one in asked.literals for root in roots):
        return True
    return any(len(name_forms.core(root)) > 1 and name_forms.said_in(root, asked.bare) for root in roots)


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


def kinds(found: Signals, asked: str, told: str) -> None:
    """Adds whether it takes the kind of things that was asked for: files, directories, links."""
    asked = _WHERE.sub(" ", asked)
    wants = {name for name, mark in KINDS.items() if mark.asked.search(asked)}
    has = {name for name, mark in KINDS.items() if mark.told.search(told)}
    only = re.search(r"finds (regular files|directories|symbolic links)(?! and)", told)
    wrong = narrowed = right = False
    if only:
        kind = only[1]
        right = kind in wants
        if kind == "regular files":
            right = "files" in wants
            wrong = "files" not in wants and bool(wants & {"directories", "symbolic links"})
            narrowed = (not right and not wrong) or (
                "directories" in wants
                and bool(re.search(r"files?(?: and |/|, | or )(?:sub)?(?:director|folder)", asked))
            )
        else:
            wrong = kind not in wants
    elif "finds files and directories" in told:
        narrowed = "regular files" in wants
        wrong = (
            bool(
                re.search(
                    r"\b(?:all |the |find |any |every |list |only |empty )+(?:sub-?)?(?:director(?:y|ies)|"
                    r"folders)\b(?! tree)",
                    asked,
                )
            )
            and "files" not in wants
        )
        wrong = wrong or ("symbolic links" in wants and "following" not in told and "files" not in wants)
        right = not wrong and not narrowed and "files" in wants and bool(has)
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
_NEEDS_ORDER = re.compile(r"removes repeated|unique|duplicate|how often|compares two sorted|common field")


def demands(found: Signals, asked: str, told: str) -> None:
    """Adds which demands of the action are answered."""
    unanswered = []
    answered = 0
    for name, demand in DEMANDS.items():
        if demand.asked.search(asked):
            if demand.answered.search(told):
                answered += 1
            else:
                unanswered.append(name)
    found.add("demands unanswered", min(3.0, len(unanswered)), f"nothing in it answers: {', '.join(unanswered[:3])}")
    found.add("demands answered", min(4.0, answered) / 2, "", "it does what the words of the action ask for")


def marks(found: Signals, asked: str, told: str) -> None:
    """Adds what it does, and how, that nobody asked for."""
    extra: list[str] = []
    met = 0
    for name, mark in DECISIVE.items():
        if mark.told.search(told):
            if name == "sorting" and _NEEDS_ORDER.search(told):
                continue
            if mark.asked.search(asked):
                met += 1
            else:
                extra.append(name)
    found.add("decisive unasked", min(3.0, len(extra)), f"nobody asked for: {', '.join(extra[:3])}")
    found.add("decisive met", min(3.0, met) / 2)
    manners = sum(bool(mark.told.search(told)) and not mark.asked.search(asked) for mark in MANNERS.values())
    found.add("manners unasked", min(3.0, manners))
    changes = [name for name, mark in CHANGES.items() if mark.told.search(told) and not mark.asked.search(asked)]
    found.add("changes unasked", min(2.0, len(changes)), f"nobody asked for {', '.join(changes[:3])}")
    looks = bool(told_changes := [name for name, mark in CHANGES.items() if mark.told.search(told)]) and bool(
        _LOOKS.match(asked)
    )
    looks = looks and not _CHANGES.search(asked)
    found.add(
        "changes where looking was asked",
        float(looks),
        f"only looking was asked for, it is {', '.join(told_changes[:2])}",
    )
    lines = bool(_FILES_WITH.search(asked)) and "names of files" not in told
    lines = lines and bool(re.search(r"(?:for each: |^)prints lines", told))
    found.add("lines where files were asked", float(lines), "it prints lines where files were asked for")
    outputs = [name for name, mark in OUTPUTS.items() if mark.told.search(told) and not mark.asked.search(asked)]
    found.add("output unasked", min(3.0, len(outputs)), f"nobody asked for {', '.join(outputs[:3])}")
    stamp = re.search(r"last (modified|accessed)|status changed", told)
    wrong = False
    if stamp:
        if "access" in stamp.group():
            wrong = not re.search(r"access|read|used|open|view", asked)
        elif "status" in stamp.group():
            wrong = not re.search(r"status|chang|creat|attrib|ctime|metadata", asked)
        else:
            wrong = bool(re.search(r"\baccess(?:ed)?\b", asked)) and not re.search(
                r"modif|chang|old|writ|edit|updat|new", asked
            )
    found.add("time told wrong", float(wrong), "it looks at another time of the files than was asked")
