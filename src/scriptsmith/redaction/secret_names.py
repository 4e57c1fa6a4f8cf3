"""Which names of variables, options and keys announce a secret."""

from __future__ import annotations

import re
from functools import lru_cache


def word_set(words: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(words.split())


_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
SECRET_NOUNS = word_set(
    "password passwd passphrase passcode passwort pass pwd pw pswd psk secret token apikey authkey accesskey secretkey "
    "privatekey credential credentials requirepass masterauth authtoken totp"
)
_KEYS = word_set(
    "api access secret private encryption signing master account storage shared auth service client deploy aes hmac "
    "webhook consumer preshared subscription session cookie admin license app application jwt crypt encrypt decrypt"
)
_TAILS = word_set("new old value val prod production dev staging base base64 b64 plain plaintext string text current")
_ENDINGS = ("password", "passwd", "passphrase", "secret", "token", "apikey", "secretkey", "accesskey", "sshpass")


_PASS = re.compile(
    r"(?:admin|auth|become|bind|db|ftp|http|imap|key|ldap|login|mail|my|mysql|pg|proxy|redis|remote|root|smtp|sql|ssh|store"
    r"|sudo|user|vault|web|wifi)(?:pass|pwd?|pswd)"
)


@lru_cache(maxsize=4096)
def secret_name(name: str) -> bool:
    """Whether a variable, option or key of this name holds a secret: its last word says so (`DB_PASSWORD`, `apiKey`,
    not `PASSWORD_FILE`, `max_tokens`, `PWD`)."""
    if name in ("PWD", "OLDPWD"):
        return False
    words = [word.lower() for word in _WORDS.findall(name)]
    while len(words) > 1 and (words[-1] in _TAILS or words[-1].isdigit()):
        words.pop()
    if not words:
        return False
    last = words[-1]
    if name.startswith("TF_TOKEN_") or last in SECRET_NOUNS or last.endswith(_ENDINGS) or _PASS.fullmatch(last):
        return True
    return last == "key" and len(words) > 1 and words[-2] in _KEYS
