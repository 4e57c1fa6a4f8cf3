"""The named detectors of detect-secrets: tokens that are known by their own form, whoever issued them.

Only expressions that name a provider are used, through the plugins' own `denylist`; nothing is verified over a network.
Left out are the entropy plugins (without their limit they flag any word, with it they miss half), the public address,
and those whose match is not the secret itself (basic authentication, keyword, private key, JSON web token): `rules`
has these. Importing the library takes 0.2 s, so a text is first tried with `MAY_HOLD`, which every match of every
plugin here also matches; a test generates matches to hold that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

PLUGINS = {
    "artifactory": "ArtifactoryDetector",
    "aws": "AWSKeyDetector",
    "azure_storage_key": "AzureStorageKeyDetector",
    "cloudant": "CloudantDetector",
    "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector",
    "gitlab_token": "GitLabTokenDetector",
    "ibm_cloud_iam": "IbmCloudIamDetector",
    "ibm_cos_hmac": "IbmCosHmacDetector",
    "mailchimp": "MailchimpDetector",
    "npm": "NpmDetector",
    "openai": "OpenAIDetector",
    "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector",
    "slack": "SlackDetector",
    "softlayer": "SoftlayerDetector",
    "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector",
    "telegram_token": "TelegramBotTokenDetector",
    "twilio": "TwilioKeyDetector",
}
_IN_GROUP = {"aws", "cloudant", "ibm_cloud_iam", "ibm_cos_hmac", "npm", "softlayer"}
"""Where the first group is the secret; elsewhere the whole match is, and groups only hold its first letters."""

MAY_HOLD = re.compile(
    r"AKC[a-zA-Z0-9]{10}|AP[\dA-F][a-zA-Z0-9]{8}|A3T[A-Z0-9]|A[BCKS][ICI]A[0-9A-Z]|[0-9a-zA-Z/+]{40}['\"]|AccountKey="
    r"|gh[pousr]_|gl[a-z]{2,5}-|GR1348941|[0-9a-z]{32}-us|_authToken|T3BlbkFJ|pypi-|SG\.[\w-]|sq0csp|[rs]k_live"
    r"|\d{8}:[\w-]{35}|(?:AC|SK)[a-z0-9]{32}|[MNO][\w-]{23,25}\.[\w-]{6}\."
    r"|(?i:xox[abposr]-|cloudant\.com|hooks\.slack|softlayer"
    r"|\bsl[_-]?(?:api)?[_-]?(?:key|p|token)|cl(?:oudant|ou)?[_-]?(?:api)?[_-]?(?:key|p|token)"
    r"|[\w-]{44}|[a-f0-9]{48})"
)

_LONG = re.compile(r"[\\\w/+-]{24}|A[3ABCKPS][\dA-Z][0-9A-Za-z]{6}|[xX][oO][xX]|_authToken|[hH][oO][oO][kK][sS]\.")
"""A line that may match `MAY_HOLD`: all but a few tokens are long, and most lines hold no long word."""


@cache
def _expressions() -> tuple[tuple[str, str, re.Pattern[str], bool], ...]:
    """Name, kind in words, expression, and whether its first group is the secret."""
    return tuple(
        (name, plugin.secret_type.lower(), expression, bool(name in _IN_GROUP and expression.groups))
        for name, plugin in ((n, getattr(import_module(f"detect_secrets.plugins.{n}"), c)) for n, c in PLUGINS.items())
        for expression in plugin.denylist
    )


def may_hold(text: str) -> bool:
    """False only where no named detector finds anything."""
    return any(MAY_HOLD.search(line) for line in text.split("\n") if _LONG.search(line))


def named_secrets(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of everything that a named detector knows in `text`."""
    if not may_hold(text):
        return
    for name, kind, expression, grouped in _expressions():
        for found in expression.finditer(text):
            start, end = found.span(1 if grouped else 0)
            if name == "azure_storage_key":
                start += len("AccountKey=")
            if name == "artifactory":
                value = found.group().strip('\t\n\r\v\f :="')
                if not any(character.isdigit() for character in value[3:]):
                    continue  # an upper-case word
                start = found.start() + found.group().index(value)
                end = start + len(value)
            yield start, end, kind
