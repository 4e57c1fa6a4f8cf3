"""Secrets that are fed to a program: piped, as a here-string or here-document, typed, or written to a file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .rule import WORD, rule

_SECRET = r"(?:pass(?:word|wd|phrase)?|secret|token|api_?key)"

READERS = {
    **dict.fromkeys(("passwd", "spasswd", "saslpasswd2", "smbpasswd", "vncpasswd", "ldappasswd", "chpasswd"), ""),
    **dict.fromkeys(("kinit", "cryptsetup", "ssh-add", "su", "mysql_secure_installation"), ""),
    "sudo": r"-\w*S|--stdin",
    "htpasswd": r"-\w*i",
    "secret-tool": "store",
    "pass": "insert|add",
    "vault": "login|unseal",
    "gh": "auth login|secret set",
    "kubectl": "create secret",
    "tee": r"\S*(?:psk|secret|token|pass(?!wd\b))",
}
"""Programs that read a secret from standard input, and what must stand among their arguments for that."""
_ANY_READER = re.compile(
    r"--?[\w-]*(?:stdin\b|pass(?:word|phrase)?-(?:fd|file)[ =](?:0\b|-(?=\s|$)|/dev/stdin))"
    r"|-pass(?:in|out)? stdin|\bsecrets?\s[^\n|;]{0,40}\b(?:create|set|put|add|update)\b"
)
"""Arguments by which any program reads one from there."""
_PROGRAM = re.compile(r"(?<![\w./$-])(?:[\w./-]*/)?(?P<name>[a-z][\w-]*)(?![\w.:/=-])")
_ARGUMENTS = re.compile(r"(?:\\\n|[^\n|;&'\"\\]|\\[^\n]|'[^'\n]{0,400}'|\"[^\"\n]{0,400}\"){0,400}")
_WRAPPERS = "sudo|doas|env|exec|nohup|time|timeout|setsid|ssh|docker|podman|kubectl|then|do|else|if|!"
_BEFORE = re.compile(rf"(?P<mark>^|[\n;&({{`|])(?:\s|\\\n)*(?:(?:{_WRAPPERS})(?:\s+[\w./=@:+-]+)*\s+)?$")
"""What stands between the end of the command before and a program: nothing, or programs that run it."""
_FEED = re.compile(
    r"(?<![\w./-])(?:echo|printf|yes)(?P<words>(?:\s+(?:\$?'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"|(?:[^\s'\"|;&<>(){}`\\]|\\.)+))+)"
)
_WORD = re.compile(r"\s+(?:\$?'(?P<s>[^'\n]*)'|\"(?P<d>(?:[^\"\\\n]|\\.)*)\"|(?P<b>\S+))")
_HERE_STRING = re.compile(rf"<<<\s{{0,2}}{WORD}")
_HERE_DOCUMENT = re.compile(r"<<-?\s?([\"']?)([A-Za-z_]\w*)\1")
_SEPARATOR = re.compile(r"[\n;|&]")
_LOOK_BACK = 600
_MOST_READERS = 100

Fed = tuple[int, int, str]
"""Start and end of a value that is fed to a program, and the group of its form: s, d, b or t."""


def fed_values(text: str) -> Iterator[Fed]:
    """Every value that `text` feeds to a program that reads a secret from standard input, be it one or none."""
    if "|" not in text and "<<" not in text:
        return
    seen = 0
    any_reader = any(sign in text for sign in ("stdin", "-fd", "secret"))
    for program in _PROGRAM.finditer(text):
        needs = READERS.get(program["name"])
        if needs is None and not any_reader:
            continue
        arguments = _ARGUMENTS.match(text, program.end())
        end = arguments.end() if arguments else program.end()
        given = text[program.end() : end]
        if not (_ANY_READER.search(given) if needs is None else re.search(needs, given) or _ANY_READER.search(given)):
            continue
        seen += 1
        if seen > _MOST_READERS:
            return
        fed = _fed(text, program.start(), program.end(), end)
        yield from _without_users(text, fed) if program["name"] == "chpasswd" else fed


def _without_users(text: str, fed: Iterator[Fed]) -> Iterator[Fed]:
    """The passwords of `user:password`, or of user and password as two words."""
    is_user = True
    for start, stop, form in fed:
        if user := re.match(r"[\w.@-]+:", text[start:stop]):
            yield start + user.end(), stop, form
        else:
            if not is_user:
                yield start, stop, form
            is_user = not is_user


def _fed(text: str, start: int, after: int, end: int) -> Iterator[Fed]:
    """What is fed to the program that stands at `start`, its arguments reaching from `after` to `end`."""
    line = max(0, start - _LOOK_BACK)
    before = _BEFORE.search(text, max(text.rfind("\n", line, start) + 1, line), start)
    if before is None:
        return
    for here in _HERE_STRING.finditer(text, after, end):
        yield from ((*here.span(form), form) for form in "sdb" if here[form] is not None)
    yield from _document_lines(text, after, end)
    pipe = before.start()
    if not _is_pipe(text, pipe):
        return
    begin = _begin(text, line, pipe)
    for feed in _FEED.finditer(text, begin, pipe):
        yield from _words(feed)
    yield from _document_lines(text, begin, pipe)


def _is_pipe(text: str, at: int) -> bool:
    """Whether `|` or `|&` stands at `at`, and no `||`."""
    return (text[at : at + 1] == "|" and text[at - 1 : at] != "|") or text[at - 1 : at + 1] == "|&"


def _begin(text: str, least: int, pipe: int) -> int:
    """Where the command or group before a pipe begins."""
    before = text[least:pipe].rstrip()
    opener = {"}": "{", ")": "("}.get(before[-1:])
    if opener and (at := before.rfind(opener)) >= 0:
        return least + at
    return least + max((found.end() for found in _SEPARATOR.finditer(before)), default=0)


def _words(feed: re.Match[str]) -> Iterator[Fed]:
    """The words that `echo`, `printf` or `yes` writes, lines of one word apart."""
    for word in _WORD.finditer(feed.string, *feed.span("words")):
        form = next(group for group in "sdb" if word[group] is not None)
        value, start = word[form], word.start(form)
        if feed.group().startswith("printf") and re.search(r"%[sbq]", value):
            continue  # the format
        if re.fullmatch(r"-[neE]{1,3}|--", value):
            continue
        lines = list(re.finditer(r"(?:(?!\\[nr]).)+", value))
        for line in lines:
            whole = len(lines) == 1 and line.end() == len(value)
            yield start + line.start(), start + line.end(), form if whole else "t"


def _document_lines(text: str, start: int, end: int) -> Iterator[Fed]:
    """The lines of the here-document that is opened between `start` and `end`, ten at most."""
    found = _HERE_DOCUMENT.search(text, start, end)
    at = text.find("\n", end) + 1 if found else 0
    for _ in range(10 if at else 0):
        stop = text.find("\n", at)
        line = text[at : stop if stop >= 0 else len(text)]
        if found is None or stop < 0 or line.strip() == found[2]:
            return
        margin = len(line) - len(line.lstrip())
        yield at + margin, at + len(line.rstrip()), "t"
        at = stop + 1


STDIN_SECRETS = (
    rule(
        "echoed password",
        "echo,printf",
        rf"\b(?:echo|printf)\s{{1,2}}(?:-[neE]{{1,3}}\s{{1,2}})?{WORD}\s{{0,3}}>{{1,2}}\s{{0,3}}[\"']?[\w./~${{}}-]{{0,200}}"
        r"(?:pass(?!wd(?![\w-]))|secret|token|key(?!s\b)|cred)",
        must="random",
    ),
    rule(
        "echoed password",
        "<(echo,<(printf,<( echo,<( printf",
        rf"<\(\s?(?:echo|printf)\s{{1,2}}(?:-[neE]{{1,3}}\s{{1,2}})?{WORD}\s?\)",
        must="dense",
    ),
    rule(
        "echoed password",
        "command,eval",
        rf"[\w-]{{0,60}}pass\w*-?(?:command|eval)[ =]{{1,2}}[\"']?echo\s+{WORD}",
        where="name",
    ),
    rule(
        "here-string password",
        "<<<",
        rf"<<<\s{{0,2}}{WORD}(?=\s*(?:$|[\n;|&)>]))",
        must="dense",
        after=r"(?:(?!\bbase(?:32|64)\b|\bxxd\b|\bopenssl\b).)*",  # what these read is looked into
    ),
    rule("typed password", "send", r"\bsend\s+(?:--\s+)?[\"'](?P<t>[^\s\"'\\]{4,200})\\[rn][\"']", must="random"),
    rule(
        "typed password",
        "user",
        r"user[ \t]+\S{1,80}[ \t]+(?P<b>[^\s'\"]{4,200})[ \t]*(?=\n|$)",
        where="line",
        must="random",
    ),
    rule(
        "printed password",
        "printf",
        rf"\bprintf\s{{1,2}}(?:--\s)?(?:'[^'\n%]{{0,200}}\b{_SECRET}[:=\s\"]{{1,4}}%s[^'\n%]{{0,40}}'|\"[^\"\n%]{{0,200}}\b{_SECRET}[:=\s]{{1,4}}%s[^\"\n%]{{0,40}}\")"
        rf"\s{{1,2}}{WORD}",
        ignore_case=True,
    ),
    rule(
        "printed password",
        "printf",
        rf"\bprintf\s{{1,2}}[\"']?%s:%s(?:\\n)?[\"']?\s{{1,2}}\S{{1,80}}\s{{1,2}}{WORD}\s{{0,3}}>{{1,2}}\s*\S*(?:pass|cred|auth)",
    ),
)
