"""What an agent may call: each tool once, with its words, its schema and what it does."""

from stratal.tools.definition import Tool
from stratal.tools.toolbox import Answer, Toolbox

__all__ = ["Answer", "Tool", "Toolbox"]
