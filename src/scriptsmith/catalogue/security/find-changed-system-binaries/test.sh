#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'bin dir/sub'
for f in tool 'a b' $'new\nline' sub/deep; do printf 'x\n' >"bin dir/$f"; done
ln -s tool 'bin dir/link'
stub dpkg-query <<'EOF'
[ "$1 $2" = '--search --' ] && [ $# -eq 3 ] || exit 2
case $3 in */tool) echo "coreutils: $3" ;; *) echo "dpkg-query: no path found matching pattern $3" >&2; exit 1 ;; esac
EOF

run --directory 'bin dir'
check 'it succeeds' test "$status" -eq 0
check 'a file of a package is listed without a mark' grep -Eqx '[0-9-]{10} [0-9:]{5}  -rw[^ ]+ [^ ]+ +'"$PWD"'/bin dir/tool' <<<"$out"
check 'another one is marked' grep -Eq 'NO PACKAGE  .*/bin dir/a b$' <<<"$out"
check 'one further below is found' grep -q 'NO PACKAGE  .*/bin dir/sub/deep$' <<<"$out"
check 'a name with a newline is quoted' grep -qF "bin dir/new\\nline'" <<<"$out"
check 'a link is not listed' test -z "$(grep 'link$' <<<"$out")"
check 'that a file of a package may have been replaced is told' grep -q '^note: not looked at are symbolic links, and whether a file of a package is still' <<<"$err"
check 'they are counted' grep -qx '4 files changed within 7 days; 3 of the latest 4 belong to no package' <<<"$out"
touch -d '100 days ago' 'bin dir/tool'
run --directory 'bin dir'
check 'a date that was set back does not hide it' grep -q 'bin dir/tool$' <<<"$out"
ln -s 'bin dir' linked
run --directory linked
check 'a link to a directory is followed' grep -q 'bin dir/tool$' <<<"$out"
mkdir few
for tool in bash find sort realpath; do ln -s "$(type -P $tool)" few; done
PATH=$PWD/few run --directory 'bin dir'
check 'without a package manager no file counts as that of a package' test "$status:$(grep -c '4 files changed within 7 days; 0 of the latest 0' <<<"$out"):$(grep -c '^note: there is neither dpkg nor rpm' <<<"$out")" = 0:1:1
stub find <<'EOF'
case $* in
  '/usr/bin '*%D*) printf '1 /usr/bin\0002 /usr/bin/more\0001 /usr/bin/sub\000'; exit ;;
  *%D*) exit ;;
esac
printf '1700000000.0 2023-11-14 22:13 -rwxr-xr-x root /usr/bin/tool\0'
[ -e .whole ]
EOF
run
check 'an incomplete search is a failure' test "$status" -eq 1
check 'the system directories are the default' test -n "$(calls '^find .*/usr/bin .*-ctime -7 ')"
touch .whole
run --days 30
check 'another file system is told' test "$(grep 'file system' <<<"$err")" = 'note: not entered, another file system: /usr/bin/more'
check 'the days are handed on' test -n "$(calls '^find .*-ctime -30 ')"
check 'a merged directory is asked by both names' test "$status" -eq 0
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --days 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --days '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --directory '$(touch pwned)'
check 'a hostile directory runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
