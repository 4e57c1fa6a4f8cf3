"""What is left of a reply in a script that was taken out of it: quote marks, tags, explanations.

Bash takes much of it for commands (`Note: this removes files.` runs `Note:`), so that no syntax check finds it. What
stands in a string or a here-document belongs to the script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..bash.parser import parse
from ..bash.syntax import AndOr, ListNode, Node, Pipeline, Redirected, Simple, WordNode
from . import problems
from .shell_lines import ShellText, is_sentence

_TAG = re.compile(r"\s*(?:</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|<\|\w{1,40}\|>)\s*")
_BULLET = re.compile(r"[-*•–]|\d{1,3}[.)]")
_CAPITAL = re.compile(r"(?:[A-Z][a-z]+|I|A)(?:['’][a-z]+)?[,:]?")
_ENDS = re.compile(r"[\w)'\"`][.:!?]$")
_SENTENCE_WORDS = 4


def residue(text: str) -> str:
    """What is wrong with a script, in one sentence for the model that wrote it; empty when nothing of this kind is."""
    tree = parse(text)
    for node in _statements(tree.body):
        words = [word for word in node.words if isinstance(word, WordNode)]
        if not words:
            continue
        if text.startswith('"""', words[0].start):
            return problems.QUOTE_MARKS
        first = text[words[0].start : words[0].end]
        told = [text[word.start : word.end] for word in words]
        if _is_prose(first, len(told), told[-1]):
            return problems.PROSE
    return _in_lines(text) if tree.problems else ""


def unreadable(text: str) -> bool:
    """Whether some of a script cannot be read as Bash."""
    return bool(parse(text).problems)


def _is_prose(first: str, words: int, last: str) -> bool:
    if first.startswith("**") or (_BULLET.fullmatch(first) and words > 2):
        return True
    return bool(_CAPITAL.fullmatch(first)) and words >= _SENTENCE_WORDS and bool(_ENDS.search(last))


def _in_lines(text: str) -> str:
    """The same of a text that cannot be read as Bash, line by line: an apostrophe in a sentence opens a string."""
    for _, line, _ in ShellText(text).code():
        words = line.split()
        if re.fullmatch(r'\s*"{3,}\s*', line):
            return problems.QUOTE_MARKS
        if _TAG.fullmatch(line):
            return problems.TAGS
        if words and is_sentence(line) and _is_prose(words[0], len(words), words[-1]):
            return problems.PROSE
    return ""


def _statements(body: ListNode) -> Iterator[Simple]:
    """The simple commands that stand at the top of a script, the first of each pipeline and chain."""
    for node, _ in body.items:
        first: Node = node
        while isinstance(first, AndOr | Pipeline | Redirected):
            if isinstance(first, AndOr):
                first = first.first
            elif isinstance(first, Pipeline):
                first = first.stages[0]
            else:
                first = first.body
        if isinstance(first, Simple):
            yield first
