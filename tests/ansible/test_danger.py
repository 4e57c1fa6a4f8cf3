"""Playbooks are judged by what their tasks would do, by the numbers that Bash has for the same deed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scriptsmith.ansible.analysis import analyse_playbook
from scriptsmith.ansible.lowering import lower
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.ansible.rule_examples import EXAMPLES
from scriptsmith.ansible.rules import PLAYBOOK_RULES
from scriptsmith.core.types import Severity
from scriptsmith.danger.rules import RULES

HERE = Path(__file__).parent
LEVEL = {"dangerous": Severity.ERROR, "unanalysable": Severity.WARNING, "notable": Severity.INFO}


def _codes(text: str, *severities: Severity) -> set[str]:
    return {each.code for each in analyse_playbook(text).findings if each.severity in (severities or tuple(Severity))}


@pytest.mark.parametrize("rule", PLAYBOOK_RULES, ids=lambda rule: rule.code)
def test_a_rule_of_playbooks_keeps_its_examples(rule) -> None:  # type: ignore[no-untyped-def]
    for text in rule.bad:
        assert rule.code in _codes(text, LEVEL[rule.level]), text
    for text in rule.good:
        assert rule.code not in _codes(text, LEVEL[rule.level]), text


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_rule_of_bash_speaks_of_the_same_deed_in_a_playbook(code: str) -> None:
    assert code in {rule.code for rule in RULES}
    for text in EXAMPLES[code].bad:
        assert code in _codes(text, Severity.ERROR, Severity.WARNING), text
    for text in EXAMPLES[code].good:
        assert code not in _codes(text, Severity.ERROR, Severity.WARNING), text


@pytest.mark.parametrize("path", sorted((HERE / "dangerous").glob("*.yml")), ids=lambda path: path.stem)
def test_a_dangerous_playbook_is_stopped(path: Path) -> None:
    assert analyse_playbook(path.read_text(encoding="utf-8")).risk in ("dangerous", "unanalysable")


@pytest.mark.parametrize("path", sorted((HERE / "benign").glob("*.yml")), ids=lambda path: path.stem)
def test_a_benign_playbook_is_not(path: Path) -> None:
    danger = analyse_playbook(path.read_text(encoding="utf-8"))
    worse = [each for each in danger.findings if each.severity is not Severity.INFO]
    assert danger.risk in ("safe", "notable"), worse


def _play(*lines: str) -> str:
    return "- hosts: web\n  tasks:\n    - " + "\n      ".join(lines) + "\n"


@pytest.mark.parametrize(
    ("lines", "line", "word"),
    [
        (("ansible.builtin.shell: |", "  echo a", "  rm -rf {{ dir }}/*"), 5, "{{ dir }}/*"),
        (("name: Clean", "ansible.builtin.shell: rm -rf {{ dir }}/*"), 4, "[task: Clean]"),
        (("ansible.builtin.file:", "  path: /etc", "  state: absent"), 3, "/etc"),
    ],
)  # fmt: skip
def test_a_finding_stands_at_its_line_in_words_of_the_playbook(lines: tuple[str, ...], line: int, word: str) -> None:
    (found,) = [each for each in analyse_playbook(_play(*lines)).findings if each.severity is Severity.ERROR]
    assert found.line == line
    assert word in found.message
    assert "$" not in found.message


@pytest.mark.parametrize(
    ("lines", "risk"),
    [
        (("ansible.builtin.shell: rm -rf '{{ dir }}'/*",), "dangerous"),
        (('ansible.builtin.shell: rm -rf "{{ dir }}"/*',), "dangerous"),
        (("ansible.builtin.shell: rm -rf {{ dir | quote }}/*",), "dangerous"),
        (("ansible.builtin.shell: rm -rf {{ dir | default('') }}/*",), "dangerous"),
        (("ansible.builtin.shell: rm -rf /srv/app/cache/*",), "notable"),
        (("ansible.builtin.shell: ls {{ dir }}",), "safe"),
        (("ansible.builtin.command: ls; rm -rf /etc",), "notable"),
        (("ansible.builtin.shell: ls; rm -rf /etc",), "dangerous"),
        (("ansible.builtin.shell: rm -rf tmp", "args:", "  chdir: /srv/app"), "notable"),
        (("ansible.builtin.shell: rm -rf *", "args:", "  chdir: /"), "dangerous"),
        (("ansible.builtin.shell: 'rm -rf \"unclosed'",), "unanalysable"),
        (("ansible.builtin.shell: '{{ cmd }}'",), "unanalysable"),
        (("ansible.builtin.stat:", "  path: /etc/shadow"), "safe"),
        (("ansible.builtin.file:", "  path: /etc", "  state: directory"), "notable"),
        (("file: path=/etc state=absent",), "dangerous"),
        (("action: file path=/etc state=absent",), "dangerous"),
        (("local_action:", "  module: file", "  path: /etc", "  state: absent"), "dangerous"),
        (("ansible.legacy.file:", "  dest: /etc", "  state: absent"), "dangerous"),
        (("ansible.builtin.file:", "args:", "  path: /etc", "  state: absent"), "dangerous"),
    ],
)  # fmt: skip
def test_forms_of_the_same_deed(lines: tuple[str, ...], risk: str) -> None:
    text = _play(*lines)
    assert analyse_playbook(text).risk == risk, lower(read_playbook(text).plays[0]).text()


@pytest.mark.parametrize(
    ("options", "risk"),
    [
        (("cmd: sh", "stdin: rm -rf /home"), "dangerous"),
        (("cmd: mysql prod", "stdin: DROP DATABASE prod;"), "dangerous"),
        (("cmd: bash", 'stdin: "{{ prog }}"'), "unanalysable"),
        (("cmd: wc -l", "stdin: rm -rf /home"), "safe"),
    ],
)
@pytest.mark.parametrize("module", ["command", "shell"])
def test_what_a_command_reads_counts(module: str, options: tuple[str, str], risk: str) -> None:
    """A program on standard input is run, a text is only read."""
    text = _play(f"ansible.builtin.{module}:", *(f"  {option}" for option in options), "changed_when: false")
    assert analyse_playbook(text).risk == risk


def test_one_broken_shell_text_does_not_hide_the_next_task() -> None:
    text = (
        "- hosts: web\n  tasks:\n    - ansible.builtin.shell: echo 'open\n"
        "    - ansible.builtin.file: {path: /etc, state: absent}\n"
    )
    assert {"SS1000", "SS1001"} <= _codes(text)


def test_effects_tell_paths_hosts_of_urls_and_rights() -> None:
    text = (
        "- hosts: web\n  become: true\n  tasks:\n"
        "    - ansible.builtin.get_url: {url: 'https://example.org/x', dest: /opt/x}\n"
        "    - ansible.builtin.service: {name: nginx, state: restarted}\n"
        "    - ansible.builtin.file: {path: /srv/old, state: absent}\n"
    )
    effects = analyse_playbook(text).effects
    assert "/opt/x" in effects.writes
    assert "/srv/old" in effects.deletes
    assert any("nginx" in each for each in effects.services)
    assert any("example.org" in each for each in effects.network)
    assert effects.privilege == ("every task of the play for web as root",)


def test_effects_name_variables_as_the_playbook_does() -> None:
    effects = analyse_playbook(
        _play("ansible.builtin.file:", "  path: '/srv/{{ app.name }}'", "  state: absent")
    ).effects
    assert effects.deletes == ("/srv/{{ app.name }}",)


def test_a_long_loop_and_a_long_playbook_end() -> None:
    items = ", ".join(f"/srv/{n}" for n in range(5_000))
    task = f"    - ansible.builtin.file: {{path: '{{{{ item }}}}', state: touch}}\n      loop: [{items}]\n"
    assert analyse_playbook("- hosts: web\n  tasks:\n" + task * 5).risk == "unanalysable"
    many = "    - ansible.builtin.file: {path: /srv/x, state: touch}\n" * 3_000
    assert analyse_playbook("- hosts: web\n  tasks:\n" + many).risk in ("notable", "unanalysable")


def test_an_item_past_the_bound_is_not_forgotten() -> None:
    """What a loop is not followed to is told: it could be the one that destroys."""
    items = ", ".join([*(f"/srv/{n}" for n in range(60)), "/etc"])
    text = _play("ansible.builtin.file: {path: '{{ item }}', state: absent}", f"loop: [{items}]")
    assert analyse_playbook(text).risk in ("dangerous", "unanalysable")


_TASKS = "- hosts: web\n  tasks:\n"
HIDDEN = {
    "in module_defaults": "- hosts: web\n  module_defaults:\n    file: {state: absent}\n  tasks:\n    - file: {path: /etc}\n",
    "in the defaults of a block": _TASKS
    + "    - module_defaults:\n        ansible.builtin.file: {state: absent}\n      block:\n        - file: {path: /etc}\n",
    "in a fact that may not be set": "- hosts: web\n  vars: {dir: /etc}\n  tasks:\n    - set_fact: {dir: /srv/app/cache}\n"
    "      when: y\n    - file: {path: '{{ dir }}', state: absent}\n",
    "in a fact that is above the variables of a block": _TASKS
    + "    - vars: {dir: /srv/app/cache}\n      block:\n        - set_fact: {dir: /etc}\n"
    "        - file: {path: '{{ dir }}', state: absent}\n",
    "in the item that is above a fact": _TASKS
    + "    - set_fact: {item: /srv}\n    - file: {path: '{{ item }}', state: absent}\n      loop: [/etc]\n",
    "in options that are a variable": _TASKS + "    - file: '{{ options }}'\n",
    "in args that are a variable": _TASKS + "    - file:\n      args: '{{ options }}'\n",
    "in options that are a known variable": "- hosts: web\n  vars: {o: {path: /etc, state: absent}}\n  tasks:\n    - file: '{{ o }}'\n",
    "in the args of a command": _TASKS + "    - shell:\n      args: {cmd: rm -rf /etc}\n",
    "in the defaults of a group": "- hosts: web\n  module_defaults:\n    group/files: {state: absent}\n  tasks:\n"
    + "    - file: {path: /srv/app/tmp/x, mode: '0644'}\n",
    "in the defaults of a command": "- hosts: web\n  module_defaults:\n    command: {cmd: rm -rf /etc}\n  tasks:\n"
    "    - command: {chdir: /srv}\n",
    "in a merged anchor": "- hosts: web\n  vars:\n    a: &x {path: /etc, state: absent}\n  tasks:\n    - file:\n        <<: *x\n",
    "in a file that a task writes": _TASKS
    + "    - copy: {dest: /tmp/x.sh, content: 'rm -rf /etc'}\n    - command: bash /tmp/x.sh\n",
    "in a text that is unsafe": _TASKS + "    - shell: !unsafe 'rm -rf /etc'\n",
    "in a raw statement": _TASKS + "    - shell: '{% raw %}rm -rf /etc{% endraw %}'\n",
    "in a folded text": _TASKS + "    - shell: >\n        rm -rf\n        /etc\n",
    "in a list of lists": _TASKS
    + "    - file: {path: '{{ item }}', state: absent}\n      with_items: [[/srv/a, /etc], /srv/b]\n",
    "in a sum of lists": "- hosts: web\n  vars: {l: [/srv/a], m: [/etc]}\n  tasks:\n"
    "    - file: {path: '{{ item }}', state: absent}\n      loop: '{{ l + m }}'\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_is_found_or_said_to_be_unseen(name: str) -> None:
    assert analyse_playbook(HIDDEN[name]).risk in ("dangerous", "unanalysable")


@pytest.mark.parametrize(
    ("check", "stopped"),
    [("nginx -t -c %s", False), ("sh -c 'rm -rf /srv/www' %s", True), ("/usr/local/bin/own-check %s", False)],
)
def test_what_checks_a_file_is_run(check: str, stopped: bool) -> None:
    """The command that checks a file before it is put in place is a command of the host like any other."""
    text = (
        "- hosts: web\n  tasks:\n    - ansible.builtin.copy:\n        src: site.conf\n"
        f"        dest: /etc/nginx/conf.d/site.conf\n        validate: {json.dumps(check)}\n"
    )
    assert (analyse_playbook(text).risk == "dangerous") is stopped


def test_what_checks_a_file_by_default_is_run_as_well() -> None:
    """The command may come from `module_defaults`, as any option may."""
    text = (
        "- hosts: web\n  module_defaults:\n    ansible.builtin.copy: {validate: sh -c 'rm -rf /srv/www' %s}\n"
        "  tasks:\n    - ansible.builtin.copy: {src: site.conf, dest: /etc/nginx/conf.d/site.conf}\n"
    )
    assert analyse_playbook(text).risk == "dangerous"
