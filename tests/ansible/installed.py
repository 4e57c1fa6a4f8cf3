"""Whether Ansible's programs are on this machine: tests that need them are skipped without."""

from __future__ import annotations

import pytest

from scriptsmith.adapters.ansible_home import find
from scriptsmith.ansible.programs import AnsibleHome
from scriptsmith.errors import ToolMissing


def _lacking() -> str:
    try:
        find("")
    except ToolMissing as error:
        return str(error)
    return ""


LACKING = _lacking()
ansible = pytest.mark.skipif(bool(LACKING), reason=LACKING or "there")


def home() -> AnsibleHome:
    """Where they are; only where `ansible` lets a test run."""
    return find("")
