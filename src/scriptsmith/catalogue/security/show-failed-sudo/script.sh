#!/usr/bin/env bash
# Show failed attempts to use sudo.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-failed-sudo [--hours N]

Show the sudo messages of the journal in which somebody was turned down: a wrong password, a user
who is not in sudoers, a command that is not allowed. The latest stand last, and the users are
counted. When the journal does not go back as far, that is told.

  --hours N  how far to look back (default 24)
  --help     show this text

Exit status: 0 done (also when there was none), 1 the journal cannot be read, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'show-failed-sudo: %s\n' "$2" >&2
  exit "$1"
}

hours=24
while (($# > 0)); do
  case $1 in
    --hours)
      (($# >= 2)) || die 2 "$1 needs a value"
      hours=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ [[ $hours =~ ^[0-9]{1,6}$ ]] && ((10#$hours >= 1 && 10#$hours <= 8760)); } ||
  die 2 "--hours takes a whole number from 1 to 8760, not '$hours'"
hours=$((10#$hours))
for tool in journalctl grep sed head; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Others see only messages of their own there, and none of these.
if [[ $(id -u) != 0 && ! " $(id -nG) " =~ \ (adm|systemd-journal|wheel)\  ]]; then
  die 3 "this needs root, or the group adm or systemd-journal: others do not see these messages"
fi
begins() { # HOURS: tells when the journal does not go back that far; fails when there is none
  local line first
  line=$({ journalctl --quiet --no-pager --output=short-unix 2>/dev/null || true; } | head -n 1)
  [[ $line =~ ^([0-9]+)\. ]] || return 1
  first=${BASH_REMATCH[1]}
  ((first > $(date +%s) - $1 * 3600)) || return 0
  printf 'note: the journal goes back to %s only\n' "$(date -d "@$first" '+%F %H:%M')" >&2
}
begins "$hours" || die 1 "the journal is empty, or cannot be read"
# --all: what is no UTF-8 would be [23B blob data].
log=$(journalctl --quiet --no-pager --all --output=short-iso -t sudo -t sudo-rs --since "-${hours}h" 2>/dev/null) || die 1 "the journal cannot be read"

# No <<< for what may be long: it needs a file in /tmp, and the disk may be full.
# The commands in them are what the users typed. Of one that was allowed no reason stands before its fields.
allowed='^[^ ]+ [^ ]+ sudo(-rs)?(\[[0-9]+\])?: +[^ ]+ : ([A-Z]+=|\(command continued\))'
found=$(LC_ALL=C.UTF-8 grep -aiE \
  'authentication failure|incorrect password|NOT in sudoers|command not allowed|user not allowed|conversation failed|a password is required|not allowed to (run|execute)|must have a tty|account (validation|expired)|password is expired|NOT authorized|PAM [a-z ]*error' \
  < <(printf '%s\n' "$log") | LC_ALL=C.UTF-8 grep -avE "$allowed" | tr -d '\000-\010\013-\037\177') || {
  (($? == 1)) || die 1 "the journal could not be searched"
  found=''
}
if [[ -z $found ]]; then
  printf 'no failed sudo within %d hours (su and pkexec are not looked at)\n' "$hours"
  exit 0
fi
printf '%s\n' "$found"
printf 'by user:\n'
# Of one attempt PAM and sudo may both speak; the line of sudo names the user before a colon.
LC_ALL=C sed -n -E 's/^[^ ]+ [^ ]+ sudo(-rs)?(\[[0-9]+\])?: +([^ :]+) : .*/\3/p' < <(printf '%s\n' "$found") | sort | uniq -c | sort -k1,1nr -k2
printf '%d messages within %d hours\n' "$(wc -l < <(printf '%s\n' "$found"))" "$hours"
