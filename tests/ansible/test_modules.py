"""The table of modules: every deed speaks of modules and options that exist, in Bash that can be read."""

from __future__ import annotations

import re

import pytest

from scriptsmith.ansible.analysis import analyse_playbook
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


@pytest.mark.parametrize(
    ("task", "risk"),
    [
        ("kubernetes.core.k8s: {kind: Namespace, name: shop, namespace: '{{ ns }}', state: absent}", "dangerous"),
        ("amazon.aws.rds_instance: {id: a, allocated_storage: '{{ x }}', publicly_accessible: true}", "dangerous"),
        ("community.general.ufw: {rule: allow, to_port: '{{ port }}'}", "notable"),
    ],
)
def test_a_variable_in_an_option_that_may_be_left_out_hides_nothing(task: str, risk: str) -> None:
    """What a task does is written whichever of its options is a variable."""
    assert analyse_playbook(f"- hosts: web\n  tasks:\n    - {task}\n").risk == risk


@pytest.mark.parametrize(
    ("task", "risk"),
    [
        ("community.docker.docker_container_exec: {container: db, command: rm -rf /var/lib/postgresql}", "dangerous"),
        ("community.docker.docker_container_exec: {container: db, command: pg_isready}", "notable"),
        ("kubernetes.core.k8s_exec: {namespace: a, pod: b, command: redis-cli FLUSHALL}", "dangerous"),
        ("community.mongodb.mongodb_shell: {db: a, eval: 'db.dropDatabase()'}", "dangerous"),
        ("community.mongodb.mongodb_shell: {db: a, eval: '{{ x }}'}", "unanalysable"),
        ("amazon.aws.autoscaling_group: {name: a, desired_capacity: 0, max_size: 0, min_size: 0}", "dangerous"),
        ("amazon.aws.autoscaling_group: {name: a, desired_capacity: 4, max_size: 8, min_size: 2}", "notable"),
        ("community.aws.ecs_service: {name: a, state: present, desired_count: 0}", "dangerous"),
        ("community.aws.s3_sync: {bucket: a, file_root: b, delete: true}", "dangerous"),
        ("amazon.aws.cloudwatchlogs_log_group: {log_group_name: x, state: present, overwrite: true}", "dangerous"),
        ("google.cloud.gcp_storage_object: {bucket: a, action: delete}", "dangerous"),
        ("community.rabbitmq.rabbitmq_policy: {name: ha, pattern: '^q', vhost: /}", "notable"),
        ("community.general.pagerduty_alert: {name: a, state: triggered}", "notable"),
    ],
)
def test_a_module_is_worth_what_it_does(task: str, risk: str) -> None:
    """Modules of clouds, containers and databases are judged by the deed and not by being known."""
    assert analyse_playbook(f"- hosts: web\n  tasks:\n    - {task}\n").risk == risk
