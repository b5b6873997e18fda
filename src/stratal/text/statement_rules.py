"""The plain wordings by which statements are recognised, in the order in which they are tried.

A rule is a wording, what unsays it, and a reader that makes a value of the match or, looking
closer, nothing.
"""

from __future__ import annotations

from stratal.text.plain_agent_rules import AGENT_PLAIN
from stratal.text.plain_answer_rules import ANSWERS_PLAIN
from stratal.text.plain_decision_rules import DECISIONS_PLAIN, LESSONS_PLAIN
from stratal.text.plain_memory_rules import MEMORY_PLAIN
from stratal.text.plain_person_rules import DIETS_PLAIN, NAMES_PLAIN, ZONES_PLAIN
from stratal.text.plain_tool_rules import TOOLS_PLAIN
from stratal.text.statement_parts import Rule

RULES: tuple[Rule, ...] = (
    *MEMORY_PLAIN,
    *LESSONS_PLAIN,
    *AGENT_PLAIN,
    *NAMES_PLAIN,
    *ANSWERS_PLAIN,
    *DIETS_PLAIN,
    *ZONES_PLAIN,
    *DECISIONS_PLAIN,
    *TOOLS_PLAIN,
)
