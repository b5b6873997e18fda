"""`python -m stratal` is the command `stratal`."""

from __future__ import annotations

from stratal.cli import main

if __name__ == "__main__":
    main()
