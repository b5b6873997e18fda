"""Names of software and services that people work with, beside those of `families`."""

from __future__ import annotations

import re

from stratal.text.english.tongues import TONGUES
from stratal.text.families import FAMILY_OF, ORDINARY

_MORE = """
xero, quickbooks, gnucash, sage, freshbooks, wave, ynab, datev, lexoffice, moneydance, hledger,
ledger, beancount, tally, odoo, sap, netsuite, salesforce, hubspot, pipedrive, zoho, mailchimp,
brevo, substack, wordpress, ghost, squarespace, wix, webflow, shopify, woocommerce, etsy, square,
stripe, paypal, calendly, acuity, doodle, google calendar, google docs, google drive, google
sheets, google slides, google forms, google classroom, google keep, google maps, google photos,
gmail, outlook, thunderbird, protonmail, fastmail, apple notes, apple mail, icloud, dropbox,
onedrive, sharepoint, nextcloud, box, syncthing, excel, word, powerpoint, onenote, access,
libreoffice, libreoffice calc, libreoffice writer, openoffice, numbers, pages, keynote, airtable,
notion, obsidian, logseq, roam, roam research, evernote, bear, joplin, standard notes, craft,
coda, clickup, monday.com, asana, trello, jira, linear, basecamp, todoist, things, ticktick,
omnifocus, toggl, harvest, clockify, confluence, miro, mural, figma, sketch, penpot, canva,
photoshop, illustrator, indesign, lightroom, premiere, premiere pro, after effects, davinci
resolve, resolve, final cut, final cut pro, kdenlive, gimp, inkscape, krita, procreate, affinity,
affinity designer, affinity photo, affinity publisher, capture one, darktable, rawtherapee,
blender, sketchup, autocad, revit, rhino, solidworks, fusion 360, freecad, onshape, tinkercad,
openscad, qgis, arcgis, cura, prusaslicer, reaper, audacity, ableton, ableton live, logic, logic
pro, garageband, pro tools, cubase, fl studio, musescore, sibelius, dorico, finale, lilypond,
descript, obs, handbrake, vlc, scrivener, ulysses, typst, latex, overleaf, lyx, zotero, mendeley,
endnote, citavi, calibre, anki, quizlet, remnote, duolingo, moodle, canvas, blackboard, kahoot,
schoology, seesaw, teams, microsoft teams, slack, discord, zoom, google meet, webex, skype,
signal, whatsapp, telegram, matrix, element, mattermost, rocket.chat, gramps, ancestry,
familysearch, geneious, spss, stata, sas, matlab, octave, r, rstudio, jupyter, jupyterlab, julia,
python, pandas, polars, numpy, tableau, power bi, looker, metabase, superset, grafana, snowflake,
bigquery, redshift, databricks, dbt, airflow, dagster, fivetran, spark, kafka, rabbitmq, postgres,
postgresql, mysql, sqlite, mongodb, redis, elasticsearch, neo4j, influxdb, timescaledb, cassandra,
supabase, firebase, planetscale, terraform, pulumi, ansible, puppet, chef, kubernetes, k8s, k3s,
nomad, docker, docker swarm, podman, helm, argocd, argo cd, flux, fluxcd, jenkins, github, github
actions, gitlab, gitlab ci, bitbucket, circleci, buildkite, teamcity, drone, woodpecker, gitea,
forgejo, gerrit, phabricator, kamal, capistrano, heroku, fly.io, render, vercel, netlify,
cloudflare, hetzner, digitalocean, linode, aws, azure, gcp, google cloud, datadog, sentry, new
relic, prometheus, pagerduty, opsgenie, splunk, loki, vim, neovim, emacs, vs code, vscode, visual
studio, visual studio code, intellij, pycharm, webstorm, rider, phpstorm, android studio, xcode,
zed, cursor, helix, sublime, sublime text, notepad++, eclipse, react, vue, svelte, sveltekit,
angular, solid, astro, next.js, nuxt, remix, htmx, jquery, tailwind, bootstrap, django, flask,
fastapi, rails, ruby on rails, laravel, symfony, spring, spring boot, express, nestjs, phoenix,
elixir, erlang, haskell, ocaml, clojure, scala, kotlin, swift, go, golang, rust, zig, typescript,
javascript, php, perl, ruby, java, c++, c#, .net, cobol, fortran, ada, delphi, lua, bash, zsh,
fish, powershell, playwright, cypress, selenium, puppeteer, pytest, jest, vitest, mocha, junit,
rspec, storybook, eslint, prettier, ruff, black, mypy, pyright, biome, vite, webpack, esbuild,
rollup, turborepo, nx, bazel, gradle, maven, cmake, npm, pnpm, yarn, bun, deno, uv, pip, poetry,
conda, cargo, composer, homebrew, brew, apt, nix, moment, moment.js, dayjs, date-fns, luxon,
lodash, axios, zod, prisma, drizzle, sequelize, typeorm, sqlalchemy, alembic, celery, sidekiq,
flyway, liquibase, hibernate, unity, unreal, unreal engine, godot, gamemaker, arduino, kicad,
eagle, altium, labview, home assistant, node-red, zapier, make.com, n8n, ifttt, freshdesk,
zendesk, intercom, front, help scout, gorgias, crisp, epic, cerner, athenahealth, simplepractice,
jane, dentrix, clio, westlaw, lexisnexis, docusign, adobe sign, adobe acrobat, acrobat, foxit,
abbyy, deepl, trados, memoq, omegat, grammarly, languagetool, chatgpt, claude, gemini, copilot,
midjourney, stable diffusion, firefox, chrome, safari, edge, brave, vivaldi, arc, linux, ubuntu,
debian, fedora, arch, windows, macos, freebsd, strava, garmin, garmin connect, myfitnesspal,
mealie, paprika, plan to eat, strong, lightspeed, toast, clover, loyverse, sumup, resy, opentable,
cloudbeds, guesty, airbnb, booking.com, mews, opera, gusto, bamboohr, workday, personio, rippling,
deputy, when i work, servicetitan, jobber, procore, buildertrend, plangrid, bluebeam, 1password,
bitwarden, keepass, keepassxc, lastpass, mullvad, tailscale, wireguard, openvpn, proxmox, truenas,
unraid, plex, jellyfin, paperless, paperless-ngx, immich, photoprism, digikam, lightburn, cricut,
silhouette studio, ravelry, electric quilt, eq8, stitch fiddle, storyline, articulate, camtasia,
loom, riverside, buzzsprout, anchor, hindenburg, adobe audition, audition
"""
PRODUCTS = frozenset(
    " ".join(one.split()) for one in _MORE.replace("\n", " ").split(",") if one.strip()
) | {name for name in FAMILY_OF if name.isascii()}
_WORDS_TOO = ORDINARY | frozenset(
    """sage wave ledger tally square access numbers pages keynote bear craft coda things harvest
    mural resolve logic finale canvas front crisp epic jane clio matrix element signal word
    excel teams zoom r julia spark solid astro remix flux drone render box roam affinity
    premiere audition anchor strong toast clover opera deputy loom storyline edge arc cursor
    helix eclipse zed spring express phoenix swift go rust ruby java eagle make chef puppet
    brew composer black bun conda poetry moment ghost doodle notion linear monday.com cargo
    apt pip fish bash latex unity flask rails delphi ada lua gin koa tap ava nose hatch chrome
    safari brave claude gemini copilot paprika immich element plex lightspeed acuity descript
    ulysses basecamp illustrator salesforce vault just screen kitty fetch print make insomnia
    bruno sphinx tox invoke numbers brave stack parcel ky got requests black rocket fortran
    windows arch nomad helm airflow beam slack discord""".split()
)
_LONGEST = sorted(PRODUCTS, key=lambda name: (-len(name), name))
_KNOWN = "|".join(re.escape(name) for name in _LONGEST)
_MORE_CAPS = (
    r"(?: (?!(?:I|A|The|And|But|So|If|In|On|At|To|My|We|Can|Could|What|How|Is|Are|Do|Does|Please|"
    r"Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)\b)(?-i:[A-Z])[\w+#-]*){0,2}"
)
KNOWN = rf"(?:{_KNOWN})(?![\w-])(?!\.\w){_MORE_CAPS}"
"""The name of a tool that stands on a list."""
_CAPS = r"(?-i:[A-Z])[\w+#-]*(?:\.\w+)*(?: (?-i:[A-Z0-9])[\w+#-]*(?:\.\w+)*){0,2}"
_CODED = r"[a-z]\w*(?:[-./_@]\w+)+|@[\w-]+/[\w-]+|[a-z]+(?-i:[A-Z])\w+"
NAME = rf"(?:{KNOWN}|{_CAPS}|{_CODED})"
"""What may be the name of a tool: a known one, one with a capital, or one with a sign in it."""
ANY = rf"(?:{NAME}|(?-i:[a-z])[a-z0-9]{{1,14}}(?![\w'-]))"
"""The same, or any word: where two are set against each other."""

DIGITAL = re.compile(
    r"\b(?:book-?keeping|books|accounts?|accounting|budgets?|invoic\w+|dispatch|deliver(?:y|ies)|"
    r"logistics|shipping|routes|fleet|bills?|billing|payroll|tax(?:es)?|finances?|expenses|ledger|"
    r"notes?|scheduling|schedules?|rota|calendar|bookings?|appointments?|tickets?|issues|tasks|"
    r"to-?dos?|bugs|sprints?|roadmap|backlog|code|coding|codebase|repos?|projects?|scripts?|apps?|"
    r"backend|frontend|api|services?|servers?|database|db|data|datasets?|warehouse|pipelines?|"
    r"jobs|deploy\w*|builds?|ci|cd|tests?|suite|docs?|documentation|wiki|slides|decks?|"
    r"presentations?|photos?|pictures|images|galler\w+|videos?|footage|podcasts?|episodes?|audio|"
    r"music|tracks|mixes|recordings?|scores?|sheet music|research|flash-?cards|decks|"
    r"spreadsheets?|inventory|stock|orders|customers?|clients?|contacts|crm|leads|sales|drawings?|"
    r"sketch\w*|designs?|mock-?ups|wireframes|models?|models|plans|blueprints|maps|patterns|plots|"
    r"charts|graphs|figures|dashboards?|reports?|analys[ei]s|statistics|stats|papers?|thesis|"
    r"dissertation|manuscripts?|novel|chapters?|writing|drafts?|articles?|blog|newsletters?|"
    r"website|site|shop|store|(?:test )?cases|lesson plans|lessons|grades?|grading|essays|"
    r"homework|quizzes|coursework|classes|records?|patients?|charting|files?|documents?|"
    r"contracts?|forms|surveys|emails?|mail|messages|chat|meetings|calls|passwords|secrets|"
    r"backups?|logs?|metrics|monitoring|alerts|infra\w*|cluster|state|styles?|styling|css|front "
    r"end|back end|ui|layout|typesetting|translations?|citations|references|bibliography|recipes|"
    r"meal plans?|workouts?|training log|family tree|genealogy|hours|timesheets?|time tracking|"
    r"everything|workflow|automation|formatting|linting|packages|dependencies|deps|migrations|"
    r"queue|cache|search|auth|payments|firmware|simulations?|game|games|animations?|renders?|work|"
    r"stuff)\b",
    re.IGNORECASE,
)
"""What is done with software, or kept in it."""
_NO_PRODUCTS = frozenset(
    f"""{" ".join(TONGUES)} i i'm i've i'd a the it this that monday tuesday wednesday thursday
    friday saturday sunday january february march april may june july august september
    october november december celsius fahrenheit christmas easter thanksgiving ramadan mum
    mom dad grandma grandpa gran london paris berlin madrid rome vienna lisbon dublin
    amsterdam brussels zurich geneva oslo stockholm copenhagen helsinki warsaw prague
    budapest athens istanbul moscow kyiv tokyo osaka kyoto seoul beijing shanghai delhi
    mumbai bangalore sydney melbourne perth auckland wellington toronto vancouver montreal
    boston chicago seattle austin houston dallas denver miami atlanta philadelphia manhattan
    brooklyn nairobi lagos accra cairo johannesburg leeds manchester glasgow edinburgh
    cardiff bristol york hamburg munich cologne milan naples turin barcelona seville porto
    lima bogota quito santiago europe asia africa america usa uk us eu germany france spain
    italy portugal england scotland wales ireland norway sweden denmark finland poland
    austria switzerland greece turkey russia ukraine china japan korea india australia
    canada mexico brazil argentina chile peru colombia egypt kenya nigeria god ok tv pdf
    pdfs utc gmt cet est pst ist bst hr it qa ceo cto nhs vat adhd mr mrs ms dr english
    american british german white red blue green black""".split()
)


def is_product(name: str, *, known: bool = False) -> bool:
    """Whether `name` is one of a tool; `known`: only if it stands on a list."""
    low = name.casefold()
    if low.startswith(("utc", "gmt")):
        return False
    if (
        low not in PRODUCTS
        and " " in low
        and (low.split()[0] in PRODUCTS or low.rpartition(" ")[0] in PRODUCTS)
    ):
        return is_product(name.rpartition(" ")[0], known=known)
    if low in PRODUCTS:
        # A word of every day is a name only with a capital: "Linear", not "linear".
        return low not in _WORDS_TOO or name[:1].isupper()
    return (
        not known
        and low.split()[0] not in _NO_PRODUCTS
        and (name[:1].isupper() or not name.isalpha())
    )
