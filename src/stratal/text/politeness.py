"""A wish that is worded as a question: "could you always answer in German?", 以后叫我小林好吗？"""

from __future__ import annotations

import re

_WISH = re.compile(
    r"^(?P<lead>\s*(?:(?:hi|hey|hello|so|also|and|ok|please|claude)[,. ]+)*(?:could|can|would|"
    r"will) (?:you|u)"
    r"(?: please)?)\b(?=.*\b(?:always|from now on|going forward|in (?:the )?future|by default|"
    r"every "
    r"time|from here on)\b).*(?P<mark>\?)\s*$",
    re.IGNORECASE,
)
_LASTING_ZH = re.compile(r"以后|今后|往后|从现在起|从今天起|每次|一直|总是")
_COULD = re.compile(r"能不能|可不可以|可以不可以|能否|可否|是否可以")
_IMPERATIVE_ZH = re.compile(
    r"(?:请|麻烦|拜托|你|帮我|那|就){0,3}(?:忘[了掉记]|删[掉除了]|别(?:再)?[记存叫]|不要(?:再)"
    r"?[记存叫]|记住|把我|叫我|喊我)"
)
_PLEA_ZH = re.compile(
    r"(?:好吗|行吗|可以吗|好不好|行不行|可以不)(?=\s*(?:$|[，,。！!~～])|[?？])[?？]?"
)
"""What is asked for so is no question: 忘了我流产的事好吗."""
_MARK = re.compile(r"[，,]?(?P<asked>好吗|可以吗|行吗|好不好|行不行|可以不|好嘛|吗)?[?？]?\s*$")


_POLITE_ZH = re.compile(
    r"(?P<lead>\s*(?:能不能|可不可以|能否|可否)(?:麻烦|请)?(?:你|您)?[，,]?\s*)(?=(?:把|将)我[^，,]{1,12}(?:忘|删|清|抹))"
)


def told_politely(own: str) -> str:
    """`own` with the words blanked that only make a lasting wish polite; of the same length.

    "Can you answer in German?" may be a question: only what is to last is taken for a wish.
    """
    wish = _WISH.match(own)
    if wish is not None:
        return _blanked(own, wish.span("lead"), wish.span("mark"))
    polite = _POLITE_ZH.match(own)
    if polite is not None:
        asked = re.search(r"[？?]?\s*$", own)
        return _blanked(own, polite.span("lead"), asked.span() if asked else (-1, -1))
    mark, could = _MARK.search(own), _COULD.search(own)
    if mark is not None and _LASTING_ZH.search(own):
        if could is not None:
            return _blanked(own, could.span(), mark.span())
        if mark["asked"] not in (None, "吗"):
            return _blanked(own, mark.span())
    if _IMPERATIVE_ZH.match(own) and (plea := _PLEA_ZH.search(own)) is not None:
        return _blanked(own, plea.span())
    return own


def _blanked(text: str, *spans: tuple[int, int]) -> str:
    for start, end in spans:
        if start >= 0:
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


_BREAK = re.compile(
    r"\s*[,，;；—–：~～]+\s*|\s+[-–]\s+|\s+(?=(?:so|and|but|then)\s)", re.IGNORECASE
)
_QUESTION = re.compile(
    r"^(?:(?:so|and|but|then|now|also)[, ]+)*(?:what|what's|which|who|where|when|why|how|can|could|"
    r"would|should|shall|do|does|did|is|are|am|will|any|got any|have you|has|may i)\b.*\?\s*$",
    re.IGNORECASE,
)
_QUESTION_ZH = re.compile(
    r"什么|啥|咋|咩|干嘛|怎么|如何|哪|多少|(?<![好十点])(?<!说到)(?<!提到)几(?!点[的几]|乎|年了)|何时|何处|多长|多大|难不难|是不是.{4}|对吗|谁|能不能|可不可以|"
    r"(?<!检查)(?<!看看)(?<!确认)(?<!核对)有没有|要不要|能否|"
    r"可否|(?:吗|"
    r"呢)[?？\s]*$"
)
_ABOUT_IT = re.compile(
    r"^(?:(?:so|and|but|then)[, ]+)*(?:(?:would|does|is|will|could|can|should|do|did|are|shall) "
    r"(?:that|this|it|"
    r"we|you (?:agree|think|mind)|they|i (?:use|do it))\b|what do you (?:think|say)|how about|"
    r"what about|"
    r"why not|is n't|any objections)"
    r"|^(?:对|是|好|行|可以|没错|不是|懂|明白|同意|没问题|这样|你觉得|大家觉得|要不要|该不该)"
    r"[^，,]{0,6}(?:吗|吧|么|不|呢|样)?[?？]?\s*$"
    r"|你觉得|怎么样|(?:行不行|对不对|好不好|可以吗|是不是|为什么)[?？]?\s*$",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"^\s*(?:what|which|who|where|when|why|how|can|could|would|should|shall|do|does|did|is|are|am|"
    r"will)\b|[?？]|(?:吗|呢)\s*$|是不是|要不要|该不该|能不能|有没有|为什么|怎么|咋|如何|还是("
    r"?!用|叫|喊|说|喜欢|要)",
    re.IGNORECASE,
)


_CLAUSES = re.compile(r"[，,；;：]")
_WHATEVER = re.compile(r"不管|无论|不论|管他")
_PUT_ZH = re.compile(
    r"(?!还是|或者|不|而|对|是|也|就|那就|我|能)(?=[^?？]*[\u4e00-\u9fff]{5})[^?？]+[?？]\s*$"
)
"""A question by its mark alone."""


def before_question(own: str) -> int | None:
    """Where what is told ends and a question of its own begins: "I'm vegan, what can I cook?"

    None if the sentence asks no such thing. A question about what was told ("…, would that
    work?", 对吗) leaves it open, and is none.
    """
    for found in reversed(list(_BREAK.finditer(own))):
        told, asked = own[: found.start()], own[found.end() :]
        if not told.strip() or _ASKING.search(told):
            continue
        if _ABOUT_IT.search(asked):
            return None
        first = _CLAUSES.split(asked, 1)[0]
        if _QUESTION.match(asked) or _QUESTION_ZH.search(first) or _PUT_ZH.match(asked):
            if _WHATEVER.search(first):
                continue
            return found.start()
    return None
