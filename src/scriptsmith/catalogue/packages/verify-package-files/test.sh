#!/usr/bin/env bash
. "$HARNESS"

stub dpkg-query <<'EOF'
case $1 in
  --control-path) [ "$3" = md5sums ] || exit 2; if [ -e "$2.md5sums" ]; then echo "$PWD/$2.md5sums"; fi; exit ;;
  --listfiles) printf '/.\n%s\n' "$PWD" "$PWD/conf of $2"; [ ! -e "file of $2" ] || echo "$PWD/file of $2"; exit ;;
  --show) ;;
  *) exit 2 ;;
esac
case ${2-} in
  '') echo ssh; exit ;;
  '--showformat=${Conffiles}\n') printf '\n %s 89269e1298235f1b12b4c16e4065ad0d\n' "$PWD/conf of $3"; exit ;;
  '--showformat=${db:Status-Status} ${binary:Package}\n') ;;
  *) exit 2 ;;
esac
case ${3-all} in
  all) printf 'installed ssh\nconfig-files gone\n'; [ ! -e 'file of vendor' ] || echo 'installed vendor' ;;
  ssh | clean | broken | half | vendor | meta) echo "installed $3" ;;
  gone) echo 'config-files gone' ;;
  *) echo "dpkg-query: no packages found matching $3" >&2; exit 1 ;;
esac
EOF
for name in ssh clean broken half; do echo x >$name.md5sums; done
echo 0 >.uid
stub id <<<'cat .uid'
stub dpkg <<'EOF'
[ "$1" = --verify ] || exit 2
case ${2:-all} in
  ssh) printf '??5?????? c /etc/ssh/sshd_config\n??5??????   /usr/sbin/sshd\nmissing     /usr/share/my file\n' ;;
  all) printf '??5?????? c /etc/issue\n' ;;
  broken) echo 'dpkg: error: cannot read the database' >&2; exit 2 ;;
  # Seen of dpkg 1.21.22 with the md5sums of one package cut short; what comes after it is not looked at.
  half) echo '??5?????? c /etc/issue'; echo "dpkg: error: control file 'md5sums' for package 'tar' is missing final newline" >&2; exit 2 ;;
esac
EOF

run --package ssh
check 'a changed program is a failure' test "$status" -eq 1
check 'it is listed' grep -qx 'CHANGED: ??5?????? /usr/sbin/sshd' <<<"$out"
check 'a missing file is listed' grep -qx 'CHANGED: missing /usr/share/my file' <<<"$out"
check 'configuration is listed apart' grep -qx 'configuration: ??5?????? /etc/ssh/sshd_config' <<<"$out"
check 'they are counted' grep -qx '2 changed or missing files, 1 changed or missing configuration files (ssh)' <<<"$out"
run --package clean
check 'a package in order succeeds' bash -c '[ "$1" -eq 0 ] && grep -q "^in order" <<<"$2"' _ "$status" "$out"
check 'what that does not prove is said' grep -qx 'the sums lie on this host too, so who changed a file may have changed its sum; not looked at: files of no package, owners, modes, links' <<<"$out"
run
check 'configuration alone is no failure' test "$status" -eq 0
check 'all packages are the default' test -n "$(calls '^dpkg --verify$')"
run --package broken
check 'a check that does not work is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'cannot read the database' <<<"$err"
run --package half
check 'one that is broken off is a failure, whatever it told before' bash -c '[ "$1" -eq 1 ] && ! grep -q "^in order" <<<"$2"' _ "$status" "$out"
check 'with its reason' grep -q 'missing final newline' <<<"$err"
: >'conf of vendor'; : >'conf of meta'; : >'file of vendor'
run --package vendor
check 'a package without checksums is not in order' bash -c '[ "$1" -eq 1 ] && grep -qx "NOT COMPARED: vendor has no recorded checksums" <<<"$2"' _ "$status" "$out"
run
check 'nor are all packages then' bash -c '[ "$1" -eq 1 ] && ! grep -q "^in order" <<<"$2"' _ "$status" "$out"
rm 'file of vendor'
run --package meta
check 'one that has only configuration and folders is' test "$status" -eq 0
echo 1000 >.uid
run --package clean
check 'without root it is refused' test "$status" -eq 3
echo 0 >.uid
run --package gone
check 'a removed package is refused' bash -c '[ "$1" -ne 0 ]' _ "$status"
run --package nosuch
check 'a package that is not installed is refused' test "$status" -eq 3
run --package -a
check 'an option is no package' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --package '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir bin
bash_=$(command -v bash)
for t in cat tr id; do ln -s "$(command -v $t)" "bin/$t"; done
printf '#!%s\n[ "$1" != --verify ] || [ "$2 $3" = "--nodeps --noscripts" ] || exit 9\nif [ "$1" = --verify ]; then echo "S.5....T.    /usr/bin/sudo"; echo ".M.......    /usr/bin/suid"; echo ".......T.    /usr/bin/x"; echo ".M.......  g /run/thing"; exit 1; fi\n' "$bash_" >bin/rpm
chmod +x bin/rpm
PATH=bin "$bash_" "$SCRIPT" --package sudo >answer 2>&1
check 'where there is rpm it is asked' grep -qx 'CHANGED: S.5....T. /usr/bin/sudo' answer
check 'a time alone is no change' grep -q '^time only: .*/usr/bin/x' answer
check 'what rpm knows as a ghost is told apart' bash -c 'grep -qx "1 files that are made at run time (ghosts of rpm) differ" answer && ! grep -q /run/thing answer'
check 'a changed mode is one' grep -qx 'CHANGED: .M....... /usr/bin/suid' answer
cp .stubs/dpkg-query .stubs/dpkg bin/
printf '#!%s\nexit 0\n' "$bash_" >bin/dpkg-query
PATH=bin "$bash_" "$SCRIPT" --package sudo >answer 2>&1
check 'a dpkg without packages is not asked' grep -qx 'CHANGED: S.5....T. /usr/bin/sudo' answer
printf '#!%s\n[ "$1" = --verify ] || exit 0\necho "..?......    /usr/bin/secret"; exit 1\n' "$bash_" >bin/rpm
PATH=bin "$bash_" "$SCRIPT" --package sudo >answer 2>&1
check 'what rpm could not read is not in order' bash -c '[ "$1" -eq 1 ] && grep -q "could not be looked at: ..?...... /usr/bin/secret" answer' _ "$?"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
