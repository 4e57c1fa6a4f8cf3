"""How the program ends: every exception becomes one sentence on stderr and the exit code of the conventions.

Imports next to nothing, because asking for help passes through here too.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

from ..errors import ScriptSmithError, StorageError

TYPE_CHECKING = False  # what type checkers take for true; `typing` itself is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NoReturn

DEBUG = "SCRIPTSMITH_DEBUG"
INTERRUPTED, TERMINATED = 130, 143
_UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EAGAIN, errno.EINVAL)
"""How writing to standard output fails."""


class Terminated(BaseException):
    """Somebody asked the process to end; what it had started is stopped."""


def finish(work: Callable[[], int]) -> NoReturn:
    """Do `work` and end the process with its exit code, or with the one of whatever it raised."""
    try:
        if sys.stdout is None:
            raise StorageError("standard output is closed: there is nowhere to write to")
        status = work()
        sys.stdout.flush()
    except SystemExit:
        raise
    except BaseException as error:
        status = _told(error)
    _flush()
    gc.disable()
    gc.freeze()  # the system frees all of it: to look through a service's memory first takes seconds where it is busy
    sys.exit(status)


def _told(error: BaseException) -> int:
    """Say what `error` means for a person, and hand its exit code back."""
    error = _weightiest(error)
    match error:
        case ScriptSmithError():
            return fail(str(error), error.exit_code)
        case KeyboardInterrupt():
            return fail("interrupted", INTERRUPTED)
        case Terminated():
            return fail("terminated", TERMINATED)
        case BrokenPipeError():  # the reader has gone: nothing is left to say
            return 0
        case OSError() if error.filename is None and error.errno in _UNWRITTEN:  # not of a file, so of stdout
            return fail(f"could not write the output: {error.strerror}", 1)
    if _debugging():
        from traceback import format_exception

        from ..redaction import mask

        _to_stderr(mask("".join(format_exception(error))))
    what = " ".join(f"{type(error).__name__}: {error}".split())[:500]
    more = "" if _debugging() else f", set {DEBUG}=1 for the traceback"
    return fail(f"internal error: {what}; this is a defect of ScriptSmith{more}", 1)


def _weightiest(error: BaseException) -> BaseException:
    """Of a group, the one exception to tell: an interrupt before what was raised on purpose before anything else."""
    leaves = list(_leaves(error))
    for kind in (KeyboardInterrupt, Terminated, ScriptSmithError):
        for leaf in leaves:
            if isinstance(leaf, kind):
                return leaf
    return leaves[0]


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


def _debugging() -> bool:
    return os.environ.get(DEBUG, "") not in ("", "0")


def _flush() -> None:
    """Write what is left, or drop it where nobody takes it: at exit Python would complain of it."""
    for stream, handle in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), handle)


def fail(sentence: str, code: int) -> int:
    """Say what went wrong, control characters made visible, and hand the exit code back."""
    from ..redaction import mask
    from .visible import visible

    _to_stderr(f"scriptsmith: {visible(mask(sentence))}\n")
    return code


def _to_stderr(text: str) -> None:
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
    except (OSError, ValueError):
        pass  # nobody listens
