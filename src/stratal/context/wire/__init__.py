"""Turns as the arguments of a vendor's request.

What came in the target's own form goes out as it came. The rest is converted: text, images, calls
and results. What the target cannot express is replaced by a line that says so where the user or a
tool said it, and left out where the assistant did; either way it stands among the losses.
"""

from __future__ import annotations

from stratal.context.wire.anthropic import to_anthropic
from stratal.context.wire.chat import to_openai
from stratal.context.wire.form import Loss, Sent, Wire
from stratal.context.wire.responses import to_openai_responses

__all__ = ["Loss", "Sent", "Wire", "to_anthropic", "to_openai", "to_openai_responses"]
