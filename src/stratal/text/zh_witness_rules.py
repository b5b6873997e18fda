"""Second ways to hear the same in Chinese, each on another anchor than the first.

Where the plainer rules rest on one turn of speech, these rest on the whole clause: who speaks, for
how long, of what, and the deed or the value all have to be there. What two of them hear alike is
surer than what one hears. The values are cut as all values of their kind are: see `zh_cuts`.
"""

from __future__ import annotations

from stratal.text.statement_parts import Rule
from stratal.text.zh_witness_agent_rules import ASKS_HEARD_ZH, LEAVES_HEARD_ZH, STANDING_HEARD_ZH
from stratal.text.zh_witness_answer_rules import (
    FORMATS_HEARD_ZH,
    LANGUAGES_HEARD_ZH,
    ZONES_HEARD_ZH,
)
from stratal.text.zh_witness_claim_rules import (
    COMMITMENTS_HEARD_ZH,
    CORRECTIONS_HEARD_ZH,
    DECISIONS_HEARD_ZH,
)
from stratal.text.zh_witness_tool_rules import BANS_HEARD_ZH, TOOLS_HEARD_ZH

WITNESS_FIRST_ZH: tuple[Rule, ...] = (*STANDING_HEARD_ZH, *LEAVES_HEARD_ZH, *ASKS_HEARD_ZH)
"""Heard where the plain rules of what an agent is to do, may do, or is to ask are through."""
WITNESS_ZH: tuple[Rule, ...] = (
    *DECISIONS_HEARD_ZH,
    *LANGUAGES_HEARD_ZH,
    *FORMATS_HEARD_ZH,
    *TOOLS_HEARD_ZH,
    *BANS_HEARD_ZH,
    *ZONES_HEARD_ZH,
)
WITNESS_LAST_ZH: tuple[Rule, ...] = (*COMMITMENTS_HEARD_ZH, *CORRECTIONS_HEARD_ZH)
