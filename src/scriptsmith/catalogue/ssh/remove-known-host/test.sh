#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant edf370de: a number is above 0 whatever it is read in

mkdir -p 'my ssh' "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f k
key=$(cut -d ' ' -f 1,2 k.pub)
kh='my ssh/known_hosts'
printf '%s\n' "web1.example.org,192.0.2.4 $key" "[web1.example.org]:2222 $key" "db2 $key" >"$kh"
cp "$kh" "$HOME/.ssh/known_hosts"
ssh-keygen -q -H -f "$HOME/.ssh/known_hosts" 2>/dev/null
cp "$kh" first
print=$(ssh-keygen -lf k.pub | cut -d ' ' -f 2)

# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --host web1.example.org --file "$kh" --dry-run </dev/null 2>/dev/null) | cat)
run --host web1.example.org --file "$kh" --dry-run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'a dry run says what it would do' grep -qx "would remove: 1 keys of web1.example.org from my ssh/known_hosts" <<<"$out"
check 'the stored fingerprint is shown' grep -qF "stored: 256 $print" <<<"$out"
check 'a dry run changes nothing' cmp "$kh" first
check 'that another name loses its key with it is told before' grep -qx 'goes with it, since the line holds more names: 192.0.2.4' <<<"$out"
run --host web1.example.org --file "$kh"
check 'and when it goes' grep -qx 'goes with it, since the line holds more names: 192.0.2.4' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'what was done is told, and where the former file is' test "${out##*$'\n'}" = "removed: the keys of web1.example.org from $kh (the former file: $kh.old)"
check 'the key is gone' test -z "$(grep '^web1' "$kh")"
check 'the same host on another port stays' grep -q ':2222 ' "$kh"
check 'other hosts stay' grep -q '^db2 ' "$kh"
check 'the former file is kept' cmp "$kh.old" first
run --host web1.example.org --file "$kh"
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -qxF "nothing to do: no key is stored for web1.example.org in my ssh/known_hosts" <<<"$2"' _ "$status" "$out"
cp first shared; chmod 644 shared; mkdir links; ln -s ../shared links/known_hosts
real=$(command -v ssh-keygen)
stub ssh-keygen <<<"'$real' \"\$@\" || exit; [ \"\$1\" != -R ] || chmod 600 \"\$4\"" # as it does before OpenSSH 8.7
run --host db2 --file links/known_hosts
rm .stubs/ssh-keygen
check 'a link stays one, and the file that it names is changed' bash -c '[ "$1" = 0 ] && [ -L links/known_hosts ] && ! grep -q "^db2" shared' _ "$status"
check 'others may read the file as before' test "$(stat -c %a shared)" = 644
stub cp <<<'exit 1'
run --host web1.example.org --port 2222 --file shared
rm .stubs/cp
check 'a mode that cannot be set again is a failure' bash -c '[ "$1" = 1 ] && grep -q "could not be set again" <<<"$2"' _ "$status" "$err"
{ printf '@cert-authority *.example.org %s\n@revoked *.example.org %s\n' "$key" "$key"; cat first; } >trusted
run --host web1.example.org --file trusted
check 'lines of a certificate authority and revoked keys stay, and are no keys of the host' test "$status:$(grep -c '^@' trusted):$(grep -c '^web1' trusted)" = 0:2:0
run --host web1.example.org --file trusted
check 'and a second run has nothing to do' test "$status:$out" = '0:nothing to do: no key is stored for web1.example.org in trusted'
{ cat first; printf '*.example.org %s\n' "$key"; } >wide; cp wide wide.first
run --host web1.example.org --file wide
check 'a line that is for other hosts as well is refused' test "$status:$(grep -c 'the line of \*.example.org is for other hosts' <<<"$err")" = 3:1
check 'and nothing is changed' cmp wide wide.first
run --host web1.example.org --port 02222 --file "$kh"
check 'a port is part of the name' test "$(grep -c . "$kh")" -eq 1
run --host db2
check 'a line of one name takes no other with it' test "$(grep -c 'goes with it' <<<"$out")" -eq 0
check 'the own file is the default, hashed names are found' bash -c '[ "$1" -eq 0 ] && [ "$(wc -l <"$HOME/.ssh/known_hosts")" -eq 3 ]' _ "$status"
cp first several; printf 'Git1,db2,APP9 %s\n' "$key" >>several; ssh-keygen -q -H -f "$HOME/.ssh/known_hosts" 2>/dev/null
run --host DB2 --file several
check 'of several names the others are told' test "$status:$(grep '^goes' <<<"$out"):$(grep -c db2 several)" = '0:goes with it, since the line holds more names: git1,app9:0'
run --host Web1.Example.org
check 'a hashed name is found whatever its letters' test "$status:$(grep -c '^removed: the keys of web1.example.org from' <<<"$out")" = 0:1
run --host WEB1.example.org --port 2222
check 'with a port too' test "$status:$(grep -c '^removed: the keys of .web1.example.org.:2222 from' <<<"$out")" = 0:1
cp first "$HOME/.ssh/known hosts"
run --host db2 --file '~/.ssh/known hosts' --dry-run
check 'a ~ that the shell left alone is the home' grep -qxF "would remove: 1 keys of db2 from $HOME/.ssh/known hosts" <<<"$out"
cp first ./-kh
run --host db2 --file -kh
check 'a file may begin with a minus' test "$status:$(grep -c '^db2' ./-kh)" = 0:0
mkdir -p /etc/ssh; printf 'db9 %s\n' "$key" >/etc/ssh/ssh_known_hosts
run --host db9 --file "$kh"
check 'the file for everybody is looked at' test "$status:$err" = '0:note: a key of db9 stands in /etc/ssh/ssh_known_hosts, too, which ssh reads as well'
run --host db8 --file "$kh"
check 'and told of only where it names the host' test "$status:$err" = 0:
run --host db9 --file /etc/ssh/ssh_known_hosts
check 'that file itself is no other one' test "$status:$(grep -c 'stands in' <<<"$err")" = 0:0
run --host db2 --file 'no where'
check 'no file means nothing to do' test "$status:$out" = '0:nothing to do: there is no no where'
for port in 1 65535; do
  run --host db2 --port "$port" --file first --dry-run
  check "port $port may be named" test "$status" -eq 0
done
for port in 0 65536; do
  run --host db2 --port "$port" --file first --dry-run
  check "port $port is none" test "$status" -eq 2
done
for fault in 0 255; do
  stub ssh-keygen <<<"[ \"\$1\" != -R ] || exit $fault; exec '$real' \"\$@\""
  run --host db2 --file first
  check "a key that stays is a failure ($fault)" test "$status:$(grep -c 'could not change first\|is still stored for db2' <<<"$err")" = 1:1
done
rm .stubs/ssh-keygen
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
