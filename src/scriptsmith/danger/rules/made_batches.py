"""SS1242: a batch of deletions that is made of everything that a service lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .rule import dangerous, script_rule
from .write_targets import targets

_APPLYING = (
    (
        "aws",
        re.compile(
            r"\bchange-resource-record-sets\b|\bbatch-write-item\b|\bs3api delete-objects\b|\bdelete-\w+-batch\b"
        ),
    ),
    ("gcloud", re.compile(r"\bdns record-sets transaction execute\b")),
    ("curl", re.compile(r"/_bulk\b|/batch\b|/bulk\b")),
)
_DELETING = re.compile(r"Action\W{1,4}DELETE|DeleteRequest|\bObjects\W{1,3}\[?|\bdelete\W{1,4}\{", re.I)
_EACH = re.compile(r"\[\]")
# What keeps rows rather than leaves some out: `select(.Name == "x")`, but not `!=` and not `| not`.
_CHOSEN = re.compile(r"select\((?!.*!=)[^)]*(?:==|test\(|startswith|contains|endswith|<|>)(?![^)]*\|\s*not)")


@script_rule(
    "SS1242",
    "Deletes everything that a service lists, in one batch",
    why="A batch is made of whatever the listing yields and is carried out at once: every record, every object, every "
    "item.",
    instead='choose what goes by name or age (select(.Name == "…")), look at the batch, and put the new records in '
    "before the old ones go",
    on="jq",
    bad=(
        "aws route53 list-resource-record-sets --hosted-zone-id Z | jq '{Changes: [.ResourceRecordSets[] | "
        '{Action: "DELETE", ResourceRecordSet: .}]}\' > d.json; aws route53 change-resource-record-sets '
        "--hosted-zone-id Z --change-batch file://d.json",
        "aws dynamodb scan --table-name t | jq '{t: [.Items[] | {DeleteRequest: {Key: {id: .id}}}]}' > b.json; "
        "aws dynamodb batch-write-item --request-items file://b.json",
        "aws s3api list-objects-v2 --bucket b | jq '{Objects: [.Contents[] | {Key}]}' > o.json; "
        "aws s3api delete-objects --bucket b --delete file://o.json",
    ),
    good=(
        "aws s3api list-objects-v2 --bucket b | jq '[.Contents[] | .Key]' > keys.json",
        "aws route53 list-resource-record-sets --hosted-zone-id Z | jq '{Changes: [.ResourceRecordSets[] | "
        'select(.Name == "old.example.org.") | {Action: "DELETE", ResourceRecordSet: .}]}\' > d.json; '
        "aws route53 change-resource-record-sets --hosted-zone-id Z --change-batch file://d.json",
        "aws route53 list-resource-record-sets --hosted-zone-id Z | jq '{Changes: [.ResourceRecordSets[] | "
        '{Action: "DELETE", ResourceRecordSet: .}]}\' > d.json',
    ),
)
def all_listed(calls: Sequence[Invocation]) -> Iterator[Hit]:
    batches: set[str] = set()
    for call in calls:
        if call.name == "jq" and call.command.upstream and _all_deleted(call.command):
            batches |= {target.word.written for target in targets(call)}
        for name, pattern in _APPLYING:
            if call.name != name or not pattern.search(call.text):
                continue
            given = [word.written for word in call.command.arguments if "file://" in word.shape or "@" in word.shape]
            files = {re.split(r"file://|@", text)[-1] for text in given}
            if files & batches or any(each.name == "jq" and _all_deleted(each) for each in call.command.upstream):
                yield dangerous("deletes everything that the service lists, in one batch", call.command.place)


def _all_deleted(command: Command) -> bool:
    """Whether a program of `jq` makes a deletion of each thing that is listed, and chooses none by name or age."""
    program = next((word.shape for word in command.arguments if "[]" in word.shape), "")
    return bool(_EACH.search(program) and _DELETING.search(program)) and not _CHOSEN.search(program)
