"""The table of handlers: which function evaluates which program."""

from __future__ import annotations

from . import (
    awk,
    builtins,
    carried_actions,
    file_copies,
    find_and_xargs,
    git,
    interactive_shell,
    languages,
    outputs,
    parallel,
    printing,
    read_builtins,
    remote_exec,
    shells,
    text_tools,
    wrappers,
    wrappers_by_name,
    wrappers_starting,
)
from .handler import Handler

HANDLERS: dict[str, Handler] = {
    **outputs.HANDLERS,
    **printing.HANDLERS,
    **file_copies.HANDLERS,
    **languages.HANDLERS,
    **wrappers_by_name.HANDLERS,
    **text_tools.HANDLERS,
    **awk.HANDLERS,
    **find_and_xargs.HANDLERS,
    **parallel.HANDLERS,
    **wrappers.HANDLERS,
    **remote_exec.HANDLERS,
    **carried_actions.HANDLERS,
    **git.HANDLERS,
    **wrappers_starting.HANDLERS,
    **shells.HANDLERS,
    **read_builtins.HANDLERS,
    **interactive_shell.HANDLERS,
    **builtins.HANDLERS,
}
