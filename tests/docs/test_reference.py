"""The generated pages are up to date, and nothing a user can meet is missing from them."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from scriptsmith.core.events import Event
from scriptsmith.schema import reference, variable

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "scripts" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", ["cli/help.txt", "cli.md", "settings.md", "events.md", "catalogue.md"])
def test_generated_pages_are_up_to_date(path: str) -> None:
    """Every generated file is what `make docs` would write now."""
    name, text = next((name, text) for name, text in generator().pages().items() if str(name).endswith(path))
    assert (ROOT / name).read_text(encoding="utf-8") == text, f"run `make docs`: {name} is out of date"


def test_every_command_is_documented() -> None:
    """Each command, with each of its options, stands in the reference."""
    page = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    for names, command in generator().walk():
        assert f"## {' '.join(names)}\n" in page
        section = page.split(f"## {' '.join(names)}\n", 1)[1].split("\n## ", 1)[0]
        for parameter in command.params:
            for option in parameter.opts:
                assert not option.startswith("-") or option in section, f"{names}: {option}"


def test_every_setting_is_documented() -> None:
    """Each setting has a row with its variable and a meaning."""
    page = (ROOT / "docs/reference/settings.md").read_text(encoding="utf-8")
    for name, _, description in reference():
        assert description, f"{name} has no description"
        assert re.search(rf"^\| `{re.escape(name)}` .*`{variable(name)}` \|$", page, re.MULTILINE), name


def test_every_event_is_documented() -> None:
    """Each kind of event has a section with all its fields and a promise."""
    page = (ROOT / "docs/reference/events.md").read_text(encoding="utf-8")
    for event in get_args(Event):
        kind = next(field.default for field in fields(event) if field.name == "kind")
        section = page.split(f"## {kind}\n", 1)[1].split("\n## ", 1)[0]
        assert event.__doc__.strip() in section
        assert all(f"| `{field.name}` |" in section for field in fields(event) if field.name != "kind")


def test_the_quick_help_is_the_real_help() -> None:
    """`--help` without imports says what the full program would say."""
    quick = subprocess.run([sys.executable, "-m", "scriptsmith", "--help"], capture_output=True, text=True, check=True)
    real = subprocess.run(
        [sys.executable, "-c", "from scriptsmith.cli.main import run; run(['--help'])"],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "100", "LC_ALL": "C.UTF-8"},
    )
    assert quick.stdout == real.stdout
    assert "forge" in quick.stdout


def test_links_in_the_documentation_lead_somewhere() -> None:
    """Every relative link in README and docs names a file that exists."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
