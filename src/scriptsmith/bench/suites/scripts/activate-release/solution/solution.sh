#!/usr/bin/env bash
# Points BASE/current at a release and BASE/previous at the one before, each by one rename.
set -euo pipefail

readonly name=${0##*/}

die() {
  printf '%s: %s\n' "$name" "$2" >&2
  exit "$1"
}

[[ $# -eq 2 ]] || die 2 "usage: $name BASE RELEASE"
case $2 in
  '' | . | .. | */*) die 2 "not the name of a release: '$2'" ;;
  *) ;;
esac
readonly release=$2 target=releases/$2

cd -- "$1" || die 1 "no such directory: $1"
[[ -d $target ]] || die 1 "no such release: $release"
for link in current previous; do
  [[ -L $link || ! -e $link ]] || die 1 "not a symbolic link: $1/$link"
done

work=$(mktemp -d ./.activate.XXXXXX)
trap 'rm -rf -- "$work"' EXIT

# point LINK TARGET: a link that is renamed over the old one leaves no moment without it.
point() {
  ln -s -- "$2" "$work/$1"
  mv -fT -- "$work/$1" "$1"
}

before=''
[[ ! -L current ]] || before=$(readlink -- current)
if [[ $before != "$target" ]]; then
  [[ -z $before ]] || point previous "$before"
  point current "$target"
fi

printf 'current: %s\n' "$release"
