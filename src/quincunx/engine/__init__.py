"""Protocols: the games and the search for other programs, over lines of text. See docs/engine.md."""
