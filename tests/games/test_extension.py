"""The extension as such: its stub, the GIL, Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import quincunx

SOURCE = Path(quincunx.__file__).parent


def test_the_stub_is_the_one_that_the_extension_gives(tmp_path: Path) -> None:
    """Regenerate with: python -m nanobind.stubgen -m quincunx._core -o src/quincunx/_core.pyi."""
    made = tmp_path / "_core.pyi"
    command = [
        sys.executable,
        "-m",
        "nanobind.stubgen",
        "-q",
        "-m",
        "quincunx._core",
        "-o",
        str(made),
    ]
    subprocess.run(command, check=True, capture_output=True)
    assert made.read_text() == (SOURCE / "_core.pyi").read_text()


def test_long_calls_let_other_threads_run() -> None:
    core = quincunx.game("licled", size=9, pie=False).start()._core
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    while not ticks:
        time.sleep(0.001)
    before = ticks
    core.playouts(20, 1, 1)
    after = ticks
    done.set()
    thread.join()
    assert after > before + 2


def test_ctrl_c_stops_long_calls() -> None:
    """Without the check for signals this would go on for years."""
    code = (
        "import quincunx, signal\n"
        # A shell without job control lets what it starts in the background ignore Ctrl-C.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
        "try: quincunx.game('robble', size=9).perft(30)\n"
        "except KeyboardInterrupt: print('stopped', flush=True)\n"
        "try: quincunx.game('robble').start()._core.playouts(10**12, 1, 2)\n"
        "except KeyboardInterrupt: print('stopped', flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    for _ in range(2):
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "stopped\n"
    assert process.wait(10) == 0
    process.stdout.close()


def test_one_seed_one_result() -> None:
    core = quincunx.game("implo").start()._core
    assert core.playouts(50, 7, 1) == core.playouts(50, 7, 1)
    assert core.playouts(50, 7, 2) == core.playouts(50, 7, 2)
    assert core.playouts(50, 7, 1) != core.playouts(50, 8, 1)


def test_threads_can_share_states() -> None:
    states = [quincunx.game(f.name).start() for f in quincunx.games()]
    results: list[object] = []

    def play() -> None:
        for state in states:
            for _ in range(5):
                action = state.legal()[len(state.turns)]
                state = state.play(action)
            results.append((state.key, state._core.playouts(3, 1, 1)))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 20
    assert len(set(results)) == 5
