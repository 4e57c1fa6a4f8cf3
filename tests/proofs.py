"""The record of proofs: which catalogue entries and bench cases were proven, and with which texts.

    make prove                            prove whatever has changed since it was proven, and record it
    python -m tests.proofs --all          prove everything again

What was seen of an entry is also recorded beside it, in `evidence.jsonl`, which users see.

Each line of `proofs.txt` is a kind (`entry` or `case`), a name and a digest over everything that decides whether the
proof holds: the entry's or case's own texts, the test library, and the code of the boxes. Whatever of these changes, the
digest is another one, and `make test` proves it again. `make test-all` proves a third of the rest again as well, and
compares the record.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

import scriptsmith
from scriptsmith.adapters.ansible_home import find as find_ansible
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.folder.records import read_records, write_records
from scriptsmith.adapters.programs import ShellCheck
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.language import Ansible
from scriptsmith.bash_language import Bash
from scriptsmith.bench.folder import find, shipped
from scriptsmith.bench.model import Case
from scriptsmith.bench.playbook_trial import playbook_grader
from scriptsmith.bench.proving import missing
from scriptsmith.bench.proving import prove as prove_case
from scriptsmith.bench.trial import by_target, grade, grader
from scriptsmith.core.proof import proof_digest, recorded
from scriptsmith.core.types import FILE_NAMES, Entry, Evidence, Severity, Target
from scriptsmith.language import Language
from scriptsmith.ports import BoxLimits, Sandbox
from scriptsmith.wiring import SEED, harness
from tests.catalogue.faults import faults_of

T = TypeVar("T")
RECORD = Path(__file__).with_name("proofs.txt")
SOURCE = Path(scriptsmith.__file__).parent
ENTRY_LIMITS, CASE_LIMITS = BoxLimits(wall=60), BoxLimits()
PLAYBOOK_LIMITS = BoxLimits(wall=600, cpu=600, memory=1 << 30, output=4 << 20)
AT_ONCE = 2

BOX = (
    "adapters/attributes.py",
    "adapters/boxes.py",
    "adapters/differences.py",
    "adapters/sandbox/*.py",
    "core/effects.py",
    "core/proof.py",
    "errors.py",
    "ports.py",
)
"""What opens boxes and reads what happened in them."""

ENTRY_CODE = (
    *BOX,
    "bash/*.py",
    "bound_form/*.py",
    "core/parameters.py",
    "interpreter/arithmetic.py",
    "proving.py",
    "proving_bound.py",
    "proving_boxes.py",
)
PLAYBOOK_CODE = (
    *BOX,
    "ansible/binding.py",
    "ansible/data/systemctl.sh",
    "ansible/proving.py",
    "ansible/results.py",
    "ansible/situations.py",
    "ansible/state_test.py",
    "ansible/trying.py",
    "core/parameters.py",
)
CODE: Mapping[Target, tuple[str, ...]] = {"bash": ENTRY_CODE, "ansible": PLAYBOOK_CODE}
"""What proves entries, by target."""
CASE_CODE = (
    *BOX,
    "bench/*.sh",
    "bench/model.py",
    "bench/places.py",
    "bench/proving.py",
    "bench/trial.py",
    "core/fixtures.py",
)
PLAYBOOK_CASE_CODE = (
    *CASE_CODE,
    "ansible/data/systemctl.sh",
    "ansible/results.py",
    "ansible/state_test.py",
    "ansible/trying.py",
    "bench/playbook_parts.py",
    "bench/playbook_trial.py",
    "catalogue/harness.sh",
)
CASES_CODE: Mapping[Target, tuple[str, ...]] = {"bash": CASE_CODE, "ansible": PLAYBOOK_CASE_CODE}
"""What proves cases, by target; playbooks have the test library besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provable:
    """An entry or a case: `digest` is over all that decides its proof, `group` the area or suite that it belongs to."""

    kind: str
    name: str
    group: str
    digest: str

    @property
    def key(self) -> str:
        """Names it in the record."""
        return f"{self.kind} {self.name}"


def files_of(code: Iterable[str], source: Path = SOURCE) -> tuple[Path, ...]:
    """The files that `code`, patterns below `source`, stands for; raises `FileNotFoundError` for one without a file."""
    found = list[Path]()
    for pattern in code:
        files = sorted(source.glob(pattern))
        if not files:
            raise FileNotFoundError(f"nothing in {source} is named {pattern}: tests/proofs.py is out of date")
        found += files
    return tuple(sorted(found))


def code_digest(code: Iterable[str], source: Path = SOURCE) -> str:
    """SHA-256 over names and contents of the files of `code`."""
    return _digest(part for path in files_of(code, source) for part in (path.name.encode(), path.read_bytes()))


def entry_digest(entry: Entry, library: str, code: str) -> str:
    """SHA-256 over an entry's script and test, the test library, and the digest `code` of the code that proves it."""
    return _digest((proof_digest(entry, library).encode(), code.encode()))


def case_digest(case: Case, code: str) -> str:
    """SHA-256 over all that a case holds (world, scenarios, tests, references, mutants), and the digest `code`.

    The words of an action that is told at several levels decide no proof, and are left out.
    """
    case = replace(case, action="", levels=()) if case.levels else case
    return _digest((repr(case).encode("utf-8", "surrogatepass"), code.encode()))


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def folders(target: Target = "bash") -> list[Path]:
    """The folders of the shipped entries for `target`, by area and name."""
    return sorted(path.parent for path in SEED.glob(f"*/*/{FILE_NAMES[target]}"))


def cases() -> dict[str, Case]:
    """The shipped cases of the bench, by name."""
    return {case.key: case for suite in shipped() for case in find(suite)}


def entries_now(target: Target = "bash") -> dict[Path, Provable]:
    """Every shipped entry for `target` as it is, by its folder."""
    library, code = harness(), code_digest(CODE[target])
    return {
        folder: Provable(
            kind="entry",
            name=folder.name,
            group=folder.parent.name,
            digest=entry_digest(read_entry(folder), library, code),
        )
        for folder in folders(target)
    }


def cases_now() -> dict[str, Provable]:
    """Every shipped case as it is, by its name."""
    code = {target: code_digest(files) for target, files in CASES_CODE.items()}
    return {
        key: Provable(kind="case", name=key, group=case.suite, digest=case_digest(case, code[case.target]))
        for key, case in cases().items()
    }


def read_record(path: Path = RECORD) -> dict[str, str]:
    """The digests that were proven, by kind and name; raises `ValueError` for a line that is none."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    record = dict[str, str]()
    for line in lines:
        kind, name, digest = line.split(" ")
        record[f"{kind} {name}"] = digest
    return record


def write_record(record: Mapping[str, str], path: Path = RECORD) -> None:
    """Write the digests that were proven, a line each, in place of what was recorded."""
    beside = path.with_suffix(".new")
    beside.write_text("".join(f"{key} {digest}\n" for key, digest in sorted(record.items())), encoding="utf-8")
    beside.replace(path)


def due(all_of_them: Collection[Provable], record: Mapping[str, str]) -> set[str]:
    """The keys to be proven now: what is not recorded as it is, and one of each group however well it is recorded.

    Which one depends on the digests, so that a change of the box code or of the entry chooses another.
    """
    changed = {each.key for each in all_of_them if record.get(each.key) != each.digest}
    first = dict[str, Provable]()
    for each in all_of_them:
        if each.group not in first or each.digest < first[each.group].digest:
            first[each.group] = each
    return changed | {each.key for each in first.values()}


def repeated(all_of_them: Collection[Provable], one_in: int = 3) -> set[str]:
    """The keys of a share of them that is proven again although it is recorded, one in `one_in`.

    It depends on all digests, so that any change of what is proven chooses another share, and the same tree the same.
    """
    whole = _digest(sorted(each.digest.encode() for each in all_of_them))
    return {each.key for each in all_of_them if int(_digest((f"{whole} {each.key}".encode(),)), 16) % one_in == 0}


def to_prove(argument: str, now: Mapping[T, Provable]) -> pytest.MarkDecorator:
    """Calls a test with each of `now` that is due, and where it is to be thorough with each that is only repeated."""
    at_once = due(now.values(), read_record())
    again = at_once | repeated(now.values())
    called = [
        pytest.param(what, id=each.name, marks=() if each.key in at_once else pytest.mark.thorough)
        for what, each in now.items()
        if each.key in again
    ]
    return pytest.mark.parametrize(argument, called)


async def shellchecked(entry: Entry) -> str:
    """What shellcheck says of the entry's script, opinions on style left out; empty for nothing."""
    found = await ShellCheck().check(entry.script)
    return "; ".join(f"line {each.line}: {each.message}" for each in found if each.severity is not Severity.STYLE)


def playbooks() -> Ansible:
    """How playbooks are proven here, Ansible's programs where they are installed."""
    return Ansible(home=lambda: find_ansible(""), limits=PLAYBOOK_LIMITS)


def language(target: Target) -> Language:
    """The language that an entry is proven in."""
    languages: dict[Target, Language] = {"bash": Bash(limits=ENTRY_LIMITS), "ansible": playbooks()}
    return languages[target]


async def evidence_of(entry: Entry, sandbox: Sandbox, at: str = "") -> Evidence:
    """What running the proof of `entry` shows, by its language."""
    return await language(entry.script.target).prove(entry, harness(), sandbox, at=at)


async def why_no_entry(folder: Path, sandbox: Sandbox) -> str:
    """Why the entry in `folder` is not proven; empty when it is."""
    evidence = await evidence_of(read_entry(folder), sandbox)
    return "" if evidence.result == "passed" else evidence.detail


async def prove_and_record(folder: Path, sandbox: Sandbox) -> str:
    """Prove the entry in `folder`, and record beside it what was seen of texts that were never seen to pass before."""
    entry = read_entry(folder)
    if language(entry.script.target).starts and (
        said := "; ".join(await faults_of(folder)) or await shellchecked(entry)
    ):
        return said
    evidence = await evidence_of(entry, sandbox, datetime.now(UTC).isoformat(timespec="seconds"))
    if evidence.result != "passed":
        return evidence.detail
    records = read_records(folder)
    same = (evidence.kind, evidence.version, evidence.digest, evidence.result)
    if same not in [(each.kind, each.version, each.digest, each.result) for each in records]:
        write_records(folder, recorded(records, evidence))
    return ""


def forget_superseded(folder: Path) -> None:
    """Keep, of each kind of evidence of a shipped entry, the last that passed: what was before is in the history of the files."""
    records = read_records(folder)
    last = {each.kind: each for each in records} | {each.kind: each for each in records if each.result == "passed"}
    if len(last) < len(records):
        write_records(folder, tuple(each for each in records if each is last[each.kind]))


async def why_no_case(case: Case, sandbox: Sandbox) -> str:
    """Why `case` is not proven; empty when it is."""
    tried = playbook_grader(sandbox, PLAYBOOK_LIMITS, lambda: find_ansible(""), harness())
    judge = grader(scenarios=by_target({"bash": grade(sandbox, CASE_LIMITS), "ansible": tried}))
    return (await prove_case(case, judge)).why


def not_here(case: Case) -> str:
    """Why `case` cannot be proven on this machine; empty where it can."""
    languages: dict[Target, Language] = {"bash": Bash(limits=ENTRY_LIMITS), "ansible": playbooks()}
    return missing(case) or languages[case.target].lacks()


async def record_all(*, again: bool) -> int:
    """Prove what is not recorded, or everything `again`, and write the record; return the number of failures."""
    sandbox, record, fresh, failures = Bubblewrap(), read_record(), dict[str, str](), list[str]()
    work = list[tuple[Provable, Callable[[], Awaitable[str]]]]()
    shipped_cases = cases()
    for folder, entry in entries_now().items():
        work.append((entry, partial(prove_and_record, folder, sandbox)))
    lacks_ansible = playbooks().lacks()
    for folder, entry in entries_now("ansible").items():
        if not lacks_ansible:
            work.append((entry, partial(prove_and_record, folder, sandbox)))
        elif record.get(entry.key) == entry.digest:
            fresh[entry.key] = entry.digest
        else:
            print(f"{entry.key}: not proven: {lacks_ansible}")
    for name, case in cases_now().items():
        work.append((case, partial(why_no_case, shipped_cases[name], sandbox)))
    waiting = iter([each for each in work if again or record.get(each[0].key) != each[0].digest])
    for each, _ in work:
        if not again and record.get(each.key) == each.digest:
            fresh[each.key] = each.digest

    async def prove() -> None:
        for each, proof in waiting:
            if lacking := each.kind == "case" and not_here(shipped_cases[each.name]):
                print(f"{each.key}: not proven: {lacking}")
                if record.get(each.key) == each.digest:
                    fresh[each.key] = each.digest
            elif why := await proof():
                failures.append(each.key)
                print(f"{each.key}: {why}")
            else:
                fresh[each.key] = each.digest
                print(f"{each.key}: proven", flush=True)
                write_record(fresh)  # an interrupted run has not worked for nothing

    await asyncio.gather(*(prove() for _ in range(AT_ONCE)))
    for folder in (*folders(), *folders("ansible")):
        forget_superseded(folder)
    write_record(fresh)
    print(f"{len(fresh)} of {len(work)} are recorded as proven, {len(failures)} failed")
    return len(failures)


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(record_all(again="--all" in sys.argv[1:])) else 0)
