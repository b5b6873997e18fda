"""The demo."""

from __future__ import annotations

from stratal.cli.options import Here


def demo(here: Here) -> None:
    """x"""


def demo_day(here: Here) -> None:
    """x"""
