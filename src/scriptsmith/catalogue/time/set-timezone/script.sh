#!/usr/bin/env bash
# Set the time zone of the host, and check that it took.
#
# Undo: run it again with the former zone, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-timezone --zone NAME [--dry-run] [--root DIR]

Set the time zone in which local time is shown. The clock itself is not changed. Programs that run
keep the old zone until they are restarted, cron as well: its jobs would run at other times than
the crontab seems to say. Logs then mix two zones.

  --zone NAME  name of the time zone, such as Etc/UTC or Europe/Berlin
  --root DIR   work below this directory instead of /
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 it is set, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-timezone: %s\n' "$2" >&2
  exit "$1"
}

zone='' root='' dry_run=false
while (($# > 0)); do
  case $1 in
    --zone | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --zone) zone=$2 ;;
        --root) root=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $zone ]] || die 2 "--zone is needed (see --help)"
[[ $zone =~ ^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$ ]] || die 2 "--zone takes a name such as Etc/UTC or Europe/Berlin, not '$zone'"
for tool in timedatectl sed head date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
file=$root/usr/share/zoneinfo/$zone
[[ -d $root/usr/share/zoneinfo ]] || die 3 "no time zones are installed (package tzdata)"
[[ -f $file && $(head -c 4 -- "$file") == TZif ]] || die 3 "no such time zone: $zone (timedatectl list-timezones)"

current() { timedatectl show --property=Timezone | sed -n 's/^Timezone=//p'; }
before=$(current) || die 3 "timedatectl does not answer on this host"
if [[ -n $before ]]; then
  printf 'now: %s (%s)\n' "$before" "$(TZ=$before date '+%H:%M %Z')"
else
  # /etc/localtime is a copy of a zone, which has no name, and not a link to one.
  before='not named'
  printf 'now: a zone without a name, for /etc/localtime is no link (%s)\n' "$(date '+%H:%M %Z')"
  kept=$root/etc/localtime
  [[ ! -f $kept || -L $kept ]] || printf 'to go back, keep it first: cp -a %q %q\n' "$kept" "$kept.before"
fi
if [[ $before == "$zone" ]]; then
  printf 'nothing to change: the time zone is %s already\n' "$zone"
  exit 0
fi
if $dry_run; then
  printf 'would set: %s (%s)\n' "$zone" "$(TZ=$zone date '+%H:%M %Z')"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
timedatectl set-timezone -- "$zone" || die 1 "the time zone was not taken"
after=$(current)
[[ $after == "$zone" ]] || die 1 "the time zone is ${after:-unknown}, not $zone"
printf 'set: %s (before: %s); it is %s\n' "$zone" "$before" "$(TZ=$zone date '+%Y-%m-%d %H:%M %Z')"
printf 'note: restart cron and every long-running program that writes local times\n'
