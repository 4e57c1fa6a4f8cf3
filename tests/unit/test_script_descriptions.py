"""Descriptions without a model: what commands are said to do, the facts in that, and the reader of other texts."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith import static_judge
from scriptsmith.core.types import Script
from scriptsmith.programs.spec import Spec, shipped_blocks, spec_of
from scriptsmith.static_judge import described, describing
from scriptsmith.static_judge.english import read
from scriptsmith.static_judge.phrases import GROUPS, look_up, read_facts
from scriptsmith.static_judge.programs import OWN, tell
from scriptsmith.static_judge.programs.find import found
from scriptsmith.static_judge.steps import LEADS, Clause, Step, facts, shown, write

CASES = [
    (
        "find /var/log -type f -name '*.log' -mtime +7 -delete",
        "finds regular files below `/var/log` named `*.log`, last modified more than `7` days ago; "
        "and then deletes them",
    ),
    (
        "du -s * | sort -nr | head -n 10",
        "shows the disk usage of `*`, only a total for each; then sorts the lines, numerically, in descending order; "
        "then prints the first lines, only the first `10` lines",
    ),
    (
        "head -5 a; tail -1 b",
        "prints the first lines of `a`, only the first `5` lines; and then prints the last lines of `b`, only the last `1` lines",
    ),
    (
        "nsenter -t 1 -m -- sh -c 'rm -rf /home/*'",
        "deletes files named `/home/*`, recursively with all content, by force and without asking, started by `nsenter`",
    ),
    ("command -v kubectl", "shows the location of the command named `kubectl`"),
    ("env -iS 'rm x'", "deletes files named `x`"),
    ("flock /run/l -c 'rm x'", "deletes files named `x`"),
    ("taskset -cp 0,1 4242", "runs the unknown program `taskset`, with `-cp`, with `0,1`, with `4242`"),
    ("timeout 5 nice -n 5 rm x", "deletes files named `x`, with another priority of `5`, with the time limit `5`"),
    (
        "grep -ril 'out of memory' /srv",
        "prints names of files with lines, that match `out of memory` in `/srv`, "
        "recursively with all subdirectories, ignoring case",
    ),
    (
        "sed -i 's/old/new/g' a.conf",
        "replaces `old` by `new`, everywhere in a line, in the files themselves in `a.conf`",
    ),
    ("tar xzf a.tgz -C /opt", "extracts an archive, compressed by gzip, named `a.tgz`, in the directory `/opt`"),
    (
        "awk -F: '{print $1}' /etc/passwd",
        "prints `$1` of each line of `/etc/passwd`, with fields separated by the character `:`",
    ),
    ("systemctl restart nginx", "restarts a service named `nginx`"),
    ("sudo -u app git -C /srv/app pull", "downloads and merges commits, in `/srv/app`, as root, as user `app`"),
    (
        "find . ! -name '*.c' -size -2M -print0 | xargs -0 -I {} mv {} /tmp",
        "finds files and directories below `.`, not named `*.c`, of less than `2M` size, with zero bytes after names; "
        "then takes what it reads, parted by zero bytes; for each: moves or renames files from `{}` to `/tmp`",
    ),
    ('for f in *.txt; do wc -l "$f"; done', "goes through a list of `*.txt`; for each: counts the lines of `$f`"),
    (
        'cd "$(dirname "$0")"',
        "goes to the directory named `$(…)`; where: prints the parent directory of a path of `$0`",
    ),
    (
        "ssh web1 'df -h'",
        "connects to another machine named `web1`; inside: shows free and used disk space of filesystems, with human-readable sizes",
    ),
    (
        "say() { echo hi; }\nsay",
        "defines the function `say`; inside: prints the text, with `hi`; and then calls the function `say`",
    ),
    ("frobnicate --all x", "runs the unknown program `frobnicate`, with `--all`, with `x`"),
    ("make > log.txt 2>&1", "runs the unknown program `make`, writing to the file `log.txt`, with error messages too"),
    ("kubectl -n shop get pods -o wide", "lists named `pods`, in the namespace `shop`, in the format `wide`"),
]


def settled(text: str) -> str:
    """Without commas and order of the glue, which no reader depends on."""
    return re.sub(r"[,\s]+", " ", text)


@pytest.mark.parametrize(("script", "says"), CASES)
def test_a_script_is_described_in_plain_words(script: str, says: str) -> None:
    """What each command and flag does is said, with its values, in the order of the script."""
    assert settled(described(Script(text=script))) == settled(says)


@pytest.mark.parametrize("script", ["", "# only a comment\n", "if true; then", "echo 'open"])
def test_what_cannot_be_read_is_not_described(script: str) -> None:
    """There is no half description of a script that does not parse or says nothing."""
    assert described(Script(text=script)) == ""


async def test_describing_costs_nothing() -> None:
    """The step has the type of the one with a model, and reports no call."""
    assert await describing()(Script(text="pwd")) == ("prints the current directory", ())


def test_a_description_is_its_facts_and_their_text() -> None:
    """People read the text, the judge the steps; both are one object, which every process can be sent."""
    told = described(Script(text="find /srv ! -empty -mtime +7 | xargs rm -f"))
    assert told == write(told.steps)
    assert {"deleting", "answers delete", "finding", "excluding", "by force"} <= facts(told.steps)
    assert {"sorting", "copying", "counting"}.isdisjoint(facts(told.steps))
    again = pickle.loads(pickle.dumps(told))
    assert (again, again.steps) == (told, told.steps)


@pytest.mark.parametrize(
    ("phrase", "role", "unit", "sign"),
    [
        ("named {}", "name", "", ""),
        ("that match {}", "content", "", ""),
        ("that do not match the patterns in {}", "place", "", ""),
        ("below {}", "place", "", ""),
        ("or not linking to {}", "target", "", ""),
        ("not last modified more than {} days ago", "", "days", ">"),
        ("of less than {} size", "", "size", "<"),
        ("with exactly the permissions {}", "", "mode", "="),
        ("at most {} levels deep", "", "depth", "<"),
    ],
)
def test_a_phrase_says_what_its_values_are(phrase: str, role: str, unit: str, sign: str) -> None:
    """The role of names, and the unit and comparison of numbers, come with the phrase."""
    known = look_up(phrase)
    assert (known.role, known.unit, known.sign) == (role, unit, sign)


def _all_specs() -> Iterator[Spec]:
    left = [spec for name in shipped_blocks() if (spec := spec_of(name)) is not None]
    while left:
        spec = left.pop()
        left.extend(spec.subcommands.values())
        yield spec


def _phrases(spec: Spec) -> set[str]:
    """What the table says of a program, its operands and its options, as it stands in clauses."""
    says = [spec.says, *(it.says for it in spec.operands.values()), *(it.says for it in spec.options.values())]
    return {it.removesuffix("!").replace(" {}", "") if it.endswith("!") else it for it in says if it}


def test_every_fact_is_told_by_some_phrase() -> None:
    """The table of facts holds nothing that no description can say."""
    phrases = set(LEADS).union(*map(_phrases, _all_specs()))
    folder = Path(static_judge.__file__).parent
    for file in (folder / "describe.py", *(folder / "programs").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                phrases |= {node.value, f"not {node.value}"}
    for group, known in GROUPS.items():
        for name, fact in known.items():
            assert group == "kind" or any(map(fact.told.search, phrases)), (group, name)


def test_the_table_of_facts_has_its_form() -> None:
    """A line that is indented further goes on with the one before; the groups and names are unique."""
    groups = read_facts("# about it\n[one]  # more\n\na\n  asked: x|\n         y\n  told: z\n\nb\n  told: w\n")
    assert {name: (it.asked.pattern, it.told.pattern) for name, it in groups["one"].items()} == {
        "a": (r"\b(?:x|y)", "z"),
        "b": (r"\b(?:(?!))", "w"),
    }
    names = [name for group in ("decisive", "manner", "change", "output", "fact") for name in GROUPS[group]]
    assert len(names) == len(set(names))


def _specs() -> Iterator[Spec]:
    """Every program and subcommand that is put into words."""
    for spec in _all_specs():
        if spec.says is not None and spec.name not in OWN:  # those put their options into words of their own
            yield spec


def test_what_every_program_is_said_to_do_can_be_read_back() -> None:
    """No meaning in a table breaks the language: each comes back as the one clause that it was."""
    specs = list(_specs())
    assert len(specs) > 90
    for spec in specs:
        for template in _phrases(spec) - {"."}:
            steps = (Step((Clause("does"), Clause(template, ("v",) * template.count("{}")))),)
            assert read(write(steps)) == steps, (spec.name, template)


CLAUSES = st.sampled_from(
    ["finds files", "of {}", "below {}", "not named {}", "more than {} days", "replaces {}", "by {}"]
)
VALUES = st.text(min_size=0, max_size=12)


@st.composite
def steps(draw: st.DrawFn) -> tuple[Step, ...]:
    made = []
    for _ in range(draw(st.integers(1, 4))):
        templates = ["does", *draw(st.lists(CLAUSES, max_size=4))]
        clauses = tuple(Clause(it, tuple(shown(draw(VALUES)) for _ in range(it.count("{}")))) for it in templates)
        made.append(Step(clauses, draw(st.sampled_from(LEADS))))
    return tuple(made)


@given(steps())
def test_a_description_can_be_read_back(made: tuple[Step, ...]) -> None:
    """Whatever the values hold, backquotes, commas and line ends included, the steps come back."""
    assert read(write(made)) == made


@given(st.text(max_size=80))
def test_any_text_gets_a_description_or_none(text: str) -> None:
    """No script raises; where there is a description, it reads back into as many steps."""
    told = described(Script(text=text))
    assert len(told.steps) == (len(read(told)) if told else 0)


@given(st.sampled_from(sorted(shipped_blocks())), st.lists(st.text(alphabet="-abcnrx=/.0 ", max_size=6), max_size=5))
def test_any_arguments_are_told(name: str, arguments: list[str]) -> None:
    """Every call has a head; options that are not known are named as unknown."""
    clauses = tell(name, arguments)
    assert clauses[0].template


@given(
    st.lists(
        st.sampled_from(["(", ")", "!", "-o", "-name", "-type", "f", "-mtime", "+3", "-exec", "rm", ";", "-prune"])
    )
)
def test_any_find_expression_is_told(arguments: list[str]) -> None:
    """A broken expression is told as far as it goes."""
    assert found(arguments).step.head.tells("finds")


def test_nesting_has_a_bound() -> None:
    """A command inside a command inside a command ends at some depth, with a word about it."""
    code = "true"
    for _ in range(9):
        code = f"find . -exec {code} \\;" if code == "true" else f"xargs {code}"
    assert "nested too deep" in described(Script(text="xargs xargs xargs xargs xargs xargs xargs xargs rm"))
    assert described(Script(text=code))
