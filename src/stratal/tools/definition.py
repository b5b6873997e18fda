"""A tool as a model sees it, and whether a call of it has the right form.

No schema names a tenant, a person or a scope: they come from the session that the tool is bound to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stratal.core.canonical import Json
from stratal.errors import InvalidValue

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """Name, description and parameters, the latter as JSON Schema properties."""

    name: str
    description: str
    parameters: Mapping[str, Mapping[str, Json]]
    required: tuple[str, ...] = ()
    reads: bool = False
    """Whether it changes nothing."""
    destroys: bool = False
    """Whether it takes away what was kept."""
    repeats: bool = False
    """Whether a second equal call changes nothing more."""

    @property
    def schema(self) -> dict[str, Json]:
        """The JSON schema of the arguments."""
        properties: dict[str, Json] = {name: dict(form) for name, form in self.parameters.items()}
        return {
            "type": "object",
            "properties": properties,
            "required": list(self.required),
            "additionalProperties": False,
        }

    def to_anthropic(self) -> dict[str, Json]:
        """As an entry of `tools` in a request to Anthropic."""
        return {
            "name": self.name,
            "description": self.description,
            "input_schema": self.schema,
        }

    def to_openai(self) -> dict[str, Json]:
        """As an entry of `tools` in a request for a chat completion to OpenAI."""
        function: dict[str, Json] = {
            "name": self.name,
            "description": self.description,
            "parameters": self.schema,
        }
        return {"type": "function", "function": function}

    def to_openai_responses(self) -> dict[str, Json]:
        """As an entry of `tools` in a request for a response to OpenAI."""
        return {
            "type": "function",
            "name": self.name,
            "description": self.description,
            "parameters": self.schema,
            "strict": False,
        }

    def checked(self, arguments: object) -> dict[str, Any]:
        """The arguments, if they have the form that the schema says; null is left out.

        Raises `InvalidValue`, with what would do.
        """
        if not isinstance(arguments, Mapping):
            raise InvalidValue("arguments", arguments, "must be an object")
        given = {str(name): value for name, value in arguments.items() if value is not None}
        for name in given.keys() - self.parameters.keys():
            known = ", ".join(self.parameters)
            raise InvalidValue("argument", name, f"is not one of {self.name}; there are {known}")
        for name in self.required:
            if name not in given:
                raise InvalidValue(name, None, f"is needed by {self.name}")
        for name, value in given.items():
            _check(name, value, self.parameters[name])
        return given


def _check(name: str, value: object, form: Mapping[str, Json]) -> None:
    wanted = str(form["type"])
    # A truth value is a number to Python, and to no schema.
    if not isinstance(value, _TYPES[wanted]) or (
        isinstance(value, bool) and wanted in ("integer", "number")
    ):
        raise InvalidValue(name, value, f"must be of type {wanted}")
    allowed = form.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        raise InvalidValue(name, value, f"must be one of {', '.join(map(str, allowed))}")
