"""Asking for a yes or no, and reading it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.text.confirmation import answer, asks

YES = """yes
Yes.
Yes, that's right.
yeah, exactly
Correct!
that's right, thanks
Yes. Now run the tests.
oh yes
是的
是
对，是的。
对对对
没错！
可以
是这个意思
是的，谢谢
对。接着跑测试吧。""".splitlines()
NO = """no
No.
No, that's wrong.
nope
that's not true
No. I moved to Bari.
wrong
not any more
不是
不对
不是这样的
不，不对。
不用了
错了，不是这个意思
不是。我搬到大连了。""".splitlines()
NEITHER = """yes but only on Fridays
Yes, but not any more
yes and no
no, wait, yes
Yes, deploy it to production
yes?
Yes. Actually, wait.
no worries, carry on
nothing else for now
I know
ok
sure thing, whatever you say about lunch
please
thanks
Not sure.
maybe
Yesterday I ran it.
是的，不过只在周末
对，但是晚上不行
是吗？
对了，帮我看下这个报错
对面那家店不错
不过先跑测试
不知道
好的
嗯
可以把日志发我吗
不是所有的都要
没有报错了""".splitlines()


@pytest.mark.parametrize("text", YES)
def test_a_plain_yes_is_yes(text: str) -> None:
    """In both languages, alone or with a thing of its own after it."""
    assert answer(text) is True


@pytest.mark.parametrize("text", NO)
def test_a_plain_no_is_no(text: str) -> None:
    """What is said after a plain no does not take it back."""
    assert answer(text) is False


@pytest.mark.parametrize("text", NEITHER)
def test_anything_else_settles_nothing(text: str) -> None:
    """A yes with a but, an answer to something else, and mere assent."""
    assert answer(text) is None


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    """Nothing that a person can write breaks it."""
    assert answer(text) in (True, False, None)


ASKED = "Did I get this right: “diet: eats no fish”?"


@pytest.mark.parametrize(
    ("said", "put"),
    [
        (ASKED, True),
        (f"All done. {ASKED}", True),
        ("By the way, is it right that your diet is: eats no fish?", True),
        (f"Shall I deploy? {ASKED}", False),
        (f"{ASKED} And shall I deploy?", False),
        ("You eat no fish. Shall I deploy?", False),
        ("Do you eat fish?", False),
        ("I noted that you eat no fish.", False),
    ],
)
def test_only_that_question_and_no_other_was_put(said: str, put: bool) -> None:
    """In our words, or in others that hold all of it."""
    assert asks(said, ASKED, "eats no fish") is put
