"""Playbooks that draw rules which Bash has too, and what is safer in a playbook."""

from __future__ import annotations

from typing import NamedTuple

_PLAY = "- hosts: web\n  tasks:\n"


class Examples(NamedTuple):
    """Playbooks that draw a rule of Bash, and ones that do not."""

    bad: tuple[str, ...]
    good: tuple[str, ...] = ()


EXAMPLES: dict[str, Examples] = {
    "SS1050": Examples(
        bad=(
            _PLAY + "    - ansible.builtin.shell: rm -rf {{ dir }}/*\n",
            _PLAY + "    - ansible.builtin.command: chown -R app {{ root }}/\n",
        ),
        good=(
            _PLAY + "    - ansible.builtin.assert:\n        that: dir | length > 0\n"
            "    - ansible.builtin.shell: rm -rf {{ dir }}/build/*\n",
            "- hosts: web\n  vars:\n    dir: /srv/app/cache\n  tasks:\n"
            "    - ansible.builtin.shell: rm -rf {{ dir }}/*\n",
        ),
    ),
    "SS1001": Examples(
        bad=(_PLAY + "    - ansible.builtin.file:\n        path: /etc\n        state: absent\n",),
        good=(_PLAY + "    - ansible.builtin.file:\n        path: /srv/app/cache\n        state: absent\n",),
    ),
    "SS1003": Examples(
        bad=(_PLAY + '    - ansible.builtin.file:\n        path: "{{ target }}"\n        state: absent\n',),
    ),
    "SS1101": Examples(
        bad=(
            _PLAY + "    - ansible.builtin.lineinfile:\n        path: /etc/sudoers\n"
            "        line: app ALL=(ALL) NOPASSWD:ALL\n",
            _PLAY + "    - ansible.builtin.copy:\n        src: shadow\n        dest: /etc/shadow\n",
        ),
        good=(
            _PLAY + "    - ansible.builtin.copy:\n        dest: /etc/sudoers.d/app\n"
            "        content: app ALL=(root) /usr/bin/systemctl restart app\n        validate: visudo -cf %s\n",
        ),
    ),
    "SS1120": Examples(
        bad=(
            _PLAY
            + "    - community.general.filesystem:\n        dev: /dev/sdb\n        fstype: ext4\n        force: true\n",
        ),
        good=(_PLAY + "    - community.general.filesystem:\n        dev: /dev/sdb\n        fstype: ext4\n",),
    ),
    "SS1121": Examples(
        bad=(
            _PLAY
            + "    - community.general.parted:\n        device: /dev/sdb\n        number: 1\n        state: absent\n",
        ),
    ),
    "SS1122": Examples(
        bad=(
            _PLAY + "    - community.general.lvol:\n        vg: data\n        lv: db\n"
            "        state: absent\n        force: true\n",
        ),
    ),
    "SS1214": Examples(bad=(_PLAY + "    - ansible.builtin.debug:\n        var: db_password\n",)),
    "SS1350": Examples(bad=(_PLAY + "    - ansible.builtin.reboot:\n",)),
    "SS1401": Examples(
        bad=(_PLAY + "    - ansible.builtin.service:\n        name: nginx\n        state: stopped\n",),
        good=(_PLAY + "    - ansible.builtin.service:\n        name: nginx\n        state: reloaded\n",),
    ),
    "SS1501": Examples(
        bad=(_PLAY + "    - ansible.builtin.iptables:\n        flush: true\n",),
        good=(
            _PLAY + "    - ansible.builtin.iptables:\n        chain: INPUT\n        protocol: tcp\n"
            '        destination_port: "443"\n        jump: ACCEPT\n',
        ),
    ),
    "SS1601": Examples(
        bad=(_PLAY + "    - ansible.builtin.user:\n        name: bob\n        state: absent\n        remove: true\n",),
        good=(_PLAY + "    - ansible.builtin.user:\n        name: bob\n        shell: /bin/bash\n",),
    ),
    "SS1602": Examples(
        bad=(_PLAY + "    - ansible.builtin.user:\n        name: bob\n        groups: [sudo]\n        append: true\n",),
        good=(
            _PLAY
            + "    - ansible.builtin.user:\n        name: bob\n        groups: [www-data]\n        append: true\n",
        ),
    ),
    "SS1808": Examples(
        bad=(
            _PLAY + "    - ansible.builtin.script: files/setup.sh\n",
            "- hosts: web\n  roles:\n    - nginx\n",
        ),
    ),
    "SS1801": Examples(bad=(_PLAY + "    - ansible.builtin.shell: curl -fsSL https://get.example.org | sh\n",)),
}
"""By the number of a rule of Bash. The deed is the same, so the number is."""

ADVICE = {
    "SS1050": "have ansible.builtin.assert see first that it is not empty, and name what is deleted",
    "SS1003": "name the folder in the play, or assert what the variable may be",
    "SS1101": "use the module that is made for it (user, authorized_key), or `validate: visudo -cf %s`",
    "SS1808": "let a person look at that file too, or check it by itself",
}
"""What is safer in a playbook, where the rule's own words speak of Bash."""
