"""The policy: for each class of memory, how it is written, read, revised and forgotten.

These are values; the file is read and checked at the edge (`stratal.policy_file`). The layers
enforce them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

from stratal.errors import InvalidPolicy


class ReadPath(StrEnum):
    RUNTIME_ONLY = "runtime_only"
    PERSONALIZATION_ONLY = "personalization_only"
    RETRIEVAL_WITH_FILTERS = "retrieval_with_filters"
    PINNED = "pinned"


class WritePolicy(StrEnum):
    IMMEDIATE = "immediate"
    VALIDATED_ONLY = "validated_only"
    EXPLICIT_OR_HIGH_CONFIDENCE = "explicit_or_high_confidence"
    CONFIRM = "confirm"


class RevisionMode(StrEnum):
    REPLACE = "replace"
    APPEND_REVISION = "append_revision"
    MERGE_WITH_HISTORY = "merge_with_history"


class Provenance(StrEnum):
    MINIMAL_RUNTIME_METADATA = "minimal_runtime_metadata"
    SOURCE_LINK_REQUIRED = "source_link_required"
    EXPLICIT_SIGNAL_OR_REVIEW = "explicit_signal_or_review"


class Evict(StrEnum):
    """How the last one is chosen when a scope is full."""

    LEAST_IMPORTANT = "least_important"
    """Lowest importance times recency."""
    LEAST_RECENTLY_STATED = "least_recently_stated"


class Renewal(StrEnum):
    """What starts an item's time anew."""

    NOTHING = "nothing"
    CONFIRMATION = "confirmation"
    TOUCH = "touch"
    """Any write to it, or a read by the agent at work; scratch notes only."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Decay:
    """How recency falls, and beneath what score an item goes cold.

    The score is 0.6 of its recency and 0.4 of its importance, both from 0 to 1: how long a thing is
    kept in use does not hang on how recall weighs what it finds.
    """

    per_hour: float = 0.995
    cold_below: float | None = None
    """None: it never goes cold."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """Shares of the final score: relevance, recency, importance.

    Recency decides between what is about equally relevant, and no more: with a larger share any new
    remark about half of a question passes an older one about all of it.
    """

    relevance: float = 0.7
    recency: float = 0.1
    importance: float = 0.2


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowRules:
    """How much of a conversation a prompt shows whole, and what becomes of the rest."""

    messages: int = 20
    """Messages that stay whole when older ones are left out or summarised."""
    summarise_above: int = 40
    """Messages without a summary that are borne."""
    threshold: float = 0.7
    """Share of the model's window that they may fill."""
    model_window: int = 128_000
    """Tokens of the model's window where no budget is named."""
    summary_ceiling: int = 300
    """Tokens of a summary's prose."""
    verbatim_share: float = 0.1
    """Share of the window for what is kept word for word beside it."""
    record: bool = False
    """Whether every context is recorded that nobody said otherwise of."""
    recorded: int = 50
    """Contexts of a conversation that stay on the record, the newest."""

    def __post_init__(self) -> None:
        for rule in ("messages", "summarise_above", "model_window", "summary_ceiling", "recorded"):
            if getattr(self, rule) < 1:
                raise InvalidPolicy(f"{rule} must be 1 at least")
        if self.summarise_above < self.messages:
            raise InvalidPolicy("summarise_above must not be less than messages: they stay whole")
        if not 0 < self.threshold <= 1:
            raise InvalidPolicy("threshold must be a number above 0 and up to 1")
        if not 0 <= self.verbatim_share <= 1:
            raise InvalidPolicy("verbatim_share must be a number from 0 to 1")


@dataclass(frozen=True, kw_only=True, slots=True)
class FlowRules:
    """When flows between layers run, and where they stop and ask."""

    every_turns: int = 20
    """Turns of the user after which a conversation is consolidated, if its window is not full."""
    idle_after: timedelta | None = timedelta(days=1)
    """A conversation without a message for so long has ended; None: by itself none ever does."""
    closes_at_most: float = 0.2
    """Share of what is active in a scope that one run may close or remove without asking."""
    attempts: int = 3
    """Runs over one span that may fail before it is set aside."""
    keep_profile: bool = True
    """Whether the profile is kept after each turn that `add` took in, where there is a model."""
    ask_at_most: int = 2
    """Turns in which a person is asked about one thing that waits for them; 0: in none."""
    waits_for: timedelta | None = timedelta(days=30)
    """So long something waits for a person before it expires; None: as long as it would live."""

    def __post_init__(self) -> None:
        if self.every_turns < 1 or self.attempts < 1:
            raise InvalidPolicy("every_turns and attempts must be 1 at least")
        if self.idle_after is not None and self.idle_after <= timedelta(0):
            raise InvalidPolicy("idle_after must be longer than nothing")
        if self.ask_at_most < 0:
            raise InvalidPolicy("ask_at_most must be 0 at least")
        if self.waits_for is not None and self.waits_for <= timedelta(0):
            raise InvalidPolicy("waits_for must be longer than nothing")
        if not 0 <= self.closes_at_most <= 1:
            raise InvalidPolicy("closes_at_most must be a number from 0 to 1")


@dataclass(frozen=True, kw_only=True, slots=True)
class SpendRules:
    """What language models may take in a day (UTC). None: there is no limit."""

    tokens: int | None = None
    """Of the whole tenant."""
    cents: int | None = None
    """Of a US dollar, the whole tenant."""
    person_tokens: int | None = None
    person_cents: int | None = None
    flow_tokens: int | None = None
    """Of each flow in the tenant."""
    flow_cents: int | None = None

    @property
    def priced(self) -> bool:
        """Whether a limit counts money, so that a price must be known."""
        return any(one is not None for one in (self.cents, self.person_cents, self.flow_cents))


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgettingRules:
    """When a sweep runs, and how long what no class rules is kept. None: for ever."""

    every: timedelta | None = timedelta(days=1)
    """How often a worker sweeps; None: only who asks for it does."""
    grace: timedelta = timedelta(days=7)
    """How long what was set aside can still be had back, before it is removed."""
    contexts: timedelta | None = timedelta(days=90)
    """Records of what prompts held."""
    replies: timedelta | None = timedelta(days=90)
    """Raw replies of models to runs that have ended; the runs stay."""
    versions: timedelta | None = timedelta(days=365)
    """Texts of file versions that are not current; that there was one stays."""
    jobs: timedelta | None = timedelta(days=30)
    """Jobs that are done."""
    events: timedelta | None = None
    """Events, from when they happened on. They are the log: nothing of it goes unless told to."""
    checkpoints: timedelta | None = timedelta(days=180)
    """What a task was before it ended, from then on; the state in which it ended stays."""

    def __post_init__(self) -> None:
        for rule in fields(self):
            length = getattr(self, rule.name)
            if length is None and rule.name == "grace":
                raise InvalidPolicy("grace must be a duration: nothing is removed without one")
            if length is not None and length <= timedelta(0):
                raise InvalidPolicy(f"{rule.name} must be longer than nothing, or none")


@dataclass(frozen=True, kw_only=True, slots=True)
class Granularity:
    """How fine a fact of the profile may be: a key names a thing, a value is no story."""

    key_words: int = 4
    """Words of a key, up to a colon behind which it says of what; two Han characters are one."""
    key_length: int = 80
    """Characters of the whole key."""
    value_length: int = 500
    """Characters of a value."""

    def __post_init__(self) -> None:
        for rule, most in (("key_words", 50), ("key_length", 200), ("value_length", 500)):
            if not 1 <= getattr(self, rule) <= most:
                raise InvalidPolicy(f"{rule} must be from 1 to {most}")


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassPolicy:
    """The rules of one class of memory."""

    ttl: timedelta | None
    """How long an item lives; None: until something else ends it."""
    renewed_by: Renewal = Renewal.NOTHING
    read_path: ReadPath
    write_policy: WritePolicy
    revision_mode: RevisionMode
    provenance: Provenance
    capacity: int | None = None
    evict: Evict = Evict.LEAST_IMPORTANT
    merge_above: float | None = None
    """Similarity above which two of a kind are proposed as one; a proposal, never a rule."""
    decay: Decay = field(default_factory=Decay)
    min_confidence: float = 0.0
    confirm_above_importance: int | None = None
    forbidden_keys: tuple[str, ...] = ()
    multi_valued: tuple[str, ...] = ()
    """Profile keys and topic attributes that may have several values at once."""

    def __post_init__(self) -> None:
        if self.ttl is not None and self.ttl <= timedelta(0):
            raise InvalidPolicy("ttl must be longer than nothing, or none")
        if self.ttl is None and self.renewed_by is not Renewal.NOTHING:
            raise InvalidPolicy("renewed_by needs a ttl to renew")
        if self.capacity is not None and self.capacity < 1:
            raise InvalidPolicy("capacity must be 1 at least, or none")
        if not 0 <= self.min_confidence <= 1:
            raise InvalidPolicy("min_confidence must be a number from 0 to 1")
        if self.merge_above is not None and not 0 < self.merge_above <= 1:
            raise InvalidPolicy("merge_above must be a number above 0 and up to 1, or none")
        if self.confirm_above_importance is not None and not (
            1 <= self.confirm_above_importance <= 10
        ):
            raise InvalidPolicy("confirm_above_importance must be from 1 to 10, or none")
        if not 0 < self.decay.per_hour <= 1:
            raise InvalidPolicy("decay per_hour must be a number above 0 and up to 1")
        if (
            self.read_path is ReadPath.PINNED
            and self.provenance is Provenance.MINIMAL_RUNTIME_METADATA
        ):
            raise InvalidPolicy("a pinned class needs provenance: it stands in every prompt")
        if (
            self.write_policy is WritePolicy.IMMEDIATE
            and self.read_path is ReadPath.PERSONALIZATION_ONLY
        ):
            raise InvalidPolicy("personalization cannot be written immediate: nobody checks it")


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """All classes, and the rules that hold across them."""

    scratch: ClassPolicy
    task_state: ClassPolicy
    memories: ClassPolicy
    conclusions: ClassPolicy
    preferences: ClassPolicy
    profile: ClassPolicy
    conversation_ttl: timedelta | None = None
    """How long messages are kept; None: for ever."""
    weights: Weights = field(default_factory=Weights)
    window: WindowRules = field(default_factory=WindowRules)
    flows: FlowRules = field(default_factory=FlowRules)
    spend: SpendRules = field(default_factory=SpendRules)
    forgetting: ForgettingRules = field(default_factory=ForgettingRules)
    profile_granularity: Granularity = field(default_factory=Granularity)
    profile_ceiling: int = 800
    """Tokens of the profile in a prompt."""
    pinned_ceiling: int = 600
    files_ceiling: int = 8_000
    """Tokens of the memory files in a prompt: a list of 25,000 bytes, whole."""
    task_ceiling: int = 300
    recall_limit: int = 5

    def __post_init__(self) -> None:
        total = self.weights.relevance + self.weights.recency + self.weights.importance
        # Written so that NaN, which compares false with everything, is refused.
        if not abs(total - 1) <= 1e-6:
            raise InvalidPolicy(f"weights must add up to 1, not {total:g}")
        if self.conversation_ttl is not None and self.conversation_ttl <= timedelta(0):
            raise InvalidPolicy("conversation_ttl must be longer than nothing, or none")
        for ceiling in (
            "profile_ceiling",
            "pinned_ceiling",
            "files_ceiling",
            "task_ceiling",
            "recall_limit",
        ):
            if getattr(self, ceiling) < 1:
                raise InvalidPolicy(f"{ceiling} must be 1 at least")

    @property
    def classes(self) -> Mapping[str, ClassPolicy]:
        """Each class by the name that it has in the file."""
        return MappingProxyType({name: getattr(self, name) for name in CLASSES})


CLASSES = ("scratch", "task_state", "memories", "conclusions", "preferences", "profile")

FORBIDDEN_KEYS = (
    "permission",
    "permissions",
    "access",
    "role_grant",
    "password",
    "secret",
    "token",
    "api_key",
    "motive",
    "personality",
    "diagnosis",
    "health_guess",
    "权限",
    "授权",
    "密码",
    "口令",
    "密钥",
    "令牌",
    "秘密",
    "动机",
    "性格",
    "人格",
    "诊断",
    "健康推测",
)
"""What a profile may never hold: permissions, secrets, guesses about motives or health."""

_LONG_TERM = ClassPolicy(
    ttl=timedelta(days=90),
    renewed_by=Renewal.CONFIRMATION,
    read_path=ReadPath.RETRIEVAL_WITH_FILTERS,
    write_policy=WritePolicy.VALIDATED_ONLY,
    revision_mode=RevisionMode.APPEND_REVISION,
    provenance=Provenance.SOURCE_LINK_REQUIRED,
    capacity=500,
    merge_above=0.9,
    decay=Decay(cold_below=0.3),
    min_confidence=0.8,
    confirm_above_importance=8,
)


def default_policy() -> Policy:
    """The policy in force when nobody says otherwise."""
    return Policy(
        scratch=ClassPolicy(
            ttl=timedelta(hours=2),
            renewed_by=Renewal.TOUCH,
            read_path=ReadPath.RUNTIME_ONLY,
            write_policy=WritePolicy.IMMEDIATE,
            revision_mode=RevisionMode.REPLACE,
            provenance=Provenance.MINIMAL_RUNTIME_METADATA,
        ),
        task_state=ClassPolicy(
            ttl=None,
            read_path=ReadPath.RUNTIME_ONLY,
            write_policy=WritePolicy.IMMEDIATE,
            revision_mode=RevisionMode.APPEND_REVISION,
            provenance=Provenance.MINIMAL_RUNTIME_METADATA,
        ),
        memories=_LONG_TERM,
        # What admits a conclusion are the questions that archiving asks; it is as sure as its
        # source, and it does not live long.
        conclusions=replace(_LONG_TERM, ttl=timedelta(days=30), min_confidence=0.4),
        preferences=replace(
            _LONG_TERM,
            ttl=None,
            renewed_by=Renewal.NOTHING,
            read_path=ReadPath.PINNED,
            decay=Decay(per_hour=1.0),
        ),
        profile=ClassPolicy(
            ttl=timedelta(days=365),
            renewed_by=Renewal.CONFIRMATION,
            read_path=ReadPath.PERSONALIZATION_ONLY,
            write_policy=WritePolicy.EXPLICIT_OR_HIGH_CONFIDENCE,
            revision_mode=RevisionMode.MERGE_WITH_HISTORY,
            provenance=Provenance.EXPLICIT_SIGNAL_OR_REVIEW,
            capacity=100,
            evict=Evict.LEAST_RECENTLY_STATED,
            min_confidence=0.8,
            forbidden_keys=FORBIDDEN_KEYS,
            multi_valued=("ask before", "tools", "languages"),
        ),
    )
