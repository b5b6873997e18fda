"""Whether a text holds a secret: a key, a token, a private key, a password.

Current key formats are recognised by their fixed beginnings, which is nearly free of false
alarms; other values only beside a word that calls them a password or a key, in English or Chinese,
and only if they look like one. A false alarm costs a memory and a miss leaks a credential, so
digests, commit ids, UUIDs and plain talk about passwords must stay clean.

The formats stand here rather than in a dependency. The usual Python package for this has no release
since 2024, brings an HTTP client and process-wide settings, and knows a third of the labelled set
in the tests; the current ones bring a second language runtime, which does not survive a fork.

A hit says where a secret is, never what it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from stratal.text.lookalikes import as_read, places


@dataclass(frozen=True, kw_only=True, slots=True)
class SecretHit:
    """A secret in a text."""

    kind: str
    """What it is, as `github_token` or `password`."""
    line: int
    """Line of its first character, from 1."""
    start: int
    end: int


def find_secrets(text: str) -> tuple[SecretHit, ...]:
    """The secrets in `text`, in order and without overlap. The more specific kind wins.

    Letters that only look Latin and characters that nobody sees do not hide one.
    """
    plain = as_read(text)
    if plain == text:
        return _placed(text, [*_by_form(text), *_by_name(text)])
    at = [*places(text), len(text)]
    found = [*_by_form(plain), *_by_name(plain)]
    return _placed(text, [(kind, at[start], at[end - 1] + 1) for kind, start, end in found])


def _placed(text: str, found: list[tuple[str, int, int]]) -> tuple[SecretHit, ...]:
    spans: list[tuple[int, int, str]] = []
    for kind, start, end in found:
        at = bisect_left(spans, (start,))
        free_before = at == 0 or spans[at - 1][1] <= start
        free_after = at == len(spans) or end <= spans[at][0]
        if free_before and free_after:
            spans.insert(at, (start, end, kind))
    hits: list[SecretHit] = []
    line, counted = 1, 0
    for start, end, kind in spans:
        line += text.count("\n", counted, start)
        counted = start
        hits.append(SecretHit(kind=kind, line=line, start=start, end=end))
    return tuple(hits)


WITHHELD = "[withheld]"
"""What stands in the place of a secret."""


def without_secrets(text: str) -> str:
    """`text` with a mark in the place of every secret."""
    for hit in reversed(find_secrets(text)):
        text = f"{text[: hit.start]}{WITHHELD}{text[hit.end :]}"
    return text


# Kind, a text that must occur (checked first, since searching for a fixed text is much faster),
# and the form. A group named `s` is the secret; without it, the whole match is.
_FORMS: tuple[tuple[str, str, str], ...] = (
    (
        "private_key",
        "PRIVATE KEY",
        (
            r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:(?:[\sA-Za-z0-9+/=:,.\\]|-(?!-)){0,8000}-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY"
            r"(?: BLOCK)?-----)?"
        ),
    ),
    ("private_key", "PuTTY-User-Key-File", r"PuTTY-User-Key-File-\d:"),
    ("private_key", "AGE-SECRET-KEY", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
    ("anthropic_key", "sk-ant-", r"sk-ant-[a-z0-9]{2,12}-[\w-]{20,}"),
    ("stratal_key", "sk-stratal-", r"sk-stratal-[\w-]{2,1100}-key_[0-9a-f]{32}-[0-9a-f]{64}"),
    ("openrouter_key", "sk-or-", r"sk-or-v\d-[0-9a-f]{40,}"),
    ("openai_key", "sk-", r"sk-(?:proj|svcacct|admin|None)-[\w-]{20,}"),
    ("openai_key", "T3BlbkFJ", r"sk-[A-Za-z0-9]{18,}T3BlbkFJ[A-Za-z0-9]{18,}"),
    ("api_key", "sk-", r"sk-(?=[a-zA-Z]*\d)[A-Za-z0-9]{28,80}"),
    ("github_token", "_", r"(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    ("gitlab_token", "gl", r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|oas)-[\w-]{20,}"),
    ("aws_access_key", "A", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),
    (
        "aws_secret_key",
        "",
        (
            r"(?i:aws|secret)[\w .-]{0,30}(?i:key|secret)['\"]?\s{0,3}[:=]\s{0,3}['\"]?"
            r"(?P<s>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
        ),
    ),
    ("google_api_key", "AIza", r"AIza[\w-]{35}"),
    ("google_oauth_secret", "GOCSPX-", r"GOCSPX-[\w-]{28}"),
    ("google_oauth_token", "ya29.", r"ya29\.[\w-]{20,}"),
    ("slack_token", "xox", r"xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}"),
    ("slack_token", "xapp-", r"xapp-\d-[\w-]{10,}"),
    ("slack_webhook", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows)/[\w/]{20,}"),
    ("stripe_key", "_", r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("webhook_secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    ("jwt", "eyJ", r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}"),
    ("telegram_token", ":AA", r"\d{8,10}:AA[\w-]{33}"),
    ("discord_token", ".", r"[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,}"),
    ("discord_webhook", "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/\d+/[\w-]{40,}"),
    ("sendgrid_key", "SG.", r"SG\.[\w-]{20,24}\.[\w-]{39,50}"),
    ("twilio_key", "SK", r"SK[0-9a-f]{32}"),
    ("npm_token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi_token", "pypi-", r"pypi-AgE[\w-]{50,}"),
    ("hugging_face_token", "hf_", r"hf_[A-Za-z0-9]{30,}"),
    ("digitalocean_token", "_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    ("square_token", "sq0", r"sq0[a-z]{3}-[\w-]{22,}"),
    ("mailgun_key", "key-", r"key-[0-9a-f]{32}"),
    ("mailchimp_key", "-us", r"[0-9a-f]{32}-us\d{1,2}"),
    ("shopify_token", "shp", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("azure_storage_key", "AccountKey=", r"AccountKey=(?P<s>[A-Za-z0-9+/]{86}==)"),
    ("groq_key", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    ("xai_key", "xai-", r"xai-[A-Za-z0-9]{60,}"),
    ("replicate_token", "r8_", r"r8_[A-Za-z0-9]{37,}"),
    ("perplexity_key", "pplx-", r"pplx-[A-Za-z0-9]{40,}"),
    ("databricks_token", "dapi", r"dapi[0-9a-f]{32}"),
    ("linear_key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    ("notion_token", "_", r"(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})"),
    ("postman_key", "PMAK-", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    ("vault_token", "hv", r"hv[sbr]\.[\w-]{24,}"),
    ("docker_token", "dckr_pat_", r"dckr_pat_[\w-]{24,}"),
    ("grafana_token", "gl", r"gl(?:sa|c)_[A-Za-z0-9+/=_]{30,}"),
    ("new_relic_key", "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    ("supabase_token", "sbp_", r"sbp_[0-9a-f]{40}"),
    ("terraform_token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}"),
    ("alibaba_access_key", "LTAI", r"LTAI[A-Za-z0-9]{12,24}"),
    ("tencent_secret_id", "AKID", r"AKID[A-Za-z0-9]{32}"),
    (
        "authorization_header",
        "",
        (
            r"(?i:\bauthorization['\"]?\s{0,3}[:=]\s{0,3}['\"]?(?:bearer|basic|token)\s+)"
            r"(?P<s>(?=[^\s'\"]*[0-9])[A-Za-z0-9._~+/=-]{16,})"
        ),
    ),
    (
        "bearer_token",
        "earer ",
        (r"[Bb]earer (?P<s>(?=[A-Za-z._~+/=-]*[0-9])[A-Za-z0-9._~+/=-]{24,})"),
    ),
    (
        "url_password",
        "://",
        (
            r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@'\"<>]{0,80}:(?P<s>[^\s/@'\"<>]{3,100})"
            r"@[A-Za-z0-9\[]"
        ),
    ),
)

_QUOTED_OR_BARE = (
    r"(?:\"(?P<q>[^\"\n]{4,200})\"|'(?P<a>[^'\n]{4,200})'|(?P<b>[^\s\"'`,;<>]{4,200}))"
)
# A name that calls its value a password, and one that calls it a key. Nothing but a sign of
# assignment may stand between, so that "password length: 12 characters" is no hit.
_LOCK_NAME = (
    r"(?<![A-Za-z])(?:[A-Za-z0-9]{1,30}[_-]){0,4}"
    r"(?:password|passwd|passphrase|passcode|passwort|pwd|[Pp]assword|PASSWORD|PASSWD|PWD"
    r"|PASSPHRASE|[Pp]assphrase|[Pp]asscode|[a-z]{2,20}Password)"
)
_KEY_NAME = (
    r"(?<![A-Za-z])(?:[A-Za-z0-9]{1,30}[_-]){0,4}(?i:api[_ -]?key|api[_ -]?secret|secret[_ -]?key"
    r"|access[_ -]?key|access[_ -]?token|auth[_ -]?token|bot[_ -]?token|refresh[_ -]?token"
    r"|client[_ -]?secret|app[_ -]?secret|encryption[_ -]?key|signing[_ -]?key|private[_ -]?key"
    r"|credential|secret|token)"
)
_ASSIGN = r"['\"`]?\s{0,4}(?:=>|:=|[=:：＝])\s{0,4}"
_SAYS = r"(?:\s{0,4}(?:=>|:=|[=:：＝])\s{0,4}|['\"`]?(?: is| was|'s)(?: now| still)?:? )"
_CHINESE = (
    r"(?:密码|口令|密钥|秘钥|令牌|暗号|访问令牌|授权码)(?:是|为|改成了?|改为|换成了?|设为|设成了?)?"
    r"\s{0,3}[：:=＝]?\s{0,3}[“\"'「`]?(?P<b>[!-~]{4,200})"
)


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    return tuple(
        (kind, needle, re.compile(rf"(?<![A-Za-z0-9]){form}")) for kind, needle, form in _FORMS
    )


@lru_cache(maxsize=1)
def _names() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    """Kind, texts of which one must occur in whatever case, and the form."""
    return (
        (
            "password",
            ("pass", "pwd"),
            re.compile(_LOCK_NAME + rf"(?:{_ASSIGN}|{_SAYS}){_QUOTED_OR_BARE}"),
        ),
        (
            "key",
            ("key", "secret", "token", "credential"),
            re.compile(_KEY_NAME + rf"(?:{_ASSIGN}|{_SAYS}){_QUOTED_OR_BARE}"),
        ),
        ("password", ("",), re.compile(_CHINESE)),
    )


def _by_form(text: str) -> Iterator[tuple[str, int, int]]:
    for kind, needle, form in _forms():
        if needle not in text:
            continue
        for match in form.finditer(text):
            group = "s" if "s" in form.groupindex else 0
            if kind != "url_password" or not _PLACEHOLDER.search(match[group]):
                yield kind, match.start(group), match.end(group)


def _by_name(text: str) -> Iterator[tuple[str, int, int]]:
    folded = text.casefold()
    for kind, needles, pattern in _names():
        if not any(needle in folded for needle in needles):
            continue
        for match in pattern.finditer(text):
            group = match.lastgroup or "b"
            value = match[group]
            if group == "b":
                value = value.rstrip(".!?:)]}>”’\"'`、")
            if len(value) < 4 or _PLACEHOLDER.search(value):
                continue
            if kind == "password":
                quoted = group != "b"
                ours = _like_password(value, quoted=quoted, named=match[0][: -len(match[group])])
            else:
                ours = _like_key(value)
            if ours:
                start = match.start(group)
                yield kind if kind == "password" else "api_key", start, start + len(value)


_PLACEHOLDER = re.compile(
    r"^[<$%{*]|^(?:x+|X+|\.+|\*+|-+|_+|#+|•+)$|[*•x]{4}|\.\.\.|…|\$\{|\{\{|%[sd(]"
    r"|(?i:example$|^example|your|placeholder|redacted|changeme|dummy|hidden|masked|^passw|^secret$"
    r"|^token|^null$|^none$|^true$|^false$|^undefined$|^required|^optional|^string|^str\b|^user$)"
)
_CODE = re.compile(r"[(\[]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^/|^\.{0,2}/|^https?:|->|::")
_NAME_OF_ANOTHER = re.compile(r"(?i)pass|pwd|secret|token|(?:^|_)key(?:$|_)")


def _like_password(value: str, *, quoted: bool, named: str) -> bool:
    if not value.isascii() or " " in value.strip():
        return False
    if quoted:
        return not _NAME_OF_ANOTHER.fullmatch(value) and not value.startswith(("/", "http"))
    if _CODE.search(value) or _NAME_OF_ANOTHER.search(value):
        return False
    letters = any(each.isalpha() for each in value)
    if value.isdigit():
        return True
    if any(each.isdigit() for each in value) or any(each in "!@#$%^&*+~" for each in value):
        return letters or len(value) >= 6
    # A line of an environment file may hold a plain word; prose about passwords may not.
    return bool(re.search(r"[A-Z]{3}['\"]?=$", named)) and value.isalpha()


def _like_key(value: str) -> bool:
    if len(value) < 16 or not re.fullmatch(r"[A-Za-z0-9+/=._~-]+", value) or _CODE.search(value):
        return False
    digits = sum(each.isdigit() for each in value)
    letters = sum(each.isalpha() for each in value)
    words = [part for part in re.split(r"[-_./]", value) if part.isalpha()]
    spelled = sum(map(len, words)) / len(value)
    return digits >= 2 and letters >= 4 and spelled < 0.5 and len(set(value)) >= 8
