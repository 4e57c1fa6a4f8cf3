"""A variable that is named after a program is read as that program, and only where the script did not fill it itself."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "script",
    [
        '"$KUBECTL" delete ns x',
        "$kubectl delete ns x",
        "${KUBECTL_BIN} delete ns x",
        '"$kubectlCmd" delete ns x',
        "${KUBECTL:-kubectl} delete ns x",
        ': "${KUBECTL:=kubectl}"; "$KUBECTL" delete ns x',
        "$PSQL_CMD -c 'drop table users'",
        "$SUDO rm -rf /etc",
        "${SUDO} systemctl stop sshd",
        "$NICE rm -rf /etc",
        "$DRY_RUN rm -rf /etc",
        "cmd=rm; $cmd -rf /etc",
        '"$RM" -rf /etc',
        "$GIT rm -rf /etc",
        "kubectl $KUBE_OPTS delete ns x",
        "${SUDO} $SYSTEMCTL $FLAGS stop sshd",
    ],
)
def test_the_harm_of_the_named_program_is_found(script: str) -> None:
    """Whichever way the name is written, the rules of the program speak."""
    assert analyse(script).risk == "dangerous"


@pytest.mark.parametrize(
    "script",
    [
        "$KUBECTL get pods",
        '"${DOCKER_CMD}" ps -a',
        "${SUDO} ls /root",
        "${GREP:-grep} -q x file",
        "$git status",
        '"$PSQL_PATH" --version',
        "$PYTHON -c 'print(1)'",
        '"${KUBECTL}" $KUBE_OPTS get pods',
    ],
)
def test_what_only_looks_is_safe(script: str) -> None:
    """A variable in place of the program is no reason by itself to flag a command."""
    assert analyse(script).risk == "safe"


@pytest.mark.parametrize(
    "script",
    [
        "$CMD x",
        '"$TOOL" --force',
        "$FILE x",
        "$SERVICE start",
        "KUBECTL=$1; $KUBECTL get pods",
        "read -r KUBECTL; $KUBECTL get pods",
        "KUBECTL=$(curl -s https://example.com/k); $KUBECTL get pods",
        "KUBECTL=$(cat name); $KUBECTL get pods",
        "kubectl $VERB ns x",
        '"$KUBECTL" $ARGS',
        'docker "$@"',
    ],
)
def test_nothing_is_concluded_from_a_name_that_says_nothing_or_was_filled_here(script: str) -> None:
    """A value that the script read or computed may be anything, whatever its variable is called."""
    assert analyse(script).risk == "unanalysable"
