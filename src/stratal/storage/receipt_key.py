"""The key file: what signs receipts, and keeps hashes of erased things from being guessed.

32 bytes as hexadecimal digits, readable by its owner alone, made when first needed. Whoever loses
it can verify no receipt of before, and nothing tells any more that an erased message came back.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from dataclasses import dataclass, field
from pathlib import Path

from stratal.errors import KeyUnusable

_BYTES = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceiptKey:
    """The key, and the name by which receipts tell it from others."""

    secret: bytes = field(repr=False)

    @property
    def name(self) -> str:
        return hashlib.sha256(b"stratal key name\n" + self.secret).hexdigest()[:16]

    def hash(self, purpose: str, *parts: str) -> str:
        """The keyed hash of `parts`, different for each purpose."""
        # Lengths before the parts: no two lists of parts may read the same.
        text = "".join(f"{len(part)}:{part}" for part in (purpose, *parts))
        return hmac.new(self.secret, text.encode("utf-8"), hashlib.sha256).hexdigest()[:40]

    def sign(self, text: str) -> str:
        """HMAC-SHA256 of a receipt's canonical form."""
        return hmac.new(self.secret, b"receipt\n" + text.encode("utf-8"), "sha256").hexdigest()


def read_key(path: Path | None) -> ReceiptKey:
    """The key of that file. Raises `KeyUnusable` if it is not there or is no key."""
    if path is None:
        raise KeyUnusable("(none named)", "is needed", "name it: receipt_key=, STRATAL_RECEIPT_KEY")
    try:
        text = path.read_text(encoding="ascii").strip()
        secret = bytes.fromhex(text)
    except FileNotFoundError:
        raise KeyUnusable(
            str(path), "is not there", "put the file back that was made at the first erasure"
        ) from None
    except OSError as error:
        raise KeyUnusable(
            str(path), f"cannot be read ({error.strerror})", "see its permissions"
        ) from error
    except ValueError:
        secret = b""
    if len(secret) != _BYTES:
        raise KeyUnusable(str(path), "is no receipt key", "put back the file that was there")
    return ReceiptKey(secret=secret)


def make_key(path: Path | None) -> ReceiptKey:
    """The key of that file, made if it is not there."""
    if path is None or path.exists():
        return read_key(path)
    # Needed once in the life of a database, and every opening of one loads this module.
    import secrets
    import tempfile

    made = secrets.token_bytes(_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, whole = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(made.hex() + "\n")
                file.flush()
                os.fsync(file.fileno())
            # Whole or not at all: of two that make it at once one is first, and both use that one.
            os.link(whole, path)
        finally:
            os.unlink(whole)
    except FileExistsError:
        return read_key(path)
    except OSError as error:
        raise KeyUnusable(
            str(path), f"cannot be made ({error.strerror})", "name another place"
        ) from error
    return ReceiptKey(secret=made)
