"""Those who watch how runs are made: for traces and for figures. They see, and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from .core.events import Event
from .core.flow import Step
from .core.run import Run

T = TypeVar("T")


class Watch(Protocol):
    """Sees how runs are made. It changes nothing about them, and never raises."""

    def workflow(self, run: str, /) -> AbstractContextManager[Callable[[Run], None]]:
        """A context in which the run `run` is advanced; its value is told what became of it."""
        ...

    def step(self, step: Step, /) -> AbstractContextManager[Callable[[Event], None]]:
        """A context in which one step is done; its value is told what it brought. Errors pass through."""
        ...


@dataclass(frozen=True, slots=True)
class Watches:
    """Several of them as one; none where nobody watches."""

    each: tuple[Watch, ...] = ()

    @contextmanager
    def workflow(self, run: str, /) -> Iterator[Callable[[Run], None]]:
        """A context in which run `run` is advanced."""
        with ExitStack() as stack:
            told = [stack.enter_context(one.workflow(run)) for one in self.each]
            yield lambda after: _all(told, after)

    @contextmanager
    def step(self, step: Step, /) -> Iterator[Callable[[Event], None]]:
        """A context in which one step is done."""
        with ExitStack() as stack:
            told = [stack.enter_context(one.step(step)) for one in self.each]
            yield lambda event: _all(told, event)


def _all(told: Sequence[Callable[[T], None]], what: T) -> None:
    for each in told:
        each(what)
