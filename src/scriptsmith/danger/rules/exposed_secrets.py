"""SS1213, SS1214 and SS1231: secrets that are laid, printed or sent where others read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit, Word
from .invocation import Invocation
from .paths import secret, spelled
from .permissions import modes
from .rule import dangerous, rule, script_rule
from .write_targets import targets

# Folders that a web, file or boot server shows to whoever asks.
_SHOWN = re.compile(
    r"(?:/var/www|/srv/(?:www|http|ftp|tftp)|/usr/share/nginx/html|/usr/local/www|/var/ftp|/var/lib/tftpboot)(?:/|"
    r"\Z)|"
    r"(?:/.*)?/(?:public_html|htdocs|wwwroot|webroot|docroot)(?:/|\Z)|/(?:srv|opt|var)/.*/public(?:/|\Z)"
)
_KEY = re.compile(
    r"(?:.*/)?(?:[\w.*…-]+\.key|[\w.*…-]*priv(?:ate)?[-_.]?key[\w.]*|[\w*…-]+-key\.pem|\.env(?:\.[\w-]+)?|"
    r"[\w-]+\.env|"
    r"[\w.…-]*\.(?:kdbx|p12|pfx|jks|keytab|ppk)|kubeconfig[\w.-]*|admin\.conf|credentials(?:\.\w+)?|\.?pgpass|"
    r"\.my\.cnf|"
    r"secrets?\.(?:ya?ml|json|env|txt)|id_(?:rsa|dsa|ecdsa|ed25519)|\.?vault[-_]pass\w*(?:\.txt)?|"
    r"passwords?\.(?:txt|csv)|htpasswd|shadow|terraform\.tfstate|wp-config\.php)\Z",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"(?:.*/)?(?:[\w.-]*(?:pub|public|ca|example|sample|template|dist)[\w.-]*|.*\.gpg\.key|Release\.key)\Z", re.I
)
_DUMP = re.compile(r".*\.(?:sql|dump|dmp|bson|mdb|bak|ldif)(?:\.(?:gz|xz|zst|bz2|zip))?\Z", re.I)
_DUMPERS = frozenset(
    (
        "mysqldump",
        "mariadb-dump",
        "pg_dump",
        "pg_dumpall",
        "mongodump",
        "mongoexport",
        "slapcat",
        "ldapsearch",
        "redis-cli",
    )
)
_COPYING = frozenset(("cp", "mv", "install", "ln", "rsync"))


def key_file(path: str) -> bool:
    """Whether a file holds a key, a password or the like, going by its name and place."""
    return bool(secret(path) or (_KEY.match(path) and not _PLAIN.match(path))) and not path.endswith((".pub", ".crt"))


@rule(
    "SS1213",
    "Lays secrets where others read them",
    why="What lies in a web server's folder is fetched by whoever guesses its name, and scanners guess these names.",
    instead="keep keys, settings and dumps outside the web root with mode 600, and hand them on over ssh",
    on="> tar " + " ".join(sorted(_COPYING)),
    bad=(
        "cp /etc/ssl/web/privkey.pem /var/www/html/certs/",
        "cp .env.production /var/www/shop/env.txt",
        "mysqldump crm | gzip > /var/www/html/downloads/crm.sql.gz",
        "ln -s /etc/kubernetes/admin.conf /usr/share/nginx/html/kubeconfig",
        "pg_dump crm > /srv/www/crm.dump",
        "cp a.crt a.key chain.pem /srv/www/pub/",
        "tar czf /var/www/html/drop/a.tgz -C /etc/letsencrypt live/a.org",
    ),
    good=(
        "cp fullchain.pem /var/www/html/certs/",
        "cp robots.txt /var/www/shop/",
        "cp site.key /etc/nginx/ssl/site.key",
        "mysqldump crm | gzip > /backup/crm.sql.gz",
        "cp .env.example /var/www/shop/.env.example",
        "cp /srv/keys/id_ed25519.pub /var/www/html/deploy.pub",
    ),
)
def laid_open(call: Invocation) -> Hit | None:
    command = call.command
    for target in targets(call):
        if not _SHOWN.match(target.path) or target.how == "edits":
            continue
        feeding = [*command.upstream, command]
        stored = _DUMP.match(target.path) or any(each.name in _DUMPERS for each in feeding)
        if stored and call.name not in ("mkdir", "touch"):
            return dangerous(f"lays a copy of stored data where the web server shows it: {target.path}")
        if call.name in _COPYING:
            for word in call.operands[: None if call.has("-t", "--target-directory") else -1]:
                path = spelled(word, command.cwd)
                application = path.rpartition("/")[2].startswith(".env") and target.path.rpartition("/")[2].startswith(
                    ".env"
                )
                if key_file(path) and not application:
                    return dangerous(f"lays {path} where the web server shows it: {target.path}")
        if call.name == "tar" and (packed := _packed_keys(call)):
            return dangerous(f"lays {packed} where the web server shows it: {target.path}")
    return None


def _packed_keys(call: Invocation) -> str:
    """What an archive holds that is a key, or a folder where keys lie."""
    folders = call.all("-C", "--directory")
    base = folders[-1] if folders else call.command.cwd
    paths = [spelled(word, base) for word in call.operands]
    return next((each for each in paths if key_file(each) or secret(f"{each}/privkey.pem")), "")


_READABLE = re.compile(r"(?:[ug]*[oa][ugoa]*|)[+=][wxXst]*r")


def _readable(mode: str) -> bool:
    """Whether a mode lets everybody read."""
    if mode.isdigit():
        return len(mode) >= 3 and mode[-1] in "4567"
    return any(_READABLE.match(clause) for clause in mode.split(","))


@rule(
    "SS1231",
    "Lets everybody read a key or a file of passwords",
    why="Whoever has any account on the machine, and every service that is broken into, reads it.",
    instead="use chmod 600, or 640 with the group of the one service that needs it",
    on="chmod install",
    yields="SS1202",
    bad=(
        "chmod 644 /etc/nginx/ssl/api.key",
        "chmod a+r /srv/app/tls/server.key",
        "chmod 755 /srv/app/keystore.p12",
        "install -m 644 server.key /etc/haproxy/server.key",
    ),
    good=(
        "chmod 640 /etc/nginx/ssl/api.key",
        "chmod 600 .env",
        "chmod 644 server.crt",
        "chmod +x run.sh",
        "install -m 600 server.key /etc/haproxy/server.key",
        "chmod 644 /etc/apt/keyrings/vendor.gpg.key",
    ),
)
def readable_key(call: Invocation) -> Hit | None:
    if call.name == "chmod":
        mode, files = modes(call)
    else:
        mode, files = call.value("-m", "--mode") or "", call.operands[:-1]
    if not _readable(mode):
        return None
    for word in files:
        path = spelled(word, call.command.cwd)
        if key_file(path) and not path.startswith(("/etc/apt/", "/usr/share/keyrings", "/etc/pki/rpm-gpg")):
            return dangerous(f"lets everybody read {path}")
    return None


_NAMES = (
    r"(?:\w*_)?(?:password|passwd|passphrase|pw|secret|token|api_?key|access_?key|private_?key|deploy_?key|"
    r"secret_?key|"
    r"credentials?|db_?pass|\w+_pass|root_?pass|new_?pass|passwort|pwd_?plain)\d*"
)
_VARIABLE = re.compile(rf"(?i)(?<!\\)\$(?:\{{{_NAMES}(?:\}}|:?-[^}}]*\}})|{_NAMES}\b)")
_NOT_ONE = re.compile(
    r"(?i)\$\{?\w*(?:_file|_path|_dir|_name|_id|_count|_length|_len|_ttl|_age|_expiry|_url|_max|_min|_policy)\b|"
    r"\$\{?pwd\b"
)
_MADE = (
    r"(?:openssl\s+rand\s+-(?:base64\s+\d\d|hex\s+(?:1[2-9]|[2-9]\d))|\bpwgen\b|\bmkpasswd\b|\bapg\b|"
    r"urandom.*head\s+-c\s*\d\d)"
)
_STORED = (
    r"(?:vault\s+(?:kv\s+get|read)\b|get-secret-value|get-parameter\w*\b.*with-decryption|"
    r"\bget\s+secrets?\b.*base64\s+(?:-d|--decode)|"
    r"\b(?:pass|gopass)\s+show\b|\bop\s+read\b|/run/secrets/|secrets\s+versions\s+access|keyvault\s+secret\s+show)"
)
_MADE_HERE = re.compile(rf"[$`<][( ].*{_MADE}", re.S)
_FROM_STORE = re.compile(rf"[$`<][( ]?.*{_STORED}", re.S)
_LOG = re.compile(r"/var/log/.*|.*\.log\Z|.*/logs?/.*")
_OPEN_TO_ALL = re.compile(
    r"/etc/(?:profile\.d/.*|environment|motd|issue|bash\.bashrc)\Z|/var/www/.*|/srv/(?:www|http|ftp)/.*"
)
_CHAT = re.compile(
    r"(?i)https?://[^\s/]*(?:hooks?\b|slack|teams|discord|telegram|chat|mattermost|paste\w*|ntfy|pushover)|"
    r"/webhooks?/|/hooks/"
)
BUILDS = re.compile(
    r"\$\{?(?:CI|CI_\w+|GITHUB_\w+|GITLAB_\w+|BUILD_(?:ID|NUMBER|URL|TAG|\w*DIR\w*)|JENKINS_\w+|RUNNER_\w+|TRAVIS\w*|"
    r"CIRCLE\w*|BITBUCKET_\w+|DRONE_\w+|AGENT_\w+DIRECTORY)\b|##vso\[|##\[group\]|::(?:group|set-output|add-mask)|##teamcity"
)
_SENDING = frozenset(("curl", "wget", "http", "https", "xh"))


_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|('[^']*')|\\.", re.S)


def _expanded(source: str) -> str:
    """A command as it is written, without what stands in single quotes."""
    return _QUOTED.sub(lambda found: "" if found[1] else found[0], source)


def _text(command: Command) -> str:
    """The command as it is written, its here-documents included."""
    texts = [each.target.written for each in command.redirects if each.operator in ("<<", "<<-", "<<<")]
    return "\n".join((_expanded(command.source), *texts))


def _held(words: Sequence[Word], text: str) -> tuple[str, bool]:
    """The secret that a command passes on, as it is written, and whether it was only made by this script."""
    for word in words:
        for unknown in word.unknowns:
            if _FROM_STORE.match(unknown.source) and not re.search(
                r"\|\s*(?:wc|sha\d+sum|md5sum|cut|head|jq)\b", unknown.source
            ):
                return unknown.source, False
            if _MADE_HERE.match(unknown.source):
                return unknown.source, True
    for found in _VARIABLE.finditer(text):
        if not _NOT_ONE.match(found[0]):
            given = any(part.source == found[0] or part.kind in ("environment", "unset", "argument")
                        for word in words for part in word.unknowns)  # fmt: skip
            return found[0], not given
    return "", False


def _files(call: Invocation) -> list[str]:
    return [target.path for target in targets(call)]


@script_rule(
    "SS1214",
    "Prints, logs or posts a secret",
    why="A log is read by more people than the secret is meant for, copied to other machines and kept for years; a "
    "chat "
    "or a build log is open to everybody who is in it.",
    instead="say that the secret is there, or how long it is (${#TOKEN}), and hand it on by a file of mode 600",
    on="echo printf cat logger curl wget http https xh set",
    bad=(
        'echo "token: $API_TOKEN"',
        'T=$(vault kv get -field=p secret/db); echo "with $T" >> /var/log/sync.log',
        'P=$(openssl rand -base64 18); curl -d "{\\"text\\":\\"login: $P\\"}" https://hooks.slack.example/x',
        'logger "connecting with $DB_PASSWORD"',
        'echo "branch $CI_COMMIT_REF_NAME key $DEPLOY_KEY"',
        'set -x; curl -u "admin:$ADMIN_PASSWORD" https://grafana.internal/api/health',
    ),
    good=(
        'echo "token has ${#API_TOKEN} characters"',
        'echo "$REGISTRY_PASSWORD" | docker login --password-stdin',
        'P=$(openssl rand -base64 18); printf "%s\\n" "$P" > /root/pw',
        'curl -H "Authorization: Bearer $TOKEN" https://api.example.org/v1',
        'P=$(openssl rand -base64 18); echo "new password: $P"',
        'echo "${TOKEN:+token is set}"',
        'echo "id $(openssl rand -hex 4)"',
        'printf "machine x password %s\\n" "$TOKEN" > ~/.netrc',
    ),
)
def shown(calls: Sequence[Invocation]) -> Iterator[Hit]:
    fed = {id(up) for call in calls for up in call.command.upstream}
    after = {id(up): call.name for call in calls for up in call.command.upstream}
    building = any(BUILDS.search(call.command.source) for call in calls)
    traced = False
    for call in calls:
        command = call.command
        if call.name == "set":
            traced = bool(re.search(r"(?:\A|\s)-\w*x|-o xtrace", call.text)) or (traced and "+x" not in call.text)
        elif traced and call.name not in ("[", "[[", "test", "read", "local", "declare", "export"):
            text, _ = _held(command.arguments, _expanded(command.source))
            if text and not command.captured:
                traced = False
                yield dangerous(f"prints {text}, since set -x shows every command", command.place)
                continue
        if call.name in _SENDING:
            if _CHAT.search(call.text):
                body = [word for word in command.arguments if not word.shape.startswith(("http", "Authorization"))]
                text, _ = _held(body, re.sub(r"https?://\S+", "", _expanded(command.source)))
                if text and not re.search(r"Authorization|-H\b[^\n]*\$\{?\w*TOKEN", command.source):
                    yield dangerous(f"posts {text} where a whole group reads it", command.place)
            continue
        if call.name not in ("echo", "printf", "cat", "logger"):
            continue
        text, made = _held([*command.arguments, *(each.target for each in command.redirects)], _text(command))
        if not text or command.captured or "python" in " ".join(command.via):
            continue
        files = _files(call)
        logged = call.name == "logger" or any(map(_LOG.match, files)) or after.get(id(command)) == "logger"
        printed = id(command) not in fed and not files and (building or not made) and not _redirected(command)
        if any(path.endswith(("Dockerfile", "Containerfile")) for path in files):
            yield dangerous(f"writes {text} into an image, where everybody who has it reads it", command.place)
        elif any(map(_OPEN_TO_ALL.match, files)):
            yield dangerous(f"writes {text} into {files[0]}, which everybody may read", command.place)
        elif logged or (printed and call.name != "cat"):
            yield dangerous(f"{'logs' if logged else 'prints'} {text}", command.place)


@script_rule(
    "SS1233",
    "Sends a whole folder of the system to a repository",
    why="In /etc and in home folders lie keys, password hashes and tokens; what was pushed once is in every clone "
    "and in "
    "the history for good.",
    instead="name the files that are meant, and keep the repository on this machine with mode 700 (etckeeper)",
    on="git",
    bad=(
        "cd /etc && git init && git add -A && git commit -m x && git push -u https://git.example/a.git master",
        "cd ~ && git add . && git commit -m x && git push",
        "git -C /root add --all; git -C /root commit -m x; git -C /root push",
        "cd /srv/app && git add -A .env config/ && git commit -m x && git push origin main",
    ),
    good=(
        "cd /etc && git add -A && git commit -m x",
        "cd /srv/app && git add -A && git commit -m x && git push",
        "cd /etc && git add nginx/nginx.conf && git commit -m x && git push",
    ),
)
def pushed(calls: Sequence[Invocation]) -> Iterator[Hit]:
    whole = key = repository = ""
    for call in calls:
        if call.name != "git":
            continue
        told = call.all("-C")
        where = spelled(told[-1]) if told else spelled(call.command.cwd) if call.command.cwd is not None else ""
        if call.verb == "add" and (call.has("-A", "--all") or "." in call.words[1:2]) and _HOLDING.match(where):
            whole = where
        elif call.verb == "add" and (named := _named_key(call)):
            key, repository = named, where
        elif call.verb == "push" and key and where == repository and not call.has("--dry-run", "-n"):
            yield dangerous(f"sends {key} to a repository, where it stays in the history", call.command.place)
        elif call.verb == "push" and whole and where == whole and not call.has("--dry-run", "-n"):
            yield dangerous(
                f"sends everything in {whole} to a repository, keys and passwords among it", call.command.place
            )


def _named_key(call: Invocation) -> str:
    """The file with keys or passwords that is added by its name."""
    for word in call.operands[1:]:
        path = spelled(word, call.command.cwd)
        if (key_file(path) or path.endswith("/.env") or path == ".env") and not path.endswith(
            (".pub", ".crt", ".example")
        ):
            return path
    return ""


_HOLDING = re.compile(r"(?:/|~|/etc|/root|/home(?:/[^/]+)?|/var/lib(?:/[^/]+)?)\Z")


def _redirected(command: Command) -> bool:
    """Whether what it prints goes to a descriptor of another program or to nothing."""
    return any(each.operator in (">", ">>", ">|", "&>", ">&") and each.target.shape not in ("1", "2", "/dev/stderr",
               "/dev/stdout", "/dev/tty") and each.descriptor in (None, 1) for each in command.redirects)  # fmt: skip
