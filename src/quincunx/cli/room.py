"""A game that is being played in the terminal: prompts, commands, what happened, how it ended."""

from __future__ import annotations

import datetime
import difflib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from quincunx.agents.external import EngineResigned
from quincunx.agents.levels import STANDARD_LEVEL
from quincunx.agents.spec import canonical
from quincunx.cli import tell
from quincunx.cli.ask import Asker
from quincunx.cli.failures import CommandError, sentence
from quincunx.cli.files import exists, is_record, path_of, write_text
from quincunx.cli.options import listed
from quincunx.cli.screen import Screen
from quincunx.cli.table import HUMAN, Table, spoken
from quincunx.cli.think import Adviser, evaluation, hints, thinking
from quincunx.describe import words
from quincunx.describe.words import WORDS
from quincunx.errors import BadNotation, BadOption, IllegalMove
from quincunx.game import State

__all__ = ["Room"]

FEW: Final = 8
"""So many legal steps are listed with the prompt."""

HINT: Final = "Tab completes · hint · moves · undo · save FILE · rules · help · quit"
AFTER: Final = "again · save FILE · undo · board · quit"
PAUSED: Final = "Enter goes on · hint · level N · save FILE · help · quit"


@dataclass(frozen=True)
class _Command:
    """Something that can be typed instead of a step."""

    words: str
    does: str
    action: Callable[[str], None]


class Room:
    """One evening: a table, somebody to ask, and the commands."""

    def __init__(self, screen: Screen, prompt: Asker, table: Table) -> None:
        self.screen = screen
        self.prompt = prompt
        self.table = table
        self.saved = True  # nothing is lost if the user leaves now
        self.kept = False  # an earlier stage of the game was saved
        game = table.state.game
        self.title = WORDS[game.name].title
        self.accent = screen.accent(game.name)
        self.humans = table.players.count(HUMAN)
        self.fresh = True  # the board is to be shown before the next prompt
        self.asked = False  # the prompt stands just above: it need not be said again
        self.again = False
        self.left = False
        self.adviser = Adviser(screen)
        self.evaluating = False  # the adviser's opinion is shown under each board
        self.commands: Mapping[str, _Command] = {
            "moves": _Command("moves", "the legal steps", self._moves),
            "hint": _Command("hint", "what the computer would play, and why", self._hint),
            "evaluation": _Command(
                "evaluation",
                "who is ahead; evaluation on shows it with each board",
                self._evaluation,
            ),
            "level": _Command("level N", "let the computer play at another level", self._level),
            "undo": _Command("undo", "back to the choice before", self._undo),
            "board": _Command("board", "show the board again", self._board),
            "turns": _Command("turns", "the turns so far", self._turns),
            "save": _Command(
                "save FILE", "keep the game; save! FILE replaces any file", self._save
            ),
            "save!": _Command("", "", self._save_anyway),
            "rules": _Command("rules", "the rules of the game", self._rules),
            "resign": _Command("resign", "give the game up", self._resign),
            "again": _Command("again", "a new game, when this one is over", self._again),
            "help": _Command("help", "this list", self._help),
            "quit": _Command("quit", "leave", self._quit),
        }
        self.short = {"?": "help", "exit": "quit", "q": "quit", "eval": "evaluation"}

    @property
    def farewell(self) -> str:
        """What is said at the end."""
        if self.saved:
            return "Game left."
        if self.kept:
            return "Game left. What came after the last save was not saved."
        return "Game left. It was not saved."

    def open(self) -> None:
        """Play one game after the other."""
        try:
            while not self.left:
                self._introduce()
                self._game()
                if not self.left:
                    self.table = self.table.again()
                    self.saved = self.fresh = True
                    self.kept = False
        finally:
            self.table.close()

    def _introduce(self) -> None:
        state = self.table.state
        self.screen.say()
        self.screen.mark(
            f"[bold {self.accent}]{self.title}[/] {tell.board_name(state)}: "
            f"{escape(self._who(0))} against {escape(self._who(1))}."
        )
        legal = state.legal()
        if not self.humans:
            self.screen.say("Ctrl-C pauses the game.", style="dim")
        elif legal:
            example = legal[min(len(legal) - 1, 7)]
            self.screen.say(f"Type a step, such as {example}, or help.", style="dim")
        needed = self.screen.columns(state)
        if self.screen.interactive and self.screen.width < needed:
            self.screen.trouble(
                f"This board is {needed} columns wide and your terminal {self.screen.width}: "
                "make it wider, and it looks as it should."
            )

    def _game(self) -> None:
        self.again = False
        while not (self.again or self.left):
            if self.table.over:
                self._after()
            elif self.table.player == HUMAN:
                self._ask()
            elif self.humans:
                self._reply()
            else:
                self._watch()

    def _ask(self) -> None:
        """Let a person choose."""
        state = self.table.state
        if self.fresh:
            self._show()
        if not self.asked:
            kinds = frozenset(action.kind for action in state.legal())
            self.screen.say(words.prompt(state.game.name, state.to_move, kinds), style="bold")
            self._list_few(state)
        self.asked = False
        line = self.prompt.ask(
            f"{state.to_move}> ",
            accent=self.accent,
            state=state,
            commands=[name for name in self.commands if name != "again"],
            hint=HINT,
        )
        if not line or self._obeyed(line):
            return
        seat = state.seat
        try:
            played = self.table.enter(self._meant(line))
        except (BadNotation, IllegalMove) as error:
            self.screen.trouble(self._wrong(line, error))
            self.asked = True
            return
        self.saved, self.fresh = False, True
        if tell.changes(played) or tell.trades_colours(played):
            self._tell(state, seat, played)

    def _list_few(self, state: State) -> None:
        """List the legal steps if they are few, with the size of what they mean."""
        legal = state.legal()
        if len(legal) > FEW:
            return
        sizes, cell = tell.choices(state), WORDS[state.game.name].cell
        listing = ", ".join(
            f"{a.text} ({_count(sizes[a.text], cell)})" if a.text in sizes else a.text
            for a in legal
        )
        self.screen.say(f"Choose from: {listing}", style="dim")

    def _reply(self) -> bool:
        """Let the computer have its turn; return whether it was hurried by Ctrl-C."""
        state, seat = self.table.state, self.table.state.seat
        played: list[State] = []
        hurried = False
        while not self.table.over and not (played and self.table.state.at_turn_start):
            busy = f"{escape(self._name(seat))} thinks (Ctrl-C: play now)"
            enough = threading.Event()  # for each step: the next is not to be played blindly
            try:
                played.append(thinking(self.screen, busy, self.table.choose, enough))
            except Exception as error:
                if not self.table.players[seat].startswith("gtp:"):
                    raise
                self._fail(seat, error)
            hurried |= enough.is_set()
        self.saved, self.fresh = False, True
        if played:
            self._tell(state, seat, played)
        return hurried

    def _fail(self, seat: int, error: Exception) -> None:
        """Go on when an engine that is another program has resigned or failed."""
        if isinstance(error, EngineResigned):
            self.table.resign()
            return
        self.screen.trouble(f"{self._name(seat)} can't go on: {error}")
        self.table.sit(seat, f"level:{STANDARD_LEVEL}")
        self.screen.say(f"{_capital(self._name(seat))} plays on in its place.")

    def _watch(self) -> None:
        """Show a turn of a game without people; Ctrl-C pauses it."""
        try:
            hurried = self._reply()
            if not self.table.over:
                self._show()
        except KeyboardInterrupt:
            hurried = True
        if not hurried or self.table.over:
            return
        while True:
            line = self.prompt.ask(
                "paused> ", accent=self.accent, commands=list(self.commands), hint=PAUSED
            )
            if not line:
                return
            if not self._obeyed(line):
                self.screen.trouble(f"The game is paused: {PAUSED}")
            if self.left or self.table.over:
                return

    def _tell(self, before: State, seat: int, played: list[State]) -> None:
        """Say what was played, and what happened."""
        steps = " ".join(after.steps[-1].text for after in played)
        changes = tell.changes(played)
        told = f"{steps}, {changes}" if changes else steps
        colour = before.to_move.capitalize()
        self.screen.mark(f"[{self.accent}]{colour}[/] ({escape(self._name(seat))}): {escape(told)}")
        if tell.trades_colours(played):
            self.screen.say(f"{self._sides()}.")

    def _after(self) -> None:
        """Say how the game ended, and ask what next."""
        if self.fresh:
            self._finish()
            self.fresh = False
        line = self.prompt.ask(
            "over> ",
            accent=self.accent,
            commands=["again", "save", "undo", "board", "turns", "rules", "quit"],
            hint=AFTER,
        )
        if line and not self._obeyed(line):
            self.screen.trouble(f"The game is over. What now: {AFTER}")

    def _finish(self) -> None:
        table = self.table
        state = table.state
        self._show(ended=True)
        self.screen.say()
        self.screen.mark(f"[bold]{escape(tell.ending(state, table.resigned))}[/]")
        winner = table.winner
        if winner is not None:
            seat = state.seats.index(winner)
            if self.humans == 1:
                mine = table.players[seat] == HUMAN
                self.screen.say("You win!" if mine else f"{_capital(self._name(seat))} wins.")
            elif not self.humans and table.players[0] != table.players[1]:
                self.screen.say(f"{_capital(self._name(seat))} wins.")
            elif state.seats != state.game.colours:
                began = state.game.colours[seat].capitalize()
                self.screen.say(f"That is the player who began as {began}.")
        first, second = (colour.capitalize() for colour in state.game.colours)
        grid = Grid.grid(padding=(0, 3))
        grid.add_row("", Text(first, style="bold"), Text(second, style="bold"))
        for what, one, other in tell.figures(state):
            grid.add_row(what, Text(one, justify="right"), Text(other, justify="right"))
        self.screen.show(grid)
        what_now = "" if self.screen.interactive else f" What now: {AFTER}"
        self.screen.say(f"{_count(len(state.turns), 'turn')}.{what_now}", style="dim")

    def _show(self, *, ended: bool = False) -> None:
        state = self.table.state
        self.screen.say()
        self.screen.board(state, territory=ended)
        for line in tell.standing(state):
            self.screen.say(line, style="dim")
        if self.evaluating and not ended:
            self.screen.say(evaluation(self.adviser.report(state)), style="dim")
        self.fresh = False

    # -- names

    def _name(self, seat: int) -> str:
        player = self.table.players[seat]
        return "you" if player == HUMAN and self.humans == 1 else spoken(player)

    def _who(self, seat: int) -> str:
        name = self._name(seat)
        return f"{name} ({self.table.state.seats[seat].capitalize()})"

    def _sides(self) -> str:
        """Say who has which colour now."""
        seats = self.table.state.seats
        if self.humans == 1:
            mine = self.table.players.index(HUMAN)
            other = self._name(1 - mine)
            colours = seats[mine].capitalize(), seats[1 - mine].capitalize()
            return f"You have {colours[0]} now, {other} has {colours[1]}"
        return (
            f"The first player has {seats[0].capitalize()} now, the second {seats[1].capitalize()}"
        )

    # -- commands

    def _obeyed(self, line: str) -> bool:
        """Carry a command out, if the line is one."""
        head, _, rest = line.partition(" ")
        name = self.short.get(head.lower(), head.lower())
        command = self.commands.get(name)
        if command is None:
            return False
        if rest.strip() and name not in ("save", "save!", "level", "evaluation"):
            self.screen.trouble(f"{name} stands alone: nothing follows it.")
            return True
        command.action(rest.strip())
        return True

    def _meant(self, line: str) -> str:
        """Return a line; where cells are picked, not placed on, the bare cell is understood."""
        state, word = self.table.state, line.lower()
        if not state.at_turn_start and word in state.game.cells:
            found = tell.on_cell(state, word)
            return found[0] if len(found) == 1 else line
        return line

    def _wrong(self, line: str, error: BadNotation | IllegalMove) -> str:
        """Say why a line can't be played, and guess at what was meant."""
        word = line.split()[0].lower()
        state = self.table.state
        if word in state.game.cells and isinstance(error, BadNotation):
            found = tell.on_cell(state, word)
            return f"{word} needs more: {listed(found)}." if found else sentence(error)
        known = [*self.commands, *(a.text for a in state.game.actions if a.cell is None)]
        near = difflib.get_close_matches(word, known, 1, 0.7)
        if isinstance(error, BadNotation) and near and word.isalpha():
            return f"{word!r} is neither a step nor a command. Did you mean {near[0]}?"
        return sentence(error)

    def _moves(self, _: str) -> None:
        legal = self.table.state.legal()
        if not legal:
            self.screen.say("The game is over.")
            return
        self.screen.say(f"{_count(len(legal), 'legal step')}:")
        grid = Grid.grid(padding=(0, 2))
        for form, cells in tell.moves(self.table.state):
            grid.add_row(Text(f"  {form}", style=self.accent), Text(cells))
        self.screen.show(grid)

    def _hint(self, _: str) -> None:
        if self.table.over:
            self.screen.trouble("The game is over.")
            return
        for line in hints(self.adviser.report(self.table.state)):
            self.screen.say(line)

    def _evaluation(self, wanted: str) -> None:
        if wanted.lower() in ("on", "off"):
            self.evaluating = wanted.lower() == "on"
            shown = "shown" if self.evaluating else "not shown"
            self.screen.say(f"The evaluation is {shown} with each board from now on.")
        elif wanted:
            self.screen.trouble("evaluation stands alone, or with on or off.")
            return
        if self.table.over:
            self.screen.say("The game is over.")
        elif self.evaluating or not wanted:
            self.screen.say(evaluation(self.adviser.report(self.table.state)))

    def _level(self, wanted: str) -> None:
        seats = [seat for seat, player in enumerate(self.table.players) if player != HUMAN]
        if not seats:
            self.screen.trouble("Both players are people: nobody has a level.")
            return
        try:
            player = canonical(f"level:{wanted}", self.table.state.game)
        except BadOption as error:
            self.screen.trouble(sentence(error))
            return
        for seat in seats:
            self.table.sit(seat, player)
        self.screen.say(f"The computer plays at {spoken(player)} now.")

    def _undo(self, _: str) -> None:
        try:
            steps = self.table.undo()
        except IllegalMove as error:
            self.screen.trouble(sentence(error))
            return
        self.fresh, self.saved = True, False
        back = f"{_count(steps, 'step')} taken back." if steps else "The game goes on."
        self.screen.say(back)

    def _board(self, _: str) -> None:
        self._show(ended=self.table.over)

    def _turns(self, _: str) -> None:
        from quincunx.cli.replay import turn_list

        self.screen.show(turn_list(self.table.state))

    def _save(self, name: str, *, anyway: bool = False) -> None:
        name = name.strip("\"'")
        if not name:
            self.screen.trouble("save needs the name of a file, as in: save game.json")
            return
        record = self.table.record(datetime.date.today().isoformat())
        try:
            path = path_of(name)
            if not anyway and exists(path) and not is_record(path):
                raise CommandError(f"{path} is there already and is no record; save! replaces it")
            write_text(path, record.to_json())
        except CommandError as error:
            self.screen.trouble(f"{sentence(error)} The game was not saved.")
            return
        self.saved = self.kept = True
        under_way = (
            "" if self.table.state.at_turn_start else "; the turn under way is no part of it"
        )
        self.screen.say(f"Saved {_count(len(record.turns), 'turn')} to {path}{under_way}.")

    def _save_anyway(self, name: str) -> None:
        self._save(name, anyway=True)

    def _resign(self, _: str) -> None:
        if self.table.over:
            self.screen.trouble("The game is over.")
            return
        self.table.resign()
        self.saved, self.fresh = False, True

    def _again(self, _: str) -> None:
        if not self.table.over:
            self.screen.trouble("This game is not over; resign ends it.")
            return
        self.again = True

    def _rules(self, _: str) -> None:
        from quincunx.cli.rules import show

        try:
            show(self.table.state.game.name, self.screen)
        except CommandError as error:
            self.screen.trouble(sentence(error))

    def _help(self, _: str) -> None:
        state = self.table.state
        grid = Grid.grid(padding=(0, 2))
        for command in self.commands.values():
            if command.words:
                grid.add_row(Text(f"  {command.words}", style="bold"), command.does)
        self.screen.say("A step is written:")
        self.screen.say(f"  {state.game._notation.forms()}", style=self.accent)
        self.screen.say("A whole turn can be written on one line, its steps with spaces between.")
        self.screen.say("Instead of a step:")
        self.screen.show(grid)

    def _quit(self, _: str) -> None:
        self.left = True


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
