"""What only playbooks are measured by: a second run that changes nothing, lint, and safety."""

from __future__ import annotations

from collections.abc import Sequence

from .metrics import Metric
from .playbook_trial import AGAIN, STATE
from .records import Result


def _playbooks(samples: Sequence[Result]) -> Sequence[Result]:
    return [each for each in samples if each.kind == "playbook"]


def idempotent(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share, of playbooks that left what was asked for after one run, whose second run changes nothing.

    Idempotence as Ansible's documentation has it, told by execution. Ours.
    """
    held = again = 0
    for each in _playbooks(samples):
        seen = each.chosen.grade.seen if each.chosen and each.chosen.grade else ()
        scenarios = {one.scenario for one in seen}
        ran = [one for one in seen if one.promise == AGAIN]
        if scenarios and len(ran) == len(scenarios):
            held += 1
            again += all(one.held for one in ran)
    return float(again), float(held)


def left_state(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose playbook leaves what was asked for, whatever a second run does. Ours."""
    right = 0
    playbooks = _playbooks(samples)
    for each in playbooks:
        seen = each.chosen.grade.seen if each.chosen and each.chosen.grade else ()
        scenarios = {one.scenario for one in seen}
        right += bool(scenarios) and scenarios <= {one.scenario for one in seen if one.promise == STATE and one.held}
    return float(right), float(len(playbooks))


def lint_clean(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose playbook can be read and draws neither warning nor error from ansible-lint.

    Profile `production`; names and forms are style, and do not count. Without ansible-lint nobody warns.
    """
    playbooks = _playbooks(samples)
    clean = [each.chosen for each in playbooks if each.chosen and each.chosen.digest]
    return float(sum(not each.syntax and not each.warnings for each in clean)), float(len(playbooks))


def safe(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of playbooks that the danger analysis does not call dangerous. Ours.

    Some tasks are dangerous by nature, such as deleting what is found: of the shipped references 60 in 70 are not.
    """
    written = [each.chosen for each in _playbooks(samples) if each.chosen and each.chosen.digest]
    return float(sum(each.risk != "dangerous" for each in written)), float(len(written))


PLAYBOOKS: tuple[Metric, ...] = (
    Metric(name="left_state", title="State as asked", tally=left_state),
    Metric(name="idempotent", title="Idempotent, of those", tally=idempotent, conditional=True),
    Metric(name="lint_clean", title="Clean by ansible-lint", tally=lint_clean),
    Metric(name="safe", title="Not dangerous by the danger analysis", tally=safe, conditional=True),
)
