"""Where secrets stand in shell commands, configuration and plain words: our own rules, one regular expression each.

A rule names what a text must hold before its expression is tried (`needs`, lower case), so that text without any of
it costs next to nothing. The groups s, d, b and t are the value: in single quotes, in double quotes, bare, and as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .values import secret_name

_BARE = r"(?P<b>(?:[^\s'\"`\\;|&<>(){},]|\\[^\n]|,(?!\s|\w+=)){1,4096}+)"
WORD = rf"(?:\$?'(?P<s>[^'\n]{{1,4096}})'|\"(?P<d>(?:[^\"\\\n]|\\.){{1,4096}})\"|{_BARE})"
_GAP = r"(?:\\\n|[^\n|;&'\"\\]|\\[^\n]|'[^'\n]{0,400}'|\"[^\"\n]{0,400}\"){0,400}?"
_NAME = r"-{0,2}[A-Za-z_][\w.-]{0,60}+"
_NOUN = r"(?:pass|pwd|secret|token|key|psk|cred|auth|\bpw)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One place where secrets stand. `named`: only after a name that holds a secret; `random`: no mere word."""

    kind: str
    needs: tuple[str, ...]
    pattern: re.Pattern[str]
    named: bool = False
    random: bool = False
    sure: bool = False

    def name_fits(self, found: re.Match[str]) -> bool:
        return not self.named or secret_name(found["name"])


def _rule(kind: str, needs: str, pattern: str, *, flags: int = 0, **more: bool) -> Rule:
    return Rule(kind=kind, needs=tuple(needs.split()), pattern=re.compile(pattern, flags), **more)


def _command(kind: str, names: str, options: str, *, value: str = WORD, **flags: bool) -> Rule:
    """An option of certain programs; `names` is also what the text must hold."""
    programs = "|".join(re.escape(name) for name in names.split())
    return _rule(kind, names, rf"(?<![\w./-])(?<!name )(?<!name ['\"]){_DIR}(?:{programs})(?![\w.:/]){_GAP}(?<=\s)(?:{options}){value}", **flags)


_DIR = r"(?:[\w./~-]{0,80}/)?"
_USER = r"[^\s:'\"=]{1,80}:"
_PAIR = (
    rf"(?:'{_USER}(?P<s>[^'\n]{{1,400}})'|\"{_USER}(?P<d>(?:[^\"\\\n]|\\.){{1,400}})\""
    rf"|{_USER}(?!//){_BARE})"
)
_SPACE = r"(?:\s{1,4}(?!-)|=)"

_OF = r"(?:\s+(?:for|of)\s+(?:the\s+)?(?:\S+\s+){0,3}?\S+)?"
_SAID = (
    r"(?:'(?P<s>[^'\n]{4,200})'|\"(?P<d>[^\"\n]{4,200})\"|“(?P<t>[^”\n]{4,200})”"
    r"|(?P<b>[^\s'\"`“”<>(){}|;]{6,400}))"
)

RULES: tuple[Rule, ...] = (
    _rule(
        "private key",
        "private",
        r"(?P<t>-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]{1,40000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\n){1,4}[A-Za-z0-9+/=]{16,})+))",
        sure=True,
    ),
    _rule("private key", "private-lines:", r"Private-Lines: \d+\s+(?P<t>(?:[A-Za-z0-9+/=]{16,}\s?)+)", sure=True),
    _rule("json web token", "eyj", r"(?<![\w-])(?P<t>eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?)", sure=True),
    _rule(
        "token",
        "sk- hvs. hvb. hvr. github_pat_ aiza ya29. dop_v1_ hf_ npm_ whsec_ shpat_ shpss_ key- nrak- dapi glsa_ glc_ "
        "lin_api_ pmak- figd_ xapp- xoxe atatt3x age-secret-key-1 sntrys_ atlasv1 dt0c01. rubygems_ dckr_pat_ "
        "gho_ ghp_ ghs_ ghu_ ghr_ glpat- pypi- hooks. webhooks",
        r"(?<![\w-])(?P<t>sk-(?:[a-z]{2,8}-)*[\w-]{20,}|hv[sbr]\.[\w-]{20,}|github_pat_\w{22,}|AIza[\w-]{35}"
        r"|ya29\.[\w-]{20,}|dop_v1_[a-f0-9]{64}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36}|whsec_[\w+/=]{20,}"
        r"|shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}|key-[0-9a-f]{32}|NRAK-[A-Z0-9]{27}|dapi[a-f0-9]{32}|gl(?:sa|c)_[\w=/+]{32,}"
        r"|lin_api_\w{32,}|PMAK-[a-f0-9-]{40,}|figd_[\w-]{36,}|xapp-\d-[\w-]{20,}|xoxe[.-][\w.-]{20,}"
        r"|ATATT3x[\w=-]{20,}|AGE-SECRET-KEY-1[0-9A-Z]{50,}|sntrys_[\w=+/-]{40,}|[\w]{14}\.atlasv1\.[\w-]{40,}"
        r"|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|rubygems_[a-f0-9]{48}|dckr_pat_[\w-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}"
        r"|glpat-[\w-]{20,}|pypi-[\w-]{50,}|https://(?:hooks\.slack\.com|discord(?:app)?\.com/api/webhooks)/[\w/-]{20,})",
        sure=True,
    ),
    _rule(
        "url password",
        "://",
        r"[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s:/@'\"<>{}$]{0,100}:(?P<b>[^\s/'\"`<>{}\\]{1,400})@(?=[\w\[$({<%])",
    ),
    _rule("url password", "thin:", r"jdbc:oracle:thin:[\w.-]+/(?P<b>[^\s/'\"`<>{}@]{1,200})@"),
    _rule(
        "authorization header",
        "authorization",
        r"authorization\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?(?:(?:bearer|token|basic|apikey|key|digest|bot|splunk|"
        r"aws4-hmac-sha256|genericapikey)\s{1,3})?(?P<b>[^\s'\"`\\;|&<>(){},]{4,4096})",
        flags=re.IGNORECASE,
    ),
    _rule("bearer", "bearer", r"\bbearer\s{1,3}(?P<b>[A-Za-z0-9._~+/=-]{8,4096})", flags=re.IGNORECASE, random=True),
    _rule(
        "header",
        "x- private-token job-token api-key apikey cookie",
        r"\b(?:x-[\w-]{0,30}(?:key|token|secret|auth|password)|private-token|job-token|deploy-token|api-?key|"
        r"(?:set-)?cookie)\\?[\"']?:\s{0,3}\\?[\"']?(?:[\w.-]{1,40}=)?(?P<b>[^\s'\"`\\;|&<>(){},]{4,4096})",
        flags=re.IGNORECASE,
        random=True,
    ),
    _command(
        "mysql password",
        "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlslap mysqlpump mysqlsh mysqlbinlog mariadb "
        "mariadb-dump mariadb-admin mycli mytop innobackupex xtrabackup",
        "-p",
    ),
    _command("sshpass password", "sshpass", r"-p\s{0,2}"),
    _command(
        "user and password",
        "curl wget http https xh aria2c lftp",
        r"-[A-Za-z]{0,4}u\s{0,2}|--(?:proxy-)?user[ =]|-U\s{0,2}|--proxy-auth[ =]|-a\s{1,2}|--auth[ =]",
        value=_PAIR,
    ),
    _command("user and password", "lftp", r"-u\s{0,2}", value=rf"[\w.@-]{{1,80}},{WORD}"),
    _command("user and password", "smbclient rpcclient net smbget smbmap", r"-U\s{0,2}|--user=", value=rf"[\"']?[\w.\\@-]{{1,80}}%{_BARE}"),
    _command("user and password", "sqlplus expdp impdp exp imp rman sqlldr", r"", value=r"[A-Za-z]\w{1,60}/(?P<b>[^\s'\"`/@;|&<>(){}$]{4,200})(?=@|\s|$)"),
    _command(
        "password option",
        "redis-cli keydb-cli valkey-cli",
        r"-a\s{1,2}|--pass[ =]",
    ),
    _command(
        "password option",
        "docker podman nerdctl buildah skopeo oras crane gcrane helm oc az ibmcloud cf kubeseal mongo mongosh mongodump "
        "mongorestore mongoexport mongoimport rdesktop ncftpget ncftpput nxc crackmapexec influx cqlsh clickhouse-client "
        "registry-cli svn",
        r"-p\s{1,2}(?!\d)",
        random=True,
    ),
    _rule(
        "registry login",
        "login",
        rf"(?<![\w./-])(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|helm registry|oc|az|acr)\s{_GAP}login{_GAP}"
        rf"(?<=\s)(?:-p|--password){_SPACE}{WORD}",
    ),
    _rule("registry login", "login", rf"\b(?:vault|doppler|npm|snyk|fly|heroku|infracost)\s+login\s+{WORD}", random=True),
    _command("password option", "ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd ldapcompare", r"-[ws]\s{0,2}"),
    _command("password option", "ipmitool sqlcmd bcp mosquitto_pub mosquitto_sub tsql", r"-P\s{1,2}"),
    _command("password option", "zip unzip zipcloak zipsplit", r"-P\s{0,2}"),
    _command("password option", "7z 7za 7zr 7zz", r"-p"),
    _command("password option", "rar unrar", r"-h?p(?!-)"),
    _command("password option", "snmpwalk snmpget snmpset snmpbulkwalk", r"-[AX]\s{1,2}"),
    _command("password option", "xfreerdp wfreerdp", r"/p:"),
    _command("password option", "qpdf", r"--encrypt\s{1,2}", random=True),
    _command("password option", "wpa_passphrase", r"", value=rf"(?:'[^'\n]{{1,80}}'|\"[^\"\n]{{1,80}}\"|[^\s'\"<>|-]{{1,80}})\s{{1,2}}{WORD}"),
    _command("password option", "nmcli", r"(?:password|psk|wifi-sec\.psk|802-11-wireless-security\.psk)\s{1,2}"),
    _command("password option", "rabbitmqctl", r"(?:add_user|change_password|authenticate_user)\s{1,2}[^\s'\"]{1,80}\s{1,2}"),
    _command("password option", "aws", r"(?:set\s{1,2}[\w.-]{0,40}(?:secret_access_key|session_token))\s{1,2}"),
    _command("password option", "htpasswd", r"-[A-Za-z]{0,5}b[A-Za-z]{0,5}(?:\s{1,2}-\w{1,6}){0,3}\s{1,2}", value=rf"(?:[^\s'\"-][^\s]{{0,200}}\s{{1,2}}){{1,2}}{WORD}(?=\s*(?:$|[\n;|&)>]))"),
    _command("password option", "useradd usermod", r"(?:-p|--password)\s{1,2}", random=True),
    _command("password option", "cryptsetup veracrypt", r"(?:-p|--password)[ =]"),
    _command("password option", "openssl", r"-(?:passin|passout|pass|passwd)\s{1,2}[\"']?pass:|-k\s{1,2}|-hmac\s{1,2}|-K\s{1,2}"),
    _command("password option", "openssl", r"-macopt\s{1,2}[\"']?(?:hex)?key:"),
    _command("password option", "gpg gpg2", r"--passphrase[ =]"),
    _command("password option", "keytool jarsigner", r"-(?:src|dest|new)?(?:store|key)pass\s{1,2}"),
    _rule(
        "kubernetes secret",
        "--from-literal",
        rf"--from-literal[ =][\"']?[\w.-]{{1,80}}=(?:{WORD})",
    ),
    _rule(
        "echoed password",
        "passwd chpasswd sudo --password-stdin cryptsetup smbpasswd docker kinit --stdin --passphrase-fd",
        rf"\b(?:echo|printf)\s{{1,2}}(?:-[neE]{{1,3}}\s{{1,2}})?(?:[\"']?%s(?:\\n)?[\"']?\s{{1,2}})?{WORD}\s{{0,3}}\|{{1,2}}&?\s{{0,3}}"
        rf"(?:sudo\s(?:-\w+\s+)*)?{_DIR}(?:passwd|chpasswd|sudo\s{_GAP}-\w{{0,3}}S|\S[^\n|;]{{0,200}}--pass(?:word|phrase)?-(?:stdin|fd)"
        rf"|cryptsetup|smbpasswd|kinit|vncpasswd|[^\n|;]{{0,80}}--stdin)",
    ),
    _rule("chpasswd", "chpasswd", rf"\bchpasswd\b{_GAP}<<<\s{{0,2}}{_PAIR}"),
    _rule("chpasswd", "chpasswd", rf"\bchpasswd\b[^\n]{{0,80}}<<-?\s?[\"']?\w+[\"']?\n\s*[\w.-]+:(?P<t>[^\n]{{4,200}})\n"),
    _rule("here-string password", "<<<", rf"\b(?:passwd|sudo|cryptsetup|smbpasswd|kinit|vncpasswd)\b{_GAP}<<<\s{{0,2}}{WORD}"),
    _rule("netrc", "machine", rf"\bmachine\s+\S+\s+login\s+\S+\s+password\s+{WORD}"),
    _rule("netrc", "machine", rf"(?m)^\s*machine\s+\S+\s*\n\s*login\s+\S+\s*\n\s*password\s+{WORD}"),
    _rule("pgpass", ":", r"(?m)^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:(?P<t>[^\s:'\"]{4,200})$"),
    _rule(
        "sql password",
        "identified password",
        r"\b(?:identified\s+(?:with\s+\w+\s+)?(?:by|as)|(?:encrypted\s+)?password)(?:\s{1,3}|\s{0,2}=\s{0,2}|(?=\())(?:password\s*)?\(?\s*"
        r"(?:\\?'(?P<s>[^'\n\\]{1,400})\\?'|\\?\"(?P<d>[^\"\n\\]{1,400})\\?\")",
        flags=re.IGNORECASE,
    ),
    _rule("npm token", "_authtoken _password _auth", r"_(?:authToken|password|auth)\s*=\s*(?P<b>[^\s'\"$]{8,400})"),
    _rule(
        "connection string",
        "password= pwd= accountkey= sharedaccesskey= sharedaccesssignature= sig=",
        r"(?i)\b(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature|sig)=(?P<b>[^\s'\"`;&<>(){}\\$]{4,400})"
        r"(?=;|&|['\"]|\s|$)",
    ),
    _rule(
        "named value",
        "pass pwd secret token key psk cred auth pw",
        rf"(?<![\w$.{{-])(?P<q>[\"'])(?P<name>{_NAME})=(?P<t>(?:(?!(?P=q))[^\n\\]){{4,4096}})(?P=q)",
        named=True,
    ),
    _rule(
        "named value",
        "pass pwd secret token key psk cred auth pw",
        rf"(?<![\w$.{{-])(?P<name>{_NAME})(?:\[\w*\])?\+?={WORD}(?![\w.]*[(\[])",
        named=True,
    ),
    _rule(
        "named value",
        "pass pwd secret token key psk cred auth pw",
        rf"(?<![\w$.{{-])(?P<name>{_NAME})\\?[\"'\]]{{0,2}}\s{{0,8}}(?:=>|:=|[:=])\s{{0,8}}"
        r"(?:'(?P<s>[^'\n]{1,4096})'|\\+\"(?P<t>[^\"\\\n]{1,4096})\\+\"|\"(?P<d>(?:[^\"\\\n]|\\.){1,4096})\")",
        named=True,
    ),
    _rule(
        "named value",
        "pass pwd secret token key psk cred auth pw",
        rf"(?m)^[ \t]*(?:- |export |set |setenv |\*\*|#\s?)?[\"']?(?P<name>{_NAME})[\"']?[ \t]{{0,40}}[:=][ \t]{{1,40}}"
        r"(?P<b>[^\s'\"`<>(){}\[\]|&;$][^\s'\"`<>(){}\[\]|&;]{3,4096})[ \t]*(?:#.*)?$",
        named=True,
    ),
    _rule(
        "named value",
        "pass pwd secret token key psk cred auth pw",
        rf"(?<![\w$.{{-])(?P<name>{_NAME})\s{{0,2}}[:=]\s{{0,2}}{_BARE}(?![\w.]*[(\[])",
        named=True,
        random=True,
    ),
    _rule(
        "secret option",
        "--",
        rf"(?<![\w-])(?P<name>--?[A-Za-z][\w-]{{2,60}}+)\s{{1,2}}(?!-){WORD}",
        named=True,
        random=True,
    ),
    _rule(
        "password option",
        "--pass --db-pass --admin-pass --root-pass --user-pass --http-pass --ftp-pass -password -passwd",
        rf"(?<![\w])--?[\w-]{{0,40}}pass(?:word|wd|phrase)?\s{{1,2}}(?!-){WORD}",
    ),
    _rule(
        "fish or csh assignment",
        "set",
        rf"(?<![\w-])set(?:env)?\s+(?:-\w+\s+)*(?P<name>[A-Za-z_]\w{{0,60}})\s+{WORD}",
        named=True,
        random=True,
    ),
    _rule(
        "secret in words",
        "pass pwd secret token key",
        rf"\b(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|secret|auth|encryption)[ -]key)\b{_OF}[\"']?"
        rf"(?:\s{{0,3}}[:=]\s{{0,3}}|\s+(?:is|to|as|be|becomes|value|was|being|called)\s+){_SAID}",
        flags=re.IGNORECASE,
        random=True,
    ),
    _rule(
        "secret in words",
        "pass pwd",
        rf"\b(?:password|passwd|passphrase|passcode|pwd)\b{_OF}\s+(?:of\s+|with\s+)?{_SAID}",
        flags=re.IGNORECASE,
        random=True,
    ),
)
