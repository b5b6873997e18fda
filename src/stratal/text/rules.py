"""All rules by which statements are recognised, in the order in which they are tried."""

from __future__ import annotations

from stratal.text.agent_rules import ASK_BEFORE, PERMISSIONS, STANDING
from stratal.text.answer_rules import FORMATS
from stratal.text.claim_rules import COMMITMENTS, CORRECTIONS
from stratal.text.decision_rules import DECISIONS, LESSONS
from stratal.text.diet_rules import DIETS
from stratal.text.language_rules import LANGUAGES
from stratal.text.memory_rules import FORGET, OFF_RECORD, REMEMBER
from stratal.text.own_words import HAN
from stratal.text.person_rules import ADDRESS, NAMES, ZONES
from stratal.text.spoken_correction_rules import CORRECTIONS_SPOKEN
from stratal.text.spoken_rules import SPOKEN, SPOKEN_FIRST
from stratal.text.spoken_rules_zh import (
    CORRECTIONS_SPOKEN_ZH,
    PAIRS_ZH,
    PERMISSIONS_ZH,
    SPOKEN_ZH,
    SPOKEN_ZH_FIRST,
)
from stratal.text.statement_parts import Rule, StatementKind
from stratal.text.statement_rules import RULES as PLAIN
from stratal.text.tool_rules import TOOLS
from stratal.text.wording import TOOL_NAME
from stratal.text.zh_time_rules import COMMITMENTS_ZH
from stratal.text.zh_witness_rules import WITNESS_FIRST_ZH, WITNESS_LAST_ZH, WITNESS_ZH

# Said in one breath with a leave to act, these weigh more.
_FIRST = frozenset(
    (
        StatementKind.OFF_RECORD,
        StatementKind.FORGET,
        StatementKind.REMEMBER,
        StatementKind.LESSON,
        StatementKind.ASK_BEFORE,
        StatementKind.STANDING_ORDER,
    )
)

RULES: tuple[Rule, ...] = (
    *OFF_RECORD,
    *FORGET,
    *SPOKEN_FIRST,
    *SPOKEN_ZH_FIRST,
    *(one for one in PLAIN if one.kind in _FIRST),
    *PERMISSIONS_ZH,
    *PERMISSIONS,
    *(one for one in PLAIN if one.kind not in _FIRST),
    *ASK_BEFORE,
    *STANDING,
    *REMEMBER,
    *LESSONS,
    *DECISIONS,
    *ADDRESS,
    *NAMES,
    *LANGUAGES,
    *TOOLS,
    *DIETS,
    *ZONES,
    *FORMATS,
    *SPOKEN,
    *SPOKEN_ZH,
    *WITNESS_FIRST_ZH,
    *WITNESS_ZH,
    *COMMITMENTS,
    *COMMITMENTS_ZH,
    *PAIRS_ZH,
    *CORRECTIONS,
    *CORRECTIONS_SPOKEN,
    *CORRECTIONS_SPOKEN_ZH,
    *WITNESS_LAST_ZH,
)
"""The plain wordings stand before the looser ones; what only a time or a contrast tells is last."""


def _in_chinese(one: Rule) -> bool:
    # Some tools have Chinese names, whatever language they are spoken of in.
    return HAN.search(one.wording.pattern.replace(TOOL_NAME, "")) is not None


_OF_CHINESE = {id(one) for one in filter(_in_chinese, RULES)}
CHINESE: tuple[Rule, ...] = tuple(one for one in RULES if id(one) in _OF_CHINESE)
"""What a sentence without a Latin letter may say."""
ENGLISH: tuple[Rule, ...] = tuple(one for one in RULES if id(one) not in _OF_CHINESE)
"""What a sentence without a Chinese character may say."""
