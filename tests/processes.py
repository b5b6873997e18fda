"""Commands in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def stratal_at_home(home: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `stratal` with nothing configured but a home folder, and what is given."""
    environment = {"HOME": str(home), "USER": "ana", "PATH": os.environ["PATH"], **variables}
    return subprocess.run(
        [sys.executable, "-m", "stratal", *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
