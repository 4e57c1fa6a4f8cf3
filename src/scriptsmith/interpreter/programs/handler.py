"""What a handler of a program is, and all that it may use of the interpreter: `Handler` and `Shell`.

A handler reads one call. It tells what the program prints (None: nobody knows) and, through the shell, what else is
known: the command itself, commands that it carries, files that it writes, and what it does to the shell if it is a
builtin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from ...bash.syntax import AssignNode, WordNode
from ..calls import ExpandedCall
from ..conditions import Shown
from ..model import Command, Place, Word
from ..values import Options, Parts, State

__all__ = ["WRAPPER", "ExpandedCall", "Handler", "Shell"]


class Shell(Protocol):
    """The shell around a program."""

    # what is recorded

    def record(self, call: ExpandedCall, *, name: str | None = None, upstream: tuple[Command, ...] = ()) -> Command:
        """Add the command to what the script would execute."""

    def note_unresolved(self, why: str, place: Place | None = None) -> None:
        """Say what cannot be resolved at `place`, or where the command stands."""

    def spend(self, steps: int = 1) -> None:
        """Count work. Raises `Exhausted` when a script asks for too much of it."""

    # commands inside commands: each gives what they print, None when that is not known

    def dispatch(self, call: ExpandedCall) -> Parts:
        """Evaluate a command that this one carries."""

    def run_text(
        self,
        parts: Parts,
        call: ExpandedCall,
        via: str,
        *,
        host: str = "",
        privileged: bool = False,
        plain_via: bool = True,
    ) -> Parts | None:
        """Evaluate a text that this command runs as a script."""

    def run_file(self, call: ExpandedCall, written: tuple[Parts, tuple[Command, ...]]) -> Parts:
        """Evaluate a file that the script wrote and that `call` runs."""

    def call(self, name: str, call: ExpandedCall) -> Parts:
        """Evaluate a function."""

    # the state: what is known at this point of the script

    @property
    def state(self) -> State:
        """What the next command will find; a handler may change it."""

    def fork(self) -> State:
        """Go on in a copy of the state, as a subshell does; `rejoin` takes what is returned."""

    def rejoin(self, saved: State) -> None:
        """End what `fork` began: what was set is lost, the files that were written are not."""

    # files that the script has written

    def key(self, path: Word | str) -> str:
        """The name under which a file is remembered."""

    def file(self, path: Word | str) -> tuple[Parts, tuple[Command, ...]] | None:
        """What the script wrote into a file and by which commands, None when it did not."""

    def runnable(self, path: Word) -> tuple[Parts, tuple[Command, ...]] | None:
        """The same for the file that is run as `path`, whose name may be known in part."""

    def put(self, path: Word | str, out: Parts, by: tuple[Command, ...], *, append: bool = False) -> None:
        """Remember what was written into a file."""

    # variables and values

    def assign(self, node: AssignNode) -> Options:
        """Do an assignment; what the variable may hold now comes back."""

    def set_variable(self, name: str, options: Options) -> None:
        """Give a variable a value, or one of several."""

    def make_local(self, name: str) -> None:
        """Make a variable local to the function that is being evaluated, if any."""

    def known(self, word: WordNode | None) -> str | None:
        """The exact text of a word that is not expanded yet, or None."""

    def expand_again(self, text: str, *, quoted: bool = False) -> str | None:
        """What a text becomes when it is expanded once more, or None."""

    def evaluate_arithmetic(self, parts: Parts) -> int | None:
        """The value of an arithmetic expression, or None."""

    def ifs(self) -> str:
        """The characters at which words are split."""

    def argument_test(self, tokens: Sequence[Word | str], status: bool | None) -> bool | None:
        """The status of a test of three words, which may compare `$#` with a number."""

    @property
    def in_function(self) -> bool:
        """Whether a function is being evaluated."""

    # control flow, for builtins

    def set_status(self, status: bool | None) -> None:
        """Say whether the command succeeds, None when nobody knows."""

    def set_refinement(self, shown: Shown, source: str) -> None:
        """Say what the command's success and failure show; `source` is the condition as written."""

    def entered_folder(self, unchecked: str) -> None:
        """Say which folder was entered that may not be there; empty when it is there for sure."""

    def set_listed(self, names: Parts) -> None:
        """Say which names an `ls` was given, for whoever captures its output."""

    def exit(self) -> None:
        """End the shell."""

    def jump(self, succeeded: bool | None = None) -> None:
        """Leave the loop or the function: `break`, `continue`, `return`, which may say whether it `succeeded`."""

    def defer(self, parts: Parts, call: ExpandedCall, via: str) -> None:
        """Have a text evaluated at the end of the script: a trap, an alias."""


WRAPPER = "*"
"""Under which name the handler stands for all programs of which the table says that they start another one."""

Handler: TypeAlias = Callable[[Shell, ExpandedCall], Parts | None]
