#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'cat .uid'
stub sleep <<<'touch .later'
stub nft <<'EOF'
[ "$*" = 'list ruleset' ] && [ ! -e .broken ] || exit 1
[ ! -e ruleset ] || cat ruleset
more=0; [ ! -e .later ] || more=9
[ -e .none ] || printf 'table inet filter {\n\tchain input {\n\t\ttype filter hook input priority filter; policy accept;\n\t\tct state established counter packets 900 bytes 1 accept\n\t\tip saddr 203.0.113.5 counter packets 12 bytes 720 drop\n\t\ttcp dport 25 counter packets %d bytes 100 reject with tcp reset\n\t\ttcp dport 99 counter packets 0 bytes 0 drop\n\t\ttcp dport 98 drop\n\t}\n}\n' $((40 + more))
EOF

# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" </dev/null 2>/dev/null) | cat)
run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'it succeeds' test "$status" -eq 0
check 'a drop rule is shown' grep -Eqx ' +12  inet filter input: ip saddr 203.0.113.5 drop' <<<"$out"
check 'a reject rule is shown first' grep -Eq '^ +40  inet filter input: tcp dport 25 reject' <<<"${out%%$'\n'*}"
check 'a rule that accepts is not' test -z "$(grep established <<<"$out")"
check 'a rule that dropped nothing is not' test -z "$(grep 'dport 9' <<<"$out")"
check 'they are counted' grep -qx '2 rules have dropped packets since the rules were loaded (nft)' <<<"$out"
check 'one that has no counter is told' grep -qx 'not counted: what 1 rules drop or reject that have no counter, such as those of firewalld' <<<"$err"
run --seconds 10
check 'within a time only what is added counts' bash -c 'grep -Eqx " +9  inet filter input: tcp dport 25 reject with tcp reset" <<<"$1" && grep -qx "1 rules have dropped packets within 10 s (nft)" <<<"$1"' _ "$out"
check 'it waits that long' test -n "$(calls '^sleep 10$')"
run --limit 1
check 'no more than asked for are shown' test "$(grep -c saddr <<<"$out")" -eq 0
cat >ruleset <<'EOF'
table ip filter {
	chain INPUT {
		type filter hook input priority filter; policy drop;
	}
	chain FORWARD {
		type filter hook forward priority filter; policy drop;
	}
}
EOF
stub iptables <<'EOF'
case $* in
  '--wait 5 --table filter --list INPUT --numeric --verbose --exact') echo 'Chain INPUT (policy DROP 31 packets, 4000 bytes)' ;;
  '--wait 5 --table filter --list FORWARD --numeric --verbose --exact') echo 'Chain FORWARD (policy DROP 0 packets, 0 bytes)' ;;
  *) exit 1 ;;
esac
EOF
run
check 'what falls to a policy of iptables is counted' grep -Eqx ' +31  ip filter INPUT: policy DROP' <<<"$out"
check 'that of a chain that may be of nft is not' grep -qx 'not counted: what falls to the policy of drop of ip filter FORWARD' <<<"$err"
rm .stubs/iptables
cat >ruleset <<'EOF'
table ip filter {
	chain INPUT {
		type filter hook input priority filter; policy accept;
		tcp dport 81 counter packets 70 bytes 300 xt target "REJECT"
		tcp dport 82 counter packets 60 bytes 300 # xt_REJECT
		tcp dport 83 counter packets 50 bytes 300 log prefix "xt target REJECT " # xt_LOG
	}
}
EOF
run
check 'a REJECT of iptables that nft does not translate is counted, too' test "$(sed -n '/ ip filter INPUT: /s/^ *\([0-9]*\) .*/\1/p' <<<"$out" | tr '\n' ,)" = 70,60,
rm ruleset
touch .none
run
check 'none is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^no rule with a counter" <<<"$2"' _ "$status" "$out"
touch .broken
run
check 'a failing nft is a failure' test "$status" -eq 1
bash_=$(command -v bash)
mkdir bin
for t in awk sort sed wc cat grep; do ln -s "$(command -v $t)" "bin/$t"; done
printf '#!%s\necho 0\n' "$bash_" >bin/id
cat >bin/iptables <<EOF
#!$bash_
[ "\$*" != '--wait 5 --table raw --list --numeric --verbose --exact' ] || { echo '      44      300 DROP       all  --  *      *       198.51.100.9         0.0.0.0/0'; exit; }
[ "\$*" = '--wait 5 --table filter --list --numeric --verbose --exact' ] || exit 2
echo 'Chain INPUT (policy DROP 77 packets, 4000 bytes)'
echo '    pkts      bytes target     prot opt in     out     source               destination'
echo '       5      300 DROP       all  --  *      *       198.51.100.7         0.0.0.0/0'
echo '     900      300 ACCEPT     all  --  *      *       0.0.0.0/0            0.0.0.0/0'
EOF
cat >bin/ip6tables <<EOF
#!$bash_
echo 'Chain FORWARD (policy ACCEPT 77 packets, 4000 bytes)'
echo '       6      300 REJECT     6    --  *      *       2001:db8::/32       ::/0  tcp dpt:25 reject-with icmp6-port-unreachable'
EOF
printf '#!%s\nprintf "*raw\\n:PREROUTING ACCEPT [0:0]\\nCOMMIT\\n*filter\\n:INPUT DROP [77:4000]\\nCOMMIT\\n"\n' "$bash_" >bin/iptables-save
printf '#!%s\nprintf "*filter\\n:INPUT DROP [77:4000]\\nCOMMIT\\n"\n' "$bash_" >bin/ip6tables-save
chmod +x bin/*
sed 's#^PATH=$PATH:/usr/sbin:/sbin##' "$SCRIPT" >copy
PATH=$PWD/bin "$bash_" copy >answer 2>&1
check 'a policy of drop is counted' grep -Eqx ' +77  iptables filter INPUT: policy DROP' answer
check 'iptables is asked where nft is missing' grep -Eq '^ +5  iptables filter INPUT: DROP all -- .* 198.51.100.7' answer
check 'for each table that is there' grep -Eq '^ +44  iptables raw .*: DROP all -- .* 198.51.100.9' answer
check 'and for IPv6' grep -Eq '^ +6  ip6tables filter FORWARD: REJECT 6 .* 2001:db8::/32' answer
rm bin/ip6tables bin/ip6tables-save; PATH=$PWD/bin "$bash_" copy >answer 2>&1
check 'where that cannot be seen it is told' grep -qx 'not counted: rules for IPv6, ip6tables is not installed' answer
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run --seconds 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --seconds '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
