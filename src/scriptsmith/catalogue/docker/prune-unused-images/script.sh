#!/usr/bin/env bash
# Remove the docker images that no container uses and that were made some days ago, tagged ones too.
#
# Undo: none, but docker pull brings an image back, if its registry still has it; one that was built
# here must be built again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: prune-unused-images [--days N] [--dry-run]

Remove every image that no container, running or stopped, was made from, and that was built at
least N days ago (not: pulled). Images that were only built on this host and pushed nowhere are
gone then: look at the list of a dry run first. A host without a way to its registry should keep
what it may have to start again.

  --days N   how long ago an image must have been made, in days (default 7)
  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 done, 1 it failed or some are still there, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'prune-unused-images: %s\n' "$2" >&2
  exit "$1"
}

days=7 dry_run=false
while (($# > 0)); do
  case $1 in
    --days)
      (($# >= 2)) || die 2 "$1 needs a value"
      days=$2
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

[[ $days =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--days takes a whole number of days above 0, not '$days'"
days=$((10#$days))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

hours=$((days * 24))
listing() { # the images, one a line: id, name, time and size
  local dangling
  for dangling in true false; do
    # Without --all docker 29 hides what has no name; without the filter --all adds the layers in between of docker's old builder.
    d image ls --all --filter "dangling=$dangling" --no-trunc --format '{{.ID}}|{{.Repository}}:{{.Tag}}|{{.CreatedAt}}|{{.Size}}' || return 1
  done
}
images=$(listing) || die 3 "cannot list the images (does the docker daemon run, and may you talk to it?)"
ids=$(d ps --all --no-trunc --quiet) || die 3 "cannot list the containers"
used=''
if [[ -n $ids ]]; then
  mapfile -t containers <<<"$ids"
  used=$(d container inspect --format '{{.Image}}' "${containers[@]}" 2>/dev/null) || true
  [[ -n $used ]] || die 3 "the containers cannot be inspected"
fi
count=0 listed='' what='not used'
if $dry_run; then what='would remove'; fi
oldest=$(($(date +%s) - hours * 3600))
declare -A seen=()
while IFS='|' read -r id name made size; do
  # One that was pulled by its digest is in both lists.
  [[ -n $id && -z ${seen[$id $name]:-} ]] || continue
  seen[$id $name]=1
  ! grep -qxF -- "$id" <<<"$used" || continue
  # It is told as 2026-01-31 03:00:00 +0000 UTC, and date does not take the last word.
  seconds=$(date --date="${made% *}" +%s 2>/dev/null) || continue
  ((seconds < oldest)) || continue
  count=$((count + 1)) listed+=$id$'\n'
  line="$name (${id:0:19}, made ${made%% *}, $size)"
  printf '%s: %s\n' "$what" "${line//[[:cntrl:]]/?}"
done <<<"$images"
if ((count == 0)); then
  printf 'nothing to remove: no unused image is %d days old\n' "$days"
  exit 0
fi
if $dry_run; then
  printf '%d images would be removed\n' "$count"
  exit 0
fi
# docker looks again itself, so that an image that came into use meanwhile stays.
said=$(timeout 900 docker image prune --all --force --filter "until=${hours}h" </dev/null) || die 1 "docker could not remove the unused images"
now=$(listing) || die 1 "the images cannot be listed after the removal"
left=0
while IFS= read -r id; do
  if [[ -n $id && $'\n'$now == *$'\n'"$id|"* ]]; then left=$((left + 1)); fi
done <<<"$listed"
space=$(sed -n 's/^Total reclaimed space: //p' <<<"$said")
printf 'removed: %d tags, %s\n' "$(grep -c '^untagged: ' <<<"$said" || true)" "${space:-space unknown}"
((left == 0)) || die 1 "$left of the images that are listed above are still there: docker found them in use, or could not remove them"
