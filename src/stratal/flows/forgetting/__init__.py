"""Forgetting by rule: sweeps, what they leave alone, and how each of their acts is undone."""
