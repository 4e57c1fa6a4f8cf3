"""Reads the simple commands of Bash: assignments, words, redirections, here-documents, and what stands between them."""

from __future__ import annotations

import re

from .lexer import NAME, WordReader
from .syntax import AssignNode, HereDoc, RedirectNode, Simple, Unreadable, WordNode

REDIRECT = re.compile(r"(\d+|\{[A-Za-z_]\w*\})?(<<<|<<-|<<|<>|<&|>&|>>|>\||<|>)|(&>>|&>)")
_BLANK = " \t\\#"
_BLANKS = re.compile(r"(?:[ \t]|\\\n)*(?:#[^\n]*)?")
_DECLARING = frozenset(("declare", "typeset", "local", "export", "readonly"))


class SimpleReader(WordReader):
    """Reads simple commands; here-documents wait for the end of their line."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.waiting: list[HereDoc] = []
        self.problems: list[tuple[int, str]] = []

    # blanks, newlines, comments

    def blanks(self) -> str:
        """Skips blanks and a comment; returns the next character, empty at the end."""
        char = self.text[self.at : self.at + 1]
        if char not in _BLANK:  # the empty string is in any
            return char
        found = _BLANKS.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return self.text[self.at : self.at + 1]

    def lines(self) -> str:
        """Skips blanks, comments and newlines; returns the next character."""
        while (char := self.blanks()) == "\n":
            self.newline()
        return char

    def newline(self) -> None:
        self.at += 1
        if not self.waiting:
            return
        waiting, self.waiting = self.waiting, []
        for document in waiting:
            self._document(document)

    def _document(self, document: HereDoc) -> None:
        text = self.text
        document.start = self.at
        lines: list[str] = []
        while self.at < len(text):
            end = text.find("\n", self.at)
            line = text[self.at : end if end >= 0 else len(text)]
            self.at = end + 1 if end >= 0 else len(text)
            if document.strip:
                line = line.lstrip("\t")
            if line == document.end_word:
                break
            # in $( … ) the closing parenthesis may stand right after the end word
            if self.depth and line.rstrip() == document.end_word + ")":
                self.at -= len(line) - line.rindex(")") + (1 if end >= 0 else 0)
                break
            lines.append(line)
        else:
            self.problems.append((document.start, f"the here-document has no end word {document.end_word!r}"))
        document.body = "".join(line + "\n" for line in lines)

    # simple commands

    def redirects(self) -> tuple[RedirectNode, ...]:
        out: list[RedirectNode] = []
        while (char := self.blanks()) and (char in "<>&{" or char.isdigit()):
            redirect = self._redirect()
            if redirect is None:
                break
            out.append(redirect)
        return tuple(out)

    def _redirect(self) -> RedirectNode | None:
        found = REDIRECT.match(self.text, self.at)
        if found is None:
            return None
        operator = found[2] or found[3]
        if operator in ("<", ">") and not found[1] and self.text[found.end() : found.end() + 1] == "(":
            return None
        self.at = found.end()
        descriptor = int(found[1]) if found[1] and found[1].isdigit() and len(found[1]) < 6 else None
        self.blanks()
        word = self.word()
        if word is None:
            raise Unreadable(self.at, f"nothing follows `{operator}`")
        if operator in ("<<", "<<-"):
            raw = self.text[word.start : word.end]
            quoted = any(mark in raw for mark in "'\"\\")
            end = re.sub(r"\\(.)", r"\1", raw).replace("'", "").replace('"', "") if quoted else raw
            document = HereDoc(end, quoted, operator == "<<-")
            self.waiting.append(document)
            return RedirectNode(operator, descriptor, None, document)
        return RedirectNode(operator, descriptor, word)

    def simple(self) -> Simple:
        start = self.at
        text = self.text
        assigns: list[AssignNode] = []
        words: list[WordNode | AssignNode] = []
        redirects: list[RedirectNode] = []
        declaring = False
        end = start
        while char := self.blanks():
            if char in "<>&{" or char.isdigit():
                redirect = self._redirect()
                if redirect is not None:
                    redirects.append(redirect)
                    end = self.at
                    continue
            if char in "\n;|&)":
                break
            if char == "(":
                raise Unreadable(self.at, "a parenthesis cannot stand here")
            if (not words or declaring) and (assign := self._assignment()):
                (words if words else assigns).append(assign)
            else:
                word = self.word()
                if word is None:
                    raise Unreadable(self.at, f"`{char}` cannot stand here")
                if not words and word.literal in _DECLARING:
                    declaring = True
                words.append(word)
            end = self.at
        if not (assigns or words or redirects):
            raise Unreadable(start, f"`{text[start : start + 1]}` cannot stand here")
        return Simple(tuple(assigns), tuple(words), tuple(redirects), start, end)

    def _assignment(self) -> AssignNode | None:
        text, start = self.text, self.at
        found = NAME.match(text, start)
        if found is None:
            return None
        at = found.end()
        index: WordNode | None = None
        if text[at : at + 1] == "[":
            end = self.balanced(at + 1, "[", "]")
            if end < 0:
                return None
            begin, at = at + 1, end
            if text[at : at + 1] != "=" and text[at : at + 2] != "+=":
                return None
            index = self._inner(begin, end - 1)
        append = text[at : at + 1] == "+"
        at += append
        if text[at : at + 1] != "=":
            return None
        self.at = at + 1
        if text[self.at : self.at + 1] == "(":
            self.at += 1
            return AssignNode(found.group(), append, None, start, index, self._array())
        return AssignNode(found.group(), append, self.word(), start, index)

    def _array(self) -> tuple[tuple[WordNode | None, WordNode], ...]:
        items: list[tuple[WordNode | None, WordNode]] = []
        text = self.text
        while (char := self.lines()) != ")":
            if not char:
                raise Unreadable(self.at, "an array is never closed")
            key: WordNode | None = None
            if char == "[":
                end = self.balanced(self.at + 1, "[", "]")
                if end > 0 and text[end : end + 1] == "=":
                    key = self._inner(self.at + 1, end - 1)
                    self.at = end + 1
            word = self.word()
            if word is None:
                if key is None:
                    raise Unreadable(self.at, "an array cannot be read")
                word = WordNode((), self.at, self.at, "")
            items.append((key, word))
        self.at += 1
        return tuple(items)
