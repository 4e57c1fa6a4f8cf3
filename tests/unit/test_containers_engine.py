"""How a container engine is asked, without one: a small program plays it, records its arguments and runs nothing."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.adapters.containers import ContainerSandbox
from scriptsmith.adapters.containers.container_arguments import create_arguments, keeping
from scriptsmith.adapters.containers.engine import FIRST_ID, EngineFacts, sentence
from scriptsmith.adapters.containers.groups import ProcessControlGroups
from scriptsmith.errors import SandboxUnavailable
from scriptsmith.ports import BoxLimits, BoxSpec

PODMAN: Mapping[str, Any] = {
    "host": {
        "cgroupVersion": "v2",
        "cgroupControllers": ["memory", "pids"],
        "serviceIsRemote": False,
        "security": {"seccompEnabled": True, "rootless": True},
    }
}
DOCKER: Mapping[str, Any] = {
    "ServerVersion": "28",
    "OSType": "linux",
    "SecurityOptions": ["name=seccomp,profile=builtin"],
    "MemoryLimit": True,
    "SwapLimit": True,
    "PidsLimit": True,
}


def played(folder: Path, version: str, info: Mapping[str, Any]) -> ContainerSandbox:
    """A sandbox over a program that says it is this engine, and has no images."""
    program, said = folder / "engine", {"--version": version, "info": json.dumps(info)}
    program.write_text(
        f"#!{sys.executable}\nimport sys\nprint(*sys.argv[1:], file=open({str(folder / 'asked')!r}, 'a'))\n"
        f"said = {said!r}.get(sys.argv[1])\nprint(said or '')\nsys.exit(said is None)\n"
    )
    program.chmod(0o755)
    return ContainerSandbox(str(program), "some/image")


async def why(folder: Path, version: str, info: Mapping[str, Any], **changed: Any) -> str:
    return await played(folder, version, {**info, **changed}).available()


async def test_an_engine_without_the_image(tmp_path: Path) -> None:
    """An engine that could do it is asked for the image, and never to pull it."""
    assert "pull some/image" in await played(tmp_path, "podman version 5", PODMAN).available()
    assert "pull some/image" in await played(tmp_path, "Docker version 28", DOCKER).available()
    assert not any(line.startswith("pull") for line in (tmp_path / "asked").read_text().splitlines())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"ServerVersion": "", "ServerErrors": ["Cannot connect"]}, "its daemon does not run"),
        ({"OSType": "windows"}, "not Linux"),
        ({"SecurityOptions": []}, "seccomp"),
        ({"SecurityOptions": ["name=seccomp,profile=unconfined"]}, "seccomp"),
        ({"MemoryLimit": False}, "memory"),
        ({"SwapLimit": False}, "swap"),
        ({"PidsLimit": False}, "processes"),
    ],
)
async def test_a_weaker_docker(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    """A docker that cannot keep a limit or filter system calls opens no box, and says what is missing."""
    assert said in await why(tmp_path, "Docker version 28", DOCKER, **changed)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"serviceIsRemote": True}, "another machine"),
        ({"security": {"seccompEnabled": False}}, "system calls"),
        ({"cgroupVersion": "v1"}, "version 2"),
        ({"cgroupControllers": ["pids"]}, "memory"),
        ({"cgroupControllers": None}, "memory"),
        ({"cgroupControllers": ["memory"]}, "pids"),
    ],
)
async def test_a_weaker_podman(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    """A podman that cannot keep a limit or filter system calls opens no box, and says what is missing."""
    assert said in await why(tmp_path, "podman version 5", {"host": {**PODMAN["host"], **changed}})


async def test_nonsense(tmp_path: Path) -> None:
    """A program that is no engine is a sandbox that is not available."""
    sandbox = ContainerSandbox("/bin/true", "any")
    assert "does not work here" in await sandbox.available()
    with pytest.raises(SandboxUnavailable):
        async with sandbox.open(BoxSpec()):
            pass


def test_arguments() -> None:
    """A container is made with every protection and limit, and without a network unless one is asked for."""
    limits = BoxLimits(memory=1 << 28, processes=50, disk=1 << 24, cpu=7, wall=9)
    asked = create_arguments(EngineFacts(kind="docker"), BoxSpec(limits=limits), ["--volume=/a:/b"])
    assert {
        "--pull=never",
        "--network=none",
        "--cap-drop=ALL",
        "--security-opt=no-new-privileges",
        f"--memory={1 << 28}",
        f"--memory-swap={1 << 28}",
        "--pids-limit=53",
        f"--ulimit=fsize={1 << 24}:{1 << 24}",
        "--ulimit=core=0:0",
        "--env=HTTPS_PROXY=",
        "--volume=/a:/b",
    } <= set(asked)
    assert all(each.startswith("--") for each in asked)
    assert not any(each.startswith("--privileged") or "unconfined" in each for each in asked)
    assert keeping(BoxSpec(limits=limits))[0] == "69"
    networked = create_arguments(EngineFacts(kind="docker"), BoxSpec(network=True), [])
    assert not any(each.startswith("--network") for each in networked)


def test_ids_of_their_own() -> None:
    """Where podman runs as root, no id of a box is one of the machine's."""
    asked = create_arguments(EngineFacts(kind="podman", first_id=FIRST_ID), BoxSpec(), [])
    assert f"--uidmap=0:{FIRST_ID}:65536" in asked
    assert f"--gidmap=0:{FIRST_ID}:65536" in asked


def test_sentences() -> None:
    """An engine's last words are told without its name for them."""
    assert sentence(b"WARNING: x\nError response from daemon: no space\n\n") == "no space"
    assert sentence(b"") == "it gave no reason"


def _files(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_control_groups_of_version_one(tmp_path: Path) -> None:
    """What is used is read from the group of each controller."""
    _files(
        tmp_path,
        {
            "proc/7/cgroup": "9:pids:/box\n8:memory:/other\n3:cpu,cpuacct:/box\n0::/\n",
            "groups/pids/box/pids.current": "12\n",
            "groups/pids/box/pids.events": "max 3\n",
            "groups/memory/other/memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n",
            "groups/cpuacct/box/cpuacct.usage": "1500000000\n",
        },
    )
    use = ProcessControlGroups(7, proc=str(tmp_path / "proc"), mounts=str(tmp_path / "groups")).look()
    assert (use.cpu, use.tasks, use.refused, use.starved, use.shared_full) == (1.5, 12, 3, 2, False)


def test_control_groups_of_version_two(tmp_path: Path) -> None:
    """What is used is read from the one group; without it there is an error, never a zero."""
    _files(
        tmp_path,
        {
            "proc/7/cgroup": "0::/box.scope\n",
            "groups/box.scope/cpu.stat": "usage_usec 2500000\nuser_usec 1\n",
            "groups/box.scope/pids.current": "4\n",
            "groups/box.scope/pids.events": "max 0\n",
            "groups/box.scope/memory.events": "low 0\noom 1\noom_kill 1\n",
        },
    )
    groups = ProcessControlGroups(7, proc=str(tmp_path / "proc"), mounts=str(tmp_path / "groups"))
    use = groups.look()
    assert (use.cpu, use.tasks, use.refused, use.starved) == (2.5, 4, 0, 1)
    os.unlink(tmp_path / "groups/box.scope/pids.events")
    with pytest.raises(OSError, match=r"pids\.events"):
        groups.look()
