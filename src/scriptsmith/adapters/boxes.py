"""What every kind of box refuses to be asked."""

from __future__ import annotations

import posixpath
from dataclasses import asdict

from ..errors import BadInput
from ..ports import BoxSpec


def check_spec(spec: BoxSpec) -> None:
    """Raises `BadInput` for a spec that makes no sense."""
    if spec.root is not None and not spec.root.is_dir():
        raise BadInput(f"{spec.root} is not a folder")
    if spec.root is not None and spec.expose:
        raise BadInput("nothing can be exposed in a tree of its own: all of it shows")
    for path in (*spec.files, *spec.empty, *spec.expose, spec.workdir):
        absolute(path)
    for name, value in spec.environ.items():
        if not name or "=" in name or "\0" in name + value:
            raise BadInput(f"{name!r} is not a name and a value for the environment")
    for name, limit in asdict(spec.limits).items():
        if limit <= 0:
            raise BadInput(f"the limit {name} must be above zero")


def absolute(path: str) -> str:
    """`path` itself; raises `BadInput` when it is not absolute, is the root, or holds dots."""
    if not path.startswith("/") or "\0" in path or posixpath.normpath(path) != path.rstrip("/") or path == "/":
        raise BadInput(f"{path!r} is not an absolute path without dots")
    return path
