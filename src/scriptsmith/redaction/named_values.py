"""Rules for values behind a name that announces a secret, in any syntax."""

from __future__ import annotations

from .rule import BARE, NAME, WORD, named, rule

NAMED_VALUES = (
    named(rf"(?<=[\"']){NAME}=(?P<t>[^'\"\n\\]{{4,4096}})(?=[\"'])"),
    named(rf"{NAME}(?:\[\w*\])?\+?={WORD}(?![\w.]*[(\[])"),
    named(rf"(?<=\[){NAME}\]\+?={WORD}(?![\w.]*[(\[])"),
    named(NAME + r"(?:</key>\s{0,40}<string>|\"\s{0,2}>)(?P<t>[^<>\n]{4,400})(?=</)"),
    named(
        rf"{NAME}\\?[\"'\]]{{0,2}}\s{{0,40}}(?:=>|:=|[:=])\s{{0,8}}"
        r"(?:'(?P<s>[^'\n]{1,4096})'|\\+\"(?P<t>[^\"\\\n]{1,4096})\\+\"|\"(?P<d>(?:[^\"\\\n]|\\.){1,4096})\")"
    ),
    named(
        rf"{NAME}[\"']?[ \t]{{0,40}}[:=][ \t]{{1,40}}"
        r"(?P<b>[^\s'\"`<>(){}\[\]|&;$][^\s'\"`<>(){}\[\]|&;]{3,4096})[ \t]*(?:#[^\n]*)?(?=\n|\r|$)",
        after=r"[ \t]*(?:- |export |set |setenv |#\s?)?[\"']?",
    ),
    named(rf"{NAME}\s{{0,2}}[:=]\s{{0,2}}{BARE}(?![\w.]*[(\[])", must="random"),
    named(r"(?<=\$\{)(?P<name>[A-Za-z_]\w{0,80}):?[-=](?P<b>[^\s'\"{}$`]{4,4096})(?=\})"),
    named(rf"{NAME}[ \t]{{1,40}}{WORD}[ \t]*(?=\n|$)", must="random", after=r"[ \t]*(?:ENV |ARG )?"),
    named(r"(?<=<)(?P<name>[A-Za-z][\w.-]{0,80})>(?P<t>[^<>\n]{4,400})(?=</)"),
    named(rf"(?=-){NAME}\s{{1,2}}(?!-){WORD}", must="random"),
    named(rf"{NAME}\s+{WORD}", must="random", after=r".*(?<![\w-])(?:set|SET)(?:env)?\s+(?:-\w+\s+)*(?:[\w.-]+/)*"),
    named(rf"{NAME}[ =]<\(\s?(?:echo|printf)\s{{1,2}}(?:-n\s+)?{WORD}"),
    named(
        NAME + r"[\"']?(?:,|</name>)?\s{1,40}-?\s{0,4}[<\"']?[vV]alue[\"']?\s{0,4}[:=>]\s{0,4}"
        r"(?:\"(?P<d>(?:[^\"\\\n]|\\.){4,4096})\"|'(?P<s>[^'\n]{4,4096})'|(?P<b>[^\s'\"<>{}&*|,]{4,4096}))",
        after=r".*(?:[nN]ame|[kK]ey)[\"']?\s*[:=>]\s*[\"']?",
    ),
    rule(
        "key option",
        "key",
        r"--?[\w-]{0,60}key(?:\s{1,2}|=)(?=[\"']?[\w+/]{20,}={0,2}(?:[\"']|\s|$))(?=\S*[g-zG-Z])" + WORD,
        where="name",
        must="dense",
    ),
)
