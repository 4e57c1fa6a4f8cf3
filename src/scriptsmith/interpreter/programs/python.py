"""Python inside a script: the shell texts that it runs and the files that it destroys, from its own syntax tree."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from ..model import Glob, Redirect, Unknown, Word
from ..values import Parts, listed, merged, plain, word
from . import python_clients
from .handler import ExpandedCall, Shell
from .python_commands import Objects
from .python_values import LONGEST

_SHELL = frozenset(
    listed(
        "os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput "
        "commands.getstatusoutput os.popen2 os.popen3 asyncio.create_subprocess_shell popen2.popen2 pexpect.run "
        "pexpect.spawn invoke.run fabric.api.local fabric.operations.local delegator.run envoy.run"
    )
)
_RUN = frozenset(
    listed(
        "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen pty.spawn "
        "asyncio.create_subprocess_exec"
    )
)
_EXEC = re.compile(r"os\.(?:exec|spawn|posix_spawn)\w*")
_FILES: dict[str, tuple[str, ...]] = {
    "shutil.rmtree": ("rm", "-rf"),
    "os.remove": ("rm", "-f"),
    "os.unlink": ("rm", "-f"),
    "os.rmdir": ("rmdir",),
    "os.removedirs": ("rmdir", "-p"),
    "os.truncate": ("truncate", "-s", "0"),
    "shutil.move": ("mv",),
    "os.rename": ("mv",),
    "os.replace": ("mv",),
    "shutil.copy": ("cp",),
    "shutil.copyfile": ("cp",),
    "shutil.copy2": ("cp",),
    "shutil.copytree": ("cp", "-r"),
    "os.symlink": ("ln", "-s"),
    "os.mkdir": ("mkdir",),
    "os.makedirs": ("mkdir", "-p"),
}
_TURNED: dict[str, tuple[str, ...]] = {
    "os.chmod": ("chmod",),
    "os.chown": ("chown",),
    "os.kill": ("kill",),
    "os.killpg": ("kill",),
}
_URLS = frozenset(
    listed(
        "urllib.request.urlopen urllib.urlopen urllib2.urlopen requests.get requests.post requests.put urlopen "
        "urllib.request.urlretrieve httpx.get httpx.post"
    )
)
_PATH_METHODS = {"unlink": ("rm", "-f"), "rmdir": ("rmdir",), "rmtree": ("rm", "-rf")}
_SUSPECT = re.compile(
    r"system|popen|subprocess|exec|eval|rmtree|unlink|remove|\bopen\b|__import__|getattr|compile|socket|ctypes|pty"
)


class _Reader(Objects):
    def __init__(self, shell: Shell, call: ExpandedCall, via: str) -> None:
        super().__init__()
        self.shell, self.call, self.via = shell, call, via

    def read(self, text: str) -> None:
        self.depth += 1
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            if _SUSPECT.search(text) or self.depth > 1:
                self.unresolved("its text cannot be read as Python")
            return
        finally:
            self.depth -= 1
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for each in node.names:
                    self.modules[(each.asname or each.name).split(".")[0]] = (
                        each.name if each.asname else each.name.split(".")[0]
                    )
            elif isinstance(node, ast.ImportFrom):
                for each in node.names:
                    self.modules[each.asname or each.name] = f"{node.module}.{each.name}"
        self.shell.spend(len(text) // 50)
        self.visit(tree)

    def visit(self, node: ast.AST) -> None:
        """Walk in the order of execution, as far as that is the order of the text; both ways of a branch."""
        self.depth += 1
        if self.depth > 80:
            self.unresolved("its text is nested too deep")
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple) and self.walked(node.target, node.iter):
            for each in (*node.body, *node.orelse):
                self.visit(each)
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            for generator in node.generators:
                self.bound(generator)
            self.visit(node.elt)
        elif isinstance(node, ast.While) and _always(node.test) and "fork" in ast.dump(node):
            self.unresolved("it starts copies of itself without end")
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            self.visit(node.iter)
            for item in self.items(node.iter) or [(Unknown(source=node.target.id, kind="loop", empty=False),)]:
                self.shell.spend()
                self.names[node.target.id] = item
                for each in (*node.body, *node.orelse):
                    self.visit(each)
        else:
            for child in ast.iter_child_nodes(node):
                self.visit(child)
            if isinstance(node, ast.Assign | ast.AugAssign):
                self.assigned(node)
            elif isinstance(node, ast.Call):
                self.called(node)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd) and (words := self.words(node.left)):
                self.dispatch(words)  # plumbum: `rm["-f", x] & FG`
        self.depth -= 1

    def bound(self, generator: ast.comprehension) -> None:
        """Give the name of a comprehension what it runs over: the first of it stands for all."""
        self.visit(generator.iter)
        if isinstance(generator.target, ast.Tuple):
            self.walked(generator.target, generator.iter)
        elif isinstance(generator.target, ast.Name):
            found = self.items(generator.iter) or [(Unknown(source=generator.target.id, kind="loop", empty=False),)]
            self.names[generator.target.id] = found[0]

    def walked(self, target: ast.Tuple, over: ast.expr) -> bool:
        """`for folder, folders, files in os.walk(root)`: every file below the root."""
        names = [each.id if isinstance(each, ast.Name) else "" for each in target.elts]
        if len(names) != 3 or not isinstance(over, ast.Call) or self.path(over.func) != "os.walk" or not over.args:
            return False
        self.names[names[0]] = self.value(over.args[0])
        for name in names[1:]:
            self.lists[name] = [(Glob(text="*"),)]
        return True

    def assigned(self, node: ast.Assign | ast.AugAssign) -> None:
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        if not isinstance(target, ast.Name) or (isinstance(node, ast.Assign) and len(node.targets) > 1):
            return
        name, value = target.id, self.value(node.value)
        if isinstance(node, ast.AugAssign):
            if name in self.lists:
                self.lists[name].extend(self.items(node.value) or [(Unknown(source="…", splits=True),)])
                return
            self.names[name] = merged((*self.names.get(name, (Unknown(source=name),)), *value))
            return
        self.names[name] = value
        self.keep(name, node.value)
        path = self.path(node.value)
        if path and isinstance(node.value, ast.Attribute | ast.Name | ast.Call):
            self.modules[name] = path

    def unresolved(self, why: str) -> None:
        self.shell.note_unresolved(f"{self.via}: {why}", self.call.place)

    # calls

    def called(self, node: ast.Call) -> None:
        path = self.path(node.func)
        arguments = node.args
        if (words := self.words(node.func)) is not None:
            self.dispatch([*words, *self.given(node)])
            return
        if not path:
            if self.words(node) is not None:
                return  # made here, run elsewhere
            if isinstance(node.func, ast.Call | ast.Subscript) and not isinstance(node.func, ast.Attribute):
                self.unresolved("it calls a function whose name is computed")
            elif isinstance(node.func, ast.Attribute):
                self.method(node, node.func)
            return
        if isinstance(node.func, ast.Attribute):
            self.grown(node, node.func)
        if path in _SHELL and arguments:
            self.shell.run_text(self.value(arguments[0]), self.call, self.via)
        elif path in _RUN:
            self.run(node)
        elif _EXEC.fullmatch(path) and len(arguments) > 1:
            self.replaced(path, arguments)
        elif path in _FILES and arguments:
            self.changed_files(path, arguments)
        elif path in _TURNED and len(arguments) > 1:
            self.turned(_TURNED[path][0], arguments)
        elif path in _URLS and arguments:
            self.dispatch([("curl",), self.value(arguments[0])])
        elif path in ("open", "io.open", "codecs.open", "os.open"):
            self.opened(node)
        elif path in ("exec", "eval", "compile", "builtins.exec", "builtins.eval"):
            self.executed(node)
        elif path == "requests.delete" and arguments:
            self.dispatch([("curl",), ("-X",), ("DELETE",), self.value(arguments[0])])
        elif isinstance(node.func, ast.Attribute):
            self.method(node, node.func)

    def replaced(self, path: str, arguments: Sequence[ast.expr]) -> None:
        """`os.execv`, `os.spawnl`, `posix_spawn`: a program and its arguments."""
        skip = 1 if "spawn" in path and "posix" not in path else 0
        listed = (
            self.items(arguments[skip + 1])
            if "v" in path.rsplit(".", 1)[-1][4:] or "posix" in path
            else [self.value(each) for each in arguments[skip + 1 :]]
        )
        self.dispatch([(*self.value(arguments[skip]),), *(listed or [(Unknown(source="…", splits=True),)])[1:]])

    def changed_files(self, path: str, arguments: Sequence[ast.expr]) -> None:
        """A function that does to files what a program does: `os.remove`, `shutil.copy`."""
        program = _FILES[path]
        operands = 2 if len(program) == 1 or path.startswith("shutil.c") else 1
        if program == ("rm", "-f") and any(isinstance(part, Glob) for part in self.value(arguments[0])):
            program = ("rm", "-rf")  # each of what a walk comes upon
        self.dispatch([(each,) for each in program] + [self.value(each) for each in arguments[:operands]])

    def turned(self, name: str, arguments: Sequence[ast.expr]) -> None:
        """A function whose arguments stand the other way round than the program's: `os.chmod(path, mode)`."""
        mode = self.value(arguments[1])
        if name == "chmod" and isinstance(arguments[1], ast.Constant) and isinstance(arguments[1].value, int):
            mode = (f"{arguments[1].value:o}",)
        first = ["-" + (plain(mode) or "9")] if name == "kill" else mode
        self.dispatch([(name,), *((each,) for each in (*first, *self.value(arguments[0])))])

    def executed(self, node: ast.Call) -> None:
        if not node.args:
            return
        if isinstance(node.args[0], ast.Call) and self.path(node.args[0].func) == "compile":
            return  # read where it is compiled
        text = plain(self.value(node.args[0]))
        if text is None or self.depth > 5:
            self.unresolved("it executes a text that is not known")
        else:
            self.read(text)

    def run(self, node: ast.Call) -> None:
        target = node.args[0] if node.args else next((each.value for each in node.keywords if each.arg == "args"), None)
        if target is None:
            return
        in_shell = any(
            each.arg == "shell" and not (isinstance(each.value, ast.Constant) and not each.value.value)
            for each in node.keywords
        )
        listed = self.items(target) if not isinstance(target, ast.Constant) else None
        if listed is not None and not in_shell:
            self.dispatch(listed)
        elif listed:
            self.shell.run_text(listed[0], self.call, self.via)
        elif isinstance(target, ast.Name) and not in_shell and target.id not in self.names:
            self.unresolved("it runs a command that is not known")
        else:
            self.shell.run_text(self.value(target), self.call, self.via)

    def opened(self, node: ast.Call) -> None:
        if not node.args:
            return
        mode = (
            node.args[1]
            if len(node.args) > 1
            else next((each.value for each in node.keywords if each.arg == "mode"), None)
        )
        text = plain(self.value(mode)) if mode is not None else "r"
        if text is None or set(text) & set("wax+") or "O_" in text:
            self.write(self.value(node.args[0]), append="a" in (text or ""))

    def write(self, path: Parts, *, append: bool = False) -> None:
        redirect = Redirect(operator=">>" if append else ">", target=Word(parts=path, quoted=True))
        inner = self.call.inner([word(":")], self.via)
        self.shell.record(replace(inner, redirects=(redirect,)))

    def method(self, node: ast.Call, function: ast.Attribute) -> None:
        """Methods of paths: `Path(x).unlink()`."""
        if python_clients.method(self, node, function):
            return
        if function.attr in _PATH_METHODS:
            self.dispatch([(each,) for each in _PATH_METHODS[function.attr]] + [self.value(function.value)])
        elif function.attr in ("write_text", "write_bytes"):
            self.write(self.value(function.value))

    def remote(self, text: Parts) -> None:
        self.shell.run_text(text, self.call, self.via, host="…")

    def dispatch(self, words: Sequence[Parts]) -> None:
        if words:
            self.shell.dispatch(self.call.inner([Word(parts=merged(each), quoted=True) for each in words], self.via))


def _always(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def read_python(shell: Shell, call: ExpandedCall, parts: Parts, via: str) -> None:
    """Read a Python text for what it runs, destroys and fetches; unresolved where it executes what is not known."""
    call = replace(call, redirects=(), assignments=())
    holes = any(isinstance(part, Unknown) for part in parts)
    text = "".join(part if isinstance(part, str) else "__unknown__" for part in parts)
    if holes and not text.replace("__unknown__", "").strip():
        shell.note_unresolved(f"{via} gets a text that is not known", call.place)
    elif len(text) > LONGEST:
        shell.note_unresolved(f"{via} gets a text that is too long to read", call.place)
    else:
        _Reader(shell, call, via).read(text)
