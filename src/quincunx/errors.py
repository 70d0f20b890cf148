"""What can be wrong with what a caller asks. All of them are ``ValueError``s with a message for people."""


class BadOption(ValueError):
    """No game of that name, or an option that the game does not have or allow."""


class BadNotation(ValueError):
    """A text that is no step of the game at all."""


class IllegalMove(ValueError):
    """A step that the rules forbid now. ``reason`` is the code of the rule, ``step`` the step's text."""

    def __init__(self, message: str, step: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.step = step
        self.reason = reason

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str, str]]:
        return type(self), (str(self), self.step, self.reason)


class BadRecord(ValueError):
    """A record that cannot be read, or holds a turn that cannot be played.

    ``turn`` is the number of the bad turn, counted from 1, or ``None`` where the record is bad as a
    whole; ``good`` is the record up to the turn before it, so that nothing good is lost.
    """

    def __init__(self, message: str, turn: int | None = None, good: object = None) -> None:
        super().__init__(message)
        self.turn = turn
        self.good = good
