#!/usr/bin/env bash
# List the services that are enabled at boot, with their present state, and mark those that do not
# run.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-enabled-services

List each enabled service with its state. One that is enabled and not active may have ended as it
should (a oneshot) or may have died; failed ones are marked, and so are those that died and wait for
their next start, as in a crash loop, or were started again by systemd. Of a template such as getty@ the
instances that a target or an enabled service wants are listed (postgresql@15-main), and of scripts in
/etc/init.d those that start at boot. A service that a socket, timer or path starts is not enabled
itself, so these are listed, too, and what they start where it failed. Static services are not.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-enabled-services: %s\n' "$2" >&2
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
text=$(systemctl list-unit-files --type=service,socket,timer,path --state=enabled,enabled-runtime,generated --no-legend --no-pager --full) ||
  die 3 "systemd does not answer on this host"

units=() perhaps=' '
while read -r unit state _; do
  case $unit:$state in
    *@.*:*) ;;
    *.*:enabled*) units+=("$unit") ;;
    *.service:generated) units+=("$unit") perhaps+="$unit " ;;
  esac
done <<<"$text"
text=$(systemctl list-units --type=service --all --plain --no-legend --no-pager --full -- '*@*.service') ||
  die 1 "the instances of templates could not be listed"
while read -r unit _; do
  if [[ $unit == *@*.service ]]; then units+=("$unit") perhaps+="$unit "; fi
done <<<"$text"
if ((${#units[@]} == 0)); then
  printf 'no service is enabled\n'
  exit 0
fi

# What a socket, a timer or a path starts is not enabled itself: it is told where it failed.
started=' ' triggers=$(systemctl show --property=Triggers -- "${units[@]}") || die 1 "what sockets and timers start could not be read"
for unit in ${triggers//Triggers=/}; do
  if [[ " ${units[*]} " != *" $unit "* ]]; then units+=("$unit") started+="$unit "; fi
done
states=$(systemctl show --property=Id,ActiveState,SubState,Result,Type,NRestarts,WantedBy,RequiredBy -- "${units[@]}") || die 1 "their states could not be read"
declare -A it=()
active=0 down=0 failed=0 total=0 told=' '
tell() {
  [[ -n ${it[Id]:-} ]] || return 0
  # No target wants an instance that was started by hand, or a script that is not to start at boot.
  # Except with an enabled service, as the clusters of PostgreSQL do; not what that calls for a moment, such as modprobe@.
  local by at_boot=false
  for by in ${it[WantedBy]:-} ${it[RequiredBy]:-}; do
    [[ $by != *.target && (${it[Type]:-} == oneshot || " ${units[*]} " != *" $by "*) ]] || at_boot=true
  done
  [[ $started != *" ${it[Id]} "* || ${it[ActiveState]:-} == failed || ${it[SubState]:-} == auto-restart* ]] || return 0
  [[ $perhaps != *" ${it[Id]} "* ]] || $at_boot || return 0
  # Before systemd 246 another name of a unit is listed as enabled, too.
  [[ $told != *" ${it[Id]} "* ]] || return 0
  total=$((total + 1)) told+="${it[Id]} "
  local mark=''
  case ${it[ActiveState]:-}:${it[SubState]:-} in
    *:auto-restart*)
      failed=$((failed + 1)) mark="  FAILED: ${it[Result]:-}, waits for its next start"
      ;;
    activating:*)
      down=$((down + 1)) mark='  not running yet'
      ;;
    active:* | reloading:*)
      active=$((active + 1))
      [[ ${it[SubState]:-}:${it[Type]:-} != exited:forking ]] || mark='  its script has ended; whether its program runs is not known'
      [[ ${it[NRestarts]:-0} == 0 ]] || mark="  started again by systemd ${it[NRestarts]} times"
      ;;
    failed:*)
      failed=$((failed + 1)) mark="  FAILED: ${it[Result]:-}"
      ;;
    *)
      down=$((down + 1)) mark='  not running'
      if [[ ${it[Type]:-} == oneshot ]]; then mark='  not running (oneshot)'; fi
      ;;
  esac
  [[ $started != *" ${it[Id]} "* ]] || mark+=', started by an enabled socket, timer or path'
  printf '%-40s %-12s %-12s%s\n' "${it[Id]}" "${it[ActiveState]:-?}" "${it[SubState]:-?}" "$mark"
}

# Blocks of "Key=value" lines, one for each unit, parted by an empty line.
while IFS= read -r line; do
  if [[ -z $line ]]; then
    tell
    it=()
  else
    it[${line%%=*}]=${line#*=}
  fi
done <<<"$states"
tell
printf '%d enabled: %d active, %d not running, %d failed\nnot looked at: static services, which other units start, containers, services of users, and jobs of cron that run at boot\n' "$total" "$active" "$down" "$failed"
