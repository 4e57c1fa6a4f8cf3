"""What an expression of Python is worth, as far as its text tells: strings put together, decoded, joined, reversed."""

from __future__ import annotations

import ast
import base64
import binascii
import codecs
import re
from collections.abc import Sequence

from ..model import Glob, Part, Unknown
from ..values import Parts, merged, plain

LONGEST = 50_000
_SEARCHES = frozenset(("glob", "iglob", "rglob", "iterdir", "listdir", "scandir"))


def patterned(parts: Parts) -> Parts:
    """A text with its patterns alive."""
    out: list[Part] = []
    for part in parts:
        if isinstance(part, str):
            out.extend(
                Glob(text=piece) if piece[:1] in "*?[" else piece
                for piece in re.split(r"([*?]+|\[[^\]]+\])", part)
                if piece
            )
        else:
            out.append(part)
    return tuple(out)


class Values:
    """Knows names and texts; `modules` undoes imports."""

    def __init__(self) -> None:
        self.names: dict[str, Parts] = {}
        self.modules: dict[str, str] = {}
        self.depth = 0

    def path(self, node: ast.expr) -> str:
        """The dotted name of a function, imports undone; empty when it is computed."""
        if isinstance(node, ast.Name):
            return self.modules.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            head = self.path(node.value)
            return f"{head}.{node.attr}" if head else ""
        if isinstance(node, ast.Call):
            inner = self.path(node.func)
            if inner in ("__import__", "importlib.import_module") and node.args:
                return plain(self.value(node.args[0])) or ""
            if inner == "getattr" and len(node.args) > 1:
                name = plain(self.value(node.args[1]))
                head = self.path(node.args[0])
                return f"{head}.{name}" if name and head else ""
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute | ast.Call):
            name = plain(self.value(node.slice))
            return f"{self.path(node.value).removesuffix('.__dict__').removesuffix('vars')}.{name}" if name else ""
        return ""

    def value(self, node: ast.expr) -> Parts:
        """The text that an expression is, as far as it is known."""
        self.depth += 1
        try:
            made = self._value(node) if self.depth < 60 else None
        except (ValueError, TypeError, IndexError, KeyError, binascii.Error, LookupError):
            made = None
        self.depth -= 1
        if made is None or sum(len(part) for part in made if isinstance(part, str)) > LONGEST:
            try:
                source = ast.unparse(node)[:60]
            except (RecursionError, ValueError):
                source = "…"
            return (Unknown(source=source, kind="command"),)
        return made

    def _value(self, node: ast.expr) -> Parts | None:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bytes):
                return (node.value.decode("latin-1"),)
            return (str(node.value),) if node.value is not None else None
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.JoinedStr):
            out: list[Part] = []
            for each in node.values:
                out.extend(self.value(each.value if isinstance(each, ast.FormattedValue) else each))
            return merged(out)
        if isinstance(node, ast.BinOp):
            left = self.value(node.left)
            if isinstance(node.op, ast.Add):
                return merged((*left, *self.value(node.right)))
            if (
                isinstance(node.op, ast.Mult)
                and isinstance(node.right, ast.Constant)
                and isinstance(node.right.value, int)
            ):
                return left * node.right.value if node.right.value < 100 else None
            if isinstance(node.op, ast.Mod):
                items = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
                return _filled(plain(left), [self.value(each) for each in items])
            if isinstance(node.op, ast.Div):
                return merged((*left, "/", *self.value(node.right)))
            return None
        if isinstance(node, ast.Subscript):
            text = plain(self.value(node.value))
            if text is not None and isinstance(node.slice, ast.Slice):
                bounds = [
                    None if each is None else int(ast.literal_eval(each))
                    for each in (node.slice.lower, node.slice.upper, node.slice.step)
                ]
                return (text[slice(*bounds)],)
            return None
        return self._made(node) if isinstance(node, ast.Call) else None

    def _made(self, node: ast.Call) -> Parts | None:
        """What a call of a text function gives."""
        path = self.path(node.func)
        arguments = node.args
        first = (
            plain(self.value(arguments[0]))
            if arguments and not isinstance(arguments[0], ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp)
            else None
        )
        if (
            path in ("base64.b64decode", "base64.decodebytes", "base64.standard_b64decode", "base64.urlsafe_b64decode")
            and first is not None
        ):
            return (base64.b64decode(first.replace("-", "+").replace("_", "/") + "===").decode("latin-1"),)
        if (
            path in ("bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify", "binascii.a2b_hex")
            and first is not None
        ):
            return (bytes.fromhex(first).decode("latin-1"),)
        if path == "codecs.decode" and first is not None and len(arguments) > 1:
            return (str(codecs.decode(first, "rot13")),) if "rot" in (plain(self.value(arguments[1])) or "") else None
        if path == "chr" and first is not None:
            return (chr(int(first)),)
        if (
            path
            in (
                "str",
                "pathlib.Path",
                "Path",
                "os.path.expanduser",
                "os.fspath",
                "bytes",
                "shlex.quote",
                "os.path.abspath",
            )
            and arguments
        ):
            return self.value(arguments[0])
        if path in ("os.path.join", "posixpath.join"):
            out: list[Part] = []
            for index, each in enumerate(arguments):
                out.extend(("/", *self.value(each)) if index else self.value(each))
            return merged(out)
        if path in ("os.getenv", "os.environ.get", "input", "sys.stdin.read"):
            return (Unknown(source=path, kind="environment"),)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        return None

    def _method(self, node: ast.Call, function: ast.Attribute) -> Parts | None:
        name = function.attr
        if name == "join" and len(node.args) == 1:
            glue = plain(self.value(function.value))
            items = self.items(node.args[0])
            if glue is None or items is None:
                return None
            return merged(part for index, each in enumerate(items) for part in ((glue, *each) if index else each))
        text = plain(self.value(function.value))
        arguments = [plain(self.value(each)) for each in node.args]
        if text is None or None in arguments:
            return None
        known = [each or "" for each in arguments]
        match name:
            case "decode" | "encode" | "strip" | "lower" | "upper" | "lstrip" | "rstrip" | "swapcase":
                if name == "decode" and known and "rot" in known[0]:
                    return (str(codecs.decode(text, "rot13")),)
                if name in ("decode", "encode"):
                    return (text,)
                return (str(getattr(text, name)(*known)),)
            case "replace":
                return (text.replace(known[0], known[1]),)
            case "format":
                left = [*known, "", "", ""]
                return (re.sub(r"\{(\d*)\}", lambda each: known[int(each[1])] if each[1] else left.pop(0), text),)
        return None

    def searched(self, node: ast.Call, function: ast.Attribute) -> list[Parts] | None:
        """`Path(x).rglob(y)`, `glob.glob(x)`, `os.listdir(x)`: the pattern of what is found."""
        if self.path(function) in ("glob.glob", "glob.iglob") and node.args:
            return [patterned(self.value(node.args[0]))]
        if self.path(function) in ("os.listdir", "os.scandir"):
            return [(Glob(text="*"),)]
        if function.attr in ("glob", "rglob", "iterdir"):
            pattern = self.value(node.args[0]) if node.args else ("*",)
            return [merged((*self.value(function.value), "/", *patterned(pattern)))]
        return None

    def items(self, node: ast.expr) -> list[Parts] | None:
        """The elements of a list of texts."""
        if isinstance(node, ast.Call):
            return self._returned_items(node)
        if isinstance(node, ast.List | ast.Tuple):
            return [self.value(each) for each in node.elts]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return [(each,) for each in node.value]
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and len(node.generators) == 1:
            generator = node.generators[0]
            inner = self.items(generator.iter)
            if inner is None or generator.ifs or not isinstance(generator.target, ast.Name):
                return None
            out: list[Parts] = []
            for each in inner[:2000]:
                self.names[generator.target.id] = each
                out.append(self.value(node.elt))
            return out
        return None

    def _returned_items(self, node: ast.Call) -> list[Parts] | None:
        """The elements of what a call returns: a search for files, `map(chr, …)`, `reversed(…)`, `….split(…)`."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in _SEARCHES:
            return self.searched(node, node.func)
        name = self.path(node.func)
        if name == "map" and len(node.args) == 2 and self.path(node.args[0]) == "chr":
            inner = self.items(node.args[1])
            return None if inner is None else [(chr(int(plain(each) or "0")),) for each in inner]
        if name == "reversed" and node.args:
            inner = self.items(node.args[0])
            return None if inner is None else inner[::-1]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "split" and len(node.args) < 2:
            text = plain(self.value(node.func.value))
            by = plain(self.value(node.args[0])) if node.args else None
            return None if text is None else [(each,) for each in text.split(by)]
        return None


def _filled(form: str | None, items: Sequence[Parts]) -> Parts | None:
    if form is None:
        return None
    pieces = re.split(r"%[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]", form)
    if len(pieces) != len(items) + 1:
        return None
    out: list[Part] = [pieces[0]]
    for each, piece in zip(items, pieces[1:], strict=True):
        out.extend((*each, piece))
    return merged(part.replace("%%", "%") if type(part) is str else part for part in out)
