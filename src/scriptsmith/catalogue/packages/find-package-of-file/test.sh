#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'opt/a b'
printf '#!/bin/sh\n' >'opt/a b/tool'
chmod +x 'opt/a b/tool'
printf 'x\n' >'opt/odd[1]'
ln -s 'a b/tool' opt/link
printf 'x\n' | tee opt/own opt/diverted >opt/diverted.old
stub dpkg-query <<'EOF'
case $1 in
  --search)
    [ "$2" = -- ] || exit 2
    case $3 in
      "$PWD/opt/a b/tool") printf 'alpha, beta:amd64: %s\n' "$3" ;;
      */opt/diverted*) printf 'diversion by beta from: %s\ndiversion by beta to: %s\n' "$PWD/opt/diverted" "$PWD/opt/diverted.old"
        [ "$3" != "$PWD/opt/diverted" ] || printf 'alpha, beta: %s\n' "$3" ;;
      */opt/left) echo "removed: $PWD/opt/left" ;;
      "$PWD"'/opt/odd\[1\]') echo "alpha: $PWD/opt/odd[1]" ;;
      /bin/sort | /usr/bin/sort) [ "$3" = /bin/sort ] || exit 1; echo 'coreutils: /bin/sort' ;;
      *) echo "dpkg-query: no path found matching pattern $3" >&2; exit 1 ;;
    esac ;;
  --show) [ $# -gt 1 ] || { [ -e .bare ] || echo some; exit; }
    case ${*: -1} in removed) echo 'removed 1.0-2 config-files' ;; *) echo "${*: -1} 1.0-2 installed" ;; esac ;;
esac
EOF

run --file 'opt/a b/tool'
check 'it succeeds' test "$status" -eq 0
check 'the package is told with its version' grep -qx "$PWD/opt/a b/tool: alpha 1.0-2" <<<"$out"
check 'a second owner is told' grep -qx "$PWD/opt/a b/tool: beta:amd64 1.0-2" <<<"$out"
run --file opt/diverted
check 'a diverting file is that of the package that diverts' grep -qx "$PWD/opt/diverted: beta 1.0-2" <<<"$out"
check 'a diversion is no package' test "$(wc -l <<<"$out")" -eq 1
run --file opt/diverted.old
check 'a diverted file is that of the package that it came with' test "$out" = "$PWD/opt/diverted.old: alpha 1.0-2"
run --file opt/link
check 'a link is followed' grep -qx "$PWD/opt/link: alpha 1.0-2 (as $PWD/opt/a b/tool)" <<<"$out"
run --file 'opt/odd[1]'
check 'brackets in a name are no pattern' grep -qx "$PWD/opt/odd\[1\]: alpha 1.0-2" <<<"$out"
echo x >opt/left
run --file opt/left
check 'what a removed package has left is told as that' test "$status:$out" = "0:$PWD/opt/left: removed 1.0-2 (removed, its configuration is left)"
run --file sort
check 'a command is looked up' grep -Eq '/sort: coreutils 1.0-2' <<<"$out"
run --file opt/own
check 'a file of no package is a failure' test "$status" -eq 1
check 'and is told' grep -qx "$PWD/opt/own: in the files of no package; a script of one may have made it" <<<"$out"
stub ucfq <<'EOF'
[ "$1 $2" = '-w --' ] && [ ! -e .lost ] || exit 2
case $3 in */opt/own) [ ! -e .made ] || { echo "$3:openssh-server:Yes:No"; exit; } ;; esac
echo "$3::Yes:"
EOF
touch .made
run --file opt/own
check 'a file that a package makes by way of ucf is its own' test "$status:$out" = "0:$PWD/opt/own: openssh-server (made by its script, as ucf records)"
touch .lost
run --file opt/own
check 'a ucf that does not answer has not said that there is none' test "$status:$out" = 1: -a -n "$(grep 'ucfq cannot be asked' <<<"$err")"
rm .made .lost
ln -s /usr/bin/snap opt/kubectl
run --file opt/kubectl
check 'a program of a snap is none of snapd' test "$status:$out" = 1: -a -n "$(grep 'opt/kubectl comes with a snap' <<<"$err")"
stub rpm <<'EOF'
if [ -e .rpm-broken ]; then echo 'error: rpmdb: BDB0113 Thread/process 7/139 failed: BDB1507 Thread died' >&2; echo "file ${*: -1} is not owned by any package"; exit 1; fi
case ${*: -1} in */opt/own) echo 'delta 3-4' ;; *) echo "file ${*: -1} is not owned by any package"; exit 1 ;; esac
EOF
touch .bare
run --file opt/own
check 'where dpkg knows of no package rpm is asked' test "$status:$out" = "0:$PWD/opt/own: delta 3-4"
run --file opt/link
check 'and when that knows of none, it is told' test "$status" -eq 1 -a -n "$(grep 'in the files of no package; a script of one may have made it' <<<"$out")"
touch .rpm-broken
run --file opt/own
check 'a database that cannot be read has not said so' test "$status:$out" = 1: -a -n "$(grep 'BDB0113' <<<"$err")"
rm .bare .rpm-broken
run --file no-such-command
check 'an unknown command is refused' test "$status" -eq 3
run --file opt/nowhere
check 'a missing file is refused' test "$status" -eq 3
run
check 'the file is required' test "$status" -eq 2
run --file '$(touch pwned)'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
stub dpkg-query <<<'[ $# -gt 1 ] || { echo some; exit; }; exit 2'
run --file opt/own
check 'nor has one of dpkg' test "$status:$out" = 1: -a -n "$(grep 'cannot be read' <<<"$err")"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file opt/own >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
