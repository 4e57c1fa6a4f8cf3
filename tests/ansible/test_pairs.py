"""Pairs of playbooks that differ in one detail: the one is stopped for a rule, the other is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from scriptsmith.ansible.analysis import analyse_playbook
from scriptsmith.core.types import Severity

STOPPED = ("dangerous", "unanalysable")


class Pair(NamedTuple):
    """A play with `@` where `bad` or `good` stands, and the rule that stops the one."""

    code: str
    text: str
    bad: str
    good: str


_TASKS = "- hosts: web\n  tasks:\n"
_FOUND = (
    _TASKS + "    - find: {paths: /srv/backup, patterns: 'all-*.gz'}\n      register: dumps\n"
    "    - file: {path: '{{ item.path }}', state: absent}\n      loop: \"{{ @ }}\"\n"
)
_PATCHED = "- hosts: web\n  max_fail_percentage: 0\n  serial: @\n  tasks:\n"
_ASKED = "    - stat: {path: /var/run/reboot-required}\n      register: rr\n    - reboot:\n"
_CLUSTER = (
    _TASKS + "    - kubernetes.core.k8s:\n        definition:\n          kind: ClusterRoleBinding\n"
    "          metadata: {name: x}\n          roleRef: {kind: ClusterRole, name: @}\n"
    "          subjects: [{kind: Group, name: 'system:unauthenticated'}]\n"
)
_MIRROR = (
    _TASKS + "    - command: mount -t nfs filer:/shares /mnt/shares\n      @\n"
    "    - ansible.posix.synchronize: {src: /mnt/shares/, dest: /backup/shares/, delete: true}\n"
)
_KEYS = (
    _TASKS + '    - assert: {that: "@"}\n'
    "    - ansible.posix.authorized_key: {user: ops, key: '{{ key_block }}', exclusive: true}\n"
)
_DRAIN = (
    "- hosts: nodes\n  serial: 1\n  tasks:\n"
    "    - kubernetes.core.k8s_drain: {name: '{{ inventory_hostname }}', state: drain}\n"
    "    - kubernetes.core.k8s_drain: {name: '{{ inventory_hostname }}', state: @}\n"
)
_DEFAULTS = (
    "- hosts: web\n  module_defaults:\n    group/google.cloud.gcp: {@: x}\n  tasks:\n"
    "    - google.cloud.gcp_compute_network: {name: a, auth_kind: application}\n"
)
_REGEX = (
    _TASKS + "    - find: {paths: /srv/releases, patterns: '@', use_regex: true, file_type: directory}\n"
    "      register: found\n    - file: {path: '{{ item.path }}', state: absent}\n"
    "      loop: \"{{ (found.files | sort(attribute='path', reverse=true))[5:] }}\"\n"
)
_SETTINGS = (
    "- hosts: mx\n  vars:\n    settings: {mynetworks: @, inet_interfaces: all}\n  tasks:\n"
    "    - command: postconf -e {{ item.key }}={{ item.value }}\n      "
)
PAIRS: Mapping[str, Pair] = {
    "a check of what is written is one by its own program": Pair(
        "SS1101",
        _TASKS + "    - copy:\n        content: 'deploy ALL=(root) /usr/bin/systemctl restart app'\n"
        "        dest: /etc/sudoers.d/deploy\n        mode: '0440'\n        validate: @ %s\n",
        "/bin/true",
        "/usr/sbin/visudo -cf",
    ),
    "the values of a mapping that a loop goes through": Pair(
        "SS1505", _SETTINGS + "loop: '{{ settings | dict2items }}'\n", "0.0.0.0/0", "10.0.0.0/8"
    ),
    "a loop over a mapping": Pair("SS1505", _SETTINGS + "with_dict: '{{ settings }}'\n", "0.0.0.0/0", "10.0.0.0/8"),
    "names that are given to the parts of its pairs": Pair(
        "SS1505",
        _SETTINGS.replace(".key", ".is").replace(".value", ".to")
        + "loop: \"{{ settings | dict2items(key_name='is', value_name='to') }}\"\n",
        "0.0.0.0/0",
        "10.0.0.0/8",
    ),
    "one value of each mapping of a list": Pair(
        "SS1001",
        "- hosts: web\n  vars:\n    sites: [{name: a, folder: @}, {name: b, folder: /srv/b/cache}]\n  tasks:\n"
        "    - file: {path: '{{ item }}', state: absent}\n      loop: \"{{ sites | map(attribute='folder') }}\"\n",
        "/etc",
        "/srv/a/cache",
    ),
    "a module that looks is one of a known collection": Pair(
        "SS2001", _TASKS + "    - @.ec2_instance_info: {region: x}\n", "acme.cloud", "amazon.aws"
    ),
    "a bucket keeps its block of public access": Pair(
        "SS1215",
        _TASKS + "    - amazon.aws.s3_bucket:\n        name: b\n        public_access: {block_public_acls: @}\n",
        "false",
        "true",
    ),
    "a policy speaks of everybody or of a role": Pair(
        "SS1215",
        _TASKS + "    - amazon.aws.s3_bucket:\n        name: b\n        policy:\n          Statement:\n"
        "            - {Effect: Allow, Principal: @, Action: 's3:GetObject', Resource: '*'}\n",
        "'*'",
        "{AWS: 'arn:aws:iam::1:role/restore'}",
    ),
    "a policy allows or denies everybody": Pair(
        "SS1215",
        _TASKS + "    - amazon.aws.s3_bucket:\n        name: b\n        policy:\n          Statement:\n"
        "            - {Effect: @, Principal: '*', Action: 's3:*', Resource: '*'}\n",
        "Allow",
        "Deny",
    ),
    "a group lets the internet or a network in": Pair(
        "SS1215",
        _TASKS + "    - amazon.aws.ec2_security_group:\n        name: db\n        description: db\n        rules:\n"
        "          - {proto: tcp, ports: [5432], cidr_ip: @}\n",
        "0.0.0.0/0",
        "10.0.0.0/16",
    ),
    "a firewall rule of a cloud names no network": Pair(
        "SS1215",
        _TASKS + "    - google.cloud.gcp_compute_firewall:\n        name: db\n        auth_kind: application\n"
        "        allowed: [{ip_protocol: tcp, ports: ['5432']}]\n        @\n",
        "target_tags: [db]",
        "source_ranges: [10.0.0.0/16]",
    ),
    "an instance is terminated or started": Pair(
        "SS1470", _TASKS + "    - amazon.aws.ec2_instance: {instance_ids: [i-1], state: @}\n", "absent", "running"
    ),
    "a database of a cloud is deleted or grown": Pair(
        "SS1470",
        _TASKS + "    - amazon.aws.rds_instance: {id: orders, allocated_storage: 400, state: @}\n",
        "absent",
        "present",
    ),
    "a record is removed or added": Pair(
        "SS1470",
        _TASKS + "    - amazon.aws.route53: {record: a.example, type: A, value: 10.0.0.1, state: @}\n",
        "absent",
        "present",
    ),
    "whoever is unknown is master of the cluster": Pair("SS1219", _CLUSTER, "cluster-admin", "app-health"),
    "an account has all powers or those of its database": Pair(
        "SS1060",
        _TASKS + "    - community.mysql.mysql_user: {name: app, host: 10.0.0.5, priv: '@:ALL'}\n",
        "*.*",
        "shop.*",
    ),
    "an account hands its powers on": Pair(
        "SS1060",
        _TASKS + "    - community.mysql.mysql_user: {name: app, host: 10.0.0.5, priv: 'shop.*:ALL@'}\n",
        ",GRANT",
        "",
    ),
    "a role is made master or kept from it": Pair(
        "SS1060",
        _TASKS + "    - community.postgresql.postgresql_user: {name: bi, role_attr_flags: '@,LOGIN'}\n",
        "SUPERUSER",
        "NOSUPERUSER",
    ),
    "a line of pg_hba trusts or asks": Pair(
        "SS2008",
        _TASKS + "    - community.postgresql.postgresql_pg_hba:\n        {dest: /etc/pg_hba.conf, contype: host, databases: all, "
        "users: all, source: 0.0.0.0/0, method: @}\n",
        "trust",
        "scram-sha-256",
    ),
    "a failed mount stops the mirror or does not": Pair("SS1015", _MIRROR, "failed_when: false", "changed_when: false"),
    "what is unpacked came over a checked connection": Pair(
        "SS1222", _TASKS + "    - unarchive: {src: '@://d.example/a.tgz', dest: /opt/a}\n", "http", "https"
    ),
    "hosts reboot in turns": Pair("SS1350", _PATCHED + _ASKED + "      when: rr.stat.exists\n", "100%", "20%"),
    "hosts reboot where they need to": Pair(
        "SS1350", _PATCHED.replace("@", "1") + _ASKED + "      when: @\n", "true", "rr.stat.exists"
    ),
    "a node that is drained is given back": Pair("SS1451", _DRAIN, "cordon", "uncordon"),
    "a copy of the file table is kept": Pair(
        "SS1112",
        _TASKS + "    - lineinfile: {path: /etc/fstab, regexp: /mnt/old, state: absent, backup: @}\n",
        "false",
        "true",
    ),
    "the newest are kept, not the oldest": Pair(
        "SS1014",
        _FOUND,
        "(dumps.files | sort(attribute='mtime'))[7:]",
        "(dumps.files | sort(attribute='mtime', reverse=true))[7:]",
    ),
    "the newest are kept, not all but those": Pair(
        "SS1014", _FOUND, "(dumps.files | sort(attribute='mtime'))[-7:]", "(dumps.files | sort(attribute='mtime'))[:-7]"
    ),
    "an expression names some or all": Pair("SS1014", _REGEX, "^.*$", "^[0-9]{14}$"),
    "what must be among the keys is asserted": Pair("SS1101", _KEYS, "key_block != ''", "automation in key_block"),
    "defaults of a group say where or what": Pair("SS1000", _DEFAULTS, "state", "project"),
    "one file or a folder of the system": Pair(
        "SS1001",
        _TASKS + "    - file: {path: /etc/systemd/system@, state: absent}\n",
        "",
        "/app.service",
    ),
    "a store is open to all or to a network": Pair(
        "SS1217",
        _TASKS + "    - community.general.ufw: {rule: allow, proto: tcp, port: '6379', src: @}\n",
        "any",
        "10.0.8.0/24",
    ),
    "a secret of a line": Pair(
        "SS2006",
        _TASKS + "    - lineinfile: {path: /etc/app.conf, line: 'key={{ api_token }}', mode: '@'}\n",
        "0644",
        "0640",
    ),
    "who may log in": Pair(
        "SS2007",
        "- hosts: web\n  vars: {who: @}\n  tasks:\n"
        "    - lineinfile: {path: /etc/ssh/sshd_config, line: \"AllowUsers {{ who | join(' ') }}\"}\n",
        "[]",
        "[deploy]",
    ),
    "a page of statistics that may act": Pair(
        "SS2008",
        _TASKS + "    - blockinfile:\n        path: /etc/haproxy/haproxy.cfg\n        block: |\n          listen stats\n"
        "            stats admin if TRUE\n            @\n",
        "stats uri /",
        "stats auth ops:{{ stats_hash }}",
    ),
    "a mirror spares a folder of the play": Pair(
        "SS2009",
        _TASKS + "    - file: {path: /srv/www/uploads, state: directory}\n"
        "    - ansible.posix.synchronize:\n        src: dist/\n        dest: /srv/www\n        delete: true\n"
        "        rsync_opts: ['--exclude=/@']\n",
        "cache",
        "uploads",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_the_one_is_stopped(name: str) -> None:
    pair = PAIRS[name]
    danger = analyse_playbook(pair.text.replace("@", pair.bad))
    assert danger.risk in STOPPED
    assert pair.code in {each.code for each in danger.findings if each.severity is not Severity.INFO}


@pytest.mark.parametrize("name", PAIRS)
def test_the_other_is_not(name: str) -> None:
    pair = PAIRS[name]
    danger = analyse_playbook(pair.text.replace("@", pair.good))
    assert danger.risk not in STOPPED, [each for each in danger.findings if each.severity is not Severity.INFO]


def test_a_finding_behind_a_text_of_several_lines_stands_at_its_own_task() -> None:
    """What a later task that is validated excuses must not be what an earlier one does."""
    text = (
        _TASKS + "    - copy:\n        dest: /srv/a\n        content: |\n          1\n          2\n          3\n"
        "    - copy: {dest: /etc/sudoers.d/app, content: 'app ALL=(ALL) NOPASSWD:ALL'}\n"
        "    - copy: {dest: /etc/ssh/sshd_config, content: 'Port 22', validate: sshd -t -f %s}\n"
    )
    danger = analyse_playbook(text)
    stopped = {each.line for each in danger.findings if each.severity is Severity.ERROR}
    assert stopped == {9}
