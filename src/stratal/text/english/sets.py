"""The rules of this room, each set with a word that one of its sentences has."""

from __future__ import annotations

from dataclasses import dataclass

from stratal.text.english import plain_deeds, plain_forms
from stratal.text.english.commitments import COMMITMENTS
from stratal.text.english.corrections import CORRECTIONS
from stratal.text.english.decisions import DECISIONS, LESSONS
from stratal.text.english.deeds import ASK_BEFORE, PERMISSIONS, STANDING
from stratal.text.english.formats import FORMATS
from stratal.text.english.habits import DIETS, ZONES
from stratal.text.english.memory import FORGET, OFF_RECORD, REMEMBER, REMEMBER_BEFORE
from stratal.text.english.names import ADDRESSES, NAMES
from stratal.text.english.tongues import LANGUAGES, TONGUES
from stratal.text.english.tool_contrasts import TOOLS_ACROSS
from stratal.text.english.tools import TOOLS
from stratal.text.statement_parts import Rule
from stratal.text.wording import Wording


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSet:
    """Rules that need not be tried on a sentence without the hint."""

    hint: Wording
    rules: tuple[Rule, ...]


def _set(hint: str, rules: list[Rule]) -> RuleSet:
    return RuleSet(hint=Wording(hint), rules=tuple(rules))


SOUGHT: tuple[RuleSet, ...] = (
    _set(
        r"\brecord\b|\bmemory\b|\bbetween\b|\bnotes?\b|\b(?:remember|sav|stor|keep|kept|log|writ|"
        r"trace|retain|hold|put|file|track)",
        OFF_RECORD,
    ),
    _set(
        r"\bforget|\bdelet|\beras|\bwip|\bremov|\bdrop|\bclear|\bscrub|\bpurg|\brid\b|\b(?:don't|"
        r"stop|no need)\b|\b(?:throw|discard|scratch|strike|take|lose|unlearn|scrap|bin|dump|gone|"
        r"wanted|memory)\b",
        FORGET,
    ),
    _set(
        r"\b(?:lesson|takeaway|moral|learn|taught|took|know|note to|memo|hard way|figured|found "
        r"out|reali[sz]ed|discovered|insight|convinced|shown|persuaded|boil|found|noticed|seen|"
        r"concluded|experience)",
        LESSONS,
    ),
    _set(
        r"\b(?:remember|mind|forget|note|memor|jot|write|save|store|log|record|reference|keep|add|"
        r"put|file|hold|hang)",
        REMEMBER,
    ),
    _set(
        r"\b(?:ask|check|show|approv|confirm|without|before|unless|until|ok|okay|permission|"
        r"sign-?off|go-ahead|consult|run)",
        ASK_BEFORE,
    ),
    _set(
        r"\b(?:without|ask|own|yourself|permission|okay|ok|free|need|trust|allow|authori)",
        [*PERMISSIONS, *plain_deeds.PERMISSIONS],
    ),
    _set(
        r"\b(?:always|never|whenever|every|each|any ?time|from now|from here|going forward|as "
        r"soon|future|rule|default|standing|henceforth|notice|once|automatically|when|if)\b",
        [*STANDING, *plain_deeds.STANDING],
    ),
    _set(
        r"\bname|\bi'm\b|\bi am\b|\bthis is\b|\bhere\b|\bspeaking\b|\bcalled\b|\btalking\b", NAMES
    ),
    _set(
        r"\bme\b|\bcall|\bgo by\b|\baddress|\banswer to\b|\bsay\b|\b(?:do|fine)\b|\bname\b|"
        r"\bto you\b",
        [*ADDRESSES, *plain_deeds.ADDRESSES],
    ),
    _set(rf"\b(?:{'|'.join(TONGUES)})\b", LANGUAGES),
    _set(
        r"\b(?:decid|settl|agree|cho[os]|pick|decision|vote|verdict|mind|going|it is|landed|opted|"
        r"adopted|gone|selected|signed|call|ruling|official|went|gone|final|set in|outcome|result)",
        [*DECISIONS, *plain_deeds.DECISIONS],
    ),
    _set(
        r"\b(?:i|we|my|our|use|don't|do not|never|stop|avoid|no|skip|always|stick|keep|leave|only|"
        r"user)\b|\bi'|\bin\b|\bon\b|\bbanned\b|off[- ]limits|\binstead\b|\bnot\b",
        TOOLS,
    ),
    _set(r"\bi\b|\bi'|\bim\b|\bive\b|\bwe|\bmy\b|\bhere\b|vegan|vegetarian|\ballerg", DIETS),
    _set(r"\btime\b|\bzone\b|\bUTC\b|\bGMT\b|\b[A-Z][A-Z]?[SD]?T\b|/", ZONES),
    _set(
        r"\b(?:answer|repl|respon|explain|explanation|summar|messag|everything|things|emoji|"
        r"bullet|list|table|short|brief|concise|sentence|word|line|paragraph|metric|celsius|"
        r"imperial|tone|text|step|point|markdown|skip|drop|no|never|don't|stop|avoid|always|from "
        r"now|please|every|when(?:ever)? you|diff)",
        [*FORMATS, *plain_forms.FORMATS],
    ),
    _set(
        r"\b(?:no|nope|nah|wait|oops|whoops|sorry|correction|mistake|bad|scratch|actually|"
        r"misspoke|mistyped|misread|mixed|typo|fix|correct|corrected|hang|hold|wrong|incorrect|"
        r"outdated|said|wrote|meant|say|put|assumed|isn't|wasn't|not|had|have|gave|called|told|"
        r"typed|saying|writing|calling|assumed|noted|quoted|listed|right|proper)\b",
        [*CORRECTIONS, *plain_forms.CORRECTIONS],
    ),
    _set(
        r"\d|day\b|\btomorrow\b|\btonight\b|\bnext\b|\bthis\b|\bnoon\b|\bweek|\bmonth|\bin\b|"
        r"\bmidnight\b|\bthe\b|christmas|easter",
        [*COMMITMENTS, *plain_forms.COMMITMENTS],
    ),
)
"""In the order in which they are tried."""

ACROSS: tuple[RuleSet, ...] = (
    _set(r"\b(?:stop|quit|enough with|no more|don't|do not|never)\b", TOOLS_ACROSS),
    _set(
        r"\b(?:remember|mind|note|forget|jot|down|save|store|keep|put|file|log|record|commit) "
        r"?(?:that|this|it|of|down|in)?\b",
        REMEMBER_BEFORE,
    ),
    _set(
        r"\b(?:isn't|is not|aren't|wasn't|said|wrote|put|assumed|told|wrong|sorry|correction|"
        r"misspoke|mistake|misread|mixed)\b",
        [*CORRECTIONS, *plain_forms.CORRECTIONS],
    ),
)
"""What may be said in two sentences."""
