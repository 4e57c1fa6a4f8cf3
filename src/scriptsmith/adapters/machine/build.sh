#!/usr/bin/env bash
# Make the tree that throwaway machines lie over: a small Debian with the packages that are named.
#
#   build.sh TREE PACKAGE…
#
# Needs root, a Debian (its own sources of packages are used) and mmdebstrap, which is installed when it is missing.
# A tree that is there already is replaced when the new one is complete; what was built into it (usr/local/bin) is kept.
set -euo pipefail
tree=$1
shift
[[ $(id -u) == 0 ]] || { echo 'must run as root' >&2; exit 1; }
command -v apt-get >/dev/null || { echo 'this needs a Debian or Ubuntu: apt-get is not here' >&2; exit 1; }
if ! command -v mmdebstrap >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq mmdebstrap >/dev/null
fi
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mkdir -p "${tree%/*}"
new=$(mktemp -d "$tree.new.XXXXXX")
trap 'rm -rf --one-file-system -- "$new"' EXIT
sources=(/etc/apt/sources.list /etc/apt/sources.list.d/*.sources)
given=()
for file in "${sources[@]}"; do [[ ! -s $file ]] || given+=("$file"); done
joined=$(IFS=,; echo "$*")
mmdebstrap --quiet --variant=apt --include="$joined" "$release" "$new" "${given[@]}"
chmod 755 "$new"
if [[ -d $tree/usr/local/bin ]]; then cp -a -- "$tree/usr/local/bin/." "$new/usr/local/bin/"; fi
if [[ -e $tree ]]; then rm -rf --one-file-system -- "$tree"; fi
mv -- "$new" "$tree"
trap - EXIT
