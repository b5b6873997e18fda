"""``python -m tests.conformance NAME``: another project's suite on our adapter."""

from __future__ import annotations

import importlib
import sys

if __name__ == "__main__":
    sys.exit(importlib.import_module(f"tests.conformance.{sys.argv[1].replace('-', '_')}").run())
