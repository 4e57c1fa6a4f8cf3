#!/usr/bin/env bash
# Makes sure that packages are installed, and waits for the lock of the package manager.
set -euo pipefail

readonly attempts=5 pause=10

if (($# == 0)); then
  printf 'usage: %s PACKAGE...\n' "${0##*/}" >&2
  exit 2
fi
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

present() {
  local state
  # shellcheck disable=SC2016  # dpkg-query expands it
  state=$(dpkg-query -W -f '${db:Status-Status}' -- "$1" 2>/dev/null) && [[ $state == installed ]]
}

install() {
  local attempt said
  for ((attempt = 1; attempt <= attempts; attempt++)); do
    if said=$(apt-get install -y -q -- "$1" 2>&1 </dev/null); then
      printf '%s\n' "$said" >&2
      return 0
    fi
    printf '%s\n' "$said" >&2
    [[ $said == *'Could not get lock'* ]] || return 1
    ((attempt == attempts)) || sleep "$pause"
  done
  return 1
}

status=0
for package in "$@"; do
  if present "$package"; then
    printf 'present %s\n' "$package"
  elif install "$package" && present "$package"; then
    printf 'installed %s\n' "$package"
  else
    printf 'failed %s\n' "$package"
    status=1
  fi
done
exit "$status"
