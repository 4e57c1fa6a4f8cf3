"""How a person takes a script with them: its file name, the ways to get it, what to compare, and how it is called.

Nothing is executed by the service; these are texts for a person to use elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi.responses import Response

from ..core.offers import command_line
from ..core.outcome import served_defaults, served_entry, unused_hosts
from ..core.publish import slug
from ..core.run import Run
from ..core.secret_tokens import tokens_in
from ..core.types import Script, Target

PLAIN: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "The script, and nothing else"}
}
"""What the OpenAPI document says of an answer that is a script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAway:
    """A script for the way: `href` is where it is as `text/plain`, `sha256` of exactly these bytes.

    `fetch` gets it, with a key in the environment, and `compare` compares it with the digest. `command` calls the file:
    its values are in it, or a person puts them in the place of the `arguments`. `original` calls the entry's own script
    with the same values, empty for a draft. `tokens` stand in the text in the place of secrets, which nobody gets from
    here; `hosts` are in the words of the action and nowhere in the script.
    """

    file: str
    href: str
    sha256: str
    fetch: str
    compare: str
    command: str
    arguments: str = ""
    original: str = ""
    tokens: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()


_ENDINGS: Mapping[Target, str] = {"bash": "sh", "ansible": "yml"}
_PROGRAMS: Mapping[Target, str] = {"bash": "bash", "ansible": "ansible-playbook"}


def file_name(name: str, script: Script) -> str:
    """A name for the file of a script."""
    return f"{slug(name)}.{_ENDINGS[script.target]}"


def take_away(run_id: str, run: Run, address: str, usage: Callable[[str], str]) -> TakeAway | None:
    """How the settled script of a run is taken from the service at `address`; None where there is none. `usage` tells
    what a script is called with."""
    settled = run.settled
    if settled is None or settled.script is None:
        return None
    script, entry = settled.script, served_entry(run)
    bound = bool(entry and entry.parameters)
    file = file_name(f"{entry.id}-bound" if entry and bound else entry.id if entry else run.action.text, script)
    href = f"/api/v1/runs/{run_id}/script"
    source = address.rstrip("/") + href
    digest = sha256(script)
    arguments = "" if bound else usage(script.text)
    original = ""
    if entry and bound:
        unsaid = served_defaults(run)
        values = {name: value for name, value in settled.parameters.items() if value and name not in unsaid}
        original = f"bash {file_name(entry.id, script)}{command_line(entry, values).removeprefix(entry.id)}"
    return TakeAway(
        file=file,
        href=href,
        sha256=digest,
        fetch=f'curl -fsS -H "Authorization: Bearer $SCRIPTSMITH_KEY" -o {file} {shlex.quote(source)}',
        compare=f"echo '{digest}  {file}' | sha256sum -c",
        command=" ".join(filter(None, (_PROGRAMS[script.target], file, arguments))),
        arguments=arguments,
        original=original,
        tokens=tuple(tokens_in(script.text)),
        hosts=tuple(unused_hosts(run)),
    )


def sha256(script: Script) -> str:
    """The SHA-256 of a script's bytes, as `sha256sum` prints it; the digest of an approval is over the target too."""
    return hashlib.sha256(_bytes(script)).hexdigest()


def plain_text(script: Script, name: str) -> Response:
    """A script as a file called after `name`, and nothing around it."""
    digest = base64.b64encode(hashlib.sha256(_bytes(script)).digest()).decode()
    headers = {
        "Content-Disposition": f'attachment; filename="{file_name(name, script)}"',
        "ETag": f'"{sha256(script)}"',
        "Repr-Digest": f"sha-256=:{digest}:",
    }
    return Response(_bytes(script), media_type="text/plain; charset=utf-8", headers=headers)


def _bytes(script: Script) -> bytes:
    return script.text.encode("utf-8", "surrogatepass")
