"""PDF: the text of each page under its bookmarks, and a reason where there is none."""

from __future__ import annotations

import io

import pytest

pypdf = pytest.importorskip("pypdf")

from stratal.converters.pdf import read_pdf  # noqa: E402
from stratal.errors import UnreadableFile  # noqa: E402
from stratal.text.chunks import Block, Shape  # noqa: E402


def made(*pages: str) -> bytes:
    """A PDF with a line of text on each page, as small as one can be written by hand."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {5 + 2 * number} 0 R"
            "/Resources<</Font<</F1 3 0 R>>>>>>".encode()
        )
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn))
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, one in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, one))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


def read(data: bytes) -> list[Block]:
    return list(read_pdf(io.BytesIO(data)))


def rewritten(data: bytes, *, password: str | None = None, bookmark: str | None = None) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    if bookmark is not None:
        above = writer.add_outline_item(title="Sea", page_number=0)
        writer.add_outline_item(title=bookmark, page_number=1, parent=above)
    if password is not None:
        writer.encrypt(password, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_pages() -> None:
    """Each page stands under its number and the bookmarks that lead to it."""
    blocks = read(rewritten(made("Boats leave at six", "Nets dry"), bookmark="Nets"))
    assert [(b.shape, b.level, b.title or b.text) for b in blocks] == [
        (Shape.HEADING, 1, "Sea"),
        (Shape.HEADING, 90, "page 1"),
        (Shape.TEXT, 0, "Boats leave at six\n\n"),
        (Shape.HEADING, 2, "Nets"),
        (Shape.HEADING, 90, "page 2"),
        (Shape.TEXT, 0, "Nets dry\n\n"),
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"%PDF-1.4 and then nothing", "no PDF that can be read"),
        (made("whole")[:200], "no PDF that can be read"),
        (made(""), "holds no text"),
        (rewritten(made("locked"), password="sesame"), "locked"),
    ],
    ids=["nonsense", "cut off", "a scan", "locked"],
)
def test_what_cannot_be_read(data: bytes, problem: str) -> None:
    """Damaged, locked and textless files are refused with the reason, whatever pypdf raises."""
    with pytest.raises(UnreadableFile, match=problem):
        read(data)
