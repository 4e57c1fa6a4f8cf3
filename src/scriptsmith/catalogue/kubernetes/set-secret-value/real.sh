#!/usr/bin/env bash
# packages: jq openssh-client
. "$HARNESS"
use kubernetes

kubectl create secret generic db --from-literal password=old --from-literal user=me --namespace shop >/dev/null
value() { kubectl get secret db --namespace shop --output "jsonpath={.data.$1}" | base64 -d; }
echo 'n3w $x "y"' >/root/value
run --secret db --key password --from-file /root/value --namespace shop --dry-run
check 'a dry run changes nothing' test "$(value password)" = old
kubectl annotate secret db cert-manager.io/certificate-name=web --namespace shop >/dev/null
run --secret db --key password --from-file /root/value --namespace shop --dry-run
check 'who may set it back is told' grep -q '^warning: cert-manager keeps this Secret' <<<"$err"
kubectl annotate secret db cert-manager.io/certificate-name- --namespace shop >/dev/null
run --secret db --key password --from-file /root/value --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'the value is set, character for character' test "$(value password | od -c)" = "$(printf '%s' 'n3w $x "y"' | od -c)"
check 'the other stays' test "$(value user)" = me
check 'neither is printed' test -z "$(grep -E 'old|n3w' <<<"$out$err")"
run --secret db --key password --from-file /root/value --namespace shop
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
head -c 3000 /dev/urandom >/root/binary; printf x >>/root/binary
run --secret db --key password --from-file /root/binary --namespace shop
check 'a binary value arrives' test "$(value password | sha256sum)" = "$(sha256sum </root/binary)"
ssh-keygen -q -t ed25519 -N '' -f /root/key
run --secret db --key password --from-file /root/key --namespace shop
(umask 077; value password >/root/read)
check 'a private key can be used as it was' test "$status:$(ssh-keygen -y -f /root/read | cut -d ' ' -f 1,2)" = "0:$(cut -d ' ' -f 1,2 /root/key.pub)"
run --secret db --key pasword --from-file /root/value --namespace shop
check 'a key that is not there is refused' test "$status" -eq 3
kubectl patch secret db --namespace shop --patch '{"immutable": true}' >/dev/null
run --secret db --key user --from-file /root/value --namespace shop
check 'an immutable one is refused' test "$status:$(value user)" = 3:me
run --secret db --key user --from-file /root/value
check 'in another namespace it is not found' test "$status" -eq 3
finish
