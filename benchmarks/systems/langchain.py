"""LangChain's `trim_messages` over histories that come by standard input, for `benchmarks.context`.

A history is a list of OpenAI messages and the tokens of each; the answer has what it kept in two
settings, and the seconds that each took to compute.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from importlib.metadata import version
from typing import Any

SETTINGS: dict[str, dict[str, Any]] = {
    "defaults": {},
    # As the guide of the library recommends for chat models.
    "recommended": {
        "start_on": "human",
        "end_on": ("human", "tool"),
        "include_system": True,
    },
}


def main() -> None:
    messages: Any = import_module("langchain_core.messages")
    print(json.dumps({"langchain-core": version("langchain-core")}), flush=True)
    for line in sys.stdin:
        work = json.loads(line)
        converted = messages.convert_to_messages(work["messages"])
        for message, tokens in zip(converted, work["tokens"], strict=True):
            message.additional_kwargs["counted"] = tokens

        def count(some: list[Any]) -> int:
            return sum(one.additional_kwargs["counted"] for one in some)

        answer = {}
        for name, setting in SETTINGS.items():
            seconds = []
            kept: list[Any] = []
            for _ in range(work["rounds"]):
                used = time.process_time()
                kept = messages.trim_messages(
                    converted,
                    max_tokens=work["budget"],
                    token_counter=count,
                    strategy="last",
                    **setting,
                )
                seconds.append(time.process_time() - used)
            answer[name] = {
                "seconds": min(seconds),
                "messages": messages.convert_to_openai_messages(kept),
                "tokens": count(kept),
            }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
