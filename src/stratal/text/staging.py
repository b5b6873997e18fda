"""What of a message is staged or was put in: a play, an exercise, a letter, a log, lines of code.

It is no statement of the speaker's, whatever it says.
"""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK

_ANY = re.compile(r"[^\n.!?]")

_STAGED = re.compile(
    r"\b(?:role-?play(?:ing)?\b|let'?s (?:play|pretend|act|imagine|say you're)\b|pretend (?:to be|"
    r"that|you|you're|i'm|i am|we|we're)\b|imagine (?:that |you're |you are |i'm |i am |we're |a |"
    r"an |someone |somebody )|act as (?:a|an|if|though|my)\b|play the (?:role|part)\b|you(?:'re| "
    r"are) (?:a|an|the|my) [\w -]{3,30}(?:,| and) i(?:'m| am) (?:a|an|the|your)\b|in (?:my|the|"
    r"this|that|a|his|her|our) (?:\w+ )?(?:novel|short story|story|film|movie|screenplay|script|"
    r"play|poem|song|musical|sketch|scene|chapter|episode|comic|fanfic|campaign|sitcom|opera|"
    r"fairy tale|dream)(?=,|\s+(?:he|she|they|it|the|a|an|one|where|when|there|people|someone|"
    r"somebody|everyone|everybody|you|i|we|his|her|my|our|this|that)\b)|(?:my|the|our) (?:novel's "
    r")?(?:protagonist|main character|heroine|hero|narrator|villain)\b|a character (?:who|in|"
    r"called|named)\b|there'?s (?:a|this|that) (?:song|poem|line|scene|joke|saying)\b|(?:the "
    r")?(?:lyrics?|chorus|refrain) (?:go|goes|is|are|says?)\b|(?:put|change|turn|convert) (?:this "
    r"|these |the (?:following|sentence|sentences) )?into (?:the )?(?:past|present|future|passive|"
    r"plural|reported|indirect)\b|(?:fill in the (?:gap|blank)s?|grammar exercise|exercise \d|"
    r"dictation|diagram this sentence|parse this sentence|practice sentences?|example sentences?))",
    re.IGNORECASE,
)
"""From here on it is a play, a story, a song or an exercise."""

_WORKED_UPON = re.compile(
    r"\b(?:translate|translation of|how (?:do|would|can|should) (?:you|i|we|one) (?:say|write|"
    r"spell|pronounce|phrase|translate)|how to say|what(?:'s| is) the (?:\w+ )?(?:word|phrase|"
    r"term) for|proofread|rephrase|paraphrase|reword|rewrite|punctuate|spell-?check|correct the "
    r"grammar|fix the grammar|(?:write|draft|compose|make up|invent|generate|give me|come up with|"
    r"create|type up) (?:me |us |up )?(?:a|an|the|some|two|three|five|ten|"
    r"my)\b[^.!?\n]{0,60}\b(?:where|in which|who|that (?:says?|reads?|begins?|starts?|ends?)|"
    r"saying|whose|with the (?:line|words|sentence)|about (?:a|an|how|someone)|starting with|"
    r"beginning with|called))\b",
    re.IGNORECASE,
)
"""The sentence in which it stands is a task to be done upon words."""

_DRAFTED = re.compile(
    r"^\W*(?:(?:so|and|now|ok|okay|hi|hey|hello|also)[\s,]+)*(?:kindly |please |pls |can you |"
    r"could you |would you |will you |help me (?:to )?|i need you to |i'd like you to )*"
    r"(?:draft|write|compose|prepare|formulate|word|design|create)(?: me| us| up| out)? (?:an?|the|"
    r"some|two|three|another) (?:[\w-]+ ){0,2}?(?:clause|letter|e-?mail|policy|notice|contract|"
    r"memo|rules?|sign|poem|story|text|paragraph|sentence|message|"
    r"reminder|speech|announcement|instructions?|ad|statement|flyer|poster|toast|post|prompt|"
    r"dialogue|script|note|caption|disclaimer|article|section)\b",
    re.IGNORECASE,
)
"""A text is to be drawn up, and what stands in the sentence is to stand in it."""

_LINE = re.compile(
    r"^(?:[ \t]*#+[ \t]?[\w.@][^\n]*|[ \t]*(?:git (?:commit|checkout|merge|rebase|push|log)|"
    r"(?:npm|pnpm|yarn|pip|uv|docker|kubectl|sudo|cd|export|curl|brew|apt|make) +[\w./@:=-]+(?: |"
    r"$)(?=[^\n]*(?:-{1,2}\w|/|==|&&|$))|import [\w.{*]|from [\w.]+ import|def \w+\(|class "
    r"\w+[:({]|function \w*\(|(?:const|let|var) \w+ ?=|return [\w\"']+;?$|SELECT |INSERT INTO|"
    r"UPDATE \w+ SET|RUN |ENV |COPY |#include|<\?|//|/\*|\* @|#!|\}|\{)[^\n]*|[ "
    r"\t]*(?:\[?(?:ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE|CRITICAL|NOTICE)\]?\b|Traceback|"
    r"(?:\w+\.)*\w*(?:Error|Exception|Warning): |npm (?:WARN|ERR)|error\[|error: |warning: |"
    r"fatal: |hint: )[^\n]*|[ \t]*(?:feat|fix|chore|docs|refactor|perf|build|ci|revert|style|"
    r"test)(?:\([\w./ -]+\))?!?: [^\n]*|[ \t]*(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|"
    r"Message-ID|Received|Content-Type|Re|Fwd): [^\n]*|[ \t]*[\w.-]+ ?(?:=|:) ?[^\s,][^\n]*(?: "
    r"#[^\n]*|;|,|\{)$|[ \t]*(?-i:[A-Z][A-Z0-9_]{2,})=[^\n]*|[ \t]*[a-z_][\w.-]*:[ \t]*$|[ "
    r"\t]*\"[\w -]+\" ?: [^\n]*|[ \t]*- \[[ xX]\][^\n]*|[ \t]*[-+]{3} [ab]/[^\n]*|[ "
    r"\t]*\|[^\n]*\||[ \t]*(?:\d\d:\d\d(?::\d\d)?|\[\d[^\]\n]*\]|\d{4}-\d\d-\d\d)[ T][^\n]*)$",
    re.MULTILINE,
)
"""A line of code, configuration, a log, a commit or the head of a mail."""

_INDENTED = re.compile(r"(?:\n[ \t]+[^\n]+)+")
_LETTER = re.compile(
    r"^(?:dear|to whom)\b[^\n]{0,60}\n(?:[^\n]*\n){0,20}?[^\n]{0,3}(?:(?:kind |best |warm |"
    r"warmest )?regards|sincerely|yours|best wishes|faithfully|respectfully|many thanks|love|"
    r"cheers|thanks)\b[^\n]{0,60}",
    re.IGNORECASE | re.MULTILINE,
)
_ABOUT_ABOVE = re.compile(
    r"^[ \t]*(?:\^|(?=[^\n]*\b(?:this|that|it|these|above)\b)(?=[^\n]*\b(?:mean|means|say|says|"
    r"mail|e-?mail|message|snippet|line|letter|config|log|error|warning|title|note|text|paragraph|"
    r"sentence|phishing|scam|legit|rude|polite|translat\w+|grammar|spelling|imperative|tone|sound|"
    r"sounds|passive|correct|tweet|post|caption|sign|poster|file|yaml|json|script|code|commit|"
    r"header|client|vendor|landlord|wording|worded|phrased)\b)[^\n]*\?|(?:what does|is|does|why "
    r"(?:does|is|do)|can you (?:explain|translate|fix|proofread|rewrite|summari[sz]e|check)|"
    r"(?:please )?(?:explain|translate|fix|proofread|rewrite|summari[sz]e|check|shorten|polish|"
    r"edit)) (?:this|that|it|these)\b)",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"\b(?:sent|wrote|wrote me|got|received|says|reads|email|mail|letter|message|note|poem|text|"
    r"post|review|paragraph|draft|article|snippet|below|following|this)\b[^\n]{0,40}:[ \t]*\n",
    re.IGNORECASE,
)
_BRINGS_IN = re.compile(
    r"(?<!\bi )(?<!\bi've )(?<!\bme )\b(?:says|said|saying|reads|reading|goes|wrote|writes|"
    r"(?:should|must|to|will|would|could|can|might) (?:say|read|be worded)|like this|as follows|"
    r"(?:template|placeholder|subject|caption|headline|slogan|motto|banner|sign|label|signature|"
    r"footer|header)(?: line| text)?)\s*:[ \t]*(?=\S)([^\n]*)",
    re.IGNORECASE,
)
"""What follows on the line is what is to be written, or was written elsewhere."""
_SETTING = re.compile(
    r"(?<![\w.])(?:[\w.]+[._])?(?:TZ|time_?zone|lang(?:uage)?|locale|LC_[A-Z]+)[\"']?\s?(?:=|:(?=\s?[\"']))\s?[\"']?"
    r"[\w/+.-]+",
    re.IGNORECASE,
)
"""A key of a configuration and its value, also within a line that is told about it."""
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.\w+[^.!?\n]*)*[.!?]*")


_ABOUT_BEFORE = re.compile(
    r"(?<=[.!?\n\"'”’:)])\s*(?:(?:so|and|now|can you|could you|please|pls|ok),?\s+){0,3}(?:"
    r"(?:translate|proofread|rephrase|paraphrase|reword) (?:that|this|it)\b|how (?:do|would|can|"
    r"should) (?:i|you|we) (?:say|write|phrase|translate) (?:that|this|it) in\b|is (?:that|this|"
    r"the) (?:wording|phrasing|grammar|sentence|punctuation)\b|is (?:that|this) (?:good|correct|"
    r"proper|grammatical)(?: english| grammar)?\s*\?|prove (?:the|this|that)\b|does (?:that|this) "
    r"sound (?:right|ok|okay|natural|polite|rude))",
    re.IGNORECASE,
)
"""What stands before was a text to be worked upon."""


def unstaged(own: str) -> str:
    """`own`, a message in its speaker's words, with what is staged or put in blanked out."""
    worked = _ABOUT_BEFORE.search(own)
    if worked is not None:
        own = _blank(own[: worked.start()]) + own[worked.start() :]
    if "\n" in own:
        own = _put_in_blanked(own)
    own = _SETTING.sub(lambda one: _blank(one.group()), own)
    found = _STAGED.search(own)
    if found is not None:
        start = max(own.rfind(mark, 0, found.start()) for mark in ".!?\n") + 1
        own = own[:start] + _ANY.sub(BLANK, own[start:])
    for brought in reversed(list(_BRINGS_IN.finditer(own))):
        own = own[: brought.start(1)] + _blank(brought.group(1)) + own[brought.end() :]
    return _SENTENCE.sub(_task_blanked, own) if _TASK_HINT.search(own) else own


_TASK_HINT = re.compile(
    r"\b(?:translat|how |what|proofread|re?phrase|paraphrase|reword|rewrit|writ|draft|compos|make "
    r"up|"
    r"invent|generat|give me|come up|creat|type|punctuat|spell|correct the|fix the|prepar|formulat|"
    r"word|design)",
    re.IGNORECASE,
)


def _task_blanked(found: re.Match[str]) -> str:
    said = found.group()
    return _blank(said) if _WORKED_UPON.search(said) or _DRAFTED.match(said) else said


def _put_in_blanked(own: str) -> str:
    own = _LETTER.sub(lambda one: _blank(one.group()), own)
    for found in reversed(list(_LINE.finditer(own))):
        more = _INDENTED.match(own, found.end())
        end = more.end() if more else found.end()
        own = own[: found.start()] + _blank(own[found.start() : end]) + own[end:]
    last = own.rstrip().rfind("\n")
    if last > 0 and _ABOUT_ABOVE.match(own[last + 1 :].lstrip()):
        own = _blank(own[:last]) + own[last:]
    introduced = _INTRODUCED.search(own)
    if introduced is not None:
        own = own[: introduced.end()] + _blank(own[introduced.end() :])
    return own


def _blank(text: str) -> str:
    return _ANY.sub(BLANK, text)
