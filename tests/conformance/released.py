"""A released source distribution, fetched once: the tests of others are not in their wheels."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

CACHE = Path(__file__).parents[2] / "build" / "conformance"


def sources(package: str, version: str) -> Path:
    """The unpacked sources of that release, from the package index or from the cache."""
    folder = CACHE / f"{package}-{version}"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        wanted = f"{package}=={version}"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary"]
        subprocess.run([*command, ":all:", "--dest", str(CACHE), wanted], check=True)
        archive = next(CACHE.glob(f"{package}-{version}*.tar.gz"))
        with tarfile.open(archive) as opened:
            opened.extractall(CACHE, filter="data")
    return folder
