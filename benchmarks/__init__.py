"""Measurements. Each module with a `main` runs as ``python -m benchmarks.<name>``."""
