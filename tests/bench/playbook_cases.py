"""The folder of a case that asks for a playbook, for tests."""

from __future__ import annotations

from pathlib import Path

REFERENCE = """---
- name: Keep a folder
  hosts: web
  become: true
  gather_facts: false
  tasks:
    - name: Make it
      ansible.builtin.file:
        path: /srv/{{ kept | default('app') }}
        state: directory
        mode: "0750"
"""
INSTRUCTION = """# Level 1

Keep /srv/app on the group web.

# Level 2

Keep the folder /srv/app, mode 0750, on the group web.

# Level 3

- /srv/app, mode 0750
- group web
"""
TASK = """kind = "playbook"
domain = "files"
difficulty = 0
groups = ["web"]

[[scenarios]]
name = "plain"
purpose = "function"

[[mutants]]
name = "another mode"
breaks = "state"
old = '"0750"'
new = '"0755"'

[[mutants]]
name = "a variable that nobody sets"
breaks = "run"
old = "kept | default('app')"
new = "kept"

[[mutants]]
name = "a command that always changes"
breaks = "again"
old = '''
      ansible.builtin.file:
        path: /srv/{{ kept | default('app') }}
        state: directory
        mode: "0750"'''
new = '''
      ansible.builtin.command: install -d -m 750 /srv/app'''
"""
TEST = """. "$HARNESS"
after() {
  check 'the folder is there' test "$(stat -c %a /srv/app)" = 750
}
"""


def write_playbook_case(folder: Path, **files: str) -> Path:
    """A case that proves itself where Ansible is installed; `files` are other contents by path, as of `write_case`."""
    contents = {
        "instruction.md": INSTRUCTION,
        "task.toml": TASK,
        "tests/plain.sh": TEST,
        "solution/playbook.yml": REFERENCE,
    }
    contents |= {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
    for name, text in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder
