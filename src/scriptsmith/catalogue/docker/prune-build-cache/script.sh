#!/usr/bin/env bash
# Remove entries of the docker build cache that no build has used for some hours.
#
# Undo: none, but the cache fills again: the next builds take longer.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: prune-build-cache [--hours N] [--dry-run]

Remove entries of the build cache that were not used for N hours and that no running build needs.
Images and containers are not touched. The cache of other builders (docker buildx with its own
container) is not touched either, whichever is selected; containers of such builders are told.

  --hours N  how long an entry must not have been used, in hours (default 72)
  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'prune-build-cache: %s\n' "$2" >&2
  exit "$1"
}

hours=72 dry_run=false
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

# To measure all volumes takes docker minutes on a large disk.
cache() { timeout 600 docker system df --format '{{.Type}}|{{.TotalCount}}|{{.Size}}|{{.Reclaimable}}' </dev/null | sed -n 's/^Build Cache|//p'; }

before=$(cache) || die 3 "docker does not tell its disk usage (does the daemon run, and may you talk to it?)"
[[ -n $before ]] || die 3 "this docker daemon has no build cache"
IFS='|' read -r count size free < <(printf '%s\n' "$before")
printf 'build cache: %s entries, %s, reclaimable %s\n' "$count" "$size" "$free"
builders=$(d ps --all --filter name=buildx_buildkit_ --format '{{.Names}}') || die 1 "cannot list the containers of other builders"
[[ -z $builders ]] || printf 'note: builders of buildx have caches of their own, which stay (docker buildx prune --builder NAME): %s\n' "${builders//$'\n'/ }"
if [[ $count == 0 ]]; then
  printf 'nothing to remove: the build cache is empty\n'
  exit 0
fi
# Without --all docker leaves what images share with the cache, and the internal entries.
options=(--all --force)
((hours == 0)) || options+=(--filter "until=${hours}h")
if $dry_run; then
  printf 'would remove: what was not used for %d hours\n' "$hours"
  exit 0
fi
# Where buildx is docker's builder, this names the daemon's own one, which is called as the context is.
context=$(d context show 2>/dev/null) || context=${DOCKER_CONTEXT:-default}
said=$(BUILDX_BUILDER=$context timeout 900 docker builder prune "${options[@]}" </dev/null) || die 1 "docker could not prune the build cache"
after=$(cache) || die 1 "docker does not tell its disk usage after the prune"
IFS='|' read -r left size free < <(printf '%s\n' "$after")
space=$(printf '%s\n' "$said" | sed -n 's/^Total:[[:space:]]*//p; s/^Total reclaimed space: //p' | tail -n 1)
printf 'removed: %s; %s of %s entries remain, %s\n' "${space:-space unknown}" "$left" "$count" "$size"
