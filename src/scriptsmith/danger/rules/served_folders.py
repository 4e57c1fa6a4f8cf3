"""SS1236: folders that a web server shows although more lies in them than a web site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import spelled, tidy
from .rule import dangerous, script_rule
from .write_targets import content, targets

_WHOLE = r"(?:/|/(?:etc|root|home|boot|proc|sys|var|opt|srv|usr|mnt|data|dev)|/home/[\w.-]+)/?"
_BELOW = r"/(?:root|etc|backups?|dumps?|var/(?:backups?|lib/(?:mysql|postgresql|docker|vault)|log|spool))/[\w./-]*"
_STORED = r"/[\w./-]*/(?:backups?|dumps?|secrets?|private|keys|\.ssh|\.git)/?"
_PLACE = rf"\"?(?:{_WHOLE}|/(?:backups?|dumps?)/?|/var/(?:backups?|log)/?|{_BELOW}|{_STORED})\"?"
# nginx, Apache, Caddy and lighttpd, unless the same file asks who it is or lets in some addresses only.
SERVED = (
    r"(?si)\A(?!.*\b(?:auth_basic|auth_request|ssl_verify_client|internal;|deny\s+all|Require\s+(?:valid-user|user|ip|all\s+"
    r"denied|group)|basic_?auth|AuthType|auth\.require)\b)"
    rf".*(?:\A|\n)\s*(?:(?:root|alias)\s+(?:\*\s+)?{_PLACE}\s*;|DocumentRoot\s+{_PLACE}\s*\n|Alias\s+\S+\s+{_PLACE}\s*\n|"
    rf"root\s+\*\s+{_PLACE}\s*\n|server\.document-root\s*=\s*{_PLACE}\s*\n)"
)
_ROOT = re.compile(
    r"(?mi)^\s*(?:root|DocumentRoot|server\.document-root\s*=)\s+(?:\*\s+)?['\"]?(/[\w./…-]+?)/?['\"]?\s*;?\s*$"
)
_HIDDEN = re.compile(
    r"location\s+[~^*= ]*\s*\S*(?:/\\?\.|\\\.git|\.git)|<(?:Directory|Files|Location)Match[^>]*\\\.|"
    r"file_server\s*\{[^}]*hide"
)


@script_rule(
    "SS1236",
    "Lets a web server show a whole checkout",
    why="In a checkout lie .git with everything that was ever committed, settings with passwords, and dumps; scanners "
    "ask for these names first.",
    instead="serve the folder that was built (root /srv/site/public), and refuse hidden names: a location in nginx, "
    "DirectoryMatch in Apache",
    on="git",
    bad=(
        "git -C /srv/site pull; cat > /etc/nginx/conf.d/site.conf <<E\nserver {\n  root /srv/site;\n}\nE",
        "git clone https://git.example/s.git /srv/site\ncat > /etc/httpd/s.conf <<E\nDocumentRoot /srv/site\nE",
        'cd /srv/site && git pull; cat > /etc/lighttpd/s.conf <<E\nserver.document-root = "/srv/site"\nE',
    ),
    good=(
        "git -C /srv/site pull; cat > /etc/nginx/conf.d/site.conf <<E\nserver {\n  root /srv/site/public;\n}\nE",
        "git -C /srv/site pull; cat > /etc/nginx/conf.d/site.conf <<E\nserver {\n  root /srv/site;\n  location ~ /\\. "
        "{ deny all; }\n}\nE",
        "git -C /srv/code pull; cat > /etc/nginx/conf.d/site.conf <<E\nserver {\n  root /srv/site;\n}\nE",
    ),
)
def checkout_served(calls: Sequence[Invocation]) -> Iterator[Hit]:
    checkouts: set[str] = set()
    for call in calls:
        if call.name == "git" and call.verb in ("pull", "fetch", "checkout", "reset", "clone", "init"):
            if call.verb == "clone":
                checkouts |= {spelled(word, call.command.cwd) for word in call.operands[2:3]}
            elif told := call.all("-C"):
                checkouts.add(spelled(told[-1], call.command.cwd))
            elif call.command.cwd is not None:
                checkouts.add(spelled(call.command.cwd))
    checkouts -= {"", ".", "…"}
    if not checkouts:
        return
    for call in calls:
        if not any(target.how != "creates" for target in targets(call)):
            continue
        text = content(call.command) or ""
        for found in _ROOT.finditer(text):
            if tidy(found[1]) in checkouts and not _HIDDEN.search(text):
                yield dangerous(f"lets the web server show {found[1]}, a checkout with its history", call.command.place)
                break
