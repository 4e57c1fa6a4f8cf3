"""Rewrites of the plain hostile commands that a shell cannot tell apart from them, from a seed.

Each composes quoting, blanks, variables, prefixes and grouping at random; one text never appears twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from .lines import BUILTINS, Line, Token, plain_lines, quote
from .word_disguises import cut, hexadecimal, octal

SEED = 20


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One rewrite and the plain command it means."""

    number: int
    plain: str
    text: str


def literal(text: str, random: Random, before: list[str]) -> str:
    """One literal piece in one of many spellings; `before` takes the assignment it may need."""
    left, right = cut(text, random)
    form = random.randrange(12)
    if form == 0:
        return quote(left) + random.choice(("''", '""')) + (quote(right) if right else "")
    if form == 1:
        return "".join(f"\\{c}" if random.random() < 0.5 or not c.isalnum() else c for c in text)
    if form == 2:
        return f"$'{hexadecimal(text)}'"
    if form == 3:
        return f"{quote(left)}$'{octal(right)}'"
    if form == 4:
        name = f"v{len(before)}_{random.randrange(100)}"
        before.append(f"{name}={quote(text)}")
        return random.choice((f'"${name}"', f'"${{{name}}}"'))
    if form == 5:
        name = f"v{len(before)}_{random.randrange(100)}"
        before.append(f"{name}={quote(left)}")
        return f'"${name}"{quote(right) if right else ""}'
    if form == 6 and quote(text) == text and len(text) > 1:
        return f"{left}\\\n{right}"
    if form == 7 and not set(text) & set('"$`\\!'):
        return f'"{text}"'
    if form == 8 and "'" not in text:
        return f"'{text}'"
    return quote(text)


def blank(random: Random) -> str:
    return random.choice((" ", " ", " ", "  ", "\t", " \t", " \\\n", " \\\n    "))


def command(line: Line, random: Random) -> str:
    """The command itself in another spelling, with its assignments in front."""
    before: list[str] = []
    prefixed = random.random() < 0.35
    text = ""
    for token in line.tokens:
        text += blank(random) if text else ""
        if token.first and prefixed:
            text += prefix(token, random)
        text += token.operator or "".join(p.text if p.raw else literal(p.text, random, before) for p in token.pieces)
    return random.choice(("; ", "\n", " && ")).join([*before, text])


def prefix(token: Token, random: Random) -> str:
    """A word in front of a program that changes nothing."""
    shell_only = token.literal is None or token.literal in BUILTINS
    return random.choice(("command ",) if shell_only else ("command ", "env ", "env LC_ALL=C ", "command env "))


def wrapped(text: str, random: Random, depth: int) -> str:
    """A script in another script that runs it once."""
    name = random.choice(("work", "step", "run_it")) + str(depth)
    return random.choice(
        (
            f"true && {{\n{text}\n}}",
            f"true; {text}",
            f"{text}\ntrue",
            f"echo start\n{text}",
            f"{{ {text}\n}}",
            f"( {text}\n)",
            f"if true; then\n  {text}\nfi",
            f"if ! false; then {text}\nelse :; fi",
            f'{name}() {{\n{text}\n}}\n{name} "$@"',
            f'function {name} {{ {text}\n}}; {name} "$@"',
            f"bash <<'E{depth}'\n{text}\nE{depth}",
            f"for once in 1; do {text}\ndone",
            f"false || {{ {text}\n}}",
        )
    )


def rewrites(count: int, seed: int = SEED) -> Iterator[Rewrite]:
    """`count` different rewrites; the same for the same seed, and the first ones whatever the count."""
    random = Random(seed)
    lines = [line for family in plain_lines().values() for line in family]
    seen = {line.text for line in lines}
    number = 0
    while number < count:
        line = random.choice(lines)
        text = command(line, random)
        for depth in range(random.choice((0, 0, 1, 1, 2, 3))):
            text = wrapped(text, random, depth)
        if text not in seen:
            seen.add(text)
            yield Rewrite(number, line.text, text)
            number += 1
