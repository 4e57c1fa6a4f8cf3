"""Which values are secrets, and which are none: expansions, placeholders, paths, words."""

from __future__ import annotations

import re

from ..core.secret_tokens import TOKEN
from .secret_names import SECRET_NOUNS, word_set

SHORTEST = 4
"""Shorter values are never taken for secrets: `-p 22`, `PASS=1`."""


_PLACEHOLDERS = word_set(
    "password passwd passphrase passcode pass pwd pswd pw secret secrets token tokens credential credentials apikey "
    "changeme changeit example sample test testing dummy fake mock none null nil undefined true false yes no on off "
    "foo bar baz qux xxx root admin administrator user username guest default value string text empty redacted hidden "
    "masked removed omitted required optional todo tbd fixme unset prompt ask stdin placeholder enter hash bearer "
    "basic digest negotiate plain file path keychain keyring manager store auto env disabled enabled always never"
)
_FILLERS = word_set(
    "my your our the a an new old some this that his her their it is here goes with to of for me and or in key keys "
    "api app access client auth name db database mysql postgres redis server service account private public login "
    "replace wrong bad invalid correct good put insert set super top very long strong secure random generated actual "
    "real change"
)
_GLUED = re.compile(
    r"(?:my|your|our|the|new|old|some|super|top|very|user|admin|root|db|mysql|api|access|auth|client|secret)*"
    r"(?:password|passwd|pass|pwd|secret|token|key|passphrase|apikey)s?",
    re.IGNORECASE,
)
_SHAPE = re.compile(
    r"(?:[-:.T_ ]*%[A-Za-z])+[-:.Z]*"
    r"|<[^<>]*>|\[[^\[\]]*\]|\{+[^{}]*\}+|\([^()]*\)|%+\w+%*|%\(\w+\)s|@\w+@|[.…]+|[*•●]+|[xX]{3,}|[-_=?#~+/\\|,:;!\s]+"
)
_CONSTANT = re.compile(r"[A-Z]+(?:_[A-Z]+)+|[A-Z]{1,10}")
_ELSEWHERE = re.compile(
    r"(?:@|file:|fd:|env:|vault:|arn:|op://|secretref:|ssm:|keyring:|https?://(?!.*[?&]\w*(?:token|key|sig)\w*=))", re.I
)
_PATH = re.compile(r"(?:\.{1,2}|~\w*|[\w.+-]+)?(?:/[\w.@+*-]*)+|[A-Za-z]:\\.*|[\w.-]+\.[A-Za-z]{1,4}")
_IN_TOKENS = re.compile(r"[SECRT_]+[0-9]{0,6}[A-H]?")
_EXPANSION = re.compile(r"\$\{[^{}]*\}|\$\([^()]*\)|\$\(\([^()]*\)\)|\$[A-Za-z_]\w*|\$[0-9@*#?!$-]|`[^`]*`")
_TECHNICAL = re.compile(
    r"(?:base\d\d|sha-?\d+|md\d|utf-?\d+|x509|oauth2?|ipv\d|aes-?\d+\w*|rsa-?\d+|hs\d+|rs\d+|pkcs\d+|\w+\d+(?:st|nd|rd|th))"
    r"|v?\d+(?:\.\d+)*[a-z]?|\d+[kmgtsdhb]+|[\d:./-]+|(?:/dev/)?(?:fd|tty)\w{0,6}"
    r"|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Za-z_]\w*(?:::\w+)+|(?:self|this|os|process|config)\..*")


_SENTENCE = word_set(
    "a an and are as at be by can cannot do does enter for from has have if in is it less more must no not of on "
    "one or please reset should that the then this to too use was will with without you your"
)


def is_secret(value: str, *, quote: str, must: str) -> bool:
    """Whether `value`, found where a secret may stand, is one; `must` is what it must be to be one.

    `quote` is `'`, `"` or nothing: in single quotes a `$` is no expansion.
    """
    if len(value) < SHORTEST or TOKEN.search(value) or _IN_TOKENS.fullmatch(value) or _ELSEWHERE.match(value):
        return False
    if _SHAPE.fullmatch(value) or "{{" in value or "<%" in value or value[0] + value[-1] in ("{}", "[]"):
        return False
    if must != "any" and any(map(str.isspace, value)) and not (must == "phrase" and _is_passphrase(value)):
        return False
    if quote != "'" and ("$" in value or "`" in value):
        plain = re.sub(r"\\.", "", value)
        rest = _EXPANSION.sub("", plain)
        if rest != plain and not (len(rest) >= 6 and looks_random(rest)):
            return False
    if _is_path(value) or _is_path(_first(value)) or _CONSTANT.fullmatch(value) or stands_for_something(value):
        return False
    if must in ("any", "phrase"):
        return True
    return looks_random(value) and (must == "random" or _is_dense(value) or (must == "opaque" and _is_opaque(value)))


def _first(value: str) -> str:
    """The first line of `value`, where `\\n` and the like end lines as in the format of `printf`."""
    return re.split(r"\\[nrt]", value, maxsplit=1)[0] or value


def _is_passphrase(value: str) -> bool:
    """Whether words are a passphrase: not options, and no sentence of a person or a program."""
    if value[0] in "-(" or value != value.strip() or "…" in value:
        return False
    words = value.lower().split()
    return len(words) <= 12 and not any(word in _SENTENCE or word in SECRET_NOUNS for word in words)


def looks_random(value: str) -> bool:
    """Whether `value` is no word of any language: at least six characters, letters with digits or signs among them."""
    if len(value) < 6 or _TECHNICAL.fullmatch(_first(value)) or (_CODE.fullmatch(value) and not _is_dense(value)):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdigit() for character in value)
    signs = any(character in "!@#$%^&*+=~?" for character in value[:-1])
    return letters and (digits or signs)


def _is_dense(value: str) -> bool:
    """Whether letters of both cases and digits are mixed, or it is a long hexadecimal number."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return bool(re.fullmatch("[0-9a-fA-F]{20,}", value)) or all(any(map(kind, value)) for kind in kinds)


def _is_opaque(value: str) -> bool:
    """Whether letters and digits take turns too often for words with a number, as in a session's number."""
    return len(value) >= 16 and len(re.findall(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])", value)) >= 4


def stands_for_something(value: str) -> bool:
    """Whether `value` is a placeholder: words such as `changeme`, `your-api-key-here`, `REPLACE_ME`, `mysecret`."""
    words = [word.lower() for word in re.findall(r"[A-Za-z]+|[0-9]+", value)]
    if not words or any(word.isdigit() for word in words):
        return False
    return all(word in _PLACEHOLDERS or word in _FILLERS or _GLUED.fullmatch(word) for word in words)


def _is_path(value: str) -> bool:
    """Whether `value` is the name of a file; base64 has slashes too, but capitals and digits in every long part."""
    longest = value if value[0] not in "/~." else max(value.split("/"), key=len)
    mixed = _is_dense(longest) and (len(longest) >= 16 or (len(longest) >= 8 and "+" in value))
    return not mixed and len(value) < 200 and bool(_PATH.fullmatch(value))
