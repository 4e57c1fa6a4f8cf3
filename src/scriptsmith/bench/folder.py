"""Cases in folders: what a person writes down as instruction, scenarios, tests and reference, read as `Case`s.

instruction.md  task.toml  environment/{fixture.json, bin/NAME}  tests/SCENARIO.sh  solution/solution.sh

Stand-ins for programs that several cases of a suite use lie once, in the folder `_stand-ins` beside the cases.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..core.fixtures import BadFixture, Planted, read_fixture
from ..core.types import FILE_NAMES, Script
from ..errors import BadInput, NotFound, StorageError
from .model import Case, CaseScenario, Kind
from .places import FOLDER, SUITES
from .playbook_parts import DOMAINS, PLAYBOOK, levels_of, mutants_of

LARGEST = 1 << 20
"""The most bytes of one file of a case."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_SCENARIO = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
_STUB = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,79}")
_KEYS = {"kind", "difficulty", "tags", "needs", "stand_ins", "scenarios"}
_PLAYBOOK_KEYS = {"kind", "difficulty", "domain", "groups", "tags", "needs", "scenarios", "mutants"}
_SCENARIO_KEYS = {"name", "purpose", "prepare", "runs", "stdin", "user"}
_SHARED = "_stand-ins"
_PARTS = {"instruction.md", "task.toml", "environment", "tests", "solution"}
_HIGHEST_ID = 65_533  # a box has 65,536 ids, the last ones are nobody's
KINDS: tuple[Kind, ...] = ("script", "line")
T = TypeVar("T")


def shipped() -> tuple[str, ...]:
    """The names of the suites that come with ScriptSmith."""
    return tuple(sorted(at.name for at in SUITES.iterdir() if at.is_dir() and at.name[:1] not in "._"))


def find(name: str) -> tuple[Case, ...]:
    """The cases that `name` stands for: SUITE or SUITE/CASE of the shipped ones, or the folder of a case or of a suite.

    Raises `NotFound`, and `BadInput` for no name or one case that is malformed; in a suite such a case has a `problem`.
    """
    if not name:
        raise BadInput("the name of a suite, case or folder is empty: `.` is the current folder")
    suite, _, case = name.partition("/")
    if suite in shipped() and _NAME.fullmatch(suite):
        if not case:
            return read_suite(SUITES / suite)
        if _NAME.fullmatch(case) and (SUITES / suite / case).is_dir():
            return (read_case(SUITES / suite / case),)
    folder = Path(name)
    if not folder.is_dir():
        raise NotFound(f"there is no suite, case or folder {name}; shipped suites: {', '.join(shipped())}")
    return (read_case(folder),) if (folder / "task.toml").exists() else read_suite(folder)


def read_suite(folder: Path) -> tuple[Case, ...]:
    """Every case in `folder`, ordered by name; a malformed one is there with its `problem`.

    Raises `NotFound` when there is no such folder, and `BadInput` when it holds no case.
    """
    if not folder.is_dir():
        raise NotFound(f"there is no folder {folder}")
    found = sorted(at for at in folder.iterdir() if at.is_dir() and at.name[:1] not in "._")
    if not found:
        raise BadInput(f"{folder} holds no case: a case is a folder with instruction.md, task.toml, tests and solution")
    return tuple(_case_or_problem(each) for each in found)


def read_case(folder: Path) -> Case:
    """The case in `folder`, of the suite that the folder above is named as; raises `BadInput` with file and fault."""
    folder = folder.absolute()
    if not _NAME.fullmatch(folder.name):
        raise BadInput(f"{folder}: a case is named by lower-case letters, digits and hyphens")
    _only(folder, _PARTS)
    toml = folder / "task.toml"
    task = _toml(toml)
    if task.get("kind") == "playbook":
        return _playbook(folder, task)
    _known(toml, task, _KEYS)
    action = _text(folder / "instruction.md").strip()
    if not action:
        raise BadInput(f"{folder / 'instruction.md'} says nothing")
    solution = _text(folder / "solution" / "solution.sh")
    _only(folder / "solution", {"solution.sh"})
    if not solution.strip():
        raise BadInput(f"{folder / 'solution' / 'solution.sh'} is empty")
    return Case(
        suite=folder.parent.name,
        id=folder.name,
        action=action,
        golds=(Script(text=solution),),
        kind=_one_of(toml, task, "kind", KINDS),
        fixture=_fixture(folder, _words(toml, task, "stand_ins")),
        scenarios=_scenarios(toml, task, folder / "tests"),
        needs=_words(toml, task, "needs"),
        tags=_words(toml, task, "tags"),
        difficulty=_number(toml, "difficulty", task.get("difficulty"), 2),
    )


def _playbook(folder: Path, task: Mapping[str, Any]) -> Case:
    """A case that asks for a playbook: an action at several levels, a reference, and mutants of it."""
    toml, solution = folder / "task.toml", folder / "solution" / FILE_NAMES[PLAYBOOK]
    _known(toml, task, _PLAYBOOK_KEYS)
    _only(folder, _PARTS - {"environment"}, "the tests of a playbook prepare its world in `before`")
    _only(folder / "solution", {solution.name})
    reference, levels = _text(solution), levels_of(folder / "instruction.md", _text(folder / "instruction.md"))
    return Case(
        suite=folder.parent.name,
        id=folder.name,
        action=levels[-1],
        levels=levels,
        golds=(Script(text=reference, target=PLAYBOOK),),
        kind="playbook",
        target=PLAYBOOK,
        domain=_one_of(toml, task, "domain", DOMAINS),
        groups=_words(toml, task, "groups"),
        scenarios=_scenarios(toml, task, folder / "tests"),
        needs=_words(toml, task, "needs"),
        tags=_words(toml, task, "tags"),
        difficulty=_number(toml, "difficulty", task.get("difficulty"), 2),
        mutants=mutants_of(toml, task, reference),
    )


def _case_or_problem(folder: Path) -> Case:
    try:
        return read_case(folder)
    except (BadInput, StorageError) as error:
        return Case(suite=folder.absolute().parent.name, id=folder.name, action="", golds=(), problem=str(error))


def _scenarios(toml: Path, task: Mapping[str, Any], tests: Path) -> tuple[CaseScenario, ...]:
    tables = task.get("scenarios")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise BadInput(f"{toml}: at least one table [[scenarios]] is needed")
    found = tuple(_scenario(toml, number, table, tests) for number, table in enumerate(tables, 1))
    names = [scenario.name for scenario in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BadInput(f"{toml}: two scenarios are named {twice[0]!r}")
    if found[0].purpose != "function":
        raise BadInput(f'{toml}: the first scenario, {names[0]!r}, must have the purpose "function"')
    _only(tests, {f"{name}.sh" for name in names}, "no scenario of task.toml has that name")
    return found


def _scenario(toml: Path, number: int, table: Mapping[str, Any], tests: Path) -> CaseScenario:
    where = f"{toml}: scenario {number}"
    _known(where, table, _SCENARIO_KEYS)
    name = table.get("name")
    if not isinstance(name, str) or not _SCENARIO.fullmatch(name):
        raise BadInput(f"{where} needs a `name` of lower-case letters, digits, hyphens and underscores, not {name!r}")
    where = f"{toml}: scenario {name!r}"
    runs = table.get("runs", [[]])
    if not isinstance(runs, list) or not runs or not all(_are_texts(run) for run in runs):
        raise BadInput(f"{where}: `runs` is a list with a list of texts, the arguments, for each call")
    test = tests / f"{name}.sh"
    text = _text(test)
    if "finish" not in text and "\nafter() {" not in text:
        raise BadInput(f"{test} never says `finish`, so that it could not be seen to have run")
    return CaseScenario(
        name=name,
        test=text,
        purpose=_one_of(where, table, "purpose", ("function", "robustness")),
        prepare=_plain(where, table, "prepare"),
        runs=tuple(tuple(run) for run in runs),
        stdin=_plain(where, table, "stdin"),
        user=_number(where, "user", table.get("user", 0), _HIGHEST_ID),
    )


def _fixture(case: Path, shared: Sequence[str]) -> tuple[Planted, ...]:
    """The declared tree, and each stand-in as a program in the box: the case's own and those `shared` in its suite."""
    folder = case / "environment"
    if not folder.exists():
        return _stand_ins([case.parent / _SHARED / name for name in shared])
    _only(folder, {"fixture.json", "bin"})
    declared: tuple[Planted, ...] = ()
    if (path := folder / "fixture.json").exists():
        try:
            declared = read_fixture(json.loads(_text(path)))
        except (BadFixture, ValueError, RecursionError) as error:
            raise BadInput(f"{path}: {error}") from None
        for each in declared:
            if each.path == FOLDER or each.path.startswith(f"{FOLDER}/"):
                raise BadInput(f"{path}: {each.path} lies in {FOLDER}, which belongs to the bench")
    own = sorted((folder / "bin").iterdir()) if (folder / "bin").is_dir() else []
    if twice := sorted({at.name for at in own} & set(shared)):
        raise BadInput(f"{folder / 'bin' / twice[0]}: task.toml names a stand-in of the suite with the same name")
    return (*declared, *_stand_ins([*own, *(case.parent / _SHARED / name for name in shared)]))


def _stand_ins(programs: Sequence[Path]) -> tuple[Planted, ...]:
    found = []
    for program in sorted(programs, key=lambda each: each.name):
        if not _STUB.fullmatch(program.name):
            raise BadInput(f"{program} is no name of a program")
        found.append(Planted(path=f"{FOLDER}/bin/{program.name}", content=_text(program).encode(), mode=0o755))
    return tuple(found)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: {error}") from None
    except RecursionError:
        raise BadInput(f"{path}: it is nested too deeply") from None


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{path} is larger than 1 MiB")
        text = path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{path} is missing") from None
    except IsADirectoryError:
        raise BadInput(f"{path} is a folder") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise StorageError(f"could not read {path}: {error.strerror}") from None
    if "\0" in text:
        raise BadInput(f"{path} holds a NUL character")
    return text


def _only(folder: Path, names: set[str], why: str = "nothing of a case is named so") -> None:
    """Raise `BadInput` for a file that would be read by nobody; hidden ones are an editor's own."""
    try:
        there = sorted(at.name for at in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{folder} is missing") from None
    for name in there:
        if name not in names and not name.startswith("."):
            raise BadInput(f"{folder / name}: {why}")


def _known(where: Path | str, table: Mapping[str, Any], keys: set[str]) -> None:
    if unknown := sorted(table.keys() - keys):
        raise BadInput(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(sorted(keys))}")


def _one_of(where: Path | str, table: Mapping[str, Any], key: str, values: tuple[T, ...]) -> T:
    value = table.get(key)
    for known in values:
        if value == known:
            return known
    raise BadInput(f"{where}: `{key}` must be {' or '.join(json.dumps(known) for known in values)}, not {value!r}")


def _number(where: Path | str, key: str, value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadInput(f"{where}: `{key}` must be a whole number from 0 to {most}")
    return value


def _words(where: Path | str, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = table.get(key, [])
    if not _are_texts(values) or not all(_STUB.fullmatch(value) for value in values):
        raise BadInput(f"{where}: `{key}` must be a list of words")
    return tuple(values)


def _plain(where: str, table: Mapping[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or "\0" in value:
        raise BadInput(f"{where}: `{key}` must be a text")
    return value


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) and "\0" not in value for value in values)
