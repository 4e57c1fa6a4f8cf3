"""Bind mounts: maps paths inside a container to the folders of the host that are mounted there."""

from __future__ import annotations

import re
from dataclasses import replace

from ..model import Part, Word


def mounted(options: tuple[Word, ...]) -> dict[str, str]:
    """The folders of the host that a container may write to, by where they lie inside."""
    found: dict[str, str] = {}
    texts = [each.text or "" for each in options]
    for index, text in enumerate(texts):
        value = texts[index + 1] if text in ("-v", "--volume", "--mount") and index + 1 < len(texts) else ""
        value = value or re.sub(r"^(?:-v|--volume=|--mount=)", "", text) * text.startswith(
            ("-v/", "--volume=", "--mount=")
        )
        pairs = dict(each.partition("=")[::2] for each in value.split(",")) if "=" in value else {}
        source, target, *more = (*value.split(":"), "", "")
        if pairs:
            source = pairs.get("source") or pairs.get("src") or ""
            target = pairs.get("target") or pairs.get("dst") or pairs.get("destination") or ""
            more = [key for key in pairs if key in ("ro", "readonly")]
        if source.startswith(("/", "~")) and target.startswith("/") and not {"ro", "readonly"} & set(more):
            found[target.rstrip("/") or "/"] = source.rstrip("/") or "/"
    return found


def outside(each: Word, mounts: dict[str, str]) -> Word:
    """A word of a command in a container, with the folders that are mounted there by their names outside."""
    parts: list[Part] = []
    for part in each.parts:
        if type(part) is str:
            for target, source in mounts.items():
                part = source.join(re.split(rf"(?<![\w./-]){re.escape(target)}(?=/|[\s'\";]|$)", part))
        parts.append(part)
    return replace(each, parts=tuple(parts))
