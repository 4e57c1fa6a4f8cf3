"""Scripts that take arguments which nobody described: known for it when they are published, and not served for others."""

from __future__ import annotations

import pytest

from scriptsmith.bash.arguments import takes_arguments
from scriptsmith.core.publish import UNDESCRIBED, takes_undescribed
from scriptsmith.core.types import Action, Entry, Script
from scriptsmith.retrieval.search import Index


@pytest.mark.parametrize(
    "text",
    [
        'systemctl restart "$1"',
        'main() { echo "${1:?a name}"; }\nmain "$@"',
        "while getopts n: option; do echo $option; done",
        "[ $# -gt 0 ] || exit 2",
        'echo "$(cat "${2:-/etc/hosts}")"',
        "cat <<END\n$1\nEND",
        'for name in a b; do grep "$name" "$3"; done',
    ],
)
def test_a_script_that_reads_its_arguments_is_known(text: str) -> None:
    assert takes_arguments(text)


@pytest.mark.parametrize(
    "text",
    [
        'show() { echo "$1"; }\nshow nginx',
        'main() { echo ready; }\nmain "$@"',
        "awk '{ print $1 }' /etc/hosts",
        'echo "$0 in $HOME"',
        "cat <<'END'\n$1\nEND",
        "cat <<END\n\\$1\nEND",
        "echo $(( 1 + 2 ))",
    ],
)
def test_a_script_that_reads_none_is_told_apart(text: str) -> None:
    """The arguments of a function, of awk and of quoted text are not the script's."""
    assert not takes_arguments(text)


def test_an_entry_with_undescribed_arguments_is_served_for_its_own_words_only() -> None:
    told = {"id": "restart-cart", "title": "restart the cart service", "phrases": ("restart the cart service",)}
    script = Script(text='systemctl restart "$1"')
    entry = Entry(**told, script=script, labels=UNDESCRIBED, status="verified")  # type: ignore[arg-type]
    assert takes_undescribed(entry)
    own, other = (
        Index([entry]).nearest(Action(text=text))[0] for text in ("restart the cart service", "restart the web service")
    )
    assert own.objections == ()
    assert "arguments: its script takes arguments that nobody described" in other.objections
