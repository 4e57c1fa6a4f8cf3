"""SS1806: programs whose subcommand the text does not say."""

from __future__ import annotations

from ...interpreter.model import Hit
from ...programs.spec import spec_of
from .invocation import Invocation
from .rule import rule, unanalysable


@rule(
    "SS1806",
    "Lets a value from outside decide what a powerful program does",
    why="kubectl get looks and kubectl delete destroys: without the subcommand nobody can say which of them this is.",
    instead="write the subcommand in the script, and let values decide only what it is done to",
    level="unanalysable",
    bad=('kubectl "$1" pods', 'docker "$@"', "helm $ARGS", '"$KUBECTL" "$VERB" ns x', 'git "$@"'),
    good=(
        'kubectl get "$1"',
        'docker ps "$@"',
        'kubectl -n "$NS" get pods',
        'git -C "$DIR" status',
        "helm list $ARGS",
        "kubectl $KUBE_OPTS get pods",
        'redis-cli -h "$HOST" ping',
        'V=get; kubectl "$V" pods',
    ),
)
def verb_unsaid(call: Invocation) -> Hit | None:
    if call.verb != "…" or not call.operands[0].unknowns or call.name == "systemctl":
        return None
    spec = spec_of(call.name)
    if spec is None or not spec.has_subcommands:
        return None
    return unanalysable(f"lets {call.operands[0].unknowns[0].source} decide what {call.name} does")
