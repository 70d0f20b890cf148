"""What Ctrl-C does while the computer thinks."""

from __future__ import annotations

import signal
import sys
import threading

import pytest

import quincunx
from quincunx.agents import Limit, Report, Searcher
from quincunx.cli.screen import Screen
from quincunx.cli.think import thinking


@pytest.mark.parametrize("presses", [1, 2, 20])
def test_however_often_ctrl_c_is_pressed_the_answer_is_waited_for(presses: int) -> None:
    main = threading.main_thread().ident
    assert main is not None
    state = quincunx.game("licled", size=9).start()
    searcher, before = Searcher(state.game, memory=16), set(sys._current_frames())

    def think(stop: threading.Event) -> Report:
        for _ in range(presses):
            signal.pthread_kill(main, signal.SIGINT)
            assert stop.wait(20)
        return searcher.report_after(state, Limit(seconds=600), stop=stop)

    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert thinking(Screen(), "thinking", think).candidates
        assert set(sys._current_frames()) == before  # nothing is left that may be in the core
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, handler)
