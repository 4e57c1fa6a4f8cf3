"""The parts of a reply: its code blocks, tags, and the bare script or commands that stand in none."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from .shell_lines import (
    ShellText,
    begins_foreign,
    code_lines,
    holds_command,
    is_sentence,
    only_commands,
    other_interpreter,
)
from .text_cleanup import EDGE, dedent, unnumber, unprompt

_KINDS = {
    "bash": "bash sh shell dash ksh shellscript shell-script bash-script",
    "console": "console terminal shell-session shellsession sh-session bash-session",
    "data": "text txt plaintext plain output log logs json jsonc json5 yaml yml toml ini conf cfg config xml html "
    "css csv markdown md diff patch mermaid env properties systemd crontab cron nginx dockerfile makefile "
    "tree none http",
    "foreign": "python python3 py perl ruby rb javascript js typescript ts node go golang rust c cpp c++ java php "
    "lua awk sed powershell ps1 pwsh batch bat cmd fish zsh csh tcsh sql r groovy hcl terraform ansible "
    "jinja jinja2 vim scala",
}
_KIND = {label: kind for kind, labels in _KINDS.items() for label in labels.split()}
_FENCE = re.compile(
    r"(?P<lead>[\s\u200b\u200c\u200d\u2060\ufeff]{0,12}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?)"
    r"(?:(?P<ticks>`{3,})(?P<info>[^`]*)|(?P<tildes>~{3,})(?P<rest>.*))"
)
_INLINE = re.compile(r"\s{0,12}(`{1,6})(?!`)(?:(?:bash|sh|shell)\s)?([^`\n]+)\1\s*")
_LABEL = re.compile(r"[\s{.]{0,9}(?:language-)?([\w+#.-]*)(=?)")
_TAG = re.compile(
    r"(?:^[ \t]{0,12}|[\s:])<(answer|final_answer|final|solution|script|bash_script|bash|pre|code)\b[^<>\n]{0,99}>",
    re.IGNORECASE,
)
_MOST_BLOCKS = 300  # no answer has more; a model that repeats itself without end has


@dataclass(frozen=True, slots=True, kw_only=True)
class FencedBlock:
    """One fenced block or tag: lines `start` to `end`, exclusive. `cue` is the prose that introduces it."""

    kind: str
    label: str
    text: str
    start: int
    end: int
    closed: bool = True
    cue: str = ""

    @property
    def script(self) -> str:
        """The code that it holds, as typed."""
        return unprompt(self.text).strip("\n")

    @property
    def is_candidate(self) -> bool:
        """Whether this may be the script, by its label or, without one, by its looks."""
        if self.kind in ("bash", "console"):
            return code_lines(self.script) > 0
        own = self.script.startswith("#!") and not other_interpreter(self.script)
        looks = self.kind == "unlabelled" and not begins_foreign(self.text) and holds_command(self.script)
        return looks or (own and self.label in ("", "text", "txt", "plaintext", "plain", "none"))


def fence_of(line: str) -> tuple[str, str, str] | None:
    """Gives lead, mark and label of a line that opens or closes a code block; the label `?` is prose after the mark."""
    if not (match := _FENCE.fullmatch(line)):
        return None
    info = (match["info"] or match["rest"] or "").strip(EDGE)
    first = _LABEL.match(info)
    label = first[1].lower().rstrip(".") if first and not first[2] else ""
    if label.endswith((".sh", ".bash")):
        label = "bash"
    if info and label not in _KIND and " " in info and "=" not in info:
        label = "?"
    return match["lead"], match["ticks"] or match["tildes"], label


class Document:
    """Finds where the code blocks, tags and bare scripts of a text begin and end.

    `blocks` also tells which tags stay open, and gives up, swamped, on a text with more blocks than an answer has.
    """

    def __init__(self, text: str) -> None:
        self._text = ShellText(text)
        self.lines = self._text.lines
        self.open_tags: set[str] = set()
        self.swamped = False

    def before(self, number: int) -> str:
        """Gives the text before line `number`."""
        return "\n".join(self.lines[:number])

    def shebang(self, start: int = 0) -> int | None:
        """Finds the first line from `start` on that begins a script."""
        numbers = range(start, len(self.lines))
        return next((number for number in numbers if re.match(r"\s{0,12}#! ?/", self.lines[number])), None)

    def bare(self, start: int) -> str | None:
        """Gives the script that begins at line `start` without a fence; None when another one follows.

        It ends at a fence, where its indentation ends, or before the explanation after it.
        """
        indent = len(self.lines[start]) - len(self.lines[start].lstrip())
        end, blanks = len(self.lines), []
        for number, line, _ in self._text.code(start + 1, indent):
            if fence_of(line) or (indent and line.strip() and line[:indent].strip()):
                end = number
                break
            if not line.strip():
                blanks.append(number)
        if self.shebang(end) is not None:
            return None
        while blanks and all(is_sentence(line) for line in self.lines[blanks[-1] + 1 : end] if line.strip()):
            end = blanks.pop()
        return dedent(self.lines[start:end], indent)

    def blocks(self) -> list[FencedBlock]:
        """Lists every block at the top level, in order."""
        found: list[FencedBlock] = []
        wrappers: list[str] = []
        at = prose = marks = 0
        while at < len(self.lines) and not self.swamped:
            line, block = self.lines[at], None
            if fence := fence_of(line):
                if wrappers and fence[2] in ("", "?") and fence[1].startswith(wrappers[-1]):
                    wrappers.pop()
                elif self._wraps(at, fence[2]):
                    wrappers.append(fence[1])
                else:
                    block = self._fenced(at, *fence)
            elif "```" in line and (span := _INLINE.fullmatch(line)) and len(span[1]) > 2:
                block = FencedBlock(kind="unlabelled", label="", text=span[2], start=at, end=at + 1)
            elif "<" in line:
                block = self._tagged(at)
            if block and (block.closed or block.text.strip()):  # a fence at the very end opens nothing
                cue = "\n".join(self.lines[prose:at]).strip()[-300:]
                first = block.text.strip()[:80].partition("\n")[0]
                cue += f"\n{line[:200]}\n{first if first.startswith('#') else ''}"
                found.append(dataclasses.replace(block, cue=cue))
                prose = block.end
            at, marks = block.end if block else at + 1, marks + bool(block or fence)
            self.swamped = marks > _MOST_BLOCKS
        return found

    def _wraps(self, at: int, label: str) -> bool:
        """Whether the fence at `at` only wraps others: a reply all in ```markdown, or a fence right in a fence."""
        whole = label in ("markdown", "md")
        for number in range(at + 1, len(self.lines) if whole else min(at + 3, len(self.lines))):
            inner = fence_of(self.lines[number])
            if inner or (self.lines[number].strip() and not whole):
                return bool(inner and inner[2] in _KIND)
        return False

    def _fenced(self, at: int, lead: str, mark: str, label: str) -> FencedBlock:
        kind = _KIND.get(label, "unlabelled")
        lines = self._text.code(at + 1, len(lead))
        if kind == "data":
            lines = ((number, self.lines[number], "") for number in range(at + 1, len(self.lines)))
        end, closed = len(self.lines), False
        for number, line, _ in lines:
            other = fence_of(line)
            if other and other[1].startswith(mark) and (other[2] in ("", "?") or other[2] in _KIND):
                end, closed = number, other[2] in ("", "?")
                break
        text = dedent(self.lines[at + 1 : end], len(lead))
        return FencedBlock(kind=kind, label=label, text=text, start=at, end=end + closed, closed=closed)

    def _tagged(self, at: int) -> FencedBlock | None:
        """The tag that opens in line `at`; None when none does, or when it never closes."""
        match = _TAG.search(self.lines[at])
        if not match or match[1].lower() in self.open_tags or (match[1].lower() in ("pre", "code") and match.start()):
            return None
        tag, first = match[1].lower(), self.lines[at][match.end() :]
        closing = f"</{tag}>"
        if (column := first.lower().find(closing)) >= 0:
            return FencedBlock(kind="tag", label=tag, text=first[:column], start=at, end=at + 1)
        for number, line, _ in self._text.code(at + 1):
            if (column := line.lower().find(closing)) >= 0:
                text = "\n".join([first, *self.lines[at + 1 : number], line[:column]])
                return FencedBlock(kind="tag", label=tag, text=text, start=at, end=number + 1)
        self.open_tags.add(tag)
        return None


def bare_commands(text: str) -> str:
    """Gives the text itself when it is nothing but commands, bare, numbered or in `code` marks; else nothing."""
    lines = unprompt(unnumber(text)).split("\n")
    bare = "\n".join(span[2] if (span := _INLINE.fullmatch(line)) else line for line in lines)
    return bare if only_commands(bare) else ""
