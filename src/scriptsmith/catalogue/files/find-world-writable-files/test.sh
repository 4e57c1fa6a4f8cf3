#!/usr/bin/env bash
. "$HARNESS"

umask 022
mkdir -p 'tree/open dir' tree/sticky tree/closed empty ./-x
printf 'x\n' | tee 'tree/closed/open file' $'tree/new\nline' tree/private tree/group ./-x/f >/dev/null
ln -s private tree/link
chmod 777 'tree/open dir'
chmod 1777 tree/sticky
chmod 666 'tree/closed/open file' ./-x/f
chmod 602 $'tree/new\nline'
chmod 660 tree/group
before=$(find tree -printf '%p %m\0' | sort -z | sha256sum)

run --directory tree
check 'it succeeds' test "$status" -eq 0
check 'an open file is listed with its mode' grep -q '^-rw-rw-rw- .*tree/closed/open file$' <<<"$out"
check 'an open directory is listed' grep -q '^drwxrwxrwx .*tree/open dir$' <<<"$out"
check 'a directory with the sticky bit is not' bash -c '! grep -q tree/sticky <<<"$1"' _ "$out"
check 'a file open to its group only is not' bash -c '! grep -qE "group$|private" <<<"$1"' _ "$out"
check 'a symbolic link is not' bash -c '! grep -q link <<<"$1"' _ "$out"
check 'a newline in a name makes no second line' grep -qF "new\\nline'" <<<"$out"
check 'it counts' grep -q '^2 files and 1 directories' <<<"$out"
check 'nothing was changed' test "$(find tree -printf '%p %m\0' | sort -z | sha256sum)" = "$before"

# What is mounted below, as the kernel would tell it.
{ i=1
  for it in 'nfs net' 'virtiofs share' 'gpfs big' 'newfs odd\040one' 'proc proc' 'squashfs snap' 'overlay layers'; do
    i=$((i + 1)); echo "$i 1 0:$i / $(realpath tree)/${it#* } rw - ${it%% *} source rw"
  done; } >mountinfo
sed 's#</proc/self/mountinfo#<mountinfo#' "$SCRIPT" >copy
SCRIPT=$PWD/copy run --directory tree
check 'mounts of other hosts and of kinds that are not known are named' test "$(grep '^note: not looked into' <<<"$err")" = "note: not looked into: $(realpath tree)/net (nfs)
note: not looked into: $(realpath tree)/share (virtiofs)
note: not looked into: $(realpath tree)/big (gpfs)
note: not looked into: $(realpath tree)/odd one (newfs)
note: not looked into: $(realpath tree)/snap (squashfs)
note: not looked into: $(realpath tree)/layers (overlay)"
run --directory empty
check 'none is a fine answer' bash -c '[ "$1" -eq 0 ] && grep -q "^0 files and 0 directories" <<<"$2"' _ "$status" "$out"
run --directory -x
check 'a leading dash in the directory is no option' grep -q '\./-x/f$' <<<"$out"

run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory ''
check 'an empty directory name is refused' test "$status" -eq 2
run --directory
check 'a missing value is refused' test "$status" -eq 2
run --fix
check 'an unknown argument is refused' test "$status" -eq 2
run --directory '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"

stub sort <<<'cat >/dev/null; exit 2'
run --directory tree
check 'a list that cannot be sorted is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be sorted" <<<"$2"' _ "$status" "$err"
rm .stubs/sort
stub find <<'BODY'
exit 1
BODY
run --directory tree
check 'what could not be read is told' test "$status" -eq 1
finish
