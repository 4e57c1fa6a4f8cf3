"""Pairs of playbooks for what a play prepares, shows, opens or fetches: the one is stopped, its near twin is not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scriptsmith.ansible.analysis import analyse_playbook
from scriptsmith.core.types import Severity
from tests.ansible.test_pairs import STOPPED, Pair

_TASKS = "- hosts: web\n  tasks:\n"
_NEWEST = (
    "- hosts: web\n  vars: {keep: %s}\n  tasks:\n    - find: {paths: /srv/r, patterns: '^[0-9]{8}$', use_regex: true, "
    "file_type: directory}\n      register: r\n    - file: {path: '{{ item.path }}', state: absent}\n"
    "      loop: \"{{ (r.files | sort(attribute='mtime', reverse=true))[keep | int:] }}\"\n"
)
_SWITCH = "- hosts: sw\n  connection: ansible.netcommon.network_cli\n  tasks:\n    - cisco.ios.ios_config: {parents: interface Gi1, lines: ['%s']}\n"
_LOOPS = (
    _TASKS + "    - amazon.aws.route53: {zone: a, record: '{{ item.name }}', type: A, value: b, state: present}\n"
    "      loop: '{{ wanted }}'\n"
    "    - amazon.aws.route53: {zone: a, record: '{{ item.name }}', type: A, value: b, state: @}\n      loop: '{{ current }}'\n"
)
TWINS: Mapping[str, Pair] = {
    "the newest are kept, by a number of the play": Pair("SS1014", _NEWEST % "@", "0", "5"),
    "a line adds a VLAN or sets the list": Pair(
        "SS2001", _SWITCH % "switchport trunk allowed vlan @", "140", "add 140"
    ),
    "a port is opened or shut": Pair("SS2001", _SWITCH % "@shutdown", "", "no "),
    "items of two lists are two things": Pair("SS1470", _LOOPS, "absent", "present"),
    "an option hands text to a program": Pair(
        "SS2001",
        _TASKS + "    - community.windows.win_scheduled_task: {name: a, actions: [{path: @}], state: present}\n",
        "powershell.exe",
        "'C:\\\\app\\\\rotate.exe'",
    ),
    "a secret of the controller is shown": Pair(
        "SS1214", _TASKS + "    - debug: {msg: \"{{ lookup('file', '~/.ssh/id_rsa@') }}\"}\n", "", ".pub"
    ),
    "a variable of the environment is shown": Pair(
        "SS1214", _TASKS + "    - debug: {msg: \"{{ lookup('env', '@') }}\"}\n", "DB_PASSWORD", "LANG"
    ),
    "a fact that a secret was looked up into": Pair(
        "SS1214",
        _TASKS + "    - set_fact: {a: \"{{ lookup('file', '@') }}\"}\n    - debug: {var: a}\n",
        "/etc/shadow",
        "/etc/motd",
    ),
    "a password is made where it may be": Pair(
        "SS2002", _TASKS + "    - set_fact: {a: \"{{ lookup('password', '@ length=12') }}\"}\n", "/etc/shadow", "credentials/a"
    ),
    "a password that all know": Pair(
        "SS2013", _TASKS + "    - community.mysql.mysql_user: {name: a, password: '@', priv: 'a.*:SELECT'}\n", "hunter2", "{{ v }}"
    ),
    "the secret of a container": Pair(
        "SS2013",
        _TASKS + "    - community.docker.docker_container: {name: a, image: b, env: {POSTGRES_PASSWORD: '@'}}\n",
        "postgres",
        "{{ vault_a }}",
    ),
    "the result of a vault is shown": Pair(
        "SS2016",
        _TASKS + "    - community.hashi_vault.vault_kv2_get: {path: a}\n      register: got\n    - debug: {var: @}\n",
        "got",
        "ansible_date_time",
    ),
    "all variables or one": Pair("SS2016", _TASKS + "    - debug: {msg: '{{ hostvars@ }}'}\n", "", ".a.ansible_host"),
    "a secret in the address of http": Pair(
        "SS2016", _TASKS + "    - uri: {url: '@://ci.example/b', headers: {X-Token: '{{ ci_token }}'}}\n", "http", "https"
    ),
    "a secret in an address of the internet or of one's own network": Pair(
        "SS2016",
        _TASKS + "    - uri: {url: 'http://ci.@/b', headers: {X-Token: '{{ ci_token }}'}}\n",
        "example.org",
        "internal:8080",
    ),
    "a message with a secret": Pair(
        "SS2016", _TASKS + "    - community.general.mail: {to: a@b, subject: c, body: '{{ @ }}'}\n", "admin_password", "version"
    ),
    "who answers is checked": Pair(
        "SS2019",
        _TASKS + "    - uri: {url: 'https://a.example', headers: {X-Token: '{{ a_token }}'}, validate_certs: @}\n",
        "false",
        "true",
    ),
    "code comes over a protected connection": Pair(
        "SS2019", _TASKS + "    - git: {repo: '@://a.example/b.git', dest: /srv/b, version: v1}\n", "http", "https"
    ),
    "packages come from whom one trusts": Pair(
        "SS2019", _TASKS + "    - pip: {name: a, extra_args: '--index-url @://p.example/simple'}\n", "http", "https"
    ),
    "a container within its bounds": Pair(
        "SS2017", _TASKS + "    - community.docker.docker_container: {name: a, image: b, capabilities: [@]}\n", "SYS_ADMIN", "NET_BIND_SERVICE"
    ),
    "a pod within its bounds": Pair(
        "SS2017",
        _TASKS + "    - kubernetes.core.k8s:\n        definition:\n          kind: Pod\n          metadata: {name: a, namespace: b}\n"
        "          spec: {containers: [{name: a, image: b, securityContext: {privileged: @}}]}\n",
        "true",
        "false",
    ),
    "networks that reach a database of a cloud": Pair(
        "SS2017",
        _TASKS + "    - google.cloud.gcp_sql_instance: {name: a, auth_kind: application, settings: {ip_configuration: "
        "{authorized_networks: [{value: @}]}}}\n",
        "0.0.0.0/0",
        "10.0.0.0/8",
    ),
    "an archive that is served": Pair(
        "SS2017", _TASKS + "    - community.general.archive: {path: /etc/app, dest: @/a.tgz}\n", "/var/www/html", "/var/backups"
    ),
    "an account that a line of sudo makes root": Pair(
        "SS1101",
        _TASKS + "    - copy: {dest: /etc/sudoers.d/a, content: \"a ALL=(root) NOPASSWD: /usr/bin/@\\n\", validate: 'visudo -cf %s'}\n",
        "vim",
        "uptime",
    ),
    "an account without a name goes": Pair(
        "SS1060", _TASKS + "    - community.mysql.mysql_user: {name: '@', host_all: true, state: absent}\n", "shop", ""
    ),
    "a setting of the database": Pair(
        "SS2008", _TASKS + "    - community.postgresql.postgresql_set: {name: password_encryption, value: @}\n", "md5", "scram-sha-256"
    ),
    "a plan or its execution": Pair(
        "SS1229", _TASKS + "    - community.general.terraform: {project_path: /a, state: @}\n", "present", "planned"
    ),
    "a service that makes copies": Pair(
        "SS2018", _TASKS + "    - systemd: {name: restic-backup.timer, state: @, enabled: @}\n".replace("state: @, ", ""), "false", "true"
    ),
    "root comes in with a password": Pair(
        "SS2008",
        _TASKS + "    - lineinfile: {path: /etc/ssh/sshd_config, line: 'PermitRootLogin @', validate: 'sshd -t -f %s'}\n",
        "'yes'".strip("'"),
        "no",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_the_one_is_stopped(name: str) -> None:
    """By the rule that is meant, and not by another only."""
    pair = TWINS[name]
    danger = analyse_playbook(pair.text.replace("@", pair.bad))
    assert danger.risk in STOPPED
    assert pair.code in {each.code for each in danger.findings if each.severity is not Severity.INFO}


@pytest.mark.parametrize("name", TWINS)
def test_the_other_is_not(name: str) -> None:
    """One detail more, and nothing stops it."""
    pair = TWINS[name]
    danger = analyse_playbook(pair.text.replace("@", pair.good))
    assert danger.risk not in STOPPED, [each for each in danger.findings if each.severity is not Severity.INFO]
