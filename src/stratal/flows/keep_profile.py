"""Keep the profile: what a person's own messages change in it, a few turns at a time, each once.

A language model is shown the known facts under short numbers and the newest turns, and proposes;
without one the rules for what people state outright do. Nothing of a proposal is believed: the
message is looked up, the words must be the person's own, and what they do not state, or only ask,
suppose or report, waits for the person as an inference. In the same reply the model says what the
person told besides, for the other layers: so a turn is read, and paid for, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from zoneinfo import ZoneInfo

from stratal.core.evidence import MessageEvidence
from stratal.core.messages import Message, Role
from stratal.core.records import Layer, Record, Status
from stratal.core.runs import Refused, Run, ToProfile
from stratal.core.tasks import TaskStatus
from stratal.errors import ModelUnavailable, SpendLimitReached, UnusableReply
from stratal.flows.citing import Shown, of_person
from stratal.flows.one_layer import OneLayer
from stratal.flows.other_layers import Routing
from stratal.flows.profile_changes import Changes, Drafting, refused
from stratal.flows.route import facts_of_person
from stratal.flows.runs import WITHOUT_MODEL, Piece, Running, RunReport, Runs
from stratal.layers import consent
from stratal.layers.access import Access
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task
from stratal.models.language import LanguageModel, ModelRequest
from stratal.models.prompts import prompt
from stratal.storage import messages, runs
from stratal.text.fence import wrap
from stratal.text.languages import language_of
from stratal.text.memory_marks import without_memory
from stratal.text.secrets import without_secrets
from stratal.text.statements import off_record

FLOW = "keep_profile"
RULES = "statements/1"
"""What a run without a model names in the place of a prompt."""

_PAGE = 200
_MOST = 40
"""Messages of one span."""
_EARLIER = 4
"""Messages before it that a model is shown, to understand an answer by its question."""
_ANSWER = 2_000
_LONGEST_MESSAGE = 4_000
"""Characters of one message that a model is shown."""
_SPOKEN = (Role.USER, Role.ASSISTANT)


def keep_profile_span(
    access: Access,
    *,
    model: LanguageModel | None = None,
    task: Task | None = None,
    dry: bool = False,
) -> RunReport | None:
    """Take the next turns of the conversation into the profile; None if the person said nothing.

    Decisions and lessons go to `task`, while it is open. A span ends with something that the person
    said. A run that failed reads the same span again when this is next called.
    """
    span = _next_span(access, model)
    if not span:
        return None
    words = None if model is None else prompt(FLOW, language_of("".join(one.said for one in span)))
    label = RULES if words is None else words.label
    numbers = (span[0].seq, span[-1].seq)
    piece = Piece(
        flow=FLOW,
        key=f"{access.user}/{access.conversation}/{numbers[0]}-{numbers[1]}/{label}",
        span=numbers,
        prompt=label,
    )
    book = Runs(access)
    running = book.begin(piece, dry=dry, model=WITHOUT_MODEL if model is None else model.name)
    if isinstance(running, Run):
        return RunReport(run=running, items=book.report(running.id).items, again=True)
    withheld = _withheld(access)
    if withheld is not None:
        return running.settle([withheld], dry=dry)
    if model is None or words is None:
        return running.settle(list(_by_rules(access, span)), dry=dry)
    seen_at, known = access.now(), _known(access)
    request = ModelRequest(
        instructions=words.text,
        text=_shown(access, known, span),
        limit=min(_ANSWER, max(500, model.window // 4)),
    )
    at_work = task if task is not None and task.status is TaskStatus.OPEN else None
    shown = Shown(access, _told(span))
    one_layer = OneLayer(access, shown, at_work)
    drafting = Drafting(access, seen_at, known, shown, one_layer)
    routing = Routing(access, shown, one_layer, at_work, seen_at)
    return _asked(running, model, request, drafting, routing, dry=dry)


def _asked(
    running: Running,
    model: LanguageModel,
    request: ModelRequest,
    drafting: Drafting,
    routing: Routing,
    *,
    dry: bool,
) -> RunReport:
    try:
        reading = running.ask(model, request, Changes)
    except (ModelUnavailable, UnusableReply, SpendLimitReached) as error:
        return running.failed(error)
    drafted = [one for change in reading.value.changes for one in drafting.proposals(change)]
    drafted += routing.proposals(reading.value.told)
    drafted += [
        refused(one, "not_asked_for", f"The reply held {one}, of no use here.")
        for one in reading.ignored
    ]
    return running.settle(drafted, dry=dry)


def _next_span(access: Access, model: LanguageModel | None) -> list[Message]:
    """What was said since the last time, up to the person's last words, if they said anything."""
    found: list[Message] = []
    with access.database.read(access.tenant) as tx:
        seq = runs.upto(tx, access.user, access.conversation, None, FLOW)
        while page := messages.after(tx, access.user, access.conversation, seq, _PAGE):
            found += page
            seq = page[-1].seq
            if any(of_person(access, one) for one in page):
                break
        begun = None
        if found:
            begun = runs.begun_at(
                tx, access.user, access.conversation, None, FLOW, from_seq=found[0].seq
            )
    if begun is not None:
        # What a run has begun with stays its span, whatever was said since.
        return [one for one in found if one.seq <= begun]
    room = None if model is None else max(1_000, (model.window - _ANSWER) // 2)
    end = tokens = shown = 0
    for at, one in enumerate(found, 1):
        counts = one.role in _SPOKEN
        shown += counts
        tokens += min(one.tokens, _LONGEST_MESSAGE // 2) if counts else 0
        if end and (shown > _MOST or (room is not None and tokens > room)):
            break
        if of_person(access, one):
            end = at
    return found[:end]


def _withheld(access: Access) -> Refused | None:
    """What is answered where the person does not let it be done: the span is read by nobody."""
    with access.database.read(access.tenant) as tx:
        refusal = consent.refusal(tx, access, Layer.PROFILE)
    return None if refusal is None else refused("", refusal.code, refusal.message)


def _known(access: Access) -> dict[str, Record]:
    """What holds and what waits, each under the number by which a model may speak of it."""
    profile = Profile(access=access)
    found = [*profile.facts(), *profile.pending()]
    found.sort(key=lambda one: one.id)
    return {str(no): one for no, one in enumerate(found, 1)}


def _shown(access: Access, known: Mapping[str, Record], span: Sequence[Message]) -> str:
    with access.database.read(access.tenant) as tx:
        before = messages.before(tx, access.user, access.conversation, span[0].seq, _EARLIER)
    facts = [f"{no}. {one.key}: {one.content} ({_held(one, access)})" for no, one in known.items()]
    return "\n".join(
        (
            wrap("profile", {}, "\n".join(facts)),
            wrap("earlier", {}, "\n".join(_line(access, one) for one in _told(before))),
            wrap(
                "newest",
                {},
                "\n".join(f"[{one.seq}] {_line(access, one)}" for one in _told(span)),
            ),
        )
    )


def _held(record: Record, access: Access) -> str:
    day = record.state.valid_from.astimezone(access.time_zone).date().isoformat()
    return f"waits for the person, {day}" if record.status is Status.PENDING else f"since {day}"


def _told(span: Sequence[Message]) -> list[Message]:
    """What a model may read: what people and the assistant said, nothing off the record.

    Not what the host put in front, which may be recalled memories, and no results of tools.
    """
    return [
        one
        for one in span
        if one.role in _SPOKEN
        and not one.retracted
        and not one.secrets
        and one.said.strip()
        and not (one.role is Role.USER and off_record(one.said))
    ]


def _line(access: Access, message: Message) -> str:
    """One message. What came out of memory is not shown as anybody's words."""
    said = " ".join(without_secrets(without_memory(message.said)).split())[:_LONGEST_MESSAGE]
    if not of_person(access, message):
        return f"{message.speaker or message.role.value}: {said}"
    day = message.said_at.astimezone(ZoneInfo(message.time_zone))
    return f"the person, on {day:%A} {day.date().isoformat()}: {said}"


def _by_rules(access: Access, span: Sequence[Message]) -> Iterator[ToProfile]:
    """What the person stated outright about themselves."""
    profile, memories = Profile(access=access), Memories(access=access)
    for message in _told(span):
        if not of_person(access, message):
            continue
        for fact in facts_of_person(access, message, profile=profile, memories=memories):
            cited = MessageEvidence(
                conversation=message.conversation, message=message.id, quotation=fact.quotation
            )
            yield ToProfile(
                key=fact.key,
                value=fact.value,
                evidence=(cited,),
                unsure=fact.unsure,
                binding=fact.binding,
            )
