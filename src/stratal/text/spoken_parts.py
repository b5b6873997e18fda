"""A part of patterns that the rules for hasty English share."""

from __future__ import annotations

STOP = r"(?=\s*(?:$|[,;—–(.!]|\s-\s|\b(?:and|but|because|since|so|as|if|even)\b))"
"""Where a value ends: what follows goes on with something else."""
