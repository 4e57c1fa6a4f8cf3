"""The table of modules: every deed speaks of modules and options that exist, in Bash that can be read."""

from __future__ import annotations

import re

import pytest

from scriptsmith.ansible.lowering import lower
from scriptsmith.ansible.modules import deeds, full_name, options
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.bash.parser import parse


@pytest.mark.parametrize("name", deeds())
def test_a_module_of_the_deeds_exists_with_its_options(name: str) -> None:
    assert name in options() or name.startswith("ansible.builtin."), "no collection has it"
    known = options().get(name)
    if known is None:
        return
    canonical = {option.name for option in known.values()}
    for deed in deeds()[name].deeds:
        used = {re.split(r"!?=", term)[0].strip("!") for term in deed.condition}
        used |= set(re.findall(r"\{(\w+)[*,~]?\}", deed.template))
        used |= {
            re.split(r"!?=", term)[0].strip("!")
            for terms in re.findall(r"\(\?([\w!=|,-]+):", deed.template)
            for term in terms.split(",")
        }
        assert used <= canonical, (name, used - canonical, deed.template)


@pytest.mark.parametrize("name", [name for name in options() if name in deeds()])
def test_what_is_written_for_a_module_can_be_read_as_bash(name: str) -> None:
    """With each of its options given, once as a word and once as a variable."""
    for value in ("x y'z", "{{ v }}"):
        given = "".join(
            f"        {option.name}: {(option.choices or [value])[0]!r}\n"
            if option.kind != "b"
            else f"        {option.name}: true\n"
            for option in dict.fromkeys(options()[name].values())
        )
        playbook = read_playbook(f"- hosts: web\n  tasks:\n    - {name}:\n{given}")
        assert [each.message for each in playbook.problems] == []
        written = lower(playbook.plays[0]).text()
        assert not parse(written).problems, written


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("file", "ansible.builtin.file"),
        ("ansible.legacy.copy", "ansible.builtin.copy"),
        ("mount", "ansible.posix.mount"),
        ("docker_container", "community.docker.docker_container"),
        ("yum", "ansible.builtin.dnf"),
        ("acme.infra.x", ""),
        ("nothing_like_it", ""),
    ],
)  # fmt: skip
def test_short_names_are_found_as_ansible_finds_them(written: str, full: str) -> None:
    assert full_name(written) == full
