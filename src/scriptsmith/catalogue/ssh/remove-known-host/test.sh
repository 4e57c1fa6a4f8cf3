#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'my ssh' "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f k
key=$(cut -d ' ' -f 1,2 k.pub)
kh='my ssh/known_hosts'
printf '%s\n' "web1.example.org,192.0.2.4 $key" "[web1.example.org]:2222 $key" "db2 $key" >"$kh"
cp "$kh" "$HOME/.ssh/known_hosts"
ssh-keygen -q -H -f "$HOME/.ssh/known_hosts" 2>/dev/null
cp "$kh" first
print=$(ssh-keygen -lf k.pub | cut -d ' ' -f 2)

run --host web1.example.org --file "$kh" --dry-run
check 'a dry run says what it would do' grep -qx "would remove: 1 keys of web1.example.org from my ssh/known_hosts" <<<"$out"
check 'the stored fingerprint is shown' grep -qF "stored: 256 $print" <<<"$out"
check 'a dry run changes nothing' cmp "$kh" first
run --host web1.example.org --file "$kh"
check 'it succeeds' test "$status" -eq 0
check 'the key is gone' test -z "$(grep '^web1' "$kh")"
check 'the same host on another port stays' grep -q ':2222 ' "$kh"
check 'other hosts stay' grep -q '^db2 ' "$kh"
check 'the former file is kept' cmp "$kh.old" first
run --host web1.example.org --file "$kh"
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
run --host web1.example.org --port 2222 --file "$kh"
check 'a port is part of the name' test "$(grep -c . "$kh")" -eq 1
run --host db2
check 'the own file is the default, hashed names are found' bash -c '[ "$1" -eq 0 ] && [ "$(wc -l <"$HOME/.ssh/known_hosts")" -eq 3 ]' _ "$status"
run --host db2 --file nowhere
check 'no file means nothing to do' test "$status" -eq 0
run --host db2 --file 'my ssh'
check 'a directory is refused' test "$status" -eq 3
run
check 'the host is required' test "$status" -eq 2
run --host -R
check 'an option is no host' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
