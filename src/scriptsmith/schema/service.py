"""The settings of a team's service: database, HTTP, workers, incidents, outlets and traces."""

from __future__ import annotations

from dataclasses import dataclass

from .setting import VARIABLE, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSettings:
    """The PostgreSQL of a team, or the embedded one."""

    storage: str = setting(
        "auto",
        "`folder` or `postgres`: where runs and published entries are kept; `auto` is postgres where a server is named "
        "and folders elsewhere; `postgres` without a server starts an embedded one",
        pattern=("auto|folder|postgres", "auto, folder or postgres"),
    )
    url: str = setting(
        "", "connection string of the server, the well-known DATABASE_URL where empty; it is never shown", secret=True
    )
    url_file: str = setting("", "file that holds the connection string")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """The service that people and programs reach over HTTP. Lists are separated by commas."""

    address: str = setting("", "where people reach it, like `https://scripts.example.org`; empty: where it listens")
    hosts: str = setting("", "names under which it answers, beside loopback and the one in `address`; `*` for any")
    certificate: str = setting("", "file of the TLS certificate; empty: it speaks plain HTTP")
    certificate_key: str = setting("", "file of the certificate's private key")
    tls_elsewhere: bool = setting(False, "whether something before it speaks TLS: needed off loopback without its own")
    proxies: str = setting("", "addresses or networks of proxies whose word counts for who called and over what")
    proxy_user_header: str = setting("", "header in which such a proxy names who is logged in; empty: no such login")
    proxy_groups_header: str = setting("", "header in which it names their groups")
    oidc_issuer: str = setting("", "issuer of OpenID Connect, for logins; empty: none")
    oidc_client: str = setting("", "id of this service at the issuer")
    oidc_secret: str = setting(
        "",
        "name of the environment variable that holds the client's secret, not the secret itself",
        pattern=(VARIABLE, "the name of an environment variable in capitals, not the secret itself"),
    )
    oidc_secret_file: str = setting("", "file that holds the client's secret")
    oidc_scopes: str = setting("openid profile email", "what is asked of the issuer, separated by spaces")
    oidc_name: str = setting("email", "claim that names a person")
    oidc_groups: str = setting("groups", "claim that names their groups")
    groups: str = setting(
        "", "which group is what, like `sre=requester reviewer, leads=publisher`, for OIDC and proxies"
    )
    everybody: str = setting("", "what everybody is who logs in by OIDC or a proxy, like `requester`; empty: nothing")
    session_hours: float = setting(12.0, "how long a login in a browser lasts", above=0, most=720)
    body: int = setting(1 << 20, "bytes that a request may have", least=1024)
    seconds: float = setting(120.0, "seconds that a request may take; streams of events are not cut", above=0)
    heartbeat: float = setting(15.0, "seconds after which a silent stream of events says that it lives", above=0)
    at_once: int = setting(64, "requests that are worked on at the same time; more are told to come again", least=1)
    searches: int = setting(16, "searches among them", least=1)
    streams: int = setting(1000, "streams of events that are open at the same time", least=1)
    rate: int = setting(1200, "requests in a minute of one key or login, a quarter of them at once", least=1)
    rate_address: int = setting(2400, "requests in a minute from one address, a quarter of them at once", least=1)
    rate_refused: int = setting(30, "refused logins and keys in a minute from one address", least=1)
    processes: int = setting(0, "processes that search; 0: one for each processor", least=0, most=64)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """The workers that advance runs, and how much work they may be given."""

    concurrency: int = setting(4, "runs that one worker advances at the same time", least=1, most=1000)
    retries: int = setting(
        8, "tries at a run when models or tools are not available, further and further apart", least=1
    )
    wait: float = setting(
        2.0, "seconds before the second try; each wait is twice the one before, up to an hour", above=0
    )
    heartbeat: float = setting(5.0, "seconds between two signs of life; three times as silent, it is gone", above=0)
    grace: float = setting(5.0, "seconds that a worker that is to end may take to finish what it does", least=0)
    runs_per_hour: int = setting(0, "runs that one person or program may ask for in an hour; 0: any number", least=0)
    dollars_per_day: float = setting(0.0, "US dollars that their runs of a day may cost; 0: any sum", least=0)
    stale_days: int = setting(90, "days after which an entry's test is run again, where a box is; 0: never", least=0)
    metrics: str = setting(
        "",
        "`ADDRESS:PORT` at which `scriptsmith worker` tells Prometheus its figures, to whoever asks; empty: nowhere",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentSettings:
    """Where incidents come in. A file of secrets has one a line, and any of them is taken."""

    alertmanager_secret_file: str = setting("", "file of the secrets of `/hooks/alertmanager`; empty: it is closed")
    pagerduty_secret_file: str = setting("", "file of the secrets that sign `/hooks/pagerduty`; empty: it is closed")
    instana_secret_file: str = setting("", "file of the secrets of `/hooks/instana`; empty: it is closed")
    slack_secret_file: str = setting(
        "", "file of the signing secrets of the Slack app that asks at `/hooks/slack/…`; empty: it is closed"
    )
    slack_people_file: str = setting("", "TOML file of the Slack users who are people here; empty: nobody is")
    hooks_file: str = setting("", "TOML file of other hooks, `/hooks/json/NAME`, and how each is read; empty: none")
    kafka_file: str = setting(
        "", "TOML file of the topics of Kafka whose messages are reports, for workers and the service; empty: none"
    )
    prepare_looks: bool = setting(
        False, "whether workers make a run of the first look at a new incident at once, where it lacks no value"
    )
    ask_model: bool = setting(
        False, "whether workers ask the generator's model for actions for a new incident, after everything else"
    )
    model_seconds: float = setting(60.0, "seconds that it may take to answer", above=0, most=600)
    model_questions: int = setting(60, "incidents in an hour that it is asked about, the newest first", least=1)
    runbooks: str = setting("", "folder of runbooks in Markdown, each named like its alert; empty: none")
    body: int = setting(1 << 20, "bytes that a report may have", least=1024)
    rate: int = setting(
        1200, "reports in a minute at one hook, a quarter of them at once; more are told to come again", least=1
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutletSettings:
    """Who is told of incidents and runs. Workers tell them, so that these are settings of workers too."""

    file: str = setting("", "TOML file of the outlets and of the routes to them; empty: nobody is told anything")
    networks: str = setting(
        "", "private networks in which outlets may be, like `10.2.0.0/16`, separated by commas; empty: none"
    )
    plain_http: bool = setting(False, "whether outlets off loopback may be reached without TLS")
    seconds: float = setting(10.0, "seconds that one try may take", above=0, most=60)
    tries: int = setting(20, "tries at a delivery, further and further apart", least=1, most=1000)
    wait: float = setting(
        5.0, "seconds before the second try; each wait is twice the one before, up to an hour", above=0, most=3600
    )
    hours: float = setting(72.0, "hours after which what was not delivered is given up", above=0, most=8760)
    days: int = setting(30, "days for which deliveries that came to an end are listed", least=1, most=3650)


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetrySettings:
    """What traces tell; where they go and whether is said by the variables `OTEL_*`."""

    content: bool = setting(
        False, "whether traces hold what models were asked and answered, with stars in the place of secrets"
    )
    grace: float = setting(
        0.5, "seconds that a process that ends waits for a collector to take what is left", least=0, most=60
    )
