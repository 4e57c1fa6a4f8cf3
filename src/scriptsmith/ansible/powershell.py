"""Which PowerShell only looks, going by the verbs that its commands are named by: `Get-Item`, never `Remove-Item`.

Whatever this does not read, a method that is called included, is not taken as looking.
"""

from __future__ import annotations

import re

from ..danger.rules.word_lists import set_of

_LOOKING = set_of(
    "get test measure select where foreach sort group format convertto convertfrom compare find resolve show join split"
)
_TELLING = set_of("write-output write-host out-string out-null import-module")
_WORDS = set_of(
    "if else elseif foreach for while param return throw exit try catch finally begin process end switch in"
)
_COMMAND = re.compile(r"\A([A-Za-z]+)-[A-Za-z]+\Z")
_METHODS = set_of(
    "adddays addhours addminutes addmonths addseconds tostring trim split startswith endswith contains tolower toupper "
    "gethostentry substring count where foreach equals"
)
_CALL = re.compile(r"(?:\.|::)(\w+)\s*\(")
_STRING = re.compile(r"'[^']*'|\"(?:[^\"`$]|`.|\$(?!\())*\"")
_STATEMENT = re.compile(r"[\n;|{}()]|=(?!=)")
_BY_NAME = re.compile(
    r"ForEach-Object\s+(?!\{|-Process\s*\{|-Begin\s*\{)|Import-Module\s+(?![A-Za-z][\w.]*\s*(?:\n|;|\Z))", re.I
)
"""A method or a module that is named by a word, and may do anything."""
_START = re.compile(r"\A(?:\$[\w.:\[\]]+|@|\[[\w.\[\]]+\](?:::\w+)?|-\w+|\.\w+|\d[\w.]*|s\b)")


def only_looks(text: str) -> bool:
    """Whether every command of a script looks or tells, and it calls no method that is not known to compute."""
    bare = re.sub(r"(?m)#.*$", "", _STRING.sub("s ", text))
    bare = re.sub(r"(?<![\w$.:\]])\w+\s*=(?!=)", " ", bare)  # a key of a table
    if re.search(r"[<>&`]|\"|'|\{\{|\$env:\w+\s*=|\$global:|\.exe\b", bare):
        return False
    if _BY_NAME.search(bare):
        return False
    if any(found[1].lower() not in _METHODS for found in _CALL.finditer(bare)):
        return False
    for part in _STATEMENT.split(bare):
        first = part.strip().split(" ")[0]
        if not first or first.lower() in _WORDS or _START.match(first) or first.lower() in _TELLING:
            continue
        command = _COMMAND.match(first)
        if command is None or command[1].lower() not in _LOOKING:
            return False
    return bool(text.strip())
