"""The settings of the workflow, of the tools that judge and try scripts, and of where state lives."""

from __future__ import annotations

from dataclasses import dataclass

from .setting import setting

_REACTION = ("allow|ask|block", "allow, ask or block")


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicySettings:
    """The numbers in the workflow."""

    reuse_precision: float = setting(
        0.985, "share of served catalogue entries that must be right; sets how sure one must be", least=0, most=1
    )
    assess_offers: str = setting(
        "off",
        "the greatest risk at which an entry that is only likely is served when the assessor agrees that it does what "
        "was asked: off, safe or notable",
        pattern=("off|safe|notable", "off, safe or notable"),
    )
    form: str = setting(
        "short",
        "how an entry is served: short, with the values in place, or long, the whole script behind them",
        pattern=("short|long", "short or long"),
    )
    samples: int = setting(1, "independent drafts for one action; the best is kept", least=1, most=20)
    agreement: bool = setting(
        True,
        "whether several drafts run in boxes, where there are any, and what more than half of them do is taken, else "
        "the first one, which is drawn at a temperature of 0 where none is set and no hosted model is asked",
    )
    max_refinements: int = setting(2, "corrections of a draft before a person is asked", least=0, most=10)
    safe: str = setting("allow", "what to do with a script that only looks: allow, ask or block", pattern=_REACTION)
    notable: str = setting("allow", "and with one that changes something", pattern=_REACTION)
    dangerous: str = setting(
        "ask", "and with one that could destroy data, access, service or secrets", pattern=_REACTION
    )
    unanalysable: str = setting("ask", "and with one that cannot be seen through", pattern=_REACTION)
    approvers_safe: int = setting(
        1, "people who must approve a script that only looks, in a team's service", least=1, most=20
    )
    approvers_notable: int = setting(1, "and one that changes something", least=1, most=20)
    approvers_dangerous: int = setting(
        2, "and one that could destroy data, access, service or secrets", least=1, most=20
    )
    approvers_unanalysable: int = setting(2, "and one that cannot be seen through", least=1, most=20)
    approval_hours: float = setting(24.0, "how long an approval stands while others are missing", above=0, most=8760)
    self_approval: bool = setting(
        False, "whether those count among them who asked for the script or wrote what is settled"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessSettings:
    """How scripts are assessed."""

    without_model: bool = setting(
        True, "whether `assess` gives the opinion of the judge that needs no model, where no assessor is configured"
    )
    direct: str = setting(
        "auto",
        "whether the assessor is also shown the script itself beside the action: `always`, `never`, or `auto`, where "
        "its server tells how sure it is (`local:`, `llamacpp:`, `vllm:`); all opinions are weighed then",
        pattern=("auto|always|never", "auto, always or never"),
    )
    trial: bool = setting(
        True,
        "whether drafts are run where there is a box: Bash whose opinions are weighed in small made-up worlds, and "
        "playbooks twice",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSettings:
    """What the checkers may use."""

    check_seconds: float = setting(10.0, "seconds that one checker may take for one script", above=0, most=600)


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxSettings:
    """The box in which scripts are tried and rehearsed."""

    engine: str = setting(
        "auto",
        "`bubblewrap`, `docker`, `podman` or `none`; `auto` is bubblewrap, never another box unasked",
        pattern=("auto|bubblewrap|docker|podman|none", "auto, bubblewrap, docker, podman or none"),
    )
    image: str = setting("debian:12", "image that docker and podman run")
    rehearse: bool = setting(True, "whether drafts are rehearsed, where there is a box and an assessor")
    wall: float = setting(30.0, "seconds that a command in a box may run", above=0, most=3600)
    memory: int = setting(1 << 30, "bytes of memory that it may use", least=16 << 20)
    processes: int = setting(256, "processes that it may have", least=1, most=30_000)
    output: int = setting(1 << 20, "bytes of each output that are kept; it is stopped at more", least=1)
    disk: int = setting(256 << 20, "bytes that it may write", least=1 << 20)
    inodes: int = setting(20_000, "files that it may make", least=100)
    machine: str = setting(
        "/var/cache/scriptsmith/machine", "folder of the Debian tree with real services for `catalogue verify --real`"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsibleSettings:
    """Ansible's own programs, which check and try playbooks in a box."""

    home: str = setting(
        "",
        "environment with ansible-playbook and ansible-lint; empty: where `make ansible` puts it, or PATH",
    )
    seconds: float = setting(120.0, "seconds that one run of such a program may take", above=0, most=3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathSettings:
    """Where state lives."""

    catalogue: str = setting("", "folder of the published entries; empty: in the user's data directory")
    runs: str = setting("", "folder of the run logs; empty: in the user's state directory")
    cache: str = setting("", "folder of what can be computed again; empty: in the user's cache directory")
    database: str = setting("", "folder of the embedded PostgreSQL; empty: in the user's data directory")
    models: str = setting("", "folder of the models that `models add` keeps; empty: in the user's data directory")
    seed: bool = setting(True, "whether the shipped catalogue is searched too")
