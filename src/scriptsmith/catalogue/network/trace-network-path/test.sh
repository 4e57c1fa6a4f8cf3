#!/usr/bin/env bash
. "$HARNESS"

stub timeout <<'EOF'
[ "$1" = 120 ] || exit 1
shift
exec "$@"
EOF
stub tracepath <<'EOF'
[ "$1 $2" = '-n -m' ] && [ $# -eq 4 ] || exit 1
echo ' 1?: [LOCALHOST]                      pmtu 1500'
case $4 in
  near) printf ' 1:  192.0.2.1                                             0.500ms \n 1:  192.0.2.1                                             0.400ms \n 2:  198.51.100.1                                          3.000ms pmtu 1420\n 3:  no reply\n 4:  203.0.113.9                                           9.100ms reached\n     Resume: pmtu 1420 hops 4 back 4 \n' ;;
  far) printf ' 1:  192.0.2.1                                             0.500ms \n 2:  no reply\n 3:  no reply\n     Too many hops: pmtu 1500\n     Resume: pmtu 1500 \n' ;;
  slow) printf ' 1:  192.0.2.1                                             0.500ms \n'; exit 124 ;;
  dark) printf ' 1:  no reply\n' ;;
  *) echo "tracepath: $4: Name or service not known" >&2; exit 2 ;;
esac
EOF

run --host near
check 'a host that is reached succeeds' test "$status" -eq 0
check 'the routers are shown' grep -Eq '^ 2:  198.51.100.1 +3.000ms' <<<"$out"
check 'it says so' grep -qx 'reached: near after 4 hops' <<<"$out"
check 'the size is told' grep -qx 'largest packet on the way: 1420 bytes' <<<"$out"
run --host far --hops 15
check 'a host that is not reached is a failure' test "$status" -eq 1
check 'the last router is told' grep -qx 'NOT REACHED: the last answer came from 192.0.2.1 (hop 1)' <<<"$out"
check 'that a firewall looks the same is told' grep -q '^no fault for certain: a firewall' <<<"$out"
check 'the number of hops is handed on' test -n "$(calls '^tracepath -n -m 15 far$')"
run --host slow
check 'a limit of time is told' bash -c '[ "$1" -eq 1 ] && grep -q "cut off after 120 s" <<<"$2"' _ "$status" "$out"
run --host dark
check 'no answer at all is told' grep -q 'no router answered' <<<"$out"
stub traceroute <<'EOF'
[ "$1 $2 $3 $4 $5 $6" = '-n -q 1 -w 2 -m' ] && [ $# -eq 8 ] || exit 1
echo "traceroute to $8 (203.0.113.9), 30 hops max, 60 byte packets"
printf ' 1  192.0.2.1  0.411 ms\n 2  *\n'
case $8 in near) printf ' 3  203.0.113.9  8.900 ms\n' ;; wall) printf ' 3  203.0.113.9  8.900 ms !X\n' ;; esac
EOF
# A path that holds traceroute alone.
mkdir bin
for t in bash grep sed tail tr cat; do ln -s "$(command -v $t)" "bin/$t"; done
mv .stubs/traceroute .stubs/timeout bin/
PATH=$PWD/bin bash "$SCRIPT" --host near >answer 2>&1
check 'where there is traceroute it is used' grep -qx 'reached: near after 3 hops' answer
PATH=$PWD/bin bash "$SCRIPT" --host wall >answer 2>&1
check 'a forbidden end is not reached' grep -q '^NOT REACHED' answer
run
check 'the host is required' test "$status" -eq 2
run --host -i
check 'an option is no host' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host near >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
