"""Tools that stand in for one another, so that a change of mind is seen as one.

"Use pnpm" and, weeks later, "switch to bun" are two values of the same thing: the package manager.
A family is that thing's name. What is on no list has no family.
"""

from __future__ import annotations

from types import MappingProxyType

_FAMILIES = {
    "package manager": "npm, pnpm, yarn, bun, cnpm",
    "python tool": "pip, uv, poetry, conda, mamba, pipenv, pdm, hatch, rye, pixi, pip-tools, "
    "easy_install",
    "test runner": "pytest, unittest, nose, nose2, jest, vitest, mocha, ava, jasmine, tap, "
    "junit, testng, rspec, cargo nextest, cargo test",
    "browser test tool": "playwright, cypress, selenium, puppeteer, webdriverio",
    "linter": "ruff, flake8, pylint, eslint, biome, oxlint, tslint, golangci-lint, clippy, "
    "stylelint, pycodestyle, rubocop",
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
    "frontend framework": "react, vue, svelte, jquery, ember, alpine, htmx, angular, solidjs, "
    "preact, next.js, nuxt, sveltekit, "
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
    "chat tool": "slack, teams, discord, mattermost, telegram, whatsapp, signal, 飞书, 钉钉, "
    "企业微信, 微信, qq",
    "utility library": "lodash, underscore, ramda, remeda, es-toolkit",
    "data frame library": "pandas, polars, dask, modin",
    "plotting library": "matplotlib, seaborn, plotly, bokeh, altair, echarts, chart.js, d3",
    "logging library": "structlog, loguru, winston, pino, bunyan, log4j, logback, zap, logrus, "
    "print, console.log",
    "machine learning library": "pytorch, tensorflow, jax, keras, mxnet",
    "command line library": "argparse, click, typer, docopt, commander, yargs, cobra",
    "search tool": "ripgrep, rg, grep, ag, ack",
    "download tool": "curl, wget, httpie, aria2",
    "issue tracker": "jira, linear, asana, trello, youtrack, 禅道, 飞书项目",
    "notes": "notion, confluence, obsidian, evernote, onenote, 语雀, 石墨, 飞书文档",
    "design tool": "figma, sketch, adobe xd, penpot, 即时设计, 墨刀",
    "code hosting": "github, gitlab, bitbucket, gitee, codeberg",
    "cloud": "aws, gcp, azure, 阿里云, 腾讯云, 华为云",
    "hosting": "vercel, netlify, render, heroku, fly.io, cloudflare pages, railway",
    "backend service": "supabase, firebase, appwrite, pocketbase",
    "monitoring": "grafana, datadog, prometheus, new relic, kibana, zabbix",
    "web server": "nginx, caddy, traefik, apache, haproxy",
    "validation library": "zod, yup, joi, valibot, pydantic, marshmallow, attrs",
    "browser": "firefox, chrome, safari, edge, brave, arc",
    "mail client": "gmail, outlook, thunderbird",
    "spreadsheet": "excel, google sheets, wps, numbers",
    "map": "google maps, apple maps, 高德地图, 百度地图, 腾讯地图, 高德",
    "video call": "zoom, google meet, webex, 腾讯会议, 飞书会议",
    "payment": "stripe, paypal, adyen, 支付宝, 微信支付",
    "translator": "deepl, google translate, 有道, 百度翻译",
    "doc tool": "sphinx, mkdocs, docusaurus, vitepress, typedoc, jsdoc",
    "environment tool": "venv, virtualenv, docker compose, devcontainer, nix, vagrant",
    "kubernetes tool": "helm, kustomize, kubectl",
    "task runner": "taskfile, npm scripts, gulp, grunt, invoke, tox, nox",
    "mobile framework": "flutter, react native, swiftui, jetpack compose, ionic",
    "component library": "element plus, ant design, antd, vant, naive ui, shadcn, mui, chakra",
    "migration tool": "alembic, flyway, liquibase, knex, goose",
    "secrets tool": "vault, sops, doppler, 1password, bitwarden, lastpass",
    "office suite": "google docs, word, markdown, latex, typst, asciidoc",
    "log store": "loki, elastic, elasticsearch, splunk, opensearch",
    "code assistant": "copilot, cody, tabnine, codeium",
    "scheduler": "cron, airflow, prefect, dagster, apscheduler, systemd",
    "naming style": "snake_case, camelcase, pascalcase, kebab-case",
    "path library": "pathlib, os.path",
    "api client": "postman, insomnia, bruno, hoppscotch",
    "error tracker": "sentry, bugsnag, rollbar, honeybadger",
    "array library": "numpy, cupy, xarray",
    "assistant": "siri, alexa, google assistant",
    "terminal": "iterm, kitty, alacritty, wezterm, ghostty, tmux, screen",
}

FAMILY_OF = MappingProxyType(
    {name: family for family, names in _FAMILIES.items() for name in names.split(", ")}
)
"""The family of a tool's case-folded name."""

ORDINARY = frozenset(
    """black cursor emotion express fetch fish gin go got hatch helix just ky make moment nano
    oracle parcel react requests rust rye spaces swift tabs tap teams volta arc attrs brave click
    edge
    excel gulp invoke linear nose numbers print railway render rest screen
    signal sketch stripe zap zoom safari ack nix""".split()
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
