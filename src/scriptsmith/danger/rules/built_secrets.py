"""SS1958: secrets that become part of an image."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule

_BUILDERS = frozenset(("docker", "podman", "buildah", "nerdctl"))
_SECRET = re.compile(
    r"(?i)\A(?:--build-arg=)?(\w*(?:passw(?:or)?d|token|secret|api_?key|private_?key|credentials?))(?:=|\Z)"
)


@script_rule(
    "SS1958",
    "Puts a password or token into an image and pushes it",
    why="The arguments of a build stand in the history of the image: docker history shows them to everybody who may "
    "pull it.",
    instead="hand it to the one step that needs it: docker build --secret id=npm,env=NPM_TOKEN, and RUN "
    "--mount=type=secret,id=npm",
    on="docker podman buildah nerdctl",
    bad=(
        "docker build --build-arg NPM_TOKEN=$NPM_TOKEN -t registry.example/app . && docker push registry.example/app",
        "podman build --build-arg API_KEY=$API_KEY -t registry.example/app .; podman push registry.example/app",
        "docker buildx build --push --build-arg DB_PASSWORD -t registry.example/app .",
    ),
    good=(
        "docker build --secret id=npm,env=NPM_TOKEN -t registry.example/app . && docker push registry.example/app",
        "docker build --build-arg VERSION=$V -t registry.example/app . && docker push registry.example/app",
        "docker build --build-arg NPM_TOKEN=$NPM_TOKEN -t app .",
    ),
)
def baked_in(calls: Sequence[Invocation]) -> Iterator[Hit]:
    baked: tuple[str, Invocation] | None = None
    for call in calls:
        if call.name not in _BUILDERS:
            continue
        if "build" in call.words or call.verb == "bud":
            named = (_SECRET.match(word.written) for word in call.all("--build-arg"))
            name = next((found[1] for found in named if found), "")
            baked = (name, call) if name else baked
        if baked and ("push" in call.words or call.has("--push")):
            yield dangerous(f"puts {baked[0]} into the history of an image that is pushed", baked[1].command.place)
            return
