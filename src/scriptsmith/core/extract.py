"""Getting the Bash script out of whatever a model wrote, and quoting foreign text so that it stays quoted.

A reply without a whole script is a finding that drives the next draft, never a guess. What is decided here:

* An unclosed block, tag or thought is a reply that was cut off: nothing of it is used, not even a block that was
  closed before it, because the rest may have been the better half.
* Several scripts: parts and steps are joined, of named alternatives the first is taken, of revisions the last, usage
  examples are left out; anything else is a problem, because the prompt asks for exactly one.
* The inside of a script is never repaired, beyond undoing a transport (numbers, prompts, HTML escapes, indentation).
  What `bash -n` and shellcheck can say they say; what they let pass (a here-document that never ends, a part left out)
  is a problem here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ASK = "answer with the whole script in one ```bash block"
EMPTY = f"The reply was empty: {_ASK}."
NO_SCRIPT = f"The reply held no script: {_ASK}."
CUT_OFF = f"The reply broke off before its code was complete: {_ASK}, and write less around it."
THINKING = f"The reply broke off while still thinking: think more briefly, then {_ASK}."
REFUSED = f"The reply declined to write a script: if the action can be done at all, {_ASK}."
PATCH = f"The reply was a patch, not a script: {_ASK}."
SEVERAL = f"The reply held several scripts and does not say which one counts: {_ASK}."
NO_COMMAND = f"The code block held no command: {_ASK}."
BAD_TEXT = f"The script held characters that no text file can hold (NUL or half a surrogate pair): {_ASK}."
LEFT_OUT = f"The script left parts out (`...`): {_ASK}, without abbreviations."
UNCLEAR_END = f"It is not clear where the script ends, a code fence stands inside it: {_ASK}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Either a whole script or one sentence that tells the model what to do; never both, never neither.

    `script` uses `\\n`, ends in exactly one, and holds no fence of the reply. `reasoning` is what stood before the
    script, thoughts included; without a script it is the whole reply.
    """

    script: str | None
    reasoning: str
    problem: str


@dataclass(frozen=True, slots=True)
class _Found:
    script: str | None = None
    before: str = ""
    problem: str = ""


def extract(reply: str) -> Extraction:
    """Gives the script that `reply` holds, or the reason why it holds none. Total, and linear in its length."""
    text = _tidy(reply)
    thought, answer = split_thoughts(text)
    found = _Found(problem=THINKING) if answer is None else _read(answer, 0)
    if found.script is not None:
        found = _finish(found.script, found.before)
    before = text if found.script is None else f"{thought}\n\n{found.before}"
    reasoning = re.sub("[\0\ud800-\udfff]", "\ufffd", before).strip()  # as every store takes it
    return Extraction(script=found.script, reasoning=reasoning, problem=found.problem)


_EDGE = " \t\n\u00a0\u200b\u200c\u200d\u2060\ufeff"
_STOP_TOKENS = re.compile(r"(?:\s{0,9}(?:<\|[\w ]{1,30}\|>|</s>))+\Z")
_QUOTED = re.compile(r"^ {0,3}> ?", re.MULTILINE)


def _tidy(reply: str) -> str:
    text = reply.replace("\r\n", "\n").replace("\r", "\n").strip(_EDGE)
    text = text[:-400] + _STOP_TOKENS.sub("", text[-400:])
    return _QUOTED.sub("", text) if re.search(r"^ {0,3}> ?(?:```|~~~)", text, re.MULTILINE) else text


_THOUGHT = r"(?:think|thinking|thoughts?|reasoning|analysis|reflection|scratchpad)"
_THINKS = re.compile(rf"^[ \t]*(?:(?P<fence>```|~~~)|[<\[](?P<tag>{_THOUGHT})[>\]])", re.MULTILINE | re.IGNORECASE)
_THOUGHT_ENDS = re.compile(rf"[<\[]/{_THOUGHT}[>\]]", re.IGNORECASE)
_ORPHAN_END = re.compile(r"[<\[]/think(?:ing)?[>\]][ \t]*$", re.MULTILINE | re.IGNORECASE)


def split_thoughts(text: str) -> tuple[str, str | None]:
    """Parts what a model thought aloud from its answer; the answer is None when the thinking never ends.

    A thought begins before the first code block. An end without a beginning, as chat templates leave it, ends a
    thought that began with the text.
    """
    thoughts, at = [], 0
    while (begin := _THINKS.search(text, at)) and begin["tag"]:
        end = _THOUGHT_ENDS.search(text, begin.end())
        if not end:
            return text, None
        thoughts += [text[at : begin.start()], text[begin.end() : end.start()]]
        at = end.end()
    if not thoughts and (orphan := _ORPHAN_END.search(text)):
        thoughts, at = [text[: orphan.start()]], orphan.end()
    return "\n".join(thoughts).strip(), text[at:].strip("\n")


# --- the parts of a reply ---------------------------------------------------------------------------------------------

_KINDS = {
    "bash": "bash sh shell dash ksh shellscript shell-script bash-script",
    "console": "console terminal shell-session shellsession sh-session bash-session shellconsole term",
    "data": "text txt plaintext plain output log logs json jsonc json5 yaml yml toml ini conf cfg config xml html css csv "
    "markdown md diff patch mermaid env properties systemd crontab cron nginx dockerfile makefile tree none http",
    "foreign": "python python3 py perl ruby rb javascript js typescript ts node go golang rust c cpp c++ java php lua awk "
    "sed powershell ps1 pwsh batch bat cmd fish zsh csh tcsh sql r groovy hcl terraform ansible jinja jinja2 vim scala",
}
_KIND = {label: kind for kind, labels in _KINDS.items() for label in labels.split()}
_LEAD = r"(?P<lead>[\s>\u200b\u200c\u200d\u2060\ufeff]{0,12}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?)"
_FENCE = re.compile(_LEAD + r"(?:(?P<mark>`{3,})(?P<info>[^`]*)|(?P<mark2>~{3,})(?P<info2>.*))")
_INLINE = re.compile(r"\s{0,12}(`{1,6})(?!`)(?:(?:bash|sh|shell)\s)?([^`\n]+)\1\s*")
_LABEL = re.compile(r"[\s{.]*(?:language-)?([\w+#.-]*)")
_TAG = re.compile(
    r"(?:^[ \t]*|[\s:])<(?P<tag>answer|final_answer|final|solution|script|bash_script|bash|pre|code)\b[^<>\n]{0,99}>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """One fenced block or tag: lines `start` to `end` (exclusive). `cue` is the prose that introduces it."""

    kind: str
    label: str
    text: str
    start: int
    end: int
    closed: bool
    cue: str = ""


def _fence_of(line: str) -> tuple[str, str, str] | None:
    """Lead, mark and label of a line that opens or closes a code block; a label of `?` is prose after the mark."""
    if not (match := _FENCE.fullmatch(line)):
        return None
    info = (match["info"] or match["info2"] or "").strip(_EDGE)
    label = _LABEL.match(info)[1].lower().rstrip(".") if info else ""  # type: ignore[index]
    label = label.partition("title=")[0] if label not in _KIND else label
    if label.endswith((".sh", ".bash")):
        label = "bash"
    if label not in _KIND and " " in info and "=" not in info:
        label = "?"
    return match["lead"], match["mark"] or match["mark2"], label


class _Document:
    """A text, line by line: where its code blocks, tags and here-documents begin and end."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._last: dict[tuple[int, bool], dict[str, int]] = {}

    def before(self, number: int) -> str:
        return "\n".join(self.lines[:number])

    # A here-document that writes Markdown holds fences that close nothing.

    def _ends_after(self, number: int, indent: int, dash: bool, word: str) -> bool:
        if (indent, dash) not in self._last:
            self._last[indent, dash] = {_bare(line, indent, dash): at for at, line in enumerate(self.lines)}
        return self._last[indent, dash].get(word, -1) > number

    def code(self, start: int = 0, indent: int = 0) -> Iterator[tuple[int, str, str]]:
        """Number and text of every line from `start` on that is outside here-documents, and the end word of a
        here-document that begins there and never ends; what follows such a line counts as outside."""
        waiting: list[tuple[str, bool]] = []
        for number in range(start, len(self.lines)):
            line = self.lines[number]
            if waiting:
                if _bare(line, indent, waiting[0][1]) == waiting[0][0]:
                    waiting = [(w, d) for w, d in waiting[1:] if self._ends_after(number, indent, d, w)]
                continue
            endless = ""
            for match in _HEREDOC.finditer(line) if "<<" in line else ():
                word = match[2] or match[3] or match[4]
                if word and self._ends_after(number, indent, bool(match[1]), word):
                    waiting = [*waiting, (word, bool(match[1]))][:9]
                elif word and (not match[4] or _END_WORD.fullmatch(word)):
                    endless = word
            yield number, line, endless

    def blocks(self) -> list[_Block]:
        """Every block at the top level, in order, with the prose before it as its cue."""
        found: list[_Block] = []
        wrappers: list[str] = []
        at, prose = 0, 0
        while at < len(self.lines):
            block, fence_ = None, _fence_of(self.lines[at])
            if fence_ and wrappers and not fence_[2] and fence_[1].startswith(wrappers[-1]):
                wrappers.pop()
            elif fence_ and self._wraps(at, fence_):
                wrappers.append(fence_[1])
            elif fence_:
                block = self._fenced(at, *fence_)
            elif "<" in self.lines[at]:
                block = self._tagged(at)
            if block and (
                block.closed or block.text.strip()
            ):  # a lone fence at the very end closes what had no opening
                cue = "\n".join(self.lines[prose:at]).strip()[-300:]
                found.append(replace(block, cue=f"{cue}\n{self.lines[at][:200]}"))
            at = prose = block.end if block else at + 1
            if not block:
                prose = found[-1].end if found else 0
        return found

    def _wraps(self, at: int, fence_: tuple[str, str, str]) -> bool:
        """Whether the fence at `at` only wraps others: a whole reply in ```markdown, or a fence right in a fence."""
        for line in self.lines[at + 1 :] if fence_[2] in ("markdown", "md") else self.lines[at + 1 : at + 4]:
            inner = _fence_of(line)
            if inner or (line.strip() and fence_[2] not in ("markdown", "md")):
                return bool(inner and inner[2] not in ("", "?"))
        return False

    def _fenced(self, at: int, lead: str, mark: str, label: str) -> _Block:
        indent = len(lead)
        kind = _KIND.get(label, "foreign" if label else "unlabelled")
        lines: Iterator[tuple[int, str, str]] = self.code(at + 1, indent)
        if kind == "data":
            lines = ((number, self.lines[number], "") for number in range(at + 1, len(self.lines)))
        end, closed = len(self.lines), False
        for number, line, _ in lines:
            other = _fence_of(line)
            if other and other[1].startswith(mark) and (other[2] in ("", "?") or other[2] in _KIND):
                closed = other[2] in ("", "?")
                end = number
                break
        text = _dedent(self.lines[at + 1 : end], indent)
        return _Block(kind=kind, label=label, text=text, start=at, end=end + closed, closed=closed)

    def _tagged(self, at: int) -> _Block | None:
        match = _TAG.search(self.lines[at])
        if not match or (match["tag"].lower() in ("pre", "code") and match.start()):
            return None
        closing = f"</{match['tag'].lower()}>"
        first = self.lines[at][match.end() :]
        if closing in first.lower():
            text, end = first[: first.lower().index(closing)], at
        else:
            inside = self.code(at + 1)
            end = next((number for number, line, _ in inside if closing in line.lower()), -1)
            last = self.lines[end].lower().find(closing)
            text = "\n".join([first, *self.lines[at + 1 : end], self.lines[end][:last]]) if end > 0 else ""
        if end < 0:
            return None
        return _Block(kind="tag", label=closing[2:-1], text=text, start=at, end=end + 1, closed=True)
