#!/usr/bin/env bash
. "$HARNESS"

stub dpkg-query <<'EOF'
[ "$1 $3" = '--show --' ] || exit 2
case $4 in ssh | clean | broken) echo installed ;; gone) echo config-files ;; *) echo "dpkg-query: no packages found matching $4" >&2; exit 1 ;; esac
EOF
stub dpkg <<'EOF'
[ "$1" = --verify ] || exit 2
case ${2:-all} in
  ssh) printf '??5?????? c /etc/ssh/sshd_config\n??5??????   /usr/sbin/sshd\nmissing     /usr/share/my file\n' ;;
  all) printf '??5?????? c /etc/issue\n' ;;
  broken) echo 'dpkg: error: cannot read the database' >&2; exit 2 ;;
esac
EOF

run --package ssh
check 'a changed program is a failure' test "$status" -eq 1
check 'it is listed' grep -qx 'CHANGED: ??5?????? /usr/sbin/sshd' <<<"$out"
check 'a missing file is listed' grep -qx 'CHANGED: missing /usr/share/my file' <<<"$out"
check 'configuration is listed apart' grep -qx 'configuration: ??5?????? /etc/ssh/sshd_config' <<<"$out"
check 'they are counted' grep -qx '2 changed or missing files, 1 changed configuration files (ssh)' <<<"$out"
run --package clean
check 'a package in order succeeds' bash -c '[ "$1" -eq 0 ] && grep -q "^in order" <<<"$2"' _ "$status" "$out"
run
check 'configuration alone is no failure' test "$status" -eq 0
check 'all packages are the default' test -n "$(calls '^dpkg --verify$')"
run --package broken
check 'a check that does not work is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'cannot read the database' <<<"$err"
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
for t in cat tr; do ln -s "$(command -v $t)" "bin/$t"; done
printf '#!%s\nif [ "$1" = --verify ]; then echo "S.5....T.    /usr/bin/sudo"; echo ".......T.    /usr/bin/x"; exit 1; fi\n' "$bash_" >bin/rpm
chmod +x bin/rpm
PATH=bin "$bash_" "$SCRIPT" --package sudo >answer 2>&1
check 'where there is rpm it is asked' grep -qx 'CHANGED: S.5....T. /usr/bin/sudo' answer
check 'a time alone is no change' grep -q '^attributes only: .*/usr/bin/x' answer
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
