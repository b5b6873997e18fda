"""Doors for other frameworks: each file needs the package of its own, and is imported alone."""
