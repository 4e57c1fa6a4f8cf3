"""What Bash looks like, line by line: here-documents, commands, and what is prose or another language instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..programs.spec import shipped_blocks, spec_of
from .text_cleanup import EDGE

_HEREDOC = re.compile(
    r"""\\.|'[^']*'|"[^"\\]*(?:\\.[^"\\]*)*"|\(\([^()]*\)\)|(?<![^\s;&|()])\#.*|<<<"""
    r"""|<<(-?)[ \t]*(?:'([^']+)'|"([^"]+)"|\\?([^\s;&|<>()'"`$\\]+))"""
)
# An unquoted word without an end is more often a shift (`1 << n`) or quoted text; these are not.
_END_WORD = re.compile(r"[A-Z_]{2,}\d*|(?i:_{0,2}eo[fts]\w*|end\w*)")


def _end_word_in(line: str, indent: int, dash: bool) -> str:
    line = line[:indent].lstrip() + line[indent:]
    return line.lstrip("\t") if dash else line


class ShellText:
    """Tells the lines of a text that are code from those in here-documents."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._last: dict[tuple[int, bool], dict[str, int]] = {}

    def _ends_after(self, number: int, indent: int, dash: bool, word: str) -> bool:
        if (indent, dash) not in self._last:
            self._last[indent, dash] = {_end_word_in(line, indent, dash): at for at, line in enumerate(self.lines)}
        return self._last[indent, dash].get(word, -1) > number

    def code(self, start: int = 0, indent: int = 0) -> Iterator[tuple[int, str, str]]:
        """Yields number and text of every line from `start` on that is outside here-documents, and the end word of
        a here-document that begins there and never ends; what follows such a line counts as outside."""
        waiting: list[tuple[str, bool]] = []
        endless = ""
        for number in range(start, len(self.lines)):
            line = self.lines[number]
            if waiting:
                if _end_word_in(line, indent, waiting[0][1]) == waiting[0][0]:
                    del waiting[0]
                    if waiting and not self._ends_after(number, indent, waiting[0][1], waiting[0][0]):
                        endless = waiting[0][0]
                        waiting.clear()
                continue
            for match in _HEREDOC.finditer(line) if "<<" in line else ():
                word = match[2] or match[3] or match[4]
                if len(waiting) > 9:
                    break
                if word and self._ends_after(number, indent, bool(match[1]), word):
                    waiting.append((word, bool(match[1])))
                elif word and (not match[4] or _END_WORD.fullmatch(word)):
                    endless = word
            yield number, line, endless
            endless = ""


def code_lines(text: str) -> int:
    """Counts the lines that are neither blank nor comments."""
    return sum(1 for line in text.split("\n") if line.strip(EDGE) and not line.lstrip(EDGE).startswith("#"))


def other_interpreter(text: str) -> str:
    """Names the interpreter of the first line, unless that is a Bourne shell."""
    if not (shebang := re.match(r"#! ?(/\S{1,200})(.*)", text)):
        return ""
    path, *words = shebang[1], *(word for word in shebang[2].split() if not word.startswith("-") and "=" not in word)
    name: str = (words[0] if path.endswith("/env") and words else path).rpartition("/")[2]
    return "" if name in ("bash", "sh", "dash", "ash", "ksh") else name


_FOREIGN_BEGINS = re.compile(
    r"(?:#(?!!).*\n|\s)*+"
    r"(?:import \w|from [\w.]+ import |def \w+\(|class \w+[(:]|- (?:name|hosts): |---\n|<\?php|package )"
)


def begins_foreign(text: str) -> bool:
    """Tells whether the first line of code is Python, PHP, YAML or the like."""
    return bool(_FOREIGN_BEGINS.match(text))


# A command follows.
_BEFORE = frozenset(("sudo", "time", "nohup", "exec", "!"))
_OPENS = frozenset(("for", "while", "until", "if", "case", "select", "function"))
# Words of a closed class (articles, pronouns, prepositions, auxiliary verbs) that stand at least two hundred times as
# often in the English of 41,321 pairs of sentence and command as, unquoted, in their Bash.
_PROSE = re.compile(
    r"""(?<!\S)(?:above|across|after|against|all|along|and|another|an|are|around|been|before|below|beneath|between|being
    |both|but|by|be|can|does|during|each|either|every|except|have|inside|into|its|it|may|must|my|of|onto|or|over|past|per
    |should|such|than|that|the|their|them|these|they|those|through|under|upon|were|when|whether|whose|will|within|without
    |with|would|your)(?!\S)""",
    re.VERBOSE,
)
_QUOTED = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`""")
_SHELLY = re.compile(r"(?:^|\s)--?[A-Za-z]|[|<>$*=;{}\[\]\\&]|(?:^|\s)(?:[~.]{0,2}/)[\w.]|\(\)")
_BEGINS = re.compile(
    r"[A-Za-z_]\w*(?:\[[^\]\s]{0,40}\])?\+?=|\w[\w-]*\s?\(\)|\[\[? |\(|\{ ?$|\{ |[~.]{0,2}/\w|\$[({\w]|\"\$|! |:"
)
_ENDS = re.compile(r"\}|\)|;;|(?:done|fi|esac|else|then|do)\b")
_SENTENCE = re.compile(
    r"\s{0,6}(?:[-*•+] |\d{1,3}[.)] |\*\*|#{2,6} [A-Z]|[A-Z][\w'’-]*(?:[ ,:].*)?(?<![&|\\{(])[.:!?]['\")*`]{0,3}\s*\Z)"
)


def is_sentence(line: str) -> bool:
    """Tells whether a line reads as prose: a list item, a heading, or words from a capital to a full stop."""
    return bool(_SENTENCE.match(line))


def _is_command(line: str) -> bool:
    words = line.split()
    while words[0] in _BEFORE and len(words) > 1 and not words[1].startswith("-"):
        del words[0]
    if _BEGINS.match(words[0]):
        return bool(_SHELLY.search(line))
    if words[0] not in _OPENS and (words[0] not in shipped_blocks() or _PROSE.search(_QUOTED.sub("", line))):
        return False
    if _SHELLY.search(line):
        return True
    return not line.rstrip().endswith((".", ":", "?", "!")) and (len(words) <= 2 or _has_subcommand(*words[:2]))


def _has_subcommand(program: str, word: str) -> bool:
    spec = spec_of(program)
    return spec is not None and word in spec.subcommands


def holds_command(text: str) -> bool:
    """Tells whether a line of the text is a command beyond doubt."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return any(_is_command(line) and not is_sentence(line) for line in lines)


def only_commands(text: str) -> bool:
    """Tells whether the text is nothing but commands, at least one, with what belongs to them."""
    some = goes_on = False
    for _, line, _ in ShellText(text).code():
        if not line.strip() or goes_on or line[0].isspace() or line.startswith("#") or _ENDS.match(line):
            goes_on = goes_on and line.endswith(("\\", "|", "&&", "||"))
            continue
        if is_sentence(line) or not _is_command(line):
            return False
        some, goes_on = True, line.endswith(("\\", "|", "&&", "||"))
    return some
