#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'tree/a b'
for f in plain 'a b/suid' sgid $'new\nline' -dash; do printf 'x\n' >"tree/$f"; chmod 755 "tree/$f"; done
chmod 4755 'tree/a b/suid' $'tree/new\nline' tree/-dash
chmod 2755 tree/sgid
mkdir tree/sgiddir
chmod 2775 tree/sgiddir
ln -s 'a b/suid' tree/link
me=$(id -un)

run --directory tree
check 'it succeeds' test "$status" -eq 0
check 'a setuid file is listed' grep -Eq "^-rwsr-xr-x  $me:[^ ]+ +changed [0-9-]{10}  tree/a b/suid$" <<<"$out"
check 'a setgid file is listed' grep -Eq '^-rwxr-sr-x .* tree/sgid$' <<<"$out"
check 'a name with a newline is quoted' grep -qF "\$'tree/new\\nline'" <<<"$out"
check 'a plain file is not listed' test -z "$(grep plain <<<"$out")"
check 'a directory and a link are not listed' test -z "$(grep -E 'sgiddir|link$' <<<"$out")"
check 'they are counted' grep -Eqx '4 setuid or setgid files, [03] of them run as root, unless their mount says nosuid' <<<"$out"
run --directory tree --days 1
check 'new ones count as changed' grep -q '^4 setuid or setgid files changed within 1 days' <<<"$out"
stub find <<'EOF'
printf '1700000000.0\t-rwsr-xr-x\troot:domain users\t2023-11-14\ttree/x\0'
exit 1
EOF
run --directory tree --days 30
check 'an incomplete search is a failure' test "$status" -eq 1
check 'what was found is shown all the same, beside a group whose name has a space too' grep -Eqx -- '-rwsr-xr-x  root:domain users +changed 2023-11-14  tree/x' <<<"$out"
check 'the days are handed on' test -n "$(calls '^find .*-ctime -30 ')"
stub find <<'EOF'
printf 'directory tree/\0directory tree/sub vol\0directory tree/plain\0'
EOF
stub stat <<'EOF'
case "$*" in '-f -c %T -- tree/sub vol' | '-f -c %T -- tree/') echo btrfs ;; '-f -c %T -- tree/plain') echo ext2/ext3 ;; *) exec /usr/bin/stat "$@" ;; esac
EOF
run --directory tree
check 'a subvolume of btrfs, which is no mount, is named, and nothing else is' test "$status:$(grep '^not searched' <<<"$out")" = '0:not searched: tree/sub vol (a subvolume)'
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory tree --days '1; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
run --directory '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory tree >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
