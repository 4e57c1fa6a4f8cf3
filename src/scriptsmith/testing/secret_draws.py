"""Secret values of every kind, drawn when they are needed: none stands in any file."""

from __future__ import annotations

import base64
import json
import random
import re
import string
from collections.abc import Callable, Mapping

_LETTERS = string.ascii_letters
_ALNUM = _LETTERS + string.digits


def _mixed(size: int, alphabet: str = _ALNUM) -> Callable[[random.Random], str]:
    def draw(chance: random.Random) -> str:
        middle = "".join(chance.choice(alphabet) for _ in range(size - 3))
        return chance.choice(string.ascii_uppercase) + middle + chance.choice(string.digits) + chance.choice(_LETTERS)

    return draw


def _of(size: int, alphabet: str) -> Callable[[random.Random], str]:
    return lambda chance: "".join(chance.choice(alphabet) for _ in range(size))


def _jwt(chance: random.Random) -> str:
    def part(data: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256'})}.{part({'sub': chance.randrange(10**9)})}." + _mixed(43, _ALNUM + "-_")(chance)


def _pem(chance: random.Random) -> str:
    lines = "\n".join(_of(64, _ALNUM + "+/")(chance) for _ in range(4))
    return f"-----BEGIN RSA {'PRIVATE'} KEY-----\n{lines}\n-----END RSA {'PRIVATE'} KEY-----"


VALUES: Mapping[str, Callable[[random.Random], str]] = {
    "pw": _mixed(14),
    "short": _mixed(8),
    "sym": _mixed(16, _ALNUM + "!@#%^*-_=+.?"),
    "dollar": lambda chance: f"{_mixed(6)(chance)}$" + _mixed(7)(chance),
    "word": _of(9, string.ascii_lowercase),
    "hex32": _of(32, "0123456789abcdef"),
    "hex40": _of(40, "0123456789abcdef"),
    "hex64": _of(64, "0123456789abcdef"),
    "b64": lambda chance: base64.b64encode(chance.randbytes(30)).decode(),
    "k20": _mixed(20),
    "k24": _mixed(24),
    "k35": _mixed(35),
    "k36": _mixed(36),
    "k40": _mixed(40),
    "up16": _of(16, string.ascii_uppercase + "234567"),
    "digits": _of(9, "123456789"),
    "jwt": _jwt,
    "pem": _pem,
}

# One line a kind, {…} a value: the part between « and » is the secret.

EXTRA: Mapping[str, Callable[[random.Random], str]] = {
    "k22": _mixed(22),
    "k43": _mixed(43),
    "sym3": _mixed(15, _ALNUM + "!#%*-_=+."),
    "tok16": _of(16, string.ascii_lowercase + string.digits),
    "azure": lambda chance: _of(86, _ALNUM + "+/")(chance) + "==",
    "sym2": _mixed(14, _ALNUM + "!-_.~"),
    "uuid": lambda chance: re.sub(r"^(.{8})(.{4})(.{4})(.{4})(.*)$", r"\1-\2-\3-\4-\5", VALUES["hex32"](chance)),
}


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _certificate(chance: random.Random) -> str:
    lines = "\n".join(_of(64, _ALNUM + "+/")(chance) for _ in range(4))
    return f"-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----\n"


def _pair(chance: random.Random) -> str:
    return _base64(f"ops:{_mixed(14)(chance)}".encode())


def _docker(chance: random.Random) -> str:
    return _base64(json.dumps({"auths": {"registry.example.com": {"auth": _pair(chance)}}}).encode())


def _wrapped(text: str) -> str:
    return "\n".join(text[at : at + 64] for at in range(0, len(text), 64))


ENCODED: Mapping[str, Callable[[random.Random], str]] = {
    "pem64": lambda chance: _base64(_pem(chance).encode()),
    "pemlines64": lambda chance: _wrapped(_base64(_pem(chance).encode())),
    "pemurl64": lambda chance: base64.urlsafe_b64encode(_pem(chance).encode()).decode(),
    "cert64": lambda chance: _base64(_certificate(chance).encode()),
    "pair64": _pair,
    "pw64": lambda chance: _base64(_mixed(14)(chance).encode()),
    "docker64": _docker,
    "env64": lambda chance: _base64(f"DB_HOST=db1\nDB_PASSWORD={_mixed(14)(chance)}\n".encode()),
    "netrc64": lambda chance: _base64(f"machine h login ops password {_mixed(14)(chance)}\n".encode()),
    "b64x": lambda chance: _base64(chance.randbytes(90)),
    # what every key of these kinds begins with, as DER in base64
    "pkcs8": lambda chance: "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" + _of(400, _ALNUM + "+/")(chance),
    "pkcs1": lambda chance: "MIIEpAIBAAKCAQEA" + _of(400, _ALNUM + "+/")(chance),
    "ecder": lambda chance: "MHcCAQEEI" + _of(151, _ALNUM + "+/")(chance),
    "openssh": lambda chance: "b3BlbnNzaC1rZXktdjEAAAAA" + _of(300, _ALNUM + "+/")(chance),
}
_FAMILIES: Mapping[str, str] = {
    "hex": "0123456789abcdef",
    "up": string.ascii_uppercase + string.digits,
    "low": string.ascii_lowercase + string.digits,
    "dig": string.digits,
}


def draw(name: str, chance: random.Random) -> str | None:
    """A value of the kind `name`, which may be a family and a size such as `hex40`; None for no kind."""
    for kinds in (VALUES, EXTRA, ENCODED):
        if name in kinds:
            return kinds[name](chance)
    family = re.fullmatch(r"(k|hex|up|low|dig)(\d+)", name)
    if family is None:
        return None
    return (_mixed(int(family[2])) if family[1] == "k" else _of(int(family[2]), _FAMILIES[family[1]]))(chance)
