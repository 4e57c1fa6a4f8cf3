#!/usr/bin/env bash
# List the open login sessions of this host, with terminal, start, idle time and origin.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-logged-in-users [--user NAME]

List the login sessions that are open now, and how many each user has. Idle is a dot for a
session used within the last minute, old for one unused for a day. SSH connections without a
terminal (a command, sftp, a tunnel, an editor) have no such record, nor has any login where the host
keeps none; they are listed by their process.

  --user NAME  only the sessions of this user, or the word all (default all)
  --help       show this text

Exit status: 0 done (also when nobody is logged in), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-logged-in-users: %s\n' "$2" >&2
  exit "$1"
}

user=all
while (($# > 0)); do
  case $1 in
    --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      user=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.@-]{0,63}$ ]] || die 2 "--user takes a login name, not '$user'"
for tool in who awk ps sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# Where who asks systemd-logind (Debian 13), it puts the service before a terminal: "ana  sshd pts/0".
sessions=$(LC_ALL=C who --users | sed -E 's,^([^ ]+ +)[^ ]+ +((pts/|tty)[0-9]),\1\2,') || die 1 "who could not read the login records"
terminals=$(awk '{ printf " %s ", $2 }' <<<"$sessions")
[[ $user == all ]] || sessions=$(awk -v user="$user" '$1 == user' <<<"$sessions")
# sshd names its processes: "sshd: ana@notty", "sshd: ana" for a tunnel alone, "sshd: ana@pts/0", since OpenSSH 9.8
# "sshd-session: ana@notty"; a name of a directory service may hold an @ itself.
silent=$(ps -eo pid=,args= | awk -v user="$user" -v known="$terminals" '
  $2 ~ /^sshd(-session)?:$/ && NF == 3 && $3 !~ /^\[/ && $3 !~ /@internal-sftp$/ {
    name = $3; where = ""
    sub(/@notty$/, "", name)
    if (match(name, /@(pts\/|tty)[^@]*$/)) {
      where = substr(name, RSTART + 1); name = substr(name, 1, RSTART - 1)
      split(where, terminal, ",")
      if (index(known, " " terminal[1] " ")) next
      where = " on " where
    }
    if (user == "all" || name == user) print name where " (process " $1 ")"
  }') || die 1 "ps could not list the processes"
if [[ -n $silent ]]; then
  printf 'SSH connections without a login record:\n%s\n' "${silent//[^[:print:]$'\n']/?}"
  [[ -n $sessions ]] || exit 0
fi
if [[ -z $sessions ]]; then
  if [[ $user == all ]]; then printf 'nobody is logged in\n'; else printf 'not logged in: %s\n' "$user"; fi
  [[ -e /var/run/utmp ]] || printf 'note: there is no /var/run/utmp here, so logins at a console may not be seen\n' >&2
  exit 0
fi

# NAME TERMINAL DATE TIME IDLE PID (ORIGIN): the date may be "Nov 23" or 2026-11-23, and a console has no origin.
awk '
  BEGIN { printf "%-16s %-10s %-16s %-6s %-8s %s\n", "USER", "TERMINAL", "SINCE", "IDLE", "PID", "FROM" }
  {
    at = ($3 ~ /^[0-9]/) ? 4 : 5
    since = (at == 4) ? $3 " " $4 : $3 " " $4 " " $5
    origin = $(at + 3)
    gsub(/[()]/, "", origin)
    printf "%-16s %-10s %-16s %-6s %-8s %s\n", $1, $2, since, $(at + 1), $(at + 2), (origin == "" ? "-" : origin)
    count[$1]++; total++
  }
  END {
    for (name in count) users++
    printf "%d session(s) of %d user(s):", total, users
    for (name in count) printf " %s %d", name, count[name]
    print ""
  }' <<<"$sessions"
