"""What a script made itself may go again; what only looks as if it had may not."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse


@pytest.mark.parametrize(
    "text",
    [
        "set -e\nkubectl create deployment web --image nginx --dry-run=client -o yaml > web.yaml\nkubectl delete deployment web",
        "set -e\nhelm install orders ./c --dry-run\nhelm uninstall orders",
        "set -e\nzfs create -n -v tank/data\nzfs destroy -r tank/data",
        "set -e\naz group create -n prod-rg -l westeurope\naz group delete -n prod-rg --yes",
        "set -e\nmc mb --ignore-existing minio/backups\nmc rb --force minio/backups",
        "set -e\naws s3 mb s3://company-backups\naws s3 rb s3://company-backups --force",
    ],
)
def test_a_making_that_may_have_made_nothing_excuses_nothing(text: str) -> None:
    """A dry run makes nothing, and some services say that all is well where the thing was there before."""
    assert analyse(text).risk in ("dangerous", "unanalysable")


@pytest.mark.parametrize(
    "text",
    [
        'n=test-$(uuidgen)\nkubectl create ns "$n"\nkubectl delete ns "$n"',
        'docker run -d --name "c-$$" nginx\ndocker rm -f "c-$$"',
        'g=rg-$RANDOM$RANDOM\naz group create -n "$g" -l westeurope\naz group delete -n "$g" --yes',
    ],
)
def test_what_has_a_name_of_this_run_may_go(text: str) -> None:
    """However it is made."""
    assert analyse(text).risk == "notable"
