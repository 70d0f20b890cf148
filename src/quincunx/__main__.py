"""``python -m quincunx``: the command line."""

import sys

from quincunx.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
