#!/usr/bin/env bash
# Remove the docker containers that ended some hours ago, with what they wrote to their own file
# systems.
#
# Undo: none, what the containers wrote outside of volumes, and their logs, are gone. Look with
# --dry-run first.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: prune-stopped-containers [--hours N] [--dry-run]

Remove exited containers, one by one, that ended at least N hours ago. Their own file systems and
logs go with them; their volumes stay, and so do containers that were created and never started.
One that should run (restart policy always or unless-stopped) is kept, since somebody has stopped
it to start it again.

  --hours N  how long ago a container must have ended, in hours (default 24)
  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'prune-stopped-containers: %s\n' "$2" >&2
  exit "$1"
}

hours=24 dry_run=false
while (($# > 0)); do
  case $1 in
    --hours)
      (($# >= 2)) || die 2 "$1 needs a value"
      hours=$2
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

[[ $hours =~ ^[0-9]{1,6}$ ]] || die 2 "--hours takes a whole number of hours, not '$hours'"
hours=$((10#$hours))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

ids=$(d ps --all --no-trunc --quiet --filter status=exited --filter status=dead) ||
  die 3 "cannot list the containers (does the docker daemon run, and may you talk to it?)"
list=()
[[ -z $ids ]] || mapfile -t list <<<"$ids"
now=$(date +%s)
removed=0 kept=0 failed=0
for id in "${list[@]}"; do
  facts=$(d container inspect --format '{{.Name}}|{{.State.Status}}|{{.State.FinishedAt}}|{{.HostConfig.RestartPolicy.Name}}|{{.Config.Image}}|{{.State.ExitCode}}' "$id" 2>/dev/null) || facts=''
  if [[ -z $facts ]]; then
    why=$(d container inspect --format '{{.Id}}' "$id" 2>&1) || true
    if [[ ${why,,} != *'no such container'* ]]; then
      printf 'could not look at: %s\n' "$id" >&2
      failed=$((failed + 1))
    fi
    continue
  fi
  IFS='|' read -r name state ended policy image code <<<"$facts"
  name=${name#/}
  case $state in exited | dead) ;; *) continue ;; esac
  seconds=$(date --date="$ended" +%s 2>/dev/null) || seconds=$now
  if ((now - seconds < hours * 3600)); then
    kept=$((kept + 1))
  elif [[ $policy == always || $policy == unless-stopped ]]; then
    printf 'kept: %s has the restart policy %s\n' "$name" "$policy"
    kept=$((kept + 1))
  elif $dry_run; then
    printf 'would remove: %s (image %s, exit %s at %s)\n' "$name" "$image" "$code" "${ended%%.*}"
    removed=$((removed + 1))
  # Without --force docker refuses a container that was started meanwhile; without --volumes its data stay.
  elif d rm "$id" >/dev/null; then
    printf 'removed: %s (image %s, exit %s at %s)\n' "$name" "$image" "$code" "${ended%%.*}"
    removed=$((removed + 1))
  else
    printf 'could not remove: %s\n' "$name" >&2
    failed=$((failed + 1))
  fi
done
if $dry_run; then
  printf '%d containers would be removed, %d kept\n' "$removed" "$kept"
  ((failed == 0)) || exit 1
  exit 0
fi
printf '%d removed, %d kept, %d failed\n' "$removed" "$kept" "$failed"
((failed == 0)) || exit 1
