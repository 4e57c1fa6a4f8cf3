"""Modules whose deed nobody wrote down: a task passes where none of the options that it gives may do harm."""

from __future__ import annotations

import pytest

from scriptsmith.ansible.analysis import analyse_playbook

_NETWORK = (
    "azure.azcollection.azure_rm_virtualnetwork: {resource_group: a, name: b, address_prefixes_cidr: [10.1.0.0/16]"
)
_GROUP = "azure.azcollection.azure_rm_securitygroup: {resource_group: a, name: b"
_RULE = (
    _GROUP
    + ", rules: [{name: web, protocol: Tcp, destination_port_range: 443, source_address_prefix: %s, priority: 100}]}"
)
PASSES = (
    _NETWORK + "}",
    _GROUP + ", purge_rules: false}",
    _RULE % "10.1.0.0/16",
    "community.general.github_webhook_info: {repository: a, user: b}",
    "community.zabbix.zabbix_maintenance: {name: a, state: absent}",
)
STOPPED = (
    _NETWORK + ", state: absent}",
    _NETWORK + ", state: '{{ state }}'}",
    _NETWORK + ", purge_address_prefixes: true}",
    _GROUP + ", purge_rules: true}",
    _RULE % "'*'",
    _RULE % "0.0.0.0/0",
    "azure.azcollection.azure_rm_roleassignment: {scope: /subscriptions/a, role_definition_id: b}",
    "azure.azcollection.azure_rm_keyvault: {resource_group: a, vault_name: b, enable_soft_delete: false}",
    "community.mongodb.mongodb_index: {indexes: [{database: a, collection: b, options: {name: c}, state: absent}]}",
    "community.general.jenkins_script: {script: println 1}",
)


def risk(task: str) -> str:
    """What a play with that one task is judged as."""
    return analyse_playbook(f"- hosts: localhost\n  tasks:\n    - {task}\n").risk


@pytest.mark.parametrize("task", PASSES)
def test_what_makes_or_changes_one_thing_passes(task: str) -> None:
    """No option, no value and no word of the module's name is of a kind that harms."""
    assert risk(task) in ("safe", "notable")


@pytest.mark.parametrize("task", STOPPED)
def test_what_removes_or_gives_power_or_opens_is_stopped(task: str) -> None:
    """One option more, or another value, and nobody can tell."""
    assert risk(task) in ("dangerous", "unanalysable")


def test_an_option_that_a_group_gives_is_not_overlooked() -> None:
    """`module_defaults` may hold what the task does not show."""
    play = (
        "- hosts: localhost\n  module_defaults: {group/azure: {purge_rules: true}}\n  tasks:\n    - " + _GROUP + "}\n"
    )
    assert analyse_playbook(play).risk == "unanalysable"


@pytest.mark.parametrize(
    ("path", "line", "careful"),
    [
        ("/etc/snmp/snmpd.conf", "rwcommunity public default", "rocommunity monitoring 10.1.0.0/16"),
        ("/etc/kafka/server.properties", "unclean.leader.election.enable=true", "unclean.leader.election.enable=false"),
        ("/etc/postgresql/16/main/conf.d/a.conf", "fsync = off", "fsync = on"),
        ("/etc/grafana/grafana.ini", "org_role = Admin", "org_role = Viewer"),
        ("/etc/consul.d/acl.hcl", 'default_policy = "allow"', 'default_policy = "deny"'),
        ("/etc/memcached.conf", "-l 0.0.0.0", "-l 127.0.0.1"),
        ("/etc/rabbitmq/rabbitmq.conf", "loopback_users = none", "loopback_users.guest = true"),
        ("/etc/nginx/conf.d/a.conf", "root /;", "root /srv/www;"),
        ("/etc/rsyncd.conf", "read only = no", "read only = yes"),
        ("/etc/bind/named.conf.options", "allow-transfer { any; };", "allow-transfer { none; };"),
        ("/etc/openvpn/server.conf", "cipher none", "cipher AES-256-GCM"),
        ("/etc/redis/redis.conf", "protected-mode no", "protected-mode yes"),
    ],
)
def test_settings_that_let_everybody_in_are_told_from_others(path: str, line: str, careful: str) -> None:
    """The one setting is dangerous in its file, and its careful form is not."""
    task = "copy: {dest: %s, content: '%s', mode: '0640'}"
    assert risk(task % (path, line)) == "dangerous"
    assert risk(task % (path, careful)) == "notable"


@pytest.mark.parametrize(("mode", "expected"), [("'0644'", "dangerous"), ("'0600'", "notable")])
def test_a_file_that_holds_a_secret_by_its_name_is_not_for_all(mode: str, expected: str) -> None:
    """The mode decides, for each item of a loop."""
    text = "- hosts: web\n  tasks:\n    - copy: {src: '{{ item }}', dest: /etc/shop/, mode: %s}\n      loop: [a.conf, b.key]\n"
    assert analyse_playbook(text % mode).risk == expected


@pytest.mark.parametrize(("value", "expected"), [("trust", "dangerous"), ("scram-sha-256", "notable")])
def test_the_environment_of_a_container_is_read_for_settings(value: str, expected: str) -> None:
    """A database that is told to trust everybody is stopped."""
    told = f"community.docker.docker_container: {{name: db, image: a, env: {{POSTGRES_HOST_AUTH_METHOD: {value}}}}}"
    assert risk(told) == expected
