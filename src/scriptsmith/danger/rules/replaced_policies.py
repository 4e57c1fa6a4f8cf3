"""SS1248: policies that replace the ones in force as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule

# The program, what replaces a whole policy, what shows the present one, and what is replaced.
_REPLACING = tuple(
    (program, re.compile(replacing), re.compile(showing), words)
    for program, replacing, showing, words in (
        ("gcloud", r"\bset-iam-policy\b", r"\bget-iam-policy\b", "every grant"),
        ("gsutil", r"\A(?:-\S+ )*iam set\b", r"\biam get\b", "every grant"),
        ("aws", r"\bs3api put-bucket-acl\b.*--(?:access-control-policy|grant)", r"\bget-bucket-acl\b", "every grant"),
        (
            "aws",
            r"\bs3api put-bucket-notification-configuration\b",
            r"\bget-bucket-notification-configuration\b",
            "every notification",
        ),
        ("aws", r"\bkms put-key-policy\b", r"\bget-key-policy\b", "every statement of the policy"),
        ("aws", r"\becr set-repository-policy\b", r"\bget-repository-policy\b", "every statement of the policy"),
        ("aws", r"\bsecretsmanager put-resource-policy\b", r"\bget-resource-policy\b", "every statement of the policy"),
        ("aws", r"\biam update-assume-role-policy\b", r"\biam get-role\b", "everybody who may take the role"),
        ("aws", r"\bec2 modify-(?:instance|network-interface)-attribute\b.*--groups\b", r"\bdescribe-",
         "every security group"),
        ("aws", r"\belbv?2? set-security-groups\b", r"\bdescribe-", "every security group"),
    )
)  # fmt: skip
_MAKING = re.compile(r"\b(?:create-(?:key|repository|secret|role)|s3 mb|projects create|buckets create|mb)\b")
_PROGRAMS = frozenset(each[0] for each in _REPLACING)


@script_rule(
    "SS1248",
    "Replaces a whole policy without having looked at it",
    why="The new policy takes the place of the old one: whoever is not named in it, services and administrators "
    "included, is shut out at once, and nothing says afterwards what was there.",
    instead="add the one grant (add-iam-policy-binding), or save what is there, change the copy and set that: "
    "get-iam-policy … > old.json",
    on="aws gcloud gsutil",
    bad=(
        "gcloud projects set-iam-policy acme policy.json",
        "aws kms put-key-policy --key-id k --policy-name default --policy file://p.json",
        "aws ec2 modify-instance-attribute --instance-id i-1 --groups sg-9",
    ),
    good=(
        "gcloud projects get-iam-policy acme --format=json > old.json; jq . old.json > new.json; "
        "gcloud projects set-iam-policy acme new.json",
        "gcloud projects add-iam-policy-binding acme --member=user:a@example.com --role=roles/viewer",
        "aws kms create-key; aws kms put-key-policy --key-id k --policy-name default --policy file://p.json",
        "aws ec2 describe-instances --instance-ids i-1; aws ec2 modify-instance-attribute --instance-id i-1 --groups "
        "sg-9",
    ),
)
def replaced(calls: Sequence[Invocation]) -> Iterator[Hit]:
    before: list[tuple[str, str]] = []
    for call in calls:
        if call.name not in _PROGRAMS:
            continue
        for program, replacing, showing, words in _REPLACING:
            if call.name != program or not replacing.search(call.text):
                continue
            if any(name == program and (showing.search(text) or _MAKING.search(text)) for name, text in before):
                break
            yield dangerous(f"takes away {words} that the new one lacks, and nobody has looked what is there",
                            call.command.place)  # fmt: skip
            break
        before.append((call.name, call.text))
