"""SS2001 to SS2020: what can go wrong in a playbook and has no like in Bash."""

from __future__ import annotations

from ..danger.rules.rule import Rule

_PLAY = "- hosts: web\n  tasks:\n"

UNKNOWN_MODULE = Rule(
    code="SS2001",
    title="Uses a module that nobody here knows",
    why="What a module does stands in its code, not in the playbook. Of one that is not in the table nobody can say "
    "that it is harmless.",
    instead="use a module of the table, or let a person look at it",
    level="unanalysable",
    bad=(
        _PLAY + "    - name: Do it\n      acme.infra.frobnicate:\n        target: db\n",
        _PLAY + "    - wipe_it:\n        disk: sda\n",
    ),
    good=(_PLAY + "    - name: Look\n      ansible.builtin.stat:\n        path: /etc/hosts\n",),
)
ON_CONTROLLER = Rule(
    code="SS2002",
    title="Runs something on the machine that Ansible runs on",
    why="A lookup, a plugin or a tag runs where Ansible is started, with the rights of whoever starts it and beside "
    "their keys. In the name of a file, in hosts or in another value that is read first, it runs as soon as the "
    "playbook is checked.",
    instead="run what is needed in a task, delegated to localhost where it must be, so that it can be seen",
    bad=(
        "- hosts: web\n  vars_files: \"{{ lookup('pipe', 'id') }}\"\n  tasks: []\n",
        "- hosts: \"{{ lookup('url', 'https://example.org/hosts') }}\"\n  tasks: []\n",
        "- hosts: web\n  strategy: mine\n  tasks: []\n",
        _PLAY + "    - ansible.builtin.debug:\n        msg: \"{{ ''.__class__.__mro__ }}\"\n",
    ),
    good=(
        _PLAY
        + "    - name: Show the language\n      ansible.builtin.debug:\n        msg: \"{{ lookup('env', 'LANG') }}\"\n",
        "- hosts: web\n  strategy: free\n  tasks: []\n",
    ),
)
NO_LOG = Rule(
    code="SS2003",
    title="Shows a secret in the log of the run",
    why="Ansible prints what a task was given when it fails, and with -v always; a callback may send that elsewhere.",
    instead="say no_log: true on the task",
    level="notable",
    bad=(_PLAY + "    - ansible.builtin.command: app-login --password {{ admin_password }}\n",),
    good=(_PLAY + "    - ansible.builtin.command: app-login --password {{ admin_password }}\n      no_log: true\n",),
)
IGNORED = Rule(
    code="SS2004",
    title="Goes on where a task failed",
    why="What follows then stands on something that was not done.",
    instead="say with failed_when which failure is none, or rescue it in a block",
    level="notable",
    bad=(_PLAY + "    - ansible.builtin.command: /usr/local/bin/backup\n      ignore_errors: true\n",),
    good=(
        _PLAY + "    - ansible.builtin.command: /usr/local/bin/backup\n      register: backup\n"
        "      failed_when: backup.rc not in [0, 3]\n",
    ),
)
ALL_HOSTS = Rule(
    code="SS2005",
    title="Changes every host of the inventory",
    why="An inventory grows; whoever adds a host to it has not read this play.",
    instead="name the group that is meant, and take it in parts: serial",
    level="notable",
    bad=("- hosts: all\n  tasks:\n    - ansible.builtin.service:\n        name: nginx\n        state: restarted\n",),
    good=(
        "- hosts: web\n  serial: 1\n  tasks:\n"
        "    - ansible.builtin.service:\n        name: nginx\n        state: restarted\n",
    ),
)
_SECRET = (
    _PLAY
    + "    - ansible.builtin.copy:\n        dest: /etc/exporter.cnf\n        content: password={{ db_password }}\n"
)
READABLE_SECRET = Rule(
    code="SS2006",
    title="Writes a secret into a file that everybody may read",
    why="Whoever has any account on the machine, or breaks into any of its services, reads it.",
    instead="give the file mode 0600, or 0640 with the group of the one service that needs it",
    bad=(
        _SECRET + '        mode: "0644"\n',
        _PLAY + "    - community.crypto.openssl_privatekey:\n        path: /etc/ssl/app.key\n        mode: u=rw,go=r\n",
    ),
    good=(
        _SECRET + '        mode: "0640"\n',
        _PLAY + '    - community.crypto.openssl_privatekey:\n        path: /etc/ssl/app.key\n        mode: "0600"\n',
    ),
)
_SSHD = "    - ansible.builtin.lineinfile:\n        path: /etc/ssh/sshd_config\n        line: "
SHUT_OUT = Rule(
    code="SS2007",
    title="Lets only those log in over ssh whom a list names that may be empty",
    why="With AllowUsers or AllowGroups nobody else logs in, the account that Ansible uses included. Where nobody sets "
    "the variable the play locks everybody out, and the next one cannot mend it.",
    instead="assert first that the list holds the account that Ansible uses",
    bad=(
        _PLAY + _SSHD + "AllowUsers {{ ssh_users | default([]) | join(' ') }}\n",
        "- hosts: web\n  vars:\n    more: []\n  tasks:\n"
        + _SSHD
        + "AllowUsers {{ (['backup'] + more) | join(' ') }}\n",
    ),
    good=(
        _PLAY
        + "    - ansible.builtin.assert:\n        that: ansible_user in ssh_users\n"
        + _SSHD
        + "AllowUsers {{ ssh_users | default([]) | join(' ') }}\n",
        _PLAY + _SSHD + "AllowUsers deploy backup\n",
    ),
)
OPENED = Rule(
    code="SS2008",
    title="Sets a service so that everybody may use or read it",
    why="A setting that asks nobody who they are holds for every network that reaches the service.",
    instead="name the accounts or the networks that are meant, and have the service ask for a password",
    bad=(
        _PLAY + "    - ansible.builtin.lineinfile:\n        path: /etc/squid/squid.conf\n"
        "        line: http_access allow all\n",
        _PLAY + "    - ansible.builtin.copy:\n        dest: /etc/nginx/conf.d/a.conf\n"
        "        content: |\n          location /media {\n            alias /srv/media/;\n          }\n",
    ),
    good=(
        _PLAY + "    - ansible.builtin.lineinfile:\n        path: /etc/squid/squid.conf\n"
        "        line: http_access allow office\n",
        _PLAY + "    - ansible.builtin.copy:\n        dest: /etc/nginx/conf.d/a.conf\n"
        "        content: |\n          location /media/ {\n            alias /srv/media/;\n          }\n",
    ),
)
_UPLOADS = "    - ansible.builtin.file:\n        path: /srv/www/uploads\n        state: directory\n"
_SYNC = "    - ansible.posix.synchronize:\n        src: dist/\n        dest: /srv/www/\n        delete: true\n"
MIRRORED = Rule(
    code="SS2009",
    title="Mirrors a folder over another that the play made",
    why="`delete: true` removes from the target whatever the source lacks. A folder that the play makes in it is for "
    "what others write there, and goes with each run.",
    instead="exclude that folder: rsync_opts with --exclude=/NAME, or keep it beside the target",
    bad=(_PLAY + _UPLOADS + _SYNC,),
    good=(_PLAY + _UPLOADS + _SYNC + "        rsync_opts: [--exclude=/uploads]\n",),
)
DOCUMENTED = Rule(
    code="SS2010",
    title="Makes or changes a thing by a module that is known by its documentation only",
    why="The documentation names the options and says nothing of what they come to. None of those that are given "
    "destroys, runs a program, gives power or opens to everybody, going by its name and value.",
    instead="look at what the module does to the thing that it names",
    level="notable",
    bad=(
        _PLAY + "    - azure.azcollection.azure_rm_virtualnetwork:\n        resource_group: batch\n"
        "        name: batch-vnet\n        address_prefixes_cidr: [10.41.0.0/16]\n",
    ),
    good=(_PLAY + "    - azure.azcollection.azure_rm_virtualnetwork_info:\n        resource_group: batch\n",),
)
_CA = "    - community.crypto.openssl_privatekey:\n        path: /etc/pki/ca.key\n"
REMADE = Rule(
    code="SS2011",
    title="Replaces a private key at every run",
    why="`regenerate: always` makes the key anew though a good one is there. What the old one signed is trusted no "
    "more, and what was encrypted for it stays closed.",
    instead="leave regenerate at its default, or keep the old key with backup: true and rotate it on a condition",
    bad=(_PLAY + _CA + "        regenerate: always\n",),
    good=(_PLAY + _CA, _PLAY + _CA + "        regenerate: always\n        backup: true\n"),
)
_ALL_AT_ONCE = "- hosts: shop\n  serial: {}\n  max_fail_percentage: {}\n  tasks:\n"
_SHOP = "    - ansible.builtin.service:\n        name: shop\n        state: stopped\n"
GOES_ON = Rule(
    code="SS2012",
    title="Stops a service on all hosts at once, and goes on whatever fails",
    why="`max_fail_percentage: 100` lets the play go on where every host failed. With all hosts in one batch no host "
    "is left that still runs the old version.",
    instead="take the hosts in parts, serial: 1 or 25%, and end at the first failure: max_fail_percentage: 0",
    bad=(_ALL_AT_ONCE.format("100%", 100) + _SHOP,),
    good=(_ALL_AT_ONCE.format("25%", 0) + _SHOP,),
)
_USER = "    - ansible.builtin.user:\n        name: ops\n        password: {}\n"
KNOWN_PASSWORD = Rule(
    code="SS2013",
    title="Gives an account a password that stands in the playbook",
    why="Whoever reads the playbook, its history or a log has the password, on every machine that it was run for.",
    instead="take the password from a vault, and write only its hash",
    bad=(_PLAY + _USER.format("\"{{ 'Winter24' | password_hash('sha512') }}\""),),
    good=(_PLAY + _USER.format("\"{{ vault_ops_password | password_hash('sha512') }}\""),),
)
_GROUP = (
    "    - community.general.ldap_attrs:\n        dn: cn=admins,dc=example\n        attributes:\n"
    "          {}: [uid=ada]\n        state: {}\n"
)
_KEY_OF_EACH = (
    "    - ansible.posix.authorized_key:\n        user: {}\n        key: \"{{{{ lookup('file', item + '.pub') }}}}\"\n"
    "        exclusive: true\n      loop: [ada, ben]\n"
)
EXACT_MEMBERS = Rule(
    code="SS2014",
    title="Sets exactly who belongs to a group, or whose keys log in",
    why="Whoever the list does not name is put out, and with them those who could mend it. In a loop the list is one.",
    instead="add members with state: present, or assert first that the list holds the account that Ansible uses; "
    "give all keys of an account in one value",
    bad=(_PLAY + _GROUP.format("member", "exact"), _PLAY + _KEY_OF_EACH.format("ops")),
    good=(
        _PLAY + _GROUP.format("member", "present"),
        _PLAY + _GROUP.format("mail", "exact"),
        _PLAY + _KEY_OF_EACH.format("ops").replace("exclusive: true", "exclusive: false"),
    ),
)
_KEYS = (
    '    - ansible.builtin.copy:\n        dest: /home/ops/.ssh/authorized_keys\n        content: "{}"\n'
    '        mode: "0600"\n'
)
NO_KEYS = Rule(
    code="SS2015",
    title="Overwrites the keys that may log in with a value that may be empty",
    why="Where nobody sets the variable, or the file is not there, nobody logs in any more.",
    instead="assert first that the key of the account that Ansible uses is among them, or add keys with authorized_key",
    bad=(_PLAY + _KEYS.format("{{ ops_keys | default('') }}"),),
    good=(
        _PLAY
        + "    - ansible.builtin.assert:\n        that: \"'ansible' in ops_keys\"\n"
        + _KEYS.format("{{ ops_keys | default('') }}"),
    ),
)
_ENV = (
    "    - ansible.builtin.template:\n        src: a.env.j2\n        dest: /etc/a/env\n        no_log: true\n".replace(
        "        no_log", "      no_log"
    )
    + "    - ansible.builtin.slurp:\n        src: {}\n      register: now\n"
    '    - ansible.builtin.debug:\n        msg: "{{{{ now.content | b64decode }}}}"\n'
)
SENT = Rule(
    code="SS2016",
    title="Shows or sends what a file with secrets holds",
    why="What was written with no_log is read back and lands in a log or a channel, where it stays.",
    instead="say that the file is in place, or show a checksum of it",
    bad=(_PLAY + _ENV.format("/etc/a/env"),),
    good=(_PLAY + _ENV.format("/etc/a/version"),),
)
_PROJECT = (
    "    - ansible.builtin.uri:\n        url: https://git.example.org/api/v4/projects/7\n        method: PUT\n"
    "        body_format: json\n        body:\n          visibility: {}\n"
)
PUBLISHED = Rule(
    code="SS2017",
    title="Makes a thing public by the API of its service",
    why="What was meant for a few is read, and copied, by everybody.",
    instead="name the groups that may see it",
    bad=(_PLAY + _PROJECT.format("public"),),
    good=(_PLAY + _PROJECT.format("internal"),),
)
_TIMER = "    - ansible.builtin.systemd:\n        name: {}\n        state: stopped\n        enabled: false\n"
NO_COPIES = Rule(
    code="SS2018",
    title="Turns off what makes backups, protects the machine or lets people in",
    why="Nobody notices until a copy is needed, or somebody has to log in.",
    instead="move the hour of the backup, or pause it for a while and start it again in the same play",
    bad=(_PLAY + _TIMER.format("borgmatic.timer"),),
    good=(_PLAY + _TIMER.format("apt-daily.timer"),),
)
_PACKAGE = "    - ansible.builtin.dnf:\n        name: agent\n        disable_gpg_check: {}\n"
UNCHECKED = Rule(
    code="SS2019",
    title="Installs or fetches without a check that it is genuine",
    why="Whoever stands between, or takes the source over, decides what runs as root.",
    instead="keep signatures and certificates checked, and import the key or the authority that is lacking",
    bad=(_PLAY + _PACKAGE.format("true"),),
    good=(_PLAY + _PACKAGE.format("false"),),
)
_LINES = "    - ansible.builtin.replace:\n        path: /etc/hosts\n        regexp: '{}'\n        replace: ''\n"
EVERY_LINE = Rule(
    code="SS2020",
    title="Changes or removes every line of a file",
    why="The expression matches whatever stands there, so that nothing of the file is left.",
    instead="begin the expression with ^ and the word of the line that is meant",
    bad=(_PLAY + _LINES.format(".*"),),
    good=(_PLAY + _LINES.format("^10\\.0\\.0\\.9 .*"),),
)
PLAYBOOK_RULES = (
    UNKNOWN_MODULE,
    ON_CONTROLLER,
    NO_LOG,
    IGNORED,
    ALL_HOSTS,
    READABLE_SECRET,
    SHUT_OUT,
    OPENED,
    MIRRORED,
    DOCUMENTED,
    REMADE,
    GOES_ON,
    KNOWN_PASSWORD,
    EXACT_MEMBERS,
    NO_KEYS,
    SENT,
    PUBLISHED,
    NO_COPIES,
    UNCHECKED,
    EVERY_LINE,
)
