"""Words and looks: how the games are named, said and drawn."""
