"""SS1241: code of somebody who is not trusted is built where secrets are at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule
from .word_lists import set_of

_PROPOSED = re.compile(r"\b(?:pull/[^/\s]+/(?:head|merge)|merge-requests/[^/\s]+/head|pull-requests/[^/\s]+/from)\b")
_SECRET = re.compile(
    r"(?i)\b\w*(?:token|secret|password|passwd|access_key\w*|api_?key|private_key|kubeconfig|credentials?)\w*\b"
)
# What runs what lies in the working folder: scripts of the package, a Makefile, plugins of the build.
_BUILDERS = set_of(
    "npm yarn pnpm make cmake mvn gradle gradlew mvnw pip pip3 tox pytest cargo go bundle rake composer ant sbt bazel "
    "docker podman buildah ansible-playbook terraform tofu node python python3 ruby"
)
_HARMLESS = re.compile(r"--ignore-scripts|\A(?:version|--version|-v|fmt|validate|view|audit)\b")


@script_rule(
    "SS1241",
    "Builds what a stranger has proposed where secrets are at hand",
    why="Whoever opens a pull request writes the scripts that its build runs; these read every variable and file of "
    "the machine that builds.",
    instead="build proposals on a machine without secrets, and publish in a second job that runs no code of theirs",
    on="git gh",
    bad=(
        'export NPM_TOKEN; git fetch origin "pull/$PR/head:pr"; git checkout pr; npm ci',
        "export AWS_SECRET_ACCESS_KEY=$KEY; git fetch origin refs/pull/7/merge; git checkout FETCH_HEAD; make test",
        "export DEPLOY_TOKEN; gh pr checkout 12; pip install .",
    ),
    good=(
        'git fetch origin "pull/$PR/head:pr"; git checkout pr; npm ci',
        "export NPM_TOKEN; git fetch origin main; git checkout main; npm ci",
        'export NPM_TOKEN; git fetch origin "pull/$PR/head:pr"; git diff main...pr',
    ),
)
def built_with_secrets(calls: Sequence[Invocation]) -> Iterator[Hit]:
    proposed = False
    exported = ""
    for call in calls:
        if call.name in ("export", "declare", "source", "."):
            found = _SECRET.search(call.text) if call.name in ("export", "declare") else None
            exported = exported or (found[0] if found else "")
        elif call.name == "unset" and exported and exported in call.text:
            exported = ""
        elif (call.name == "git" and call.verb in ("fetch", "pull", "checkout") and _PROPOSED.search(call.text)) or (
            call.name == "gh" and call.words[:2] == ("pr", "checkout")
        ):
            proposed = True
        elif proposed and exported and _runs(call):
            yield dangerous(
                f"runs what a proposal brings along, with {exported} in its environment", call.command.place
            )
            return


def _runs(call: Invocation) -> bool:
    if call.name in _BUILDERS:
        return not _HARMLESS.search(call.text)
    return call.command.program.shape.startswith("./")
