#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'tree/open one' tree/tmp tree/closed tree/-dash $'tree/new\nline'
chmod 777 'tree/open one' tree/-dash $'tree/new\nline'
chmod 1777 tree/tmp
chmod 775 tree/closed
: >tree/file
chmod 666 tree/file
me=$(id -un)

run --directory tree
check 'an open directory is a failure' test "$status" -eq 1
check 'it is listed with mode and owner' grep -Eqx "drwxrwxrwx $me:[^ ]+  tree/open\\\\ one" <<<"$out"
check 'a name with a newline is quoted' grep -qF "\$'tree/new\\nline'" <<<"$out"
check 'one with the bit is not listed' test -z "$(grep 'tree/tmp' <<<"$out")"
check 'one that is closed is not listed' test -z "$(grep closed <<<"$out")"
check 'a file is not listed' test -z "$(grep 'tree/file' <<<"$out")"
check 'they are counted' grep -q '^3 directories' <<<"$out"
check 'nothing is changed' test "$(stat -c %a 'tree/open one')" = 777
# What is mounted below, as the kernel would tell it.
{ i=1
  for it in 'nfs net' 'virtiofs share' 'gpfs big' 'newfs odd\040one' 'proc proc' 'squashfs snap' 'overlay layers'; do
    i=$((i + 1)); echo "$i 1 0:$i / $(realpath tree)/${it#* } rw - ${it%% *} source rw"
  done; } >mountinfo
sed 's#</proc/self/mountinfo#<mountinfo#' "$SCRIPT" >copy
SCRIPT=$PWD/copy run --directory tree
check 'mounts of other hosts and of kinds that are not known are named' test "$(grep '^not searched, for other hosts have it, or its kind is not known' <<<"$out")" = 'not searched, for other hosts have it, or its kind is not known: tree/net (nfs)
not searched, for other hosts have it, or its kind is not known: tree/share (virtiofs)
not searched, for other hosts have it, or its kind is not known: tree/big (gpfs)
not searched, for other hosts have it, or its kind is not known: tree/odd one (newfs)
not searched, for other hosts have it, or its kind is not known: tree/layers (overlay)'
run --directory tree/tmp
check 'in order is no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^none" <<<"$2"' _ "$status" "$out"
mkdir ./-dash
chmod 777 ./-dash
run --directory -dash
check 'a name with a leading dash is a directory' grep -q '^1 directories' <<<"$out"
stub find <<<"printf 'drwxrwxrwx ana:domain users\\ttree/open one\\0'"
run --directory tree
check 'a group whose name has a space moves nothing' grep -qFx 'drwxrwxrwx ana:domain users  tree/open\ one' <<<"$out"
stub find <<<'exit 1'
run --directory tree
check 'an incomplete search is a failure' test "$status" -eq 1
check 'and has not said that there is none' test -z "$out"
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --directory
check 'a directory must be named' test "$status" -eq 2
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory tree >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
