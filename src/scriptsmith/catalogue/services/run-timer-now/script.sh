#!/usr/bin/env bash
# Start the unit that a systemd timer starts, wait for it, and say how it ended.
#
# Undo: none; what the job did is done. The timer and its schedule are not changed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: run-timer-now --timer NAME [--timeout N] [--dry-run]

Start the unit that the timer NAME activates, as the timer would, wait until it has ended, and
report its result. A job that runs already is not started again. When the wait is over before the
job is, the job goes on and that is said. A job that its own conditions keep from running is a
failure.

  --timer NAME  systemd timer, with or without .timer
  --timeout N   how long to wait for the job, in seconds (default 600)
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 the job ended well, 1 it failed, still runs or did not run, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'run-timer-now: %s\n' "$2" >&2
  exit "$1"
}

timer='' timeout=600 dry_run=false
while (($# > 0)); do
  case $1 in
    --timer | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --timer) timer=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $timer ]] || die 2 "--timer is needed (see --help)"
[[ $timer =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--timer takes the name of a systemd timer, not '$timer'"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
timer=${timer%.timer}.timer
for tool in systemctl sed timeout sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

property() { systemctl show --property="$1" -- "${2-$timer}" | sed -n "s/^$1=//p"; }

load=$(property LoadState "$timer") || die 3 "systemd does not answer on this host"
[[ $load == loaded ]] || die 3 "no timer $timer that can be used ($load)"
job=$(property Unit "$timer")
[[ -n $job ]] || die 3 "$timer names no unit to start"
load=$(property LoadState "$job")
[[ $load == loaded ]] || die 3 "$job, which $timer starts, is $load"
state=$(property ActiveState "$job")
if [[ $state == active && $(property SubState "$job") == exited ]]; then
  die 3 "$job has ended and remains active (RemainAfterExit): until it is stopped neither its timer nor this starts it again"
fi
case $state in
  active | activating | reloading | deactivating) die 3 "$job is $state: it runs already" ;;
esac
last="last result: $(property Result "$job")"
# Of a job that it has not seen systemd says success, too.
[[ $(property InactiveEnterTimestampMonotonic "$job") != 0 ]] || last='how it ended last is not known: it has not run since the boot, or systemd has forgotten it'
printf '%s starts %s (%s)\n' "$timer" "$job" "$last"

if $dry_run; then
  printf 'would start: %s, and wait up to %d s\n' "$job" "$timeout"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
rc=0 state='' begun=$SECONDS
timeout "$timeout" systemctl start -- "$job" || rc=$?
# Of a job that is no oneshot systemctl waits only for its start, so its end is waited for here. One that remains
# "active" after its end has the state exited.
while ((rc == 0)); do
  state=$(property ActiveState "$job") inner=$(property SubState "$job")
  case $state in
    activating | active | reloading | deactivating) [[ $inner != exited ]] || break ;;
    *) break ;;
  esac
  ((SECONDS - begun < timeout)) || rc=124
  sleep 1
done
state=$(property ActiveState "$job") result=$(property Result "$job")
if ((rc == 124)); then
  die 1 "$job is still $state after $timeout s; it goes on"
fi
if ((rc != 0)) || [[ $state == failed || $result != success ]]; then
  die 1 "$job failed: ${result:-unknown}, exit status $(property ExecMainStatus "$job"). See: journalctl -u $job -n 50"
fi
# Of a job that has ended systemd remembers nothing, unless its timer is active or it failed.
if [[ $(property ConditionTimestampMonotonic "$job") == 0 ]]; then
  printf 'done: %s has not failed; whether its conditions let it run is not kept while %s is inactive (journalctl -u %s)\n' "$job" "$timer" "$job"
  exit 0
fi
[[ $(property ConditionResult "$job") != no ]] || die 1 "$job did not run: a condition in its unit file does not hold (systemctl status $job)"
printf 'done: %s ended with %s\n' "$job" "$result"
