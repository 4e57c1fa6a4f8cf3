"""Notices for tests: an ordinary one, and one whose texts try everything."""

from __future__ import annotations

from dataclasses import replace

from scriptsmith.outlets.notice import Notice, NoticedAction

OPENED = Notice(
    id="msg_0123456789abcdef",
    what="incident.opened",
    subject="inc-1",
    at="2026-11-20T08:15:30+00:00",
    title="The file system on /var will be full within a day.",
    text="3 % is left on /var",
    link="https://scripts.example.org/incidents/inc-1",
    severity="critical",
    state="firing",
    service="orders",
    environment="production",
    host="db-2",
    incident="inc-1",
    source="pagerduty",
    fingerprint="PT4KHLK",
    actions=(
        NoticedAction(
            text="Find the largest directories", source="alert map", kind="look", entry="largest", risk="safe"
        ),
        NoticedAction(
            text="Delete old logs", source="alert map", kind="change", entry="delete-old-logs", risk="dangerous"
        ),
    ),
)
WAITING = replace(
    OPENED, what="run.waiting", subject="20261120-1", risk="dangerous", missing=2, requester="ana", actions=(),
    link="https://scripts.example.org/runs/20261120-1",
)  # fmt: skip

HOSTILE_TEXTS = (
    "<!channel> <!here|now> <@U012345> <#C0123> <!subteam^S1>",
    "@channel @here @everyone",
    "<https://evil.example|Approve here> https://evil.example",
    "*bold* _italic_ ~strike~ `code` ```block``` > quote",
    "[Approve](https://evil.example) ![x](https://evil.example/x.png) <at>Ana</at> &lt;at&gt;",
    '"}],"blocks":[{"type":"header","text":{"type":"plain_text","text":"x"}}]',
    "{{DATE(2026-11-20T08:00:00Z, SHORT)}} {{TIME(2026-11-20T08:00:00Z)}} ${secret} @{triggerBody()}",
    "\u202egnp.exe \u200b\u2066 \x1b[31mred\x1b[0m \0 \r\n\r\nX-Injected: 1",
    "&" * 5000,
    "<" * 5000,
    "😀" * 5000,
    "{" * 5000,
)


def hostile(text: str) -> Notice:
    """A notice whose every text from outside is `text`."""
    actions = tuple(NoticedAction(text=text, source="annotation", kind="unknown") for _ in range(5))
    return replace(
        OPENED, title=text, text=text, service=text, host=text, environment=text, by=text, requester=text,
        entry=text, actions=actions,
    )  # fmt: skip
