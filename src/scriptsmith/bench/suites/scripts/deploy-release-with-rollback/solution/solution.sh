#!/usr/bin/env bash
# Brings a release into service, and goes back to the one before when it is not healthy.
set -euo pipefail

readonly unit=app.service url=http://127.0.0.1:8080/health attempts=5 pause=2 kept=3

usage() {
  printf 'error: %s\nusage: %s ROOT RELEASE\n' "$1" "${0##*/}" >&2
  exit 2
}

(($# == 2)) || usage 'two arguments are needed'
root=$1 release=$2
[[ -n $release && $release != */* && $release != . && $release != .. && -d $root/releases/$release ]] ||
  usage "there is no release '$release' in $root/releases"

previous=''
if [[ -L $root/current ]]; then
  previous=$(readlink -- "$root/current")
  previous=${previous##*/}
elif [[ -e $root/current ]]; then
  usage "$root/current is no symbolic link"
fi
if [[ $previous == "$release" ]]; then
  printf 'unchanged\n'
  exit 0
fi

point_to() {
  ln -sfn -- "releases/$1" "$root/.current.new" && mv -fT -- "$root/.current.new" "$root/current"
}

healthy() {
  local attempt code
  systemctl restart "$unit" >&2 || return 1
  for ((attempt = 1; attempt <= attempts; attempt++)); do
    code=$(curl --silent --output /dev/null --max-time 3 --write-out '%{http_code}' "$url" </dev/null) || code=000
    [[ $code != 200 ]] || return 0
    ((attempt == attempts)) || sleep "$pause"
  done
  return 1
}

prune() {
  local path names=() at
  local LC_ALL=C
  for path in "$root"/releases/*/; do
    path=${path%/}
    [[ -d $path && ! -L $path ]] || continue
    names+=("${path##*/}")
  done
  # What stays beside the two does not count these two: the last three of the others.
  local others=()
  for path in "${names[@]}"; do
    [[ $path == "$release" || $path == "$previous" ]] || others+=("$path")
  done
  for ((at = 0; at < ${#others[@]} - kept; at++)); do
    rm -rf -- "$root/releases/${others[at]}"
  done
}

point_to "$release"
if healthy; then
  prune
  printf 'deployed %s\n' "$release"
  exit 0
fi
if [[ -z $previous ]]; then
  rm -f -- "$root/current"
  systemctl stop "$unit" >&2 || true
  printf 'failed\n'
  exit 1
fi
if point_to "$previous" && healthy; then
  printf 'rolled back to %s\n' "$previous"
  exit 1
fi
printf 'rollback failed\n'
exit 3
