"""The danger analysis of playbooks: what their tasks would do, by the rules that judge Bash and a few of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Names
from dataclasses import fields, replace

from jinja2 import nodes

from ..core.effects import DANGER, Danger, Effects
from ..core.policy import level, worst
from ..core.types import Finding, Risk, Severity
from ..danger.analyse import analyse
from ..danger.rules import NOT_ANALYSED, RULES
from ..interpreter.model import Place, finding_at, in_text_order
from ..redaction.secret_names import secret_name
from .controller import Objection, objections, written
from .excuses import excuses
from .jinja_text import Expression, template, told
from .lowered import Lowered, Unseen
from .lowering import lower
from .playbook import Play, Playbook, Task, read_playbook, tasks_of
from .prior_checks import given
from .rule_examples import ADVICE
from .rules import ALL_HOSTS, GOES_ON, IGNORED, NO_LOG, ON_CONTROLLER, PLAYBOOK_RULES
from .secret_files import secret_read
from .values import source_of
from .yaml_nodes import START, Mapping, Node, Scalar, Sequence, texts_in

_INSTEAD = {rule.code: rule.instead for rule in (NOT_ANALYSED, *RULES, *PLAYBOOK_RULES)}
_NAMED = (nodes.Name, nodes.Getattr, nodes.Getitem)


def analyse_playbook(text: str) -> Danger:
    """What a playbook would do and how bad that could be. Nothing is run, and no text makes it fail."""
    return judge(read_playbook(text))


def judge(playbook: Playbook) -> Danger:
    """The same of one that was read already."""
    grave = next(iter(playbook.problems), None)
    parts = [_play(play) for play in playbook.plays]
    findings = [finding for part in parts for finding in part.findings]
    risks: list[Risk] = [part.risk for part in parts]
    root = playbook.root
    for objection in (*objections(root), *written(root)) if root is not None else ():
        found = _controller(objection)
        findings += found
        risks += [level(finding) for finding in found]
    if grave is not None or not playbook.plays:
        place = grave.place if grave is not None else START
        why = grave.message if grave is not None else "there is no play in it"
        message = f"cannot be analysed: {why}; {NOT_ANALYSED.instead}"
        findings.append(_finding(NOT_ANALYSED.code, Severity.WARNING, message, place))
        risks.append("unanalysable")
    return Danger(risk=worst(risks), findings=_ordered(findings), effects=_together([part.effects for part in parts]))


def _play(play: Play) -> Danger:
    lowered = lower(play)
    inner = analyse(lowered.text(), rules_only=True)
    names = variable_names(play)
    findings = [_placed(finding, lowered, names) for finding in inner.findings]
    risks: list[Risk] = [inner.risk]
    excused = excuses(play)
    eased = False
    for at, (finding, task) in enumerate(findings):
        codes, why = excused.get(id(task), _NOT_EXCUSED)
        if finding.code in codes:
            message = f"{finding.message.partition(';')[0]}; {why}"
            findings[at] = (replace(finding, severity=Severity.INFO, message=message), task)
            eased = True
    if (
        eased
        and inner.risk in ("dangerous", "unanalysable")
        and all(each.severity is not Severity.ERROR for each, _ in findings)
    ):
        risks = ["notable" if all(each.severity is Severity.INFO for each, _ in findings) else "unanalysable"]
    more = [*map(_unseen, lowered.unseen), *_roles(play), *_keywords(play, inner.risk)]
    risks += [level(finding) for finding in more]
    effects = _renamed(inner.effects, names)
    effects = replace(effects, privilege=(*effects.privilege, *_becoming(play)))
    return Danger(risk=worst(risks), findings=tuple([*(each for each, _ in findings), *more]), effects=effects)


_NOT_EXCUSED: tuple[frozenset[str], str] = (frozenset(), "")


def _placed(finding: Finding, lowered: Lowered, names: dict[str, str]) -> tuple[Finding, Task | None]:
    """A finding of the written Bash at the place of its task, in the words of the playbook."""
    line = lowered.at(finding.line)
    place = line.place if line is not None else START
    message = finding.message
    instead = _INSTEAD.get(finding.code, "")
    if finding.code in ADVICE and instead and message.endswith(instead):
        message = message.removesuffix(instead) + ADVICE[finding.code]
    message = with_names(message, names)
    if line is not None and line.task.name:
        message += f" [task: {line.task.name[:60]}]"
    placed = replace(
        finding,
        message=message,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
    )
    return placed, line.task if line is not None else None


_ROUND = re.compile(r"__\d+(?=_|\Z)")
_VARIABLE = re.compile(r"\"?\$\{?(\w+)(?:(?::-[^}]*|:\?)?\})?\"?")


def with_names(text: str, names: Names[str, str]) -> str:
    """`text` with the shell variables of the written Bash called what the playbook calls them."""

    def named(found: re.Match[str]) -> str:
        name = _ROUND.sub("", found[1])
        return "{{ " + names[name] + " }}" if name in names else found[0]

    return _VARIABLE.sub(named, text)


def variable_names(play: Play) -> dict[str, str]:
    """What the shell variables of the written Bash are called in the playbook."""
    found: dict[str, str] = {"condition": "its condition"}
    for step in play.steps():
        for task in tasks_of(step):
            for node in (task.free, task.loop, *task.arguments.values()):
                for text in texts_in(node):
                    for piece in template(text).pieces:
                        if isinstance(piece, Expression):
                            for each in (piece.node, *piece.node.find_all(_NAMED)):
                                source = told(each)
                                found[re.sub(r"\W+", "_", source).strip("_")] = source
                            for call in (piece.node, *piece.node.find_all(nodes.Call)):
                                if secret := secret_read(call):
                                    found[secret] = source_of(call)
    return found


def _renamed(effects: Effects, names: dict[str, str]) -> Effects:
    """Effects with variables called what the playbook calls them."""

    def said(thing: str) -> str:
        written = with_names(thing, names)
        return _ORIGIN.sub("", written) if written != thing else thing

    return Effects(**{each.name: tuple(map(said, getattr(effects, each.name))) for each in fields(Effects)})


_ORIGIN = re.compile(r" \((?:never set in the script|the \w+ argument|[^()]*)\)\Z")


def _unseen(unseen: Unseen) -> Finding:
    place = unseen.place or unseen.task.place
    told = f" [task: {unseen.task.name[:60]}]" if unseen.task.name else ""
    instead = ADVICE.get(unseen.code) or _INSTEAD[unseen.code]
    return _finding(unseen.code, unseen.severity, f"{unseen.message}; {instead}{told}", place)


def _roles(play: Play) -> Iterator[Finding]:
    """Roles and playbooks that stand elsewhere do what nobody reads here."""
    roles = play.keywords.get("roles")
    if isinstance(roles, Sequence):
        for each in roles.items:
            name = (
                each
                if isinstance(each, Scalar)
                else each.get("role") or each.get("name")
                if isinstance(each, Mapping)
                else None
            )
            what = name.text if isinstance(name, Scalar) else "a role"
            message = f"does what the role {what} does, and nobody reads it here; {ADVICE['SS1808']}"
            yield _finding("SS1808", Severity.WARNING, message, each.place)
    if play.imported is not None:
        message = f"does what another playbook does, and nobody reads it here: {play.imported.text}; {ADVICE['SS1808']}"
        yield _finding("SS1808", Severity.WARNING, message, play.imported.place)


def _keywords(play: Play, risk: Risk) -> Iterator[Finding]:
    """What keywords say: all hosts, failures that are ignored, secrets that are logged."""
    hosts = play.hosts
    patterns = [each for each in (hosts.items if isinstance(hosts, Sequence) else [hosts]) if isinstance(each, Scalar)]
    for pattern in patterns:
        if pattern.text.strip() in ("all", "*") and "serial" not in play.keywords and risk != "safe":
            yield _finding(
                ALL_HOSTS.code, Severity.INFO, f"changes every host at once; {ALL_HOSTS.instead}", pattern.place
            )
    allowed = play.keywords.get("max_fail_percentage")
    if isinstance(allowed, Scalar) and allowed.text.strip() == "100" and not _in_parts(play):
        for step in play.steps():
            for task in tasks_of(step):
                state = given(task, "state")
                if task.short in ("service", "systemd", "systemd_service") and state in ("stopped", "restarted"):
                    message = f"all hosts at once, and the play goes on where every one fails; {GOES_ON.instead}"
                    yield _finding(GOES_ON.code, Severity.ERROR, message, allowed.place)
                    return
    quiet = play.keywords.get("no_log")
    for step in play.steps():
        for task in tasks_of(step):
            ignored = task.keywords.get("ignore_errors")
            if isinstance(ignored, Scalar) and ignored.true:
                yield _finding(
                    IGNORED.code, Severity.INFO, f"goes on where this failed; {IGNORED.instead}", ignored.place
                )
            hidden = task.keywords.get("no_log", quiet)
            if (
                not (isinstance(hidden, Scalar) and hidden.true)
                and task.free is not None
                and (name := _secret_in(task))
            ):
                message = f"{name} shows in the log of the run when this fails; {NO_LOG.instead}"
                yield _finding(NO_LOG.code, Severity.INFO, message, task.free.place)


def _in_parts(play: Play) -> bool:
    serial = play.keywords.get("serial")
    return serial is not None and not (isinstance(serial, Scalar) and serial.text.strip() == "100%")


def _secret_in(task: Task) -> str:
    """The first secret that a command is given in its text."""
    for text in texts_in(task.free):
        for piece in template(text).pieces:
            if isinstance(piece, Expression) and secret_name(piece.source.rpartition(".")[2]):
                return piece.source
    return ""


def _becoming(play: Play) -> Iterator[str]:
    def root(keywords: dict[str, Node]) -> bool:
        become, user = keywords.get("become"), keywords.get("become_user")
        return isinstance(become, Scalar) and become.true and not (isinstance(user, Scalar) and user.text != "root")

    if root(play.keywords):
        hosts = play.hosts.text if isinstance(play.hosts, Scalar) else "its hosts"
        yield f"every task of the play for {hosts} as root"
        return
    for step in play.steps():
        for task in tasks_of(step):
            if root(task.keywords) or root(step.keywords):
                yield f"{task.name or task.module} as root"


def _controller(objection: Objection) -> list[Finding]:
    """What a lookup or a plugin on the controller is worth: dangerous where checking runs it, else by its command."""
    if objection.grade == "not read":
        return []
    level = Severity.ERROR if objection.grade == "runs" else Severity.INFO
    if objection.grade == "runs later" and objection.command is not None:
        inner = analyse(objection.command) if objection.command else None
        if inner is None or inner.risk == "unanalysable":
            level = Severity.WARNING
        elif inner.risk == "dangerous":
            level = Severity.ERROR
    message = f"{objection.message}; {ON_CONTROLLER.instead}"
    return [_finding(ON_CONTROLLER.code, level, message, objection.place)]


def _finding(code: str, severity: Severity, message: str, place: Place) -> Finding:
    return finding_at(place, checker=DANGER, code=code, severity=severity, message=message)


def _ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    """Each once, in the order of the text."""
    once = {(each.code, each.line, each.column, each.message): each for each in findings}
    return in_text_order(once.values())


def _together(several: list[Effects]) -> Effects:
    return Effects(
        **{
            each.name: tuple(dict.fromkeys(thing for effects in several for thing in getattr(effects, each.name)))
            for each in fields(Effects)
        }
    )
