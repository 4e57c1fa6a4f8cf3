#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'cat .uid'
stub nft <<'EOF'
[ "$*" = '--handle list ruleset' ] && [ ! -e .broken ] || exit 1
[ ! -e .many ] || awk 'BEGIN { for (i = 0; i < 12000; i++) print "\t\tip saddr 192.0.2." i % 256 " tcp dport 9999 drop" }'
[ -e .none ] || printf 'table inet filter { # handle 1\n\tchain input { # handle 1\n\t\ttype filter hook input priority filter; policy drop;\n\t\ttcp dport { 22, 443 } accept # handle 4\n\t\ttcp dport 2222 accept # handle 5\n\t\ttcp dport 8000-8010 drop # handle 6\n\t\tip saddr . tcp dport { 10.0.0.1 . 7001, 10.0.0.2 . 7002 } accept # handle 7\n\t\tip saddr @admins tcp dport 9000 accept # handle 8\n'"$(cat .sets 2>/dev/null)"'\n\t}\n}\n'
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a rule is shown' grep -q 'tcp dport { 22, 443 } accept # handle 4' <<<"$out"
run --port 443
check 'rules of a port alone' test "$(grep -c . <<<"$out")" -eq 1
check 'with its table and chain' grep -q '^table inet filter, chain input: tcp dport { 22, 443 } accept # handle 4$' <<<"$out"
check 'a set of ports is looked into' grep -q '{ 22, 443 }' <<<"$out"
run --port 22
check 'a longer number is another port' test -z "$(grep 2222 <<<"$out")"
# Twelve thousand rules, of which a host with many blocked addresses has more.
touch .many; began=$SECONDS
timeout 20 bash "$SCRIPT" >many.txt 2>/dev/null
check 'many rules are listed as soon as few' test "$?:$(grep -c 192.0.2. many.txt):$((SECONDS - began < 20))" = 0:12000:1
rm .many many.txt
run --port 5432
check 'a policy may drop it all the same' grep -q '^note: rules that name no port, and policies' <<<"$err"
check 'no such rule is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^no rule names port 5432" <<<"$2"' _ "$status" "$out"
for port in 8000 8010; do
  run --port $port
  check "a range holds its bounds: $port" test "$(grep -c . <<<"$out"):$(grep -c 'dport 8000-8010 drop' <<<"$out")" = 1:1
done
for port in 7999 8011 10 1; do
  run --port $port
  check "and nothing beyond: $port" bash -c '[ "$1" -eq 0 ] && [ "$2" = "no rule names port $3 (nft)" ]' _ "$status" "$out" $port
done
for port in 7001 7002; do
  run --port $port
  check "lists of several fields are looked into: $port" test "$(grep -c . <<<"$out"):$(grep -c '# handle 7' <<<"$out")" = 1:1
done
run --port 9000
check 'a set of addresses is none of ports' test "$out" = 'table inet filter, chain input: ip saddr @admins tcp dport 9000 accept # handle 8'
for set in 'tcp dport @open accept' 'tcp dport != @open drop' 'tcp dport vmap @open' 'dnat to tcp dport map @open' '-A INPUT -m set --match-set open src,dst -j DROP'; do
  echo "\t\t$set # handle 9" >.sets
  run --port 5432
  check "a rule with a set that has a name is shown: $set" test "$out" = "table inet filter, chain input: $set # handle 9  (whether that set holds it was not looked at)"
done
echo '-A INPUT -m set --match-set banned src -j DROP # handle 9' >.sets
run --port 5432
check 'a set of senders is none of ports' test "$out" = 'no rule names port 5432 (nft)'
rm .sets
run --port 65535
check 'the highest port is taken' test "$status" -eq 0
run --port 65536
check 'a higher one is refused' test "$status" -eq 2
stub cat <<'EOF'
case $1 in
  /proc/net/ip_tables_names) echo filter ;;
  /proc/net/*) echo "cat: $1: No such file or directory" >&2; exit 1 ;;
  *) exec /bin/cat "$@" ;;
esac
EOF
stub ip6tables-legacy-save </dev/null
stub iptables-legacy-save <<'EOF'
[ "$*" = '-c -t filter' ] && [ ! -e .locked ] || exit 1
printf '*filter\n:INPUT ACCEPT [0:0]\n'
[ ! -e .old ] || printf '[5:300] -A INPUT -p tcp -m tcp --dport 23 -j DROP\n'
printf 'COMMIT\n'
EOF
run
check 'an old table without a rule is left out' bash -c '[ "$1" -eq 0 ] && ! grep -q legacy <<<"$2"' _ "$status" "$out"
touch .old
run --port 23
check 'rules of an old iptables are added' grep -q '^iptables-legacy, table filter: .*-A INPUT .*dport 23 -j DROP' <<<"$out"
touch .locked
run
check 'an old table that cannot be listed is a failure' test "$status" -eq 1
rm .stubs/iptables-legacy-save .stubs/cat
touch .none
run
check 'no rule at all is told' grep -q '^no rule at all' <<<"$out"
touch .broken
run
check 'a failing nft is a failure' test "$status" -eq 1
rm .stubs/nft
# With a path that holds no nft, iptables is asked.
bash_=$(command -v bash)
mkdir bin
for t in grep cat awk; do ln -s "$(command -v $t)" "bin/$t"; done
printf '#!%s\necho 0\n' "$bash_" >bin/id
printf '#!%s\necho "$*" >>asked\nif [ -e locked ]; then exit 4; elif [ "$4" = filter ]; then echo "Chain INPUT (policy ACCEPT 0 packets, 0 bytes)"; echo "1  5 300 ACCEPT tcp -- * * 0.0.0.0/0 0.0.0.0/0 tcp dpt:22"; else exit 3; fi\n' "$bash_" >bin/iptables
chmod +x bin/*
sed 's#^PATH=$PATH:/usr/sbin:/sbin##' "$SCRIPT" >copy
PATH=$PWD/bin "$bash_" copy --port 22 >answer 2>&1
check 'without nft iptables is asked' grep -q '^IPv4, table filter, chain INPUT: 1 .*ACCEPT tcp .* tcp dpt:22' answer
check 'with numbers of lines, and only listed' grep -qx -e '--wait 5 --table filter --list --numeric --verbose --line-numbers' asked
touch locked
PATH=$PWD/bin "$bash_" copy >answer 2>&1
check 'iptables that cannot list is a failure' test "$?" -eq 1
rm bin/iptables
PATH=$PWD/bin "$bash_" copy >answer 2>&1
check 'with neither it is refused' bash -c '[ "$1" -eq 3 ] && grep -q "neither nft nor iptables" answer' _ "$?"
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run --port 70000
check 'a port out of range is refused' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
# equivalent mutant 52e617d4: no number is below 0, in whatever base it is read
finish
