from __future__ import annotations

import pytest
from benchmarks.extraction import TEST, TRAIN, found_in, labelled
from benchmarks.extraction_match import Item, missed_and_wrong, right
from benchmarks.intervals import wilson


def item(kind: str, value: str) -> Item:
    return Item(kind=kind, value=value)


@pytest.mark.parametrize(
    ("kind", "label", "found"),
    [
        ("language", "German", "german"),
        ("language", "英文", "英文。"),
        ("format", "bullet points", "short bullet points"),
        ("diet", "peanuts", "allergic to peanuts"),
        ("diet", "花生", "对花生过敏"),
        ("time_zone", "UTC+8", "ＵＴＣ+8"),
        ("tool", "pnpm !npm", "pnpm !npm"),
        ("tool", "pnpm", "pnpm !npm"),
        ("tool", "!npm", "!npm"),
        ("remember", "the staging database is wiped every Sunday", "staging is wiped every Sunday"),
        ("off_record", "-", "-"),
    ],
)
def test_what_is_right(kind: str, label: str, found: str) -> None:
    """The same value, a little more of it, or most of the words of a clause."""
    assert right(item(kind, label), item(kind, found))


@pytest.mark.parametrize(
    ("kind", "label", "found"),
    [
        ("language", "German", "English"),
        ("format", "short bullet points", "bullet points"),
        ("diet", "fish", "no meat at all and fish"),
        ("tool", "pnpm !npm", "pnpm"),
        ("tool", "pnpm !npm", "npm !pnpm"),
        ("tool", "pnpm", "!pnpm"),
        ("remember", "invoices go out on the first", "the staging database is wiped"),
        ("diet", "素", "我从来不吃任何肉类只吃素"),
    ],
)
def test_what_is_wrong(kind: str, label: str, found: str) -> None:
    """Another value, less than the value, or much more than it."""
    assert not right(item(kind, label), item(kind, found))


def test_the_kind_must_be_right() -> None:
    """A right value of another kind is wrong, and the label is missed."""
    label, found = item("name", "Ana"), item("address", "Ana")
    assert missed_and_wrong([label], [found]) == ((label,), (found,))


def test_a_label_is_met_once() -> None:
    """What is found twice is wrong once."""
    label = item("language", "German")
    assert missed_and_wrong([label], [label, label]) == ((), (label,))


def test_the_interval() -> None:
    """Wilson's interval of 19 in 20, to a tenth of a percent; of nothing it is everything."""
    assert [round(each, 1) for each in wilson(19, 20)] == [76.4, 99.1]
    assert wilson(0, 0) == (0.0, 100.0)


def test_the_halves_are_read() -> None:
    """480 utterances to test with, half of them Chinese; every label is of a known kind."""
    test, train = labelled(TEST), labelled(TRAIN)
    assert len(test) == 480
    assert sum(one.language == "zh" for one in test) == 240
    assert len(train) >= 500
    # Numbers alone: a failure must not show the rows that nobody is to have seen.
    unnamed = sum(not (each.kind and each.value) for one in (*test, *train) for each in one.stated)
    common = len({one.text for one in test} & {one.text for one in train})
    assert (unnamed, common) == (0, 0)


def test_without_consent_only_that_is_found() -> None:
    """What is said off the record counts as nothing else."""
    for sure in (True, False):
        found = found_in("Call me Jo, but don't remember this.", sure=sure)
        assert [one.kind for one in found] == ["off_record"]


def test_what_is_not_sure_is_heard_and_not_counted_as_written() -> None:
    """The figures are of what is written; those of what is heard hold the rest too."""
    said = "Put the conclusion in front when you answer me."
    assert found_in(said, sure=True) == ()
    assert [one.kind for one in found_in(said, sure=False)] == ["format"]
