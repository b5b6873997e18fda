"""Rules for what is put right in hasty English: "it was Tuesday, you keep saying Monday"."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, SUPPOSED

_RIGHT = r"(?P<value>[^,;，；.]{1,45}?)"
_WRONG = r"(?P<other>[^,;，；.]{1,45}?)"
_CUT = r"(?=\s*(?:$|[,;.!—–(]|\s-\s|\b(?:and|but|as|because|so|actually|though)\b))"


def _put_right(told: Told) -> Reading | None:
    value, other = told["value"].strip(COMMAS), told["other"].strip(COMMAS)
    if re.match(r"[.,]\d", told.heard.words[told.match.end("value") :]):
        return None
    value = re.sub(r"(?<=\d) (?:of|in|for) (?:the|our|my|your) .*$", "", value)
    if not value or BLANK in value or len(value.split()) > 7:
        return None
    if re.match(
        r"(?:not|the problem|a problem|just|because|that|what|how|why)\b", value, re.IGNORECASE
    ):
        return None
    return Reading(attribute="", value=value, not_value=other, about_work=None, corrects=True)


_YOU_SAY = (
    r"you(?:'ve)? (?:keep|kept) (?:saying|writing|calling|putting|using|spelling)(?: \w+){0,4}|"
    r"you (?:say|said|wrote|put|had|have|assumed|thought|called|typed)(?: \w+){0,4}|"
    r"as you (?:thought|"
    r"said|wrote|assumed|claimed|put)"
)

CORRECTIONS_SPOKEN: list[Rule] = [
    *rule(
        StatementKind.CORRECTION,
        _put_right,
        (QUESTION, SUPPOSED),
        rf"(?:i misspoke|(?:small |quick |one |a ){{0,4}}correction|my (?:mistake|bad)|"
        rf"i got that wrong|wrong \w+)"
        rf"\s*[,:;—–-]\s*(?:i meant|it's|it is|it should be|(?:my|our|the)"
        rf"\s+[\w ]{{2,30}}?\s+(?:is|are|runs?|"
        rf"starts?)|we (?:run|use|have|are))(?: (?:in|on|at))?\s+{_RIGHT}(?:,?\s+not (?:on |at |"
        rf"in )?{_WRONG})?{_CUT}",
        rf"(?:that's|it's|it was|he's|she's|they're|this is)\s+{_RIGHT},\s+(?:and )"
        rf"?not\s+{_WRONG}\s+(?:as "
        rf"you|like you)\b.*",
        rf"(?:my|the|our|his|her)\s+[\w' -]{{2,40}}?\s+(?:is|was|are|'s)(?: called| named|"
        rf" spelled| in| at)?"
        rf"\s+{_RIGHT},\s+(?:{_YOU_SAY})(?:\s+[^,;]{{1,30}})?",
        rf"(?:it's|it was|it is|that's|that was)\s+{_RIGHT},\s+(?:{_YOU_SAY})(?:\s+[^,;]{{1,30}})?",
        rf"you (?:say|said|wrote|put|have|had|assumed|thought|keep saying)"
        rf"\s+[^,;]{{2,60}}[,;]\s*(?:but "
        rf")?(?:it's|it is|it was|that's|they're|should be|actually)\s+{_RIGHT}(?: actually)"
        rf"?{_CUT}",
        rf"[^,;]{{3,50}}\b(?:you (?:assumed|gave|wrote|put|used|said|mentioned|have|noted))"
        rf"\s+(?:is|was|"
        rf"are) (?:off|wrong|incorrect|old|outdated|not right|a mistake),?\s*(?:it )"
        rf"?(?:should be|is|it's|"
        rf"was)\s+{_RIGHT}{_CUT}",
        rf"i (?:said|wrote|told you|typed)\s+{_WRONG}(?: earlier| before| just now)?,?\s+(?:but|"
        rf"and|though)"
        rf"\s+(?:in truth|actually|really|in fact|the truth is)?,?\s*(?:it's|it is|it was|"
        rf"i meant|it should"
        rf" be|they're)\s+{_RIGHT}{_CUT}",
        rf"about [\w' ]{{2,30}},\s*(?:it's|it is|that's)\s+{_RIGHT}\s*,?\s*not\s+{_WRONG}{_CUT}",
        rf"[^,;]{{3,40}}\b(?:is|was) wrong,?\s*(?:it's|it is|it should be|should be)"
        rf"\s+{_RIGHT}{_CUT}",
        about_work=True,
    ),
]
