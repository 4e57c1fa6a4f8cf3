#!/usr/bin/env bash
# Show the latest log lines of one docker container, with the time of each.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-container-logs --container NAME [--lines N] [--minutes N]

Show what a container has printed to standard output and standard error, the newest last, with
timestamps: no more than --lines of them, also within --minutes. Control characters become question
marks. It works for stopped containers, too. With some logging drivers docker keeps nothing to read:
then the driver is named.

  --container NAME  name or id of the container, of an id at least 12 characters
  --lines N         how many lines from the end (default 100)
  --minutes N       only what was printed in the last minutes; 0 takes any (default 0)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-container-logs: %s\n' "$2" >&2
  exit "$1"
}

container='' lines=100 minutes=0
while (($# > 0)); do
  case $1 in
    --container | --lines | --minutes)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --container) container=$2 ;;
        --lines) lines=$2 ;;
        --minutes) minutes=$2 ;;
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

[[ -n $container ]] || die 2 "--container is required (see --help)"
[[ $container =~ ^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$ ]] || die 2 "--container takes the name of a container, not '$container'"
[[ $lines =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--lines takes a whole number above 0, not '$lines'"
lines=$((10#$lines))
[[ $minutes =~ ^[0-9]{1,6}$ ]] || die 2 "--minutes takes a whole number of minutes, not '$minutes'"
minutes=$((10#$minutes))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

facts=$(d container inspect --format '{{.ID}}|{{.Name}}|{{.HostConfig.LogConfig.Type}}|{{.State.Status}}|{{.State.StartedAt}}' "$container" 2>/dev/null) ||
  die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id name driver status started < <(printf '%s\n' "$facts")
# A word that is no name may be how the id of any container begins: db, cafe.
[[ $name == "/$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name#/}, whose id begins so)"
[[ $driver != none ]] || die 3 "container $container has the logging driver none, so nothing was kept"
options=(--timestamps --tail "$lines")
((minutes == 0)) || options+=(--since "${minutes}m")

rc=0
text=$(d logs "${options[@]}" "$container" 2>&1 | tr -d '\000') || rc=$?
if ((rc != 0)); then
  [[ $text != *'does not support reading'* ]] || die 3 "docker cannot read the logs of the driver $driver"
  die 1 "docker cannot show the logs: $(printf '%s\n' "$text" | tail -n 1 | tr '[:cntrl:]' ' ')"
fi
count=0
if [[ -n $text ]]; then
  while IFS= read -r line; do
    line=${line%$'\r'} line=${line//$'\t'/    } # a terminal ends its lines with a carriage return as well
    printf '%s\n' "${line//[[:cntrl:]]/?}"
    count=$((count + 1))
  done < <(printf '%s\n' "$text")
fi
more=''
if ((count >= lines)); then more=', and there may be more (--lines)'; fi
printf '%d lines%s; container %s is %s, last started %s\n' "$count" "$more" "$container" "$status" "${started%%[.Z]*}Z" >&2
