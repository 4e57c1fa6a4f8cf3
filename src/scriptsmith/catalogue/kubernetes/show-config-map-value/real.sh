#!/usr/bin/env bash
. "$HARNESS"
use kubernetes

printf 'first = 1\n\tsecond\033[31m = 2\n' >app.conf
head -c 300 /dev/urandom >blob && printf '\377' >>blob
kubectl create configmap settings --from-literal mode=fast --from-literal 'greeting=Grüße, "Welt" \n' --from-literal empty= --from-file app.conf --from-file blob --namespace shop >/dev/null
run --configmap settings --context shop-cluster
check 'it succeeds' test "$status" -eq 0
check 'a short value is shown with its size in bytes' grep -qxF 'greeting: 18 bytes: Grüße, "Welt" \n' <<<"$out"
check 'an empty one, too' grep -qx 'empty: 0 bytes: ' <<<"$out"
check 'of a long one the size and the lines' grep -qx 'app.conf: 27 bytes, 3 lines' <<<"$out"
check 'a binary one is told' grep -qx 'blob: binary' <<<"$out"
check 'they are counted' grep -qx '5 keys' <<<"$out"
run --configmap settings --namespace shop --key mode
check 'a value is printed as it is' test "$status:$out" = 0:fast
run --configmap settings --namespace shop --key app.conf
check 'with its lines, and without control characters' test "$out" = $'first = 1\n\tsecond?[31m = 2'
run --configmap settings --namespace shop --key blob
check 'a binary one is not printed' test "$status" -eq 3 -a -z "$out"
run --configmap settings --namespace shop --key absent
check 'nor one that is not there; those that are, are named' test "$status" -eq 3 -a -n "$(grep 'only: app.conf, blob, empty, greeting, mode' <<<"$err")"
kubectl patch configmap settings --namespace shop --type merge --patch '{"immutable": true}' >/dev/null
run --configmap settings --namespace shop
check 'one that cannot be changed is told' grep -qx '5 keys, immutable' <<<"$out"
run --configmap settings
check 'in another namespace it is not found' test "$status" -eq 3
finish
