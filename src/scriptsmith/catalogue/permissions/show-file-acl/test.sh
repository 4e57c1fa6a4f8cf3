#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'share/a b'
printf 'x\n' >'share/a b/report'
printf 'x\n' >plain
chmod 750 share
chmod 640 'share/a b/report' plain
stub getfacl <<'EOF'
[ "$1 $2 $3" = '--absolute-names --all-effective --' ] && [ $# -eq 4 ] || { echo 'Usage: getfacl' >&2; exit 2; }
[ ! -e .broken ] || { echo 'getfacl: x: Operation not supported' >&2; exit 1; }
printf '# file: %s\n# owner: root\n# group: root\nuser::rw-\n' "$4"
case $4 in
  *report) printf 'user:ana:rw-\t\t\t#effective:r--\ngroup::r--\t\t\t#effective:r--\nmask::r--\n' ;;
  *) echo 'group::r--' ;;
esac
printf 'other::---\n\n'
EOF

run --path 'share/a b/report'
check 'it succeeds' test "$status" -eq 0
check 'an entry is shown with what counts' grep -Eqx '  user:ana:rw- +#effective:r--' <<<"$out"
check 'the extra entries are counted' grep -qx '1 entries beyond the mode (not looked at: SELinux, AppArmor, read-only mounts, and what systemd hides from a service)' <<<"$out"
check 'the way begins at the root' grep -Eqx '  d[rwxt-]{9} [^ ]+  /' <<<"$out"
check 'a directory on the way is shown' grep -Eqx "  drwxr-x--- [^ ]+  $PWD/share" <<<"$out"
check 'the file ends the way' grep -Eqx "  -rw-r----- [^ ]+  $PWD/share/a b/report" <<<"$out"
run --path plain
check 'a plain file has no extra entries' grep -qx 'no entries beyond the mode (not looked at: SELinux, AppArmor, read-only mounts, and what systemd hides from a service)' <<<"$out"
mkdir priv pub && chmod 700 priv && cp plain pub/f && ln -s ../pub/f priv/link && ln -s "$PWD/priv" away
run --path away/link
check 'the way to a link is shown, and where it leads' test "$(sed -n '/access list:/q; /^    /d; /away\|priv\|pub/p' <<<"$out" | sed "s,$PWD,HERE,g; s,  \(.\)[^ ]* [^ ]*  ,\1 ,")" = 'l HERE/away -> HERE/priv
d HERE/priv
l HERE/priv/link -> ../pub/f
d HERE/pub
- HERE/pub/f'
check 'of a local file system nothing is noted' test "$(grep -c '^note' <<<"$out")" -eq 0
real=$(command -v stat)
stub stat <<X
[ "\$1" != -f ] || { echo nfs; exit; }
exec $real "\$@"
X
run --path plain
check 'that a server may keep another list is told' test "$status:$(grep -c '^note: it lies on a file system of kind nfs, ' <<<"$out")" = 0:1
rm .stubs/stat
ln -s loop2 loop1; ln -s loop1 loop2
run --path loop1
check 'a link that leads round is refused' test "$status" -eq 3
cp plain ./-dash
run --path -dash
check 'a name with a leading dash is a file' test "$status" -eq 0
touch .broken
run --path plain
check 'a file system without lists is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'not supported' <<<"$err"
run --path nowhere
check 'a missing file is refused' test "$status" -eq 3
run
check 'the path is required' test "$status" -eq 2
run --path '$(touch pwned)'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --path plain >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
