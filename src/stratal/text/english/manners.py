"""The words by which English says at what length and in what form something is to be written."""

from __future__ import annotations

NUM = (
    r"(?:one|two|three|four|five|six|seven|eight|ten|twelve|fifteen|twenty|fifty|a hundred|\d+|a "
    r"couple of|a few|a single|half a|a)"
)
SIZE = (
    r"(?:words?|sentences?|lines?|paragraphs?|bullets?|bullet points?|points?|steps|items?|"
    r"characters?|pages?|screens?|(?:short |brief )?(?:sentences?|paragraphs?|lines?))"
)
LENGTH = (
    r"(?:(?:(?:no (?:more|longer) than|not more than|never more than|at most|at the most|"
    r"never (?:be )?(?:longer|more) than|not (?:be )?longer than|max(?:imum)?(?: of)?|maximum|"
    r"under|below|within|up to|fewer than|less than|no longer than|"
    rf"about|around|roughly)\s+)?{NUM} {SIZE}(?:,? (?:at (?:the )?most|max(?:imum)?|tops|or "
    r"(?:less|fewer|under)|only|per answer))?|(?:very |nice and |really |as |fairly |pretty |"
    r"quite |super |extremely |more |nice )?(?:short(?:er)?|brief(?:er)?|concise|terse|crisp|"
    r"succinct|compact|snappy|long(?:er)?|detailed|in-depth|thorough|blunt|direct|plain|informal|"
    r"formal|casual|friendly|professional|factual|neutral|polite|warm|gentle|dry|matter-of-fact|"
    r"to the point|straightforward)(?:(?: and |, )(?:detailed|thorough|short|brief|concise|direct|"
    r"simple|sweet|to the "
    r"point|friendly|clear|polite|plain|formal|warm|dry))?(?: as (?:possible|you can))?)"
)
FORMS = (
    r"(?:(?:an? |as )?(?:short |simple |simple |numbered |nested |bulleted |concise |plain |"
    r"flowing |normal |real |proper |full |complete |whole |dashed |compact |tidy |neat |markdown |"
    r"old-fashioned |ordinary |regular |single |two-column )*(?:bullet[- ]points?|bullets|bullet "
    r"lists?|lists?|markdown|plain text|prose|tables?|steps|json|yaml|csv|paragraphs?|sentences|"
    r"code blocks?|layman's terms|headings|headers|sections|lower ?case|checklists?|one-liners?|"
    r"diagrams?|diffs?|snippets?|q&a|haiku|html|latex)|(?:plain|simple|easy|everyday|normal|basic) "
    r"(?:english|words|language|terms|text|prose|style))"
)
UNITS = (
    r"(?:(?:the )?metric(?: system| units?| measurements?| only)?|(?:the )?imperial(?: system| "
    r"units?| measurements?)?|celsius|fahrenheit|centigrade|kilomet(?:er|re)s|kilos|miles|grams|"
    r"(?:the |a )?(?:24|12|twenty-four)[- ]?(?:h|hour)(?: clock| times?| format| notation)?|"
    r"military time|(?:the )?iso(?: 8601)?(?: dates?| date format| format)|(?:yyyy-mm-dd|"
    r"dd/mm/yyyy|mm/dd/yyyy|dd\.mm\.yyyy|day[-/ ]month[-/ ]year)(?: format| dates?| order)?|euros?|"
    r"dollars|pounds|rupees|si units|(?:british|american|uk|us|canadian|australian) spelling)"
)
THINGS = (
    r"(?:emojis?|emoticons?|smileys?|smiley faces|markdown|bullet[- ]points|bullets|bulleted lists|"
    r"lists|tables?|headings|headers|headlines|preambles?|introductions?|intros?|introductory \w+|"
    r"small ?talk|fluff|filler|waffle|padding|apologies|apologi[sz]ing|disclaimers?|jargon|"
    r"exclamation (?:marks?|points?)|em[- ]?dash(?:es)?|dashes|semicolons|pleasantries|buzzwords|"
    r"explanations|long explanations|summaries|summary|closing (?:remarks|lines?|questions?)|"
    r"caveats|warnings|"
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
MANY = rf"{THINGS}(?:(?:,? (?:and|or|nor) (?:no )?|, (?:no )?|/){THINGS})*"
TONES = (
    r"(?:(?:a |an |the |your )?(?:more |very |really |rather )?(?:gentle|friendly|formal|informal|"
    r"casual|neutral|professional|warm|dry|calm|polite|serious|relaxed|kind|matter-of-fact|"
    r"straightforward|businesslike|encouraging|blunt|plain|conversational|light|playful|respectful|"
    r"sober)(?: and \w+|, \w+)? (?:tone|style|register|voice|manner|language|wording))"
)
OF_ANSWERS = (
    r"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|messages?|write-?ups|"
    r"texts?|output|feedback|definitions?|instructions|recipes|descriptions|lists|advice)"
)
YOUR = (
    r"(?:(?:all|all of|every|any|each|of|your|the|my|future|those|these|them|"
    rf"long)\s+)*(?:{OF_ANSWERS}|everything(?: you \w+(?: to)?(?: me)?)?|things|stuff|it all|'?em|"
    r"them|it(?= (?:short|brief|to|under|in)))"
)
LASTLY = (
    r"(?:always|from now on|going forward|from here on(?: in| out)?|in (?:the )?future|by default|"
    r"as a (?:general )?rule|in general|generally|every (?:single )?time|each time|at all times|"
    r"whenever you (?:answer|reply|explain|write)|when(?:ever)? you (?:answer|reply|explain|write|"
    r"give|list|tell|show|respond|summari[sz]e)|in (?:all |every |each |any )?(?:of )?(?:your |my |"
    r"the )?(?:answers?|replies|reply|responses?|messages?)|with me|for me|for all (?:your |my "
    r")?(?:answers|replies))"
)
MANNER = rf"(?:{LENGTH}|{FORMS}|{UNITS}|{TONES})"
"""How answers may be."""
