"""At what length and in what form English speakers want to be answered."""

from __future__ import annotations

import re

from stratal.text.english.clauses import BOUND, asked, bygone, doubted, governed, once, opens
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought
from stratal.text.wording import Wording

_FOR_GOOD = Wording(
    r"\b(?:always|from now on|going forward|from here on(?: in| out)?|in (?:the )?future|by "
    r"default|never|ever|every|each|all|any|whenever|as a (?:general )?rule|in general|generally|"
    r"at all times|permanently|no matter|regardless|even (?:if|when|though|where)|until (?:i|"
    r"further)|only|please|pls|plz|i'd|i (?:prefer|like|want|need|find|can't|hate|read|would)|your "
    r"(?:answers|replies|responses|messages|explanations|summaries|writing|texts|tone)|when (?:you|"
    r"answering|replying|explaining|writing)|with me|to me|for me|give me|stop|quit|no more|enough "
    r"with|for good|my (?:preference|eyes|brain|screen|adhd|dyslexia)|answers|replies|responses|"
    r"explanations|everything you|things|keep|me)\b"
)
"""What says that a manner of answering is to last, or at least is a wish about answers."""


# The form of answers.

_NUM = (
    r"(?:one|two|three|four|five|six|seven|eight|ten|twelve|fifteen|twenty|fifty|a hundred|\d+|a "
    r"couple of|a few|a single|half a|a)"
)
_SIZE = (
    r"(?:words?|sentences?|lines?|paragraphs?|bullets?|bullet points?|points?|steps|items?|"
    r"characters?|pages?|screens?|(?:short |brief )?(?:sentences?|paragraphs?|lines?))"
)
_LENGTH = (
    r"(?:(?:(?:no (?:more|longer) than|not more than|never more than|at most|at the most|"
    r"max(?:imum)?(?: of)?|maximum|under|below|within|up to|fewer than|less than|no longer than|"
    rf"about|around|roughly)\s+)?{_NUM} {_SIZE}(?:,? (?:at (?:the )?most|max(?:imum)?|tops|or "
    r"(?:less|fewer|under)|only|per answer))?|(?:very |nice and |really |as |fairly |pretty |"
    r"quite |super |extremely |more |nice )?(?:short(?:er)?|brief(?:er)?|concise|terse|crisp|"
    r"succinct|compact|snappy|long(?:er)?|detailed|in-depth|thorough|blunt|direct|plain|informal|"
    r"formal|casual|friendly|professional|factual|neutral|polite|warm|gentle|dry|matter-of-fact|"
    r"to the point|straightforward)(?: and (?:short|brief|concise|direct|simple|sweet|to the "
    r"point|friendly|clear|polite|plain|formal|warm|dry))?(?: as (?:possible|you can))?)"
)
_FORMS = (
    r"(?:(?:an? |as )?(?:short |simple |simple |numbered |nested |bulleted |concise |plain |"
    r"flowing |normal |real |proper |full |complete |whole |dashed |compact |tidy |neat |markdown |"
    r"old-fashioned |ordinary |regular |single |two-column )*(?:bullet[- ]points?|bullets|bullet "
    r"lists?|lists?|markdown|plain text|prose|tables?|steps|json|yaml|csv|paragraphs?|sentences|"
    r"code blocks?|layman's terms|headings|headers|sections|lower ?case|checklists?|one-liners?|"
    r"diagrams?|diffs?|snippets?|q&a|haiku|html|latex)|(?:plain|simple|easy|everyday|normal|basic) "
    r"(?:english|words|language|terms|text|prose|style))"
)
_UNITS = (
    r"(?:(?:the )?metric(?: system| units?| measurements?| only)?|(?:the )?imperial(?: system| "
    r"units?| measurements?)?|celsius|fahrenheit|centigrade|kilomet(?:er|re)s|kilos|miles|grams|"
    r"(?:the |a )?(?:24|12|twenty-four)[- ]?(?:h|hour)(?: clock| times?| format| notation)?|"
    r"military time|(?:the )?iso(?: 8601)?(?: dates?| date format| format)|(?:yyyy-mm-dd|"
    r"dd/mm/yyyy|mm/dd/yyyy|dd\.mm\.yyyy|day[-/ ]month[-/ ]year)(?: format| dates?| order)?|euros?|"
    r"dollars|pounds|rupees|si units|(?:british|american|uk|us|canadian|australian) spelling)"
)
_THINGS = (
    r"(?:emojis?|emoticons?|smileys?|smiley faces|markdown|bullet[- ]points|bullets|bulleted lists|"
    r"lists|tables?|headings|headers|headlines|preambles?|introductions?|intros?|introductory \w+|"
    r"small ?talk|fluff|filler|waffle|padding|apologies|apologi[sz]ing|disclaimers?|jargon|"
    r"exclamation (?:marks?|points?)|em[- ]?dash(?:es)?|dashes|semicolons|pleasantries|buzzwords|"
    r"explanations|summaries|summary|closing (?:remarks|lines?|questions?)|caveats|warnings|"
    r"flattery|compliments|praise|hashtags|slang|abbreviations|acronyms|contractions|chit[- ]?chat|"
    r"code comments|footnotes|bold(?: text| print| type)?|italics|sign-?offs?|greetings|recaps?|"
    r"repetitions?|nested lists|latex|html|links|ascii art|passive voice|pep talks?|cheerleading|"
    r"metaphors|analogies|jokes|puns|sarcasm|idioms|rhetorical questions|follow-?up questions|"
    r"questions at the end|moralising|moralizing|lectures?|lecturing|sugar-?coating|corporate "
    r"speak|technical terms|tech speak|baby talk|fancy words|big words|latin terms|legalese|"
    r"medical jargon|asterisks|hype|adjectives|walls? of text|long paragraphs|long answers|long "
    r"sentences|long words|swearing|capitals|all caps|caps|quotes|quotation marks|colou?rs|"
    r"formatting|code blocks|imperial(?: units)?|feet|inches|fahrenheit|cups|miles)"
)
_MANY = rf"{_THINGS}(?:(?:,? (?:and|or|nor) (?:no )?|, (?:no )?|/){_THINGS})*"
_TONES = (
    r"(?:(?:a |an |the |your )?(?:more |very |really |rather )?(?:gentle|friendly|formal|informal|"
    r"casual|neutral|professional|warm|dry|calm|polite|serious|relaxed|kind|matter-of-fact|"
    r"straightforward|businesslike|encouraging|blunt|plain|conversational|light|playful|respectful|"
    r"sober)(?: and \w+|, \w+)? (?:tone|style|register|voice|manner|language|wording))"
)
_OF_ANSWERS = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|messages?|write-?ups|"
    r"texts?|output|feedback|definitions?|instructions|recipes|descriptions|lists|advice)"
)
_YOUR = (
    r"(?:(?:all|all of|every|any|each|of|your|the|my|future|those|these|them|"
    rf"long)\s+)*(?:{_OF_ANSWERS}|everything(?: you \w+(?: to)?(?: me)?)?|things|stuff|it all|'?em|"
    r"them|it(?= (?:short|brief|to|under|in)))"
)
_LASTLY = (
    r"(?:always|from now on|going forward|from here on(?: in| out)?|in (?:the )?future|by default|"
    r"as a (?:general )?rule|in general|generally|every (?:single )?time|each time|at all times|"
    r"whenever you (?:answer|reply|explain|write)|when(?:ever)? you (?:answer|reply|explain|write|"
    r"give|list|tell|show|respond|summari[sz]e)|in (?:all |every |each |any )?(?:of )?(?:your |my |"
    r"the )?(?:answers?|replies|reply|responses?|messages?)|with me|for me|for all (?:your |my "
    r")?(?:answers|replies))"
)


def _form(told: Told) -> Reading | None:
    value = re.sub(
        r"\s+(?:please|pls|always|ever|from now on|for me|with me|thanks|at all)$",
        "",
        told["value"].strip(COMMAS),
        flags=re.IGNORECASE,
    )
    if not value or BLANK in value:
        return None
    if _THIS_ONE.search(told.matched) and not told.heard.lasting:
        return None
    attribute = "emoji" if re.search(r"emo(?:ji|ticon)", value, re.IGNORECASE) else "answer format"
    return Reading(attribute=attribute, value=value)


_THIS_ONE = re.compile(r"\b(?:keep|make|write|have|get) (?:it|this|that)\b", re.IGNORECASE)
_ONE_TEXT = re.compile(
    r"\b(?:this|that|these|those|the (?:paragraph|text|letter|email|essay|story|script|function|"
    r"file|report|last|above|below)|my (?:essay|letter|email|report|resume|cv|thesis|story|"
    r"website|presentation|slides|blog|post|newsletter)|translate|essay|story|poem|haiku|song|"
    r"speech|(?:cover )?letter|email|article|blog ?post|script|function|flyer|invitation|toast|"
    r"eulogy|for (?:the|a|an|my|our) \w+ (?:party|wedding|class|website|meeting|exam))\b",
    re.IGNORECASE,
)
_SURELY = re.compile(
    r"\b(?:always|from now on|going forward|from here on|in (?:the )?future|by default|ever|every "
    r"(?:answer|reply|time|response|message)|as a (?:general )?rule|in general|your (?:answers|"
    r"replies|responses|messages)|when(?:ever)? you)\b",
    re.IGNORECASE,
)


def _one_text(heard: Heard, found: re.Match[str]) -> bool:
    """Whether it is said of one text, and not of answers."""
    del found
    return _ONE_TEXT.search(heard.words) is not None and _SURELY.search(heard.words) is None


def _unlasting(heard: Heard, found: re.Match[str]) -> bool:
    """Whether nothing says that it is a wish about answers to come."""
    del found
    return _FOR_GOOD.search(heard.words) is None


_WHOSE = re.compile(
    r"\b(?:he|she|they|who|it|people|users|customers|clients|students|boss|teacher|professor|"
    r"editor|i (?:use|used|write|wrote|sent|got|made|drew|had)|we (?:use|used|write|wrote)|his|"
    r"her|their|did|does|didn't|doesn't|love|loved|hate that|like how)\b[^,;:.!]{0,40}$",
    re.IGNORECASE,
)


def _of_others_answers(heard: Heard, found: re.Match[str]) -> bool:
    before = re.split(BOUND, heard.words[: found.start()])[-1]
    return _WHOSE.search(before) is not None


_FORMED = (governed, asked, doubted, once, bygone, _one_text, _of_others_answers)


def _clause(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_STOP = (
    r"(?=\s*(?:$|[,.!;:—–(\ufffc]|\s-|[\U0001F300-\U0001FAFF\u2600-\u27bf]|(?:and|but|because|"
    r"since|so|as|please|pls|from now|in|when|whenever|for|with|ever|always|if|thanks|at all|"
    r"anymore|any more|unless|even|instead|to me|from|only|not|every|on|that|by|than|rather|i|the|"
    r"my|over)\b))"
)

FORMATS: list[Rule] = [
    # No emojis; skip the preamble; don't use tables.
    *sought(
        StatementKind.FORMAT,
        _form,
        (*_FORMED, _clause, _unlasting),
        r"\b(?P<value>(?:no more|no|zero|fewer|less|without|never(?: any)?|not a "
        rf"single)\s+{_MANY})(?! (?:for|in|on|at) (?:dinner|the house|school|work|our))(?=\s*(?:$|"
        r"[,.!;:—–(]|please|pls|ever|from you|from now|in (?:your|any|my|the)|at all|with me|for "
        r"me|when|whenever|thanks|because|since|and|i|anywhere|unless|if|or|thx|plz|always|"
        r"anymore|any more|they|it|we|my|but|period|either)\b|\s*$)",
    ),
    *sought(
        StatementKind.FORMAT,
        _form,
        (*_FORMED, _clause),
        r"\b(?P<value>(?:don't|do not|never|please don't)(?: ever)? (?:use|add|put|include|give "
        r"me|write|send me|start with|open with|end with|begin with|throw in|bother with|do)(?: "
        rf"any| all| so many| the| those| your)* {_MANY}){_STOP}",
        r"\b(?P<value>(?:skip|drop|cut|cut out|ditch|lose|leave out|leave off|omit|spare me|"
        r"avoid|stop with|enough with|go easy on|easy on|stop using|stop adding|quit|stop giving "
        r"me|save me|avoid using|refrain from(?: using)?|stay away from|hold)(?: all| any| the| "
        rf"those| your| so many| with)*\s+{_MANY}){_STOP}",
        r"\b(?P<value>(?:don't|do not|never|stop|quit) (?:apologi[sz]\w*|sugar-?coat\w*|rambl\w*|"
        r"lectur\w*|over-?explain\w*|repeat(?:ing)? (?:my question|yourself|the question)|"
        r"restat\w+ (?:my|the) question|thank(?:ing)? me|prais\w+ me|flatter\w*|compliment\w*|"
        r"greet\w* me|moraliz\w*|moralis\w*|summari[sz]\w+ (?:at the end|what i said)|"
        r"explain(?:ing)? (?:the )?basics?|start(?:ing)? (?:every|your|each) \w+ with [\w' "
        r"]{2,30}|end(?:ing)? (?:every|your|each) \w+ with [\w' ]{2,30}))",
        r"\b(?:i (?:really |just |simply |absolutely )*(?:hate|can't stand|dislike|loathe|don't "
        r"like|don't want|don't need|can't read|can't deal with|can do without))\s+(?:any |all |"
        rf"the |your |those |so many )*(?P<value>{_MANY})(?= in (?:your|the|any|my|answers|"
        r"replies)\b| from you\b)",
        rf"\b(?P<value>(?:{_LENGTH} |bulleted |numbered )?{_OF_ANSWERS},? (?:only|please|"
        r"pls))(?=\s*(?:$|[,.!;:—–(]|from now|i\b|and\b))",
    ),
    # Your answers should be short; keep it to three sentences.
    *sought(
        StatementKind.FORMAT,
        _form,
        _FORMED,
        rf"\b(?:keep|make|have|write|give me|send me|get)\s+{_YOUR}(?: to me| for me)?(?: always| "
        rf"please)? (?:to |at |under |in |as |within |nice and )?(?P<value>(?:{_LENGTH}|{_FORMS}|"
        rf"{_UNITS}|{_TONES})){_STOP}",
        rf"\b(?:your |all |my |the )+(?:{_OF_ANSWERS})(?: to me| for me)?(?:\s+(?:should|must|"
        r"have to|need to|are to|can|always|please|ought to|from now on|going "
        r"forward))*[,:]?\s*(?:be|stay|come|be kept|be written|fit|contain|use|have)?(?: always| "
        rf"all)?(?: in| as| to| within| at)?\s*(?<=[\s:])(?P<value>(?:{_LENGTH}|{_FORMS}|{_UNITS}|"
        rf"{_TONES})(?: only)?){_STOP}",
        r"\b(?:i|i'd|we)(?: would)?(?: really| much| always| just| also| strongly| do| generally|"
        r" still| far)* (?:need|prefer|want|like|love|rather have|rather get|appreciate|do best "
        r"with|do better with|work best with|understand|read|take in)\s+(?:(?:all|your|my|the|to "
        rf"get|to have|to see)\s+)*(?:(?:{_OF_ANSWERS}|everything|things|it)(?: to be| kept| that "
        r"are| of| in| as| with| written| formatted| given| at| "
        rf"under)+\s+)?(?P<value>(?:{_LENGTH}|{_FORMS}|{_UNITS}|{_TONES})(?: "
        rf"{_OF_ANSWERS})?){_STOP}",
    ),
    *sought(
        StatementKind.FORMAT,
        _form,
        (*_FORMED, _clause),
        rf"\b(?P<value>{_LENGTH}) (?:per|for each|for every|in every|in each|in an|in a|an) "
        r"(?:answer|reply|response|message)",
        r"\b(?:answers?|replies|responses|explanations|summaries|messages)(?: to me| for me)? "
        rf"(?:in|as|with|under|of|within|at)\s+(?P<value>(?:{_LENGTH}|{_FORMS}|{_UNITS}|"
        rf"{_TONES})(?: only)?)(?=\s*(?:$|[,.!;:—–(]|please\b|only\b|from now\b|always\b))",
        r"\bkeep (?:the|your|that) (?:tone|style|language|register|wording|voice)(?: always| "
        rf"nice and)? (?P<value>{_LENGTH})(?=\s*(?:$|[,.!;:—–(]|with me\b|please\b|always\b|in\b|"
        r"when\b|and\b))",
        r"\b(?:please )?(?:be|stay|remain|sound|act) (?:more |always )?(?P<value>(?:brief|concise|"
        r"blunt|direct|terse|succinct|to the point|formal|informal|casual|gentle|polite|friendly|"
        r"professional)(?: and (?:brief|concise|direct|honest|kind|friendly|clear|polite|to the "
        r"point))?)(?= with me\b| in (?:your|all|every)\b| when(?:ever)? you\b| from now on\b| "
        r"always\b|,? always\b)",
        r"\b(?:answer|reply|respond|explain|write|talk|speak|use|stick to|give me|show me|i use|"
        r"we use|i want|present|format|write me|put)\s+(?:(?:to me|me|things|everything|it|all|"
        r"only|always|the|all the|distances|temperatures|measurements|weights|recipes|dates|"
        r"times|numbers|amounts|prices|quantities|steps|your|answers|replies|code|instructions|"
        rf"comparisons|options)\s+)*(?:in |as |with |using |at )?(?P<value>(?:{_UNITS}|{_TONES}|"
        rf"{_FORMS}|{_LENGTH})(?:,? (?:only|never \w+|not \w+))?)(?=,?\s*(?:{_LASTLY}|for "
        r"(?:everything|every|all|any|temperatures|recipes|distances|measurements|comparisons|"
        r"steps|instructions)|every time|please,? always)\b)",
        rf"\b(?:{_LASTLY}|always),?\s+(?:please )?(?:answer|reply|respond|explain|write|talk|"
        r"speak|use|stick to|give me|give|list|quote|state|express|convert|show me|show|i want|i "
        r"need|present|format|put|keep|make|have|be|include|add|lead with|start with|end with|"
        r"finish with|open with|begin with)\s+(?:(?:to me|me|things|everything|it|all|only|the|"
        r"distances|temperatures|measurements|weights|recipes|dates|times|numbers|amounts|prices|"
        r"quantities|steps|your|answers|replies|instructions|comparisons|options|code)\s+)*(?:in "
        rf"|as |with |using |at |to |under )?(?P<value>(?:a |an |the |your )?(?:{_UNITS}|{_TONES}|"
        rf"{_FORMS}|{_LENGTH}|(?:short |one-line |quick |brief |two-line )?(?:summary|tl;?dr|"
        r"sources?|links?|example|conclusion|verdict|bottom line|key (?:point|takeaway)s?|short "
        rf"version))(?: {_OF_ANSWERS}| first| at the (?:top|end|start|bottom)| up front)?){_STOP}",
        rf"\b(?P<value>(?:{_UNITS}|{_TONES}|{_FORMS}|{_LENGTH}|(?:{_LENGTH}) {_OF_ANSWERS}),?(?: "
        rf"only)?),?\s+(?:please,? )?(?:{_LASTLY}|every single time|from you|ever|every time)\b",
        r"\b(?:whenever|when|every time|any ?time|each time|if) you (?:give|list|show|send|write|"
        r"tell|explain|answer|suggest|mention|quote|name|recommend|talk|describe|compare|"
        rf"summari[sz]e|help|use|make|do|draft)\b[^,;:.!?]{{0,50}}?,?\s+(?:it's |please |always |"
        r"then |just |i'd like |i need |i want |use |put |give me |show me |write |keep |make |"
        r"do |stick to )*(?P<value>(?:(?:the |all |any |every )?(?:quantit(?:y|ies)|amounts?|"
        r"weights?|measurements?|temperatures?|distances?|prices?|dates|times|units|numbers|it|"
        rf"them|lists?|answers?) (?:in|as|to|with|under) )?(?:{_UNITS}|{_FORMS}|{_LENGTH}|"
        rf"{_TONES}|no {_MANY})(?: only)?){_STOP}",
        r"\b(?:always|from now on|in (?:all |every |any )?future(?: (?:answers|replies|"
        r"messages))?|every time|by default|going forward|for recipes|whenever|in every "
        rf"(?:answer|reply)|in all (?:your )?(?:answers|replies))\b[^.;!?]{{1,50}}?\b(?:in|as|"
        rf"with|to|using|use)\s+(?P<value>{_UNITS}){_STOP}",
        rf"\b(?:{_LASTLY})\s*[:,—–-]\s*(?:please )?(?P<value>(?:{_UNITS}|{_TONES}|{_FORMS}|"
        rf"{_LENGTH}|no {_MANY})(?: {_OF_ANSWERS})?){_STOP}",
        r"\b(?P<value>(?:get|come|cut|go) (?:straight |right )?to the (?:point|chase))(?=,? "
        r"(?:always|when|from now|in your|every time|with me|please)\b)",
        r"\b(?:explain|walk me through|teach me|describe|lay out|break down|take me "
        r"through)\s+(?:things|everything|stuff|it|concepts|all of it)\s*(?:to me "
        r")?(?P<value>step[- ]by[- ]step|slowly|simply|in (?:simple|plain|easy) (?:words|terms|"
        r"language|english)|like i'm (?:five|5|a beginner|twelve|ten)|with examples)",
        r"\b(?P<value>(?:put|give|lead with|start with|open with|end with|include|add|cite|show|"
        r"state|list|tell me|say|write) (?:me )?(?:the |a |an |your |any )?(?:short |one-line |"
        r"quick |brief |two-line |one-sentence )?(?:summary|tl;?dr|sources?|links?|example|"
        r"conclusion|verdict|bottom line|key (?:point|takeaway)s?|answer|result|short version|"
        r"code)(?: first| at the (?:top|end|start|bottom)| up front| last)?)(?=,? (?:in|of|at the "
        r"(?:start|end|top) of|to|with|for|before) (?:every|each|all|any|your)\b|,? (?:always|"
        r"every time|when(?:ever)? you|from now on)\b)",
    ),
]
