"""Whether the code of another language in an argument (`python3 -c`, `perl -ne`) only computes, reads and prints."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping
from functools import cache
from textwrap import dedent

from .spec import DATA


@cache
def allowed(language: str) -> frozenset[str]:
    """What the table of a language lists: names that do no more than compute, read and print."""
    path = DATA / "code" / f"{language}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return frozenset(word for line in lines if line[:1] != "#" for word in line.split())


def only_computes(language: str, code: str) -> bool:
    """Whether every name in the code is known to change nothing; False when it cannot be told. `language` is the name
    of its table: python, perl, ruby, node or php."""
    return _python(code) if language == "python" else _words_known(language, code)


def is_harmless_module(name: str) -> bool:
    """Whether `python -m NAME` runs a module that only computes, reads and prints."""
    return _permitted(name)


def _permitted(dotted: str) -> bool:
    """Whether a dotted name of Python, or what it is an attribute of, is listed."""
    names = allowed("python")
    head, *rest = dotted.split(".")
    if any(part.lstrip("_") in sys.stdlib_module_names and part not in (head, "path", "parse") for part in rest):
        return False
    parts = dotted.split(".")
    return any(".".join(parts[:n]) in names or ".".join((*parts[:n], "*")) in names for n in range(1, len(parts) + 1))


def _python(code: str) -> bool:
    try:
        tree = ast.parse(dedent(code))
    except (SyntaxError, ValueError, RecursionError):
        return False
    nodes = list(ast.walk(tree))
    modules: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            modules |= {each.asname or each.name.partition(".")[0]: each.name for each in node.names if each.asname}
            modules |= dict.fromkeys((each.name.partition(".")[0] for each in node.names if not each.asname), "")
        elif isinstance(node, ast.ImportFrom):
            if node.level or not all(_permitted(f"{node.module}.{each.name}") for each in node.names):
                return False
            modules |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    defined = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    defined |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    defined |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    defined |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    if defined & modules.keys():
        return False
    bases = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    return all(_node_known(node, modules, defined, bases) for node in nodes)


def _node_known(node: ast.AST, modules: Mapping[str, str], defined: set[str], bases: set[int]) -> bool:
    if isinstance(node, ast.Attribute):
        if node.attr.startswith("__") and node.attr not in ("__name__", "__version__", "__doc__"):
            return False
        dotted = _dotted(node, modules)
        return not dotted or id(node) in bases or _permitted(dotted)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        if node.id in modules:
            return id(node) in bases or ("." in modules[node.id] and _permitted(modules[node.id]))
        return node.id in defined or node.id in allowed("python") or node.id in ("open", "__name__")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
        modes = [each.value for each in node.keywords if each.arg == "mode"] + node.args[1:2]
        return all(isinstance(mode, ast.Constant) and not set("wax+") & set(str(mode.value)) for mode in modes)
    return True


def _dotted(node: ast.expr, modules: Mapping[str, str]) -> str:
    """The dotted name of an attribute of a module, imports undone; empty for attributes of values."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in modules:
        return ""
    return ".".join((modules[node.id] or node.id, *reversed(parts)))


# Texts, patterns and comments of the other languages: nothing of them is run, except where values are put into texts.
_TEXT = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_PATTERN = (
    r"(?:^|[~(,;{!&|]|\b(?:if|unless|and|or|not|split|grep|m|qr))\s*/(?:[^/\\\n\"'`]|\\.)*/[a-df-z]*"
    r"|(?<![\w$@%])s/(?:[^/\\\n]|\\.)*/(?:[^/\\\n]|\\.)*/[a-df-z]*(?!\w)"
)
_VARIABLE = r"[$@%]\{?\^?\w+\}?|@\w+|[$@]."
_CARRIES_CODE = re.compile(
    r"`|@\{|\$\{|#\{|<<|\$\w+\s*\(|&\s*\$|->\s*\$|(?:\brequire\([^)]*\)|\b(?:fs|process|global\w*|this))\s*\["
)
_LOADED = re.compile(r"\b(?:require|use|import|from)\b\s*\(?\s*(?:node:)?[\"']?([\w./:-]+)")


def _words_known(language: str, code: str) -> bool:
    known = allowed(language)
    if not known or _CARRIES_CODE.search(code):
        return False
    for loaded in _LOADED.findall(code):
        if not loaded.endswith(".json") and not all(part in known for part in re.split(r"::|/", loaded)):
            return False
    bare = re.sub(_TEXT, '""', code)
    bare = re.sub(_PATTERN, '""', bare)
    bare = re.sub(_VARIABLE, " ", bare) if language in ("perl", "php", "ruby") else bare
    bare = re.sub(r"(?m)^\s*(?:#|//).*$", "", bare)
    if set("\"'…") & set(bare.replace('""', "")):
        return False
    local = set(re.findall(r"\b(?:const|let|var|function|sub|def)\s+\[?\{?\s*(\w+)", bare))
    if language in ("node", "ruby"):
        local |= set(re.findall(r"\b(\w+)\s*=(?!=)", bare))
    if language == "ruby":
        local |= {name for names in re.findall(r"\|([\w\s,]+)\|", bare) for name in names.replace(",", " ").split()}
    return all(name in known or name in local or len(name) == 1 for name in re.findall(r"[A-Za-z_]\w*", bare))
