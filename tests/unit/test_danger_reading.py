"""Safe needs the positive fact that a command only looks."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse
from scriptsmith.programs.argv import parse
from scriptsmith.programs.reading import only_reads, programs
from scriptsmith.programs.spec import spec_of


@pytest.mark.parametrize(
    "text",
    [
        "npm cache clean --force",
        "npm frob",
        "virsh frob",
        "git add .",
        "git branch new",
        "git config user.name x",
        "ip addr add 10.0.0.1/24 dev eth0",
        "consul kv put a b",
        "terraform workspace new x",
        "rclone mkdir r:x",
        "docker tag a b",
        "ceph frob",
        "snap frob x",
        "unzip a.zip",
        "python3 job.py",
    ],
)
def test_what_nobody_knows_to_look_only_is_not_safe(text: str) -> None:
    assert analyse(text).risk != "safe"


@pytest.mark.parametrize(
    "text",
    [
        "npm cache ls",
        "npm ls",
        "virsh list --all",
        "git branch -a",
        "git config --list",
        "ip -4 addr show dev eth0",
        "ip route",
        "consul kv get a",
        "terraform workspace list",
        "rclone ls r:x",
        "docker ps",
        "ceph status",
        "snap list",
        "unzip -l a.zip",
        "systemctl status nginx",
        "kubectl -n web get pods",
    ],
)
def test_what_only_looks_is_safe(text: str) -> None:
    assert analyse(text).risk == "safe"


@pytest.mark.parametrize("program", programs())
def test_every_fact_can_be_read(program: str) -> None:
    texts = ("no-such-word",)
    assert only_reads(program, parse(spec_of(program), texts), texts) in (True, False)


def test_an_option_that_writes_outweighs() -> None:
    for text, reads in (("-a", True), ("-D x", False), ("x", False), ("", True)):
        texts = tuple(f"branch {text}".split())
        assert only_reads("git", parse(spec_of("git"), texts), texts) is reads
