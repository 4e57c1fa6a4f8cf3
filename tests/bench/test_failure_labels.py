"""Why playbooks failed: labels by rules over what Ansible said, beside those of the papers, and what only playbooks measure."""

from __future__ import annotations

from typing import Any

import pytest

from scriptsmith.bench.failure_labels import EXITBENCH, ITAB, LABELS, label_of, labelled
from scriptsmith.bench.metrics import by_case, figure
from scriptsmith.bench.metrics_playbooks import PLAYBOOKS
from scriptsmith.bench.model import Grade, Seen
from scriptsmith.bench.playbook_trial import AGAIN, RUNS, STATE
from scriptsmith.bench.records import AttemptResult, Result
from scriptsmith.bench.report import document, render, report


def tried(*seen: tuple[str, bool, str], **more: Any) -> AttemptResult:
    """An attempt of which those promises were looked at."""
    label = 2 if all(held for _, held, _ in seen) else 0
    told = tuple(Seen(scenario="plain", promise=promise, held=held, detail=detail) for promise, held, detail in seen)
    return AttemptResult(
        **{
            "by": "generator",
            "digest": "d",
            "chosen": True,
            "unrefined": True,
            "grade": Grade(label=label, seen=told),  # type: ignore[arg-type]
            **more,
        }
    )


def result(attempt: AttemptResult, number: int = 0, **more: Any) -> Result:
    case = {"case": "playbooks/a@1", "sample": number, "kind": "playbook", "level": 1, "domain": "files"}
    return Result(**{**case, "attempts": (attempt,), "outcome": "verified", **more})


RIGHT = ((RUNS, True, ""), (STATE, True, ""), (AGAIN, True, ""))


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Write: Task failed: Finalization of task args failed: 'port' is undefined", "variable"),
        ("no host matched for Deploy, so nothing was done there: the box is localhost", "host"),
        ("Copy: Could not find or access 'app.conf' on the Ansible Controller.", "path"),
        ("Edit: Path /etc/app.conf does not exist !", "path"),
        ("Write: Syntax error in template: unexpected '}'", "template"),
        ("Write: template error while templating string: No filter named 'to_yml'.", "template"),
        ("Make: Unsupported parameters for (ansible.builtin.file) module: folder. Supported parameters include: path", "attribute"),
        ("Make: value of state must be one of: absent, directory, got: present", "attribute"),
        ("Set: validate must contain %s: ^umask 027$", "attribute"),
        ("Add: To use cron_file=... parameter you must specify user=... as well", "attribute"),
        ("Start: the port must be installed to use check mode", "logic"),
        ("it needs a collection that is not installed here couldn't resolve module/action 'ansible.builtin.folder'", "module"),
        ("no module/action detected in task.", "module"),
        ("Run: non-zero return code", "logic"),
        ("Empty playbook, nothing to do: /work/playbook/playbook.yml", "no playbook"),
    ],
)  # fmt: skip
def test_what_ansible_said_decides(said: str, label: str) -> None:
    assert label_of(tried((RUNS, False, said))) == label


def test_what_no_error_tells() -> None:
    """The words of a test decide nothing; findings of the text do where nothing was run."""
    state = tried((RUNS, True, ""), (STATE, False, "its test after the first run: not ok: the file does not exist"))
    assert label_of(state) == "logic"
    assert label_of(tried(*RIGHT[:2], (AGAIN, False, "it is not idempotent"))) == "not idempotent"
    assert label_of(AttemptResult(by="generator")) == label_of(None) == "no playbook"
    assert label_of(tried((RUNS, False, "YAML"), syntax=("`{{` is not closed",))) == "template"


def test_shares_stand_beside_those_of_the_papers() -> None:
    """Of the failures alone; what no paper has, such as logic, has no figure there."""
    failed = [result(tried((RUNS, False, "'x' is undefined")), number) for number in range(3)]
    told = {
        each.label: each
        for each in labelled([*failed, result(AttemptResult(by="generator"), 3), result(tried(*RIGHT), 4)])
    }
    assert tuple(told) == LABELS
    assert (told["variable"].count, told["variable"].share) == (3, 0.75)
    assert (told["variable"].itab, told["variable"].exitbench) == (0.1143, 0.12287)
    assert told["logic"].itab is None
    assert labelled([result(tried(*RIGHT))]) == ()
    assert sum(ITAB[name] for name in ("variable", "host", "path", "template")) == pytest.approx(0.4487)
    assert sum(ITAB[name] for name in ("attribute", "module")) == pytest.approx(0.2437)
    assert sum(EXITBENCH[name] for name in ("attribute", "module")) == pytest.approx(0.26203, abs=1e-4)


def test_idempotence_lint_and_safety() -> None:
    """Idempotence is asked of what left the right state, safety of what was written, the others of all."""
    samples = [
        tried(*RIGHT),
        tried(*RIGHT[:2], (AGAIN, False, ""), warnings=1),
        tried((RUNS, True, ""), (STATE, False, ""), risk="dangerous"),
        AttemptResult(by="generator", chosen=True),
    ]
    cases = by_case([result(each, number) for number, each in enumerate(samples)])
    told = {metric.name: figure(metric, cases) for metric in PLAYBOOKS}
    assert {name: (it.value, it.trials) for name, it in told.items()} == {
        "left_state": (0.5, 4),
        "idempotent": (0.5, 2),
        "lint_clean": (0.5, 4),
        "safe": (pytest.approx(2 / 3), 3),
    }


def test_a_report_tells_them_by_level_and_domain() -> None:
    """pass@k by level and domain, the labels and the metrics are on the page and in the document; scripts have none."""
    wrong = tried((RUNS, False, "'x' is undefined"))
    samples = [result(tried(*RIGHT), 0), result(wrong, 1), result(wrong, 2)]
    samples += [result(tried(*RIGHT), n, case="playbooks/a@2", level=2, domain="policy") for n in range(3)]
    told = report(samples)
    (system,) = document(told)["systems"]
    passes = {(it["by"], it["value"]): it["figures"]["pass_at_1"]["value"] for it in system["passes_by"]}
    assert passes == {
        ("level", "1"): pytest.approx(1 / 3), ("level", "2"): 1.0,
        ("domain", "files"): pytest.approx(1 / 3), ("domain", "policy"): 1.0,
    }  # fmt: skip
    assert set(system["passes_by"][0]["figures"]) == {"pass_at_1", "pass_at_2", "pass_at_3"}
    assert {it["label"]: it["count"] for it in system["failure_labels"] if it["count"]} == {"variable": 2}
    page = render(told)
    assert all(
        words in page
        for words in ("Why playbooks failed", "11.4 %", "12.3 %", "pass@k by level", "Idempotent, of those")
    )
    plain = [result(tried(*RIGHT), kind="script", level=0, domain="", case="scripts/a")]
    assert "Why playbooks failed" not in render(report(plain))
