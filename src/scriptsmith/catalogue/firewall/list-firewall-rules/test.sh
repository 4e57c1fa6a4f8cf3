#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'cat .uid'
stub nft <<'EOF'
[ "$*" = '--handle list ruleset' ] && [ ! -e .broken ] || exit 1
[ -e .none ] || printf 'table inet filter { # handle 1\n\tchain input { # handle 1\n\t\ttype filter hook input priority filter; policy drop;\n\t\ttcp dport { 22, 443 } accept # handle 4\n\t\ttcp dport 2222 accept # handle 5\n\t}\n}\n'
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a rule is shown' grep -q 'tcp dport { 22, 443 } accept # handle 4' <<<"$out"
run --port 443
check 'rules of a port alone' test "$(grep -c . <<<"$out")" -eq 1
check 'a set of ports is looked into' grep -q '{ 22, 443 }' <<<"$out"
run --port 22
check 'a longer number is another port' test -z "$(grep 2222 <<<"$out")"
run --port 5432
check 'no such rule is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^no rule names port 5432" <<<"$2"' _ "$status" "$out"
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
printf '#!%s\necho "$*" >>asked\nif [ "$4" = filter ]; then echo "Chain INPUT (policy ACCEPT 0 packets, 0 bytes)"; echo "1  5 300 ACCEPT tcp -- * * 0.0.0.0/0 0.0.0.0/0 tcp dpt:22"; else exit 3; fi\n' "$bash_" >bin/iptables
chmod +x bin/*
sed 's#^PATH=$PATH:/usr/sbin:/sbin##' "$SCRIPT" >copy
PATH=$PWD/bin "$bash_" copy --port 22 >answer 2>&1
check 'without nft iptables is asked' grep -q 'ACCEPT tcp .* tcp dpt:22' answer
check 'with numbers of lines, and only listed' grep -qx -e '--wait 5 --table filter --list --numeric --verbose --line-numbers' asked
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
finish
