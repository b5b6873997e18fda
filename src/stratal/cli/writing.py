"""Saying something, and telling to remember."""

from __future__ import annotations

from typing import Annotated

import typer

from stratal.cli import status
from stratal.cli.documents import outcome_document
from stratal.cli.options import Here
from stratal.core.checks import content
from stratal.core.evidence import MessageEvidence
from stratal.core.messages import NewMessage
from stratal.core.outcomes import Outcome
from stratal.core.records import Kind, Topic
from stratal.errors import InvalidValue


def add(
    here: Here,
    text: Annotated[str, typer.Argument(help="What you say.", show_default=False)],
    task: Annotated[
        str | None,
        typer.Option(help="The task that is at work, for its decisions.", show_default=False),
    ] = None,
) -> int:
    """Say something: it is appended to the conversation, and what it states goes to its layer.

    Each outcome is printed; the first is the message's own. What nobody stated explicitly stays
    in the conversation.
    """
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        at_work = None if task is None else session.tasks.get(task)
        outcomes = session.add(text, task=at_work)
    here.out.outcomes(outcomes)
    return status.of_outcomes(outcomes)


def remember(
    here: Here,
    text: Annotated[str, typer.Argument(help="What to remember.", show_default=False)],
    kind: Annotated[Kind, typer.Option(help="What kind of thing it is.")] = Kind.FACT,
    topic: Annotated[
        str | None,
        typer.Option(
            metavar="SUBJECT/ATTRIBUTE",
            help="What it is the value of: another value takes the place of this one.",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[
        str, typer.Option(help="The why, as of a decision.", show_default=False)
    ] = "",
    binding: Annotated[
        bool, typer.Option("--binding", help="Let it stand among the hard constraints.")
    ] = False,
) -> int:
    """Remember something, in your own words.

    They are appended to the conversation first and cited as evidence, so this is something that
    you said, not something inferred. It goes to the last --scope.
    """
    content("text", text)
    parsed = None if topic is None else _topic(topic)
    with here.settings.memory() as memory:
        session = here.settings.session(memory)
        said = text if not reason else f"{text}\n{reason}"
        message = session.conversation.append(NewMessage.of({"role": "user", "content": said}))
        assert message.id is not None
        cited = MessageEvidence(conversation=session.id, message=message.id, quotation=text)
        outcome = session.memories.remember(
            text,
            kind=kind,
            topic=parsed,
            evidence=cited,
            reason_given=reason,
            binding=binding,
            reason="told to remember",
        )
    if here.out.as_json:
        here.out.document(
            {
                **outcome_document(outcome),
                "evidence": {"conversation": session.id, "message": message.id},
            }
        )
        return status.of_outcomes([outcome])
    return _answered(here, outcome)


def _answered(here: Here, outcome: Outcome) -> int:
    here.out.outcomes([outcome])
    return status.of_outcomes([outcome])


def _topic(text: str) -> Topic:
    subject, slash, attribute = text.partition("/")
    if not slash:
        raise InvalidValue("topic", text, "must be SUBJECT/ATTRIBUTE, e.g. build/tool")
    return Topic(subject=subject, attribute=attribute)
