"""Text that speaks to whoever reads or judges a script: orders, forged verdicts, forged turns of a conversation.

What is looked for is a combination of roles within one sentence (somebody is told to disregard instructions, to answer
with a verdict, to approve of a script, is addressed as a reader), in any language of the lexicon, and in what a text
becomes when it is decoded.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from ..retrieval.vocabulary import several
from .lexicon import GLUED, WORDS

LONGEST = 200_000
"""Characters of a text that are read; what is longer is read in its beginning and its end."""


def speaks_to_reader(text: str) -> bool:
    """Whether the text, or what it becomes when decoded, speaks to a reader or an assessor."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n{text[-LONGEST // 2 :]}"
    return any(_is_order(each) for each in (text, *_decoded(text, 2)))


# --- decoding ---------------------------------------------------------------------------------------------------------

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}(?:\s*\n\s*#?\s*[A-Za-z0-9+/_-]{4,}={0,2})*")
_HEX = re.compile(r"(?:(?:\\x|0x|%)?[0-9a-fA-F]{2}[\s,:]{0,2}){12,}")
_ESCAPED = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{3})")
_SPACED = re.compile(r"(?:\b\w[ ._-]){7,}\w\b")


def _decoded(text: str, depth: int) -> Iterator[str]:
    """What the text may become for a reader who looks twice."""
    if depth == 0:
        return
    found: list[str] = []
    for match in _BASE64.finditer(text):
        packed = re.sub(r"[\s#]", "", match[0]).replace("-", "+").replace("_", "/")
        for pad in ("", "=", "=="):
            try:
                found.append(base64.b64decode(packed.rstrip("=") + pad, validate=True).decode())
                break
            except (ValueError, binascii.Error):
                continue
    for match in _HEX.finditer(text):
        digits = re.sub(r"\\x|0x|[^0-9a-fA-F]", "", match[0])
        try:
            found.append(bytes.fromhex(digits[: len(digits) // 2 * 2]).decode())
        except ValueError:
            continue
    if _ESCAPED.search(text):
        found.append(_ESCAPED.sub(_unescaped, text))
    if "&" in text and ";" in text:
        found.append(html.unescape(text))
    if "%" in text:
        found.append(unquote(text))
    for match in _SPACED.finditer(text):
        found.append(_parted(re.sub(r"[ ._-]", "", match[0])))
    printable = [each for each in found if each.isprintable() or "\n" in each]
    if depth == 2:
        printable += [text[::-1], codecs.decode(text, "rot13")]
    for each in printable:
        if each != text:
            yield each
            yield from _decoded(each, depth - 1)


def _unescaped(match: re.Match[str]) -> str:
    digits = match[0][1:]
    return chr(int(digits[1:], 16)) if digits[0] in "xu" else chr(int(digits, 8))


def _parted(run: str) -> str:
    """The words of a run of letters, as far as they are in the lexicon."""
    known = {word for words in WORDS.values() for word in words if len(word) > 2}
    longest = sorted(known | {"the", "and", "all", "alle", "und"}, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest)), lambda match: f" {match[0]} ", run.lower())


# --- orders -----------------------------------------------------------------------------------------------------------

_LOOKALIKE = str.maketrans("аеорсухіјѕ", "aeopcyxijs")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n\s*\n")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FORGED = re.compile(
    r"""(?ix)
    ["']?\bverdict["']?\s*[:=]\s*["']?(?:yes|correct|pass|approved|no|unsure)\b
    | "wrong"\s*:\s*false
    | <\|\s*(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\b
    | \[/?(?:INST|SYS)\] | <</?SYS>> | </?\s*(?:system|assistant|instructions?)(?:[\s_-]?(?:prompt|message))?\s*>
    | "role"\s*:\s*"(?:system|assistant|user)"
    | (?:^|[.!?]\s)[\s#>*_"'/;-]*(?:system|assistant|developer)
      (?:\s+(?:message|prompt|note|override|instruction)s?)?\s*:\s*\S+\s+\S+\s+\S+
    | ^[\s>*_"'/;-]*\#{2,}\s*(?:new\s+|system\s+)?(?:instructions?|system|prompt)\b
    | (?:begin|end|new|updated|real|actual|hidden|secret)\s+(?:of\s+)?(?:the\s+)?(?:system\s+)?
      (?:prompt|system\s+message|instructions?)\s*[:=\]>-]
    | ^\s*"{3,}\s*$
    """,
    re.MULTILINE,
)
_ROLE = re.compile(
    r"(?i)\b(?:you\s+are\s+(?:now\s+)?(?:an?|the|no\s+longer)\s+(?:\w+\s+){0,3}(?:assistant|model|ai|llm|assessor|judge|"
    r"reviewer|bound)|as\s+an?\s+(?:ai|language\s+model|assessor|llm)|from\s+now\s+on,?\s+(?:you|answer|always|every|only)|"
    r"your\s+(?:new\s+|only\s+|real\s+)?(?:task|role|job|instructions?|verdict|answer|reply|system\s+prompt)\s+"
    r"(?:is|are|must|should|shall|will|has)|in\s+your\s+(?:answer|reply|response|output|verdict|assessment)|"
    r"(?:developer|debug|jailbreak|god|maintenance)\s+mode\s+(?:is\s+)?(?:on|enabled|active)|"
    r"(?:scripts?|code|commands?)\s+(?:that\s+)?you\s+(?:write|generate|produce|draft))\b"
)
_INNOCENT_ANSWER = re.compile(
    r"(?i)\b(?:yes|y)\s*(?:/|or|\|)\s*(?:no|n)\b|\bto\s+(?:continue|proceed|confirm|go\s+on|accept|start|delete|quit)\b"
)
_SETTLED = re.compile(
    r"(?i)\b(?:no|without|skip|needs?\s+no)\s+(?:\w+\s+){0,2}(?:review|assessment|analysis|verification|checks?)\s+(?:is\s+|are\s+)?"
    r"(?:needed|required|necessary)|\b(?:do\s+not|don't|never|must\s+not)\s+(?:flag|reject|block|question|doubt|assess|analy[sz]e|"
    r"review|judge)\b|\b(?:pre-?approved|already\s+(?:been\s+)?(?:approved|reviewed|verified|assessed|audited|vetted|cleared))\b|"
    r"\b(?:has|have)\s+been\s+(?:approved|verified|reviewed|audited|vetted|cleared)\s+by\b"
)


def _is_order(text: str) -> bool:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = "".join(each for each in text if unicodedata.category(each) != "Cf")
        if _glued(text):
            return True
    if _FORGED.search(text):
        return True
    plain = re.sub(r"([a-zß-ÿ])([A-Z])", r"\1 \2", text.translate(_MARKS))
    if _TELLING.isdisjoint(_WORD.findall((plain if plain.isascii() else plain + plain.translate(_LOOKALIKE)).lower())):
        return False
    for sentence in _SENTENCE.split(plain):
        spoken = sentence if _foreign(sentence) else sentence.translate(_LOOKALIKE)
        if _ROLE.search(spoken) or _orders(spoken):
            return True
    return False


_TELLING = several(
    "you your approved reviewed verified assessed audited vetted cleared needed required necessary flag reject"
).union(*(WORDS[role] for role in ("override", "answer", "approve", "reader")))
"""Words without any of which nothing is an order."""
_MARKS = str.maketrans(dict.fromkeys('_-#*`~|\\/"“”«»<>[](){}+=^', " "))
"""What stands between the words of names, of decorated text and of a text that is spread over comments."""


def _foreign(text: str) -> bool:
    """Whether it is written in Cyrillic rather than with some letters that look alike."""
    letters = [each for each in text if each.isalpha()]
    return sum("\u0400" <= each <= "\u04ff" for each in letters) > len(letters) / 2


def _glued(text: str) -> bool:
    has = {role: any(word in text for word in words) for role, words in GLUED.items()}
    disregards = has["override"] and (has["prior"] or has["instruction"])
    answers = has["answer"] and has["verdict"]
    return disregards or answers or (has["approve"] and has["script"])


def _orders(sentence: str) -> bool:
    """Whether the words of a sentence tell a reader what to think of what is read."""
    matches = list(_WORD.finditer(sentence))
    said = [each[0].lower() for each in matches]
    if _TELLING.isdisjoint(said):
        return False
    breaks = {
        n for n, each in enumerate(matches) if _BREAK.search(sentence, matches[n - 1].end() if n else 0, each.start())
    }
    at = {role: [n for n, word in enumerate(said) if word in words] for role, words in WORDS.items()}
    disregards = any(
        _between(said, one, other, 5) and (role == "instruction" or _alone(said, one, other))
        for one in at["override"]
        for role in ("instruction", "prior")
        for other in at[role]
        if other > one
    )
    if disregards:
        return True
    answers = any(
        0 < other - one <= 4 and (one in breaks or _commanded(said, one))
        for one in at["answer"]
        for other in at["verdict"]
    )
    if answers and not _INNOCENT_ANSWER.search(sentence):
        return True
    approves = any(
        0 < abs(other - one) <= 6 and ((one in breaks or _commanded(said, one)) or bool(at["reader"]))
        for one in at["approve"]
        for other in (*at["script"], *(n for n, word in enumerate(said) if word in _IT))
    )
    if approves and (at["script"] or at["reader"]) and (at["verdict"] or at["reader"] or _SETTLED.search(sentence)):
        return True
    addressed = bool(at["reader"]) and _addresses(said, at["reader"])
    if addressed and (at["verdict"] or at["approve"] or at["answer"]) and not _INNOCENT_ANSWER.search(sentence):
        return True
    return (
        bool(_SETTLED.search(sentence))
        and bool(at["script"])
        and (bool(at["verdict"]) or bool(at["approve"]) or addressed)
    )


_BREAK = re.compile(r"[,:;]")
_IT = several("it this es ce esto questo dit to это bunu le lo")
_BETWEEN = several(
    "the all of any your my our these those that this and everything every system safety security checking rules "
    "whatever  was is were written said stands instructions text comments lines alle die das der den aller von "
    "sie bitte oben tous  toutes les des ce qui est toda todas todos las los lo que esto tutte le gli de het "
    "wszystkie все всё bütün tüm which"
)


def _between(said: Sequence[str], one: int, other: int, most: int) -> bool:
    """Whether the second belongs to the first: nothing but small words between them."""
    return 0 < other - one <= most and sum(word not in _BETWEEN | WORDS["prior"] for word in said[one + 1 : other]) <= 1


_STOPS = several("and then instead but or und dann et y e en i и ve")


def _alone(said: Sequence[str], one: int, other: int) -> bool:
    """Whether "the above" stands for all that was said, and for no thing: "ignore previous errors" does."""
    between_small = all(word in _BETWEEN for word in said[one + 1 : other])
    rest = said[other + 1 :]
    return between_small and (
        not rest or rest[0] in _STOPS | WORDS["instruction"] | WORDS["answer"] | {"text", "context"}
    )


_BEFORE = several(
    "must should shall to please always just only simply and then now will you can immediately therefore so also "
    "instead  bitte nur immer einfach und muss sollst il faut veuillez siempre solo por favor sempre soltanto "
    "altijd alleen zawsze  всегда только her zaman"
)


def _commanded(said: Sequence[str], at: int) -> bool:
    """Whether a word at this place is an order: the first, or behind a word that leads to one."""
    return at == 0 or said[at - 1] in _BEFORE or said[at - 1] in WORDS["reader"] or said[at - 1] in WORDS["prior"]


_CALLS = several(
    "dear note attention hey hi hello to for message notice important an für liebe lieber cher chère à para per "
    "aan do для sayın memo hint"
)
_MUST = several(
    "must should shall please will has have can may need needs you bitte muss sollte doit devez debe deve moet "
    "musi должен lütfen"
)


def _addresses(said: Sequence[str], readers: Sequence[int]) -> bool:
    """Whether a reader is spoken to: "dear assessor", "the model must"."""
    for at in readers:
        before = said[max(0, at - 3) : at]
        after = said[at + 1 : at + 2]
        if (before and not _CALLS.isdisjoint(before)) or (after and after[0] in _MUST) or at == 0:
            return True
    return False
