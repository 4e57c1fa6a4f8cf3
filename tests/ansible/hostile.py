"""Playbooks that try to run something while they are only being checked; `MARK` is the file that shows it."""

from __future__ import annotations

MARK = "/tmp/scriptsmith-playbook-ran"

_TASK = "- hosts: localhost\n  gather_facts: false\n  tasks:\n"
_PIPE = f"lookup('pipe', 'touch {MARK}')"


def _play(line: str) -> str:
    return f"- hosts: localhost\n  gather_facts: false\n  {line}\n  tasks:\n    - ansible.builtin.ping:\n"


def _task(*lines: str) -> str:
    return _TASK + "    - " + "\n      ".join(lines) + "\n"


HOSTILE = {
    "vars_files": _play(f'vars_files: "{{{{ {_PIPE} }}}}"'),
    "vars_files in a list": _play(f'vars_files: ["{{{{ {_PIPE} }}}}"]'),
    "hosts": f'- hosts: "{{{{ {_PIPE} }}}}"\n  tasks: []\n',
    "the name of a play": _play(f'name: "{{{{ {_PIPE} }}}}"'),
    "import_tasks": _task(f'import_tasks: "{{{{ {_PIPE} }}}}"'),
    "include_tasks": _task(f'ansible.builtin.include_tasks: "{{{{ {_PIPE} }}}}"'),
    "import_playbook": f'- import_playbook: "{{{{ {_PIPE} }}}}"\n',
    "import_role": _task("import_role:", f'  name: "{{{{ {_PIPE} }}}}"'),
    "roles": _play(f'roles: ["{{{{ {_PIPE} }}}}"]'),
    "a variable that hosts uses": f'- hosts: "{{{{ h }}}}"\n  vars:\n    h: "{{{{ {_PIPE} }}}}"\n  tasks: []\n',
    "query": _play(f"vars_files: \"{{{{ query('pipe', 'touch {MARK}') }}}}\""),
    "q": _play(f"vars_files: \"{{{{ q('pipe', 'touch {MARK}') }}}}\""),
    "the full name": _play(f"vars_files: \"{{{{ lookup('ansible.builtin.pipe', 'touch {MARK}') }}}}\""),
    "a computed name": _play(f"vars_files: \"{{{{ lookup('pi' ~ 'pe', 'touch {MARK}') }}}}\""),
    "a name in a variable": _play(f"vars_files: \"{{{{ lookup(p, 'touch {MARK}') }}}}\""),
    "map with lookup": _play(f"vars_files: \"{{{{ ['touch {MARK}'] | map('lookup') | list }}}}\""),
    "a statement": _play(f'vars_files: "{{% if {_PIPE} %}}a{{% endif %}}"'),
    "set in a template": _play(f'vars_files: "{{% set x = {_PIPE} %}}{{{{ x }}}}"'),
    "a condition": _task("ansible.builtin.ping:", f"when: {_PIPE} == ''"),
    "a loop over lines": _task("ansible.builtin.ping:", f"with_lines: touch {MARK}"),
    "with_pipe": _task("ansible.builtin.ping:", f"with_pipe: touch {MARK}"),
    "an argument": _task("ansible.builtin.debug:", f'  msg: "{{{{ {_PIPE} }}}}"'),
    "the name of a task": _task(f'name: "{{{{ {_PIPE} }}}}"', "ansible.builtin.ping:"),
    "the environment": _play(f'environment:\n    X: "{{{{ {_PIPE} }}}}"'),
    "a plugin of one's own": _play("strategy: mine"),
    "a connection of one's own": _play("connection: evil"),
    "an unknown lookup": _play("vars_files: \"{{ lookup('acme.tools.run', 'x') }}\""),
    "private attributes": _task("ansible.builtin.debug:", "  msg: \"{{ ''.__class__.__mro__[1].__subclasses__() }}\""),
    "attr": _task("ansible.builtin.debug:", "  msg: \"{{ x | attr('__globals__') }}\""),
    "a YAML tag": f"- hosts: localhost\n  vars:\n    x: !!python/object/apply:os.system ['touch {MARK}']\n  tasks: []\n",
    "a lookup that debug shows": _task("ansible.builtin.debug:", f"  var: {_PIPE}"),
    "a lookup that debug shows in one line": _task(f"ansible.builtin.debug: var={_PIPE.replace(', ', ',')}"),
    "the end of a loop": _task("ansible.builtin.ping:", "loop: [1]", "loop_control:", f"  break_when: {_PIPE} == ''"),
    "marks of its own": _play(f"name: \"#jinja2:variable_start_string:'[[',variable_end_string:']]'\\n[[ {_PIPE} ]]\""),
    "another name": _play(f"name: \"{{% set l = lookup %}}{{{{ l('pipe', 'touch {MARK}') }}}}\""),
    "the first of a list": _play(f"name: \"{{{{ ([lookup] | first)('pipe', 'touch {MARK}') }}}}\""),
    "a value of a dictionary": _play(f"name: \"{{{{ {{'a': lookup}}.a('pipe', 'touch {MARK}') }}}}\""),
    "an item of a loop": _play(f"name: \"{{% for f in [query] %}}{{{{ f('pipe', 'touch {MARK}') }}}}{{% endfor %}}\""),
    "an argument of a macro": _play(
        f"name: \"{{% macro m(f) %}}{{{{ f('pipe', 'touch {MARK}') }}}}{{% endmacro %}}{{{{ m(lookup) }}}}\""
    ),
    "a lookup in a variable": _play(f"vars: {{l: \"{{{{ lookup }}}}\", x: \"{{{{ l('pipe', 'touch {MARK}') }}}}\"}}"),
    "a variable that is called": _play(f"name: \"{{{{ vars.l('pipe', 'touch {MARK}') }}}}\""),
    "a condition by another name": _task("ansible.builtin.ping:", f"when: ([lookup] | first)('pipe', 'touch {MARK}')"),
    "an attribute in two parts": _play(
        f"name: \"{{{{ cycler['__in' ~ 'it__']['__glo' ~ 'bals__'].os.system('touch {MARK}') }}}}\""
    ),
    "a computed attribute": _play(f"name: \"{{{{ (cycler | attr(a)).os.system('touch {MARK}') }}}}\""),
    "the playbook as a template": _play("name: \"{% include 'playbook.yml' %}\"") + f"# {{{{ {_PIPE} }}}}\n",
    "an interpreter that is a command": _play(f"vars: {{ansible_python_interpreter: \"/bin/sh -c 'touch {MARK}'\"}}"),
}
