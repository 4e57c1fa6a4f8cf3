"""Rules for secrets that people mention in plain words."""

from __future__ import annotations

from .rule import OF, QUOTED, SAID, rule

PROSE = (
    rule("secret in words", "pass", rf"\bpass\s{{1,3}}{QUOTED}", must="random"),
    rule(
        "secret in words",
        "cred,login",
        r"\b(?:cred(?:ential)?s?|login)\s{0,2}(?:[:=]|are|is)\s{0,2}[\w.@-]{1,60}\s?/\s?(?P<b>[^\s'\"<>()|;]{6,200})",
        ignore_case=True,
        must="dense",
    ),
    rule(
        "secret in words",
        "password,passwd,passphrase,passcode,pass,pwd,pw,secret,token,api,access,auth,encryption",
        r"\b(?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|(?:api|access|secret|auth|encryption)[ -]key)\b"
        rf"{OF}[\"']?(?:\s{{0,3}}[:=]\s{{0,3}}|\s+(?:is|to|as|be|becomes|value|was|being|called)\s+){SAID}",
        ignore_case=True,
        must="random",
    ),
    rule(
        "secret in words",
        "password,passwd,passphrase,passcode",
        rf"\b(?:password|passwd|passphrase|passcode)\b{OF}\s+(?:is|to|as)\s+{QUOTED}",
        ignore_case=True,
    ),
    rule(
        "secret in words",
        "secret,token,api,access,auth,encryption",
        rf"\b(?:secret|token|(?:api|access|secret|auth|encryption)[ -]key)\s+(?:{QUOTED}|(?P<b>[\w+/=.-]{{16,400}}))",
        ignore_case=True,
        must="dense",
    ),
    rule(
        "secret in words",
        "password,passwd,passphrase,passcode,pwd",
        rf"\b(?:password|passwd|passphrase|passcode|pwd)\b{OF}\s+(?:of\s+|with\s+)?{SAID}",
        ignore_case=True,
        must="random",
    ),
)
