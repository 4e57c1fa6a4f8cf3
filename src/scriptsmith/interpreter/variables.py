"""Variables and files: what assignments and redirections leave behind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..bash.parser import Parser
from ..bash.syntax import AssignNode, Lit, Piece, RedirectNode, Unreadable, WordNode
from .calls import Call, Exhausted
from .model import Command, Redirect, Unknown, Word
from .recorder import Reader
from .values import (
    OPTIONS,
    Content,
    Items,
    Options,
    Parts,
    Stream,
    bounded,
    listed,
    merged,
    plain,
    unknown_output,
    word,
)

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


class Variables(Reader):
    """Knows what assignments and redirections do."""

    def _as_word(self, each: AssignNode) -> WordNode:
        """An assignment that is an argument, as a word: `export X=1`."""
        head = each.name + ("+=" if each.append else "=")
        if each.value is None:
            return WordNode((Lit(head, True),), each.start, each.start, head, False)
        literal = None if each.value.literal is None else head + each.value.literal
        quoted = tuple(_hushed(piece) for piece in each.value.pieces)
        return WordNode((Lit(head, True), *quoted), each.start, each.value.end, literal, each.value.quoted)

    def _shown(self, options: Options) -> Parts:
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
            options = self.value(node.value)
            fresh = {
                part.source for each in options if isinstance(each, tuple) for part in each if isinstance(part, Unknown)
            }
            if fresh and any(source.startswith(("$(", "`")) for source in fresh):
                # a command that runs again may print nothing this time
                self.state.filled -= frozenset(source for source in fresh if source.startswith(("$(", "`")))
            if "$" + name in self.state.filled:
                self.state.filled -= {"$" + name}
            if node.subscript is not None:
                options = self._element(node, options)
            elif node.append:
                options = self._appended(name, options)
        if keep:
            self.set_variable(name, options)
        return options

    def evaluated(self, text: str, *, quoted: bool = False) -> str | None:
        if self.context.depth > 20 or len(text) > 20_000:
            self.note_unresolved("a value is expanded too often")
            return None
        self.spend(1 + len(text) // 200)
        reader = Parser(text)
        try:
            node = reader.quoted_text() if quoted else reader.loose_text()
        except Unreadable as problem:
            self.note_unresolved(f"in a value that is expanded again: {problem.why}")
            return None
        outer, self.context = self.context, replace(self.context, depth=self.context.depth + 1)
        made = self.known(node)
        self.context = outer
        return made

    def _appended(self, name: str, options: Options) -> Options:
        old = self.lookup(name)
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
        old = self.state.variables.get(node.name, (None,))[0]
        entries = dict(old.entries) if isinstance(old, Items) else {"0": old} if isinstance(old, tuple) and old else {}
        key = self._key(node.name, node.subscript)
        if key is None or len(entries) > 500:
            return ((Unknown(source=f"${{{node.name}[…]}}", kind="loop"),),)
        value = (
            options[0] if len(options) == 1 and isinstance(options[0], tuple) else (Unknown(source="…", kind="loop"),)
        )
        entries[key] = merged((*entries.get(key, ()), *value)) if node.append else value
        if node.name in ("BASH_ALIASES", "BASH_CMDS") and (text := plain(value)):
            (self.state.aliases if node.name == "BASH_ALIASES" else self.state.programs)[key] = text
        return (Items(tuple(entries.items())),)

    def _array(self, node: AssignNode) -> Options:
        entries: dict[str, Parts] = {}
        if node.append and isinstance(old := self.lookup(node.name)[0], Items):
            entries.update(old.entries)
        elif node.append and isinstance(old, tuple) and old:
            entries["0"] = old
        count = max((int(key) + 1 for key in entries if key.isdigit()), default=0)
        for key, value in node.items or ():
            if key is not None:
                name = self.known(key)
                entries[name if name is not None else f"?{count}"] = self.single(value)
                count = int(name) + 1 if name and name.isdigit() and len(name) < 8 else count + 1
                continue
            ways = self.fields(value)
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
        state = self.state
        if state.references and name in state.references:
            name = self.aim(name)
            if found := re.fullmatch(r"([A-Za-z_]\w*)\[(\w+)\]", name):
                old = state.variables.get(found[1], (None,))[0]
                entries = dict(old.entries) if isinstance(old, Items) else {}
                entries[found[2]] = options[0] if isinstance(options[0], tuple) else ()
                name, options = found[1], (Items(tuple(entries.items())),)
        if state.traits and name in state.traits:
            options = self._with_traits(state.traits[name], options)
        state.variables[name] = options
        if name in SHELL_TEXTS or name in PROMPTS or name in STARTUP or name.startswith("GIT_CONFIG_VALUE_"):
            self.hooked(name, options)

    def _with_traits(self, traits: str, options: Options) -> Options:
        out: list[Content] = []
        for each in options:
            if not isinstance(each, tuple):
                out.append(each)
            elif "i" in traits:
                value = self.reckoned(each)
                out.append((str(value),) if value is not None else (Unknown(source="…", kind="loop", empty=False),))
            else:
                change = str.upper if "u" in traits else str.lower
                out.append(merged(change(part) if isinstance(part, str) else part for part in each))
        return tuple(out)

    def hooked(self, name: str, options: Options) -> None:
        """Read the value of a variable that a program runs: `PROMPT_COMMAND`, `PAGER`, `BASH_ENV`, `PS4`, …"""
        for content in options:
            values = [parts for _, parts in content.entries] if isinstance(content, Items) else [content or ()]
            for parts in values:
                known = "".join(part for part in parts if isinstance(part, str))
                if name in STARTUP and (written := self.runnable(Word(parts=parts))) is not None:
                    self.run_text(written[0], Call((word(name),), self.context, self.place, name), name)
                elif name in PROMPTS or name in STARTUP:
                    if "$(" in known or "`" in known:
                        self.evaluated(known, quoted=True)
                elif known and (name == "PROMPT_COMMAND" or re.search(r"\s\S|[;&`]|\$\(", known)):
                    git = name.startswith("GIT_CONFIG")
                    if git and not known.startswith("!"):
                        continue
                    text = (known.lstrip("|!"),) if known[0] in "|!" else parts
                    self.run_text(text, Call((word(name),), self.context, self.place, name), name)

    # redirections

    def redirects(self, nodes: Sequence[RedirectNode]) -> tuple[tuple[Redirect, ...], Stream | None]:
        """The redirections with their targets known, and the standard input they give."""
        out: list[Redirect] = []
        stdin: Stream | None = None
        for node in nodes:
            if node.heredoc is not None:
                body = node.heredoc.body
                options: Options = ((body,),)
                if not node.heredoc.quoted and ("$" in body or "`" in body or "\\" in body or self.unknowns):
                    try:
                        options = self.value(Parser(body).quoted_text())
                    except Unreadable as problem:
                        self.note_unresolved(f"in a here-document: {problem.why}")
                        options = ((Unknown(source="<<", kind="input"),),)
            elif node.operator == "<<<":
                options = tuple((*each, "\n") if isinstance(each, tuple) else each for each in self.value(node.word))
            else:
                options = tuple(each.parts for way in self.fields(node.word) for each in way[:1]) if node.word else ()
            for content in options or ((),):
                parts = content if isinstance(content, tuple) else ()
                quoted = node.word.quoted if node.word is not None else node.heredoc is not None
                out.append(
                    Redirect(
                        operator=node.operator,
                        target=Word(parts=merged(parts), quoted=quoted),
                        descriptor=node.descriptor,
                    )
                )
                if node.operator in ("<<", "<<-", "<<<") and node.descriptor not in (None, 0):
                    self.state.files[f"/dev/fd/{node.descriptor}"] = (merged(parts), ())
                elif node.operator in ("<", "<>") and node.descriptor not in (None, 0):
                    if (known := self.file(Word(parts=merged(parts)))) is not None:
                        self.state.files[f"/dev/fd/{node.descriptor}"] = known
                elif node.operator == "<&" and node.descriptor in (None, 0):
                    if (known := self.file("/dev/fd/" + (plain(parts) or "?"))) is not None:
                        stdin = Stream(known[0])
                elif node.operator in ("<<", "<<-", "<<<") and node.descriptor in (None, 0):
                    stdin = Stream(merged(parts) if len(options) == 1 else (Unknown(source="<<<", kind="input"),))
                elif node.operator in ("<", "<>") and node.descriptor in (None, 0):
                    target = Word(parts=merged(parts))
                    known = self.file(target)
                    stdin = Stream(
                        known[0] if known is not None else (Unknown(source=f"< {target.shape}", kind="input"),)
                    )
        return tuple(out), stdin

    def written(self, out: Parts, redirects: Sequence[Redirect], by: tuple[Command, ...]) -> Parts:
        """What still reaches standard output when `redirects` are done; known texts go into known files."""
        for each in redirects:
            if each.operator not in (">", ">>", ">|", "&>", "&>>", ">&") or each.descriptor not in (None, 1):
                continue
            path = each.target.text
            if each.operator == ">&" and path is not None and path in self.state.outputs:
                self.put(self.state.outputs[path], out, by, append=True)
                return ()
            if each.operator == ">&" and path in ("2", "-"):
                return out if self.both and path == "2" else ()
            if each.operator == ">&" and path is not None and path.isdigit():
                continue
            if path not in ("/dev/null", "/dev/stdout", "/dev/stderr"):
                self.put(each.target, out, by, append=each.operator in (">>", "&>>"))
            out = out if path == "/dev/stdout" else ()
        if out and "1" in self.state.outputs:
            self.put(self.state.outputs["1"], out, by, append=True)
        return out

    def put(self, path: Word | str, out: Parts, by: tuple[Command, ...], *, append: bool = False) -> None:
        """Remember what was written into the file `path`, and by which commands."""
        key = self.key(path)
        if self.sinks and (sink := self.sinks.pop(key, None)) is not None:
            body, context, frame = sink
            outer, self.frame = self.frame, frame
            self.isolated(body, replace(context, stdin=Stream(out or unknown_output()), upstream=by))
            self.frame = outer
            return
        if append and key in self.state.files:
            before, others = self.state.files[key]
            out, by = (*before, *out), (*others, *by)
        elif append:
            out = out or (Unknown(source=f"< {key}", kind="input"),)
        self.state.files[key] = (bounded(out, key), by[-16:])


def may_be_empty(options: Options) -> bool:
    for content in options:
        if content is None or content == ():
            return True
        if isinstance(content, tuple) and all(isinstance(part, Unknown) and part.empty for part in content):
            return True
    return False


def _hushed(piece: Piece) -> Piece:
    """The piece as it expands in an assignment, where nothing is split."""
    return piece if isinstance(piece, Lit) else piece._replace(quoted=True)
