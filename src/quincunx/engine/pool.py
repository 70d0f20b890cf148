"""Jobs in slices: a few threads work for a moment on each in turn, so that a long job holds up no short one."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

__all__ = ["Pool"]

J = TypeVar("J")


@dataclass
class _Group(Generic[J]):
    """The jobs of one group; those begun come first."""

    name: str
    priority: int
    begun: deque[J] = field(default_factory=deque)
    waiting: deque[J] = field(default_factory=deque)


class Pool(Generic[J]):
    """Threads that call ``work`` for each job again and again, until it says that the job is done.

    Groups take turns; of several priorities the highest goes first. At most ``most_begun`` jobs are
    begun and not done.

    >>> left = {"soup": 1, "roast": 3}
    >>> def work(job):
    ...     left[job] -= 1
    ...     return left[job] == 0
    >>> pool = Pool(work, threads=2, most_begun=4)
    >>> pool.add("dinner", ["soup", "roast"])
    >>> pool.wait(10)
    True
    >>> left
    {'soup': 0, 'roast': 0}
    >>> pool.close()
    """

    def __init__(self, work: Callable[[J], bool], *, threads: int, most_begun: int) -> None:
        self._work = work
        self._most_begun = max(most_begun, threads)
        self._begun = 0
        self._closing = False
        self._groups: dict[str, _Group[J]] = {}  # in the order in which they have their turns
        self._changed = threading.Condition(threading.RLock())
        self._threads = [
            threading.Thread(target=self._run, name=f"worker {i + 1}", daemon=True)
            for i in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def __len__(self) -> int:
        """How many jobs are not done."""
        with self._changed:
            return self._begun + sum(len(group.waiting) for group in self._groups.values())

    def add(self, name: str, jobs: Iterable[J], priority: int = 0) -> None:
        """Add a group of jobs; its name must be free."""
        with self._changed:
            self._groups[name] = _Group(name, priority, waiting=deque(jobs))
            self._changed.notify_all()

    def remove(self, name: str) -> list[J]:
        """Take the jobs of a group that were not begun out of it."""
        with self._changed:
            group = self._groups.get(name)
            if group is None:
                return []
            removed = list(group.waiting)
            group.waiting.clear()
            self._changed.notify_all()
            return removed

    def wait(self, seconds: float) -> bool:
        """Return whether all is done, as soon as it is or after that time."""
        with self._changed:
            return self._changed.wait_for(lambda: not len(self), seconds)

    def close(self) -> None:
        """Begin nothing any more and wait for the threads; what is not done stays so."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (taken := self._take()) is not None:
            group, job = taken
            done = self._work(job)
            with self._changed:
                if done:
                    self._begun -= 1
                else:
                    group.begun.appendleft(job)
                    self._groups.setdefault(group.name, group)
                if not group.begun and not group.waiting and group.name in self._groups:
                    del self._groups[group.name]
                self._changed.notify_all()

    def _take(self) -> tuple[_Group[J], J] | None:
        """Return the next job, once there is one; None when the pool closes."""
        with self._changed:
            while not self._closing:
                for group in sorted(self._groups.values(), key=lambda one: -one.priority):
                    job = self._next_of(group)
                    if job is not None:
                        # The others have their turns before this one has the next.
                        self._groups[group.name] = self._groups.pop(group.name)
                        return group, job
                self._changed.wait()
            return None

    def _next_of(self, group: _Group[J]) -> J | None:
        if group.begun:
            return group.begun.popleft()
        if group.waiting and self._begun < self._most_begun:
            self._begun += 1
            return group.waiting.popleft()
        return None
