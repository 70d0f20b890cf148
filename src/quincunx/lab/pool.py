"""Work on several processes: results as they come, and no process that dies unnoticed.

Each worker has a pipe of its own, so that it is known which task a dead worker had; that task is
given to another one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Hashable, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, TypeVar

__all__ = ["WorkerDied", "results"]

TRIES: Final = 3
"""A task that ended its worker so many times is not given to another."""

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")


class WorkerDied(RuntimeError):
    """A task has ended every process that worked on it."""


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection[object, object]


def results(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[tuple[Task, Result]]:
    """Yield each task and its result, as they are finished, from so many processes at once.

    ``work`` must be picklable. Whoever stops early, by an exception or by closing the iterator, ends
    the workers at once. What ``work`` raises is raised here as RuntimeError.
    """
    open_tasks = deque(tasks)
    tries: Counter[Task] = Counter()
    busy: dict[Connection[object, object], tuple[_Worker, Task]] = {}
    idle: list[_Worker] = []
    try:
        while open_tasks or busy:
            while open_tasks and len(busy) < jobs:
                worker = idle.pop() if idle else _started(work)
                task = open_tasks.popleft()
                busy[worker.pipe] = worker, task
                with contextlib.suppress(OSError):  # a dead one is noticed below
                    worker.pipe.send(task)
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                worker, task = busy.pop(pipe)
                try:
                    answer = pipe.recv()
                except (EOFError, OSError):
                    code = _ended(worker)
                    tries[task] += 1
                    if tries[task] == TRIES:
                        raise WorkerDied(
                            f"{TRIES} processes have died of it, the last with exit code {code}"
                        ) from None
                    open_tasks.appendleft(task)
                    continue
                idle.append(worker)
                if isinstance(answer, _Trouble):
                    raise RuntimeError(answer.text)
                yield task, answer
    finally:
        for worker in [*idle, *(worker for worker, _ in busy.values())]:
            _ended(worker)


@dataclass(frozen=True)
class _Trouble:
    """What a task raised, as text."""

    text: str


def _started(work: Callable[[Task], Result]) -> _Worker:
    # Spawned, not forked: the core has threads. Ctrl-C is ours to answer: the workers inherit that
    # they are to ignore it, which also spares the user their complaints while they start.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work, theirs), daemon=True)
    alone = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if alone else None
    try:
        process.start()
    finally:
        if alone:
            signal.signal(signal.SIGINT, before)
    theirs.close()
    return _Worker(process, ours)


def _ended(worker: _Worker) -> int | None:
    """End a worker, if it has not ended, and return its exit code."""
    worker.process.terminate()
    worker.process.join(1)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
    worker.pipe.close()
    return worker.process.exitcode


def _serve(work: Callable[[Task], Result], pipe: Connection[object, object]) -> None:
    threading.Thread(target=_follow_parent, daemon=True).start()
    # To be ended is to leave in order: whoever holds other programs can end them.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        answer: object
        try:
            answer = work(task)  # type: ignore[arg-type]
        except Exception:
            answer = _Trouble(traceback.format_exc())
        pipe.send(answer)


def _follow_parent() -> None:
    """End this process when its parent has ended, however that came about."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
