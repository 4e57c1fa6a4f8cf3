"""SS1991: a script in which the rules find nothing, and which reads like those that reviewers stop."""

from __future__ import annotations

from ...interpreter.model import Hit, Place
from ..learned_words import is_suspect, likeness
from .rule import Rule, unanalysable

FEWEST = 6
"""Commands that a script has at least: the model learned from whole scripts, and knows nothing of single commands."""

RESEMBLES = Rule(
    code="SS1991",
    title="Reads like scripts that reviewers stop",
    why="The rules know single commands and some combinations of them. A model that has learned from three thousand "
    "whole scripts by many people looks at all words of one together: what is not quoted, what goes on after a "
    "failure, what stands beside a delete. It cannot say what is wrong; of a hundred harmless scripts by people whom "
    "it did not know it suspected one.",
    instead="let somebody who knows the system read it, these lines first",
    level="unanalysable",
    bad=(
        """#!/bin/bash
DIR=/srv/exports
cd $DIR
for f in *.csv; do
  mv $f /mnt/archive/$f
  echo moved $f
done
ssh archive@vault "gzip /data/in/*.csv"
echo finished""",
        """#!/bin/bash
HOST=$1
echo "moving mail to $HOST"
scp /var/spool/mail/* $HOST:/var/spool/mail/
ssh $HOST "chown -R mail /var/spool/mail"
sed -i "s/mail1/$HOST/" /etc/postfix/main.cf
service postfix reload
echo "done"
""",
        """#!/bin/bash
BACKUP=/backup/etcd
etcdctl snapshot save $BACKUP/snap.db
scp $BACKUP/snap.db backup:/etcd/snap.db
curl -s http://deploy.example.com/latest -o /tmp/latest
VERSION=$(cat /tmp/latest)
ln -sfn /opt/app/$VERSION /opt/app/current
systemctl restart app""",
    ),
    good=(
        """#!/bin/bash
set -euo pipefail
dir=/srv/exports
cd -- "$dir" || exit 1
for f in *.csv; do
  [ -e "$f" ] || continue
  mv -n -- "$f" "/mnt/archive/$f"
  printf 'moved %s\\n' "$f"
done""",
        """#!/bin/bash
set -euo pipefail
version=$(curl -fsS https://deploy.example.com/latest)
[[ $version =~ ^[0-9]+[.][0-9]+[.][0-9]+$ ]] || { echo "no version: $version" >&2; exit 1; }
[ -d "/opt/app/$version" ] || { echo "/opt/app/$version is missing" >&2; exit 1; }
before=$(readlink /opt/app/current)
ln -sfn -- "/opt/app/$version" /opt/app/current
systemctl restart app
printf 'was %s, is %s\\n' "$before" "$version"
""",
        """#!/bin/bash
df -h
free -m
uptime
journalctl -p err --since today --no-pager | tail -n 20
systemctl --failed --no-pager
ss -tln""",
    ),
)


def resembling(text: str) -> Hit | None:
    """What is said of a script that reads like those that reviewers stop."""
    found = likeness(text)
    if not is_suspect(found):
        return None
    lines = sorted(found.lines)
    first = lines[0] if lines else 1
    told = f"line {first}" if len(lines) < 2 else f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"
    place = Place(line=first, column=1, end_line=first, end_column=1)
    return unanalysable(f"reads like scripts that reviewers stop, most of all in {told}", place)
