#!/usr/bin/env bash
. "$HARNESS"

# A number without an account cannot be given to a file everywhere: find's answer is played.
mkdir tree
stub find <<'EOF'
[ ! -e .none ] || exit 0
printf '1007:1007\t1007:1007\td\ttree/old home\0'
printf '1007:1007\t600:domain users\tf\ttree/old home/new\nline\0'
printf '0:root\t4000:4000\tf\ttree/-dash\0'
[ ! -e .partly ] || exit 1
EOF

run --directory tree
check 'files without owner are a failure' test "$status" -eq 1
check 'user and group are told' grep -Eqx 'd  user 1007, group 1007 +tree/old home' <<<"$out"
check 'a name with a newline is quoted' grep -qF "\$'tree/old home/new\\nline'" <<<"$out"
check 'beside a group whose name has a space, too' grep -qF "f  user 1007                    \$'tree/old home/new" <<<"$out"
check 'a group alone is told' grep -Eqx 'f  group 4000 +tree/-dash' <<<"$out"
check 'each number is summed up' grep -Eqx 'sum: +1 of user 1007' <<<"$out"
check 'they are counted' grep -qx '3 files without owner or group below tree' <<<"$out"
check 'what else has such numbers is told' grep -q '^note: before you delete any: containers ' <<<"$out"
check 'find is asked for both' test -n "$(calls '^find tree/ -xdev -ignore_readdir_race -type d -inum 256 -printf directory %p.0 , . -nouser -o -nogroup . -printf')"
run --directory tree --limit 1
check 'no more than asked for are shown' grep -qx '… and 2 more' <<<"$out"
check 'and all are counted' grep -q '^3 files' <<<"$out"
touch .partly
run --directory tree
check 'an incomplete search is told' grep -q 'not all of tree' <<<"$err"
rm .stubs/find
printf 'x\n' >tree/mine
run --directory tree
check 'with the true find nothing is found here' bash -c '[ "$1" -eq 0 ] && grep -q "^0 files" <<<"$2" && ! grep -q "^note" <<<"$2"' _ "$status" "$out"
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
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory tree --limit 0
check 'no number is refused' test "$status" -eq 2
run --directory '$(touch pwned)' --limit 'x; touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory tree >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
