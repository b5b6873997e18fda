"""Claims about `stratal.text.secrets`. Every sample key is put together here, none is real."""

from __future__ import annotations

import hashlib
import random
import string
import time
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.text.secrets import find_secrets

_dice = random.Random(20)
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def _of(alphabet: str, length: int) -> str:
    made = "".join(_dice.choice(alphabet) for _ in range(length - 2))
    return made + "7" + ("b" if "b" in alphabet else "B")


def _glue(*parts: str) -> str:
    return "".join(parts)


_PEM = _glue("-----BEGIN RSA PRIV", "ATE KEY-----")
_PEM_END = _glue("-----END RSA PRIV", "ATE KEY-----")
_JWT = ".".join(
    (_glue("ey", "JhbGciOiJIUzI1NiJ9"), _glue("ey", "J", _of(ALNUM, 30)), _of(ALNUM, 43))
)

SECRETS: list[tuple[str, str]] = [
    ("openai_key", _glue("sk", "-proj-", _of(ALNUM, 48))),
    ("openai_key", _glue("use sk", "-svcacct-", _of(ALNUM, 40), " for the batch job")),
    ("openai_key", _glue("sk-", _of(ALNUM, 20), "T3Blbk", "FJ", _of(ALNUM, 20))),
    ("api_key", _glue("我的 key 是 sk", "-", _of(HEX, 32))),
    ("anthropic_key", _glue("sk-", "ant-api03-", _of(ALNUM + "-_", 90))),
    ("stratal_key", _glue("sk-", "stratal-YWNtZQ-key_", _of(HEX, 32), "-", _of(HEX, 64))),
    ("openrouter_key", _glue("sk-", "or-v1-", _of(HEX, 64))),
    ("github_token", _glue("gh", "p_", _of(ALNUM, 36))),
    ("github_token", _glue("token=gh", "s_", _of(ALNUM, 36))),
    ("github_token", _glue("github", "_pat_", _of(ALNUM, 60))),
    ("gitlab_token", _glue("glp", "at-", _of(ALNUM, 20))),
    ("aws_access_key", _glue("AK", "IA", _of(string.ascii_uppercase, 14).replace("7", "6"), "Q3")),
    ("aws_secret_key", _glue("aws_secret_access", "_key = ", _of(ALNUM + "/+", 40))),
    ("google_api_key", _glue("AI", "za", _of(ALNUM, 35))),
    ("google_oauth_secret", _glue("GOC", "SPX-", _of(ALNUM, 28))),
    ("slack_token", _glue("xo", "xb-", "7" * 12, "-", _of(ALNUM, 24))),
    ("slack_webhook", _glue("https://hooks.sl", "ack.com/services/T", _of(ALNUM, 30))),
    ("stripe_key", _glue("sk", "_live_", _of(ALNUM, 24))),
    ("stripe_key", _glue("rk", "_test_", _of(ALNUM, 24))),
    ("webhook_secret", _glue("wh", "sec_", _of(ALNUM, 32))),
    ("private_key", _glue(_PEM, "\n", _of(ALNUM, 64), "\n", _PEM_END)),
    ("private_key", _glue("-----BEGIN OPENSSH PRIV", "ATE KEY-----")),
    ("jwt", _JWT),
    ("telegram_token", _glue("7281936450", ":A", "A", _of(ALNUM, 33))),
    ("sendgrid_key", _glue("S", "G.", _of(ALNUM, 22), ".", _of(ALNUM, 43))),
    ("npm_token", _glue("np", "m_", _of(ALNUM, 36))),
    ("pypi_token", _glue("py", "pi-AgE", _of(ALNUM, 70))),
    ("hugging_face_token", _glue("h", "f_", _of(ALNUM, 34))),
    ("digitalocean_token", _glue("do", "p_v1_", _of(HEX, 64))),
    ("groq_key", _glue("gs", "k_", _of(ALNUM, 52))),
    ("azure_storage_key", _glue("Account", "Key=", _of(ALNUM, 86), "==;EndpointSuffix=x")),
    ("alibaba_access_key", _glue("LT", "AI", _of(ALNUM, 20))),
    ("vault_token", _glue("hv", "s.", _of(ALNUM, 30))),
    ("url_password", _glue("postgres://ana:", "t4ngerine", "@db.internal:5432/app")),
    ("url_password", _glue("redis://:", "k1te-Runner", "@cache:6379/0")),
    ("authorization_header", _glue("curl -H 'Authorization: ", "Bearer ", _of(ALNUM, 30), "'")),
    ("password", _glue("password", " = 'correct-horse-battery'")),
    ("password", _glue("the password", " is tulip42garden, do not share it")),
    ("password", _glue("DB_PASS", "WORD=Xy7!kkw2")),
    ("password", _glue("SMTP_PASS", "WORD=sunflower")),
    ("password", _glue('{"pass', 'word": "marmalade9"}')),
    ("password", _glue("密", "码：abc12345")),
    ("password", _glue("服务器密", "码是 Qw3rty!88，别告诉别人")),
    ("password", _glue("数据库口", "令改成了hunter2026")),
    ("password", _glue("wifi 密", "码: 88886666")),
    ("api_key", _glue("client_", "secret: ", _of(ALNUM, 32))),
    ("api_key", _glue("API_", 'KEY="', _of(HEX, 32), '"')),
    ("api_key", _glue("密钥 api_", "key：", _of(ALNUM, 30))),
    ("api_key", _glue("X-Auth-", "Token: ", _of(ALNUM, 28))),
]

CLEAN = [
    "",
    "The token budget is 4000 per turn.",
    "The password page moved to the settings menu.",
    "The password is required.",
    "Password: at least 12 characters, one digit.",
    "password length: 12",
    "I forgot my password again and had to reset it.",
    "The password is stored as a hash.",
    "password = os.environ['APP_PASSWORD']",
    "password=${DB_PASSWORD}",
    "password: <your password>",
    "password: ********",
    "password = getpass.getpass()",
    "password = config.database.password",
    "def login(user, password=None):",
    "api_key = settings.api_key",
    "API_KEY=your-api-key-goes-here-1234",
    "set OPENAI_API_KEY in the environment",
    "OPENAI_API_KEY=sk-...",
    "export GITHUB_TOKEN=$(gh auth token)",
    "token: str = field(default='')",
    "token = next(tokens)",
    "The token is invalid after 15 minutes.",
    "tokens: 128000",
    "The secret is to add the salt at the end.",
    "secret santa is on 2026-12-18",
    "The key is under the mat.",
    "The locker code is 4417.",
    "The door code is 4471 since Monday.",
    "Primary key: order_id, customer_id, created_at",
    "cache key: user-profile-v2-en",
    f"request {uuid.UUID(int=2**100 + 12345)} failed",
    f"session {uuid.UUID(int=2**120 + 999)}",
    "commit " + hashlib.sha1(b"a").hexdigest(),
    "fixed in 4f2a9c1 and 9be01d7",
    "sha256:" + hashlib.sha256(b"b").hexdigest(),
    "md5 " + hashlib.md5(b"c", usedforsecurity=False).hexdigest(),
    "etag: " + hashlib.md5(b"d", usedforsecurity=False).hexdigest(),
    "https://example.com/docs?page=2#token",
    "https://github.com/acme/shop/pull/1288",
    "git@github.com:acme/shop.git",
    "postgres://localhost:5432/app",
    "http://user:password@localhost/",
    "postgres://ana:${PGPASSWORD}@db/app",
    "mailto:ana@example.com",
    "ssh ana@10.0.0.7 -p 2222",
    "data:image/png;base64," + "iVBORw0KGgo" * 8,
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----",
    "sk-learn and sk-image are libraries",
    "task-1234-implement-password-reset-flow",
    "risk-assessment-for-the-third-quarter-of-2026",
    "The AKIA prefix marks an access key id.",
    "Authorization: Bearer <token>",
    "Use the Bearer scheme for all calls.",
    "xoxo, see you tomorrow",
    "密码页面搬到设置里了",
    "我忘了密码，要重置一下",
    "密码是必填项",
    "密码至少8位，包含数字",
    "密码长度：8-16位",
    "他把密码改成了生日",
    "密钥每90天更换一次",
    "令牌过期时间是30分钟",
    "口令是什么？",
    "上下文的token预算是4000",
    "密钥存放在保险库里",
    "不要把密码写进代码",
    "密码：******",
    "提交 9be01d7 修好了登录",
]


@pytest.mark.parametrize(("kind", "text"), SECRETS, ids=[kind for kind, _ in SECRETS])
def test_a_secret_is_found_and_named(kind: str, text: str) -> None:
    """Keys of the usual providers, private keys and passwords are found, each by its kind."""
    assert [hit.kind for hit in find_secrets(text)] == [kind]


@pytest.mark.parametrize("text", CLEAN)
def test_plain_text_is_clean(text: str) -> None:
    """Digests, identifiers, placeholders, code and talk about passwords are no secrets."""
    assert find_secrets(text) == ()


def test_the_labelled_set_is_large_enough() -> None:
    """The claims above stand on at least 40 secrets and 60 clean texts."""
    assert len(SECRETS) >= 40
    assert len(CLEAN) >= 60


def test_a_hit_says_where_and_not_what() -> None:
    """Line and span point at the secret; nothing in the hit repeats it."""
    value = _glue("mag", "nolia77")
    text = f"notes\npass{'word'}: {value}\nmore\n\n密{'码'}：{value}"
    hits = find_secrets(text)
    assert [(hit.kind, hit.line, text[hit.start : hit.end]) for hit in hits] == [
        ("password", 2, value),
        ("password", 5, value),
    ]
    assert value not in repr(hits)


def test_a_secret_with_a_name_is_one_hit() -> None:
    """A key of known form behind `api_key =` is reported once, by its form."""
    text = _glue("api_", "key = gh", "p_", _of(ALNUM, 36))
    assert [hit.kind for hit in find_secrets(text)] == ["github_token"]


@pytest.mark.parametrize(
    "piece", ["password ", "a_", "sk-", "://a:", "secret key ", "-----BEGIN RSA PRIVATE KEY-----"]
)
def test_a_long_text_is_searched_quickly(piece: str) -> None:
    """100 KB that nearly match everywhere take less than a second."""
    text = piece * (100_000 // len(piece))
    began = time.perf_counter()
    find_secrets(text)
    assert time.perf_counter() - began < 1


@settings(max_examples=60)
@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    """Hits lie in the text, in order, without overlap, whatever the text is."""
    at = 0
    for hit in find_secrets(f"password: {text}"):
        assert at <= hit.start < hit.end <= len(text) + 10
        at = hit.end
