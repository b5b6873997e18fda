"""Parts of wordings that the Chinese rules share."""

from __future__ import annotations

END = r"(?=\s*(?:$|[，,。；;！!？?（(…]|[\U0001F300-\U0001FAFF\u2600-\u27bf]))"
PARTICLE = r"(?:吧|哦|啊|哈|呀|啦|嘛|呗|咯|哟|喔|就行|就好|就可以|即可|就OK|就ok|好了|了|啦){0,4}"
