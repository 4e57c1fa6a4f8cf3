"""`scriptsmith catalogue`, as a process: adding, exchanging, verifying and retiring scripts."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry, write_entry
from scriptsmith.core.types import Entry, Parameter, Script

from .program import Program
from .state import BROKEN, GOOD, OTHER, user

WOOL = Entry(
    id="wind-wool",
    title="Wind the wool of a spindle",
    phrases=("wind the wool of a spindle", 'wind "wool" \\ of \x1b[31m a spindle'),
    script=Script(text="#!/usr/bin/env bash\n# --colour NAME\nprintf 'wool %s\\n' \"$@\"\n"),
    parameters=(Parameter(name="colour", type="name", option="--colour", default="grey", description="of the wool"),),
    labels={"area": "knitting", "odd key": "é"},
    test="#!/usr/bin/env bash\ntrue\n",
)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below `folder` and what it holds."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def added(program: Program, entry: Entry = WOOL) -> Program:
    """`program` with an entry in its catalogue."""
    write_entry(program.home / "catalogue" / entry.area / entry.id, entry)
    return program


def test_a_script_is_added_shown_and_served(tmp_path: Path) -> None:
    """A single script with a title becomes an entry that `show` prints and `forge` serves, byte for byte."""
    program = user(tmp_path)
    (tmp_path / "knit.sh").write_text(GOOD)
    done = program("catalogue", "add", "knit.sh", "--title", "Knit a pullover", "--phrase", "knit a jumper", "--json")
    assert (done.status, done.stderr) == (0, "")
    assert (done.json["id"], done.json["version"], done.json["area"]) == ("knit-a-pullover", 1, "local")
    assert program("catalogue", "show", "knit-a-pullover", "--script").stdout == GOOD
    served = program("forge", "knit a jumper")
    assert (served.status, served.stdout) == (0, GOOD)


def test_adding_again_is_a_new_version_only_for_a_new_script(tmp_path: Path) -> None:
    """The same script stays version 1, which is said; another one is version 2, and version 1 can still be shown."""
    program = user(tmp_path)
    said = ["added knit@1", "nothing is changed: knit@1 holds this script already", "added knit@2"]
    for words, text in zip(said, (GOOD, GOOD, OTHER), strict=True):
        done = program("catalogue", "add", "-", "--title", "Knit", stdin=text)
        assert (done.status, done.stdout, done.stderr) == (0, "", f"{words}\n")
    changed = [
        program("catalogue", "add", "-", "--title", "Knit", "--json", stdin=text).json["changed"]
        for text in (OTHER, GOOD)
    ]
    assert changed == [False, True]
    more = program("catalogue", "add", "-", "--title", "Knit", "--phrase", "knit more", stdin=GOOD)
    assert more.stderr.startswith("nothing is changed: knit@3 holds this script already, with another description")
    program("catalogue", "retire", "knit")
    assert (
        "knit@3 holds this script already, retired"
        in program("catalogue", "add", "-", "--title", "Knit", stdin=GOOD).stderr
    )
    assert program("catalogue", "show", "knit@1", "--script").stdout == GOOD
    assert program("catalogue", "show", "knit@2", "--script").stdout == OTHER


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "words"),
    [
        (["-"], GOOD, 2, "needs --title"),
        (["-", "--title", "Knit"], "", 2, "standard input is empty"),
        (["-", "--title", "Knit"], BROKEN, 5, "knit is not added: line "),
        (["-", "--title", "Knit"], "#!/usr/bin/env bash\ncd $1\nrm x\n", 5, "[SC2164]"),
        (["-", "--title", "Knit", "--area", "../up"], GOOD, 2, "lower-case letters, digits and hyphens"),
        (["nowhere.sh", "--title", "Knit"], "", 8, "nowhere.sh: there is no such file"),
        (["."], "", 8, "there is no entry.toml"),
    ],
)
def test_what_cannot_be_added_is_not_stored(
    tmp_path: Path, arguments: list[str], stdin: str, status: int, words: str
) -> None:
    """A faulty script or a faulty request is one sentence with its exit code, and the catalogue stays empty."""
    program = user(tmp_path)
    done = program("catalogue", "add", *arguments, stdin=stdin)
    assert (done.status, done.stdout) == (status, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert list((tmp_path / "catalogue").rglob("*.toml")) == []


def test_an_entry_survives_export_and_import(tmp_path: Path) -> None:
    """What one person exports another imports: the same entry with everything it holds, and the same files."""
    one, other = (tmp_path / name for name in ("one", "other"))
    for home in (one, other):
        home.mkdir()
    done = added(user(one))("catalogue", "export", str(tmp_path / "git"))
    assert (done.status, done.stdout) == (0, "")
    assert read_entry(tmp_path / "git" / "knitting" / "wind-wool") == WOOL
    program = user(other)
    imported = program("catalogue", "import", str(tmp_path / "git"), "--json")
    assert (imported.status, imported.json) == (0, {"schema_version": 1, "imported": ["wind-wool@1"], "unchanged": []})
    twice = program("catalogue", "import", str(tmp_path / "git"))
    assert (twice.status, twice.stdout, twice.stderr) == (0, "", "imported 0 entries, 1 was there already\n")
    assert read_entry(other / "catalogue" / "knitting" / "wind-wool") == WOOL
    again = program("catalogue", "export", str(tmp_path / "again"), "--json")
    assert again.json["exported"] == ["wind-wool@1"]
    assert tree(tmp_path / "again") == tree(tmp_path / "git")


def test_own_versions_of_shipped_entries_are_exported(tmp_path: Path) -> None:
    """A newer version of a shipped entry is one's own and is exported; the shipped ones are not."""
    program = Program(tmp_path)
    shipped = program("catalogue", "list", "--json").json["entries"][0]
    (tmp_path / "mine.sh").write_text(GOOD)
    title = shipped["id"].replace("-", " ")
    done = program("catalogue", "add", "mine.sh", "--title", title)
    mine = f"{shipped['id']}@{shipped['version'] + 1}"
    assert done.stderr == f"added {mine}\n"
    done = program("catalogue", "export", "out", "--json")
    assert done.json["exported"] == [mine]
    theirs = program("catalogue", "show", f"{shipped['id']}@{shipped['version']}", "--json")
    assert theirs.json["digest"] == shipped["digest"]


def test_nothing_is_imported_when_one_entry_is_faulty(tmp_path: Path) -> None:
    """All entries are vetted first: with one that a checker blocks, none of them is stored."""
    for id, text in (("a-good", GOOD), ("b-broken", BROKEN)):
        entry = Entry(id=id, title=id, phrases=(id,), script=Script(text=text), labels={"area": "x"})
        write_entry(tmp_path / "given" / "x" / id, entry)
    program = user(tmp_path)
    done = program("catalogue", "import", "given")
    assert (done.status, done.stdout) == (5, "")
    assert "b-broken is not added" in done.stderr
    assert program("catalogue", "list", "--json").json["entries"] == []
    for folder, status in (("nowhere", 8), ("catalogue", 2)):
        (tmp_path / "catalogue").mkdir(exist_ok=True)
        assert program("catalogue", "import", folder).status == status


def test_show_and_list_tell_what_an_entry_is(tmp_path: Path) -> None:
    """The page names parameters, phrases and digest; both have a document; nothing reaches a terminal raw."""
    program = added(user(tmp_path))
    page = program("catalogue", "show", "wind-wool")
    assert page.status == 0
    for part in ("wind-wool@1  verified, notable", "--colour", "default grey", f"digest: {WOOL.script.digest}"):
        assert part in page.stdout
    assert "\x1b" not in page.stdout
    document = program("catalogue", "show", "wind-wool", "--json").json
    assert (document["script"], document["test"], document["schema_version"]) == (WOOL.script.text, WOOL.test, 1)
    listed = program("catalogue", "list", "--area", "knitting", "--json").json["entries"]
    assert [(e["id"], e.get("script")) for e in listed] == [("wind-wool", None)]
    assert program("catalogue", "show", "wind-wool@7").status == 8


def test_a_retired_entry_is_no_longer_served(tmp_path: Path) -> None:
    """Retired, an entry is listed as such and not served; its next version is served again."""
    program = user(tmp_path)
    assert program("catalogue", "add", "-", "--title", "Knit a pullover", stdin=GOOD).status == 0
    done = program("catalogue", "retire", "knit-a-pullover")
    assert (done.status, done.stdout) == (0, "")
    assert program("forge", "knit a pullover").status == 4
    assert program("catalogue", "list", "--json").json["entries"][0]["status"] == "retired"
    assert program("catalogue", "add", "-", "--title", "Knit a pullover", stdin=OTHER).status == 0
    assert program("forge", "knit a pullover").stdout == OTHER
    assert program("catalogue", "retire", "nosuch").status == 8


def test_verify_names_every_fault(tmp_path: Path) -> None:
    """Entries in order are exit 0; faults are exit 1, each on a line with the entry's id."""
    program = added(user(tmp_path))
    done = program("catalogue", "verify", "--static")
    assert (done.status, done.stdout, done.stderr) == (0, "", "1 of 1 entries are in order\n")
    faulty = Entry(
        id="b-faulty",
        title="Faulty",
        script=Script(text=BROKEN),
        parameters=(Parameter(name="size", type="count", option="--size"),),
    )
    added(program, faulty)
    done = program("catalogue", "verify", "--static")
    assert (done.status, done.stderr) == (1, "1 of 2 entries are in order\n")
    assert all(line.startswith("b-faulty: ") for line in done.stdout.splitlines())
    for words in ("no phrases", "does not know the option --size", "neither required nor has it a default", "[SS0001]"):
        assert words in done.stdout
    document = program("catalogue", "verify", "--static", "b-faulty", "--json")
    assert (document.status, document.json["verified"], list(document.json["faults"])) == (1, 0, ["b-faulty"])


def changed_by_hand(folder: Path) -> str:
    """Changes an approved script, and gives the words that this is told with."""
    assert tomllib.loads((folder / "entry.toml").read_text())["digest"] == WOOL.script.digest
    (folder / "script.sh").write_text(OTHER)
    return "wind-wool/script.sh was changed after approval"


def without_script(folder: Path) -> str:
    (folder / "script.sh").unlink()
    return "there is no "


def bad_toml(folder: Path) -> str:
    (folder / "entry.toml").write_text("id = ")
    return "wind-wool/entry.toml: Invalid value"


def deep_toml(folder: Path) -> str:
    (folder / "entry.toml").write_text("id = " + "[" * 100_000)
    return "wind-wool/entry.toml: "


def folder_for_script(folder: Path) -> str:
    (folder / "script.sh").unlink()
    (folder / "script.sh").mkdir()
    return "wind-wool/script.sh: Is a directory"


def link_to_nowhere(folder: Path) -> str:
    (folder / "entry.toml").unlink()
    (folder / "entry.toml").symlink_to("nowhere")
    return "there is no "


def strange_mark(folder: Path) -> str:
    (folder / ".replacing").mkdir()
    return "could not read "


DAMAGE = [changed_by_hand, bad_toml, folder_for_script]
MORE_DAMAGE = [without_script, deep_toml, link_to_nowhere, strange_mark]
DAMAGES = [*DAMAGE, *(pytest.param(damage, marks=pytest.mark.thorough) for damage in MORE_DAMAGE)]
SOCK = replace(WOOL, id="darn-sock", title="Darn a sock", phrases=("darn a sock",))


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_left_out_alone(tmp_path: Path, damage: Callable[[Path], str]) -> None:
    """It is never served, named in one sentence on stderr, and every other entry is served as before."""
    program = added(added(user(tmp_path)), SOCK)
    words = damage(tmp_path / "catalogue" / "knitting" / "wind-wool")
    for arguments, status in (
        (["forge", "wind the wool of a spindle", "--json"], 4),
        (["forge", "darn a sock", "--json"], 0),
        (["search", "darn a sock", "--json"], 0),
        (["catalogue", "list", "--json"], 0),
        (["catalogue", "show", "darn-sock", "--json"], 0),
        (["catalogue", "export", "out", "--json"], 0),
    ):
        done = program(*arguments)
        assert done.status == status
        assert "wind-wool" not in [entry["id"] for entry in done.json.get("entries", [])]
        told = [line for line in done.stderr.splitlines() if "knitting/wind-wool is left out: " in line]
        assert len(told) == 1
        assert told[0].startswith("warning: catalogue entry ")
        assert words in told[0]
        assert "catalogue verify" in told[0]
    lines = '{"action": "darn a sock"}\n' * 3
    batch = program("search", "--jsonl", stdin=lines)
    assert [line["served"] for line in batch.lines] == ["darn-sock"] * 3
    assert batch.stderr.count("\n") == 1


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_told_to_whoever_asks(tmp_path: Path, damage: Callable[[Path], str]) -> None:
    """`verify` and `doctor` name it with its fault and fail, `show` says what is wrong, nothing writes over it."""
    program = added(added(user(tmp_path)), SOCK)
    folder = tmp_path / "catalogue" / "knitting" / "wind-wool"
    words = damage(folder)
    before = tree(folder)
    verified = program("catalogue", "verify", "--static")
    assert (verified.status, verified.stderr) == (1, "1 of 2 entries are in order\n")
    assert verified.stdout.startswith("wind-wool: ")
    assert words in verified.stdout
    assert list(program("catalogue", "verify", "--static", "wind-wool", "--json").json["faults"]) == ["wind-wool"]
    assert program("catalogue", "verify", "--static", "darn-sock").status == 0
    for arguments, status in (
        (["catalogue", "show", "wind-wool"], 2),
        (["catalogue", "retire", "wind-wool"], 2),
        (["catalogue", "add", "-", "--title", "wind wool"], 2),
    ):
        done = program(*arguments, stdin=OTHER)
        assert (done.status, done.stdout, done.stderr.count("\n")) == (status, "", 1)
        assert words in done.stderr
    assert "BAD  wind-wool" in program("doctor").stdout
    assert tree(folder) == before


@pytest.mark.thorough
def test_a_damaged_version_does_not_bring_the_shipped_one_back(tmp_path: Path) -> None:
    """One's own version of a shipped entry hides it also when damaged: nobody decided to serve the older script."""
    program = Program(tmp_path, {"SCRIPTSMITH_PATHS__CATALOGUE": str(tmp_path / "catalogue")})
    assert program("catalogue", "retire", "show-disk-usage").status == 0
    (tmp_path / "catalogue" / "disk" / "show-disk-usage" / "entry.toml").write_text("nonsense")
    done = program("search", "show the disk usage", "--json")
    assert (done.json["served"], done.stderr.count("left out")) == (None, 1)
