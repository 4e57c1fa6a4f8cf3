"""Bash text to a syntax tree. A stretch that cannot be read becomes a problem, and reading goes on after it."""

from __future__ import annotations

import re
from itertools import pairwise

from .lexer import NAME
from .simple import SimpleReader
from .syntax import (
    AndOr,
    CaseNode,
    Compute,
    CountedFor,
    For,
    Function,
    GroupNode,
    If,
    ListNode,
    Lit,
    Node,
    Pipeline,
    Redirected,
    RedirectNode,
    Simple,
    Test,
    Tree,
    Unreadable,
    While,
    WordNode,
)

RECOVERIES = 20
_RESERVED = re.compile(
    r"(?:if|then|elif|else|fi|while|until|for|select|case|do|done|esac|function|coproc|time|\[\[|[{}!])(?=[\s;|&()<>]|$)"
)
_FIRST = frozenset("itefwusdc[{}!")  # letters that reserved words begin with
_ENDS = frozenset(("then", "elif", "else", "fi", "do", "done", "esac", "}"))
_FUNCTION = re.compile(r"[^\s|&;()<>$`\"'\\=]+[ \t]*\([ \t\n]*\)")


class Parser(SimpleReader):
    """Reads one text. Use `parse`."""

    def reserved(self) -> str:
        if self.text[self.at : self.at + 1] not in _FIRST:
            return ""
        found = _RESERVED.match(self.text, self.at)
        return found.group() if found else ""

    def expect(self, word: str) -> None:
        self.lines()
        if self.reserved() != word:
            raise Unreadable(self.at, f"`{word}` is missing here")
        self.keyword(word)

    def keyword(self, word: str) -> None:
        """Consumes a reserved word."""
        self.at += len(word)

    # lists

    def top(self) -> ListNode:
        """Everything, recovering after what cannot be read."""
        items: list[tuple[Node, bool]] = []
        while True:
            try:
                items.extend(self.listing().items)
                self.blanks()
                if self.at >= len(self.text):
                    break
                raise Unreadable(self.at, f"`{self.text[self.at : self.at + 8].split()[0]}` cannot stand here")
            except Unreadable as problem:
                items.extend(self.partial)
                self.problems.append((problem.at, problem.why))
                if len(self.problems) >= RECOVERIES:
                    break
                end = self.text.find("\n", max(self.at, problem.at))
                if end < 0:
                    break
                self.depth, self.at, self.waiting = 0, end + 1, []
        if self.waiting:
            self.newline()
        return ListNode(tuple(items), 0, len(self.text))

    partial: list[tuple[Node, bool]]

    def listing(self) -> ListNode:
        """Statements up to a word or character that ends a list."""
        start = self.at
        items: list[tuple[Node, bool]] = []
        if self.depth == 0:
            self.partial = items
        text = self.text
        while True:
            char = self.lines()
            if not char or char == ")" or (char == ";") or self.reserved() in _ENDS:
                break
            node = self.and_or()
            background = False
            char = self.blanks()
            if char == ";" and not text.startswith((";;", ";&"), self.at):
                self.at += 1
            elif char == "&" and not text.startswith("&&", self.at):
                self.at += 1
                background = True
            elif char == "\n":
                self.newline()
            else:
                items.append((node, background))
                break
            items.append((node, background))
        return ListNode(tuple(items), start, self.at)

    def body(self) -> ListNode:
        """A list that must hold something."""
        made = self.listing()
        if not made.items:
            raise Unreadable(self.at, "a command is missing here")
        return made

    def and_or(self) -> Node:
        start = self.at
        first = self.pipeline()
        rest: list[tuple[str, Node]] = []
        while True:
            char = self.blanks()
            if char not in "&|" or not char or self.text[self.at : self.at + 2] not in ("&&", "||"):
                break
            operator = char * 2
            self.at += 2
            self.lines()
            rest.append((operator, self.pipeline()))
        return AndOr(first, tuple(rest), start, self.at) if rest else first

    def pipeline(self) -> Node:
        start = self.at
        negated = False
        while (word := self.reserved()) in ("!", "time"):
            self.keyword(word)
            negated ^= word == "!"
            self.blanks()
            if word == "time" and self.text.startswith(("-p ", "-- "), self.at):
                self.at += 2
                self.blanks()
            if not self.blanks() or (self.text[self.at] in "\n;|&)"):
                return ListNode((), start, self.at)
        stages = [self.command()]
        while self.blanks() == "|" and not self.text.startswith("||", self.at):
            if self.text.startswith("|&", self.at):
                out = WordNode((Lit("1", False),), self.at, self.at, "1")
                stages[-1] = Redirected(stages[-1], (RedirectNode(">&", 2, out),), start, self.at)
                self.at += 1
            self.at += 1
            self.lines()
            stages.append(self.command())
        if len(stages) == 1 and not negated:
            return stages[0]
        return Pipeline(tuple(stages), negated, start, self.at)

    # commands

    def command(self) -> Node:
        start = self.at
        self.deeper()
        made = self._compound()
        if made is None:
            made = self.simple()
        elif redirects := self.redirects():
            made = Redirected(made, redirects, start, self.at)
        self.depth -= 1
        return made

    def _compound(self) -> Node | None:
        start, text = self.at, self.text
        word = self.reserved()
        if word:
            self.keyword(word)
            match word:
                case "{":
                    body = self.body()
                    self.expect("}")
                    return GroupNode(body, False, start, self.at)
                case "if":
                    return self._if(start)
                case "while" | "until":
                    condition = self.body()
                    self.expect("do")
                    body = self.body()
                    self.expect("done")
                    return While(condition, body, word == "until", start, self.at)
                case "for" | "select":
                    return self._for(start, word == "select")
                case "case":
                    return self._case(start)
                case "[[":
                    return self._test(start)
                case "function":
                    self.blanks()
                    name = self.word()
                    if name is None:
                        raise Unreadable(self.at, "a function has no name")
                    if self.blanks() == "(":
                        self._empty_parentheses()
                    return self._function(name.literal or text[name.start : name.end], start)
                case "coproc":
                    self.blanks()
                    found = NAME.match(text, self.at)
                    if found and re.match(r"[ \t]+[{(]", text[found.end() : found.end() + 9]):
                        self.at = found.end()
                        self.blanks()
                    served = self.command()
                    source = WordNode((Lit("/dev/coproc", False),), start, start, "/dev/coproc")
                    return Redirected(served, (RedirectNode("<", None, source),), start, self.at)
                case "!" | "time":
                    self.at = start
                    return self.pipeline()
            raise Unreadable(start, f"`{word}` cannot stand here")
        if text.startswith("((", start):
            end = self.balanced(start + 2, "(", ")")
            if end > 0 and text[end : end + 1] == ")":
                self.at = end + 1
                return Compute(self._inner(start + 2, end - 1), start, self.at)
        if text.startswith("(", start):
            self.at += 1
            body = self.substituted()
            return GroupNode(body, True, start, self.at)
        if found := _FUNCTION.match(text, start):
            self.at = found.end()
            return self._function(found.group().split("(")[0].rstrip(), start)
        return None

    def substituted(self) -> ListNode:
        body = self.listing()
        if self.text[self.at : self.at + 1] != ")":
            raise Unreadable(self.at, "a parenthesis is never closed")
        self.at += 1
        return body

    def _empty_parentheses(self) -> None:
        found = re.compile(r"\([ \t\n]*\)").match(self.text, self.at)
        if found is not None:
            self.at = found.end()

    def _function(self, name: str, start: int) -> Function:
        self.lines()
        body = self.command()
        if isinstance(body, Simple):
            raise Unreadable(self.at, f"the function {name} has no body in braces")
        return Function(name, body, start, self.at)

    def _if(self, start: int) -> If:
        branches: list[tuple[ListNode, ListNode]] = []
        otherwise: ListNode | None = None
        while True:
            condition = self.body()
            self.expect("then")
            branches.append((condition, self.body()))
            self.lines()
            word = self.reserved()
            self.keyword(word)
            if word == "elif":
                continue
            if word == "else":
                otherwise = self.body()
                self.expect("fi")
            elif word != "fi":
                raise Unreadable(self.at, "`fi` is missing here")
            return If(tuple(branches), otherwise, start, self.at)

    def _for(self, start: int, select: bool) -> Node:
        self.blanks()
        text = self.text
        if text.startswith("((", self.at):
            end = self.balanced(self.at + 2, "(", ")")
            if end < 0 or text[end : end + 1] != ")":
                raise Unreadable(self.at, "a `for ((` is never closed")
            marks = [self.at + 1, *(at for at in range(self.at + 2, end - 1) if text[at] == ";"), end - 1]
            parts = [self._inner(before + 1, after) for before, after in pairwise(marks)]
            if len(parts) != 3:
                raise Unreadable(self.at, "a `for ((` needs three parts")
            self.at = end + 1
            return CountedFor((parts[0], parts[1], parts[2]), self._loop_body(), start, self.at)
        name = self.word()
        if name is None:
            raise Unreadable(self.at, "a `for` has no variable")
        words: list[WordNode] | None = None
        char = self.lines()
        if text.startswith("in", self.at) and re.match(r"in(?=[\s;]|$)", text[self.at : self.at + 3]):
            self.keyword("in")
            words = []
            while (char := self.blanks()) and char not in ";\n":
                word = self.word()
                if word is None:
                    raise Unreadable(self.at, "the list of a `for` cannot be read")
                words.append(word)
        body = self._loop_body()
        listed = None if words is None else tuple(words)
        return For(name.literal or text[name.start : name.end], listed, body, select, start, self.at)

    def _loop_body(self) -> ListNode:
        if self.blanks() == ";":
            self.at += 1
        self.lines()
        closing = "}" if self.reserved() == "{" else "done"
        self.expect("{" if closing == "}" else "do")
        body = self.body()
        self.expect(closing)
        return body

    def _case(self, start: int) -> CaseNode:
        self.blanks()
        word = self.word()
        if word is None:
            raise Unreadable(self.at, "a `case` has no word")
        self.lines()
        if not self.text.startswith("in", self.at):
            raise Unreadable(self.at, "`in` is missing here")
        self.keyword("in")
        clauses: list[tuple[tuple[WordNode, ...], ListNode, str]] = []
        while True:
            char = self.lines()
            if self.reserved() == "esac":
                self.keyword("esac")
                return CaseNode(word, tuple(clauses), start, self.at)
            if char == "(":
                self.at += 1
            patterns: list[WordNode] = []
            while True:
                self.blanks()
                pattern = self.word()
                if pattern is None:
                    raise Unreadable(self.at, "a pattern of a `case` cannot be read")
                patterns.append(pattern)
                char = self.blanks()
                if char != "|":
                    break
                self.at += 1
            if char != ")":
                raise Unreadable(self.at, "a pattern of a `case` is never closed")
            self.at += 1
            body = self.listing()
            self.lines()
            found = re.match(r";;&|;;|;&", self.text[self.at : self.at + 3])
            self.at += len(found.group()) if found else 0
            if not found and self.reserved() != "esac":
                raise Unreadable(self.at, "`;;` is missing here")
            clauses.append((tuple(patterns), body, found.group() if found else ";;"))

    def _test(self, start: int) -> Test:
        items: list[WordNode | str] = []
        text = self.text
        while True:
            char = self.lines()
            if not char:
                raise Unreadable(start, "a `[[` is never closed")
            if re.match(r"\]\](?=[\s;|&()<>]|$)", text[self.at : self.at + 3]):
                self.keyword("]]")
                return Test(tuple(items), start, self.at)
            if text.startswith(("&&", "||"), self.at):
                items.append(text[self.at : self.at + 2])
                self.at += 2
            elif (char in "()<>" and items[-1:] != ["=~"]) or text.startswith("! ", self.at):
                items.append(char)
                self.at += 1
            else:
                word = self.word(regex=bool(items) and items[-1] == "=~")
                if word is None:
                    raise Unreadable(self.at, "a `[[` cannot be read")
                items.append("=~" if word.literal == "=~" else word)


def parse(text: str) -> Tree:
    """The tree of `text`, and what in it could not be read. Never raises on any text."""
    reader = Parser(text)
    body = reader.top()
    return Tree(body, tuple(reader.problems))
