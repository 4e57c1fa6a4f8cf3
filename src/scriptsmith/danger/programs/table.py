"""Every program that has a handler."""

from __future__ import annotations

from . import (
    builtin,
    carriers,
    copies,
    doors,
    elsewhere,
    git,
    interactive,
    languages,
    launchers,
    outputs,
    parallel,
    printing,
    reading,
    searching,
    shells,
    tools,
)
from .handler import Handler

HANDLERS: dict[str, Handler] = {
    **outputs.HANDLERS,
    **printing.HANDLERS,
    **copies.HANDLERS,
    **languages.HANDLERS,
    **launchers.HANDLERS,
    **tools.HANDLERS,
    **searching.HANDLERS,
    **parallel.HANDLERS,
    **carriers.HANDLERS,
    **elsewhere.HANDLERS,
    **git.HANDLERS,
    **doors.HANDLERS,
    **shells.HANDLERS,
    **reading.HANDLERS,
    **interactive.HANDLERS,
    **builtin.HANDLERS,
}
