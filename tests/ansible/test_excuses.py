"""What is no check: one that may be left out, ignored, done elsewhere or with other values; and what only looks like a
preparation. Each playbook differs in one detail from one that passes, or once passed itself."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scriptsmith.ansible.analysis import analyse_playbook
from tests.ansible.test_pairs import STOPPED
from tests.ansible.test_prior_checks import PLAYS

_LAST = "          - found.instances[0].tags.Environment | default('') == 'scratch'\n"
_DEED = '    - amazon.aws.ec2_instance: {region: eu-west-1, instance_ids: ["{{ id }}"], state: absent}\n'
_ARCHIVE = "        dest: /var/backups/{{ app }}.tar.gz\n"
_PLAIN = "    - assert: {that: \"app is match('^[a-z][a-z0-9-]{2,30}$')\"}\n"
_GONE = '    - file: {path: "{{ base }}/{{ app }}", state: absent}\n'
_ONE = "    - assert: {that: ns.resources | length == 1}\n"
_NAMESPACE_GONE = '    - kubernetes.core.k8s: {kind: Namespace, name: "mr-{{ mr }}", state: absent}\n'
_CHANGES: Mapping[str, tuple[str, str, str]] = {
    "the check has a tag": ("terminated", _LAST, _LAST + "      tags: [never, strict]\n"),
    "what it is a check of has a tag": ("terminated", _DEED, _DEED + "      tags: [never, wipe]\n"),
    "one host is checked for all": ("terminated", _LAST, _LAST + "      run_once: true\n"),
    "its failure may be ignored": ("terminated", _LAST, _LAST + '      ignore_errors: "{{ lax | default(true) }}"\n'),
    "failures of the play may be ignored": ("terminated", "  tasks:", '  ignore_errors: "{{ true }}"\n  tasks:'),
    "hosts that are not reached go on": ("folder", _ARCHIVE, _ARCHIVE + "      ignore_unreachable: true\n"),
    "failed hosts are taken in again": ("terminated", _DEED, "    - meta: clear_host_errors\n" + _DEED),
    "a handler is done whatever fails": ("terminated", "  tasks:", "  force_handlers: true\n  tasks:"),
    "it is done as a handler": ("terminated", _DEED, "  handlers:\n" + _DEED),
    "variables are read from a file in between": ("terminated", _DEED, "    - include_vars: more.yml\n" + _DEED),
    "another host is given values in between": ("terminated", _DEED, "    - add_host: {name: a, id: i-2}\n" + _DEED),
    "a result takes the name in between": (
        "terminated", _DEED, "    - command: hostname\n      register: id\n" + _DEED
    ),
    "it is checked with values of its own": ("folder", _PLAIN, _PLAIN + "      vars: {app: abc}\n"),
    "the loop takes the name": (
        "folder", _GONE, _GONE + '      loop: "{{ all }}"\n      loop_control: {loop_var: app}\n'
    ),
    "it is archived in a dry run": ("folder", _ARCHIVE, _ARCHIVE + "      check_mode: true\n"),
    "it is archived on another host": ("folder", _ARCHIVE, _ARCHIVE + "      delegate_to: localhost\n"),
    "it may still be archiving": ("folder", _ARCHIVE, _ARCHIVE + "      async: 600\n      poll: 0\n"),
    "the condition may have changed since": (
        "namespace",
        _ONE + _NAMESPACE_GONE,
        _ONE + "      when: strict is defined\n    - command: date\n      register: strict\n"
        + _NAMESPACE_GONE + "      when: strict is defined\n",
    ),
    "the assertion is about a text": (
        "namespace", _ONE, "    - assert: {that: \"note != 'a and ns.resources | length == 1 and b'\"}\n"
    ),
    "the assertion is about a list": (
        "namespace",
        _ONE,
        '    - assert: {that: "[a and ns.resources | length == 1 and b] | length == 1"}\n',
    ),
    "modules have options of the play": (
        "terminated", "  tasks:", "  module_defaults: {amazon.aws.ec2_instance_info: {profile: other}}\n  tasks:"
    ),
    "it is put back under a tag": ("rolled", "state: present}\n", "state: present}\n      tags: never\n"),
    "the file system may not be made": ("mounted", 'dev: "{{ device }}"}\n', 'dev: "{{ device }}"}\n      tags: never\n'),
    "it is looked up for another account": (
        "terminated", "      register: found\n", "      register: found\n      environment: {AWS_PROFILE: other}\n"
    ),
    "it is looked up with other keys": (
        "terminated", "_info: {region: eu-west-1", "_info: {access_key: a, secret_key: b, region: eu-west-1"
    ),
    "the folder may be read from a file": ("folder", "  vars: {base", "  vars_files: [more.yml]\n  vars: {base"),
    "the folder may be another one meanwhile": ("folder", _PLAIN, "    - include_vars: more.yml\n" + _PLAIN),
    "whoever starts it says the folder": (
        "folder", "  vars: {base", "  vars_prompt: [{name: base, prompt: folder}]\n  vars: {base"
    ),
    "signatures may not have been listed": (
        "parted", "      register: found\n", "      register: found\n      failed_when: false\n"
    ),
    "another one is taken out": (
        "rebooted", '"{{ inventory_hostname }}", state: drain}', "worker-9, state: drain}"
    ),
    "it may not be taken out": (
        "rebooted", "state: drain}\n", 'state: drain}\n      ignore_errors: "{{ lax }}"\n'
    ),
}  # fmt: skip
_TASKS = "- hosts: db\n  serial: 1\n  tasks:\n"
_KEYS = "    - ansible.posix.authorized_key: {user: root, key: '{{ people | map(attribute=\"k\") | join }}', exclusive: true}\n"
_TYPED = "- hosts: db\n  vars_prompt: [{name: typed, prompt: name, private: false}]\n  tasks:\n    - assert: {that: typed == %s}\n"
_ABSENT: Mapping[str, str] = {
    "whoever is asked types a ticket": _TYPED % "ticket"
    + "    - shell: \"logger 'change {{ ticket }}' && psql -c 'DROP DATABASE billing'\"\n",
    "whoever is asked types the account": _TYPED % "who"
    + "    - user: {name: '{{ who }}', state: absent, remove: true, force: true}\n",
    "a dump that is only spoken of": _TASKS
    + "    - shell: 'set -o pipefail; echo mysqldump shop | gzip > /backup/shop.sql.gz'\n"
    + "    - command: gzip -t /backup/shop.sql.gz\n    - command: mysql -e 'DROP DATABASE shop'\n",
    "a dump of the definitions": _TASKS
    + "    - shell: 'set -o pipefail; mysqldump --no-data shop | gzip > /backup/shop.sql.gz'\n"
    + "    - command: gzip -t /backup/shop.sql.gz\n    - command: mysql -e 'DROP DATABASE shop'\n",
    "a folder that a file was copied into": _TASKS
    + "    - copy: {src: motd, dest: '{{ pgdata }}'}\n    - file: {path: '{{ pgdata }}', state: absent}\n",
    "a folder whose time was set": _TASKS
    + "    - file: {path: '{{ p }}', state: touch}\n      register: c\n    - file: {path: '{{ c.path }}', state: absent}\n",
    "a short list of something else": "- hosts: localhost\n  tasks:\n"
    "    - kubernetes.core.k8s_info: {kind: Namespace, label_selectors: [env=dev]}\n      register: found\n"
    "    - set_fact: {stale: \"{{ found.resources | map(attribute='metadata.name') | list + ['billing'] }}\"}\n"
    "    - assert: {that: stale | length <= 20}\n"
    "    - kubernetes.core.k8s: {kind: Namespace, name: '{{ item }}', state: absent}\n      loop: '{{ stale }}'\n",
    "the system moved aside": _TASKS
    + "    - command: cp -a /usr /backup/usr\n    - command: {cmd: mv /usr /usr.old, creates: /usr.old}\n",
    "a check after the reboot that holds at once": _TASKS
    + "    - reboot:\n    - command: 'true'\n      until: true\n",
    "a check after the reboot of another host": _TASKS
    + "    - reboot:\n    - uri: {url: 'http://monitor/up'}\n      delegate_to: localhost\n      register: r\n"
    + "      until: r.status == 200\n",
    "the account that a service needs": _TASKS + "    - user: {name: elasticsearch, state: absent}\n",
    "the key that one comes in with": "- hosts: db\n  remote_user: ansible\n  tasks:\n"
    "    - ansible.posix.authorized_key: {user: ansible, key: '{{ keys }}', state: absent}\n",
    "a group whose name contains that of masters": _TASKS
    + "    - copy: {dest: /etc/sudoers.d/x, content: \"%shops ALL=(ALL) ALL\\n\", validate: 'visudo -cf %s'}\n",
    "a filter's name is no variable": _TASKS + "    - assert: {that: \"'x' in map\"}\n" + _KEYS,
    "keys of which one set is chosen": _TASKS + "    - assert: {that: \"'x' in people\"}\n"
    + _KEYS.replace('people | map(attribute="k") | join', "others if lax else people"),
    "keys of which some are left out": _TASKS + "    - assert: {that: \"'x' in people\"}\n"
    + _KEYS.replace('map(attribute="k")', "difference(old)"),
    "a node that may be given back": "- hosts: nodes\n  serial: 1\n  tasks:\n"
    "    - kubernetes.core.k8s_drain: {name: a, state: drain}\n"
    "    - kubernetes.core.k8s_drain: {name: a, state: uncordon}\n      when: healthy\n",
    "who must not be among the keys": _TASKS + "    - assert: {that: \"'x' not in people\"}\n" + _KEYS,
    "who must not be among the members": _TASKS + "    - assert: {that: \"'x' not in people\"}\n"
    "    - community.general.ldap_attrs: {dn: cn=admins, attributes: {member: '{{ people }}'}, state: exact}\n",
    "members that an ignored check names": _TASKS
    + "    - assert: {that: \"'ansible' in people\"}\n      ignore_errors: true\n"
    + "    - ansible.windows.win_group_membership: {name: a, members: '{{ people }}', state: pure}\n",
}  # fmt: skip
_PACKED = (
    "- hosts: db\n  tasks:\n    - community.general.archive: {path: /srv/a, dest: /var/tmp/a.tgz}\n      register: packed\n"
    "    - file: {path: '{{ packed.dest }}', state: absent}\n"
)


@pytest.mark.parametrize("name", _CHANGES)
def test_a_check_that_may_not_hold_is_none(name: str) -> None:
    """The play without the change passes: `test_prior_checks` says so."""
    play, old, new = _CHANGES[name]
    assert PLAYS[play].count(old) == 1, "the twin differs in one detail"
    assert analyse_playbook(PLAYS[play].replace(old, new)).risk in STOPPED


@pytest.mark.parametrize("name", _ABSENT)
def test_what_only_looks_like_a_preparation(name: str) -> None:
    """It is stopped as if nothing stood before it."""
    assert analyse_playbook(_ABSENT[name]).risk in STOPPED


def test_a_check_under_the_same_tags_counts() -> None:
    """Whoever chooses tasks by tags chooses both."""
    text = PLAYS["terminated"].replace(_LAST, _LAST + "      tags: wipe\n").replace(_DEED, _DEED + "      tags: wipe\n")
    lookup = "      register: found\n"
    assert analyse_playbook(text.replace(lookup, lookup + "      tags: wipe\n")).risk == "notable"


def test_a_temporary_archive_of_the_play_may_go() -> None:
    """Only while no other task sets the variable, and only among temporary files."""
    assert analyse_playbook(_PACKED).risk == "notable"
    assert analyse_playbook(_PACKED.replace("register: packed", "register: other")).risk in STOPPED
    assert analyse_playbook(_PACKED.replace("/var/tmp/a", "/srv/a")).risk in STOPPED
    assert analyse_playbook(_PACKED.replace("/var/tmp/a.tgz", "'/tmp/{{ p }}.tgz'")).risk in STOPPED
    assert analyse_playbook(_PACKED.replace("/var/tmp/a.tgz", "/var/tmp/a.tgz, remove: true")).risk in STOPPED
    assert analyse_playbook(_PACKED.replace("/var/tmp/a.tgz", "'{{ p }}'")).risk in STOPPED
    assert analyse_playbook(_PACKED + "    - command: cat /etc/datadir\n      register: packed\n").risk in STOPPED


def test_an_expression_of_a_name_may_hold_a_backslash() -> None:
    """Jinja reads it as Python does, which only warns."""
    plain = _PLAIN.replace("{2,30}$", r"{2,30}\\.d$")
    assert analyse_playbook(PLAYS["folder"].replace(_PLAIN, plain)).risk == "notable"


def test_keys_among_which_one_is_asserted_pass() -> None:
    """The variable itself, whatever filters stand behind it."""
    keys = _KEYS.replace('map(attribute="k") | ', "")
    assert analyse_playbook(_TASKS + "    - assert: {that: \"'x' in people\"}\n" + keys).risk == "notable"
