"""What each rule of binding is worth: the values that labelled actions get without it.

    PYTHONPATH=src:. python benchmarks/binding_rules.py [MODULE]... [--least N]

Each condition in the modules of `scriptsmith.retrieval` that give values to parameters is left out in turn: an `if`
with its body, one operand of an `and` or `or`, one arm of a conditional expression, a filter of a comprehension. Then
the actions on which it has a say are bound again, given the right entry, by the rules and by where the shipped verifier
points. Prints a Markdown table, what is worth least first: how many more actions have all values right without the
rule, how many more have a wrong one of which nothing is said, and how many it has a say on. The sets are those that the
verifier never learned from (`train/README.md`). `--least` leaves out rules of fewer characters. Four minutes of one
core.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import builtins
import copy
import gc
import importlib
import json
import os
import pickle
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from train.searching import HERE, Searcher, catalogue

from scriptsmith.adapters.verifier import ShippedVerifier
from scriptsmith.core.types import Entry
from scriptsmith.retrieval import binding, clusters, pointed_values, said_choices
from scriptsmith.retrieval.action_reading import ActionReading, read
from scriptsmith.retrieval.call_text import Pointers, call_text
from scriptsmith.retrieval.evaluation import is_labelled
from scriptsmith.retrieval.lexical import profile_of

MODULES = ("binding", "candidates", "names", "pointed_values", "slot_assignment", "slot_pieces", "slot_scores")
SETS = ("report-4", "situations-4", "situations-5", *(f"unseen-{writer}" for writer in "abcdefgh"))
"""Labelled actions that the verifier never learned from."""
T = TypeVar("T")
Key = tuple[str, int]
"""A node of a module's syntax tree: the module's name, and the number of the node in `ast.walk`."""
RIGHT, TOLD, SILENT = 1, 0, -1
"""All values right; one wrong or lacking, and something is said of it; one wrong, and nothing is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A labelled action with its entry, the words that name nothing there, and where the verifier points."""

    entry: Entry
    reading: ActionReading
    labels: Mapping[str, str]
    known: frozenset[str]
    places: Sequence[Pointers | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition that may be left out: of `node`, the `part` that goes; `watched` are the conditions whose outcome
    says whether it has a say, and `when` which outcome."""

    node: Key
    part: Key | str
    line: int
    text: str
    watched: Key
    when: tuple[bool, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=MODULES, metavar="MODULE")
    parser.add_argument("--least", type=int, default=40)
    given = parser.parse_args()
    modules = {name: importlib.import_module(f"scriptsmith.retrieval.{name}") for name in given.modules}
    trees = {name: numbered(name, module) for name, module in modules.items()}
    rows = asked()
    now = [outcome(row) for row in rows]
    gc.freeze()  # what is not touched is shared with the children
    heard = apart(partial(outcomes_heard, modules, trees, rows))
    print("# What each rule of binding is worth\n")
    print("Made by `python benchmarks/binding_rules.py`: what changes without it.\n")
    print(f"{len(rows)} actions, {now.count(RIGHT)} right, {now.count(SILENT)} silently wrong.\n")
    worth = list[tuple[int, str]]()
    for name, rule in ((name, it) for name, tree in trees.items() for it in rules(tree) if len(it.text) >= given.least):
        say = sorted({at for outcome in rule.when for at in heard.get((rule.watched, outcome), ())})
        found = apart(partial(bound_again, modules[name], leaving_out(trees[name], rule), rows, say))
        right, silent = (sum((new == it) - (now[at] == it) for at, new in found.items()) for it in (RIGHT, SILENT))
        text = " ".join(rule.text.split())[:100].replace("|", "/")
        worth.append((silent - right, f"| {right:+} | {silent:+} | {len(say)} | `{name}:{rule.line}` | `{text}` |"))
        print(f"\r{len(worth)} rules", end="", file=sys.stderr, flush=True)
    print("| right | silently wrong | has a say | where | rule |\n|--:|--:|--:|---|---|")
    print("\n".join(line for _, line in sorted(worth)))


def asked() -> list[Asked]:
    """The labelled actions that an entry answers, each read by the verifier beside its entry."""
    entries = {it.id: it for it in asyncio.run(catalogue())}
    searcher, verify, found = Searcher(tuple(entries.values())), ShippedVerifier(), list[Asked]()
    known = {it.id: profile_of(it).ordinary for it in entries.values()}
    files = [HERE / f"train/data/{name}.jsonl" for name in SETS]
    for line in (line for file in files for line in file.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        if (entry := entries.get(row["entry"] or "")) and entry.parameters:
            places = verify(row["action"], call_text(entry, searcher.phrases(row["action"], entry))).places
            found.append(Asked(entry, read(row["action"]), row.get("parameters", {}), known[entry.id], places))
    return found


def outcome(row: Asked) -> int:
    """How an action is bound."""
    bound = binding.bind(row.entry.parameters, row.reading, row.known)
    bound = pointed_values.with_pointed(row.entry.parameters, row.reading, row.places, bound)
    bound = said_choices.with_said_choices(row.entry, row.reading, bound)
    bound = clusters.with_cluster(row.entry.parameters, row.reading, bound)
    kinds = {it.name: it for it in row.entry.parameters}
    if all(name in kinds and is_labelled(kinds[name], bound.values.get(name), it) for name, it in row.labels.items()):
        return RIGHT
    return TOLD if bound.problems or bound.missing else SILENT


def numbered(name: str, module: ModuleType) -> ast.Module:
    """The syntax tree of a module, each node with its `_key`."""
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        node.numbered = (name, number)  # type: ignore[attr-defined]
    return tree


def rules(tree: ast.Module) -> Iterator[Rule]:
    """All conditions that may be left out."""
    for node in ast.walk(tree):
        key = _key(node)
        if isinstance(node, ast.If):
            yield Rule(key, "body", node.lineno, ast.unparse(node.test), _key(node.test), (True,))
        elif isinstance(node, ast.IfExp):
            for part, when in (("body", True), ("orelse", False)):
                yield Rule(key, part, node.lineno, f"{part}: {ast.unparse(node)}", _key(node.test), (when,))
        elif isinstance(node, ast.BoolOp):
            for each in node.values:
                yield Rule(key, _key(each), each.lineno, ast.unparse(each), _key(each), (True, False))
        elif isinstance(node, ast.comprehension):
            for each in node.ifs:
                yield Rule(key, _key(each), each.lineno, ast.unparse(each), _key(each), (False,))


def leaving_out(tree: ast.Module, rule: Rule) -> ast.Module:
    """A copy of a module without the rule."""
    found: ast.Module = ast.fix_missing_locations(_Without(rule).visit(copy.deepcopy(tree)))
    return found


class _Without(ast.NodeTransformer):
    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def visit(self, node: ast.AST) -> Any:
        if _key(node) != self._rule.node:
            return self.generic_visit(node)
        if isinstance(node, ast.If):
            return node.orelse or ast.Pass()
        if isinstance(node, ast.IfExp):
            return node.orelse if self._rule.part == "body" else node.body
        if isinstance(node, ast.BoolOp):
            node.values = [it for it in node.values if _key(it) != self._rule.part]
            return node if len(node.values) > 1 else node.values[0]
        if isinstance(node, ast.comprehension):
            node.ifs = [it for it in node.ifs if _key(it) != self._rule.part]
        return node


class _Heard(ast.NodeTransformer):
    """Lets every condition tell its outcome; what is kept between calls would hide them, and is kept no more."""

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [it for it in node.decorator_list if "cache" not in ast.unparse(it)]
        elif isinstance(node, ast.If | ast.IfExp):
            node.test = self._telling(node.test)
        elif isinstance(node, ast.BoolOp):
            node.values = [self._telling(it) for it in node.values]
        elif isinstance(node, ast.comprehension):
            node.ifs = [self._telling(it) for it in node.ifs]
        return node

    def _telling(self, condition: ast.expr) -> ast.expr:
        keys = [ast.Constant(part) for part in _key(condition)]
        return ast.Call(ast.Name("heard_condition", ast.Load()), [*keys, condition], [])


def outcomes_heard(
    modules: Mapping[str, ModuleType], trees: Mapping[str, ast.Module], rows: Sequence[Asked]
) -> dict[tuple[Key, bool], set[int]]:
    """For each condition and each of its outcomes the rows in which it was met."""
    found: dict[tuple[Key, bool], set[int]] = defaultdict(set)
    at = 0

    def heard(module: str, number: int, value: T) -> T:
        found[(module, number), bool(value)].add(at)
        return value

    builtins.heard_condition = heard  # type: ignore[attr-defined]
    for name, tree in trees.items():
        install(modules[name], ast.fix_missing_locations(_Heard().visit(copy.deepcopy(tree))))
    for at, row in enumerate(rows):  # noqa: B007
        outcome(row)
    return dict(found)


def bound_again(module: ModuleType, tree: ast.Module, rows: Sequence[Asked], say: Iterable[int]) -> dict[int, int]:
    """How the rows in `say` are bound with `tree` in place of the module; TOLD where it fails."""
    install(module, tree)
    found = {}
    for at in say:
        try:
            found[at] = outcome(rows[at])
        except Exception:  # a rule may be all that keeps the next one from failing
            found[at] = TOLD
    return found


def install(module: ModuleType, tree: ast.Module) -> None:
    """Run `tree` as the module, in place of what it was, also where others have imported from it."""
    before = dict(vars(module))
    exec(compile(tree, module.__file__ or "", "exec"), vars(module))
    changed = {
        id(old): vars(module)[name]
        for name, old in before.items()
        if isinstance(old, FunctionType | type) or hasattr(old, "cache_clear")
    }
    for other in [it for name, it in sys.modules.items() if name.startswith("scriptsmith.")]:
        for name, value in list(vars(other).items()):
            if id(value) in changed:
                setattr(other, name, changed[id(value)])


def apart(work: Callable[[], T]) -> T:
    """What `work` returns in a process of its own, so that nothing of it stays."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        with os.fdopen(writing, "wb") as out:
            pickle.dump(work(), out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found: T = pickle.load(told)
    os.waitpid(child, 0)
    return found


def _key(node: ast.AST) -> Key:
    key: Key = getattr(node, "numbered", ("", 0))
    return key


if __name__ == "__main__":
    main()
