"""Systems under the same work. Each runs as a process, in an environment that holds only its own.

``python -m benchmarks.systems.<name> WORK FOLDER``; these modules import nothing of each other's
but `driver`, which needs the standard library alone.
"""
