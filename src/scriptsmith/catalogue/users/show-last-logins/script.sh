#!/usr/bin/env bash
# Show the last logins of a user or of everybody.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-last-logins [--user NAME] [--limit N]

Show the latest log-ins that the host has recorded, with the address they came from and how long
they lasted, the newest first, and the day since when the record goes; older records that lie
beside it are named. Restarts of the host stand among them. Failed log-ins are not in this record, nor
is what uses no terminal: a command over SSH, scp, rsync, Ansible, cron. An account without log-ins
here may be in daily use.

  --user NAME  login name, or all (default all)
  --limit N    how many log-ins to show (default 20)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-last-logins: %s\n' "$2" >&2
  exit "$1"
}

user=all limit=20
while (($# > 0)); do
  case $1 in
    --user | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --limit) limit=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
{ [[ $limit =~ ^[0-9]{1,7}$ ]] && ((10#$limit >= 1 && 10#$limit <= 10000)); } ||
  die 2 "--limit takes a whole number from 1 to 10000, not '$limit'"
limit=$((10#$limit))
command -v last >/dev/null || die 3 "last is not installed (newer systems: package wtmpdb or util-linux-extra)"
if [[ $user != all ]] && ! getent passwd -- "$user" >/dev/null; then
  # The record may well hold somebody whose account is gone.
  printf 'note: there is no account %s now\n' "$user" >&2
fi
options=(-w -F -n "$limit") # -F: the record may be years old, and last writes no year without it
[[ $user == all ]] || options+=("$user")
answer=$(LC_ALL=C last "${options[@]}" 2>&1) || die 1 "the record of log-ins cannot be read: ${answer##*$'\n'}"
# Host names of the other side are foreign text.
answer=$(tr -d '\000-\010\013-\037\177' <<<"$answer")

since=$(sed -n -E '/ begins [A-Z][a-z]{2} /p' <<<"$answer" | tail -n 1)
lines=$(sed -E '/ begins [A-Z][a-z]{2} /d; /^[[:space:]]*$/d' <<<"$answer")
if [[ -z $lines ]]; then
  printf 'no log-in is recorded%s\n' "$([[ $user == all ]] || printf ' of %s' "$user")"
else
  printf '%s\n' "$lines"
fi
printf 'note: what uses no terminal (a command over SSH, scp, Ansible) is never recorded here\n' >&2
for file in /var/log/wtmp[.-]*; do
  [[ ! -f $file ]] || printf 'note: an older record: last -f %s\n' "$file" >&2
done
if [[ -n $since ]]; then
  printf 'recorded since: %s; shown are the latest, %d at most\n' "${since#* begins }" "$limit"
fi
