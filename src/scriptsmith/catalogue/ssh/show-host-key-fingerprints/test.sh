#!/usr/bin/env bash
. "$HARNESS"

mkdir 'etc ssh'
ssh-keygen -q -t ed25519 -N '' -C root@host -f 'etc ssh/ssh_host_ed25519_key'
ssh-keygen -q -t ecdsa -N '' -C root@host -f 'etc ssh/ssh_host_ecdsa_key'
print=$(ssh-keygen -lf 'etc ssh/ssh_host_ecdsa_key.pub' | cut -d ' ' -f 2)
md5=$(ssh-keygen -l -E md5 -f 'etc ssh/ssh_host_ecdsa_key.pub' | cut -d ' ' -f 2)
dir=(--directory 'etc ssh')

run "${dir[@]}"
check 'it succeeds' test "$status" -eq 0
check 'each key is shown' test "$(grep -c 'SHA256:' <<<"$out")" -eq 2
check 'as a client shows it' grep -qxF "ssh_host_ecdsa_key.pub  256 $print root@host (ECDSA)" <<<"$out"
run "${dir[@]}" --fingerprint "$print"
check 'a fingerprint of ours is known' grep -qxF "ours: $print is the fingerprint of ssh_host_ecdsa_key.pub" <<<"$out"
run "${dir[@]}" --fingerprint "${print#SHA256:}"
check 'the name of the hash may be left out' test "$status" -eq 0
run "${dir[@]}" --fingerprint "$md5"
check 'the older form is known too' test "$status" -eq 0
run "${dir[@]}" --fingerprint SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
check 'another one is a failure' test "$status" -eq 1
check 'and is told' grep -q '^NOT OURS' <<<"$out"
mkdir else 'etc ssh/sshd_config.d'; ssh-keygen -q -t ed25519 -N '' -f else/own_key
printf '#HostKey /none\nHostKey %s\n' "$PWD/else/own_key" >'etc ssh/sshd_config.d/keys.conf'
other=$(ssh-keygen -lf else/own_key.pub | cut -d ' ' -f 2)
run "${dir[@]}" --fingerprint "$other"
check 'a key that HostKey names elsewhere is ours too' grep -qxF "ours: $other is the fingerprint of $PWD/else/own_key.pub" <<<"$out"
check 'that sshd is not asked for another directory is told' grep -q '^note: which of these keys the sshd of this host uses is not known' <<<"$err"
mkdir -p /etc/ssh; rm -rf /etc/ssh/*; cp -r 'etc ssh'/ssh_host_* /etc/ssh; mkdir in; ssh-keygen -q -t ed25519 -N '' -f in/included_key
stub sshd <<EOF
[ "\$*" = -T ] && [ ! -e silent ] && printf 'port 22\nhostkey /etc/ssh/ssh_host_ed25519_key\nhostkey $PWD/in/included_key\n'
EOF
run
check 'a key that sshd does not use is marked' bash -c 'grep -q "^ssh_host_ecdsa_key.pub .*(sshd does not use it)$" <<<"$1" && grep -q "^ssh_host_ed25519_key.pub .*(ED25519)$" <<<"$1"' _ "$out"
check 'one that it uses from elsewhere is shown' grep -q "^$PWD/in/included_key.pub .*(ED25519)$" <<<"$out"
check 'then nothing is left open' test -z "$err"
run --fingerprint "$print"
check 'a fingerprint of a key that is not used is a failure' test "$status:$(grep -c "^NOT IN USE: $print is the fingerprint of ssh_host_ecdsa_key.pub, " <<<"$out")" = 1:1
run --fingerprint "$(ssh-keygen -lf in/included_key.pub | cut -d ' ' -f 2)"
check 'one that is used is ours' test "$status:$(grep -c '^ours: ' <<<"$out")" = 0:1
touch silent; run --fingerprint "$print"
check 'where sshd does not tell all count, which is told' test "$status:$(grep -c '^note: which of these keys' <<<"$err")" = 0:1
printf 'garbage\n' >'etc ssh/ssh_host_rsa_key.pub'
run "${dir[@]}"
check 'a broken key is a failure' test "$status" -eq 1
check 'the others are shown all the same' grep -q ED25519 <<<"$out"
mkdir none
run --directory none
check 'a directory without keys is refused' test "$status" -eq 3
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --fingerprint 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --fingerprint '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
finish
