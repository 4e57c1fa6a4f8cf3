"""SS1229: plans of infrastructure that are carried out although nobody has seen them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule

_TOOLS = frozenset(("terraform", "tofu", "terragrunt", "pulumi", "cdk"))
_UNASKED = re.compile(
    r"(?:\A|\s)--?(?:auto-approve\b(?!=false)|yes\b|skip-preview\b|require-approval[= ]never\b)|\A.*\bup\b.*\s-y\b"
)
_SAVED = re.compile(r"(?:\A|\s)(?:-out[= ]\S+|--save-plan\S*)")


@script_rule(
    "SS1229",
    "Carries out a plan that nobody has seen, or deletes what a folder of manifests lacks",
    why="The plan is made at that moment: a changed provider, a lost state or a file that is missing makes it replace "
    "or delete what runs.",
    instead="save the plan, let somebody or a test read it, and apply that one: terraform plan -out=p && terraform "
    "show "
    "p && terraform apply p; kubectl diff before kubectl apply, and delete by name",
    on="terraform tofu terragrunt pulumi cdk kubectl oc",
    bad=(
        "cd infra/prod && terraform init && terraform apply -auto-approve",
        "pulumi up --yes --stack prod",
        "git pull; kubectl apply --prune -l app=shop -f manifests/",
    ),
    good=(
        "terraform plan -out=p && terraform show p && terraform apply -auto-approve p",
        "terraform apply",
        "kubectl apply -f manifests/",
        "kubectl apply --prune --dry-run=server -l app=shop -f manifests/",
    ),
)
def unseen(calls: Sequence[Invocation]) -> Iterator[Hit]:
    planned = False
    for call in calls:
        if call.name in ("kubectl", "oc"):
            if "apply" in call.words and call.has("--prune") and "--dry-run" not in call.text and not planned:
                yield dangerous("deletes what runs and is not among the manifests that are there at that moment",
                                call.command.place)  # fmt: skip
            planned = planned or "diff" in call.words or "--dry-run" in call.text
        elif call.name in _TOOLS:
            if call.verb in ("plan", "preview", "diff") or _SAVED.search(call.text):
                planned = True
            elif call.verb in ("apply", "up", "deploy", "run-all") and not planned and len(call.words) < 3:
                saved = call.name in ("terraform", "tofu") and len(call.words) > 1
                if _UNASKED.search(call.text) and not saved and not re.search(r"--?target[= ]", call.text):
                    what = f"{call.name} {call.verb} carries out whatever the plan turns out to be, and nobody sees it"
                    yield dangerous(what, call.command.place)
