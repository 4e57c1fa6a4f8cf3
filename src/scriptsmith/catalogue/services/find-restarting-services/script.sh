#!/usr/bin/env bash
# Find the services that systemd restarted by itself, most often first, and those that wait for their
# next start.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-restarting-services

List each service that systemd has restarted by itself, with how often, its present state, since when
it is in it, and the result of its last run: the one that has been so for seconds loops now. One in auto-restart waits for its next start at this moment. The counter
begins anew when a service is started by hand or its failure is reset.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-restarting-services: %s\n' "$2" >&2
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

for tool in systemctl sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
text=$(systemctl show --property=Id,NRestarts,ActiveState,SubState,Result,ExecMainStatus,StateChangeTimestamp -- '*.service') ||
  die 3 "systemd does not answer on this host"
[[ -n $text ]] || die 1 "systemd named no service at all"
[[ $text == *NRestarts=* ]] || die 1 "this systemd does not count restarts (version 235 does)"

declare -A it=()
rows=() all=0
tell() {
  [[ -n ${it[Id]:-} ]] || return 0
  all=$((all + 1))
  local times=${it[NRestarts]:-0} mark=''
  [[ $times =~ ^[0-9]+$ ]] || times=0
  if [[ ${it[SubState]:-} == auto-restart* ]]; then mark='  WAITS FOR ITS NEXT START'; fi
  ((times > 0)) || [[ -n $mark ]] || return 0
  rows+=("$(printf '%8d  %-36s %-20s %-12s %6s%s%s' "$times" "${it[Id]}" "${it[ActiveState]:-?}/${it[SubState]:-?}" \
    "${it[Result]:-?}" "${it[ExecMainStatus]:-?}" "${it[StateChangeTimestamp]:+  since ${it[StateChangeTimestamp]}}" "$mark")")
}

# Blocks of "Key=value" lines, one for each service, parted by an empty line.
while IFS= read -r line; do
  if [[ -z $line ]]; then
    tell
    it=()
  else
    it[${line%%=*}]=${line#*=}
  fi
done <<<"$text"
tell

if ((${#rows[@]} == 0)); then
  printf 'none of %d services was restarted by systemd since it was last started by hand or reset\n' "$all"
  exit 0
fi
printf '%8s  %-36s %-20s %-12s %6s\n' RESTARTS SERVICE STATE 'LAST RESULT' STATUS
printf '%s\n' "${rows[@]}" | sort -k1,1nr -k2,2
printf '%d of %d services; the reason: journalctl -u SERVICE -n 50\n' "${#rows[@]}" "$all"
