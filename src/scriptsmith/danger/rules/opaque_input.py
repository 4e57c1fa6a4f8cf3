"""SS1807 and SS1808: code and statements that stand somewhere else than in the text."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit, Word
from .databases import STATEMENT_OPTIONS, fed_text
from .invocation import Invocation
from .known_names import INTERPRETERS, SHELLS
from .paths import spelled
from .rule import notable, rule, unanalysable
from .word_lists import throwaway
from .write_targets import content

_CLIENTS = (
    "mysql mariadb psql sqlite3 sqlite sqlcmd mysqlsh clickhouse-client cqlsh sqlplus isql snowsql duckdb cockroach "
    "ysqlsh mssql-cli osql db2 presto trino hive beeline impala-shell spark-sql pgcli mycli litecli rman mongo mongosh "
    "usql redis-cli valkey-cli"
)
_KEYS = frozenset(("redis-cli", "valkey-cli"))
_MONGO = frozenset(("mongo", "mongosh"))
_FILE_OPTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("psql", "ysqlsh", "cqlsh", "cockroach", "presto", "trino", "hive", "beeline"), ("-f", "--file")),
    **dict.fromkeys(("impala-shell", "spark-sql", "snowsql"), ("-f", "--filename", "--query_file")),
    "sqlcmd": ("-i", "--input-file"),
    "clickhouse-client": ("--queries-file",),
    "mysqlsh": ("-f", "--file"),
    "sqlite3": ("-init",),
}
_INCLUDES = re.compile(r"(?:\A|[;\n])\s*(?:source\s|\\\.\s|\\i[re]?\s|\.read\s|\.import\s|@@?\w|!source\s)", re.I)


@rule(
    "SS1807",
    "Runs statements that do not stand in the text",
    why="A file of statements can drop everything as easily as it can fill it.",
    instead="write the statements into the script, or let a person read the file",
    on=_CLIENTS,
    level="unanalysable",
    yields="SS1060 SS1062",
    bad=(
        'psql -c "$SQL"',
        "cat change.sql | psql shop",
        "mysql shop < change.sql",
        "psql -f change.sql",
        'mysql -e "$(cat change.sql)"',
        "mongosh cleanup.js",
        "mysql -e 'source change.sql'",
        "zcat dump.gz | mysql shop",
    ),
    good=(
        "psql -c 'select 1'",
        'psql -c "select * from t where id = $1"',
        "echo 'select 1' | psql",
        "psql shop <<< 'select 1'",
        "psql -l",
        "mongosh --eval 'db.stats()'",
        "mysql < /dev/null",
        "redis-cli ping",
    ),
)
def statements_elsewhere(call: Invocation) -> Hit | None:
    hit = _elsewhere(call)
    base = call.value("-d", "--dbname", "-D", "--database") or (call.words[0] if call.words else "")
    if hit is not None and call.name in ("psql", "mysql", "mariadb") and throwaway(base.replace("…", "x")):
        return notable(f"{hit.message} in {base}, a throwaway by its name")
    return hit


def _elsewhere(call: Invocation) -> Hit | None:
    name, command = call.name, call.command
    given = [word for word in call.all(*STATEMENT_OPTIONS) if name not in _KEYS]
    if name == "clickhouse-client":
        given += list(call.all("-q"))
    if name in ("sqlite3", "sqlite", "duckdb"):
        given += list(call.operands[1:])
    for word in given:
        if word.unknowns and not re.search(r"[A-Za-z]", word.shape.replace("…", "")):
            return unanalysable(f"runs the statements in {_source(word)}")
    for word in call.all(*_FILE_OPTIONS.get(name, ())):
        if word.shape not in ("-", "/dev/stdin", "/dev/null") and not _known(command, word):
            return unanalysable(f"runs the statements in the file {_source(word)}")
    if name in _MONGO:
        for word in call.operands:
            if word.shape.endswith((".js", ".mongodb")):
                return unanalysable(f"runs the statements in the file {_source(word)}")
    if name == "rman" and (found := re.search(r"(?:cmdfile\s*=?\s*|(?:\A|\s)@)(\S+)", call.text)):
        return unanalysable(f"runs the statements in the file {found[1]}")
    if name == "sqlplus" and (found := re.search(r"(?:\A|\s)@(\S+)", call.text)):
        return unanalysable(f"runs the statements in the file {found[1]}")
    if any(_INCLUDES.search(word.shape) for word in given) or _INCLUDES.search(fed_text(command)):
        return unanalysable("runs the statements in another file")
    return None if given or (name in _MONGO and call.has("--eval")) else _fed(call)


def _fed(call: Invocation) -> Hit | None:
    """Statements on standard input that nobody sees."""
    command = call.command
    if call.name in _KEYS and not call.has("--pipe", "-x") and call.words:
        return None
    for redirect in command.redirects:
        if redirect.operator.lstrip("0") in ("<", "<>") and redirect.descriptor in (None, 0):
            if redirect.target.shape == "/dev/null" or _told(command):
                return None
            return unanalysable(f"runs the statements in {_source(redirect.target)}")
        if redirect.operator in ("<<<", "<<", "<<-") and not re.search(r"\w", redirect.target.shape):
            return unanalysable("runs statements that come from elsewhere") if redirect.target.unknowns else None
    if not command.upstream or _told(command) or call.has("-l", "--list", "--version"):
        return None
    last = command.upstream[-1]
    if last.name in ("yes", "true", ":") or (content(last) and re.search(r"\w", content(last) or "")):
        return None
    return unanalysable(f"runs whatever {last.name or 'a command'} prints as statements")


def _told(command: Command) -> bool:
    """Whether what stands on standard input is known well enough to be judged."""
    stdin = command.stdin
    return stdin is not None and bool(re.search(r"[A-Za-z]{2}", stdin.shape))


def _known(command: Command, word: Word) -> bool:
    return any(up.name == "" for up in command.upstream) or word.shape.startswith("/dev/fd/")


def _source(word: Word) -> str:
    return "".join(getattr(part, "source", None) or getattr(part, "text", None) or str(part) for part in word.parts)


@rule(
    "SS1810",
    "Hands a file that nobody sees to a program that runs it",
    why="A crontab, a makefile and a playbook are programs, and this one is named by somebody else.",
    instead="name the file in the script",
    on="crontab at batch make gmake ansible-playbook",
    level="unanalysable",
    bad=('crontab "$1"', 'make -f "$1"', 'ansible-playbook "$PLAYBOOK"', 'at -f "$1" now'),
    good=("crontab -l", 'make "$1"', "make -f build.mk", "ansible-playbook site.yml", "crontab jobs.txt"),
)
def unseen_jobs(call: Invocation) -> Hit | None:
    given = (
        call.operands[:1] if call.name in ("crontab", "ansible-playbook") else call.all("-f", "--file", "--makefile")
    )
    if call.name in ("make", "gmake") and not given and call.has("-f"):
        given = call.operands[:1]
    for word in given:
        if word.unknowns and spelled(word, call.command.cwd).strip("…") == "" and not call.command.upstream:
            return unanalysable(f"runs what is in {_source(word)}")
    return None


@rule(
    "SS1809",
    "Runs a script from where everybody writes",
    why="What was unpacked or fetched into /tmp was written by somebody else, and nobody has read it.",
    instead="read it first, or run it in a box: scriptsmith try",
    level="unanalysable",
    bad=("/tmp/setup/install.sh", "git clone https://git.example/r /tmp/r && /tmp/r/install.sh", "/dev/shm/run.py"),
    good=("./install.sh", "echo 'echo hi' > /tmp/a.sh; chmod +x /tmp/a.sh; /tmp/a.sh", "ls /tmp/a.sh"),
)
def unseen_program(call: Invocation) -> Hit | None:
    command = call.command
    first = command.program.parts[0] if command.program.parts else ""
    if (isinstance(first, str) and first[:1] != "/") or "/" not in command.program.shape:
        return None
    path = spelled(command.program)
    if not _WRITTEN_BY_ANYBODY.match(path) or not _SCRIPT_NAME.search(path) or command.upstream:
        return None
    return unanalysable(f"runs {path}, which lies where everybody writes")


_SCRIPT_NAME = re.compile(r"\.(?:sh|bash|py|pl|rb|run|bin|js)\Z|/(?:install|setup|configure|run|bootstrap)\Z")
_SYSTEM = re.compile(
    r"(?:/etc/|/usr/|/lib/|/opt/|/run/systemd/|/snap/)|~/\.(?:\w*rc|\w*profile\w*|nvm|cargo|sdkman|asdf|config/|local/)"
    r"|.*(?:^|/)(?:activate|\.envrc|\.env(?:\.\w+)?|[\w.-]*completion[\w.-]*|nvm\.sh|os-release)\Z"
)
_WRITTEN_BY_ANYBODY = re.compile(r"/(?:tmp|var/tmp|dev/shm)/")


@rule(
    "SS1808",
    "Runs a file that nobody sees",
    why="What stands in a file named by somebody else, or in a folder where everybody writes, can be anything.",
    instead="keep the file beside the script, and name it",
    on=" ".join(sorted((SHELLS | INTERPRETERS | {"source", "."}) - {"awk", "gawk", "mawk", "busybox", "pwsh"})),
    level="unanalysable",
    bad=('bash "$1"', ". /tmp/x.sh", 'source "$FILE"', 'python3 "$1"', "sh /tmp/setup.sh"),
    good=(
        ". /etc/os-release",
        "source ./lib.sh",
        'source "$(dirname "$0")/lib.sh"',
        "bash build.sh",
        "source venv/bin/activate",
        'python3 tool.py "$1"',
        "echo echo hi > /tmp/a.sh; sh /tmp/a.sh",
    ),
)
def unseen_file(call: Invocation) -> Hit | None:
    command = call.command
    given = call.has("-c", "-e", "-E", "-r", "--eval", "-m", "-p", "-s", "-n", "--version", "-i")
    if not call.operands or (given and call.name not in ("source", ".")):
        return None
    first = call.operands[0]
    path = spelled(first, command.cwd)
    if (
        command.upstream
        and not command.redirects
        and any(up.name in ("", "echo", "cat", "printf", ":", "tee") or up.redirects for up in command.upstream)
    ):
        return None  # written here, and read where it stands
    if path.strip("…") == "" and first.unknowns and not any(part.source in ("{}", "stdin") for part in first.unknowns):
        if first.unknowns[0].source[:2] in ("<(", "$0") or first.unknowns[0].kind == "loop":
            return None
        return unanalysable(f"runs the file {_source(first)}, whatever is in it")
    if _WRITTEN_BY_ANYBODY.match(path) and "…" not in path[:8]:
        return unanalysable(f"runs {path}, which lies where everybody writes")
    if call.name in ("source", ".") and not _SYSTEM.match(path):
        return notable(f"runs the file {path}")
    return None
