"""Where secrets stand in shell commands, configuration and plain words: our own rules, one regular expression each.

A rule is tried only where one of its `anchors` (lower case) occurs: at that place (`at`), there if it is a whole word
(`word`), or at the beginning of the name around it (`name`) or of its line (`line`). The groups s, d, b and t are the
value: in single quotes, in double quotes, bare, and as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

_BARE = r"(?P<b>(?:[^\s'\"`\\;|&<>(){},]|\\[^\n]|,(?!\s|\w+=)){1,4096}+)"
_WORD = rf"(?:\$?'(?P<s>(?:[^'\n]|'\\''|'\"'\"'){{1,4096}}+)'|\"(?P<d>(?:[^\"\\\n]|\\.){{1,4096}})\"|{_BARE})"
_GAP = r"(?:\\\n|[^\n|;&'\"\\]|\\[^\n]|'[^'\n]{0,400}'|\"[^\"\n]{0,400}\"){0,400}?"
_NAME = r"(?<!\$)(?<!\$\{)(?<!\{\{)(?P<name>-{0,2}[A-Za-z_][\w.-]{0,80}+)"
_PAIR = (
    r"(?:'[^\s:'\"=]{1,80}:(?P<s>[^'\n]{1,400})'|\"[^\s:'\"=]{1,80}:(?P<d>(?:[^\"\\\n]|\\.){1,400})\""
    rf"|[^\s:'\"=]{{1,80}}:(?!//){_BARE})"
)
_OF = r"(?:\s+(?:for|of|from)\s+(?:the\s+)?(?:\S+\s+){0,3}?\S+)?"
_SAID = r"(?:'(?P<s>[^'\n]{4,200})'|\"(?P<d>[^\"\n]{4,200})\"|“(?P<t>[^”\n]{4,200})”|(?P<b>[^\s'\"`“”<>(){}|;]{6,400}))"
_NOUNS = ("pass", "pwd", "secret", "token", "key", "psk", "cred", "auth", "pw", "pswd")


Must: TypeAlias = Literal["any", "phrase", "random", "dense"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One place where secrets stand.

    The group `name`, where there is one, must be the name of a secret. `must` says what its value must be: a phrase, so
    no sentence, random, so no mere word, or dense, so no name such as `web-2` either. `sure`: the form alone says it.
    `after` is what must stand before it in its line.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: str
    ignore_case: bool = False
    where: Literal["at", "word", "name", "line"] = "at"
    must: Must = "any"
    sure: bool = False
    after: str = ""


@cache
def compiled(pattern: str, ignore_case: bool = False) -> re.Pattern[str]:
    """Each expression compiled when it is first needed: all of them at once would cost 60 ms."""
    return re.compile(pattern, re.IGNORECASE if ignore_case else 0)


def _rule(kind: str, anchors: str, pattern: str, **more: Any) -> Rule:
    return Rule(kind=kind, anchors=tuple(anchors.split(",")), pattern=pattern, **more)


def _command(kind: str, names: str, options: str, value: str = _WORD, *, must: Must = "any") -> Rule:
    """A value after an option of certain programs."""
    anchors = tuple(names.split())
    programs = "|".join(re.escape(name) for name in anchors)
    here = rf"(?<![\w.-])(?<!name )(?<!name ['\"])(?:{programs})(?![\w.:/])"
    pattern = rf"{here}{_GAP}(?<=\s)(?:{options}){value}"
    return Rule(kind=kind, anchors=anchors, pattern=pattern, where="word", must=must)


def _named(pattern: str, *, must: Must = "phrase", after: str = "") -> Rule:
    """A value after the name of a secret."""
    return Rule(kind="named value", anchors=_NOUNS, pattern=pattern, where="name", must=must, after=after)


_QUOTED = r"(?:'(?P<s>[^'\n]{4,200})'|\"(?P<d>[^\"\n]{4,200})\"|“(?P<t>[^”\n]{4,200})”)"

_FORMS = (  # what a token begins with, and how it goes on
    ("sk-", r"sk-(?:[a-z]{2,8}-)*[\w-]{20,}"),
    ("hvs.,hvb.,hvr.", r"hv[sbr]\.[\w-]{20,}"),
    ("github_pat_", r"github_pat_\w{22,}"),
    ("ghp_,gho_,ghs_,ghu_,ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    ("glpat-", r"glpat-[\w-]{20,}"),
    ("aiza", r"AIza[\w-]{35}"),
    ("ya29.", r"ya29\.[\w-]{20,}"),
    ("gocspx-", r"GOCSPX-[\w-]{20,}"),
    ("dop_v1_", r"dop_v1_[a-f0-9]{64}"),
    ("hf_", r"hf_[A-Za-z0-9]{30,}"),
    ("npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi-", r"pypi-[\w-]{50,}"),
    ("rubygems_", r"rubygems_[a-f0-9]{48}"),
    ("dckr_pat_", r"dckr_pat_[\w-]{20,}"),
    ("whsec_", r"whsec_[\w+/=]{20,}"),
    ("shpat_,shpss_,shpca_,shppa_", r"shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"),
    ("key-", r"key-[0-9a-f]{32}"),
    ("nrak-", r"NRAK-[A-Z0-9]{27}"),
    ("dapi", r"dapi[a-f0-9]{32}"),
    ("glsa_,glc_", r"gl(?:sa|c)_[\w=/+]{32,}"),
    ("lin_api_", r"lin_api_\w{32,}"),
    ("pmak-", r"PMAK-[a-f0-9-]{40,}"),
    ("figd_", r"figd_[\w-]{36,}"),
    ("xapp-,xoxe", r"(?:xapp-\d-|xoxe[.-])[\w.-]{20,}"),
    ("atatt3x", r"ATATT3x[\w=-]{20,}"),
    ("age-secret-key-1", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    ("sntrys_", r"sntrys_[\w=+/-]{40,}"),
    ("dt0c01.", r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("eyj", r"eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?"),
    (
        "https://hooks.,https://discord",
        r"https://(?:hooks\.slack|discord(?:app)?)\.com/(?:services|api/webhooks)/[\w/-]{20,}",
    ),
)

_TOKENS = tuple(_rule("token", anchors, rf"(?<![\w-])(?P<t>{form})", sure=True) for anchors, form in _FORMS)

_TEXTS = (
    _rule(
        "private key",
        "-----begin ",
        r"(?P<t>-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]{1,40000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"|(?:(?:\s|\\n){1,4}[A-Za-z0-9+/=]{16,})+))",
        sure=True,
    ),
    _rule("private key", "private-lines:", r"Private-Lines: \d+\s+(?P<t>(?:[A-Za-z0-9+/=]{16,}\s?)+)", sure=True),
    _rule("url password", "://", r"://[^\s:/@'\"<>{}$]{0,100}:(?P<b>[^\s/'\"`<>{}\\]{1,400})@(?=[\w\[$({<%])"),
    _rule("url password", "thin:", r"thin:[\w.-]+/(?P<b>[^\s/'\"`<>{}@]{1,200})@"),
    _rule(
        "authorization header",
        "authorization",
        r"authorization\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?(?:[a-z][\w-]{2,20}\s{1,3})?(?P<b>[^\s'\"`\\;|&<>(){},]{4,4096})",
        ignore_case=True,
    ),
    _rule("basic", "basic", r"\bbasic\s{1,3}(?P<b>[A-Za-z0-9+/]{12,400}={0,2})", ignore_case=True, must="dense"),
    _rule("bearer", "bearer", r"\bbearer\s{1,3}(?P<b>[\w.~+/=-]{8,4096})", ignore_case=True, must="random"),
    _rule(
        "header",
        "x-,private-token,job-token,deploy-token,api-key,apikey,set-cookie,cookie",
        r"(?<![\w-])(?:x-[\w-]{0,30}(?:key|token|secret|auth|password)|private-token|job-token|deploy-token|api-?key|"
        r"(?:set-)?cookie)\\?[\"']?:\s{0,3}\\?[\"']?(?:[\w.-]{1,40}=)?(?P<b>[^\s'\"`\\;|&<>(){},]{4,4096})",
        ignore_case=True,
        must="random",
    ),
    _rule("netrc", "machine", r"machine\s+\S+\s+login\s+\S+\s+password\s+" + _WORD),
    _rule(
        "pgpass",
        ":5432:,:*:",
        r"[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:(?P<t>[^\s:'\"]{4,200})(?=\s|$)",
        where="line",
    ),
    _rule("npm token", "_authtoken,_password,_auth", r"_(?:authToken|password|auth)\s*=\s*(?P<b>[^\s'\"$]{8,400})"),
    _rule(
        "connection string",
        "password=,pwd=,accountkey=,sharedaccesskey=,sharedaccesssignature=,sig=",
        r"(?<![a-zA-Z])(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature|sig)="
        r"(?P<b>[^\s'\"`;&<>(){}\\$,]{4,400})(?=[;&'\",]|\s|$)",
        ignore_case=True,
    ),
    _rule(
        "sql password",
        "identified,password",
        r"\b(?:identified\s+(?:with\s+\w+\s+)?(?:by|as)|password)(?:\s{1,3}|\s{0,2}=\s{0,2}|(?=\())(?:password\s*)?\(?\s*"
        r"(?:\\?'(?P<s>[^'\n\\]{1,400})\\?'|\\?\"(?P<d>[^\"\n\\]{1,400})\\?\")",
        ignore_case=True,
    ),
    _rule(
        "secret in words",
        "password,passwd,passphrase,passcode,pass,pwd,secret,token,api,access,auth,encryption",
        r"\b(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|secret|auth|encryption)[ -]key)\b"
        rf"{_OF}[\"']?(?:\s{{0,3}}[:=]\s{{0,3}}|\s+(?:is|to|as|be|becomes|value|was|being|called)\s+){_SAID}",
        ignore_case=True,
        must="random",
    ),
    _rule(
        "secret in words",
        "password,passwd,passphrase,passcode",
        rf"\b(?:password|passwd|passphrase|passcode)\b{_OF}\s+(?:is|to|as)\s+{_QUOTED}",
        ignore_case=True,
    ),
    _rule(
        "secret in words",
        "secret,token,api,access,auth,encryption",
        rf"\b(?:secret|token|(?:api|access|secret|auth|encryption)[ -]key)\s+(?:{_QUOTED}|(?P<b>[\w+/=.-]{{16,400}}))",
        ignore_case=True,
        must="dense",
    ),
    _rule(
        "secret in words",
        "password,passwd,passphrase,passcode,pwd",
        rf"\b(?:password|passwd|passphrase|passcode|pwd)\b{_OF}\s+(?:of\s+|with\s+)?{_SAID}",
        ignore_case=True,
        must="random",
    ),
)

_COMMANDS = (
    _rule("user and password", "-u ,stats auth ", rf"(?:-u|stats auth)\s{{1,2}}{_PAIR}", must="random"),
    _rule(
        "echoed password",
        "echo,printf",
        rf"\b(?:echo|printf)\s{{1,2}}(?:-[neE]{{1,3}}\s{{1,2}})?{_WORD}\s{{0,3}}>{{1,2}}\s{{0,3}}[\"']?[\w./~${{}}-]{{0,200}}"
        r"(?:pass(?!wd\b)|secret|token|key|cred)",
        must="random",
    ),
    _command("token option", "gh", rf"secret\s{_GAP}(?:-b|--body)[ =]"),
    _command("cloud credentials", "mc", r"alias\s+set\s+\S+\s+\S+\s+\S+\s+", must="random"),
    _command("key passphrase", "ssh-keygen", r"-[NP]\s{0,2}"),
    _command("key passphrase", "ssh-keygen", rf"-[NP]\s{{0,2}}\S+\s{_GAP}(?<=\s)-[NP]\s{{0,2}}"),
    _command(
        "short password option", "rclone", r"(?:pass|token|client_secret|secret_access_key|key)[ =]", must="random"
    ),
    _command("token option", "consul", r"set-agent-token\s+\w+\s+", must="random"),
    _command("token option", "kubeadm", r"--token[ =]"),
    _rule(
        "short password option",
        "-u ,--user,-l ",
        rf"(?<=\s)(?:-[ul]|--user(?:name)?)[ =]\S+\s{{1,3}}(?:\S+\s+){{0,2}}?-p\s?{_WORD}",
        must="random",
    ),
    _rule("typed password", "send", r"\bsend\s+(?:--\s+)?[\"'](?P<t>[^\s\"'\\]{4,200})\\[rn][\"']", must="random"),
    _rule(
        "typed password",
        "user",
        r"user[ \t]+\S{1,80}[ \t]+(?P<b>[^\s'\"]{4,200})[ \t]*(?=\n|$)",
        where="line",
        must="random",
    ),
    _command(
        "mysql password",
        "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlslap mysqlpump mysqlsh mysqlbinlog mariadb "
        "mariadb-dump mariadb-admin mycli mytop innobackupex xtrabackup",
        "-p(?!rint)",
    ),
    _command("sshpass password", "sshpass", r"-p\s{0,2}"),
    _command(
        "user and password",
        "curl wget http https xh aria2c lftp",
        r"-[A-Za-z]{0,4}u\s{0,2}|--(?:proxy-)?user[ =]|-U\s{0,2}|--proxy-auth[ =]|-a\s{1,2}|--auth[ =]",
        _PAIR,
    ),
    _command("user and password", "lftp", r"-u\s{0,2}", rf"[\w.@-]{{1,80}},{_WORD}"),
    _command(
        "user and password",
        "smbclient rpcclient net smbget smbmap",
        r"-U\s{0,2}|--user=",
        rf"[\"']?[\w.\\@-]{{1,80}}%{_BARE}",
    ),
    _command(
        "user and password",
        "sqlplus expdp impdp rman sqlldr",
        "",
        r"[A-Za-z]\w{1,60}/(?P<b>[^\s'\"`/@;|&<>(){}$]{4,200})(?=@|\s|$)",
    ),
    _command("redis password", "redis-cli keydb-cli valkey-cli", r"-a\s{1,2}|--pass[ =]"),
    _command(
        "short password option",
        "docker podman nerdctl buildah skopeo oras crane gcrane helm oc az ibmcloud cf kubeseal rdesktop ncftpget "
        "ncftpput nxc crackmapexec influx cqlsh clickhouse-client svn",
        r"-p\s{1,2}(?!\d)",
        must="random",
    ),
    _command(
        "short password option", "mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat", r"-p\s{0,2}"
    ),
    _command(
        "registry login",
        "docker podman nerdctl buildah skopeo oras crane helm oc az acr",
        rf"login\s{_GAP}(?<=\s)(?:-p|--password)(?:\s{{1,2}}(?!-)|=)",
    ),
    _command("login", "vault doppler npm snyk fly heroku infracost", r"login\s{1,2}(?!-)", must="random"),
    _command(
        "ldap password", "ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd ldapcompare", r"-[ws]\s{0,2}"
    ),
    _command("capital password option", "ipmitool sqlcmd bcp mosquitto_pub mosquitto_sub tsql", r"-P\s{1,2}"),
    _command("archive password", "zip unzip zipcloak zipsplit", r"-P\s{0,2}"),
    _command("archive password", "7z 7za 7zr 7zz", r"-p"),
    _command("archive password", "rar unrar", r"-h?p(?!-)"),
    _command("snmp password", "snmpwalk snmpget snmpset snmpbulkwalk", r"-[AX]\s{1,2}"),
    _command("remote desktop password", "xfreerdp wfreerdp", r"/p:"),
    _command(
        "wifi password",
        "wpa_passphrase",
        r"",
        rf"(?:'[^'\n]{{1,80}}'|\"[^\"\n]{{1,80}}\"|[^\s'\"<>|-]{{1,80}})\s{{1,2}}{_WORD}",
    ),
    _command("wifi password", "nmcli", r"(?:password|psk|wifi-sec\.psk|802-11-wireless-security\.psk)\s{1,2}"),
    _command(
        "broker password", "rabbitmqctl", r"(?:add_user|change_password|authenticate_user)\s{1,2}[^\s'\"]{1,80}\s{1,2}"
    ),
    _command("cloud credentials", "aws", r"set\s{1,2}[\w.-]{0,40}(?:secret_access_key|session_token)\s{1,2}"),
    _command(
        "htpasswd password",
        "htpasswd",
        r"-[A-Za-z]{0,5}b[A-Za-z]{0,5}(?:\s{1,2}-\w{1,6}){0,3}\s{1,2}",
        rf"(?:[^\s'\"-]\S{{0,200}}\s{{1,2}}){{1,2}}{_WORD}(?=\s*(?:$|[\n;|&)>]))",
    ),
    _command("account password", "useradd usermod", r"(?:-p|--password)\s{1,2}", must="random"),
    _command("volume password", "cryptsetup veracrypt", r"(?:-p|--password)[ =]"),
    _command(
        "openssl password",
        "openssl",
        r"-(?:passin|passout|pass|passwd)\s{1,2}[\"']?pass:|-k\s{1,2}|-hmac\s{1,2}|-K\s{1,2}",
    ),
    _command("openssl password", "openssl", r"-macopt\s{1,2}[\"']?(?:hex)?key:"),
    _command("keystore password", "keytool jarsigner", r"-(?:src|dest|new)?(?:store|key)pass\s{1,2}"),
    _rule("kubernetes secret", "--from-literal", rf"--from-literal[ =](?:[\"']?[\w.-]{{1,80}}=){_WORD}"),
    _rule(
        "echoed password",
        "echo,printf",
        rf"\b(?:echo|printf)\s{{1,2}}(?:-[neE]{{1,3}}\s{{1,2}})?(?:[\"']?%s(?:\\n)?[\"']?\s{{1,2}})?{_WORD}\s{{0,3}}\|{{1,2}}&?"
        rf"\s{{0,3}}(?:sudo\s(?:-\w+\s+)*)?(?:\S{{0,80}}/)?(?:passwd|chpasswd|sudo\s{_GAP}-\w{{0,3}}S|cryptsetup|smbpasswd|kinit"
        r"|vncpasswd|\S[^\n|;]{0,200}--(?:pass(?:word|phrase)-)?(?:stdin|fd)\b)",
        must="phrase",
    ),
    _rule("chpasswd", "chpasswd", rf"\bchpasswd\b{_GAP}<<<\s{{0,2}}{_PAIR}"),
    _rule("chpasswd", "chpasswd", r"\bchpasswd\b[^\n]{0,80}<<-?\s?[\"']?\w+[\"']?\n\s*[\w.-]+:(?P<t>[^\n]{4,200})\n"),
    _rule(
        "here-string password",
        "passwd,sudo,cryptsetup,smbpasswd,kinit,vncpasswd",
        rf"\b(?:passwd|sudo|cryptsetup|smbpasswd|kinit|vncpasswd)\b{_GAP}<<<\s{{0,2}}{_WORD}",
    ),
    _rule(
        "password option", "pass", rf"--?(?:[\w-]{{1,60}}-)?pass(?:word|wd|phrase)?\s{{1,2}}(?!-){_WORD}", where="name"
    ),
)

_NAMED = (
    _named(rf"(?<=[\"']){_NAME}=(?P<t>[^'\"\n\\]{{4,4096}})(?=[\"'])"),
    _named(rf"{_NAME}(?:\[\w*\])?\+?={_WORD}(?![\w.]*[(\[])"),
    _named(
        rf"{_NAME}\\?[\"'\]]{{0,2}}\s{{0,8}}(?:=>|:=|[:=])\s{{0,8}}"
        r"(?:'(?P<s>[^'\n]{1,4096})'|\\+\"(?P<t>[^\"\\\n]{1,4096})\\+\"|\"(?P<d>(?:[^\"\\\n]|\\.){1,4096})\")"
    ),
    _named(
        rf"{_NAME}[\"']?[ \t]{{0,40}}[:=][ \t]{{1,40}}"
        r"(?P<b>[^\s'\"`<>(){}\[\]|&;$][^\s'\"`<>(){}\[\]|&;]{3,4096})[ \t]*(?:#[^\n]*)?(?=\n|\r|$)",
        after=r"[ \t]*(?:- |export |set |setenv |#\s?)?[\"']?",
    ),
    _named(rf"{_NAME}\s{{0,2}}[:=]\s{{0,2}}{_BARE}(?![\w.]*[(\[])", must="random"),
    _named(r"(?<=\$\{)(?P<name>[A-Za-z_]\w{0,80}):?[-=](?P<b>[^\s'\"{}$`]{4,4096})(?=\})"),
    _named(rf"{_NAME}[ \t]{{1,40}}{_WORD}[ \t]*(?=\n|$)", must="random", after=r"[ \t]*(?:ENV |ARG )?"),
    _named(r"(?<=<)(?P<name>[A-Za-z][\w.-]{0,80})>(?P<t>[^<>\n]{4,400})(?=</)"),
    _named(rf"(?=-){_NAME}\s{{1,2}}(?!-){_WORD}", must="random"),
    _named(rf"{_NAME}\s+{_WORD}", must="random", after=r".*(?<![\w-])set(?:env)?\s+(?:-\w+\s+)*"),
)

TRIED: dict[str, dict[str, list[Rule]]] = {}
"""Anchor, where, and the rules that are tried there."""

for _one in (*_TOKENS, *_TEXTS, *_COMMANDS, *_NAMED):
    for _anchor in _one.anchors:
        TRIED.setdefault(_anchor, {}).setdefault(_one.where, []).append(_one)
