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

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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


_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_EDGE = " \t\n\u00a0\u200b\u200c\u200d\u2060\ufeff"
_STOP_TOKENS = re.compile(r"(?:\s{0,9}(?:<\|[\w ]{1,30}\|>|</s>))+\Z")
_QUOTED = re.compile(r"^ {0,3}> ?", re.MULTILINE)


def _tidy(reply: str) -> str:
    text = reply.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n" + _INVISIBLE).rstrip(_EDGE)
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


# --- which part of a reply is the script ------------------------------------------------------------------------------


def _read(text: str, depth: int) -> _Found:
    if not text.strip(_EDGE):
        return _Found(problem=EMPTY)
    if _PATCH_BEGINS.match(text):
        return _Found(problem=PATCH)
    if text.lstrip(_EDGE).startswith("{") and (found := _from_json(text, depth)):
        return found
    document = _Document(text)
    if text.startswith("#!"):
        return document.bare(0)
    blocks = document.blocks()
    if document.swamped:
        return _Found(problem=SEVERAL)
    fenced = [block for block in blocks if block.kind != "tag"]
    for tag in reversed(blocks if depth < 3 else ()):
        if tag.kind == "tag":
            found = _read(tag.text.strip(_EDGE), depth + 1)
            if found.script is not None or not fenced:
                return _Found(found.script, f"{document.before(tag.start)}\n{found.before}", found.problem)
    if any(not block.closed and block.kind in ("bash", "console", "unlabelled") for block in fenced):
        return _Found(problem=CUT_OFF)
    if candidates := [block for block in fenced if block.is_candidate]:
        chosen = _choose(candidates)
        if isinstance(chosen, str):
            return _Found(problem=chosen)
        return _Found("\n".join(block.script for block in chosen), document.before(chosen[0].start))
    for block in fenced:
        if block.label.startswith("json") and (found := _from_json(block.text.strip(), depth)):
            return _Found(found.script, f"{document.before(block.start)}\n{found.before}", found.problem)
    if problem := _why_none(fenced, bool(document.open_tags)):
        return _Found(problem=problem)
    if (start := document.shebang()) is not None:
        return document.bare(start)
    if commands := _commands(text):
        return _Found(commands)
    return _Found(problem=REFUSED if _REFUSAL.search(text[:400]) else NO_SCRIPT)


_MOST_BLOCKS = 300  # no answer has more; a model that repeats itself without end has
_PATCH_BEGINS = re.compile(r"diff --git |--- \S.*\n\+\+\+ |@@ -\d|\*\*\* Begin Patch|<{7} |Index: \S+\n={9}")
_FOREIGN_BEGINS = re.compile(
    r"(?:#(?!!).*\n|\s)*+"
    r"(?:import \w|from [\w.]+ import |def \w+\(|class \w+[(:]|- (?:name|hosts): |---\n|<\?php|package )"
)
_REFUSAL = re.compile(
    r"\b(?:I['’]?m sorry|I apologi[sz]e|(?:can(?:no|['’])t|can not|unable to|won['’]t|not able to|must decline)"
    r"\s+(?:\w+\s+)?(?:help|assist|provide|write|create|do|fulfil|comply|generate|to)\b)",
    re.IGNORECASE,
)


def _why_none(fenced: list[_Block], open_tag: bool) -> str:
    if open_tag or any(not block.closed for block in fenced):
        return CUT_OFF
    if any(block.label in ("diff", "patch") or _PATCH_BEGINS.match(block.text) for block in fenced):
        return PATCH
    if any(block.kind in ("bash", "console") for block in fenced):
        return NO_COMMAND
    for block in fenced:
        if block.kind == "foreign" or _FOREIGN_BEGINS.match(block.text) or _other_interpreter(block.text):
            return f"The code in the reply was {block.label[:20] or 'in another language'}, not Bash: {_ASK}."
    return NO_SCRIPT if fenced else ""


_KEYS = ("script", "bash_script", "bash", "code", "command")


def _from_json(text: str, depth: int) -> _Found | None:
    """The script in `{"script": "..."}`; None when this is no such thing, a `{ ...; }` group for example."""
    try:
        data: Any = json.loads(text.strip(_EDGE))
    except (ValueError, RecursionError):
        return _Found(problem=CUT_OFF) if re.match(r'\{\s*"[\w ]{1,40}"\s*:', text) else None
    if not isinstance(data, dict) or depth >= 3:
        return None
    script = next((data[key] for key in _KEYS if isinstance(data.get(key), str)), None)
    if script is None:
        return _Found(problem=NO_SCRIPT)
    before = "\n".join(data[key] for key in ("reasoning", "thought", "explanation") if isinstance(data.get(key), str))
    script = _tidy(script)
    if script.startswith("#!") or not re.search(r"^\s{0,12}(?:```|~~~)", script, re.MULTILINE):
        return _Found(script, before)
    found = _read(script, depth + 1)
    return _Found(found.script, f"{before}\n{found.before}", found.problem)


def _cue(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE | re.MULTILINE)


_NUMBER = r"\s{0,3}#?(?:\d+|one|two|three|four|first|second|[ABC]|I{1,3}|IV)\b"
_PART = _cue(
    rf"\b(?:part|section|chunk){_NUMBER}",
    r"\bcontinu(?:ed|ation)\b|\b(?:script|code) continues\b|\brest of the script\b",
)
_LATER_PART = _cue(r"\bcontinu", r"\brest of\b", r"\b(?:part|section|chunk)\s{0,3}#?(?:[2-9]|two|three|second|II)\b")
_OF = re.compile(r"\bpart\s{0,3}\d{1,3}\s{0,3}(?:of|/)\s{0,3}(\d{1,3})\b", re.IGNORECASE)
_STEP = _cue(rf"\bstep{_NUMBER}", r"^\s{0,9}\d+[.)]\s", r"\b(?:then|next|first|finally)\b")
_OPTION = _cue(
    rf"\b(?:option|alternative|approach|method|variant|solution){_NUMBER}",
    r"\balternative(?:ly)?\b|\banother (?:way|approach|option|version)\b",
)
_REVISED = _cue(
    r"\b(?:corrected|improved|final|updated|revised|fixed|complete|full|whole|better)\s(?:\w+\s)?(?:version|script)\b",
    r"\btogether\b",
)
_USAGE = _cue(
    r"\b(?:usage|use|examples?|run(?:ning)?|execut\w+|invok\w+|call|save|chmod|schedule|cron\w*|install\w*|test\w*|try"
    r"|verify|undo|roll ?back|revert|dry.run|prerequisites?|permissions?|executable|how to)\b"
)
_CALLS_IT = re.compile(r"(?:sudo )?(?:\./|chmod |crontab |(?:ba)?sh [\w./-]+\.sh)")


def _choose(blocks: list[_Block]) -> list[_Block] | str:
    """The block that is the script, the blocks that it was split into, or a problem."""
    blocks = list({block.script.strip(): block for block in reversed(blocks)}.values())[::-1]
    named = [at for at, block in enumerate(blocks) if _PART.search(block.cue) and not _CALLS_IT.match(block.script)]
    parts = named if len(blocks) > 1 else []
    if parts and parts[0] and _LATER_PART.search(blocks[parts[0]].cue):
        parts.insert(0, parts[0] - 1)
    if any(blocks[at].script.startswith("#!") for at in parts[1:]):  # each is a script of its own
        parts = []
    if any(int(total) > max(1, len(parts)) for block in blocks for total in _OF.findall(block.cue)):
        return CUT_OFF
    if len(parts) > 1:
        return [blocks[index] for index in parts]
    mains = [block for block in blocks if block.script.startswith("#!")]
    if len(blocks) == 1 or len(mains) == 1:
        main = (mains or blocks)[0]
        rivals = [block for block in blocks if block is not main and not block.is_usage]
        return SEVERAL if any(len(rival.script) > len(main.script) for rival in rivals) else [main]
    rivals = mains or [block for block in blocks if block.kind == "bash"] or blocks
    if any(_OPTION.search(block.cue) for block in rivals):
        return rivals[:1]
    if _REVISED.search(rivals[-1].cue) or len(rivals) == 1:
        return rivals[-1:]
    if mains:
        return SEVERAL
    rivals = [block for block in rivals if not block.is_usage] or rivals
    if len(rivals) > 1 and all(_STEP.search(block.cue) for block in rivals):
        return rivals
    long = [block for block in rivals if _code_lines(block.script) > 3] if len(rivals) > 1 else rivals
    return long if len(long) == 1 else SEVERAL


_LEFT_OUT = re.compile(
    r"\s*(?:#\s*)?(?:\.{3,}|…)\s*(?:\Z|.*\b(?:rest|remaining|unchanged|same|existing|previous|before|omitted|here)\b)"
    r"|\s*#\s*[(\[<]?(?:the )?(?:rest|remainder) of (?:the |your )?(?:script|code)\b",
    re.IGNORECASE,
)


def _finish(text: str, before: str) -> _Found:
    """The script as the text of a file, or what is wrong with it."""
    lines = _unescape(_unnumber(text)).split("\n")
    while lines and not lines[0].strip(_EDGE):
        del lines[0]
    while lines and not lines[-1].strip(_EDGE):
        del lines[-1]
    script = "\n".join(lines).lstrip(_INVISIBLE).rstrip(_INVISIBLE) + "\n"
    code = list(_Document(script).code())
    endless = next((word for _, _, word in code if word), "")
    problem = ""
    if re.search("[\0\ud800-\udfff]", script):
        problem = BAD_TEXT
    elif _PATCH_BEGINS.match(script):
        problem = PATCH
    elif not _code_lines(script):
        problem = NO_COMMAND
    elif interpreter := _other_interpreter(script):
        problem = f"The script was written for {interpreter[:20]}, not for Bash: {_ASK}."
    elif any(_fence_of(line) for _, line, _ in code):
        problem = UNCLEAR_END
    elif endless:
        problem = f"The here-document that should end with {endless[:40]} never ends: {_ASK}."
    elif any(_LEFT_OUT.match(line) for _, line, _ in code):
        problem = LEFT_OUT
    return _Found(problem=problem) if problem else _Found(script, before)


# --- the parts of a reply ---------------------------------------------------------------------------------------------

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
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
        return _unprompt(self.text).strip("\n")

    @property
    def is_candidate(self) -> bool:
        """Whether this may be the script, by its label or, without one, by its looks."""
        if self.kind in ("bash", "console"):
            return _code_lines(self.script) > 0
        own = self.script.startswith("#!") and not _other_interpreter(self.script)
        looks = self.kind == "unlabelled" and not _FOREIGN_BEGINS.match(self.text) and _commandlike(self.script)
        return looks or (own and self.label in ("", "text", "txt", "plaintext", "plain", "none"))

    @property
    def is_usage(self) -> bool:
        """Whether this only shows how to use the script that stands elsewhere."""
        short = _code_lines(self.script) <= 6 and not self.script.startswith("#!")
        return short and bool(_CALLS_IT.match(self.script) or _USAGE.search(self.cue))


def _fence_of(line: str) -> tuple[str, str, str] | None:
    """Lead, mark and label of a line that opens or closes a code block; the label `?` is prose after the mark."""
    if not (match := _FENCE.fullmatch(line)):
        return None
    info = (match["info"] or match["rest"] or "").strip(_EDGE)
    first = _LABEL.match(info)
    label = first[1].lower().rstrip(".") if first and not first[2] else ""
    if label.endswith((".sh", ".bash")):
        label = "bash"
    if info and label not in _KIND and " " in info and "=" not in info:
        label = "?"
    return match["lead"], match["ticks"] or match["tildes"], label


class _Document:
    """A text by lines: where its code blocks, tags and here-documents begin and end."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.open_tags: set[str] = set()
        self.swamped = False
        self._last: dict[tuple[int, bool], dict[str, int]] = {}

    def before(self, number: int) -> str:
        return "\n".join(self.lines[:number])

    def _ends_after(self, number: int, indent: int, dash: bool, word: str) -> bool:
        if (indent, dash) not in self._last:
            self._last[indent, dash] = {_bare(line, indent, dash): at for at, line in enumerate(self.lines)}
        return self._last[indent, dash].get(word, -1) > number

    def code(self, start: int = 0, indent: int = 0) -> Iterator[tuple[int, str, str]]:
        """Number and text of every line from `start` on that is outside here-documents, and the end word of a
        here-document that begins there and never ends; what follows such a line counts as outside."""
        waiting: list[tuple[str, bool]] = []
        endless = ""
        for number in range(start, len(self.lines)):
            line = self.lines[number]
            if waiting:
                if _bare(line, indent, waiting[0][1]) == waiting[0][0]:
                    del waiting[0]
                    if waiting and not self._ends_after(number, indent, waiting[0][1], waiting[0][0]):
                        endless = waiting[0][0]
                        waiting.clear()
                continue
            for match in _HEREDOC.finditer(line) if "<<" in line else ():
                word = match[2] or match[3] or match[4]
                if len(waiting) > 9:
                    break
                if word and self._ends_after(number, indent, bool(match[1]), word):
                    waiting.append((word, bool(match[1])))
                elif word and (not match[4] or _END_WORD.fullmatch(word)):
                    endless = word
            yield number, line, endless
            endless = ""

    def shebang(self, start: int = 0) -> int | None:
        """The first line from `start` on that begins a script."""
        numbers = range(start, len(self.lines))
        return next((number for number in numbers if re.match(r"\s{0,12}#! ?/", self.lines[number])), None)

    def bare(self, start: int) -> _Found:
        """The script that begins at line `start` without a fence, up to a fence, its indentation's end, or the
        explanation after it."""
        indent = len(self.lines[start]) - len(self.lines[start].lstrip())
        end, blanks = len(self.lines), []
        for number, line, _ in self.code(start + 1, indent):
            if _fence_of(line) or (indent and line.strip() and line[:indent].strip()):
                end = number
                break
            if not line.strip():
                blanks.append(number)
        if self.shebang(end) is not None:
            return _Found(problem=SEVERAL)
        while blanks and all(_SENTENCE.match(line) for line in self.lines[blanks[-1] + 1 : end] if line.strip()):
            end = blanks.pop()
        return _Found(_dedent(self.lines[start:end], indent), self.before(start))

    def blocks(self) -> list[_Block]:
        """Every block at the top level, in order."""
        found: list[_Block] = []
        wrappers: list[str] = []
        at = prose = marks = 0
        while at < len(self.lines) and not self.swamped:
            line, block = self.lines[at], None
            if fence_ := _fence_of(line):
                if wrappers and fence_[2] in ("", "?") and fence_[1].startswith(wrappers[-1]):
                    wrappers.pop()
                elif self._wraps(at, fence_[2]):
                    wrappers.append(fence_[1])
                else:
                    block = self._fenced(at, *fence_)
            elif "```" in line and (span := _INLINE.fullmatch(line)) and len(span[1]) > 2:
                block = _Block(kind="unlabelled", label="", text=span[2], start=at, end=at + 1)
            elif "<" in line:
                block = self._tagged(at)
            if block and (block.closed or block.text.strip()):  # a fence at the very end opens nothing
                cue = "\n".join(self.lines[prose:at]).strip()[-300:]
                first = block.text.strip()[:80].partition("\n")[0]
                cue += f"\n{line[:200]}\n{first if first.startswith('#') else ''}"
                found.append(dataclasses.replace(block, cue=cue))
                prose = block.end
            at, marks = block.end if block else at + 1, marks + bool(block or fence_)
            self.swamped = marks > _MOST_BLOCKS
        return found

    def _wraps(self, at: int, label: str) -> bool:
        """Whether the fence at `at` only wraps others: a reply all in ```markdown, or a fence right in a fence."""
        whole = label in ("markdown", "md")
        for number in range(at + 1, len(self.lines) if whole else min(at + 3, len(self.lines))):
            inner = _fence_of(self.lines[number])
            if inner or (self.lines[number].strip() and not whole):
                return bool(inner and inner[2] in _KIND)
        return False

    def _fenced(self, at: int, lead: str, mark: str, label: str) -> _Block:
        kind = _KIND.get(label, "unlabelled")
        lines = self.code(at + 1, len(lead))
        if kind == "data":
            lines = ((number, self.lines[number], "") for number in range(at + 1, len(self.lines)))
        end, closed = len(self.lines), False
        for number, line, _ in lines:
            other = _fence_of(line)
            if other and other[1].startswith(mark) and (other[2] in ("", "?") or other[2] in _KIND):
                end, closed = number, other[2] in ("", "?")
                break
        text = _dedent(self.lines[at + 1 : end], len(lead))
        return _Block(kind=kind, label=label, text=text, start=at, end=end + closed, closed=closed)

    def _tagged(self, at: int) -> _Block | None:
        """The tag that opens in line `at`; None when none does, or when it never closes."""
        match = _TAG.search(self.lines[at])
        if not match or match[1].lower() in self.open_tags or (match[1].lower() in ("pre", "code") and match.start()):
            return None
        tag, first = match[1].lower(), self.lines[at][match.end() :]
        closing = f"</{tag}>"
        if (column := first.lower().find(closing)) >= 0:
            return _Block(kind="tag", label=tag, text=first[:column], start=at, end=at + 1)
        for number, line, _ in self.code(at + 1):
            if (column := line.lower().find(closing)) >= 0:
                text = "\n".join([first, *self.lines[at + 1 : number], line[:column]])
                return _Block(kind="tag", label=tag, text=text, start=at, end=number + 1)
        self.open_tags.add(tag)
        return None


# --- what Bash looks like, line by line -------------------------------------------------------------------------------

_HEREDOC = re.compile(
    r"""\\.|'[^']*'|"[^"\\]*(?:\\.[^"\\]*)*"|\(\([^()]*\)\)|(?<![^\s;&|()])\#.*|<<<"""
    r"""|<<(-?)[ \t]*(?:'([^']+)'|"([^"]+)"|\\?([^\s;&|<>()'"`$\\]+))"""
)
# An unquoted word without an end is more often a shift (`1 << n`) or quoted text; these are not.
_END_WORD = re.compile(r"[A-Z_]{2,}\d*|(?i:_{0,2}eo[fts]\w*|end\w*)")


def _bare(line: str, indent: int, dash: bool) -> str:
    line = line[:indent].lstrip() + line[indent:]
    return line.lstrip("\t") if dash else line


def _dedent(lines: list[str], most: int) -> str:
    """The lines without the indentation that all of them share, `most` characters at most."""
    shared = min((len(line[:most]) - len(line[:most].lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[shared:] for line in lines)


def _code_lines(text: str) -> int:
    return sum(1 for line in text.split("\n") if line.strip(_EDGE) and not line.lstrip(_EDGE).startswith("#"))


def _other_interpreter(text: str) -> str:
    """The interpreter that the first line names, unless that is a Bourne shell."""
    if not (shebang := re.match(r"#! ?(/\S{1,200})(.*)", text)):
        return ""
    path, *words = shebang[1], *(word for word in shebang[2].split() if not word.startswith("-") and "=" not in word)
    name: str = (words[0] if path.endswith("/env") and words else path).rpartition("/")[2]
    return "" if name in ("bash", "sh", "dash", "ash", "ksh") else name


_PROMPT = re.compile(r"(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,80}[$#]|\[[^\]\n]{1,80}\][$#]|\$)[ \t]+(.*)")


def _unprompt(text: str) -> str:
    """What was typed in a terminal session, without prompts and output; other text as it is."""
    first = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    if not _PROMPT.match(first):
        return text
    typed: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        prompt = _PROMPT.match(line)
        if prompt or goes_on or line.startswith("> "):
            typed.append(prompt[1] if prompt else line.removeprefix("> "))
            goes_on = typed[-1].endswith("\\")
    return "\n".join(typed)


_NUMBERED = re.compile(r"\s{0,8}(\d{1,5})(?:\s?[:|.)│]\s?|\s|\Z)(.*)")


def _unnumber(text: str) -> str:
    """The text without its line numbers, where every line has the next one."""
    lines = [line for line in text.split("\n") if line.strip()]
    bodies: list[str] = []
    for line in lines:
        match = _NUMBERED.fullmatch(line)
        if not match or int(match[1]) != len(bodies) + 1:
            return text
        bodies.append(match[2])
    return _dedent(bodies, 4) if len(bodies) > 1 else text


_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&#x27;": "'", "&apos;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
_ESCAPED_OPERATOR = re.compile(r"&amp;&amp;|(?:^|[\s\d])&gt;|&lt;&lt;|&quot;\$|\s&lt;\s|[\s\w]&amp;$", re.MULTILINE)


def _unescape(text: str) -> str:
    """Undoes HTML escapes, where all of the text is escaped and a shell operator is among them."""
    if not _ESCAPED_OPERATOR.search(text) or re.search("[<>&]", _ENTITY.sub("", text)):
        return text
    return _ENTITY.sub(lambda match: _ENTITIES[match[0]], text)


_KNOWN_WORDS = """
    awk basename bash bzip2 cat cd chgrp chmod chown cp curl cut date dd df diff dig dirname dmesg docker du echo
    egrep env eval exec export false fgrep file find flock free fsck fuser getent grep groupadd gunzip gzip head
    hostname id if ip iptables journalctl jq kill killall kubectl last ln local logger logrotate ls lsblk lscpu
    lsof make mkdir mktemp mount mv nc netstat nice nohup nproc openssl pgrep ping pkill podman printf ps pwd read
    readlink readonly realpath renice rm rmdir rsync scp sed seq service set shopt shuf sleep sort source ss ssh
    stat stdbuf strings su sudo swapoff swapon sync sysctl systemctl tail tar tee test time timeout top touch tr
    trap true truncate type ulimit umask umount uname uniq unzip uptime useradd userdel usermod vmstat wait watch
    wc wget which who xargs xz zcat zgrep zip for while until case function apt apt-get yum dnf rpm dpkg snap pip
    git ufw nft crictl helm mysqldump pg_dump psql redis-cli declare then else do done fi esac ansible-playbook
    aws gcloud az virsh ethtool nmcli resolvectl timedatectl
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_VERBS_WORDS = """
    cut date diff file find if kill last make mount read set sleep sort source test time top touch type wait watch
    which who for while until case then else do trap zip split ping free service
"""
_VERBS = frozenset(_VERBS_WORDS.split())
_SHELLY = re.compile(r"(?:^|\s)--?[A-Za-z]|[|<>$*=;{}\[\]\\&]|(?:^|\s)(?:[~.]{0,2}/)[\w.]|\(\)")
_BEGINS = re.compile(
    r"[A-Za-z_]\w*(?:\[[^\]\s]{0,40}\])?\+?=|\w[\w-]*\s?\(\)|\[\[? |\(|\{ ?$|\{ |[~.]{0,2}/\w|\$[({\w]|\"\$|! |:"
)
_ENDS = re.compile(r"\}|\)|;;|(?:done|fi|esac|else|then|do)\b")
_SENTENCE = re.compile(
    r"\s{0,6}(?:[-*•+] |\d{1,3}[.)] |\*\*|#{2,6} [A-Z]|[A-Z][\w'’-]*(?:[ ,:].*)?(?<![&|\\{(])[.:!?]['\")*`]{0,3}\s*\Z)"
)


def _is_command(line: str) -> bool:
    words = line.split()
    while (
        words
        and (words[0] in ("sudo", "time", "nohup", "exec", "!") or re.match(r"\w+=\S*\Z", words[0]))
        and len(words) > 1
    ):
        del words[0]
    if _BEGINS.match(words[0]):
        return bool(_SHELLY.search(line))
    plain = line.rstrip().endswith((".", ":", "?", "!")) or words[0] in _VERBS or len(words) > 4
    return words[0] in _KNOWN and (bool(_SHELLY.search(line)) or not plain)


def _commandlike(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return any(_is_command(line) and not _SENTENCE.match(line) for line in lines)


def _commands(text: str) -> str:
    """The text itself when it is nothing but commands, bare, numbered or in `code` marks; else nothing."""
    text = _unprompt(_unnumber(text))
    lines = [span[2] if (span := _INLINE.fullmatch(line)) else line for line in text.split("\n")]
    some = goes_on = False
    for _, line, _ in _Document("\n".join(lines)).code():
        if not line.strip() or goes_on or line[0].isspace() or line.startswith("#") or _ENDS.match(line):
            goes_on = goes_on and line.endswith(("\\", "|", "&&", "||"))
            continue
        if _SENTENCE.match(line) or not _is_command(line):
            return ""
        some, goes_on = True, line.endswith(("\\", "|", "&&", "||"))
    return "\n".join(lines) if some else ""


# --- quoting for prompts ----------------------------------------------------------------------------------------------

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_LOOKALIKE = re.compile(r"<(?=[\s/\\]{0,8}untrusted)", re.IGNORECASE)


def _shown(match: re.Match[str]) -> str:
    point = ord(match[0])
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def fence(label: str, text: str) -> str:
    """Quotes foreign text for a prompt, so that nothing in it can end the quotation.

    The tag carries digits of a digest of the text and occurs nowhere in it: equal prompts stay equal. Control,
    bidirectional and invisible characters are shown as escapes, and the `<` of a look-alike tag as `&lt;`.
    """
    body = _LOOKALIKE.sub("&lt;", _UNSEEN.sub(_shown, text.replace("\r\n", "\n")))
    name = re.sub(r"[\"<>\s]+", " ", _UNSEEN.sub(_shown, label[:200])).strip()[:80]
    lowered, salt = f"{name}\n{body}".lower(), 0
    while (nonce := hashlib.sha256(f"{salt}\0{body}".encode()).hexdigest()[:6]) in lowered:
        salt += 1
    end = "" if body.endswith("\n") else "\n"
    return f'<untrusted-{nonce} name="{name}">\n{body}{end}</untrusted-{nonce}>'
