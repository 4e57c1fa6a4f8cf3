"""Rules for secrets that are fed to a program: piped, typed, here-strings, or written to a file."""

from __future__ import annotations

from .rule import GAP, PAIR, WORD, rule

_SECRET = r"(?:pass(?:word|wd|phrase)?|secret|token|api_?key)"

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
    rule("here-string password", "<<<", rf"<<<\s{{0,2}}{WORD}(?=\s*(?:$|[\n;|&)>]))", must="dense"),
    rule("typed password", "send", r"\bsend\s+(?:--\s+)?[\"'](?P<t>[^\s\"'\\]{4,200})\\[rn][\"']", must="random"),
    rule(
        "typed password",
        "user",
        r"user[ \t]+\S{1,80}[ \t]+(?P<b>[^\s'\"]{4,200})[ \t]*(?=\n|$)",
        where="line",
        must="random",
    ),
    rule(
        "echoed password",
        "echo,printf,yes",
        rf"\b(?:echo|printf|yes)\s{{1,2}}(?:-[neE]{{1,3}}\s{{1,2}})?(?:[\"']?%s(?:\\n)?[\"']?\s{{1,2}})?{WORD}\s{{0,3}}\|{{1,2}}&?"
        rf"\s{{0,3}}(?:sudo\s(?:-\w+\s+)*)?(?:\S{{0,80}}/)?(?:s?passwd|saslpasswd2|chpasswd|su\s|tee\s[^\n|;]{{0,80}}(?:psk|secret|token|pass(?!wd\b))|sudo\s{GAP}-\w{{0,3}}S|cryptsetup|smbpasswd|kinit"
        r"|vncpasswd|\S[^\n|;]{0,200}--?[\w-]{0,20}(?:stdin|(?:pass(?:word|phrase)-)?fd)\b"
        r"|\S[^\n|;]{0,100}\bsecrets?\s[^\n|;]{0,40}\b(?:create|set|put|add|update)\b)",
        must="phrase",
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
        rf"\bprintf\s{{1,2}}[\"']?%s:%s(?:\\n)?[\"']?\s{{1,2}}\S{{1,80}}\s{{1,2}}{WORD}\s{{0,3}}(?:\|{{1,2}}\s{{0,3}}(?:sudo\s)?chpasswd|>{{1,2}}\s*\S*(?:pass|cred|auth))",
    ),
    rule("chpasswd", "chpasswd", rf"\bchpasswd\b{GAP}<<<\s{{0,2}}{PAIR}"),
    rule("chpasswd", "chpasswd", r"\bchpasswd\b[^\n]{0,80}<<-?\s?[\"']?\w+[\"']?\n\s*[\w.-]+:(?P<t>[^\n]{4,200})\n"),
    rule(
        "here-string password",
        "passwd,sudo,cryptsetup,smbpasswd,kinit,vncpasswd",
        rf"\b(?:passwd|sudo|cryptsetup|smbpasswd|kinit|vncpasswd)\b{GAP}<<<\s{{0,2}}{WORD}",
    ),
)
