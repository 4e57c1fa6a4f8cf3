#!/usr/bin/env bash
# List the docker containers that their restart policy has started over, those with the most
# restarts first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-restarting-containers [--min-restarts N]

List each container that was restarted by its policy at least N times since somebody last started
it, or that is between two tries now: how often, how it last ended, whether for lack of memory,
and since when it is up. Restarts by hand are not counted by docker,
and a swarm makes a new container instead. Times are in UTC (Z).

  --min-restarts N  how many times a container must have been restarted to be listed (default 1)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-restarting-containers: %s\n' "$2" >&2
  exit "$1"
}

min_restarts=1
while (($# > 0)); do
  case $1 in
    --min-restarts)
      (($# >= 2)) || die 2 "$1 needs a value"
      min_restarts=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $min_restarts =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--min-restarts takes a whole number above 0, not '$min_restarts'"
min_restarts=$((10#$min_restarts))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

ids=$(d ps --all --no-trunc --quiet) || die 3 "cannot list the containers (does the docker daemon run, and may you talk to it?)"
facts=''
if [[ -n $ids ]]; then
  mapfile -t list < <(printf '%s\n' "$ids")
  # A container that is removed meanwhile makes this fail; the others are still printed.
  facts=$(d container inspect --format \
    '{{.RestartCount}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.OOMKilled}}|{{.State.StartedAt}}|{{.HostConfig.RestartPolicy.Name}}' "${list[@]}" 2>/dev/null) || true
  [[ -n $facts ]] || die 1 "the containers cannot be inspected"
fi
count=0
while IFS='|' read -r restarts name state code oom started policy; do
  [[ $restarts =~ ^[0-9]+$ ]] || continue
  ((restarts >= min_restarts)) || [[ $state == restarting ]] || continue
  count=$((count + 1))
  case $state in
    restarting) now="waits for its next try, last exit code $code" ;;
    running) now="up since ${started%%[.Z]*}Z" ;;
    *) now="$state with exit code $code" ;;
  esac
  [[ $oom != true ]] || now+=', OUT OF MEMORY'
  line="$restarts restarts: ${name#/}, $now, policy ${policy:-no}"
  printf '%s\n' "${line//[[:cntrl:]]/?}"
done < <(printf '%s\n' "$facts" | sort -t'|' -k1,1nr)
printf '%d containers with %d or more restarts by their policy, or between two tries (a swarm makes new ones instead)\n' "$count" "$min_restarts"
