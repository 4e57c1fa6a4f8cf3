"""Assignments: what they give a variable, and the programs that the value of a variable makes run."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..bash.syntax import AssignNode, Lit, Piece, WordNode
from .calls import Exhausted, ExpandedCall
from .execution import InterpreterState
from .expansion import Expander
from .model import Unknown, Word
from .runner import Runner
from .values import OPTIONS, Content, Items, Options, Parts, listed, merged, plain, word
from .variables import Variables
from .written_files import WrittenFiles

# Variables whose value is a shell text for some program, one that a prompt expands, or a file that a shell reads.
SHELL_TEXTS = frozenset(
    listed(
        "PROMPT_COMMAND PAGER MANPAGER "
        "GIT_PAGER SYSTEMD_PAGER PSQL_PAGER AWS_PAGER BAT_PAGER DELTA_PAGER EDITOR VISUAL "
        "SUDO_EDITOR GIT_EDITOR "
        "GIT_SEQUENCE_EDITOR KUBE_EDITOR PSQL_EDITOR FCEDIT SYSTEMD_EDITOR GIT_SSH_COMMAND GIT_SSH "
        "GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PROXY_COMMAND LESSOPEN LESSCLOSE BROWSER RSYNC_RSH "
        "CVS_RSH"
    )
)
PROMPTS = frozenset(("PS0", "PS1", "PS2", "PS3", "PS4"))
STARTUP = frozenset(("BASH_ENV", "ENV"))


@dataclass(slots=True, eq=False)
class Assignments:
    """Sets variables in the state."""

    execution: InterpreterState
    files: WrittenFiles
    variables: Variables
    expander: Expander
    runner: Runner

    def as_word(self, each: AssignNode) -> WordNode:
        """An assignment that is an argument, as a word: `export X=1`."""
        head = each.name + ("+=" if each.append else "=")
        if each.value is None:
            return WordNode((Lit(head, True),), each.start, each.start, head, False)
        literal = None if each.value.literal is None else head + each.value.literal
        quoted = tuple(_as_quoted(piece) for piece in each.value.pieces)
        return WordNode((Lit(head, True), *quoted), each.start, each.value.end, literal, each.value.quoted)

    def shown(self, options: Options) -> Parts:
        for content in options:
            if isinstance(content, Items):
                return tuple(part for _, parts in content.entries for part in (*parts, " "))
        return (Unknown(source="…", kind="loop", empty=may_be_empty(options)),)

    def assign(self, node: AssignNode, *, keep: bool = True) -> Options:
        """What an assignment gives its variable, which is set when `keep`."""
        name = node.name
        if node.items is not None:
            options: Options = self._array(node)
        else:
            options = self.expander.value(node.value)
            fresh = {
                part.source for each in options if isinstance(each, tuple) for part in each if isinstance(part, Unknown)
            }
            if fresh and any(source.startswith(("$(", "`")) for source in fresh):
                # a command that runs again may print nothing this time
                self.execution.state.nonempty -= frozenset(source for source in fresh if source.startswith(("$(", "`")))
            if "$" + name in self.execution.state.nonempty:
                self.execution.state.nonempty -= {"$" + name}
            if node.subscript is not None:
                options = self._element(node, options)
            elif node.append:
                options = self._appended(name, options)
        if keep:
            self.set_variable(name, options)
        return options

    def _appended(self, name: str, options: Options) -> Options:
        old = self.variables.lookup(name)
        out: list[Content] = []
        for before in old:
            for content in options:
                if isinstance(before, Items) and isinstance(content, tuple):
                    out.append(before)
                elif isinstance(content, tuple):
                    had = () if before is None or isinstance(before, Items) else before
                    both = merged((*had, *content))
                    if sum(len(part) for part in both if isinstance(part, str)) > 20_000:
                        both = (Unknown(source="$" + name, kind="loop", empty=False),)
                    out.append(both)
        return tuple(dict.fromkeys(out))[:OPTIONS] or options

    def _element(self, node: AssignNode, options: Options) -> Options:
        assert node.subscript is not None
        old = self.execution.state.variables.get(node.name, (None,))[0]
        entries = dict(old.entries) if isinstance(old, Items) else {"0": old} if isinstance(old, tuple) and old else {}
        key = self.expander.parameters.key(node.name, node.subscript)
        if key is None or len(entries) > 500:
            return ((Unknown(source=f"${{{node.name}[…]}}", kind="loop"),),)
        value = (
            options[0] if len(options) == 1 and isinstance(options[0], tuple) else (Unknown(source="…", kind="loop"),)
        )
        entries[key] = merged((*entries.get(key, ()), *value)) if node.append else value
        if node.name in ("BASH_ALIASES", "BASH_CMDS") and (text := plain(value)):
            (self.execution.state.aliases if node.name == "BASH_ALIASES" else self.execution.state.programs)[key] = text
        return (Items(tuple(entries.items())),)

    def _array(self, node: AssignNode) -> Options:
        entries: dict[str, Parts] = {}
        if node.append and isinstance(old := self.variables.lookup(node.name)[0], Items):
            entries.update(old.entries)
        elif node.append and isinstance(old, tuple) and old:
            entries["0"] = old
        count = max((int(key) + 1 for key in entries if key.isdigit()), default=0)
        for key, value in node.items or ():
            if key is not None:
                name = self.expander.known(key)
                entries[name if name is not None else f"?{count}"] = self.expander.single(value)
                count = int(name) + 1 if name and name.isdigit() and len(name) < 8 else count + 1
                continue
            ways = self.expander.fields(value)
            found = ways[0] if len(ways) == 1 else [Word(parts=(Unknown(source="…", kind="loop", splits=True),))]
            for each in found:
                entries[str(count)] = each.parts
                count += 1
            if count > 2000:
                raise Exhausted
        if len(entries) > 1 and all(key.isdigit() and len(key) < 9 for key in entries):
            entries = {str(index): entries[str(index)] for index in sorted(map(int, entries)) if str(index) in entries}
        return (Items(tuple(entries.items())),)

    def set_variable(self, name: str, options: Options) -> None:
        state = self.execution.state
        if state.references and name in state.references:
            name = self.variables.aim(name)
            if found := re.fullmatch(r"([A-Za-z_]\w*)\[(\w+)\]", name):
                old = state.variables.get(found[1], (None,))[0]
                entries = dict(old.entries) if isinstance(old, Items) else {}
                entries[found[2]] = options[0] if isinstance(options[0], tuple) else ()
                name, options = found[1], (Items(tuple(entries.items())),)
        if state.attributes and name in state.attributes:
            options = self._with_attributes(state.attributes[name], options)
        state.variables[name] = options
        if name in SHELL_TEXTS or name in PROMPTS or name in STARTUP or name.startswith("GIT_CONFIG_VALUE_"):
            self.run_hook(name, options)

    def _with_attributes(self, traits: str, options: Options) -> Options:
        out: list[Content] = []
        for each in options:
            if not isinstance(each, tuple):
                out.append(each)
            elif "i" in traits:
                value = self.expander.arithmetic.evaluate_arithmetic(each)
                out.append((str(value),) if value is not None else (Unknown(source="…", kind="loop", empty=False),))
            elif traits == "A":
                out.append(each)
            else:
                change = str.upper if "u" in traits else str.lower
                out.append(merged(change(part) if isinstance(part, str) else part for part in each))
        return tuple(out)

    def run_hook(self, name: str, options: Options) -> None:
        """Read the value of a variable that a program runs: `PROMPT_COMMAND`, `PAGER`, `BASH_ENV`, `PS4`, …"""
        execution = self.execution
        for content in options:
            values = [parts for _, parts in content.entries] if isinstance(content, Items) else [content or ()]
            for parts in values:
                known = "".join(part for part in parts if isinstance(part, str))
                if name in STARTUP and (written := self.files.runnable(Word(parts=parts))) is not None:
                    self.runner.run_text(
                        written[0], ExpandedCall((word(name),), execution.context, execution.place, name), name
                    )
                elif name in PROMPTS or name in STARTUP:
                    if "$(" in known or "`" in known:
                        self.expander.expand_again(known, quoted=True)
                elif known and (name == "PROMPT_COMMAND" or re.search(r"\s\S|[;&`]|\$\(", known)):
                    git = name.startswith("GIT_CONFIG")
                    if git and not known.startswith("!"):
                        continue
                    text = (known.lstrip("|!"),) if known[0] in "|!" else parts
                    self.runner.run_text(
                        text, ExpandedCall((word(name),), execution.context, execution.place, name), name
                    )


def may_be_empty(options: Options) -> bool:
    for content in options:
        if content is None or content == ():
            return True
        if isinstance(content, tuple) and all(isinstance(part, Unknown) and part.empty for part in content):
            return True
    return False


def _as_quoted(piece: Piece) -> Piece:
    """The piece as it expands in an assignment, where nothing is split."""
    return piece if isinstance(piece, Lit) else piece._replace(quoted=True)
