#!/usr/bin/env bash
# List all systemd timers with their next and last run, and name those whose job failed the last time.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-timers

Print the table of systemctl list-timers, timers that are not active included, and below it each
timer whose job failed at its last run, and each that has never run. Jobs of cron are not among
them.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-timers: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v systemctl >/dev/null || die 3 "systemctl is not installed"
systemctl list-timers --all --full --no-pager || die 3 "systemd does not tell its timers"
text=$(systemctl show --property=Id,Unit,ActiveState,LastTriggerUSec -- '*.timer') || die 1 "the timers could not be looked at"

timers=0 failing=0
declare -A timer=()
tell() {
  [[ -n ${timer[Id]:-} ]] || return 0
  timers=$((timers + 1))
  local last=${timer[LastTriggerUSec]:-} job=${timer[Unit]:-} state result=''
  if [[ -z $last || $last == n/a ]]; then printf 'never ran: %s (%s)\n' "${timer[Id]}" "${timer[ActiveState]:-?}"; fi
  [[ -n $job ]] || return 0
  while IFS= read -r state; do
    case $state in
      Result=*) result=${state#*=} ;;
      ActiveState=failed) result=${result:-failed} ;;
    esac
  done < <(systemctl show --property=Result,ActiveState -- "$job")
  if [[ -n $result && $result != success ]]; then
    printf 'FAILED: %s starts %s, which ended with: %s (last run %s)\n' "${timer[Id]}" "$job" "$result" "${last:-unknown}"
    failing=$((failing + 1))
  fi
}

printf '\n'
# Blocks of "Key=value" lines, one for each timer, parted by an empty line.
while IFS= read -r line; do
  if [[ -z $line ]]; then
    tell
    timer=()
  else
    timer[${line%%=*}]=${line#*=}
  fi
done <<<"$text"
tell
printf '%d timers, %d of them failed at the last run\n' "$timers" "$failing"
