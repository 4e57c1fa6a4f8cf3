#!/usr/bin/env bash
. "$HARNESS"

mkdir conf.d
echo conf.d >dir
stub sleep </dev/null
echo 100 >worker
mkdir -p built/run; echo 99 >nginx.pid; echo 98 >built/run/other.pid
stub ps <<'STUB'
case "$*" in
  '-o pid=,args= --ppid 99') echo "   $(($(cat worker) - 1)) nginx: worker process is shutting down"; echo "  $(cat worker) nginx: worker process" ;;
  '-o pid=,args= --ppid 98') echo '   55 nginx: worker process' ;; # another nginx's, which stay
  *) exit 1 ;;
esac
STUB
cat >deny-stub <<'STUB'
dir=$(cat dir)
case "$*" in
  -T)
    if grep -qs 'deny 192.0.2.66;' "$dir"/*.conf; then echo 'nginx: [emerg] bad' >&2; exit 1; fi
    echo '# configuration file /etc/nginx/nginx.conf:'
    if [ -e directive ]; then cat directive; fi
    echo 'http { include conf.d/*.conf; }'
    if [ -e inner-rules ]; then echo '  allow 10.0.0.0/8;'; fi
    if [ -e password ]; then echo '# configuration file /etc/nginx/sites-enabled/shop:'; echo '  location /staff { satisfy any; auth_basic staff; }'; fi
    if [ -e balanced ]; then echo '  set_real_ip_from 10.0.0.0/8;'; fi
    if [ ! -e not-included ]; then for f in "$dir"/*.conf; do [ -e "$f" ] && { echo "# configuration file $PWD/$f:"; cat "$f"; }; done; fi
    exit 0 ;;
  -V) printf 'nginx version: nginx/1.22.1\nconfigure arguments: --prefix=%s/built --pid-path=%s/nginx.pid --with-stream\n' "$PWD" "$PWD" >&2 ;;
  '-s reload') if [ -e deaf ]; then exit 1; fi; cp "$dir/b.conf" loaded 2>/dev/null; [ -e stays ] || echo $(($(cat worker) + 1)) >worker ;;
  *) exit 1 ;;
esac
STUB
stub nginx <deny-stub

run --address 203.0.113.7 --deny-file conf.d/b.conf --dry-run
check 'a dry run names the rule' grep -q 'would add to .*/conf.d/b.conf: deny 203.0.113.7;$' <<<"$out"
check 'a dry run writes nothing' test ! -e conf.d/b.conf
run --address 203.0.113.7 --deny-file conf.d/b.conf
check 'it succeeds' test "$status" -eq 0
check 'that a balancer hides the client is told' grep -q '^note: only a client that reaches nginx directly is blocked' <<<"$out"
check 'where there are no other rules nothing is warned of' test -z "$err"
check 'the rule is loaded' grep -qx 'deny 203.0.113.7;' loaded
rm loaded
run --address 203.0.113.7 --deny-file conf.d/b.conf --dry-run
check 'a dry run says that the rule is there' test "$status:$(grep -c '^would reload nginx: the rule for 203.0.113.7 is in .*/conf.d/b.conf already$' <<<"$out")" = 0:1 -a ! -e loaded
run --address 203.0.113.7 --deny-file conf.d/b.conf
check 'its own rules are not warned of' test -z "$err"
check 'a second run adds nothing' test "$status:$(wc -l <conf.d/b.conf)" = 0:1
check 'and loads what is there, which may not have been loaded' grep -qx 'deny 203.0.113.7;' loaded
check 'and tells the same' grep -q '^note: only a client that reaches nginx directly is blocked' <<<"$out"
run --address 203.0.113.8 --deny-file conf.d/b.conf --dry-run
check 'also for another address' test "$status:$err" = 0:
run --address ::FFFF:203.0.113.9 --deny-file conf.d/b.conf --dry-run
check 'an IPv4 address in the form of IPv6 is refused' test "$status:$(grep -c 'is an IPv4 address' <<<"$err")" = 2:1
touch inner-rules
run --address 2001:db8::/48 --deny-file conf.d/b.conf
check 'an IPv6 network is taken beside the first rule' bash -c '[ "$(wc -l <loaded)" -eq 2 ] && grep -qx "deny 2001:db8::/48;" loaded'
check 'rules that are not inherited are warned of' grep -q 'in /etc/nginx/nginx.conf for one; .*do not inherit' <<<"$err"
touch password balanced
run --address 203.0.113.90 --deny-file conf.d/b.conf
check 'so is a password that lets in all the same' test "$status:$(grep -c '^warning: /etc/nginx/sites-enabled/shop has "satisfy any"' <<<"$err")" = 0:1
check 'where nginx reads the address of the client nothing is said of balancers' test -z "$(grep balancer <<<"$out")"
rm password balanced
before=$(cat conf.d/b.conf)
run --address 192.0.2.66 --deny-file conf.d/b.conf
check 'a rule that nginx does not accept is a failure' test "$status" -eq 1
check 'and is taken back' test "$(cat conf.d/b.conf)" = "$before"
touch deaf
run --address 192.0.2.7 --deny-file conf.d/b.conf
check 'a reload that fails takes the rule back' bash -c '[ "$1" -eq 1 ] && [ "$(cat conf.d/b.conf)" = "$2" ]' _ "$status" "$before"
rm deaf; touch stays
run --address 192.0.2.7 --deny-file conf.d/b.conf
check 'a reload that nginx rejects takes the rule back' bash -c '[ "$1" -eq 1 ] && [ "$(cat conf.d/b.conf)" = "$2" ]' _ "$status" "$before"
check 'half a minute is waited for it' test "$(calls '^sleep 0.2' | wc -l)" -eq 150
check 'and nginx is told once more, lest it take the rule up late' test "$(cat loaded)" = "$before"
rm stays; echo 'pid run/other.pid;' >directive
run --address 192.0.2.7 --deny-file conf.d/b.conf
check 'the master is the one whose pid file the configuration names' test "$status:$(grep -c 'did not reload within 30 s' <<<"$err")" = 1:1
rm directive; printf 'deny 192.0.2.1;' >conf.d/b.conf
run --address 192.0.2.7 --deny-file conf.d/b.conf
check 'a last line without an end is ended first' test "$(cat conf.d/b.conf)" = $'deny 192.0.2.1;\ndeny 192.0.2.7;'
touch not-included
run --address 192.0.2.8 --deny-file conf.d/c.conf
check 'a file that nginx does not include is noticed, and removed' bash -c '[ "$1" -eq 1 ] && [ ! -e conf.d/c.conf ]' _ "$status"
rm not-included
mkdir 'conf d'; echo 'conf d' >dir; own="$PWD/conf d/b.conf"
run --address 203.0.113.7 --deny-file "$own" --dry-run
check 'a blank in a name is told' grep -qxF "would add to $own: deny 203.0.113.7;" <<<"$out"
run --address 203.0.113.7 --deny-file "$own"
check 'and written to' grep -qxF "blocked: 203.0.113.7, by $own" <<<"$out"
run --address 203.0.113.7 --deny-file "$own"
check 'and looked into' test "$status:$(wc -l <"$own")" = 0:1
run --address 192.0.2.66 --deny-file "$own"
check 'and given back' test "$status:$(cat "$own")" = '1:deny 203.0.113.7;'
touch deaf
run --address 192.0.2.9 --deny-file 'conf d/new.conf'
check 'a file that was not there is removed' test "$status" -eq 1 -a ! -e 'conf d/new.conf'
rm deaf
for good in 198.51.0.0/16 2001:db8::1 2001:db8::/32; do
  run --address "$good" --deny-file "$own" --dry-run
  check "taken: $good" test "$status" -eq 0
done
refused() { # STATUS WORDS ARG...
  run --address 198.51.100.9 "${@:3}"
  check "refused: $2" bash -c '[ "$1" = "$2" ] && grep -qF -e "$4" <<<"$3"' _ "$status" "$1" "$err" "$2"
}
refused 2 'no prefix of an IPv4' --deny-file "$own" --address 198.51.100.0/33
refused 2 'no prefix of an IPv6' --deny-file "$own" --address 2001:db8::/129
refused 2 'at most a /32' --deny-file "$own" --address 2001:db8::/31
refused 2 '--deny-file is required' --deny-file ''
refused 2 'ends in .conf' --deny-file conf.d/b.txt
refused 3 'no such directory' --deny-file nowhere/b.conf
mkdir conf.d/sub.conf
refused 3 'not a regular file' --deny-file conf.d/sub.conf
for bad in 10.0.0.0/8 0.0.0.0/0 127.0.0.1 '1.2.3.4; } x' '$(touch pwned)' 300.1.1.1; do
  run --address "$bad" --deny-file conf.d/b.conf
  check "refused: $bad" test "$status" -eq 2
done
check 'nothing hostile ran' test ! -e pwned
finish
