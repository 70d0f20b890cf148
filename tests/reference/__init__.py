"""The rules of the games once more: literal, slow, and independent of the core they judge."""

from .bargo import Bargo
from .base import Outcome, Reference, perft
from .implo import Implo
from .licled import Licled
from .robble import Robble
from .topolo import Topolo

GAMES: dict[str, type[Reference]] = {
    game.name: game for game in (Implo, Bargo, Topolo, Robble, Licled)
}


def start(name: str, **options: object) -> Reference:
    """The start of a game, by name and options."""
    if name not in GAMES:
        raise ValueError(f"{name!r} is none of {', '.join(GAMES)}")
    return GAMES[name].start(**options)


__all__ = ["GAMES", "Outcome", "Reference", "perft", "start"]
