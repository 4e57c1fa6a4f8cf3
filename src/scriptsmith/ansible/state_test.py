"""The test of an entry's playbook: what lies on the host before the first run, and what is so after each.

`test.sh` has two functions for the test library: `before`, if anything must be prepared, and `after`, which checks the
state. Both know the parameters' values as shell variables. Two kinds of comment say with what it is tried:

    # with: NAME=VALUE      the value of a parameter in the bound form, so that one that a playbook ignores is seen
    # refused: NAME=VALUE   a value that must not be taken
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from ..core.proof import shortfall
from ..errors import BadInput
from ..ports import Box

TEST_FOLDER = "/work/test"
"""Where the test and its stand-ins lie in the box; no effects of the playbook."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NAMED = re.compile(r"^# (with|refused): (\w+)=(.*)$", re.MULTILINE)
_WHERE = frozenset(("path", "dest", "name"))
"""The options that say what a module works on."""
_STAGE = """cd {folder} || exit
[[ ! -e .stub-log ]] || cp .stub-log .kept-log
. ./values.sh
. ./test.sh
[[ ! -e .kept-log ]] || cp .kept-log .stub-log
{act}
"""
_ACTS = {
    "before": """set -e
if declare -F before >/dev/null; then before; fi
{situation}
if [[ -e .stubs/systemctl ]]; then
  ansible=$(command -v ansible-playbook)
  mkdir -p library
  cp "${ansible%/*}"/../lib/python3*/*-packages/ansible/modules/systemd_service.py library/service.py
fi""",
    "after": "after\nfinish",
}
"""What each stage does. In a box Ansible sees no systemd, and `service` would look for other managers of services:
where a test brings a stand-in of systemctl, Ansible's own module for systemd takes its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateTest:
    """A test with the library `harness` and the `values` of the entry's parameters."""

    text: str
    harness: str
    values: Mapping[str, str]

    def files(self) -> dict[str, bytes]:
        """What lies in the box."""
        values = "".join(f"{name}={shlex.quote(value)}\n" for name, value in self.values.items())
        texts = {"test.sh": self.text, "harness.sh": self.harness, "values.sh": values, "systemctl": _systemctl()}
        return {f"{TEST_FOLDER}/{name}": text.encode("utf-8", "surrogatepass") for name, text in texts.items()}

    def environ(self, path: str) -> dict[str, str]:
        """What test, playbook and stand-ins are told; `path` is that of the box."""
        return {
            "HARNESS": f"{TEST_FOLDER}/harness.sh",
            "SCRIPT": f"{TEST_FOLDER}/playbook.yml",
            "STUB_LOG": f"{TEST_FOLDER}/.stub-log",
            "UNITS": f"{TEST_FOLDER}/systemctl",
            "PATH": f"{TEST_FOLDER}/.stubs:{path}",
            "ANSIBLE_LIBRARY": f"{TEST_FOLDER}/library",
        }

    async def before(self, box: Box, situation: str = "") -> None:
        """Prepare the box, and the situation that a function of the test makes; raises `BadInput` where that fails."""
        act = _ACTS["before"].replace("{situation}", situation)
        ran = await box.execute(["bash", "-c", _STAGE.format(folder=TEST_FOLDER, act=act)])
        if ran.exit:
            said = ran.stderr.decode("utf-8", "replace").strip()[:300]
            raise BadInput(f"the test could not prepare the box: {said}")

    async def after(self, box: Box) -> str:
        """Why the box is not as the test wants it, in a few words; empty when it is."""
        ran = await box.execute(["bash", "-c", _STAGE.format(folder=TEST_FOLDER, act=_ACTS["after"])])
        return shortfall(ran)


def chosen(test: str) -> dict[str, str]:
    """The values that a test gives parameters in the bound form."""
    return {name: value for kind, name, value in _NAMED.findall(test) if kind == "with"}


def refused(test: str) -> list[tuple[str, str]]:
    """The values, each with its parameter, that a test says are not taken."""
    return [(name, value) for kind, name, value in _NAMED.findall(test) if kind == "refused"]


def elsewhere(text: str) -> str:
    """A playbook whose tasks and handlers all work on something else; the same text where none says on what."""
    ends = sorted((end, quote) for end, quote in _places(text))
    for end, quote in reversed(ends):
        text = f"{text[:end]}-elsewhere{quote}{text[end + len(quote) :]}"
    return text


def _places(text: str) -> Iterator[tuple[int, str]]:
    """Where the values of `path`, `dest` and `name` of modules end, each with the quote that closes it."""
    waiting = [yaml.compose(text, Loader=_LOADER)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                waiting.append(value)
                if "." not in str(key.value) or not isinstance(value, yaml.MappingNode):
                    continue
                for option, what in value.value:
                    if option.value in _WHERE and isinstance(what, yaml.ScalarNode) and what.style not in ("|", ">"):
                        quote = what.style or ""
                        yield what.end_mark.index - len(quote), quote


@cache
def _systemctl() -> str:
    return Path(__file__).with_name("data").joinpath("systemctl.sh").read_text(encoding="utf-8")
