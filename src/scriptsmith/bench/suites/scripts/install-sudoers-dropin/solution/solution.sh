#!/usr/bin/env bash
# Installs a file of sudo rules as a drop-in, when visudo finds it right.
set -euo pipefail

fail() {
  printf 'error: %s\n' "$2" >&2
  exit "$1"
}

(($# == 3)) || fail 2 'three arguments are needed: FILE DIRECTORY NAME'
file=$1 directory=$2 name=$3
[[ -f $file && -r $file ]] || fail 2 "cannot read $file"
[[ -d $directory ]] || fail 2 "there is no directory $directory"
(LC_ALL=C && [[ $name =~ ^[A-Za-z0-9_-]+$ ]]) || fail 2 "sudo would ignore a file of the name '$name'"
target=$directory/$name

[[ ! -d $target ]] || fail 1 "$target is a directory"

# sudo ignores a name with a dot: what is prepared has no effect. What is checked is what will be installed.
umask 077
prepared=$(mktemp -- "$directory/.new.XXXXXX") || fail 1 "cannot write in $directory"
trap 'rm -f -- "$prepared"' EXIT
cat -- "$file" >"$prepared"
visudo -cf "$prepared" >&2 || fail 1 "the rules of $file are not right"

if [[ -f $target && ! -L $target && $(stat -c '%a %u %g' -- "$target") == '440 0 0' ]] && cmp -s -- "$prepared" "$target"; then
  printf 'unchanged\n'
  exit 0
fi
{ chown 0:0 -- "$prepared" && chmod 0440 -- "$prepared" && mv -fT -- "$prepared" "$target"; } || fail 1 "cannot install $target"
printf 'installed\n'
