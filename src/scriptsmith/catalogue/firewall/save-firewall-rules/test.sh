#!/usr/bin/env bash
. "$HARNESS"

mkdir 'my rules'
echo 0 >.uid
stub id <<<'cat .uid'
stub nft <<'EOF'
[ ! -e .broken ] || exit 1
case "$*" in
  '--stateless list ruleset') [ -e .none ] || printf 'table inet filter {\n\tchain input {\n\t\ttcp dport %s accept\n\t}\n}\n' "$(cat .port)" ;;
  '--check --file '*) [ ! -e .picky ] ;;
  *) exit 1 ;;
esac
EOF
stub iptables-save <<'EOF'
printf '# Generated on %s\n*filter\n:INPUT ACCEPT [%s:99]\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\nCOMMIT\n' "$RANDOM" "$RANDOM"
EOF
echo 22 >.port
f='my rules/a file'

run --output "$f" --dry-run
check 'a dry run says what it would do' grep -qx 'would write: 6 lines to my rules/a file' <<<"$out"
check 'a dry run writes nothing' test -z "$(ls -A 'my rules')"
run --output "$f"
check 'it succeeds' test "$status" -eq 0
check 'it says so' test "$out" = "saved: 6 lines of nft rules in $f (whether anything loads them at the next start was not looked at)"
check 'the rules are in it' grep -q 'tcp dport 22 accept' "$f"
check 'loading it replaces all others' test "$(head -n 1 "$f")" = 'flush ruleset'
check 'only the owner reads it' test "$(stat -c %a "$f")" = 600
check 'nothing else is left there' test "$(ls -A 'my rules')" = 'a file'
run --output "$f"
check 'a second run has nothing to do' test "$out" = "nothing to do: $f holds these rules already"
echo 2222 >.port
run --output "$f" --dry-run
check 'what becomes of the former file is told before' test "$out" = "would write: 6 lines to $f, the former file to $f.before"
stub mktemp <<<'echo "mktemp: failed to create file: Permission denied" >&2; exit 1'
run --output "$f"
check 'a directory that nothing can be written to is refused' test "$status" -eq 3
rm .stubs/mktemp
stub cp <<<'echo "cp: cannot create: No space left on device" >&2; exit 1'
run --output "$f"
check 'without a copy of the former file nothing is replaced' bash -c '[ "$1" -eq 1 ] && grep -q "dport 22 " "$2"' _ "$status" "$f"
rm .stubs/cp
stub mv </dev/null
run --output "$f"
check 'a file that does not hold the rules is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "does not hold the rules" <<<"$2"' _ "$status" "$err"
stub mv <<<'echo "mv: cannot move: Permission denied" >&2; exit 1'
run --output "$f"
check 'a file that cannot be put there is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not write my rules/a file" <<<"$2"' _ "$status" "$err"
check 'and the former one stays' grep -q 'dport 22 ' "$f"
rm .stubs/mv
run --output "$f"
check 'other rules are saved' grep -q 'dport 2222' "$f"
check 'the former file is kept' grep -q 'dport 22 ' "$f.before"
run --output v4 --family ipv4
check 'iptables rules are saved' grep -q -e '--dport 22 -j ACCEPT' v4
run --output v4 --family ipv4
check 'counters and times make no difference' grep -q '^nothing to do' <<<"$out"
check 'no set is spoken of' test -z "$err"
stub iptables-save <<<"printf '*filter\n-A INPUT -m set --match-set bad src -j DROP\nCOMMIT\n'"
run --output sets --family ipv4
check 'that sets are not among the rules is told' test "$status:$(grep -c '^note: the sets that rules refer to are not among them' <<<"$err")" = 0:1
run --output rules.v4
check 'a file of iptables is not written by nft' bash -c '[ "$1" -eq 2 ] && grep -q iptables-restore <<<"$2"' _ "$status" "$err"
echo '22 # recent: SET name: ssh side: source' >.port
run --output other
check 'rules that an older nft lists as comments are refused' bash -c '[ "$1" -eq 1 ] && grep -q "could not load" <<<"$2" && [ ! -e other ]' _ "$status" "$err"
echo '22 comment "# of the office"' >.port
run --output commented
check 'a number sign in a comment of a rule is none' test "$status" -eq 0
echo 2222 >.port
run --output 'my rules'
check 'a directory is refused' test "$status" -eq 3
touch .picky
run --output other
check 'rules that could not be loaded are a failure' bash -c '[ "$1" -eq 1 ] && [ ! -e other ]' _ "$status"
touch .none
run --output other
check 'an empty set is refused' test "$status" -eq 3
touch .broken
run --output other
check 'a failing nft is a failure' test "$status" -eq 1
run --output nowhere/x
check 'a missing directory is refused' test "$status" -eq 3
echo 1000 >.uid
run --output other
check 'without root it is refused' test "$status" -eq 3
run --output '$(touch pwned)' --family 'x; touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
