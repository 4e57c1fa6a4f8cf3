#!/usr/bin/env bash
# Remove the docker images that have no tag and that no container uses.
#
# Undo: none, but every one of them can be built or pulled again, if its source still exists.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: prune-dangling-images [--dry-run]

Remove dangling images: those without a tag, mostly left over when a tag moved on to a newer
build. Images with a tag stay, and so do those that any container uses, even a stopped one. Those that
were pulled by digest (redis@sha256:...) have a name without a tag; docker image prune would take them,
here they stay, and are named. How much space docker says was reclaimed is shown.

  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'prune-dangling-images: %s\n' "$2" >&2
  exit "$1"
}

dry_run=false
while (($# > 0)); do
  case $1 in
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

command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

# Without --all docker 29 hides what has no name, whatever the filter.
dangling() { d image ls --all --filter dangling=true --no-trunc --format '{{.ID}}|{{.Repository}}|{{.CreatedSince}}|{{.Size}}'; }

list=$(dangling) || die 3 "cannot list the images (does the docker daemon run, and may you talk to it?)"
if [[ -z $list ]]; then
  printf 'nothing to remove: there are no dangling images\n'
  exit 0
fi
free=() named=''
while IFS='|' read -r id repository age size; do
  if [[ $repository != '<none>' ]]; then
    named+=" $repository"
    continue
  fi
  free+=("$id")
  ! $dry_run || printf 'would remove, unless a container uses it: %s (%s, made %s, %s)\n' "${id:0:19}" "$repository" "$age" "$size"
done <<<"$list"
[[ -z $named ]] || printf 'kept, pulled by digest:%s\n' "$named"
if ((${#free[@]} == 0)) || $dry_run; then
  printf '%d dangling images without a name\n' "${#free[@]}"
  exit 0
fi
if [[ -z $named ]]; then
  said=$(timeout 600 docker image prune --force </dev/null) || die 1 "docker could not remove the dangling images"
else
  # One by one, the newest first as they are listed; what a container uses docker does not give up.
  said=''
  for id in "${free[@]}"; do timeout 600 docker image rm "$id" </dev/null >/dev/null 2>&1 || true; done
fi
left=$(dangling) || die 1 "cannot list the images after removing them"
removed=0
for id in "${free[@]}"; do
  [[ $left == *"$id|"* ]] || removed=$((removed + 1))
done
space=$(sed -n 's/^Total reclaimed space: //p' <<<"$said")
printf 'removed: %d dangling images, %s; %d remain (used by a container or another image)\n' "$removed" "${space:-space unknown}" $((${#free[@]} - removed))
