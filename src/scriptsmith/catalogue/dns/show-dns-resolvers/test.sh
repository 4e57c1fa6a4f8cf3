#!/usr/bin/env bash
. "$HARNESS"

printf '# by hand\nnameserver 192.0.2.53\nnameserver\t2001:db8::53 # second\nsearch example.org lab.example.org\noptions timeout:2 rotate\n' >resolv.conf
printf 'passwd: files\nhosts:          files dns myhostname\n' >nsswitch.conf
printf 'nameserver 127.0.0.53' >'stub conf'
printf '# nothing\n' >empty
for i in 1 2 3 4; do echo "nameserver 192.0.2.$i"; done >four
printf '# managed\nnameserver 192.0.2.1\nnameserver 192.0.2.2\nsearch lab.example.org\n' >'up stream'
arg=(--order nsswitch.conf --upstream 'up stream' --file)

run "${arg[@]}" resolv.conf
check 'it succeeds' test "$status" -eq 0
check 'a server is shown' grep -qx 'nameserver 192.0.2.53' <<<"$out"
check 'without its comment' grep -qx 'nameserver 2001:db8::53' <<<"$out"
check 'search domains are shown' grep -qx 'search example.org lab.example.org' <<<"$out"
check 'options are shown' grep -qx 'options timeout:2 rotate' <<<"$out"
check 'the order is shown' grep -qx 'order of sources: files dns myhostname' <<<"$out"
check 'without a resolver on this host none behind it is shown' test -z "$(grep 'behind it' <<<"$out")"
run "${arg[@]}" 'stub conf'
stub resolvectl <<<'exit 1'
run "${arg[@]}" 'stub conf'
check 'a local resolver is told' grep -qx 'nameserver 127.0.0.53  (a resolver on this host)' <<<"$out"
check 'the servers behind it are shown' grep -qx '  nameserver 192.0.2.2' <<<"$out"
check 'with their search domains' grep -qx '  search lab.example.org' <<<"$out"
check 'that the servers of each domain could not be told is said' grep -q '^note: which server is asked for which domain (split DNS) could not be told' <<<"$out"
stub resolvectl <<'EOF'
[ ! -e .mute ] || exit 1
case $* in
  dns) printf 'Global:\nLink 2 (eth0): 192.0.2.1\nLink 5 (tun0): 10.8.0.1\n' ;;
  domain) printf 'Global:\nLink 2 (eth0): ~.\nLink 5 (tun0): ~corp.example.org\n' ;;
  *) exit 1 ;;
esac
EOF
run "${arg[@]}" 'stub conf'
check 'with resolvectl each link is shown with its servers and domains' test "$(grep -A 99 '^servers of each link:' <<<"$out")" = 'servers of each link:
Global:
Link 2 (eth0): 192.0.2.1
Link 5 (tun0): 10.8.0.1
domains of each link (a name in one is asked of its link only; ~. takes all others):
Global:
Link 2 (eth0): ~.
Link 5 (tun0): ~corp.example.org'
touch .mute; run "${arg[@]}" 'stub conf'
check 'one that does not answer is told' grep -q '^note: which server is asked for which domain' <<<"$out"
check 'comments are not' test -z "$(grep managed <<<"$out")"
echo 'nameserver 127.0.0.1' >other; run "${arg[@]}" other
check 'behind another resolver they are not' test "$status:$out" = '0:nameserver 127.0.0.1  (a resolver on this host)'$'\n''order of sources: files dns myhostname'
run --order nsswitch.conf --upstream nowhere --file 'stub conf'
check 'nothing known behind it is no failure' test "$status" -eq 0
run "${arg[@]}" four
check 'a fourth server is pointed out' grep -q '192.0.2.4  (never asked' <<<"$out"
run "${arg[@]}" empty
check 'no server is a failure' test "$status" -eq 1
ln -s resolv.conf link
run "${arg[@]}" link
check 'a link is told' grep -qx 'link is a link to resolv.conf' <<<"$out"
ln -s nowhere dead
run "${arg[@]}" dead
check 'a link that leads nowhere is told' bash -c '[ "$1" -eq 3 ] && grep -qx "dead is a link to nowhere" <<<"$2" && grep -q "that is not there" <<<"$3"' _ "$status" "$out" "$err"
run "${arg[@]}" nowhere
check 'a missing file is refused' test "$status" -eq 3
run "${arg[@]}" '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" "${arg[@]}" resolv.conf >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
