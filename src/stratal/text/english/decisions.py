"""What was decided and what was learnt, in English."""

from __future__ import annotations

import re

from stratal.text.english.clauses import BOUND, asked, doubted, governed, opens, reported, undecided
from stratal.text.english.products import KNOWN, is_product
from stratal.text.families import FAMILY_OF
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought


def _starts(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


# What was decided.

_STOP = (
    r"(?=\s*(?:$|[,;:!?…—–()\ufffc]|\.(?!\d)|\s-\s|[\U0001F300-\U0001FAFF]|\b(?:because|since|as "
    r"(?:it|the|we|our|they|that|there|i|nobody)|so (?:that|please|i|we|you|now|the|can)|due to|"
    r"after|mainly|mostly because|and (?:i|we|that's|the|now|it|so|then|there)|but|though|which|"
    r"given|even though|for (?:the|our|my|this|all|that|a)|in the end|this (?:morning|week|time)|"
    r"last|yesterday|today|at (?:the|our|last|yesterday's|today's) (?:\w+ )?(?:meeting|vote|"
    r"session|retreat|call|offsite|assembly)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|over|"
    r"instead|rather|thanks|with (?:the|a) (?:vote|majority|margin)|going forward|from now|by "
    r"(?:vote|majority|a \w+ vote|show of hands|consensus|a show))\b))"
)
_CHOSEN = r"(?P<value>(?:the |a |an )?[\w'’&%€$£+/#-][^,;:!?…—–()\ufffc]{1,70}?)"
_TEAM = (
    r"(?:we|i|(?:our|my) (?:\w+ )?(?:team|board|committee|family|group|club|crew|co-?op|band|"
    r"partners|founders|household|department)|the (?:whole )?team|the (?:two|three|four|five|six) "
    r"of us|the (?:partners|family|band|choir|crew|household|founders)|(?:^|(?<=[.!?;:] ))"
    r"(?:team|band|crew)|my (?:\w+ and i|wife and i|husband and i|partner and i)|us (?:two|three|"
    r"four|both))"
)
_HAVE = (
    r"(?:'ve| have|'s| has)?(?:\s+(?:all|both|now|just|finally|already|officially|unanimously|"
    r"together|eventually|also|collectively|since|ultimately|jointly|firmly|recently))*"
)
_TRIVIAL = re.compile(
    r"^(?:it|that|this|them|him|her|nothing|something|anything|not yet|what|how|who|whether|if|"
    r"when|where|which|one|a (?:few|lot|break|look|walk|bit|good|bad)|to (?:ask|try|see|check|"
    r"wait and see)|final|the (?:best|worst|right|wrong)\b.{0,12}|my|good|great|fine|home|bed|out|"
    r"back|up|here|there|better|well|too|sides)\b(?!\s+\w+\s+\w+)",
    re.IGNORECASE,
)


def choice(told: Told) -> Reading | None:
    value = re.sub(
        r"^(?:to )?(?:go(?:ing)? (?:with|for)|adopt(?:ing)?|pick(?:ing)?|choos(?:e|ing)|"
        r"stick(?:ing)? with)\s+",
        "",
        told["value"].strip(COMMAS),
        flags=re.IGNORECASE,
    )
    value = re.sub(r"^to\s+", "", value, flags=re.IGNORECASE)
    value = re.sub(
        r"^(?:i'm|we're|i am|we are) going (?:with|for)\s+", "", value, flags=re.IGNORECASE
    )
    used = re.match(rf"(?:use |using )?(?P<name>{KNOWN})(?= |$)", value, re.IGNORECASE)
    if used is not None and is_product(used["name"], known=True):
        value = used["name"]
    if re.fullmatch(r"at|in|on|by|for|to|with|it", value, re.IGNORECASE):
        return None
    if not value or BLANK in told.matched or _TRIVIAL.match(value) or len(value) > 110:
        return None
    return Reading(attribute=FAMILY_OF.get(value.casefold(), ""), value=value, about_work=True)


_OPEN = re.compile(
    r"\b(?:haven't|hasn't|have not|has not|not yet|never|nearly|almost|about to|going to decide|"
    r"will decide|can't decide|if|would have|might have|could have|should have|were about|"
    r"supposed to|thinking|used to|originally|initially|at first|back then|until|years ago|once|"
    r"in 19\d\d)\b",
    re.IGNORECASE,
)


def _left_open(heard: Heard, found: re.Match[str]) -> bool:
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    after = re.split(BOUND, heard.words[found.end() :])[:2]
    turned = re.search(
        r"\b(?:but (?:then|now|we've)|changed our minds?|reversed|fell through|scrapped|nobody "
        r"knows|nothing)\b",
        " ".join(after),
        re.IGNORECASE,
    )
    return _OPEN.search(before + found.group()) is not None or turned is not None


_HOLDS = (governed, asked, doubted, undecided, _left_open)

DECISIONS: list[Rule] = [
    # We decided on X; the team settled on X; I've made up my mind, X.
    *sought(
        StatementKind.DECISION,
        choice,
        (*_HOLDS, lambda heard, found: not _subject(heard, found)),
        rf"\b{_TEAM}{_HAVE} (?:decided|settled|agreed|landed|voted|opted|plumped|gone|signed off|"
        r"shaken hands|come down|committed)\s+(?:on|upon|for|in favou?r of|on going with|to go "
        rf"with|to use|to adopt|on using|with|to)\s+(?:going with |using )?{_CHOSEN}{_STOP}",
        rf"\b{_TEAM}{_HAVE} (?:decided|agreed|settled|resolved|voted)(?: it| this(?! morning| "
        r"afternoon| week| month)| on it)?(?: "
        rf"that|\s*[:—–]| -)?\s+{_CHOSEN}{_STOP}",
        rf"\b{_TEAM}{_HAVE} (?:chosen|picked|selected|adopted|chose)\s+{_CHOSEN}{_STOP}",
        r"\b(?:we're|we are|i'm|i am)(?: now| officially| definitely| all| finally)+ going "
        rf"(?:with|for)\s+{_CHOSEN}{_STOP}",
        r"\b(?:we're|we are)(?: now| officially| definitely| all| finally)? going "
        rf"with\s+{_CHOSEN}{_STOP}",
        r"\b(?:i've|we've|i have|we have|i|we)(?: finally| now)? (?:made|make|made up) (?:up "
        rf")?(?:my|our) minds?(?: up)?\s*[,:;.—–-]+\s*{_CHOSEN}{_STOP}",
    ),
    *sought(
        StatementKind.DECISION,
        choice,
        (*_HOLDS, _starts),
        r"\b(?:made up (?:my|our) minds?|minds? made up|decision made|decision's made|it's "
        rf"official)(?: at last| finally| now| yesterday| today)?\s*[,:;.!—–-]+\s*{_CHOSEN}{_STOP}",
    ),
    # After the tasting we went with X.
    *sought(
        StatementKind.DECISION,
        choice,
        _HOLDS,
        r"\b(?:after|following|in the end|finally|eventually|ultimately|so|"
        rf"well)\b[^;!?.]{{0,60}}?,? "
        rf"{_TEAM}(?:'ve| have)?(?: finally| eventually)? (?:went|gone) with\s+{_CHOSEN}{_STOP}",
        rf"\b{_TEAM} went with\s+{_CHOSEN}(?= in the end| after all|,? (?:and )?(?:that's )?final)",
        hint=r"\b(?:went|gone) with\b",
    ),
    # It was decided last night that X; I've made my decision: X.
    *sought(
        StatementKind.DECISION,
        choice,
        (*_HOLDS, _starts),
        r"\bit (?:was|has been|'s been) (?:finally |now |unanimously |officially )?(?:decided|"
        r"agreed|"
        r"settled|resolved)(?: (?:last|at|in|on|by|this|yesterday|today)[\w' ]{0,30}?)? (?:that|"
        r"to) "
        rf"{_CHOSEN}{_STOP}",
        r"\b(?:i|we)(?:'ve| have)?(?: now| finally)? (?:made|reached|taken|come to) (?:my|our|a|"
        r"the)(?: "
        rf"final)? decision\s*[:;,.—–-]+\s*{_CHOSEN}{_STOP}",
        r"\b(?:decision|verdict|outcome|result) (?:from|of|at|in|after) (?:the|our|today's|"
        r"yesterday's|"
        rf"this \w+'s|last \w+'s) [\w' -]{{2,30}}?\s*[:—–]\s*{_CHOSEN}{_STOP}",
        hint=r"\b(?:it|decision|verdict|outcome|result)\b",
    ),
    # It's decided: X; decision: X; X it is.
    *sought(
        StatementKind.DECISION,
        choice,
        _HOLDS,
        r"\b(?:it's|it is|it has been|it's been|that's|so it's|now it's|all|we're) (?:now |"
        r"finally |officially |all )?(?:decided|settled|agreed|official|final|a done deal|set in "
        r"stone|done)(?: now| then| among us(?: \w+)?| between us| at last| by "
        rf"vote)?\s*(?:[:,;—–-]+|that)\s*{_CHOSEN}{_STOP}",
    ),
    *sought(
        StatementKind.DECISION,
        choice,
        (*_HOLDS, _starts),
        r"\b(?:final |our |the |my |team |board |big |joint |last )*(?:decision|verdict|call|"
        r"ruling|vote|resolution|choice)(?:,? which is final|'s in|'s final|'s made| is in| is "
        rf"final| is made| has been made| stands| made| taken)?\s*[:,—–-]+\s*{_CHOSEN}{_STOP}",
        r"\b(?:our|the|my)(?: final| team| joint| big)? (?:decision|verdict|choice|plan of "
        rf"record) (?:is|was|fell on|went to)(?: to| that| for)?\s+{_CHOSEN}{_STOP}",
        rf"\b(?:decided|settled|agreed)\s*[:—–]\s*{_CHOSEN}{_STOP}",
        r"\b(?P<value>(?!(?:i|i'm|we|you|he|she|it|what|whatever|whichever|however|wherever|no "
        r"matter|how|where|this|that|as|so|when|if|the way|than|because)\b)(?:the )?[\w'’-]+(?: "
        r"(?!(?:what|how|where|why|who|as|so|that)\b)[\w'’-]+){0,2}) it is(?=\s*(?:$|[,;.!—–]|"
        r"then\b|for\b))",
    ),
]


def _subject(heard: Heard, found: re.Match[str]) -> bool:
    """Whether the team is the subject of its clause, and no "which", "who" or "that" rules it."""
    if opens(heard.words, found.start()):
        return True
    before = heard.words[: found.start()]
    return re.search(
        r"(?:^|[.!;])\s*(?:for|after|in|at|during|since|following|with|on|as of|this|last|"
        r"yesterday|today|over)\b[^;.!?]{2,90}$",
        before,
        re.IGNORECASE,
    ) is not None and not re.search(
        r"\b(?:that|which|who|whether|if|what|how|why|when|where|because|before)\s*$",
        before,
        re.IGNORECASE,
    )


# What was learnt.


_OTHERS_LEARN = re.compile(
    r"^(?:my|our|his|her|their|the) (?:[\w-]+ ){0,2}?(?:gran\w*|mother|mum|mom|father|dad|teacher|"
    r"professor|boss|teenager|son|daughter|kids?|sister|brother|wife|husband|friend|coach|mentor|"
    r"uncle|aunt|neighbou?r|tutor|old man)\b",
    re.IGNORECASE,
)


def _insight(told: Told) -> Reading | None:
    value = re.sub(
        r"^(?:is |was |it's |it is )?(?:that|to|this)\b[\s:,]*",
        "",
        told["value"].strip(COMMAS + "—–-"),
        flags=re.IGNORECASE,
    )
    if _OTHERS_LEARN.match(told.matched):
        return None
    if (
        BLANK in value
        or len(value.split()) < 3
        or re.match(
            r"(?:how|what|about|why|a lot|so much|from|where|who|nothing|anything|more)\b",
            value,
            re.IGNORECASE,
        )
    ):
        return None
    return Reading(attribute="", value=value, about_work=True)


_TILL = (
    r"(?P<value>[^!?\n]{8,160}?)(?=\s*(?:$|[!?]|[.;](?!\w)|\s-\s|[\U0001F300-\U0001FAFF]|[,—–] "
    r"(?:so|and so|anyway|which|but now|now|hence|no matter|trust me|believe me|lol|ugh)\b))"
)
_LEARN = (
    r"(?:learn(?:ed|t)|figured out|found out|realised|realized|discovered|understood|worked out)"
)
_LESSON = (reported, asked, doubted)

LESSONS: list[Rule] = [
    *sought(
        StatementKind.LESSON,
        _insight,
        _LESSON,
        r"\b(?:the |my |our |one |a |big |main |key |painful |expensive |hard |biggest |"
        r"important |bitter |costly )*(?:lessons?|takeaways?|moral|learning|insight)(?: "
        r"here)?(?: learn(?:ed|t))?(?: (?:the hard way|of (?:the|that|this) \w+|from (?:the|that|"
        rf"this|my|our|last|yesterday's|today's) [\w' -]{{2,40}}?|for (?:me|us|next time)|i took|"
        r"we took|was taught))*\s*(?:[:—–]|,? is that\b|,? was that\b|\bis:|\s-\s|,? was: |,? is "
        rf"to\b|,? was to\b)\s*{_TILL}",
        r"\b(?:what|the (?:one |main |big )?(?:thing|lesson))(?: that)? (?:i|we)(?:'ve| "
        rf"have)?(?: finally| really)? (?:{_LEARN}|took(?: away| home)?|got out|take away|"
        rf"take)(?: [\w' -]{{2,50}}?)?,? (?:is|was)(?: that|:)?\s+{_TILL}",
        r"\bwhat (?:i|we)(?:'ve| have)? (?:took|take|taken|got|learn(?:ed|t)|figured out|found "
        rf"out)(?: away| home| out)?(?: [\w' -]{{2,50}}?)?\s*[:—–]\s*{_TILL}",
        rf"\bif [\w' -]{{3,60}}? (?:has|have|had)? ?taught (?:me|us) (?:one thing|anything|"
        rf"something|a thing)[^,:]{{0,30}}?,? (?:it's|it is|it was)(?: that)?:?\s+{_TILL}",
        rf"\bwhat [\w' -]{{3,60}}? (?:taught|has taught|have taught|had taught|showed|told|cost) "
        rf"(?:me|us)(?: the hard way)? (?:is|was)(?: that)?\s+{_TILL}",
        rf"\b(?:that|this|it|the [\w' -]{{2,40}}?|my [\w' -]{{2,40}}?|our [\w' -]{{2,40}}?|(?:\w+ "
        rf")?years (?:of|in) [\w' -]{{2,40}}?|experience|life|last \w+)(?: has| have| finally| "
        r"really)? (?:taught|drummed into) (?:me|us)(?: the hard way| one thing| a lesson| this "
        rf"much)?(?: that\b|:|,| (?:never |always )?to\b)\s*{_TILL}",
        rf"\b(?:took|cost) (?:me|us) (?:[\w' -]{{2,50}}?) to (?:{_LEARN}|learn|figure out|find "
        rf"out|realise|realize|discover|understand|work out|see|grasp|accept) that\s+{_TILL}",
        rf"\b(?:i|we)(?:'ve| have)?(?: finally| also| just| really)? {_LEARN} (?:the hard way|the "
        rf"expensive way|the painful way|from (?:that|this|the|my|our) [\w' -]{{2,40}}?|over the "
        rf"years|(?:one|a|this) (?:thing|lesson)[^,:;]{{0,40}}?)\s*(?:that\b|[:,—–])\s*{_TILL}",
        r"\b(?:has|have|had)(?: all| both| finally| really)? (?:convinced|shown|persuaded|proved "
        r"to|proven to) (?:me|us)(?: of (?:this|one thing)| this| one thing)?(?: that\b|"
        rf"\s*:)\s*{_TILL}",
        r"\b(?:here's|this is|and|it's)(?: just)? what (?:it|this|that)(?: all)? (?:boils|comes) "
        rf"down to(?: for me)?(?: is)?\s*[:—–]\s*{_TILL}",
        rf"\bit(?: all)? (?:boils|comes) down to (?:this|one thing)\s*[:—–]\s*{_TILL}",
        r"\b(?:i|we)(?:'ve| have)(?: finally| also| just| since)? (?:found|noticed|seen|come to "
        r"(?:see|believe|understand|realise|realize|learn|think|accept))(?: (?:after|over|in|"
        rf"from|across|with) [\w' -]{{3,50}}?)?(?: is)?\s*(?:that\b|[:?])\s*{_TILL}",
        rf"\b(?:after|in|from) [\w' -]{{3,50}}?(?:years|decades|months|winters|seasons|terms|"
        r"experience|career|shifts|accidents?|outages?|fail\w+|mistakes?|burns?)[\w' "
        rf"-]{{0,40}}?,? (?:i|we)(?:'ve| have)? (?:know|found|learned|learnt|noticed|concluded|"
        rf"realised|realized|can say|can tell you)(?: one thing| this)?(?: that\b|\s*:)\s*{_TILL}",
        rf"\b(?:note|memo|reminder) to (?:self|myself)\s*[,:—–-]\s*{_TILL}",
        rf"\bif (?:i|we)(?:'ve| have)? {_LEARN} (?:one thing|anything|a thing|one "
        rf"lesson)[^,:]{{0,50}}?,? (?:it's|it is|it was)(?: that)?:?\s+{_TILL}",
        r"\bif (?:there's|there is) (?:one|a) (?:thing|lesson) (?:i've|we've|i|we|i have) "
        rf"{_LEARN}[^,:]{{0,60}}?,? (?:it's|it is)(?: that)?:?\s+{_TILL}",
        rf"\b(?:now|so now|at last) (?:i|we) know(?: better)?(?: that\b|:)\s*{_TILL}",
    ),
    *sought(
        StatementKind.LESSON,
        _insight,
        (*_LESSON, _starts),
        r"\b(?:learn(?:ed|t)|found out|discovered)(?: this| that one| it)? the hard way(?: this "
        rf"\w+| last \w+| today| yesterday| again| twice| once| in [\w ]{{2,20}}| with [\w "
        rf"]{{2,25}})?(?: that\b|[:,—–]| -)\s*{_TILL}",
        rf"\b(?:i|we)(?:'ve| have) {_LEARN} that\s+{_TILL}",
    ),
]
