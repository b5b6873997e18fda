from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.core.policy import (
    CLASSES,
    ClassPolicy,
    Decay,
    Evict,
    FlowRules,
    ForgettingRules,
    Granularity,
    Policy,
    Provenance,
    ReadPath,
    Renewal,
    RevisionMode,
    SpendRules,
    Weights,
    WindowRules,
    WritePolicy,
    default_policy,
)
from stratal.core.records import Layer
from stratal.errors import InvalidPolicy
from stratal.policy_file import SIZE_LIMIT, dump, parse_policy, read_policy, show, spoken


def refused(text: str) -> InvalidPolicy:
    with pytest.raises(InvalidPolicy) as caught:
        parse_policy(text, path="policy.yaml")
    return caught.value


@pytest.mark.parametrize("text", ["", "\n# nothing but a remark\n", "---\n", "{}", "none"])
def test_nothing_said_is_the_defaults(text: str) -> None:
    """A file that says nothing changes nothing."""
    assert parse_policy(text) == default_policy()


def test_only_what_is_named_changes() -> None:
    """One rule of one class is changed, and all else is as before."""
    policy = parse_policy("memories:\n  decay:\n    cold_below: 0.3\n")
    default = default_policy()
    assert policy.memories.decay == Decay(per_hour=0.995, cold_below=0.3)
    assert policy.memories.ttl == default.memories.ttl
    assert policy.conclusions == default.conclusions
    assert policy.weights == default.weights


def test_every_setting_can_be_set() -> None:
    """Each field of a class and of the policy is reached from the file, by its own name."""
    policy = parse_policy(
        """
conclusions:
  ttl: 2 weeks
  renewed_by: nothing
  read_path: pinned
  write_policy: confirm
  revision_mode: replace
  provenance: explicit_signal_or_review
  capacity: 7
  evict: least_recently_stated
  merge_above: none
  decay: {per_hour: 1, cold_below: none}
  min_confidence: .5
  confirm_above_importance: 9
  forbidden_keys: [salary, "工资"]
  multi_valued:
    - hobby
conversation_ttl: 30 min
weights: {relevance: 1, recency: 0, importance: 0}
window: {messages: 5, summarise_above: 6, threshold: 1, model_window: 7, summary_ceiling: 8,
  verbatim_share: 0, record: true, recorded: 9}
flows: {every_turns: 8, idle_after: 2 h, closes_at_most: 0.5, attempts: 2}
spend: {tokens: 1000, cents: none, person_tokens: 100, flow_cents: 50}
profile_granularity: {key_words: 2, key_length: 30, value_length: 120}
profile_ceiling: 1
pinned_ceiling: 2
files_ceiling: 5
task_ceiling: 3
recall_limit: 4
"""
    )
    assert policy.conclusions == ClassPolicy(
        ttl=timedelta(days=14),
        renewed_by=Renewal.NOTHING,
        read_path=ReadPath.PINNED,
        write_policy=WritePolicy.CONFIRM,
        revision_mode=RevisionMode.REPLACE,
        provenance=Provenance.EXPLICIT_SIGNAL_OR_REVIEW,
        capacity=7,
        evict=Evict.LEAST_RECENTLY_STATED,
        merge_above=None,
        decay=Decay(per_hour=1.0, cold_below=None),
        min_confidence=0.5,
        confirm_above_importance=9,
        forbidden_keys=("salary", "工资"),
        multi_valued=("hobby",),
    )
    assert policy.conversation_ttl == timedelta(minutes=30)
    assert policy.weights == Weights(relevance=1.0, recency=0.0, importance=0.0)
    assert policy.window == WindowRules(
        messages=5,
        summarise_above=6,
        threshold=1.0,
        model_window=7,
        summary_ceiling=8,
        verbatim_share=0.0,
        record=True,
        recorded=9,
    )
    assert policy.flows == FlowRules(
        every_turns=8, idle_after=timedelta(hours=2), closes_at_most=0.5, attempts=2
    )
    assert policy.spend == SpendRules(tokens=1000, person_tokens=100, flow_cents=50)
    assert policy.profile_granularity == Granularity(key_words=2, key_length=30, value_length=120)
    ceilings = (policy.profile_ceiling, policy.pinned_ceiling, policy.task_ceiling)
    assert (*ceilings, policy.recall_limit, policy.files_ceiling) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2 days", timedelta(days=2)),
        ("2d", timedelta(days=2)),
        ("90 d", timedelta(days=90)),
        ("1 day", timedelta(days=1)),
        ("2h", timedelta(hours=2)),
        ("2 Hours", timedelta(hours=2)),
        ("45 min", timedelta(minutes=45)),
        ("45m", timedelta(minutes=45)),
        ("10 s", timedelta(seconds=10)),
        ("1.5 h", timedelta(minutes=90)),
        ("1 w", timedelta(days=7)),
        ('"3 days"', timedelta(days=3)),
        ("none", None),
        ("null", None),
        ("~", None),
        ("", None),
    ],
)
def test_durations(written: str, meant: timedelta | None) -> None:
    """A duration is a number with a unit, or none."""
    assert parse_policy(f"conversation_ttl: {written}\n").conversation_ttl == meant


@pytest.mark.parametrize(
    "written", ["90", "90.0", "2 dys", "2 months", "two days", "-2 days", "d", "2 d 3 h", "1e3 d"]
)
def test_a_duration_without_its_unit_is_answered_with_the_units(written: str) -> None:
    """The error names the line and what would be right; nothing is guessed."""
    error = refused(f"\nmemories:\n  ttl: {written}\n")
    assert error.line == 3
    assert "90 days, 2 h or 30 min, or none" in str(error)


# What is wrong, the line it stands on, and words that the answer must have.
WRONG = [
    ("memoires:\n  ttl: 2 d\n", 1, "did you mean memories?"),
    ("memories:\n  capacity: 5\n  tll: 2 d\n", 3, "did you mean ttl?"),
    ("memories:\n  Read-Path: pinned\n", 2, "did you mean read_path?"),
    ("memories:\n  zzz: 1\n", 2, "allowed are ttl, renewed_by"),
    ("memories:\n  decay:\n    per_day: 0.9\n", 3, "allowed are per_hour, cold_below"),
    ("weights:\n  relevanz: 1\n", 2, "did you mean relevance?"),
    ("memories:\n\n  read_path: sometimes\n", 3, "runtime_only, personalization_only"),
    ("memories:\n  read_path: Pinned\n", 2, "pinned"),
    ("memories:\n  capacity: many\n", 2, "whole number"),
    ("memories:\n  capacity: yes\n", 2, "whole number"),
    ("memories:\n  capacity: 1.5\n", 2, "whole number"),
    ("memories:\n  capacity: -1\n", 2, "whole number"),
    ("memories:\n  capacity:\n    - 1\n", 3, "one value"),
    ("memories:\n  min_confidence: .nan\n", 2, "a number"),
    ("memories:\n  min_confidence: NaN\n", 2, "a number"),
    ("memories:\n  min_confidence: .inf\n", 2, "a number"),
    ("memories:\n  min_confidence: 1e999\n", 2, "a number"),
    ("memories:\n  min_confidence: 1.2\n", 2, "from 0 to 1"),
    ("memories:\n  merge_above: true\n", 2, "a number"),
    ("memories:\n  forbidden_keys: password\n", 2, "a list"),
    ("memories:\n  forbidden_keys:\n    - a\n    - b\n    - a\n", 5, "twice"),
    ("memories:\n  forbidden_keys: [a, '']\n", 2, "empty"),
    ("memories:\n  forbidden_keys: [a, [b]]\n", 2, "one value"),
    ("weights: {relevance: -1, recency: 1, importance: 1}\n", 1, "from 0 to 1"),
    ("weights: {relevance: .nan}\n", 1, "a number"),
    ("task_ceiling: 5\nweights:\n  relevance: 0.9\n", 2, "add up to 1"),
    ("window:\n  messages: 50\n", 1, "summarise_above must not be less"),
    ("window:\n  summary_ceiling: 0\n", 1, "summary_ceiling must be 1"),
    ("window:\n  threshold: 0\n", 1, "threshold must be a number above 0"),
    ("flows:\n  attempts: 0\n", 1, "attempts must be 1 at least"),
    ("flows:\n  idle_after: 0 h\n", 1, "idle_after must be longer"),
    ("flows:\n  closes_at_most: 2\n", 2, "closes_at_most is 2"),
    ("spend:\n  dollars: 2\n", 2, "spend has no 'dollars'"),
    ("recall_limit: 5\ntask_ceiling: 0\n", 2, "task_ceiling must be 1 at least"),
    ("conversation_ttl: 400000 days\n", 1, "1,000 years"),
    ("conversation_ttl: 0 days\n", 1, "conversation_ttl must be longer than nothing"),
    ("forgetting:\n  events: 0 days\n", 1, "events must be longer than nothing"),
    ("conversation_ttl: 999999999999999 weeks\n", 1, "1,000 years"),
    # Combinations: the line of the class.
    ("task_ceiling: 5\nmemories:\n  capacity: 3\n  ttl: none\n", 2, "renewed_by needs a ttl"),
    ("scratch:\n  read_path: pinned\n", 1, "needs provenance"),
    ("\nprofile_granularity:\n  key_words: 0\n", 2, "key_words must be from 1 to 50"),
    ("profile_granularity:\n  key_length: 201\n", 1, "key_length must be from 1 to 200"),
    ("profile_granularity: {value_length: 501}\n", 1, "value_length must be from 1 to 500"),
    ("profile_granularity: fine\n", 1, "must be lines of"),
    ("profile_granularity:\n  words: 3\n", 2, "did you mean key_words?"),
    ("\nprofile:\n  write_policy: immediate\n", 2, "cannot be written immediate"),
    ("memories:\n  ttl: 0 days\n", 1, "ttl must be longer than nothing"),
    ("memories:\n  confirm_above_importance: 11\n", 1, "from 1 to 10"),
    ("memories:\n  decay: {per_hour: 0}\n", 1, "per_hour"),
    # The shape of the file.
    ("memories:\n  ttl: 2 d\nprofile:\n  ttl: 9 d\nmemories:\n  ttl: 3 d\n", 5, "in line 1"),
    ("memories:\n  ttl: 2 d\n  ttl: 3 d\n", 3, "twice, first in line 2"),
    ("- memories\n", 1, "`key: value`"),
    ("memories\n", 1, "`key: value`"),
    ("memories: 5\n", 1, "`key: value`"),
    ("memories:\n", 1, "`key: value`"),
    ("[a, b]: c\n", 1, "must be a word"),
    ("memories: {ttl: 2 d\n", 2, "not YAML"),
    ("memories:\n\tttl: 2 d\n", 2, "not YAML"),
    ("a: 1\n---\nb: 2\n", 2, "not YAML"),
    ("task_ceiling: 5\nmemories: \x07\n", 2, "does not allow"),
    ("memories: &m\n  ttl: 2 d\n", 1, "anchor"),
    ("task_ceiling: 5\nmemories: *m\n", 2, "anchor"),
    ("\n<<: {ttl: 2 d}\n", 2, "no '<<'"),
    ("task_ceiling: !!python/object/apply:os.system [ls]\n", 1, "tag"),
    ("task_ceiling: !!int 5\n", 1, "tag"),
    ("memories: " + "[" * 50_000 + "\n", 1, "too deeply"),
    ("#" * (SIZE_LIMIT + 1), 1, "characters"),
]


@pytest.mark.parametrize(("text", "line", "words"), WRONG, ids=[repr(w[0])[:60] for w in WRONG])
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, words: str) -> None:
    """Each mistake is refused, with the file, the line and what would mend it."""
    error = refused(text)
    assert error.line == line
    assert error.path == "policy.yaml"
    assert str(error).startswith(f"policy.yaml, line {line}: ")
    assert words in str(error)


def test_an_anchor_bomb_is_refused_at_its_first_anchor() -> None:
    """A file of nested aliases costs nothing: it is refused before anything is multiplied."""
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    assert refused("\n".join(["a0: &a0 [x, x]", *levels])).line == 1


def test_a_long_value_is_shown_short() -> None:
    """What is wrong is shown, but never at full length."""
    assert len(str(refused(f"memories:\n  ttl: {'9' * 5000}\n"))) < 250


def test_a_file_is_read(tmp_path: Path) -> None:
    """A file in UTF-8 is read, with or without a byte order mark; errors name it."""
    path = tmp_path / "策略.yaml"
    path.write_text("﻿profile:\n  forbidden_keys: [工资]\n", encoding="utf-8")
    assert read_policy(path).profile.forbidden_keys == ("工资",)
    path.write_text("profile:\n  ttl: 90\n", encoding="utf-8")
    with pytest.raises(InvalidPolicy, match=r"策略\.yaml, line 2: ttl"):
        read_policy(str(path))


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    """Absent, a folder, or in another encoding: each is one typed error that names the file."""
    with pytest.raises(InvalidPolicy, match=r"absent\.yaml cannot be read") as caught:
        read_policy(tmp_path / "absent.yaml")
    assert caught.value.path == str(tmp_path / "absent.yaml")
    with pytest.raises(InvalidPolicy, match="cannot be read"):
        read_policy(tmp_path)
    odd = tmp_path / "odd.yaml"
    odd.write_bytes(b"task_ceiling: 5\n# caf\xe9\n")
    with pytest.raises(InvalidPolicy, match="line 2: is not UTF-8"):
        read_policy(odd)


def durations(most: timedelta = timedelta(days=300_000)) -> st.SearchStrategy[timedelta]:
    odd = st.timedeltas(min_value=timedelta(microseconds=1), max_value=most)
    plain = st.builds(
        lambda n, unit: n * unit,
        st.integers(1, 500),
        st.sampled_from(
            [timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)]
        ),
    )
    return odd | plain


shares = st.floats(0, 1)
words = st.lists(
    st.text(min_size=1, max_size=12)
    .filter(lambda text: text == text.strip())
    .filter(lambda text: text.isprintable()),
    max_size=3,
    unique=True,
).map(tuple)


@st.composite
def class_policies(draw: st.DrawFn) -> ClassPolicy:
    """Any class that its own checks allow."""
    ttl = draw(st.none() | durations())
    renewed_by = draw(st.sampled_from(Renewal)) if ttl is not None else Renewal.NOTHING
    read_path = draw(st.sampled_from(ReadPath))
    provenance = draw(st.sampled_from(Provenance))
    if read_path is ReadPath.PINNED and provenance is Provenance.MINIMAL_RUNTIME_METADATA:
        provenance = Provenance.SOURCE_LINK_REQUIRED
    write_policy = draw(st.sampled_from(WritePolicy))
    if read_path is ReadPath.PERSONALIZATION_ONLY and write_policy is WritePolicy.IMMEDIATE:
        write_policy = WritePolicy.CONFIRM
    return ClassPolicy(
        ttl=ttl,
        renewed_by=renewed_by,
        read_path=read_path,
        write_policy=write_policy,
        revision_mode=draw(st.sampled_from(RevisionMode)),
        provenance=provenance,
        capacity=draw(st.none() | st.integers(1, 10**9)),
        evict=draw(st.sampled_from(Evict)),
        merge_above=draw(st.none() | st.floats(0, 1, exclude_min=True)),
        decay=Decay(
            per_hour=draw(st.floats(0, 1, exclude_min=True)),
            cold_below=draw(st.none() | shares),
        ),
        min_confidence=draw(shares),
        confirm_above_importance=draw(st.none() | st.integers(1, 10)),
        forbidden_keys=draw(words),
        multi_valued=draw(words),
    )


@st.composite
def windows(draw: st.DrawFn) -> WindowRules:
    messages = draw(st.integers(1, 10**6))
    return WindowRules(
        messages=messages,
        summarise_above=draw(st.integers(messages, 10**7)),
        threshold=draw(st.floats(0.01, 1)),
        model_window=draw(st.integers(1, 10**9)),
        summary_ceiling=draw(st.integers(1, 10**6)),
        verbatim_share=draw(shares),
        record=draw(st.booleans()),
        recorded=draw(st.integers(1, 10**6)),
    )


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    relevance = draw(shares)
    recency = draw(st.floats(0, 1 - relevance))
    weights = Weights(
        relevance=relevance, recency=recency, importance=max(0.0, 1 - relevance - recency)
    )
    ceilings = draw(st.lists(st.integers(1, 10**9), min_size=4, max_size=4))
    classes: dict[str, Any] = {name: draw(class_policies()) for name in CLASSES}
    return Policy(
        **classes,
        conversation_ttl=draw(st.none() | durations()),
        weights=weights,
        window=draw(windows()),
        flows=FlowRules(
            every_turns=draw(st.integers(1, 10**6)),
            idle_after=draw(st.none() | durations()),
            closes_at_most=draw(shares),
            attempts=draw(st.integers(1, 100)),
        ),
        spend=SpendRules(
            tokens=draw(st.none() | st.integers(0, 10**9)),
            person_cents=draw(st.none() | st.integers(0, 10**9)),
        ),
        forgetting=ForgettingRules(
            events=draw(st.none() | durations()), checkpoints=draw(st.none() | durations())
        ),
        profile_granularity=Granularity(
            key_words=draw(st.integers(1, 50)),
            key_length=draw(st.integers(1, 200)),
            value_length=draw(st.integers(1, 500)),
        ),
        profile_ceiling=ceilings[0],
        pinned_ceiling=ceilings[1],
        task_ceiling=ceilings[2],
        recall_limit=ceilings[3],
        files_ceiling=ceilings[0],
    )


@given(policies())
@settings(max_examples=40)
def test_a_dumped_policy_reads_back_equal(policy: Policy) -> None:
    """`dump` writes all of a policy, and the reader finds an equal one in it."""
    assert parse_policy(dump(policy)) == policy


def test_the_default_dump_is_complete() -> None:
    """The dump of the defaults names every class and every field, and fits into the limit."""
    text = dump(default_policy())
    assert parse_policy(text) == default_policy()
    assert text.count("write_policy:") == len(CLASSES)
    assert len(text) < SIZE_LIMIT / 10


@given(durations())
@settings(max_examples=50)
def test_a_spoken_duration_is_exact(duration: timedelta) -> None:
    """However odd, a duration is written so that it reads back the same."""
    assert parse_policy(f"conversation_ttl: {spoken(duration)}").conversation_ttl == duration


def test_show_fits_on_a_screen_and_follows_the_policy() -> None:
    """A row for each class, and for each layer that has none; what is changed shows."""
    rows = {row.name: row for row in show(default_policy())}
    without_class = {"conversation", "events", "knowledge", "files", "agent_state"}
    assert set(rows) == without_class | set(CLASSES)
    assert {row.layer for row in rows.values()} == {*Layer}
    assert len(rows) <= 20
    assert rows["profile"].until == "365 days from the last confirmation"
    assert rows["profile"].how_much == "800 tokens; 100 kept"
    assert rows["memories"].how_much == "5 a recall; 500 kept"
    assert rows["preferences"].until == "kept"
    assert rows["scratch"].until == "2 hours from the last touch"

    changed = parse_policy("memories: {ttl: 1 day, read_path: pinned, capacity: 12}\n")
    row = next(row for row in show(changed) if row.name == "memories")
    assert row.until == "1 day from the last confirmation"
    assert row.enters == "always, by exact scope"
    assert row.how_much == "600 tokens; 12 kept"


def test_the_module_loads_no_yaml_until_it_reads() -> None:
    """Importing the reader costs nothing: PyYAML comes with the first file."""
    program = "import sys, stratal.policy_file; assert 'yaml' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
