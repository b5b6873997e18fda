"""Rules for English as it is typed in haste: "X is my name", "no soy for me", "Svelte it is".

They take up what the plainer rules leave, by the frames in which people say such things.
"""

from __future__ import annotations

from stratal.text.spoken_agent_rules import ASK_SPOKEN, PERMISSIONS_SPOKEN, STANDING_SPOKEN
from stratal.text.spoken_answer_rules import FORMATS_SPOKEN, LANGUAGES_SPOKEN
from stratal.text.spoken_decision_rules import DECISIONS_SPOKEN, LESSONS_SPOKEN
from stratal.text.spoken_memory_rules import FORGET_SPOKEN, OFF_RECORD_SPOKEN, REMEMBER_SPOKEN
from stratal.text.spoken_person_rules import DIETS_SPOKEN, NAMES_SPOKEN, ZONES_SPOKEN
from stratal.text.spoken_tool_rules import TOOLS_SPOKEN
from stratal.text.statement_parts import Rule

SPOKEN: tuple[Rule, ...] = (
    *NAMES_SPOKEN,
    *LANGUAGES_SPOKEN,
    *LESSONS_SPOKEN,
    *REMEMBER_SPOKEN,
    *ASK_SPOKEN,
    *PERMISSIONS_SPOKEN,
    *DECISIONS_SPOKEN,
    *TOOLS_SPOKEN,
    *DIETS_SPOKEN,
    *ZONES_SPOKEN,
    *FORMATS_SPOKEN,
    *STANDING_SPOKEN,
)
SPOKEN_FIRST: tuple[Rule, ...] = (*OFF_RECORD_SPOKEN, *FORGET_SPOKEN)
