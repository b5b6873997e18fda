"""Generated things to remember: texts, unit vectors, and questions whose answers are known.

Words are made of syllables and drawn as in a language: few often, most seldom. Vectors lie in
clusters, for those of texts do: in 512 dimensions unclustered ones would all be strangers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from stratal import Generation

if TYPE_CHECKING:
    import numpy as np

    Matrix: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

DIMENSION = 512
GENERATION = Generation(model="generated", version="1", dimension=DIMENSION, normalised=True)
_VOCABULARY = 20_000
# Things only: pronouns and the like have rules of their own on the way in.
_HAN = (
    "山水火木金土石田河海湖江岛岸桥路城村港塔楼屋门窗墙瓦梁柱井泉沙泥雨雪风云雷虹星月日夜春夏秋冬"
    "松竹梅兰菊荷柳桃杏梨枣橘瓜豆米麦茶酒盐糖油醋姜葱蒜鱼虾蟹贝龟蛇鸟雁鹤鸽鹰鸡鸭鹅马牛羊猪狗猫"
    "虎鹿象猴兔鼠布丝棉麻针线衣帽鞋袜伞扇镜灯烛炉锅碗盘杯壶瓶刀斧锯锤钉绳网船帆桨车轮轴琴鼓笛钟"
)
_CLUSTERED = 0.75
"""The cosine of two vectors of one cluster is about this."""


class Words:
    """Sentences of invented words, English and Chinese in turn."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        always = random.Random(0)
        self._latin = [
            "".join(
                always.choice("bdfgklmnprstvz") + always.choice("aeiou")
                for _ in range(always.randint(2, 4))
            )
            for _ in range(_VOCABULARY)
        ]
        self._han = [always.choice(_HAN) + always.choice(_HAN) for _ in range(_VOCABULARY)]
        total, self._cumulated = 0.0, []
        for rank in range(_VOCABULARY):
            total += 1 / (rank + 3)
            self._cumulated.append(total)

    def sentence(self, number: int) -> str:
        """Some fourteen words; no two numbers give the same sentence."""
        if number % 2:
            words = self._random.choices(self._han, cum_weights=self._cumulated, k=14)
            return f"{''.join(words[:7])}，{''.join(words[7:])}，第{number}号。"
        words = self._random.choices(self._latin, cum_weights=self._cumulated, k=14)
        return f"{' '.join(words)} number {number}."

    def question(self, sentence: str) -> str:
        """A few words of it, somewhere in the middle."""
        if sentence.isascii():
            words = sentence.split()
            at = self._random.randint(0, 8)
            return " ".join(words[at : at + 4])
        at = self._random.randint(0, 6)
        return sentence[at : at + 8]


def unit_vectors(count: int, seed: int, *, clusters: int = 20) -> Matrix:
    """`count` vectors of length one in so many clusters."""
    import numpy as np

    draw = np.random.default_rng(seed)
    centres = _unit(draw.standard_normal((clusters, DIMENSION)).astype(np.float32))
    noise = _unit(draw.standard_normal((count, DIMENSION)).astype(np.float32))
    share = _CLUSTERED**0.5
    alone = (1 - _CLUSTERED) ** 0.5
    mixed: Matrix = centres[np.arange(count) % clusters] * share + noise * alone
    return _unit(mixed)


def near(vectors: Matrix, seed: int) -> Matrix:
    """A vector near each of `vectors`, as that of a question is near its answer's."""
    import numpy as np

    noise = np.asarray(np.random.default_rng(seed).standard_normal(vectors.shape), np.float32)
    moved: Matrix = vectors + _unit(noise) * np.float32(0.4)
    return _unit(moved)


def _unit(vectors: Matrix) -> Matrix:
    import numpy as np

    scaled: Matrix = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return scaled


class Prepared:
    """An embedder that has computed everything before: asking it costs nothing.

    A text that it does not know gets the first vector.
    """

    generation = GENERATION

    def __init__(self, texts: Sequence[str], vectors: Matrix) -> None:
        packed = vectors.astype("<f4")
        self._vectors: dict[str, bytes] = {
            text: packed[at].tobytes() for at, text in enumerate(texts)
        }
        self._else: bytes = packed[0].tobytes()

    def add(self, text: str, vector: bytes) -> None:
        """From now on `text` has this vector."""
        self._vectors[text] = vector

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> bytes:
        return self._vectors.get(text, self._else)
