#!/usr/bin/env bash
# List the docker images of this host, the largest first, and mark those that no container uses.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-images-by-size [--limit N]

List the largest images with size, age and whether any container, running or stopped, was made
from them. Images share layers, so removing one may give back less than its size. The last line
counts all images, and those without a use.

  --limit N  how many images to show (default 20)
  --help     show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-images-by-size: %s\n' "$2" >&2
  exit "$1"
}

limit=20
while (($# > 0)); do
  case $1 in
    --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      limit=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

images=''
for dangling in true false; do
  # Without --all docker 29 hides what has no name; without the filter --all adds the layers in between of docker's old builder.
  some=$(d image ls --all --filter "dangling=$dangling" --no-trunc --format '{{.Size}}|{{.Repository}}:{{.Tag}}|{{.ID}}|{{.CreatedSince}}') ||
    die 3 "cannot list the images (does the docker daemon run, and may you talk to it?)"
  images+=$some$'\n'
done
ids=$(d ps --all --no-trunc --quiet) || die 3 "cannot list the containers"
used=''
if [[ -n $ids ]]; then
  mapfile -t list < <(printf '%s\n' "$ids")
  # By the identity of the image: a tag may have moved on since.
  used=$(d container inspect --format '{{.Image}}' "${list[@]}" 2>/dev/null) || true
  [[ -n $used ]] || die 1 "the containers cannot be inspected, so it is not known which images they use"
fi
# In a locale that writes 1,9 mawk reads 1.9 as 1.
sorted=$(printf '%s' "$images" | LC_ALL=C awk -F'|' '
  NF >= 4 {
    n = $1 + 0
    if ($1 ~ /GB$/) n *= 1000000000
    else if ($1 ~ /MB$/) n *= 1000000
    else if ($1 ~ /kB$/) n *= 1000
    printf "%.0f|%s\n", n, $0
  }' | sort -t'|' -k1,1nr)
total=0 idle=0 rows=0 seen=' '
while IFS='|' read -r _ size name id age; do
  [[ -n $id ]] || continue
  rows=$((rows + 1)) mark='' new=true
  # An image stands here once for each of its names, and counts once.
  if [[ $seen == *" $id "* ]]; then new=false; fi
  seen+="$id "
  if $new; then total=$((total + 1)); fi
  if [[ $'\n'$used$'\n' != *$'\n'"$id"$'\n'* ]]; then
    mark='  NOT USED'
    if $new; then idle=$((idle + 1)); fi
  fi
  ((rows > limit)) || printf '%s  %s  (%s, made %s)%s\n' "$size" "$name" "${id:0:19}" "$age" "$mark"
done < <(printf '%s\n' "$sorted")
printf '%d images, %d of them not used by any container\n' "$total" "$idle"
