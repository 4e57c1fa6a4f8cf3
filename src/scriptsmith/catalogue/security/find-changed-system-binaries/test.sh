#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'bin dir/sub'
for f in tool 'a b' $'new\nline' sub/deep; do printf 'x\n' >"bin dir/$f"; done
ln -s tool 'bin dir/link'
stub dpkg-query <<<'exit 1'
mkdir -p /var/lib/dpkg/info
printf '%s\n' /. "$PWD/bin dir" "$PWD/bin dir/tool" >/var/lib/dpkg/info/own-tools.list

run --directory 'bin dir'
check 'it succeeds' test "$status" -eq 0
check 'a file of a package is listed without a mark' grep -Eqx '[0-9-]{10} [0-9:]{5}  -rw[^ ]+ [^ ]+ +'"$PWD"'/bin dir/tool' <<<"$out"
check 'another one is marked' grep -Eq 'NO PACKAGE  .*/bin dir/a b$' <<<"$out"
check 'one further below is found' grep -q 'NO PACKAGE  .*/bin dir/sub/deep$' <<<"$out"
check 'a name with a newline is quoted' grep -qF "bin dir/new\\nline'" <<<"$out"
check 'a link is not listed' test -z "$(grep 'link$' <<<"$out")"
check 'that a file of a package may have been replaced is told' grep -q '^note: not looked at are symbolic links, and whether a file of a package is still' <<<"$err"
check 'they are counted' grep -qx '4 files changed within 7 days; 3 of them: NO PACKAGE' <<<"$out"
mkdir many
for ((i = 1; i <= 400; i++)); do : >"many/$i"; done
for ((i = 2; i <= 400; i++)); do printf '%s/many/%d\n' "$PWD" "$i"; done >/var/lib/dpkg/info/own-many.list
run --directory many
check 'of many changed files each is looked for among those of the packages' test "$status:$(grep -c 'NO PACKAGE  ' <<<"$out"):$(grep -c 'NO PACKAGE  .*/many/1$' <<<"$out"):$(grep -c '^400 files changed within 7 days; 1 of them: NO PACKAGE$' <<<"$out")" = 0:1:1:1
: >'many/*'; : >'many/a\b'; : >'many/[1]'
printf '%s\n' "$PWD"/many/'a\b' "$PWD"/many/'[1]' >>/var/lib/dpkg/info/own-many.list
run --directory many
check 'a name that would be a pattern is taken as it is' test "$(sed -n 's/.*NO PACKAGE  //p' <<<"$out" | sort | paste -sd ' ')" = "$PWD/many/* $PWD/many/1"
touch -d '100 days ago' 'bin dir/tool'
run --directory 'bin dir'
check 'a date that was set back does not hide it' grep -q 'bin dir/tool$' <<<"$out"
ln -s 'bin dir' linked
run --directory linked
check 'a link to a directory is followed' grep -q 'bin dir/tool$' <<<"$out"
mkdir few
for tool in bash find sort realpath awk sed cat; do ln -s "$(type -P $tool)" few; done
PATH=$PWD/few run --directory 'bin dir'
check 'without a package manager no file counts as that of a package' test "$status:$(grep -c '4 files changed within 7 days; 4 of them: not asked' <<<"$out"):$(grep -c '^note: there is neither dpkg nor rpm' <<<"$out"):$(grep -c 'NO PACKAGE' <<<"$out")" = 0:1:1:0
check 'which stands at each' test "$(grep -c ' not asked   /' <<<"$out")" -ge 3
printf '#!%s/few/bash\n[ "$*" = "--query --all --list" ] && echo "%s/bin dir/tool"\n' "$PWD" "$PWD" >few/rpm && chmod +x few/rpm
PATH=$PWD/few run --directory 'bin dir'
check 'with rpm it is asked' test "$status:$(grep -c 'NO PACKAGE  ' <<<"$out"):$(grep -c 'NO PACKAGE  .*/bin dir/tool$' <<<"$out")" = 0:3:0
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
check 'the days are handed on' test -n "$(calls '^find .*-ignore_readdir_race -xdev .*-ctime -30 ')"
check 'and are enough' test "$status" -eq 0
if [ /bin -ef /usr/bin ]; then
  printf '/bin/tool\n' >/var/lib/dpkg/info/own-merged.list
  run
  check 'a file that is recorded by the name of a link is known' grep -Eq '^2023-11-14 22:13  -rwxr-xr-x root  +/usr/bin/tool$' <<<"$out"
fi
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
