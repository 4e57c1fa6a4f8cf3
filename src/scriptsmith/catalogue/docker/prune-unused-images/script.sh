#!/usr/bin/env bash
# Remove the docker images that no container uses and that were made some days ago, tagged ones too.
#
# Undo: none, but docker pull brings an image back, if its registry still has it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: prune-unused-images [--days N] [--dry-run]

Remove every image that no container, running or stopped, was made from, and that was built at
least N days ago (not: pulled) and was not built or tagged here since. A named one that was built or
loaded here, so that docker knows of no registry that has it, is told and left; with the containerd
store docker does not tell which these are: look at the list of a dry run first. One whose date is from
before 1990, as reproducible builds set it (Jib, ko, buildpacks, Nix), is told and left. A host without a
way to its registry should keep what it may have to start again.

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

listing() { # the ids of the images
  # Without --all docker 29 hides what has no name; without the filter --all adds the layers in between of docker's old builder.
  d image ls --all --filter dangling=true --no-trunc --quiet && d image ls --all --filter dangling=false --no-trunc --quiet
}
# One that was pulled by its digest is in both lists. The second time is that of the last build or tag here.
images=$(listing | sort -u | xargs -r timeout 60 docker image inspect --format '{{.ID}}|{{join .RepoTags " "}}|{{.Created}}|{{json .Metadata.LastTagTime}}|{{.Size}}|{{len .RepoDigests}}') ||
  die 3 "cannot list the images (does the docker daemon run, and may you talk to it?)"
ids=$(d ps --all --no-trunc --quiet) || die 3 "cannot list the containers"
used=$(printf '%s\n' "$ids" | xargs -r timeout 60 docker container inspect --format '{{.Image}}' 2>/dev/null) || true # one may have gone
[[ -n $used || -z $ids ]] || die 3 "the containers cannot be inspected"
listed='' what='not used' references=()
if $dry_run; then what='would remove'; fi
oldest=$(($(date +%s) - days * 86400))
while IFS='|' read -r id names made at size digests; do
  if [[ -z $id ]] || [[ $used == *"${id#sha256:}"* ]]; then continue; fi
  built=$(date --date="$made" +%s 2>/dev/null) || continue
  at=$(date --date="${at//\"/}" +%s 2>/dev/null) || continue # of the year 1 where it was only pulled
  ((built < oldest && at < oldest)) || continue
  line="${names:-<none>} (${id:0:19}, made ${made%%T*}, $(numfmt --to=si --suffix=B -- "$size"))"
  why=''
  [[ -z $names ]] || ((digests > 0)) || why='it was built or loaded here, and docker knows of no registry that has it'
  ((built >= 631152000 || at >= 631152000)) || why='its date does not tell its age' # a reproducible build has a date before 1990
  [[ -z $why ]] || { printf 'left, as %s: %s\n' "$why" "${line//[[:cntrl:]]/?}" && continue; }
  printf '%s: %s\n' "$what" "${line//[[:cntrl:]]/?}"
  listed+=$id$'\n'
  read -r -a names <<<"${names:-$id}"
  references+=("${names[@]}")
done <<<"$images"
count=$(printf '%s' "$listed" | grep -c .) || true
if ((count == 0)); then
  printf 'nothing to remove: no unused image is %d days old\n' "$days"
  exit 0
fi
printf 'note: the dates are those of the build; an image that was pulled a moment ago may be as old. No registry was asked whether it still has them\n'
if $dry_run; then
  printf '%d images would be removed\n' "$count"
  exit 0
fi
# Without --force docker looks itself, so that an image that came into use meanwhile stays.
timeout 900 docker image rm "${references[@]}" </dev/null >/dev/null || true # what is left is seen below
now=$(listing | sort -u) || die 1 "the images cannot be listed after the removal"
left=$(printf '%s\n' "$now" | grep -cxF -- "${listed%$'\n'}") || true
printf 'removed: %d images\n' "$((count - left))"
((left == 0)) || die 1 "$left of the images that are listed above are still there: docker found them in use, or could not remove them"
