"""Words for a subcommand that nobody has put into words: those it is named by, since they are English."""

from __future__ import annotations

from functools import lru_cache

from ...retrieval import words

_SHORT = {
    "ls": "lists",
    "list": "lists",
    "get": "lists",
    "ps": "lists running",
    "rm": "deletes",
    "del": "deletes",
    "prune": "deletes unused",
    "autoremove": "removes unneeded packages",
    "up": "starts",
    "down": "stops",
    "df": "shows the disk usage",
    "info": "shows details",
    "details": "shows details",
    "inspect": "shows details of",
    "describe": "shows details of",
    "show": "shows",
    "cp": "copies",
    "mv": "moves or renames",
    "exec": "runs a command in",
    "clean": "clears the cache",
    "cleanup": "cleans up",
    "allow": "allows by a firewall rule",
    "deny": "blocks by a firewall rule",
    "reject": "blocks by a firewall rule",
    "genrsa": "generates an rsa key",
    "genpkey": "generates a key",
    "req": "requests a certificate",
    "dgst": "calculates the checksum",
    "s_client": "connects to a server and shows its certificate",
    "fstrim": "trims",
    "bounce": "restarts",
    "undo": "rolls back",
}
_THINGS = {"x509": "certificate", "addr": "address", "neigh": "neighbour", "df": "disk usage", "ns": "namespace"}
"""What short or technical names of subcommands say, whatever the program."""


@lru_cache(maxsize=4096)
def in_words(program: str, path: tuple[str, ...]) -> str:
    """What the subcommand of `program` does, what it does first.

    >>> in_words("docker", ("volume", "prune")), in_words("helm", ("list",))
    ('deletes unused volume by docker', 'lists by helm')
    """
    deeds: list[str] = []
    things: list[str] = []
    for word in (part for name in path for part in name.split("-")):
        if is_deed(word):
            deeds.append(_SHORT.get(word) or _third_person(word))
        else:
            things.append(_THINGS.get(word, word))
    return " ".join([" and ".join(deeds) or "uses", *things, "by", program])


def is_deed(word: str) -> bool:
    """Whether the name of a subcommand says what is done, and not to what."""
    return word in _SHORT or bool(word.isalpha() and words.verb(word) and not words.noun(word))


def _third_person(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in ("a", "e", "o", "u"):
        return f"{verb[:-1]}ies"
    return f"{verb}s"
