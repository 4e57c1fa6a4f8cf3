"""Rules for secrets in addresses, headers and configuration files."""

from __future__ import annotations

from .rule import BARE, PAIR, WORD, rule

_COOKIE = r"[^\s=;,'\"]{1,80}=(?P<b>[^\s'\"`\\;|&<>(){},]{1,4096})"

CONFIG_TEXT = (
    rule(
        "private key",
        "-----begin ",
        r"(?P<t>-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]{1,40000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"|(?:(?:\s|\\n){1,4}[A-Za-z0-9+/=]{16,})+))",
        sure=True,
    ),
    rule("private key", "private-lines:", r"Private-Lines: \d+\s+(?P<t>(?:[A-Za-z0-9+/=]{16,}\s?)+)", sure=True),
    rule("url password", "://", r"://[^\s:/@'\"<>{}$]{0,100}:(?P<b>[^\s/'\"`<>{}\\]{1,400})@(?=[\w\[$({<%])"),
    rule("url token", "://", r"://(?P<b>[^\s:/@'\"<>{}$?#,;()]{16,400})@(?=[\w\[$({<%])", must="dense"),
    rule("url password", "thin:", r"thin:[\w.-]+/(?P<b>[^\s/'\"`<>{}@]{1,200})@"),
    rule(
        "authorization header",
        "authorization",
        r"authorization\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?(?:[a-z][\w-]{2,20}\s{1,3})?(?P<b>[^\s'\"`\\;|&<>(){},]{4,4096})",
        ignore_case=True,
    ),
    rule("basic", "basic", r"\bbasic\s{1,3}(?P<b>[A-Za-z0-9+/]{12,400}={0,2})", ignore_case=True, must="dense"),
    rule("bearer", "bearer", r"\bbearer\s{1,3}(?P<b>[\w.~+/=-]{8,4096})", ignore_case=True, must="random"),
    rule(
        "header",
        "x-,private-token,job-token,deploy-token,api-key,apikey",
        r"(?<![\w-])(?:x-[\w-]{0,30}(?:key|token|secret|auth|password|api|session)|private-token|job-token|deploy-token|api-?key)\\?[\"']?:\s{0,3}\\?[\"']?(?:[\w.-]{1,40}=)?(?P<b>[^\s'\"`\\;|&<>(){},]{4,4096})",
        ignore_case=True,
        must="random",
    ),
    rule(
        "session cookie",
        "cookie",
        rf"\bcookie\\?[\"']?:\s{{0,3}}\\?[\"']?{_COOKIE}",
        again=rf";\s{{0,2}}{_COOKIE}",
        ignore_case=True,
        must="random",
    ),
    rule(
        "session cookie",
        "-b ,--cookie",
        rf"(?:-b |--cookie[ =])\s?[\"']?{_COOKIE}",
        again=rf";\s{{0,2}}{_COOKIE}",
        must="opaque",
    ),
    rule(
        "session cookie",
        "sess,sid",
        r"(?:(?:\w*[-_.])?(?:[a-z]{0,10}sess(?:ion)?[-_]?(?:id|key)?|(?:connect\.)?sid)|asp\.net_sessionid)"
        r"[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?P<b>[\w%.~+/=:-]{16,4096})(?![\w(\[])",
        where="name",
        ignore_case=True,
        must="opaque",
    ),
    rule(
        "session cookie",
        "\ttrue\t,\tfalse\t",
        r"\S+\t(?:TRUE|FALSE)\t\S+\t(?:TRUE|FALSE)\t\d+\t\S+\t(?P<t>\S{8,4096})",
        where="line",
        must="random",
    ),
    rule(
        "encoded login",
        "auth",
        r"_?auth(?:ident)?\\?[\"']?(?:\s{0,3}[:=]\s{0,3}|\s{1,2})\\?[\"']?(?P<t>[A-Za-z0-9+/]{12,400}={0,2})(?=\\?[\"']|\s|$)",
        where="name",
        ignore_case=True,
        must="dense",
    ),
    rule(
        "user and password",
        "user",
        rf"[ \t]*(?:proxy-)?user\s{{0,8}}[=:]\s{{0,8}}[\"']?[\w.@-]{{1,80}}:{BARE}",
        where="line",
        must="random",
    ),
    rule(
        "user and password",
        "user =",
        rf"user\s=\s[\"']?[\w.@-]{{1,80}}:{BARE}",
        must="random",
    ),
    rule(
        "user and password",
        "-u",
        rf"[ \t]*-u\s{{0,2}}{PAIR}[ \t]*\\?(?=\n|$)",
        where="line",
        must="random",
    ),
    rule("snmp community", "com2sec", rf"com2sec6?\s+(?:-Cn\s+\S+\s+)?\S+\s+\S+\s+{WORD}"),
    rule("snmp community", "community", rf"\bcommunity\\?[\"']?(?:\s{{0,8}}[:=]\s{{0,8}}|\s+){WORD}", must="random"),
    rule(
        "webhook",
        "hook",
        r"hooks?(?:\.[\w.-]{1,80})?/(?:[\w.-]{1,40}/){0,5}?(?P<b>[\w@-]{10,200})(?=[/?\s'\"]|$)",
        must="dense",
    ),
    rule(
        "user and password",
        "@",
        r"[^\n]{0,300}?(?<![\w:/.@%+-])[A-Za-z][\w.-]{0,60}:(?P<b>[^\s:/@'\"<>{}$,;()=]{8,200})@(?!sha\d)"
        r"[A-Za-z0-9][\w.-]{0,100}(?=[\s:/'\"]|$)",
        where="line",
        must="dense",
    ),
    rule("address key", "?key=,&key=,?code=,&code=", r"[?&](?:key|code)=(?P<b>[\w%.~+/=-]{16,400})", must="dense"),
    rule(
        "vpn secret",
        "psk,xauth,eap",
        r"(?:PSK|XAUTH|EAP)\s{1,3}\"(?P<d>[^\"\n]{4,200})\"",
    ),
    rule("token", "sonar.login", r"sonar\.login=(?P<b>[\w-]{20,100})", must="random"),
    rule(
        "mail relay",
        "]:",
        r"[^\n\[]{0,300}\[[\w.-]{1,200}\]:\d{2,5}\s+[^\s:\[\]]{1,100}:(?P<t>[^\s'\"]{4,200})",
        where="line",
        must="random",
    ),
    rule(
        "cloud credentials",
        "aws",
        r"aws[^\n]{0,80}?(?:secret|key)[^\n]{0,40}?(?<![\w/+])(?=[^\s]{0,39}\d)(?=[^\s]{0,39}[a-z])(?=[^\s]{0,39}[A-Z])"
        r"(?P<t>[A-Za-z0-9/+]{40})(?![\w/+=])",
        ignore_case=False,
        sure=True,
    ),
    rule("netrc", "machine", r"machine\s+\S+\s+login\s+\S+\s+password\s+" + WORD),
    rule(
        "pgpass",
        ":5432:,:*:",
        r"[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:(?P<t>[^\s:'\"]{4,200})(?=\s|$)",
        where="line",
    ),
    rule("npm token", "_authtoken", rf"_authToken\s+{WORD}", must="random"),
    rule("npm token", "_authtoken,_password,_auth", r"_(?:authToken|password|auth)\s*=\s*(?P<b>[^\s'\"$]{8,400})"),
    rule(
        "connection string",
        "password=,pwd=,accountkey=,sharedaccesskey=,sharedaccesssignature=,sig=",
        r"(?<![a-zA-Z])(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature|sig)="
        r"(?P<b>[^\s'\"`;&<>(){}\\$,]{4,400})(?=[;&'\",]|\s|$)",
        ignore_case=True,
    ),
    rule(
        "sql password",
        "identified,password",
        r"\b(?:identified\s+(?:with\s+\w+\s+)?(?:by|as)|password)(?:\s{1,3}|\s{0,2}=\s{0,2}|(?=\())(?:password\s*)?\(?\s*"
        r"(?:\\?'(?P<s>[^'\n\\]{1,400})\\?'|\\?\"(?P<d>[^\"\n\\]{1,400})\\?\")",
        ignore_case=True,
    ),
)
