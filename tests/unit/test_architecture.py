"""The rules of the house that a reviewer would otherwise repeat."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "stratal"
SOURCES = sorted(HOUSE.rglob("*.py"))

# Ground floor first. A room imports only from floors below it; rooms of one floor are strangers.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("core",),
    ("policy_file", "text"),
    ("converters", "models"),
    ("storage",),
    ("layers",),
    ("flows",),
    ("context", "upkeep"),
    ("bridge",),
    ("session",),
    ("face",),
    ("tools",),
    ("adapters", "mount", "serve", "testing", "transfer"),
    ("cli",),
)
# Modules at the top of the package, and the room each belongs to. A session and the handle that
# made it know each other; the face is the package's own `__init__`.
ROOM_OF_MODULE = {"memory": "session", "later": "session", "__init__": "face", "__main__": "cli"}
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

GRAB_BAGS = {"util", "utils", "helper", "helpers", "manager", "managers", "common", "misc", "new"}
UNPICKLERS = {"pickle", "cPickle", "dill", "marshal", "shelve", "cloudpickle", "jsonpickle"}

# Declared ahead of the feature that raises them. The list may only shrink.
NOT_YET_RAISED: frozenset[str] = frozenset()


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module of ours, named by its parts below `stratal`."""
    first = parts[0] if parts else "__init__"
    return ROOM_OF_MODULE.get(first, first)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(tree: ast.AST) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and parts of every module that is imported anywhere in `tree`, in functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            module = tuple((node.module or "").split("."))
            if module == ("stratal",):
                for alias in node.names:
                    known = (HOUSE / alias.name).is_dir() or (HOUSE / f"{alias.name}.py").exists()
                    yield node.lineno, (*module, alias.name) if known else module
            else:
                yield node.lineno, module


def upward(path: Path) -> list[str]:
    """Every import of `path` that is not from a floor below its own or from its own room."""
    room = room_of(path.relative_to(HOUSE).with_suffix("").parts)
    wrong = []
    for line, parts in imported(parsed(path)):
        if parts[0] != "stratal":
            continue
        other = room_of(parts[1:])
        if other != room and FLOOR_OF[other] >= FLOOR_OF[room]:
            wrong.append(f"{relative(path)}:{line}: {room} imports {other}")
    return wrong


def test_every_room_has_a_floor() -> None:
    """A new room is given a place in the table before anything moves in."""
    rooms = {
        room_of(entry.relative_to(HOUSE).with_suffix("").parts)
        for entry in HOUSE.iterdir()
        if entry.suffix == ".py" or (entry.is_dir() and any(entry.glob("*.py")))
    }
    assert rooms <= FLOOR_OF.keys()


def test_rooms_import_downward_only() -> None:
    """No room knows of a floor above it, or of its neighbours."""
    assert [line for path in SOURCES for line in upward(path)] == []


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("core/identity.py", "import stratal.layers.task"),
        ("storage/tables.py", "from stratal import layers"),
        ("serve/rest.py", "from stratal.transfer import transcripts"),
        ("layers/task.py", "def f() -> None:\n    from stratal import open"),
    ],
)
def test_an_import_upward_is_found(file: str, statement: str) -> None:
    """The rule sees plain imports, imports of a room by name, of a neighbour and of the face."""
    room = room_of(Path(file).with_suffix("").parts)
    others = [
        room_of(parts[1:]) for _, parts in imported(ast.parse(statement)) if parts[0] == "stratal"
    ]
    assert others
    assert all(FLOOR_OF[other] >= FLOOR_OF[room] for other in others if other in FLOOR_OF)


def test_no_grab_bags() -> None:
    """No file is named for having no subject, and none is the rival of another."""
    named = [
        relative(path)
        for path in [*HOUSE.rglob("*"), *(ROOT / "tests").rglob("*")]
        if "__pycache__" not in path.parts
        and (GRAB_BAGS & set(path.stem.lower().split("_")) or path.stem.lower().endswith("v2"))
    ]
    assert named == []


def broad(handler: ast.ExceptHandler) -> bool:
    caught = handler.type
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(
        name is None or (isinstance(name, ast.Name) and name.id in {"Exception", "BaseException"})
        for name in names
    )


def reasons(path: Path) -> set[int]:
    """The lines that bear a comment in words; one for a tool (`# noqa`, `# type:`) is none."""
    with path.open("rb") as file:
        return {
            token.start[0]
            for token in tokenize.tokenize(file.readline)
            if token.type == tokenize.COMMENT
            and not token.string.lstrip("# ").startswith(("noqa", "type:", "pragma"))
            and len(token.string) > 12
        }


def test_a_broad_handler_gives_its_reason() -> None:
    """`except Exception` stands only where a comment on its line or the next says why."""
    silent = []
    for path in SOURCES:
        explained = reasons(path)
        silent += [
            f"{relative(path)}:{node.lineno}"
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.ExceptHandler)
            and broad(node)
            and not {node.lineno, node.lineno + 1} & explained
        ]
    assert silent == []


def test_nothing_stored_is_executed() -> None:
    """No module unpickles, evaluates or loads YAML that builds objects."""
    found = []
    for path in SOURCES:
        tree = parsed(path)
        found += [f"{relative(path)}:{n}: {p[0]}" for n, p in imported(tree) if p[0] in UNPICKLERS]
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called in {"eval", "exec", "yaml.load", "yaml.unsafe_load", "yaml.full_load"}:
                found.append(f"{relative(path)}:{node.lineno}: {called}")
    assert found == []


def test_a_repeat_within_an_f_string_stays_a_repeat() -> None:
    """`{1,4}` in an f-string is the text "(1, 4)": no pattern has numbers in single braces."""
    found = [
        f"{relative(path)}:{node.lineno}: {ast.unparse(node.value)}"
        for path in SOURCES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Tuple | ast.Constant)
    ]
    assert found == []


def error_classes() -> dict[str, set[str]]:
    """Each class of errors.py with the names of its bases."""
    return {
        node.name: {ast.unparse(base) for base in node.bases}
        for node in parsed(HOUSE / "errors.py").body
        if isinstance(node, ast.ClassDef)
    }


def test_every_error_is_raised_somewhere() -> None:
    """An error that nothing raises is a promise that nothing keeps; branches are for catching."""
    classes = error_classes()
    branches = {base for bases in classes.values() for base in bases}
    leaves = classes.keys() - branches
    made = {
        ast.unparse(node.func).rpartition(".")[2]
        for path in SOURCES
        if path.name != "errors.py"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call)
    }
    assert leaves - made == NOT_YET_RAISED


def test_the_tree_of_errors_is_drawn() -> None:
    """The docstring of errors.py shows every class, each one line with its meaning."""
    drawn = ast.get_docstring(parsed(HOUSE / "errors.py")) or ""
    words = set(drawn.split())
    assert error_classes().keys() <= words
