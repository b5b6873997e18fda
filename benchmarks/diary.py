"""A diary of looks at a test set: each makes it a little less unseen, so each is on the record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_RESULTS = Path(__file__).parent / "results"

Look = dict[str, str | float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Diary:
    """The looks that were saved to one file, oldest first."""

    folder: Path | None
    """Where to add; None reads what the project keeps."""
    name: str

    @property
    def _file(self) -> Path:
        return (self.folder or _RESULTS) / self.name

    def looks(self) -> list[Look]:
        """All of them."""
        if not self._file.exists():
            return []
        known: list[Look] = json.loads(self._file.read_text(encoding="utf-8"))
        return known

    def add(self, date: str, note: str, figures: Mapping[str, float]) -> None:
        """Put down one look more."""
        known = [*self.looks(), {"date": date, "note": note, **figures}]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(known, indent=1, ensure_ascii=False)
        self._file.write_text(text + "\n", encoding="utf-8")

    def table(self, *metrics: str) -> str:
        """The looks as a table, each figure with its interval (`metric from`, `metric to`)."""
        lines = [
            _line(["date", "what was measured", *(f"{one}, %" for one in metrics)]),
            _line(["---", "---", *("---:" for _ in metrics)]),
        ]
        for look in self.looks():
            cells = [
                f"{look[one]} ({look[f'{one} from']} to {look[f'{one} to']})" for one in metrics
            ]
            lines.append(_line([str(look["date"]), str(look["note"]), *cells]))
        return "\n".join(lines)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
