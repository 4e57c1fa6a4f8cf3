#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
mkdir -p /run/sshd && ssh-keygen -q -A && /usr/sbin/sshd -o UseDNS=no
# the fingerprints that a client sees
seen() { ssh-keyscan -t "$1" 127.0.0.1 2>/dev/null | ssh-keygen -l -E "$2" -f - | cut -d ' ' -f 2; }

run
check 'it succeeds' test "$status" -eq 0
for kind in rsa ecdsa ed25519; do
  check "what a client sees of $kind is shown" grep -qF "ssh_host_${kind}_key.pub" <<<"$(grep -F " $(seen $kind sha256) " <<<"$out")"
done
run --fingerprint "$(seen ed25519 sha256)"
check 'it is ours' bash -c '[ "$1" = 0 ] && grep -q "^ours: .* of ssh_host_ed25519_key.pub$" <<<"$2"' _ "$status" "$out"
print=$(seen rsa sha256)
run --fingerprint "${print#SHA256:}"
check 'also without the kind before it' test "$status" -eq 0
print=$(seen ecdsa md5)
run --fingerprint "${print^^}"
check 'and the old form in other letters' grep -q '^ours: MD5:.* of ssh_host_ecdsa_key.pub$' <<<"$out"
print=$(seen ed25519 sha256)
rm /etc/ssh/ssh_host_*
ssh-keygen -q -A
run --fingerprint "$print"
check 'after a change of the keys it is not ours any more' bash -c '[ "$1" = 1 ] && grep -q "^NOT OURS: " <<<"$2"' _ "$status" "$out"
ssh-keygen -q -t ed25519 -N '' -f /root/own_key && echo 'HostKey /root/own_key' >/etc/ssh/sshd_config.d/own.conf
pkill -x sshd; await bash -c '! pgrep -x sshd'; /usr/sbin/sshd -o UseDNS=no; await ssh-keyscan -t ed25519 127.0.0.1
run --fingerprint "$(seen ed25519 sha256)"
check 'the key that sshd really shows, by HostKey, is ours' bash -c '[ "$1" = 0 ] && grep -q "^ours: .* of /root/own_key.pub$" <<<"$2"' _ "$status" "$out"
echo broken >/etc/ssh/ssh_host_ed25519_key.pub
run
check 'a key that is none is a failure, and the others are shown' bash -c '[ "$1" = 1 ] && grep -q ssh_host_rsa_key.pub <<<"$2"' _ "$status" "$out"
finish
