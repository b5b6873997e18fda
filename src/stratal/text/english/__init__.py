"""How English says things in the midst of other talk: found wherever they stand in a sentence.

The plainer rules want a clause of its own. These look for an anchor anywhere (the person speaks of
themself, or tells the assistant), cut the value to its own words, and leave out what its clause
does not assert.
"""

from __future__ import annotations

from stratal.text.english.fences import trimmed, unanchored
from stratal.text.english.sets import ACROSS, SOUGHT, RuleSet

__all__ = ["ACROSS", "SOUGHT", "RuleSet", "trimmed", "unanchored"]
