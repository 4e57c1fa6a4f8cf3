"""More of what a careful play does before a deed: an operator types the name of what goes, a dump is taken and tested,
a folder is moved aside under its own name. Only what surely ran and held before the deed counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .modules import full_name
from .playbook import Play, Task
from .prior_checks import PASSING, PriorChecks, asserted_plain, options_of
from .yaml_nodes import Mapping, Node, Scalar, Sequence, texts_in

Excuse = tuple[frozenset[str], str]

_WORD = re.compile(r"[A-Za-z_]\w*")
_HOLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_CONFIRMED = frozenset(
    ("SS1003", "SS1014", "SS1060", "SS1061", "SS1350", "SS1401", "SS1450", "SS1451", "SS1454", "SS1470", "SS1601")
)
_OBJECTS = ("name", "path", "dest", "instance_ids", "db", "device", "vmid", "release_name", "db_instance_identifier")
_DUMPS = re.compile(r"\b(?:mysqldump|pg_dump|mariadb-dump|mongodump)\b|\bmysql\b[^|\n]*\bSELECT\b")
_TESTED = re.compile(
    r"\b(?:gzip|gunzip|zstd|xz|bzip2|pigz)\s+(?:-\w*t\w*|--test)\b|\bpg_restore\s+(?:-l|--list)\b|\bsha256sum\s+-c\b"
)
_MOVED = re.compile(r"\s*mv\s+(?:-\w+\s+|--\s+)*(?P<from>[^\s;|&]+)\s+(?P<to>[^\s;|&]+)\s*\Z")
_LOST_DATA = frozenset(("SS1060", "SS1061"))


def prepared(checks: PriorChecks, at: int, play: Play) -> Excuse | None:
    """The excuse that the preparations of a play give the task with that number."""
    task, _ = checks.tasks[at]
    if "vars" in task.keywords or task.computed is not None:
        return None
    if _typed(checks, at, play):
        return _CONFIRMED, "whoever runs it types what is meant, and that it is that is asserted"
    if _put_back(checks, at):
        return frozenset(("SS1101", "SS1102", "SS1112")), "the copy that was kept is put back"
    if _door_open(checks, at):
        return frozenset(("SS1501",)), "what is connected stays so, and ssh is let in first"
    if _dumped(checks, at):
        return _LOST_DATA, "it is dumped first, and the dump is tested"
    if moved := _moved_aside(checks, at):
        return moved, "it is moved aside under its own name, and can be moved back"
    return None


def _without_jinja_spaces(text: str) -> str:
    return re.sub(r"\{\{\s*(.*?)\s*\}\}", lambda found: "{{" + found[1].replace(" ", "") + "}}", text)


def _text(task: Task) -> str:
    """The command of a task, its holes without blanks."""
    listed = task.arguments.get("argv")
    text = " ".join(texts_in(listed)) if listed is not None else task.free.text if task.free is not None else ""
    return _without_jinja_spaces(text)


def _words_of(task: Task) -> set[str]:
    """The variables by which a task says what it works on."""
    nodes: list[Node | None] = [options_of(task).get(option) for option in _OBJECTS]
    if task.free is not None:
        nodes.append(task.free)
    return {name for node in nodes for text in texts_in(node) for name in _HOLE.findall(text)}


def _typed(checks: PriorChecks, at: int, play: Play) -> bool:
    """Whether somebody typed the name of the one host, or of the thing that the task names, and that is asserted."""
    prompts = play.keywords.get("vars_prompt")
    asked = set()
    for each in prompts.items if isinstance(prompts, Sequence) else ():
        if isinstance(each, Mapping) and each.get("default") is None and isinstance(name := each.get("name"), Scalar):
            asked.add(name.text)
    if not asked:
        return False
    task, _ = checks.tasks[at]
    asserted = [" ".join(text.split()) for text in checks.asserted(at)]
    named = _words_of(task)
    for text in asserted:
        found = re.fullmatch(r"(\w+) == (\w+)", text)
        if found is None:
            continue
        for typed, meant in ((found[1], found[2]), (found[2], found[1])):
            if typed not in asked or meant in asked or meant in checks.facts:
                continue
            if meant in named and meant != "inventory_hostname" and task.loop is None:
                return True
            if meant == "inventory_hostname" and _one_host(asserted) and _of_a_group(asserted) and task.loop is None:
                return True
    return False


def _one_host(asserted: list[str]) -> bool:
    return any(re.fullmatch(r"ansible_play_hosts(?:_all)? ?\| ?(?:length|count) == 1", text) for text in asserted)


def _of_a_group(asserted: list[str]) -> bool:
    """Whether the groups of the host are asserted: one that it is in, or that it is not in production."""
    return any(
        re.fullmatch(
            r"inventory_hostname in groups(?:\[['\"]\w+['\"]\]|\.\w+)|['\"]\w+['\"] (?:not )?in group_names", text
        )
        for text in asserted
    )


def _put_back(checks: PriorChecks, at: int) -> bool:
    """Whether a task copies back what the module kept when it overwrote the same file."""
    task, _ = checks.tasks[at]
    kept = re.fullmatch(r"\{\{\s*(\w+)\.backup_file\s*\}\}", texts_of(task, "src"))
    if kept is None or full_name(task.module) != "ansible.builtin.copy":
        return False
    makers = [each for each, _ in checks.tasks[:at] if list(texts_in(each.keywords.get("register"))) == [kept[1]]]
    where = texts_of(task, "dest")
    return len(makers) == 1 and where in (texts_of(makers[0], "dest"), texts_of(makers[0], "path")) and bool(where)


def _door_open(checks: PriorChecks, at: int) -> bool:
    """Whether a firewall lets in ssh and what is connected before its default is to drop."""
    task, _ = checks.tasks[at]
    if not full_name(task.module).endswith(".iptables") or texts_of(task, "policy") != "DROP":
        return False
    chain = texts_of(task, "chain")
    connected = ssh = False
    for each in checks.before(at):
        if each.module != task.module or texts_of(each, "chain") != chain or texts_of(each, "jump") != "ACCEPT":
            continue
        if texts_of(each, "state") == "absent" or texts_of(each, "in_interface"):
            continue
        port = texts_of(each, "destination_port") or texts_of(each, "destination_ports")
        connected = connected or ("ESTABLISHED" in texts_of(each, "ctstate") and not port)
        ssh = ssh or "22" in port.split() or port == "ssh"
    return chain == "INPUT" and connected and ssh


def _dumped(checks: PriorChecks, at: int) -> bool:
    """Whether what the task drops or empties was dumped to where it lasts, and the dump was tested."""
    task, _ = checks.tasks[at]
    if task.loop is not None:
        return False
    lost = " ".join(_lost(task))
    objects = set(re.findall(r"\{\{\w+\}\}|[a-z_][\w.]{2,}", lost))
    if not objects:
        return False
    asserted = checks.asserted(at)
    if any(not asserted_plain(name, asserted) for name in _HOLE.findall(lost)):
        return False
    dumped = tested = False
    for earlier in checks.before(at):
        text = _text(earlier)
        made = full_name(earlier.module).endswith("_db") and texts_of(earlier, "state") == "dump"
        target = texts_of(earlier, "target") if made else text
        shown = _without_jinja_spaces(f"{texts_of(earlier, 'name')} {text}")
        piped = "|" not in text or "pipefail" in text
        if (made or (_DUMPS.search(text) and piped)) and not any(place in target for place in PASSING):
            dumped = dumped or all(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", shown) for each in objects)
        tested = tested or (dumped and bool(_TESTED.search(text)))
    return dumped and tested


def _lost(task: Task) -> Iterator[str]:
    """What a task drops, by the words of its statement or by its option."""
    text = _text(task) or texts_of(task, "query")
    for found in re.finditer(
        r"\b(?:DROP\s+(?:TABLE|PARTITION|DATABASE|SCHEMA)(?:\s+IF\s+EXISTS)?|TRUNCATE(?:\s+TABLE)?)\s+([^;\"']+)",
        text,
        re.I,
    ):
        yield re.sub(r"\b(?:CASCADE|RESTRICT|RESTART|IDENTITY)\b", "", found[1])
    if full_name(task.module).endswith("_db") and texts_of(task, "state") == "absent":
        yield _without_jinja_spaces(texts_of(task, "name"))


def texts_of(task: Task, option: str) -> str:
    """The text of an option."""
    return " ".join(texts_in(options_of(task).get(option)))


def _moved_aside(checks: PriorChecks, at: int) -> frozenset[str]:
    """The rules that a move of a thing to its own name with an ending is excused from: it is all still there."""
    task, _ = checks.tasks[at]
    found = _MOVED.match(_text(task))
    kept = _without_jinja_spaces(texts_of(task, "creates") or texts_of(task, "removes"))
    if found is None or full_name(task.module) != "ansible.builtin.command":
        return frozenset()
    source, target = found["from"], found["to"]
    if not re.fullmatch(re.escape(source) + r"[.~_-][\w.{}-]+", target) or kept not in (source, target):
        return frozenset()
    holes = _HOLE.findall(source)
    asserted = checks.asserted(at)
    if holes and all(_plain_hole(task, name, asserted, checks) for name in holes):
        return frozenset(("SS1050",))
    copied = any(
        re.match(r"\s*(?:rsync|cp)\b", text := _text(each)) and source in text.replace("/ ", " ").split()
        for each in checks.before(at)
    )
    return frozenset(("SS1007", "SS1102")) if copied and not holes_unknown(holes, checks) else frozenset()


def holes_unknown(holes: list[str], checks: PriorChecks) -> bool:
    """Whether any of the variables has no value in the play itself."""
    return any(not isinstance(checks.value(name), Scalar) for name in holes)


def _plain_hole(task: Task, name: str, asserted: list[str], checks: PriorChecks) -> bool:
    """Whether a variable is asserted to be a plain name, or is the item of a list of which all are."""
    if asserted_plain(name, asserted):
        return True
    listed = _HOLE.fullmatch(" ".join(texts_in(task.loop))) if task.loop is not None else None
    if name != "item" or listed is None or ("loop_control" in task.keywords and "loop_var" in str(task.keywords)):
        return False
    rejected = re.compile(
        rf"{re.escape(listed[1])}\s*\|\s*reject\(\s*(['\"])(?:match|regex)\1\s*,\s*(['\"])(?P<name>.*)\2\s*\)\s*\|\s*(?:list\s*\|\s*)?"
        r"(?:length|count)\s*==\s*0"
    )
    return any(
        (held := rejected.fullmatch(text)) is not None and asserted_plain("x", [f"x is match('{held['name']}')"])
        for text in asserted
    )
