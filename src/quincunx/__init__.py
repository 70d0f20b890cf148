"""Five modern abstract board games, exact and fast: Implo, Bargo, Topolo, Robble and Licled.

>>> import quincunx
>>> state = quincunx.game("robble", size=5).start()
>>> while not state.over:
...     state = state.play(state.legal()[0])
>>> state.outcome.reason
'groups'
"""

from importlib.metadata import version as _version

from quincunx.errors import BadNotation, BadOption, BadRecord, IllegalMove
from quincunx.game import Game, State, game
from quincunx.record import Record
from quincunx.registry import Family, games
from quincunx.values import Action, Effect, Outcome, Playouts

__version__ = _version("quincunx")

__all__ = [
    "Action",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Effect",
    "Family",
    "Game",
    "IllegalMove",
    "Outcome",
    "Playouts",
    "Record",
    "State",
    "game",
    "games",
]
