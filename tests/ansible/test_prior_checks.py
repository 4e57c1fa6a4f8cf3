"""What a play made sure of before it removes a thing takes the edge off; each twin that lacks a part of it is stopped."""

from __future__ import annotations

import pytest

from scriptsmith.ansible.analysis import analyse_playbook
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.ansible.prior_checks import prior_checks

_TERMINATED = """\
- hosts: localhost
  tasks:
    - amazon.aws.ec2_instance_info: {region: eu-west-1, instance_ids: ["{{ id }}"]}
      register: found
    - assert:
        that:
          - found.instances | length == 1
          - found.instances[0].tags.Environment | default('') == 'scratch'
    - amazon.aws.ec2_instance: {region: eu-west-1, instance_ids: ["{{ id }}"], state: absent}
"""
_STOPPED = """\
- hosts: localhost
  tasks:
    - amazon.aws.ec2_instance_info:
        filters: {"tag:env": dev, instance-state-name: running}
      register: dev
    - assert: {that: dev.instances | length <= 25}
    - amazon.aws.ec2_instance:
        instance_ids: "{{ dev.instances | map(attribute='instance_id') | list }}"
        state: stopped
"""
_NAMESPACE = """\
- hosts: localhost
  tasks:
    - kubernetes.core.k8s_info:
        kind: Namespace
        name: "mr-{{ mr }}"
        label_selectors: [purpose=preview]
      register: ns
    - assert: {that: ns.resources | length == 1}
    - kubernetes.core.k8s: {kind: Namespace, name: "mr-{{ mr }}", state: absent}
"""
_FOLDER = """\
- hosts: web
  vars: {base: /srv/apps}
  tasks:
    - assert: {that: "app is match('^[a-z][a-z0-9-]{2,30}$')"}
    - community.general.archive:
        path: "{{ base }}/{{ app }}"
        dest: /var/backups/{{ app }}.tar.gz
    - file: {path: "{{ base }}/{{ app }}", state: absent}
"""
_ACCOUNT = """\
- hosts: web
  tasks:
    - assert:
        that:
          - leaver is match('^[a-z][a-z0-9]{2,15}$')
          - ansible_facts.getent_passwd[leaver][1] | int >= 1000
    - community.general.archive: {path: "/home/{{ leaver }}", dest: "/var/backups/{{ leaver }}.tar.gz"}
    - user: {name: "{{ leaver }}", state: absent, remove: true}
"""
_ROLLED = """\
- hosts: web
  serial: 1
  tasks:
    - community.aws.elb_target: {target_group_arn: a, target_id: "{{ id }}", state: absent}
      delegate_to: localhost
    - service: {name: shop, state: restarted}
    - community.aws.elb_target: {target_group_arn: a, target_id: "{{ id }}", state: present}
      delegate_to: localhost
"""
_RELEASE = """\
- hosts: web
  vars: {releases: /srv/www/releases}
  tasks:
    - assert: {that: "version is match('^[0-9]+[.][0-9]+-rc[0-9]+$')"}
    - stat: {path: /srv/www/current}
      register: live
    - assert: {that: live.stat.lnk_source | basename != version}
    - file: {path: "{{ releases }}/{{ version }}", state: absent}
"""
_CHART = """\
- hosts: localhost
  tasks:
    - kubernetes.core.k8s_info:
        kind: Namespace
        name: "mr-{{ mr }}"
        label_selectors: [purpose=preview]
      register: ns
    - assert: {that: ns.resources | length == 1}
    - kubernetes.core.helm: {name: app, release_namespace: "mr-{{ mr }}", state: absent}
"""
_REBOOTED = """\
- hosts: workers
  serial: 1
  max_fail_percentage: 0
  tasks:
    - kubernetes.core.k8s_drain: {name: "{{ inventory_hostname }}", state: drain}
      delegate_to: localhost
    - reboot:
    - kubernetes.core.k8s_drain: {name: "{{ inventory_hostname }}", state: uncordon}
      delegate_to: localhost
"""
_ONLY_WHERE_NEEDED = """\
- hosts: web
  serial: 1
  tasks:
    - stat: {path: /var/run/reboot-required}
      register: flag
    - when: flag.stat.exists
      block:
        - reboot:
"""
_MOUNTED = """\
- hosts: brokers
  vars: {device: /dev/disk/by-id/data}
  tasks:
    - community.general.filesystem: {fstype: xfs, dev: "{{ device }}"}
    - ansible.posix.mount: {path: /var/lib/kafka, src: "{{ device }}", fstype: xfs, state: mounted}
"""
_PARTED = """\
- hosts: render
  tasks:
    - command: "wipefs --noheadings --output TYPE {{ disk }}"
      register: found
    - when: found.stdout | trim | length == 0
      block:
        - community.general.parted: {device: "{{ disk }}", number: 1, label: gpt, state: present}
"""
PLAYS = {
    "release": _RELEASE,
    "chart": _CHART,
    "rebooted": _REBOOTED,
    "only where needed": _ONLY_WHERE_NEEDED,
    "mounted": _MOUNTED,
    "parted": _PARTED,
    "terminated": _TERMINATED,
    "stopped": _STOPPED,
    "namespace": _NAMESPACE,
    "folder": _FOLDER,
    "account": _ACCOUNT,
    "rolled": _ROLLED,
}
_IGNORED = "\n      ignore_errors: true\n"
TWINS = {
    "release": {
        "it may be the one in use": ("    - assert: {that: live.stat.lnk_source | basename != version}\n", ""),
        "another one is compared": ("basename != version", "basename != other"),
        "it is the one in use": ("basename != version", "basename == version"),
        "the name may begin with a dot": ("^[0-9]+[.]", "^.+[.]"),
        "the end of the name is open": ("rc[0-9]+$", "rc[0-9]+"),
        "nothing was looked up": ("      register: live\n", ""),
    },
    "chart": {
        "another namespace is looked up": ('        name: "mr-{{ mr }}"', '        name: "{{ mr }}"'),
        "it lasts": ("purpose=preview", "purpose=production"),
        "in another cluster": ("helm: {name", "helm: {context: other, name"),
    },
    "rebooted": {
        "all hosts at once": ("  serial: 1\n", ""),
        "nothing is taken out": (
            '    - kubernetes.core.k8s_drain: {name: "{{ inventory_hostname }}", state: drain}\n'
            "      delegate_to: localhost\n    - reboot:",
            "    - reboot:",
        ),
    },
    "only where needed": {
        "all hosts at once": ("  serial: 1\n", ""),
        "whatever was found": ("    - when: flag.stat.exists\n      block:", "    - block:"),
    },
    "mounted": {
        "the file system is another one's": ('dev: "{{ device }}"', "dev: /dev/sdz"),
        "the file system is made by force": ('xfs, dev: "{{ device }}"', 'xfs, force: true, dev: "{{ device }}"'),
    },
    "parted": {
        "another disk is asked": ('TYPE {{ disk }}"', 'TYPE {{ other }}"'),
        "where there is one": ("length == 0", "length > 0"),
        "it erases": ("wipefs --noheadings", "wipefs --all"),
        "a file system only is asked for": ("wipefs --noheadings --output TYPE", "blkid -s TYPE"),
    },
    "terminated": {
        "another instance is looked up": (
            '_info: {region: eu-west-1, instance_ids: ["{{ id }}"',
            '_info: {region: eu-west-1, instance_ids: ["{{ i }}"',
        ),
        "in another region": ("_instance_info: {region: eu-west-1", "_instance_info: {region: eu-west-2"),
        "the tag is that of production": ("'scratch'", "'production'"),
        "the tag is not asserted": ("          - found.instances[0].tags.Environment | default('') == 'scratch'\n", ""),
        "the tag is another one": ("Environment | default('') ==", "Environment | default('') !="),
        "one of two things is asserted": ("== 'scratch'", "== 'scratch' or force"),
        "several may be found": ("length == 1", "length <= 30"),
        "the assertion is ignored": ("'scratch'\n", "'scratch'" + _IGNORED),
        "the assertion is conditional": ("'scratch'\n", "'scratch'\n      when: careful\n"),
        "the assertion stands in a block that is rescued": (
            "    - assert:\n        that:\n",
            "    - block: [{assert: {that: found.instances | length == 1}}]\n      rescue: [{debug: {msg: x}}]\n"
            "    - debug:\n        msg:\n",
        ),
        "it is looked up again under the same name": (
            "    - assert:",
            "    - command: x\n      register: found\n    - assert:",
        ),
        "the id is set anew": ("    - assert:", "    - set_fact: {id: i-2}\n    - assert:"),
        "failures of the play are ignored": ("  tasks:", "  ignore_errors: true\n  tasks:"),
    },
    "stopped": {
        "they are terminated": ("state: stopped", "state: absent"),
        "those of production are stopped": ('env": dev', 'env": prod'),
        "no tag is asked for": ('"tag:env": dev, ', ""),
        "the tag is not known": ('"tag:env": dev', '"tag:env": "{{ env }}"'),
        "their number is not bounded": ("length <= 25", "length > 0"),
        "others are stopped": ("{{ dev.instances |", "{{ all.instances |"),
    },
    "namespace": {
        "another one is deleted": (
            'k8s: {kind: Namespace, name: "mr-{{ mr }}"',
            'k8s: {kind: Namespace, name: "{{ mr }}"',
        ),
        "it has no label": ("        label_selectors: [purpose=preview]\n", ""),
        "it lasts": ("purpose=preview", "purpose=production"),
        "none is named": ('k8s: {kind: Namespace, name: "mr-{{ mr }}", ', "k8s: {kind: Namespace, "),
        "in another cluster": ("k8s: {kind", "k8s: {context: other, kind"),
        "what a file holds is deleted": ("k8s: {kind", "k8s: {src: all.yml, kind"),
    },
    "folder": {
        "another folder is archived": ('        path: "{{ base }}/{{ app }}"', '        path: "{{ base }}/other"'),
        "the archive lies in the folder": ("dest: /var/backups/{{ app }}", 'dest: "{{ base }}/{{ app }}/x'),
        "the archive does not last": ("/var/backups/", "/tmp/"),
        "a part is left out": ("        dest:", "        exclude_path: [/srv/apps/x]\n        dest:"),
        "the name may have a slash": ("[a-z0-9-]{2,30}", "[a-z0-9/-]{2,30}"),
        "the name may be empty": ("^[a-z][a-z0-9-]{2,30}$", "^[a-z0-9-]*$"),
        "the end of the name is open": ("{2,30}$", "{2,30}"),
        "the archive may fail": (".tar.gz\n", ".tar.gz" + _IGNORED),
        "the folder comes from elsewhere": ("  vars: {base: /srv/apps}\n", ""),
        "the folder is the root": ("base: /srv/apps", "base: /"),
        "another name is asserted": ("app is match", "name is match"),
    },
    "account": {
        "it may be root": ("          - ansible_facts.getent_passwd[leaver][1] | int >= 1000\n", ""),
        "its processes are ended": ("remove: true", "remove: true, force: true"),
        "nothing is archived": ("    - community.general.archive:", "    - community.general.read_csv:"),
        "another home is archived": ('path: "/home/{{ leaver }}"', 'path: "/home/{{ other }}"'),
    },
    "rolled": {
        "all hosts at once": ("  serial: 1\n", ""),
        "it is not put back": ("state: present", "state: absent"),
        "another one is put back": ('target_id: "{{ id }}", state: present', 'target_id: "{{ i }}", state: present'),
        "it may be put back": ("state: present}\n", "state: present}\n      when: healthy\n"),
    },
}


_EACH = [(play, change) for play, changes in TWINS.items() for change in changes]


@pytest.mark.parametrize("name", PLAYS)
def test_a_deed_that_is_prepared_passes(name: str) -> None:
    """A removal that was prepared well enough is notable, and says why."""
    assert analyse_playbook(PLAYS[name]).risk == "notable"


@pytest.mark.parametrize(("name", "change"), _EACH)
def test_its_twin_is_stopped(name: str, change: str) -> None:
    """Where a part of the preparation is missing, the same removal is stopped."""
    old, new = TWINS[name][change]
    assert PLAYS[name].count(old) == 1, "the twin differs in one detail"
    assert analyse_playbook(PLAYS[name].replace(old, new)).risk in ("dangerous", "unanalysable")


def test_what_set_fact_sets_is_gathered_once_a_play() -> None:
    """Each task asks for it: gathered anew for each, a play of 8,000 tasks took 36 seconds."""
    tasks = "".join(
        f"    - set_fact: {{a{n}: x}}\n    - file: {{path: /srv/b{n}, state: directory}}\n" for n in range(3)
    )
    checks = prior_checks(read_playbook(f"- hosts: web\n  tasks:\n{tasks}").plays[0])
    assert checks is not None
    assert checks.facts == {"a0", "a1", "a2"}
