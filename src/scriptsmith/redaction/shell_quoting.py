"""How a value is written where it stands in a Bash script, so that the shell reads exactly that value."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

from ..core.tokens import TOKEN

Form: TypeAlias = Literal["single", "double", "bare", "text", "heredoc", "ansi", "comment", "url"]

_HARMLESS = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
_HARMLESS_BARE = re.compile(r"[\w@%+=:,./^-][\w@%+=:,./!^#~-]*", re.ASCII)
_NODES: dict[str, Form] = {
    "raw_string": "single",
    "string": "double",
    "ansi_c_string": "ansi",
    "comment": "comment",
    "heredoc_body": "heredoc",
}


def unescaped(spelling: str, form: Form) -> str:
    """What the shell reads when a value is written like this."""
    if form == "double":
        return re.sub(r'\\([$`"\\])', r"\1", spelling)
    if form == "url":
        return unquote(spelling)
    if form == "single":
        return spelling.replace("'\\''", "'").replace("'\"'\"'", "'")
    return re.sub(r"\\(.)", r"\1", spelling) if form == "bare" else spelling


def escaped(value: str, form: Form) -> str:
    """How `value` is written in a form; the opposite of `unescaped`, up to needless backslashes."""
    match form:
        case "single":
            return value.replace("'", "'\\''")
        case "double":
            return re.sub(r'([$`"\\])', r"\\\1", value)
        case "heredoc":
            return re.sub(r"([$`\\])", r"\\\1", value)
        case "ansi":
            return re.sub(r"(['\\])", r"\\\1", value)
        case "bare":
            return value if _HARMLESS_BARE.fullmatch(value) else "'" + value.replace("'", "'\\''") + "'"
        case "url":
            return quote(value, safe="")
        case "text" | "comment":
            return value


def place(script: str, spellings: dict[str, str]) -> str:
    """The Bash `script` with its tokens replaced so that each means what it stands for where it stands now.

    A value (the letter A, or the same in a shell's quotes) is written as its place demands; another spelling, as in a
    URL, goes back as it was. In a comment only one line has room: a value of several stays a token.
    """
    data = script.encode("utf-8", "surrogatepass")
    found = [one for one in TOKEN.finditer(script) if one.group() in spellings]
    if all(_HARMLESS.fullmatch(spellings[one.group()]) for one in found):
        return TOKEN.sub(lambda one: spellings.get(one.group(), one.group()), script)
    forms = _forms(data, [len(script[: one.start()].encode("utf-8", "surrogatepass")) for one in found])
    for one, form in reversed(list(zip(found, forms, strict=True))):
        value = spellings[one.group()]
        if form == "comment" and "\n" in value:
            continue
        meant = spellings.get(f"SS_SECRET_{one[1]}A")
        if meant is not None and value in (meant, escaped(meant, "double"), escaped(meant, "single")):
            value = escaped(meant, form)
        script = script[: one.start()] + value + script[one.end() :]
    return script


def _forms(data: bytes, offsets: list[int]) -> list[Form]:
    """The quoting at each byte offset of a Bash script."""
    import tree_sitter_bash
    from tree_sitter import Language, Node, Parser

    tree = Parser(Language(tree_sitter_bash.language())).parse(data)

    def form(offset: int) -> Form:
        node: Node | None = tree.root_node.descendant_for_byte_range(offset, offset + 1)
        while node is not None and node.type not in _NODES:
            if node.type in ("command_substitution", "process_substitution"):
                return "bare"  # what is around it does not quote what is in it
            node = node.parent
        if node is None:
            return "bare"
        if node.type == "heredoc_body":
            start = next(
                (child for child in (node.parent.children if node.parent else ()) if child.type == "heredoc_start"),
                None,
            )
            quoted = start is not None and start.text is not None and start.text[:1] in (b"'", b'"', b"\\")
            return "text" if quoted else "heredoc"
        return _NODES[node.type]

    return [form(offset) for offset in offsets]
