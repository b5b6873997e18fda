"""The Chinese rules as people type in haste: 许诺是我的名字, 家里不碰猪肉的, 定啦！灰色瓷砖.

They take up what the plainer rules leave, by the frames in which people say such things.
"""

from __future__ import annotations

from stratal.text.statement_parts import Rule
from stratal.text.zh_agent_rules import ASK_BEFORE_ZH, PERMISSIONS_ZH, STANDING_ZH
from stratal.text.zh_answer_rules import FORMATS_ZH, LANGUAGES_ZH
from stratal.text.zh_claim_rules import DECISIONS_ZH, LESSONS_ZH
from stratal.text.zh_correction_rules import CORRECTIONS_SPOKEN_ZH, PAIRS_ZH
from stratal.text.zh_memory_rules import FORGET_ZH, OFF_RECORD_ZH, REMEMBER_ZH
from stratal.text.zh_person_rules import DIETS_ZH, NAMES_ZH, WHOLE_NAMES_ZH, ZONES_ZH
from stratal.text.zh_tool_rules import TOOLS_ZH

__all__ = ["CORRECTIONS_SPOKEN_ZH", "PAIRS_ZH", "PERMISSIONS_ZH", "SPOKEN_ZH", "SPOKEN_ZH_FIRST"]

SPOKEN_ZH: tuple[Rule, ...] = (
    *NAMES_ZH,
    *LANGUAGES_ZH,
    *LESSONS_ZH,
    *REMEMBER_ZH,
    *ASK_BEFORE_ZH,
    *DECISIONS_ZH,
    *TOOLS_ZH,
    *DIETS_ZH,
    *ZONES_ZH,
    *FORMATS_ZH,
    *STANDING_ZH,
)
SPOKEN_ZH_FIRST: tuple[Rule, ...] = (
    *WHOLE_NAMES_ZH,
    *OFF_RECORD_ZH,
    *FORGET_ZH,
)
