"""SS1900 to SS1919: secrets that are read."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit, Word
from .aggregations import first_only
from .invocation import Invocation, invocation
from .paths import secret, spelled, tidy
from .protected_paths import CERTIFICATES
from .rule import dangerous, notable, rule
from .secret_searches import hunted
from .sql_reading import tells_of_server
from .word_lists import set_of
from .write_targets import targets

# Programs that name a file without showing what is in it.
_BLIND = set_of(
    ": ls stat test [ [[ file chmod chown chgrp touch rm mv mkdir rmdir ssh scp ssh-add ssh-keygen "
    "ssh-copy-id ssh-agent keychain truncate fallocate sftp find du lsattr chattr getfacl setfacl "
    "realpath readlink dirname basename cd echo printf export source . ansible ansible-playbook kubectl helm "
    "terraform git restorecon chcon shred "
    "visudo vipw namei inotifywait which type md5sum sha256sum sha1sum cksum wc ln df umount mount sudo docker "
    "docker-compose install set unset "
    "stty true false exit return local declare readonly alias unalias pwck grpck curl wget mysql psql npm aws "
    "xtrabackup mariabackup mysqldump mariadb mysqladmin mysqlcheck "
    "gcloud az gpg openssl tee "
    "eval exec bash sh vi vim nano emacs createrepo rsync mutt usermod useradd userdel passwd systemctl service "
    "logger sleep kill node python python3"
)
_NAMING = _BLIND - {"rsync", "scp", "openssl", "find"}
# Every path that `secret` knows holds one of these, or a pattern.
_HINT = re.compile(
    r"shadow|passwd|ssh|id_|aws|boto|s3cfg|gcloud|azure|oci|kube|run/secrets|gnupg|netrc|pgpass|my\.cnf|git-cred|npmrc|pypirc"
    r"|vault|htpasswd|docker|debian\.cnf|history|mozilla|chrom|thunderbird|keyrings|password|private|letsencrypt|/proc/|/dev/"
    r"|keytab|secret|wireguard|openvpn|\.env|credential|service-account|master\.key|[*?\[]"
)
_LOOKED_AT = re.compile(r"-(?:modulus|check|pubout)\b")
_COPIERS = frozenset(("cp", "mv", "sed", "tar", "install", "diff", "dd", "grep"))
_FED = re.compile(r"<\s*[\"']?([^\s\"']+)")


# Secrets that lie there to be read by the program that needs them; SS1214 says where their value is shown.
_HANDED_ON = frozenset(("mounted secrets", "an application's secrets", "stored passwords"))
_PUBLIC = re.compile(r"\Ajsonpath=\W*(?:\.metadata\.[\w.]+|\.data\.[\w-]*\\*\.?(?:crt|pub|cert)|\.type)\W*\Z")


@rule(
    "SS1901",
    "Reads passwords, keys or tokens",
    why="What is printed lands in logs, in terminals and in whatever reads the output.",
    instead="ask the program that owns the secret whether it works, without showing it (ssh-keygen -l, passwd -S NAME)",
    yields="SS1951 SS1952 SS1954 SS1062",
    bad=(
        "cat /etc/shadow",
        "cat ~/.ssh/id_rsa",
        "head -5 ~/.aws/credentials",
        "grep root /etc/shadow",
        "cp /etc/shadow /tmp/x",
        "tar czf k.tgz ~/.ssh",
        "base64 ~/.ssh/id_ed25519",
        "while read l; do echo $l; done < /etc/shadow",
        "cat ~/.bash_history",
        "strings /proc/1/environ",
        "unshadow /etc/passwd /etc/shadow",
        "cat /etc/sh?dow",
        "tail -n 100 ~/.bash_history",
        "cat /etc/shadow | tee /tmp/x | wc -l",
        "cat /etc/shadow; wc -l < /etc/hosts",
    ),
    good=(
        "cat /etc/passwd",
        "ls -l /etc/shadow",
        "cat ~/.ssh/id_rsa.pub",
        "ssh -i ~/.ssh/id_rsa host",
        "cut -d: -f1 /etc/shadow",
        "chmod 600 ~/.ssh/id_rsa",
        "awk -F: '$2 == \"\" { print $1 }' /etc/shadow",
        "ssh-keygen -lf ~/.ssh/id_rsa",
        "test -f ~/.aws/credentials",
        "cat ~/.ssh/config",
        "rm -rf .env.bak",
        "wc -l < /etc/shadow",
        "cat /etc/shadow | wc -l",
        "cat /etc/letsencrypt/live/a.org/privkey.pem a.pem > /etc/haproxy/certs/a.org.pem",
        "tr '\\0' '\\n' < /proc/4242/environ | grep -c .",
        "sudo cat /etc/shadow | cut -d: -f1",
        "cat ~/.ssh/id_ed25519 | sha256sum",
    ),
)
def read(call: Invocation) -> Hit | None:
    command = call.command
    if call.name == "openssl" and re.search(r"\A(?!.*-text).*-noout\b", call.text) and _LOOKED_AT.search(call.text):
        return notable("looks at a key without showing it")
    if call.measured:
        return None
    for redirect in command.redirects:
        if redirect.operator == "<" and (words := secret(spelled(redirect.target, command.cwd))):
            return dangerous(f"reads {redirect.target.shape}: {words}")
    if command.stdin is not None and command.stdin.unknowns:
        fed = _FED.match(command.stdin.unknowns[0].source)
        if fed and (words := secret(tidy(fed[1]))):
            return dangerous(f"reads {fed[1]}: {words}")
    if name := hunted(call):
        return dangerous(f"reads every {name} that is found")
    if call.name in _NAMING:
        return None
    if call.name == "find" and not {"cat", "grep", "cp", "head", "tail", "base64"} & set(call.words):
        return None
    if not command.arguments or not (
        _HINT.search(call.text) or (command.cwd is not None and _HINT.search(command.cwd.shape))
    ):
        return None
    arguments = command.arguments
    if call.name in ("cp", "scp", "rsync", "mv", "tar", "zip", "dd", "sed", "perl", "install") or call.name in (
        "grep",
        "egrep",
        "fgrep",
        "rg",
        "awk",
        "gawk",
    ):
        arguments = call.operands if call.name not in ("tar", "dd") else arguments
        if call.name in ("grep", "egrep", "fgrep", "rg", "awk", "gawk", "sed", "perl") and not call.has(
            "-e", "-f", "--regexp", "--expression"
        ):
            arguments = arguments[1:]
        if call.name in ("cp", "scp", "rsync", "install", "mv") and not call.has("-t"):
            arguments = arguments[:-1]
        if call.name in ("scp", "rsync") and not remote(call):
            return None
    made = {target.word.written for target in targets(call) if target.how in ("overwrites", "creates")}
    for word in arguments:
        path = _plain(word, command)
        words = "" if word.written in made else secret(path)
        if not words:
            continue
        if call.name in ("grep", "egrep", "fgrep") and call.has("-q", "-c", "-l", "-L", "--quiet", "--count"):
            continue
        if path.endswith("/.aws/config"):
            return notable(f"reads {path}: the names of accounts")
        if call.name in ("grep", "egrep") and call.words and re.match(r"\^?\\?\[|\^\[", call.words[0]):
            return notable(f"reads the headings in {path}")
        if first_only(call):
            return notable(f"reads the names in {path}")
        if handed := _handed_on(call, words):
            return notable(f"{handed} {path}: {words}")
        if words.startswith("an application"):
            return notable(f"reads {path}: {words}")
        if words.startswith("what was typed") and call.name in ("cp", "mv", "sed", "install", "diff", "grep"):
            return notable(f"reads {path}: {words}")
        if path.endswith(("/.kube/config", "/.aws/config", ".npmrc", "/.netrc")) and call.name in _COPIERS:
            return notable(f"copies {path}: {words}")
        if (
            call.name == "cp"
            and not words.startswith("password hashes")
            and path.startswith("~")
            and spelled(call.operands[-1], command.cwd).startswith("~")
        ):
            return notable(f"copies {path}: {words}")
        return dangerous(f"reads {path}: {words}")
    return None


_INSIDE = re.compile(r"/etc/(?!profile|motd|issue|cron|update-motd)\S+|/root/\S*|/opt/\S+/(?:certs?|tls|ssl|conf)\S*")


def _handed_on(call: Invocation, words: str) -> str:
    """What a command does with a secret that it takes to where it belongs and does not show; empty for others."""
    if call.command.captured and words in _HANDED_ON:
        return "takes into a variable"
    return "copies to another service" if words == "private keys" and _stays_inside(call) else ""


def _stays_inside(call: Invocation) -> bool:
    """Whether a key is copied from one protected folder of this machine into another, as certificates are deployed."""
    if call.name in ("scp", "rsync"):
        return bool(CERTIFICATES.search(remote(call)))
    if call.name not in ("cat", "cp", "install", "openssl"):
        return False
    places = [target.path for target in targets(call)]
    return bool(places) and all(map(_INSIDE.match, places)) and "xargs" not in call.command.via


def _plain(word: Word, command: Command) -> str:
    if len(word.parts) and isinstance(word.parts[0], str) and word.parts[0].startswith("if="):
        return spelled(Word(parts=(word.parts[0][3:], *word.parts[1:])), command.cwd)
    return spelled(word, command.cwd)


def remote(call: Invocation) -> str:
    """The other machine of a copy, as the last operand names it; empty for a copy on this one."""
    if not call.words:
        return ""
    target = call.words[-1]
    if call.name in ("scp", "rsync", "sftp") and (
        re.match(r"(?:[^/@\s]+@)?[^/:\s]+::?", target) or target.startswith(("rsync://", "scp://", "sftp://"))
    ):
        return target
    return ""


def sensitive(command: Command) -> str:
    """What of worth a command prints, in words: secrets, the environment, system data, a database; else empty."""
    call = invocation(command)
    name = command.name
    found = read.look(call) if read.look else None
    if found and found.level == "dangerous":
        return found.message.removeprefix("reads ").removeprefix("packs ")
    if name == "printenv" or (name == "env" and not call.words):
        return "the environment, tokens among it"
    if name in ("set", "export", "declare") and (not command.arguments or (not call.words and call.has("-p", "-x"))):
        return "the environment, tokens among it"
    if name in ("tcpdump", "tshark") and "-" in (call.value("-w") or ""):
        return "what the network carries"
    if name in ("mysqldump", "pg_dump", "pg_dumpall", "mongodump", "mariadb-dump", "redis-dump") or (
        name in ("mysql", "psql")
        and re.search(r"(?i)select|\bcopy\b[^;]*\bto\s+p?stdout", call.text)
        and not tells_of_server([word.shape for word in call.all("-c", "--command", "-e", "--execute")])
    ):
        return "a database"
    if name == "history":
        return "what was typed"
    if (
        name == "tar"
        or name == "zip"
        or name == "cat"
        or name == "cpio"
        or name == "dd"
        or name == "base64"
        or name == "gzip"
        or name == "xxd"
        or name == "find"
    ):
        for word in command.arguments:
            path = (
                spelled(Word(parts=(word.parts[0][3:],)), command.cwd)
                if word.parts and isinstance(word.parts[0], str) and word.parts[0].startswith("if=")
                else spelled(word, command.cwd)
            )
            if secret(path):
                return f"{path}, {secret(path)}"
            if re.match(
                r"/(?:etc|home|root|var/lib|var/www|dev/(?:sd|nvme|vd|mem))?(?:/\*?)?\Z|~/?\Z|/etc/(?:passwd|"
                r"group|sudoers|hosts|ssh|ssl|pki|kubernetes|nginx|crontab).*|/var/lib/\w+.*|/home/[^/]*\Z|"
                r"/root.*|/var/log/(?:auth|secure|audit).*|/dev/(?:sd|nvme|vd|mem)\w*|/srv\Z|/opt\Z|/data\Z",
                path,
            ):
                return f"{path}, which belongs to the machine"
    if name in ("kubectl", "oc") and re.search(r"\bsecrets?\b", call.text):
        return "the cluster's secrets"
    if name in ("getent", "grep", "awk", "cut", "sed", "head", "tail", "strings") and re.search(
        r"/etc/(?:passwd|sudoers|group)|getent (?:passwd|shadow)|^shadow", call.text
    ):
        return "the accounts of the machine"
    if name == "getent" and "shadow" in call.words:
        return "password hashes"
    if name in ("docker", "podman") and re.search(r"inspect|config", call.verb):
        return "the settings of containers, passwords among them"
    return ""


@rule(
    "SS1902",
    "Prints secrets of a cluster, a cloud or a program",
    why="A printed secret is a leaked one: it stays in the scroll-back and in every log of the session.",
    instead="look whether it exists (kubectl get secret NAME) without its data",
    on="curl wget aws kubectl oc vault gpg security pass op bw getent mimikatz hashdump john hashcat docker "
    "ssh-keygen secret-tool keyring doppler sops kubeseal lsassy tcpdump openssl aws-vault helm argocd",
    bad=(
        "kubectl get secret db -o yaml",
        "kubectl get secrets -A -o json",
        "gpg --export-secret-keys",
        "getent shadow",
        "kubectl config view --raw",
        "kubectl get secret x -o jsonpath='{.data.password}'",
        "bw export",
        "doppler secrets download",
    ),
    good=(
        "kubectl get secrets",
        "kubectl describe secret db",
        "gpg --list-keys",
        "getent passwd",
        "kubectl config view",
        "ssh-keygen -t ed25519",
        "tcpdump -i eth0 port 80",
        "gpg -d file.gpg",
        "pass show db",
    ),
)
def printed(call: Invocation) -> Hit | None:
    name, words = call.name, call.words
    if name in ("kubectl", "oc"):
        if words[:1] == ("get",) and any(
            re.match(r"secrets?(?:/|\Z|,)", part) for word in words[1:2] for part in [*word.split(","), word]
        ):
            output = call.value("-o", "--output") or ("template" if call.has("--template") else "")
            if (
                output
                and not output.startswith(("name", "wide", "custom-columns=NAME"))
                and (
                    not output.startswith(("jsonpath", "go-template", "custom-columns"))
                    or re.search(r"(?<!meta)data\b", output)
                    or output in ("jsonpath", "go-template")
                )
            ):
                if _PUBLIC.search(output):
                    return notable("prints what is public of a secret")
                if call.measured:
                    return notable("prints the names in a secret, not their values")
                if call.command.captured and not call.has("-A", "--all-namespaces") and len(words) > 2:
                    return notable("takes the content of a secret into a variable")
                return dangerous("prints the content of secrets")
        if words[:2] == ("config", "view") and call.has("--raw", "--flatten"):
            return dangerous("prints the credentials for the cluster")
        if words[:2] in (("create", "token"), ("whoami", "-t")) or (
            name == "oc" and "-t" in call.flags and words[:1] == ("whoami",)
        ):
            return dangerous("prints a token for the cluster")
        if words[:2] == ("extract", "secret") or (
            words[:1] == ("extract",) and any(word.startswith("secret/") for word in words)
        ):
            return dangerous("prints the content of secrets")
        return None
    if name in ("curl", "wget"):
        return (
            dangerous("prints the credentials of this machine in the cloud")
            if re.search(r"169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200", call.text)
            and re.search(r"credential|token|user-data|identity", call.text)
            else None
        )
    if name == "aws":
        return (
            dangerous("prints credentials")
            if re.search(
                r"configure get \S*(?:secret|key|token)|sts (?:get-session|assume-role|get-federation)", call.text
            )
            else None
        )
    if name == "gpg":
        return dangerous("prints private keys") if call.has("--export-secret-keys", "--export-secret-subkeys") else None
    if name == "getent":
        return (
            (dangerous if len(words) == 1 else notable)("prints password hashes")
            if {"shadow", "gshadow"} & set(words)
            else None
        )
    if name in ("john", "hashcat", "mimikatz", "hashdump", "lsassy"):
        return notable("guesses or extracts passwords") if words or call.flags else None
    if name == "security":
        return (
            dangerous("prints a stored password")
            if re.search(r"find-(?:generic|internet)-password|dump-keychain", call.text)
            else None
        )
    if name in ("pass", "op", "bw", "doppler", "secret-tool", "keyring"):
        if re.search(r"\b(?:rm|delete|clear|remove|destroy)\b", call.text):
            return dangerous("deletes a stored password")
        if re.search(r"\b(?:export|list items|download)\b", call.text):
            return dangerous("prints every stored password")
        return notable("prints a stored password") if re.search(r"\b(?:show|get|read|lookup)\b", call.text) else None
    if name == "sops":
        return notable("prints decrypted secrets") if call.has("-d", "--decrypt") or words[:1] == ("decrypt",) else None
    if name == "aws-vault":
        return dangerous("prints credentials") if "env" in call.text and "exec" in words else None
    if name == "openssl":
        return (
            dangerous("prints a private key")
            if words[:1] in (("rsa",), ("pkey",), ("ec",), ("pkcs12",))
            and not call.has("-noout", "-pubout", "-export", "-check")
            and re.search(r"/etc/|~|/root", call.text)
            else None
        )
    if name == "docker" and words[:1] == ("inspect",):
        return None
    return None
