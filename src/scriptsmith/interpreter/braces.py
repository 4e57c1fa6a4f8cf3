"""Brace expansion, which Bash does before everything else: `{rm,-rf,/}` is three words."""

from __future__ import annotations

import re
from typing import TypeAlias

from ..bash.lexer import node
from ..bash.syntax import Lit, Piece, WordNode

LIMIT = 256
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?|([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d+))?")

# A word as atoms: one unquoted character, or a piece that braces do not look into.
_Atom: TypeAlias = str | Piece
_Atoms: TypeAlias = tuple[_Atom, ...]


class TooMany(Exception):
    """The braces make more words than are read."""


def expanded(word: WordNode) -> tuple[WordNode, ...]:
    """The words that the braces of `word` make, `word` alone where there are none. Raises `TooMany`."""
    if not any(isinstance(piece, Lit) and not piece.quoted and "{" in piece.text for piece in word.pieces):
        return (word,)
    atoms: list[_Atom] = []
    for piece in word.pieces:
        if isinstance(piece, Lit) and not piece.quoted:
            atoms.extend(piece.text)
        else:
            atoms.append(piece)
    made = _expand(tuple(atoms), 0)
    if made == [tuple(atoms)]:
        return (word,)
    return tuple(node(_pieces(one), word.start, word.end) for one in made)


def _pieces(atoms: _Atoms) -> list[Piece]:
    out: list[Piece] = []
    run: list[str] = []
    for atom in atoms:
        if isinstance(atom, str):
            run.append(atom)
            continue
        if run:
            out.append(Lit("".join(run), False))
            run = []
        out.append(atom)
    if run:
        out.append(Lit("".join(run), False))
    return out


def _expand(atoms: _Atoms, depth: int) -> list[_Atoms]:
    """Every word that `atoms` make."""
    if depth > 12:
        raise TooMany
    prefixes: list[_Atoms] = [()]
    at = 0
    while at < len(atoms):
        if atoms[at] == "{":
            choice = _choice(atoms, at, depth)
            if choice is not None:
                inner, at = choice
                if len(prefixes) * len(inner) > LIMIT:
                    raise TooMany
                prefixes = [prefix + one for prefix in prefixes for one in inner]
                continue
        start = at
        at += 1
        while at < len(atoms) and atoms[at] != "{":
            at += 1
        prefixes = [prefix + atoms[start:at] for prefix in prefixes]
    return prefixes


def _choice(atoms: _Atoms, start: int, depth: int) -> tuple[list[_Atoms], int] | None:
    """What the brace at `start` makes and where it ends, or None when it is an ordinary character."""
    level, parts, begin = 0, [], start + 1
    for at in range(start, len(atoms)):
        atom = atoms[at]
        if atom == "{":
            level += 1
        elif atom == "," and level == 1:
            parts.append(atoms[begin:at])
            begin = at + 1
        elif atom == "}":
            level -= 1
            if level == 0:
                parts.append(atoms[begin:at])
                if len(parts) > 1:
                    if len(parts) > LIMIT:
                        raise TooMany
                    return [one for part in parts for one in _expand(part, depth + 1)], at + 1
                ranged = _range(parts[0])
                return (ranged, at + 1) if ranged is not None else None
    return None


def _range(atoms: _Atoms) -> list[_Atoms] | None:
    text = "".join(atom if isinstance(atom, str) else "\0" for atom in atoms)
    found = _RANGE.fullmatch(text)
    if found is None or len(text) > 30:
        return None
    letters = found[4] is not None
    first, last = (ord(found[4]), ord(found[5])) if letters else (int(found[1]), int(found[2]))
    step = abs(int(found[6] or found[3] or 1)) or 1
    if abs(last - first) // step >= LIMIT:
        raise TooMany
    width = 0
    if not letters and any(re.match(r"-?0\d", end) for end in (found[1], found[2])):
        width = max(len(found[1]), len(found[2]))
    values = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    return [tuple(chr(value) if letters else str(value).zfill(width)) for value in values]
