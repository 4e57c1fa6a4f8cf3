"""`scriptsmith catalogue machine`: installs the real services that `catalogue verify --real` runs entries against."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import click

from ..adapters.machine import BUILD, BUILD_KUBERNETES
from ..core.evidence_grade import BASE_PACKAGES, needs
from ..errors import SandboxUnavailable, ToolMissing
from ..wiring import App, fixtures, machines
from .output import progress, say
from .session import with_app


@click.command("machine")
@click.option(
    "--missing", is_flag=True, help="Install only when packages are missing; otherwise the tree is made anew."
)
@click.option("--kubernetes", is_flag=True, help="Build the API server of Kubernetes too: half an hour of one CPU.")
@click.option("--list", "only_list", is_flag=True, help="Print the names of the packages and install nothing.")
def machine(missing: bool, kubernetes: bool, only_list: bool) -> int:
    """Make the Debian tree with real services (PostgreSQL, nginx, etcd …) that `catalogue verify --real` needs.

    It holds the packages that fixtures and real tests of all entries name. Needs root, apt-get and about 1.5 GB in the
    folder that the setting `sandbox.machine` names; it takes two minutes. No package of Debian holds
    the API server of Kubernetes; with --kubernetes it is built from Debian's source.
    """

    async def work(app: App) -> int:
        known = fixtures()
        entries = await app.catalogue.entries()
        packages = sorted({*BASE_PACKAGES, *(name for each in entries for name in needs(each, known).packages)})
        if only_list:
            click.echo("\n".join(packages))
            return 0
        tree = machines(app.settings)
        lacking = tree.lacking(packages)
        if missing and not lacking:
            say(f"all {len(packages)} packages are in {tree.tree}")
        else:
            with progress(f"installing {len(packages)} packages into {tree.tree}"):
                run(BUILD, tree.tree, packages)
        if kubernetes and not (missing and not tree.lacking((), ("kube-apiserver", "kube-controller-manager"))):
            with progress("building the API server of Kubernetes"):
                run(BUILD_KUBERNETES, tree.tree)
        say(f"{len(packages)} packages are in {tree.tree}; `scriptsmith catalogue verify --real` uses them")
        return 0

    return with_app(work)


def run(program: Path, tree: Path, words: Sequence[str] = ()) -> None:
    """Run `program` on `tree` with further words; raises `ToolMissing` or `SandboxUnavailable` with the reason."""
    try:
        ran = subprocess.run(
            ["bash", str(program), str(tree), *words], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError as error:
        raise ToolMissing(f"bash could not be started: {error.strerror or error}") from None
    if ran.returncode:
        told = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        raise SandboxUnavailable(
            f"the machine's tree could not be made: {told[-1] if told else 'for no stated reason'}"
        )
