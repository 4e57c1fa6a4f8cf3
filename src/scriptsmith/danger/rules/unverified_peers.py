"""SS1957: secrets that are sent to whoever answers."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, rule

_NEAR = re.compile(r"(?:https?://)?(?:localhost|127\.|\[::1\])")
_SECRET = re.compile(
    r"(?i)\b(?:authorization|x-[\w-]*(?:token|key)|private-token|api-?key|cookie)\s*:|(?:passw|secret|token|api_?key)"
)


@rule(
    "SS1957",
    "Sends a password or token over a connection whose certificate nobody checks",
    why="Whoever can put a machine in between answers in the place of the right one, and has the password from then "
    "on.",
    instead="check it: curl --cacert /etc/ssl/certs/internal-ca.pem, and install the certificate of the own authority",
    on="curl wget",
    bad=(
        'curl -k -H "Authorization: Bearer $TOKEN" https://api.internal/v1/deploy',
        "curl -sk -u admin:$PW https://grafana.internal/api/health",
        'wget --no-check-certificate --header="Private-Token: $T" https://git.internal/x',
        'curl --insecure -X POST -d \'{"password": "x"}\' https://ipam.internal/login',
    ),
    good=(
        'curl --cacert ca.pem -H "Authorization: Bearer $TOKEN" https://api.internal/v1/deploy',
        "curl -k https://web1.internal/health",
        'curl -k -H "Authorization: Bearer $TOKEN" https://localhost:6443/healthz',
    ),
)
def unchecked_peer(call: Invocation) -> Hit | None:
    if not call.has("-k", "--insecure", "--no-check-certificate"):
        return None
    places = [word for word in call.words if "://" in word or "." in word]
    if places and all(_NEAR.match(word) for word in places):
        return None
    headers = " ".join(
        word.written for word in call.all("-H", "--header", "-b", "--cookie", "-d", "--data", "--data-raw")
    )
    if call.has("-u", "--user", "--oauth2-bearer", "--password", "--http-password") or _SECRET.search(headers):
        return dangerous("sends a password or token to whoever answers, since the certificate is not checked")
    return None
