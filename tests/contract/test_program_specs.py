"""The table of programs held to the programs that are here: what their help texts name, the table has, with the same value.

Versions differ: an option that only the table has may be newer or older than the program here, so the table may hold
more than the program, never less, unless the program here is newer than the one that was read (`# sort (…) 9.1` above
a block of the data), and then only of names that the table lacks. A value that the table calls optional may be
shown as one that must be given, or not shown at all.
"""

from __future__ import annotations

import shutil
from functools import cache

import pytest
from help_runner import Answer, Box
from option_syntax import Option, options_of, tags_of_help

from scriptsmith.programs.spec import DATA, Spec, index, read_spec, spec_of

PROGRAMS = [
    "cat",
    "chmod",
    "chown",
    "cp",
    "cut",
    "date",
    "dd",
    "df",
    "du",
    "env",
    "head",
    "ln",
    "ls",
    "mkdir",
    "mktemp",
    "mv",
    "nice",
    "nohup",
    "rm",
    "rmdir",
    "sha256sum",
    "shred",
    "shuf",
    "sort",
    "split",
    "stat",
    "stdbuf",
    "tail",
    "tee",
    "timeout",
    "touch",
    "tr",
    "truncate",
    "uniq",
    "wc",
    "xargs",
    "grep",
    "sed",
    "tar",
    "gzip",
    "diff",
    "cmp",
    "mount",
    "umount",
    "lsblk",
    "losetup",
    "flock",
    "setsid",
    "unshare",
    "nsenter",
    "swapon",
    "fdisk",
    "wipefs",
    "blkid",
    "pgrep",
    "pkill",
    "free",
    "sysctl",
    "git-commit",
    "git-push",
    "git-reset",
    "git-clean",
    "git-branch",
    "git-checkout",
    "git-clone",
    "curl",
    "wget",
    "rsync",
    "useradd",
    "usermod",
    "userdel",
    "systemctl",
    "journalctl",
    "psql",
    "pg_dump",
    "dropdb",
]
SEALED = shutil.which("bwrap") is not None

pytestmark = pytest.mark.skipif(not SEALED, reason="bubblewrap is not installed: programs are asked in its box only")


def _words(program: str) -> list[str]:
    return program.split("-", 1) if program.startswith("git-") else [program]


@cache
def _help(program: str) -> str:
    words = _words(program)
    asked = "-h" if words[0] == "git" else "--help"
    return Box().run([*words, asked, *(["all"] if program == "curl" else [])])


def _spec(program: str) -> Spec:
    words = _words(program)
    found = spec_of(words[0])
    for word in words[1:]:
        found = found.subcommands.get(word) if found else None
    assert found is not None, f"{program} is not in the table"
    return found


def disagreements(told: list[Option], spec: Spec) -> dict[str, str]:
    """How the options of a help text differ from those of the table, by name."""
    found: dict[str, str] = {}
    for option in told:
        for name in (each.replace("[no-]", "") for each in option.spellings):
            known = spec.options.get(name)
            if known is None:
                found[name] = "not in the table"
            elif known.takes != option.takes and not _tolerated(name, option, known.takes):
                found[name] = f"{option.takes} in the help text, {known.takes} in the table"
    return found


def _tolerated(name: str, told: Option, takes: str) -> bool:
    """A help text shows no difference between an optional value and none or a required one, and shows the value of a
    long spelling beside a short one that has none."""
    if takes in ("attached", "lenient"):
        return True
    return takes == "nothing" and told.takes == "attached" and not name.startswith("--")


def confirmed(found: dict[str, str], spec: Spec, answers: dict[str, Answer]) -> dict[str, str]:
    """The disagreements that the program itself confirms when it is asked: of a name that it does not know, or a value
    that it needs or refuses as the table says, the help text was misread."""
    return {
        name: why
        for name, why in found.items()
        if answers[name] != "unknown" and not (name in spec.options and answers[name] == spec.options[name].takes)
    }


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_table_has_what_the_program_here_tells(program: str) -> None:
    if shutil.which(program.partition("-")[0]) is None:
        pytest.skip(f"{program.partition('-')[0]} is not installed")
    told = options_of(tags_of_help(_help(program)))
    if not told:
        pytest.skip(f"the help text of {program} names no options")
    spec = _spec(program)
    found = disagreements(told, spec)
    assert confirmed(found, spec, Box().answers(_words(program), list(found))) == {}


def test_the_comparison_finds_a_missing_name_and_a_wrong_value() -> None:
    table = read_spec("prog", index(["prog\n  -a\n  -b VALUE\n"]))
    assert table is not None
    told = [Option(("-a",), "required"), Option(("-b",), "required"), Option(("-c",))]
    found = disagreements(told, table)
    assert found == {"-a": "required in the help text, nothing in the table", "-c": "not in the table"}
    assert confirmed(found, table, {"-a": "required", "-c": "silent"}) == found
    assert confirmed(found, table, {"-a": "nothing", "-c": "unknown"}) == {}


def test_collected_data_says_which_program_told_it() -> None:
    for file in sorted(DATA.glob("collected-*.txt")):
        assert file.read_text(encoding="utf-8").startswith("# "), file.name
