"""Rules for secrets that people mention in plain words."""

from __future__ import annotations

from .rule import OF, QUOTED, SAID, rule

_IS = (
    r"(?:\s{0,3}(?:[:=→]|[-=]>)\s{0,3}"
    r"|\s+(?:(?:was|is|has|been|be|now)\s+){0,3}(?:changed|set|reset|updated|rotated|switched)\s+to\s+"
    r"|\s+(?:will\s+)?(?:is|to|as|be|becomes|value|was|being|called)\s+)"
)
_LOGIN = (
    r"\b(?:log(?:ged|ging)?[ -]?(?:in|on)|sign(?:ed|ing)?[ -]?in|authenticate)"
    r"(?:\s+(?:to|on|at|into)\s+\S+)?\s+(?:with|as|using|via)\s+"
)
_USER = r"(?:(?:the\s+)?(?:user(?:name)?|account|login)\s+)?[\w.@-]{1,60}"

PROSE = (
    rule("secret in words", "pass", rf"\bpass\s{{1,3}}{QUOTED}", must="random"),
    rule("secret in words", "pass", rf"\bpass\s{{1,3}}{SAID}", must="dense"),
    rule(
        "login in words", "log,sign,authenticate", rf"{_LOGIN}{_USER}\s?[/:]\s?{SAID}", ignore_case=True, must="random"
    ),
    rule(
        "login in words",
        "user,account,login,as ",
        rf"(?<![\w-])(?:user(?:name)?|account|login|as)\s+{_USER},?\s+(?:and\s+)?(?:the\s+)?pwd?\s+{SAID}",
        ignore_case=True,
        must="random",
    ),
    rule("login in words", "use ", rf"\buse\s+{_USER}:{SAID}", ignore_case=True, must="dense"),
    rule(
        "login in words",
        "log,sign,authenticate,connect",
        rf"(?:{_LOGIN}|\bconnect(?:\s+to\s+\S+)?\s+as\s+){_USER},?\s+(?:with|using|and)\s+(?:(?:the\s+)?pass(?:word)?\s+)?{SAID}",
        ignore_case=True,
        must="dense",
    ),
    rule(
        "secret in words",
        "password,pass phrase,pass-phrase,passphrase,passcode,secret,token",
        rf"[^\n]{{0,300}}?(?<![\w'\"]){SAID}\s+is\s+(?:the|its|his|her|their|my|our|your)\s+(?:\w+\s+){{0,2}}"
        r"(?:pass(?:word|[ -]?phrase|code)|secret|token)\b",
        where="line",
        ignore_case=True,
        must="random",
    ),
    rule(
        "secret in words",
        "cred,login",
        rf"\b(?:cred(?:ential)?s?|login)\s{{0,2}}(?:[:=]|are|is)\s{{0,2}}{_USER}(?:\s?[/:]\s?|,\s?|\s+and\s+){SAID}",
        ignore_case=True,
        must="dense",
    ),
    rule(
        "secret in words",
        "password,passwd,passphrase,passcode,pass,pwd,pw,secret,token,api,access,auth,encryption",
        r"\b(?:pass(?:[ -]?(?:word|phrase)|wd|code)?|pwd?|secret|token|(?:api|access|secret|auth|encryption)[ -]key)\b"
        rf"{OF}[\"']?{_IS}{SAID}",
        ignore_case=True,
        must="random",
    ),
    rule(
        "secret in words",
        "password,passwd,passphrase,pass phrase,pass-phrase,passcode",
        rf"\b(?:password|passwd|pass[ -]?phrase|passcode)\b{OF}\s+(?:is|to|as)\s+{QUOTED}",
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
        "password,passwd,passphrase,pass phrase,pass-phrase,passcode,pwd",
        rf"\b(?:password|passwd|pass[ -]?phrase|passcode|pwd)\b{OF}\s+(?:of\s+|with\s+)?{SAID}",
        ignore_case=True,
        must="random",
    ),
)
