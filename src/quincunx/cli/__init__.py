"""The command line: ``quincunx games``, ``rules``, ``play``, ``replay``, ``match``, …."""
