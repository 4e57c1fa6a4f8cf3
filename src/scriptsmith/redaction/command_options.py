"""Rules for secrets in the options and operands of programs that need more than the table's word that it is one."""

from __future__ import annotations

from .rule import GAP, PAIR, WORD, command, rule

_MYSQL = (
    "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlslap mysqlpump mysqlsh mysqlbinlog mariadb "
    "mariadb-dump mariadb-admin mycli mytop innobackupex xtrabackup"
)

COMMAND_OPTIONS = (
    rule("user and password", "-u ,stats auth ", rf"(?:-u|stats auth)\s{{1,2}}{PAIR}", must="random"),
    command("token option", "gh", rf"secret\s{GAP}(?:-b|--body)[ =]"),
    command("cloud credentials", "mc", r"(?:alias\s+set|config\s+host\s+add)\s+\S+\s+\S+\s+\S+\s+", must="random"),
    command("key passphrase", "ssh-keygen", rf"-[NP]\s{{0,2}}\S+\s{GAP}(?<=\s)-[NP]\s{{0,2}}"),
    command(
        "short password option", "rclone", r"(?:pass|token|client_secret|secret_access_key|key)[ =]", must="random"
    ),
    command("token option", "consul", r"set-agent-token\s+\w+\s+", must="random"),
    rule(
        "short password option",
        "-u ,--user,-l ",
        rf"(?<=\s)(?:-[ul]|--user(?:name)?)[ =]\S+\s{{1,3}}(?:\S+\s+){{0,2}}?-p\s?{WORD}",
        must="random",
    ),
    rule(
        "user and password",
        "-auth,-creds,-credentials,-basic",
        rf"-(?:auth|creds|credentials|basic(?:-auth)?)(?:\s{{1,2}}|=){PAIR}",
        must="random",
    ),
    command("mysql password", _MYSQL, "-p(?!rint)"),
    command("mysql password", _MYSQL, r"-p\s{1,2}(?!-)", must="dense"),  # what follows a blank is mostly a database
    command("mysql password", _MYSQL, r"-p\s{1,2}(?!-)(?=['\"]?[^\s'\";|&<>$]*[!@#%^*+~?])", must="random"),
    command(
        "user and password",
        "curl wget http https xh aria2c lftp",
        r"-[A-Za-z]{0,4}u\s{0,2}|--(?:proxy-)?user[ =]|-U\s{0,2}|--proxy-auth[ =]|-a\s{1,2}|--auth[ =]",
        PAIR,
    ),
    command("user and password", "lftp", r"-u\s{0,2}", rf"[\w.@-]{{1,80}},{WORD}"),
    command(
        "user and password",
        "smbclient rpcclient net smbget smbmap",
        r"-U\s{0,2}|--user=",
        rf"[\"']?[\w.\\@-]{{1,80}}%{WORD}",
    ),
    command(
        "user and password",
        "sqlplus expdp impdp rman sqlldr",
        "",
        r"[\"']?[A-Za-z]\w{0,60}/(?:\\?\"(?P<t>[^\"\n\\]{4,200})|(?P<b>[^\s'\"`/@;|&<>(){}$]{4,200}))(?=\\?\"?(?:@|\s|[\"']|$))",
    ),
    command(
        "redis password", "redis-cli keydb-cli valkey-cli", r"(?:AUTH|auth)\s{1,2}(?:\w+\s{1,2}(?=\S))??", must="random"
    ),
    command(
        "redis password", "redis-cli keydb-cli valkey-cli", r"(?:ACL|acl)\s+\S+\s+\S+\s+(?:[^\s>]+\s+){0,8}?[\"']?>"
    ),
    command("short password option", "twine doveadm", r"-p\s{1,2}", must="random"),
    command("account password", "doveadm", r"auth\s+test\s+\S+\s+(?!-)", must="random"),
    command("account password", "radtest", r"(?=\S)(?<=\s)(?:-\w\s+\S+\s+)*[^\s-]\S*\s+", must="random"),
    command("account password", "dscl", r"-passwd\s+\S+\s+"),
    command("wifi password", "iwconfig", r"key\s+(?:s:)?", must="random"),
    command("wifi password", "wpa_cli", r"psk\s+[\"']{0,2}"),
    command("secret value", "pulumi", r"--secret\s+\S+\s+(?!-)", must="random"),
    command("secret value", "iscsiadm", r"\S*password\S*\s+(?:-v|--value)[ =]"),
    rule("account password", "net user", rf"net user\s+[^\s/]+\s+(?!/){WORD}", ignore_case=True, must="random"),
    rule(
        "secret string",
        "convertto-securestring",
        rf"ConvertTo-SecureString\s+(?:-\w+\s+)*(?!-){WORD}",
        ignore_case=True,
    ),
    rule("user and password", "--user", rf"--user(?:name)?[ =]{PAIR}", must="dense"),
    command("database password", "db2", r"using\s+"),
    command("token option", "gem", r"(?:-k|--key)[ =]", must="random"),
    command("short password option", "conan", r"-p\s{1,2}", must="random"),
    command("login", "vault", r"(?:unseal|rekey)\s+(?!-)", must="dense"),
    command("login", "gcloud", r"activate-refresh-token\s+\S+\s+", must="dense"),
    command(
        "short password option",
        "docker podman nerdctl buildah skopeo oras crane gcrane helm oc az ibmcloud cf kubeseal rdesktop ncftpget "
        "ncftpput nxc crackmapexec influx cqlsh clickhouse-client svn",
        r"-p\s{1,2}(?!\d)",
        must="random",
    ),
    command(
        "login", "vault doppler npm snyk fly heroku infracost cargo wandb ngrok", r"login\s{1,2}(?!-)", must="random"
    ),
    rule(
        "login",
        "login,authtoken,apikey,activate,activation",
        r"(?:login|authtoken|setapikey|activate|activation)\s{1,2}(?P<b>[\w.~+/=][\w.~+/=-]{15,400})(?=\s|$)",
        ignore_case=True,
        must="dense",
    ),
    command(
        "token option",
        "doctl hcloud linode-cli flyctl fly snyk wandb sentry-cli codecov ngrok tailscale vercel netlify "
        "huggingface-cli",
        r"(?:-t|-k|--\w{0,20}(?:token|key))(?:\s{1,2}|=)(?!-)",
        must="random",
    ),
    command(
        "token option", "nuget", r"(?:-k|--api-key|-ApiKey)\s{1,2}|(?:setApiKey|push\s+\S+)\s{1,2}(?!-)", must="random"
    ),
    command(
        "registry login",
        "poetry composer",
        r"(?:http-basic\.\S{1,200}\s+\S{1,80}\s+|(?:pypi-token|\w+-oauth|bearer|gitlab-token)\.\S{1,200}\s+)",
    ),
    command("registry login", "bundle bundler", r"config\s+(?:set\s+)?(?:--\w+\s+)*\S{1,200}\s+", PAIR, must="random"),
    command(
        "secret value",
        "az aws gcloud oci ibmcloud akeyless infisical doppler op",
        rf"(?:\S*secrets?(?:manager|-secret|-version)?|SecureString)\s{GAP}(?<=\s)"
        r"--(?:value|secret-string|string-value|plaintext|body|data)[ =](?!file:|-)",
    ),
    command("secret value", "aws", rf"put-parameter\s{GAP}(?<=\s)--value[ =](?=[^\n|;&]*SecureString)"),
    command(
        "vault password",
        "ansible-vault",
        r"encrypt_string\s+(?:--?[\w-]+(?:[ =](?=-)|\s+\S+\s+(?=-)|\s+))*?(?=['\"\w])(?!-)",
    ),
    command("ipmi password", "ipmitool", r"user\s+set\s+password\s+\d+\s+"),
    rule("snmp community", "rocommunity,rwcommunity", rf"r[ow]community6?\s+{WORD}", must="random"),
    rule(
        "snmp password",
        "createuser",
        rf"(?<![\w.])createUser\s+(?:-e\s+\S+\s+)?\S+\s+(?:MD5|SHA[-\d]{{0,5}})\s+{WORD}",
        again=rf"\s+(?:DES|AES[-\d]*)\s+{WORD}",
        ignore_case=True,
    ),
    rule(
        "share password",
        "net use",
        rf"net use(?:\s+(?:\S:|\*))?\s+[\\/]{{2,4}}\S+(?:\s+/user:\S+)?\s+(?![/-]){WORD}",
        ignore_case=True,
        must="random",
    ),
    rule("mail password", "sendemail", rf"sendemail\s{GAP}(?<=\s)-xp\s{{1,2}}{WORD}", ignore_case=True),
    rule(
        "user and password",
        "bearer",
        rf"[^\n]{{0,400}}?(?:-A|--auth-type)[ =]bearer\s{GAP}(?<=\s)(?:-a|--auth)[ =]{WORD}",
        where="line",
    ),
    command("remote desktop password", "xfreerdp wfreerdp", r"/p:"),
    command(
        "wifi password",
        "wpa_passphrase",
        r"",
        rf"(?:'[^'\n]{{1,80}}'|\"[^\"\n]{{1,80}}\"|[^\s'\"<>|-]{{1,80}})\s{{1,2}}{WORD}",
    ),
    command("wifi password", "nmcli", r"(?:password|psk|wifi-sec\.psk|802-11-wireless-security\.psk)\s{1,2}"),
    command(
        "broker password", "rabbitmqctl", r"(?:add_user|change_password|authenticate_user)\s{1,2}[^\s'\"]{1,80}\s{1,2}"
    ),
    command("cloud credentials", "aws", r"set\s{1,2}[\w.-]{0,40}(?:secret_access_key|session_token)\s{1,2}"),
    command(
        "htpasswd password",
        "htpasswd",
        r"-[A-Za-z]{0,5}b[A-Za-z]{0,5}(?:\s{1,2}-\w{1,6}){0,3}\s{1,2}",
        rf"(?:[^\s'\"-]\S{{0,200}}\s{{1,2}}){{1,2}}{WORD}(?=\s*(?:$|[\n;|&)>]))",
    ),
    command("volume password", "cryptsetup", r"(?:-p|--password)[ =]"),
    command(
        "openssl password",
        "openssl",
        r"-(?:passin|passout|pass|passwd)\s{1,2}[\"']?pass:|-k\s{1,2}|-hmac\s{1,2}|-K\s{1,2}",
    ),
    command("openssl password", "openssl", r"-macopt\s{1,2}[\"']?(?:hex)?key:"),
    command(
        "password to hash",
        "openssl",
        r"passwd(?:\s+-salt\s+\S+|\s+-(?!in\b|stdin\b|help\b)\w+)*\s+(?!-)",
        must="phrase",
    ),
    command(
        "password to hash", "mkpasswd", r"(?:(?:-m|--method|-S|--salt|-R|--rounds)[ =]\S+\s+)*(?!-)", must="random"
    ),
    rule("kubernetes secret", "--from-literal", rf"--from-literal[ =](?:[\"']?[\w.-]{{1,80}}=){WORD}"),
    rule(
        "short password option",
        "\"-p,'-p",
        r"[\"']-p(?P<t>[^\s\"'\\$:/,]{8,200})[\"']",
        must="dense",
    ),
    rule(
        "password option", "pass", rf"--?(?:[\w-]{{1,60}}-)?pass(?:word|wd|phrase)?\s{{1,2}}(?!-){WORD}", where="name"
    ),
)
