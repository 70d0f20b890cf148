"""Who chooses: agents, the limits they think within, and what they report.

>>> import quincunx
>>> from quincunx.agents import Limit, Searcher
>>> state = quincunx.game("robble", size=5).replay("c3", "swap")
>>> searcher = Searcher(state.game, seed=7)
>>> *_, report = searcher.analyse(state, Limit(visits=500))
>>> report.visits, round(sum(report.values), 6)
(500, 1.0)
"""

from quincunx.agents.base import Agent, Analyst, Candidate, Limit, Report, Stop
from quincunx.agents.external import EngineFailed, EngineResigned, GtpAgent
from quincunx.agents.levels import LEVELS, Level, LevelAgent
from quincunx.agents.search import PlainUct, Searcher, settings
from quincunx.agents.spec import agent
from quincunx.agents.uniform import RandomAgent

__all__ = [
    "LEVELS",
    "Agent",
    "Analyst",
    "Candidate",
    "EngineFailed",
    "EngineResigned",
    "GtpAgent",
    "Level",
    "LevelAgent",
    "Limit",
    "PlainUct",
    "RandomAgent",
    "Report",
    "Searcher",
    "Stop",
    "agent",
    "settings",
]
