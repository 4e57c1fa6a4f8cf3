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
