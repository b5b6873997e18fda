from __future__ import annotations

import pytest

from stratal.text.statements import statements


@pytest.mark.parametrize(
    "text",
    [
        # taken back in the same breath or the next
        "We use Notion. Well, we did, before the merger.",
        "I have a meeting tomorrow. Wait no, it got cancelled.",
        "We decided on Lisbon, then Ben changed his mind, so back to zero.",
        "We settled on a price, or so I thought, then he backed out.",
        "You may send the mails without asking. Actually no, ask me.",
        "You could edit files without asking, before I changed it.",
        # another's word, or another's wish
        "Don't write that down, the teacher whispered.",
        "The capital is not Sydney, it's Canberra, my kid shouted at the quiz.",
        "Ask me before you judge me, sings the choir.",
        "Stop using Discord, mom says.",
        "My daughter wants you to answer in Spanish, but she's in bed.",
        "You can borrow my car without asking, I told my son.",
        # a fable, a saying, a famous line
        "Aesop's moral here is that slow and steady wins the race. Give me three versions.",
        "Never run with scissors, never wrestle with a pig. Which other sayings start like that?",
        "I'm Spartacus! No, I'm Spartacus!",
        # code
        "lang: es # answer in Spanish",
        "import pandas as pd # we use pandas",
        # for one work, one reader, or a while
        "Use Tailwind in this snippet.",
        "Please reply in French to the customer below: où est mon colis ?",
        "Keep in mind the reader is a child when you write this story.",
        "Just for Lent I don't eat chocolate.",
        "I'm a vegetarian until I smell barbecue lol.",
        "Answer in Italian: what is a noun? It's for my homework.",
        "I avoid sugar in December, sort of.",
        # asked about, or asked after all
        "Allergic to gluten, what does that even mean?",
        "You can merge without asking, can't you?",
        # a pair of which one was heard
        "For the inventory app: SQLite. Not Postgres.",
        "I'm Leo, I mean a Leo, born in August.",
    ],
)
def test_a_doubt_in_the_same_breath_leaves_nothing_sure(text: str) -> None:
    """What is taken back, another's, staged, of code or of one work is asked or not found."""
    assert not any(one.sure for one in statements(text))


@pytest.mark.parametrize(
    "text",
    [
        "I'm vegan. What would the fish restaurant do for a team of six?",
        "So Arabic is the language I want all of your answers in.",
        "Switch to Tagalog for good, my aunt reads over my shoulder.",
        "We decided on oak floors. My husband wanted pine, but fine.",
    ],
)
def test_words_of_others_beside_it_are_no_doubt(text: str) -> None:
    """Who else is spoken of, or what else is asked, takes nothing back."""
    assert all(one.sure for one in statements(text))
    assert statements(text)
