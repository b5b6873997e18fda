"""Whether an English clause asserts what it says: the vetoes that all rules of this room share."""

from __future__ import annotations

import re
from collections.abc import Callable

from stratal.text.statement_parts import Heard
from stratal.text.wording import EXAMPLE, IRONIC, STAGED, UNDECIDED

__all__ = [
    "BOUND",
    "Veto",
    "asked",
    "begun",
    "bygone",
    "doubted",
    "governed",
    "of_others",
    "once",
    "opens",
    "passing",
    "reported",
    "undecided",
    "unmeant",
]

Veto = Callable[[Heard, "re.Match[str]"], bool]

BOUND = r"(?:[,;:.!?…—–()\n\U0001F300-\U0001FAFF\u2600-\u27bf]|\s-{1,2}\s)"
_LEADS = (
    r"and|but|so|because|since|'?cause|cuz|cos|bc|as|also|plus|though|although|while|btw|by the "
    r"way|fyi|ok|okay|k|oh|ah|well|hi|hey|hello|hiya|yo|yes|yeah|yep|no|nope|nah|right|anyway|look|"
    r"listen|please|pls|plz|kindly|honestly|basically|actually|sorry|thanks|thank you|thx|cheers|"
    r"note|heads[- ]up|just|just so you know|so you know|for the record|for context|for what it's "
    r"worth|fwiw|tbh|lol|um+|uh|hm+|btw|first|first of all|one thing|one more thing|another thing|"
    r"small thing|quick thing|context|background|reminder|important|now|then|alright|there|folks|"
    r"everyone|all|team|claude|good (?:morning|afternoon|evening)|morning|evening|also|again|still|"
    r"only|given|seeing as|and yes|besides|unfortunately|sadly|luckily|thankfully|omg|ugh|argh|"
    r"bruh|dude|man|mate|phew|oof|yikes|haha|aw|gosh|bro|naturally|of course|obviously|i should "
    r"(?:mention|add|say)(?: that)?|i (?:forgot|meant) to (?:mention|say|add)(?: that)?|in case it "
    r"(?:helps|matters)|from now on|from here on(?: (?:in|out))?|going forward|as of (?:today|now)|"
    r"henceforth|in (?:the )?future|in general|generally|by default|as a (?:general )?rule|always|"
    r"in (?:this|our|my) (?:repo|project|team|house|household|family|job|office|shop|case)|at "
    r"(?:work|home|our \w+)|over here|around here|here|personally|for me|myself|until further "
    r"notice|remember|fun fact|not that it matters|new rule|house rule|rule|request|small request|"
    r"(?:one|a) (?:small |quick |last |little )?(?:request|favou?r|wish|ask)|that's why|which is "
    r"why|the (?:trouble|problem|thing|catch|issue|snag|downside|only thing|point|bad news|good "
    r"news) is(?:,? that)?|on paper|officially|formally|legally|in real life|to top it (?:all "
    r")?off|on top of (?:that|it all|everything)|to make (?:matters|things) worse|worse still|"
    r"meanwhile|these days|nowadays|currently|right now|the thing is|thing is|truth is|fact is|"
    r"turns out|you should know|you should know that|keep in mind|mind you|after all|in fact|in "
    r"short|overall|last but not least"
)
_JOINS = (
    r"\b(?:and|n|but|so|because|since|'?cause|cuz|although|though|while|whereas|as|plus|given that|"
    r"seeing that|except)\s"
)
_OPENS = re.compile(
    rf"(?:^|{BOUND}|{_JOINS})[\s\"']*(?:(?:{_LEADS})(?![\w'])[\s,:]*)*$", re.IGNORECASE
)
_SEEN = 110
"""Characters before a place that are looked at for what leads up to it."""


def opens(words: str, at: int) -> bool:
    """Whether a clause begins at `at`, but for words that only lead up to one."""
    before = words[:at]
    if at > _SEEN:
        before = "x " + words[at - _SEEN : at]
    return _OPENS.search(before) is not None


_BRINGS_IN = re.compile(
    r"\b(?:says?|said|saying|reads?|reading|goes|writes?|wrote|written|like this|text|placeholder|"
    r"subject|template|header|footer|signature|banner)\s*[:：]",
    re.IGNORECASE,
)
"""Behind it stands what is to be written, or was written elsewhere."""
_LOOSE = re.compile(
    r"\b(?:if|whether|when|whenever|unless|until|suppose|say|says|said|think|thinks|thought|told|"
    r"tell|wish|hope|like|how|what|why|who|than|pretend|imagine|believe|believes|assume|assumes|"
    r"knows|where|not|that|once|for|case|time|day|week|as though|until|before|after|while|would|"
    r"could|might)\s+$",
    re.IGNORECASE,
)


def begun(words: str, at: int) -> bool:
    """Whether a subject at `at` begins a clause, though no mark stands before it."""
    return opens(words, at) or (
        at > 0 and words[at - 1] == " " and _LOOSE.search(words[:at]) is None
    )


_HARMLESS = (
    r"(?! (?:it|that|this) (?:helps|matters|is (?:of )?(?:relevant|any use))| you (?:must|want to|"
    r"need to|don't mind|would|please|could|can|wouldn't mind)\b| i may)"
)
_GOVERNS = re.compile(
    rf"\b(?:if{_HARMLESS}|unless|suppos\w+|imagin\w+|pretend\w*|assum(?:e|ing)|let'?s say|whether|"
    r"wish|hypothetically|in case(?! it)|as if|as though|role-?play\w*|would it|would you|should "
    r"(?:i|we)|what happens|say (?:i|we) (?:am|was|were|had)|in (?:the|a|my|this|that|his|her) "
    r"(?:film|movie|novel|story|play|poem|game|song|book|dream|show|script|musical|comic|scene|"
    r"chapter|episode))\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:says?|said|tells?|told|asks?|(?<!be )(?<!been )asked|claims?|claimed|thinks?|thought|"
    r"wrote|writes|reads?|insists?|insisted|heard|shouts?|shouted|announces?|announced|swears?|"
    r"swore|assum(?:es|ed)|believes?|believed|jokes?|joked|reckons?|suggests?|suggested|quotes?|"
    r"quoted|yells?|yelled|texts|texted|goes like|convinced|according to|argues?|argued|"
    r"complains?|complained|printed|signs? every)\b",
    re.IGNORECASE,
)
_MY_SAYING = re.compile(
    r"\b(?:i|we)(?:'ve| have|'d| had| just| already)*\s+(?:said|told|wrote|say|thought|think|read|"
    r"asked)\b|\byou(?:'ve| have)?(?: just)? (?:said|told|wrote|thought|assumed|asked|suggested|"
    r"say)\b|\bthat said\b|\b(?:that|which|as i|like i|as) (?:said|told)\b|\btold you\b",
    re.IGNORECASE,
)
_TEXT_OF = re.compile(
    r"\b(?:sign|line|quote|saying|proverb|motto|title|subject|headline|caption|lyrics?|chorus|"
    r"translat\w+|example|sentence|phrase|e-?mail|mail|slogan|poem|song|dialogue|joke|manual|"
    r"handbook|label|poster|prompt|commit|exercise|snippet|mug|t-?shirt|sticker|letter|verse|"
    r"fortune cookie|(?:text|message) (?:from|to)|paragraph|brochure|menu|ad|advert|review|tweet|"
    r"headline|policy|contract|memo|documentation|readme|tutorial|article|error|"
    r"warning)\b(?:\s(?:says?|reads?|said|goes|is|was|from|in|on|of|at|i (?:found|saw|got|read|"
    r"wrote)|we got|that|for)\b[^:]{0,40})?:",
    re.IGNORECASE,
)


_HEDGED = re.compile(
    r"^[^,;—–.!?]{0,40}[,;—–(]+\s*(?:(?:or )?so (?:i'm told|they say|he says|she says|my \w+ "
    r"(?:says?|said|claims?|thinks?))|(?:my|the|our|his|her) [\w -]{2,25} (?:says?|said|claims?|"
    r"thinks?|writes?)|(?:he|she|they) (?:says?|said|claims?|thinks?)|(?:says?|said|writes|"
    r"according to) \w+|(?:i think|i guess|i suppose|maybe|perhaps|probably|supposedly|apparently|"
    r"or not|or maybe not|i'm not sure|not sure)\b|(?:but )?(?:only|just) (?:for )?(?:today|"
    r"tonight|now|this (?:once|time|one|week))|not really|just kidding|kidding|as if)",
    re.IGNORECASE,
)


def unmeant(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is ironic, staged, an example, or taken back in the words behind it."""
    words = heard.words
    return (
        IRONIC.search(words) is not None
        or STAGED.search(words) is not None
        or EXAMPLE.search(words[: found.start()]) is not None
        or _HEDGED.match(words[found.end() :]) is not None
    )


_OWN_CLAUSE = re.compile(
    r"(?:[,;—–-]\s*(?:so|but|because|which is why|still|anyway|hence|therefore)\b[^,;:]{0,40}|"
    r"\band\s+(?:i\b|my\b|we\b|pleas)[^,;:]{0,6})$",
    re.IGNORECASE,
)
"""What draws a conclusion of the speaker's own from what others say."""


def governed(heard: Heard, found: re.Match[str]) -> bool:
    """Whether what stands before supposes it, reports it of others, or brings in a text."""
    before = heard.words[: found.start()]
    if _GOVERNS.search(before):
        return True
    return reported(heard, found)


def reported(heard: Heard, found: re.Match[str]) -> bool:
    """Whether what stands before reports it of others, or brings in a text."""
    before = heard.words[: found.start()]
    if unmeant(heard, found) or _TEXT_OF.search(before) or _BRINGS_IN.search(before):
        return True
    if _OWN_CLAUSE.search(f"{before}{found.group()[:5]} "):
        return False
    said = _SAYS.search(_MY_SAYING.sub(" ", before))
    # "My boss says I eat too fast. Also: I'm vegan" does not come here: that is another sentence.
    return said is not None and len(re.findall(BOUND, before[said.end() :])) <= 1


_ASKS = re.compile(
    r"^\W*(?:(?:so|and|but|hey|hi|ok|okay|well|also|oh|btw|anyway|now|then|please|hello|right|um+|"
    r"hm+|lol|claude)[\s,.!]+)*(?:(?:what|which|who|whose|whom|how|why|where)(?: \w+)?(?: \w+)? "
    r"(?:is|are|am|was|were|do|does|did|can|could|would|should|shall|will|has|had|might|may|isn't|"
    r"don't|doesn't)\b(?!\s+(?:taught|that)\b)|(?:what|which|who|how|why|where)(?:'s|s| if| about|"
    r" kind| sort| time| long| much| many| far| often| come)\b(?! more| why)|when(?= (?:is|are|do|"
    r"does|did|will|can|should|would))|is|are|am|was|were|do(?!n'?t| not)|does|did|can|could|"
    r"would|should|shall|will|has|have (?:you|i|we|they|people|most)|had|may i|might|isn't|aren't|"
    r"don't you|don't we|doesn't|didn't|can't (?:you|i|we)|won't|wouldn't|shouldn't|any(?:one|"
    r"body)? (?:idea|tips|know|else)|ever)\b",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^\W*(?:(?:so|and|but|hey|hi|ok|okay|well|also|oh|btw|anyway|now|please|hello|"
    r"claude)[\s,.!]+)*(?:can|could|would|will) (?:you|u)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"(?:[,;—–-]|\.\.\.)\s*(?:right|correct|no|isn't (?:it|that)|don't (?:i|we)|aren't (?:i|we)|"
    r"am i|are we|or (?:not|what|no|am i|is it|was it|are we)\b.*|do i|do we|huh|eh|true|is that "
    r"(?:right|so|true|correct)|or (?:did|do|does|should|would) .*)\s*\?+\s*$",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:for all|for everything|in all|please|pls|call me|address me|without asking|first)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(rf"{BOUND}|\b(?:so|and|but|because|since|as|then)\b", re.IGNORECASE)


def asked(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is part of a question, and not told before or beside one."""
    words = heard.whole
    at = found.start()
    ends_asking = words.rstrip(" \t)\"'😂🙏😅🤔").endswith(("?", "？"))
    if _ASKS.match(words) and not _POLITE.match(words):
        first = re.search(
            r"[;:.!—–()]|,\s(?=i\b|i'|my\b|we\b|we'|our\b)", words[:at], re.IGNORECASE
        )
        if first is None:
            return True
    if _POLITE.match(words) and not (heard.lasting or _WISH.search(words)):
        return True
    if not ends_asking:
        return False
    after = words[found.end() :]
    return _TAG.search(words[at:]) is not None or (
        not _POLITE.match(words) and _CLAUSE_END.search(after.rstrip(" ?？")) is None
    )


_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|might|possibly|probably|presumably|supposedly|apparently|thinking (?:of|"
    r"about)|considering|tempted|toying|not sure|unsure|no idea|wonder\w*|what if|could|would "
    r"(?!(?:like|love|prefer|rather|appreciate)\b)|should (?:i|we)|hop(?:e|ing) to|want(?:ed)? to "
    r"try|trying out|might as well|i guess|i suppose|leaning|playing with the idea|on the fence|"
    r"debating|torn|either|we'll see|who knows|kind of|or so i|dream\w* of|daydream\w*|planning "
    r"to|may (?:have|be|go|fly|use|switch|move|end))\b",
    re.IGNORECASE,
)


def doubted(heard: Heard, found: re.Match[str]) -> bool:
    """Whether its own clause only thinks of it."""
    return _DOUBT.search(around(heard.words, found)) is not None


def around(words: str, found: re.Match[str]) -> str:
    """The match, and what stands before and after it up to the next bound."""
    start, end = found.span()
    before = re.split(BOUND.replace(";:", ";"), words[:start])[-1]
    after = re.split(BOUND, words[end:], maxsplit=1)[0]
    return f"{before}{words[start:end]}{after}"


_ONCE = re.compile(
    r"\b(?:this time|(?:just |only )?this once|for now|for the moment|for the time being|just for "
    r"(?:today|tonight|this|the|a|fun|once|now)|for (?:this|today's|tonight's|that|these|one) "
    r"(?!job|company|project|repo|team)(?:one\b|once\b|\w+)|only for (?:today|this|tonight)|today "
    r"only|temporarily|in the meantime|just (?:today|tonight|once|now)|(?:last|next) (?:answer|"
    r"reply|message|paragraph|one)|in this (?:answer|reply|message|one|email|letter|text|"
    r"paragraph|story|exercise)|(?:today|tonight)(?= (?:only|just|please|i)\b)|as an exception|"
    r"one-off|exceptionally|for a change|for the (?:demo|example|test|prototype|poc|tutorial|"
    r"exercise|moment)|(?<!from )this (?:answer|reply|one|message|paragraph|email|letter|text|"
    r"essay|story|script|function|file|page|slide|list|recipe|question|task|demo|exercise)\b)",
    re.IGNORECASE,
)


_NOT_LASTING = re.compile(
    r"\b(?:this time|(?:just |only )?this once|for now|for the moment|for the time being|"
    r"temporarily|in the meantime|just (?:today|tonight|once)|today only|as an exception|at the "
    r"moment only|for the (?:demo|example|test|prototype|poc|tutorial))\b",
    re.IGNORECASE,
)


def passing(heard: Heard, found: re.Match[str]) -> bool:
    """Whether what is told as a fact is one for the moment only."""
    return _NOT_LASTING.search(around(heard.words, found)) is not None


def once(heard: Heard, found: re.Match[str]) -> bool:
    """Whether its sentence means it for this once."""
    del found
    return _ONCE.search(heard.words) is not None


_BYGONE = re.compile(
    r"\b(?:used to|until (?:19|20)\d\d|back (?:then|in|when|at)|in those days|when i was|as a "
    r"(?:kid|child|teenager|student|teen)|years ago|in my (?:youth|twenties|teens|childhood|last "
    r"job|old job|previous)|formerly|previously|the (?:old|legacy|former|previous) \w+|at my "
    r"(?:old|last|previous|former)|once upon|was a|were a|before (?:i|we) (?:met|moved|switched|"
    r"had|got)|till (?:19|20)\d\d|those (?:were|days)|last (?:year|month|week|night|summer|"
    r"winter)|ages ago|yesterday|thank god that's over)\b|\bdays\.{2,}",
    re.IGNORECASE,
)


def bygone(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is told of a time that is over."""
    return _BYGONE.search(around(heard.words, found)) is not None


_OTHERS = re.compile(
    r"\b(?:(?:my|our|his|her|their|the|a|your|some|every|\w+'s) (?:\w+[ -]){0,2}?(?:son|daughter|"
    r"wife|husband|mother|father|mum|mom|dad|sister|brother|boss|manager|friend|colleague|"
    r"co-?worker|neighbou?r|kids?|child|children|cousin|uncle|aunt|roommate|flatmate|client|"
    r"customer|partner|girlfriend|boyfriend|professor|tutor|teacher|nephew|niece|gran|grandma|"
    r"grandpa|grandmother|grandfather|boss|landlord|patient|student|guest|hire|intern|contractor|"
    r"in-?laws?|sister-in-law|brother-in-law|doctor|nurse|cat|dog|teenager|toddler|baby|ex|buddy|"
    r"mate|plumber)s?|he|she|they|someone|somebody|everyone|people|anyone|who)\b(?!'s (?:why|"
    r"that))",
    re.IGNORECASE,
)


def of_others(heard: Heard, found: re.Match[str]) -> bool:
    """Whether the clause before it speaks of somebody else: it may still be about them."""
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    return _OTHERS.search(before) is not None


def undecided(heard: Heard, found: re.Match[str]) -> bool:
    """Whether the sentence leaves open, or calls off, what it names."""
    del found
    return UNDECIDED.search(heard.words) is not None
