"""The analysis engine: queries in, answers out, a line of JSON each. docs/engine.md is the guide to it."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from typing import Final, TextIO

from quincunx import __version__
from quincunx.agents.base import MOST_SECONDS, Limit, Report
from quincunx.agents.search import Searcher
from quincunx.engine.info import for_mover, lower_bound
from quincunx.engine.lines import LOOK, Line, Lines
from quincunx.engine.pool import Pool
from quincunx.engine.query import BadQuery, Query, Request, read
from quincunx.game import State
from quincunx.moves import turns_along

__all__ = ["LONGEST", "MEMORY", "AnalysisEngine"]

LONGEST: Final = 1_000_000
"""The longest line that is read, in characters."""

MOST_POSITIONS: Final = 4_096
"""So many positions may wait."""

MOST_BEGUN: Final = 16
"""So many positions are searched in turns; they share the memory."""

MEMORY: Final = 1_024
"""MiB that all trees together may take, if nothing else is said."""

SLICE: Final = 0.05
"""Seconds that a position is searched before the next has its turn."""

_NOTHING: Final[dict[str, object]] = {"noResults": True}


@dataclass(eq=False)
class _Job:
    """One position of a query, and how far its search has come."""

    query: Query
    turn: int
    state: State
    searcher: Searcher | None = None
    seconds: float = 0.0  # of searching
    reported: float = 0.0  # when the last report was made, or the search was begun
    stop: threading.Event = field(default_factory=threading.Event)

    def about(self, *, searching: bool = False) -> dict[str, object]:
        """Return what every answer begins with."""
        return {"id": self.query.id, "turnNumber": self.turn, "isDuringSearch": searching}


class AnalysisEngine:
    """Analyses positions, several at once; each search has one thread, so that it can be repeated."""

    def __init__(self, output: TextIO, *, threads: int = 1, memory: int = MEMORY) -> None:
        self._output = output
        self._memory = max(1, memory // max(MOST_BEGUN, threads))
        self._lines: Lines | None = None
        self._silent = False  # it was ended, or nobody listens any more
        self._trouble: OSError | None = None  # why nobody does
        self._lock = threading.Lock()  # around the output and the jobs
        self._jobs: dict[str, list[_Job]] = {}  # that are not done, by the ids of their queries
        self._pool = Pool(self._work, threads=threads, most_begun=MOST_BEGUN)

    def run(self, lines: Lines) -> None:
        """Answer every line; at the end of input, finish what waits.

        Where nothing can be written any more it ends, and raises the OSError.
        """
        self._lines = lines
        try:
            while not self._silent and (line := lines.get()) is not None:
                self._read(line)
            while not self._silent and not self._pool.wait(LOOK):
                pass
        finally:
            self._silent = True
            with self._lock:
                jobs = [job for group in self._jobs.values() for job in group]
            for job in jobs:
                job.stop.set()
            self._pool.close()
        if self._trouble is not None:
            raise self._trouble

    def end(self) -> None:
        """Leave what waits undone. A signal's handler may call it: it takes no lock."""
        self._silent = True
        if self._lines is not None:
            self._lines.end()

    # -- queries

    def _read(self, line: Line) -> None:
        if line.too_long:
            self._say({"error": f"a line has at most {LONGEST} characters"})
            return
        if not line.text.strip():
            return
        try:
            asked = read(line.text)
            if isinstance(asked, Request):
                self._act(asked)
            else:
                self._add(asked)
        except BadQuery as error:
            facts = {"id": error.query, "error": str(error), "field": error.field}
            facts["turnNumber"] = error.turn  # type: ignore[assignment]
            self._say({key: value for key, value in facts.items() if value is not None})

    def _add(self, query: Query) -> None:
        if query.id in self._jobs:
            raise BadQuery(f"the query {query.id!r} is not finished", "id", query.id)
        if len(self._pool) + len(query.positions) > MOST_POSITIONS:
            raise BadQuery(f"at most {MOST_POSITIONS} positions may wait", None, query.id)
        over = [(turn, state) for turn, state in query.positions if state.over]
        for turn, state in over:
            self._say(_Job(query, turn, state).about() | _ended(state))
        jobs = [_Job(query, turn, state) for turn, state in query.positions if not state.over]
        if jobs:
            with self._lock:
                self._jobs[query.id] = list(jobs)
            self._pool.add(query.id, jobs, query.priority)

    def _act(self, request: Request) -> None:
        answer = dict(request.echo)
        if request.action == "query_version":
            answer["version"] = __version__
        self._say(answer)
        if request.action == "terminate":
            self._end([str(request.terminate)])
        elif request.action == "terminate_all":
            self._end(list(self._jobs))

    def _end(self, names: list[str]) -> None:
        """End queries: what was found is said by those who search, and here for those who do not yet."""
        for name in names:
            with self._lock:
                jobs = list(self._jobs.get(name, ()))
            for job in jobs:
                job.stop.set()
            for job in self._pool.remove(name):
                self._finish(job, dict(_NOTHING))

    # -- answers

    def _say(self, answer: dict[str, object]) -> None:
        with self._lock:
            if self._silent:
                return
            try:
                self._output.write(json.dumps(answer) + "\n")
                self._output.flush()
            except OSError as error:
                self._trouble = error
                self.end()

    def _finish(self, job: _Job, found: dict[str, object]) -> None:
        with self._lock:
            rest = self._jobs[job.query.id]
            rest.remove(job)
            if not rest:
                del self._jobs[job.query.id]
        self._say(job.about() | found)

    def _work(self, job: _Job) -> bool:
        """Search a position for a moment. Return whether that was the last one."""
        try:
            return self._searched(job)
        except Exception as error:  # a fault of ours; the others go on
            self._finish(job, {"error": f"the search has failed: {error!r}"})
            return True

    def _searched(self, job: _Job) -> bool:
        report = self._report(job)
        limit = job.query.limit
        if (
            report.proven is not None
            or (limit.visits is not None and report.visits >= limit.visits)
            or (limit.seconds is not None and job.seconds >= limit.seconds)
            or job.stop.is_set()
            or self._silent
        ):
            job.searcher = None
            self._finish(job, _found(job, report) if report.candidates else dict(_NOTHING))
            return True
        if job.query.every is not None and time.monotonic() - job.reported >= job.query.every:
            job.reported = time.monotonic()
            self._say(job.about(searching=True) | _found(job, report))
        return False

    def _report(self, job: _Job) -> Report:
        query = job.query
        if job.searcher is None:
            job.searcher = Searcher(job.state.game, memory=self._memory, seed=query.seed)
            job.reported = time.monotonic()
        left = (query.limit.seconds or MOST_SECONDS) - job.seconds
        moment = max(0.001, min(SLICE, left, query.every or SLICE))
        report = job.searcher.report_after(
            job.state, Limit(query.limit.visits, moment), stop=job.stop
        )
        job.seconds += report.seconds
        return report


def _found(job: _Job, report: Report) -> dict[str, object]:
    state = report.state
    root: dict[str, object] = {
        "currentPlayer": state.to_move,
        "seat": state.seat,
        "visits": report.visits,
        "winrate": _rounded(report.values[state.seat]),
        "proven": report.proven,
    }
    if report.score is not None:
        root["scoreLead"] = _rounded(for_mover(report, report.score))
    found: dict[str, object] = {
        "moveInfos": [
            {
                "move": candidate.step.text,
                "order": order,
                "visits": candidate.visits,
                "winrate": _rounded(candidate.win_rate),
                "lcb": _rounded(lower_bound(candidate)),
                "proven": candidate.proven,
                "pv": turns_along(state, candidate.line or (candidate.step,)),
            }
            for order, candidate in enumerate(report.candidates)
            if candidate.visits or candidate.proven
        ],
        "rootInfo": root,
    }
    if job.query.ownership:
        owners = report.owners.items()
        found["ownership"] = {cell: _rounded(for_mover(report, owner)) for cell, owner in owners}
    return found


def _ended(state: State) -> dict[str, object]:
    outcome = state.outcome
    assert outcome is not None
    said = {
        "winner": outcome.winner,
        "seat": outcome.seat,
        "reason": outcome.reason,
        "scores": None if outcome.scores is None else list(outcome.scores),
    }
    return {"moveInfos": [], "outcome": said}


def _rounded(value: float) -> float:
    return round(value, 6) + 0.0  # no negative zero
