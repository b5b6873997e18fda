"""Tools that stand in for one another, so that a change of mind is seen as one.

"Use pnpm" and, weeks later, "switch to bun" are two values of the same thing: the package manager.
A family is that thing's name. What is on no list has no family.
"""

from __future__ import annotations

from types import MappingProxyType

_FAMILIES = {
    "package manager": "npm, pnpm, yarn, bun, cnpm",
    "python tool": "pip, uv, poetry, conda, mamba, pipenv, pdm, hatch, rye, pixi, pip-tools",
    "test runner": "pytest, unittest, nose2, jest, vitest, mocha, ava, jasmine, tap",
    "browser test tool": "playwright, cypress, selenium, puppeteer, webdriverio",
    "linter": "ruff, flake8, pylint, eslint, biome, oxlint, tslint, golangci-lint, clippy",
    "formatter": "black, prettier, yapf, autopep8, dprint, gofmt, rustfmt, clang-format",
    "type checker": "mypy, pyright, basedpyright, pyre, pytype",
    "editor": "vim, neovim, nvim, emacs, vs code, vscode, zed, cursor, sublime text, pycharm, "
    "intellij, webstorm, helix, nano",
    "database": "postgres, postgresql, mysql, mariadb, sqlite, mongodb, mongo, oracle, duckdb, "
    "sql server, cockroachdb, dynamodb, tidb, clickhouse",
    "cache": "redis, memcached, valkey, dragonfly",
    "message queue": "kafka, rabbitmq, nats, pulsar, sqs, rocketmq, celery",
    "web framework": "fastapi, flask, django, starlette, express, koa, fastify, nestjs, hono, "
    "rails, gin, actix, axum, laravel, spring boot, aiohttp",
    "frontend framework": "react, vue, svelte, angular, solidjs, preact, next.js, nuxt, sveltekit, "
    "astro, qwik",
    "programming language": "python, typescript, javascript, go, golang, rust, java, kotlin, c#, "
    "c++, ruby, swift, php, elixir, scala",
    "bundler": "webpack, vite, rollup, esbuild, parcel, turbopack, rspack, rsbuild",
    "date library": "dayjs, moment, date-fns, luxon, moment.js, day.js",
    "http client": "axios, fetch, ky, got, requests, httpx",
    "styling": "tailwind, tailwindcss, bootstrap, styled-components, emotion, sass, unocss",
    "state library": "redux, zustand, mobx, jotai, pinia, vuex, recoil",
    "orm": "prisma, drizzle, typeorm, sequelize, sqlalchemy, peewee, mikroorm",
    "ci": "github actions, gitlab ci, jenkins, circleci, travis, buildkite",
    "containers": "docker, podman, nerdctl",
    "shell": "bash, zsh, fish, powershell, nushell",
    "indentation": "tabs, spaces, two spaces, four spaces, 2 spaces, 4 spaces",
    "quotes": "single quotes, double quotes",
    "version control": "git, mercurial, jujutsu, svn",
    "build tool": "maven, gradle, bazel, cmake, meson, make, just, turborepo, nx, lerna",
    "infrastructure tool": "terraform, pulumi, opentofu, ansible, cloudformation",
    "node version manager": "nvm, fnm, volta, asdf, mise",
    "chat tool": "slack, teams, discord, 飞书, 钉钉, 企业微信, 微信",
}

FAMILY_OF = MappingProxyType(
    {name: family for family, names in _FAMILIES.items() for name in names.split(", ")}
)
"""The family of a tool's case-folded name."""

ORDINARY = frozenset(
    """black cursor emotion express fetch fish gin go got hatch helix just ky make moment nano
    oracle parcel react requests rust rye spaces swift tabs tap teams volta""".split()
)
"""Names that are words too: alone they say little, beside another of the family they are clear."""

_SAME = {
    "postgresql": "postgres",
    "mongo": "mongodb",
    "nvim": "neovim",
    "vscode": "vs code",
    "golang": "go",
    "tailwindcss": "tailwind",
    "moment.js": "moment",
    "day.js": "dayjs",
}


def same_tool(one: str, other: str) -> bool:
    """Whether two names are of one tool."""
    first, second = one.casefold(), other.casefold()
    return _SAME.get(first, first) == _SAME.get(second, second)
