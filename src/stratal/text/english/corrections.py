"""What is put right, in English: "sorry, it is 8443, not 8080"."""

from __future__ import annotations

import re

from stratal.text.english.clauses import asked, governed, opens
from stratal.text.english.cuts import alike, put_right
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import (
    COMMAS,
    Heard,
    Reader,
    Reading,
    Rule,
    StatementKind,
    Told,
    sought,
)
from stratal.text.wording import Wording

_END = (
    r"(?=\s*(?:$|,(?!\d)|[;:!?…—–()\ufffc]|\.(?!\d)|\s-|[\U0001F300-\U0001FAFF]|\b(?:and|but|"
    r"because|since|as|so|though|anyway|sorry|actually|please|instead|earlier|before|now|which|i|"
    r"if|that's|can you|could you|like|in case|does|do|will|is that|what|how|would|right|lol)\b))"
)
_PREP = (
    r"(?:(?:actually|really|in fact|called|named|spelled|spelt|written|pronounced|in|on|at|from|to|"
    r"with|by|for|of|about|around|just|only|exactly|more like)\s+)*"
)
_V = (
    r"(?P<value>(?:(?!not\b|never\b|and\b)[\w'’@#&%€$£°+./:-]+(?:,\d{3}\b)*(?<![.:])(?:\s|"
    r"(?=[^\w\s]|$))?){1,7}?)"
)
_N = (
    r"(?P<other>(?:(?!(?:and|but|though|yet|however|because|when)\b)[\w'’@#&%€$£°+./:-]+(?:,\d{3}\b"
    r")*(?<![.:])(?:\s|(?=[^\w\s]|$))?){1,6}?)"
)
_IT = (
    r"(?:it|that|this|they|these|those|he|she|we|i|there|the (?:right|correct|actual|real|proper) "
    r"(?:one|value|answer|number|name|date|time|figure|spelling|address|version)|which|both|mine|"
    r"ours)"
)
_IS = (
    r"(?:'s|'re|'m|\s+(?:is|are|was|were|should(?: actually)? be|should (?:say|read|have been)|"
    r"ought to be|has to be|lives? in|sits? in|starts? (?:at|on|in)|ends? (?:at|on|in|with)|"
    r"begins? (?:at|on)|runs? (?:on|at|until|from)|listens on|costs?|takes?|weighs?|leaves?(?: "
    r"from| at| on)?|opens (?:at|on)|closes (?:at|on)|arrives(?: at| on)?|departs(?: from| at)?|"
    r"belongs to|works (?:at|for|in)|goes to|has|have|means?|meant|needs?|uses?|measures?|holds?|"
    r"earns?|expires(?: on| in)?|falls (?:on|under)|comes (?:to|under)|stands at|amounts to|adds "
    r"up to|moved to|comes from|stands for|reads|says))"
)
_ARE = _IS.replace("'s|'re|'m|", "", 1)
_OF = r"(?:(?:the|my|our|his|her|their|its|your|that|this|those|these|\w+'s)\s+[\w' &/-]{2,45}?)"
_NAME_OF = r"(?:(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?)"
MARKS_RIGHT = (
    r"(?:(?:no|nope|nah|no no|no wait|wait|oops|whoops|sorry|ah sorry|oh sorry|correction|small "
    r"correction|quick correction|one correction|tiny correction|minor correction|my bad|my "
    r"mistake|my fault|scratch that|actually|i misspoke|i (?:mistyped|misread|misheard|"
    r"misremembered)(?: (?:the|my|that|his|her|our) [\w' ]{2,25}?)?|i (?:mixed|swapped|muddled|"
    r"switched|transposed) (?:it|that|them|those|things|the \w+(?: \w+)?) (?:up|round|around)|i "
    r"(?:mixed|swapped|muddled) up [\w' ]{2,30}?|(?:my |a )?(?:typo|mistake|slip|error)(?: of mine|"
    r" on my (?:part|end|side))?|small fix|quick fix|to correct myself|i (?:must|have to|need to|"
    r"should) correct (?:myself|that|this)|allow me to correct (?:myself|that)|let me correct "
    r"(?:myself|that|this)|i stand corrected|hang on|hold on|not quite|wrong|(?:that's|this is|"
    r"it's) not (?:quite |entirely |exactly )?(?:right|correct|true|accurate)|that's (?:wrong|not "
    r"right|incorrect|not correct|a mistake|not it|off|outdated|a typo|my mistake)|(?:that|this|"
    r"it) was (?:wrong|not right|incorrect|outdated|a slip|a typo|a mistake|my mistake)|this is "
    r"(?:wrong|incorrect)|you(?:'ve| have)? got (?:that|it|this|the \w+(?: \w+)?|my \w+(?: \w+)?|"
    r"his \w+|her \w+|our \w+(?: \w+)?) (?:\w+ )?wrong|you(?:'ve| have)? (?:mixed|muddled) (?:that|"
    r"it|them|those|something|things) up|you(?:'re| are) (?:mistaken|wrong)(?: about \w+(?: "
    r"\w+)?)?|(?:sorry,? )?i (?:gave|told|sent) you (?:the )?wrong(?:ly)?(?: \w+){0,6}?|i (?:was|"
    r"got) (?:that |it )?wrong(?: about [\w' ]{2,25})?|i made a (?:mistake|typo)(?: (?:in|with|"
    r"about) [\w' ]{2,30})?|i (?:said|wrote|told you|typed|put) (?:that |it )?wrong|i got (?:the|"
    r"my|that|our) [\w ]{2,25} wrong|(?:a |one |small |quick |tiny )*(?:fix|amendment|correction) "
    r"(?:to|on|about|for|of) [\w' ]{2,45}|wrong (?:[\w-]+ ){0,3}?(?:earlier|before|above|there|"
    r"again|up there|in my \w+ \w+)|about (?:what|the \w+) i (?:said|wrote|told you)|please "
    r"(?:correct|fix|change) (?:that|this|it))(?:\s+(?:there|here|earlier|before|above|up there|"
    r"further up|up above|just now|again|a (?:minute|moment|second) ago|in my (?:first|last|"
    r"earlier|previous) (?:message|mail|note)|in what i (?:told|said|wrote)(?: you)?|when i "
    r"(?:wrote|typed|told you|said)[\w' ]{0,20}|wrong))*)"
)
RIGHTS = Wording(
    rf"^\W*(?:(?:hm+|oh|ah|hey|um+|uh|and|so|well|also)\b[\s,.]*)*{MARKS_RIGHT}(?![\w'])"
)
"""What at the begin of a sentence says that something is put right."""
_MARKED = (
    rf"(?<![\w'-]){MARKS_RIGHT}\s*(?:[,:;.!—–-]+|…|\.\.\.)\s*(?:(?:and|but|so|wait|sorry|actually|"
    r"in fact|really|it turns out|turns out|again)[\s,]+)*"
)


_IDLE = re.compile(
    r"^(?:(?:i|i'm|i've|you|we|it's|that's|there|to|keep|when|while|because)\b|(?:a|an|the|my|"
    r"your|our)?\s*(?:bug|feature|problem|question|joke|issue|idea|thing|mistake|point|it|that|"
    r"this|what|how|why|me|you|him|her|them|us|so|later|today|fine|good|ok|okay|true|wrong|right|"
    r"sure|bad|great|working|possible|necessary|needed|enough|here|there|about|because|just|only|"
    r"really|very|too|not|all|always|mush|torture|fault|pleasure|turn|best|worst|rule|same|"
    r"different|better|worse|late|early|done|gone|nice|hard|easy|funny|weird|strange|lovely|awful|"
    r"crazy|confusing|hot|cold|long|short|big|small|more|less|like|as|being|going|trying|getting|"
    r"been|busy|tired|happy|sad|sorry|glad)(?![\w-]))",
    re.IGNORECASE,
)
_TAIL_OFF = re.compile(
    r"\s+(?:earlier|before|above|just now|actually|now|instead|sorry|though|please|in fact|after "
    r"all|of course|obviously|as (?:i|you) \w+|up there)$|(?<=\d) (?:of|for|in) (?:the|our|my|"
    r"your) .*$",
    re.IGNORECASE,
)


def _right(*, weak: bool = False, paired: bool = False) -> Reader:
    def read(told: Told) -> Reading | None:
        value = _TAIL_OFF.sub("", told["value"].strip(COMMAS + ".!"))
        other = _TAIL_OFF.sub("", told["other"].strip(COMMAS + ".!"))
        value, other = put_right(value, other)
        if paired and not alike(value, other):
            return None
        if not value or BLANK in told.matched or value.casefold() == other.casefold():
            return None
        if _IDLE.match(value) or (other and _IDLE.match(other)):
            return None
        if not other and re.match(r"[\d.,:]+ \w+ (?:in|of|at|on|for|from)\b", value):
            value = " ".join(value.split()[:2])
        if (
            re.search(r"[.!]\s", told.matched)
            and other
            and not re.search(r"\d|(?-i:[A-Z])", f"{value}{other}")
        ):
            return None
        if re.search(
            r"\b(?:wrong|right|typo|mistake|incorrect)\b", f"{value} {other}", re.IGNORECASE
        ):
            return None
        if re.search(
            r"\b(?:is|are|was|were|should|has|have|isn't|that's|it's)\b", value, re.IGNORECASE
        ):
            return None
        if weak and not re.search(r"\d|(?-i:[A-Z])\w", value):
            return None
        mine = re.search(r"\b(?:my|i|i'm)\b", told.matched, re.IGNORECASE)
        return Reading(
            attribute="", value=value, not_value=other, about_work=not mine, corrects=True
        )

    return read


def _starts(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_SURE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|could be|i think|i guess|not sure|if|suppose)\b",
    re.IGNORECASE,
)


def _unsure(heard: Heard, found: re.Match[str]) -> bool:
    del heard
    return _SURE.search(found.group()) is not None


_PUT = (governed, asked, _unsure)
righted_alone, _WEAK, righted = _right(), _right(weak=True), _right(paired=True)
YOU_SAID = (
    r"(?:you(?:'ve| have| had)?(?: just| keep| kept| first| originally| wrongly| mistakenly)? "
    r"(?:said|say|saying|wrote|writing|write|put|putting|typed|told me|assumed|thought|had|have|"
    r"called|calling|gave(?: me)?|used|using|mentioned|noted|quoted|spelled|listed)|i(?:'ve| have| "
    r"had)?(?: just| first| originally| wrongly| mistakenly| had)? (?:said|wrote|typed|told you|"
    r"gave you|put down|mentioned|misread it as|quoted))(?: it| that| it was| down)?"
)
_WRONG_ONLY = (
    r"(?:(?:(?:that|this|it|which)(?:'s| is| was)(?: just| actually| clearly)? (?:not (?:right|"
    r"correct|true|so|it)|wrong|incorrect|an? (?:typo|mistake|slip|error)|my (?:mistake|fault|bad)|"
    r"outdated|off)|(?:that|this|it) (?:isn't|wasn't) (?:right|correct|true|so|it)|i was (?:wrong|"
    r"mistaken)|(?<=[,;:.!—–-] )(?:wrong|incorrect)|sorry|oops|my (?:bad|mistake|"
    r"fault))[\s,;:.!—–-]+)"
)
_WRONG = rf"(?:{_WRONG_ONLY}){{0,2}}"
_CHECKED_ONLY = (
    r"(?:(?:i|we|they|she|he)(?:'ve| have| had)?(?: just| now| since| then)* (?:checked|"
    r"double-?checked|rechecked|looked|asked|counted|measured|found|verified|confirmed|see|noticed|"
    r"reali[sz]ed)(?: [\w']+){0,4}?(?:,| and| that|:)?\s+)"
)
_CHECKED = rf"{_CHECKED_ONLY}?"
_SAID_SO = (
    rf"(?<![\w'])(?:sorry,? |oops,? |ah,? )*{YOU_SAID}\s+(?:(?:that )?(?:{_OF}{_ARE}|"
    rf"{_IT}{_IS})\s+)?{_PREP}{_N}"
)
_BUT = rf"\s*[,;:.!—–-]*\s*{_WRONG}(?:(?:but|though|when|yet|however|while)\s+)?,?\s*{_CHECKED}"
_SAYING = r"\b(?:said|say|saying|wrote|writing|put|told|typed|assumed|thought|called|quoted)\b"

CORRECTIONS: list[Rule] = [
    # I said the fare was 40, it's 44.
    *sought(
        StatementKind.CORRECTION,
        righted,
        _PUT,
        rf"{_SAID_SO}{_BUT}(?:(?:i (?:really |actually )?(?:meant|should have said)|they're|"
        rf"{_IT}{_IS})(?: actually| really)?)\s+(?:to (?:say|write|type) )?{_PREP}{_V}{_END}",
    ),
    *sought(
        StatementKind.CORRECTION,
        righted_alone,
        _PUT,
        # With a word that says so: that was a mistake, but I checked.
        rf"{_SAID_SO}\s*[,;:.!—–-]*\s*(?:(?:{_WRONG_ONLY})+{_CHECKED}|(?:but|though|however|yet|"
        rf"when|{_CHECKED_ONLY})\s*,?\s*{_CHECKED})(?:i (?:really |actually )?meant|"
        rf"{_IT}{_IS})\s+(?:to (?:say|write|type) )?{_PREP}{_V}{_END}",
        hint=_SAYING,
    ),
    *sought(
        StatementKind.CORRECTION,
        righted,
        _PUT,
        # You keep saying Tuesday, the class is on Thursday.
        rf"{_SAID_SO}{_BUT}{_OF}{_ARE}\s+{_PREP}{_V}{_END}",
        hint=_SAYING,
    ),
    # Correction: the loop is 17 km, I said 14 km before.
    *sought(
        StatementKind.CORRECTION,
        righted_alone,
        _PUT,
        r"(?<![\w'])i (?:really |actually |of course )?meant\s+(?:was |is )?(?:to (?:say|write|"
        rf"type) )?{_PREP}{_V}\s*[,;—–(-]*\s*(?:and )?(?:not|rather than|instead "
        rf"of)\s+{_PREP}{_N}{_END}",
        r"(?<![\w'])you(?:'ve| have| had)? (?:wrote|said|have|put|assumed|claimed|noted|"
        rf"mentioned|called|listed|got)(?: down)?(?: that)?\s+{_OF}\s+(?:is|was|are|were|'s)(?: "
        rf"called| named| in| on| at)?\s+{_N}[,;.—–-]+\s*(?:but |actually |in fact |sorry,? "
        rf")*(?:it|that|he|she|they)(?:'s| is| are|'re| should be)\s+{_PREP}{_V}{_END}",
        rf"(?<![\w'])(?:{_OF}|it|that|this|he|she|they)(?: isn't| is not| aren't| wasn't| was not|"
        rf"'s not|'re not| are not)\s+{_PREP}{_N}[,;.—–-]+\s*(?:but |sorry,? |actually |no,? "
        rf")*(?:it|that|he|she|they|we)(?:'s| is| are|'re| was| should be)\s+{_PREP}{_V}{_END}",
        rf"(?<![\w']){_OF} (?:should(?: actually)? be|should have been|should say|should read) "
        rf"{_PREP}{_V}(?:,? not {_PREP}{_N})?\s*[,;.—–-]+\s*(?:(?:sorry|ah|oops|and)[, ]+)*(?:i "
        r"(?:mixed|swapped|mistyped|misread|misremembered|got (?:that|it)|was wrong|made a|made "
        r"an|wrote|said|typed)|my (?:mistake|bad|fault|error)|that was (?:a|my) (?:typo|mistake|"
        r"slip)|typo)\b",
        r"(?<![\w'])the (?:right|correct|actual|proper) (?:one|value|figure|number|date|time|"
        r"name|spelling|address|amount|version|branch|file|link|url|port|room|price|answer|email|"
        rf"title|day)(?: \w+)? (?:is|was|should be|would be)\s+{_PREP}(?P<value>(?=[^,;]*[\d\u00c0"
        rf"-\u024f/_]|(?-i:[A-Z])){_V[10:]}{_END}",
        rf"(?<![\w'])(?:change|make|correct|fix|update) (?:that|it|the [\w ]{{2,25}}|my [\w "
        rf"]{{2,25}})(?: to| from {_N} to)\s+{_V}(?:,? (?:not|instead "
        rf"of)\s+{_N.replace('other', 'instead')})?{_END}",
    ),
    *sought(
        StatementKind.CORRECTION,
        righted_alone,
        _PUT,
        rf"(?<![\w'])(?:{_OF}{_ARE}|{_IT}{_IS}|{_NAME_OF}{_IS})\s+{_PREP}{_V}\s*[,;—–-]+\s*(?:and "
        rf"|but |although |though )?{YOU_SAID}\s+(?:it (?:was|is) )?{_PREP}{_N}{_END}",
        hint=(
            r"[,;—–-]\s*(?:and |but |although |though )?(?:you|i)(?:'ve| have| had)?(?: \w+)? "
            r"(?:said|say|saying|wrote|writing|write|put|typed|told|assumed|thought|had|have|"
            r"called|calling|gave|used|using|mentioned|noted|quoted|spelled|listed)\b"
        ),
    ),
    *sought(
        StatementKind.CORRECTION,
        righted_alone,
        _PUT,
        rf"(?<![\w'])(?:{_OF}{_ARE}|{_IT}{_IS}|{_NAME_OF}{_IS})\s+{_PREP}{_V}\s*,?\s*(?:and "
        rf")?not\s+{_PREP}{_N},? (?:as|like) (?:i|you)(?:'d| had|'ve| have)? (?:wrote|said|told|"
        r"had|put|thought|assumed|written|typed|wrongly|first)",
        hint=r"\bnot\b.*\b(?:as|like) (?:i|you)\b",
    ),
    # No, it is 8443, not 8080: with a word that corrects.
    *sought(
        StatementKind.CORRECTION,
        righted_alone,
        (*_PUT, _starts),
        rf"{_MARKED}(?:the (?:thing|point|fact) is,? )?(?:{_OF}{_ARE}|{_IT}{_IS}|"
        rf"{_NAME_OF}{_IS})\s+{_PREP}{_V}\s*[,;—–(-]*\s*(?:and )?(?:not|rather than|instead "
        rf"of)\s+{_PREP}{_N}{_END}",
        rf"{_MARKED}(?:make that |make it |i meant |i mean |should be |it's "
        rf")?{_PREP}{_V}\s*[,;—–(-]*\s*(?:and )?(?:not|rather than|instead of)\s+{_PREP}{_N}{_END}",
    ),
    *sought(
        StatementKind.CORRECTION,
        _WEAK,
        (*_PUT, _starts),
        rf"{_MARKED}(?:{_OF}{_ARE}|{_IT}{_IS}|{_NAME_OF}{_IS})\s+{_PREP}{_V}{_END}",
        rf"{_MARKED}(?:make that|make it|i meant|i mean|should be|should have been|it should "
        rf"say)\s+{_PREP}{_V}{_END}",
        # The thing and both values, without a word that corrects.
        rf"(?<![\w'])(?:(?:my|our) [\w' -]{{2,40}}?|i|we)(?:'s|'m|'re| is| are| live| work| was "
        rf"born| moved){{1}}(?: actually| really)?\s+{_PREP}(?P<value>(?:(?-i:[A-Z])[\w'’-]+(?: "
        rf"(?-i:[A-Z])[\w'’-]+)?|\d[\w.:/-]*)),? (?:and )?not\s+{_PREP}(?P<other>(?:(?-i:[A-Z])[\w"
        rf"'’-]+(?: (?-i:[A-Z])[\w'’-]+)?|\d[\w.:/-]*)){_END}",
    ),
]
