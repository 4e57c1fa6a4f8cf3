#!/usr/bin/env bash
. "$HARNESS"

mkdir conf.d
stub sleep </dev/null
echo 100 >worker
stub ps <<'STUB'
[ "$*" = '-C nginx -o pid=,args=' ] || exit 1
echo '   99 nginx: master process /usr/sbin/nginx'
echo "  $(cat worker) nginx: worker process"
STUB
cat >deny-stub <<'STUB'
case "$*" in
  -T)
    if grep -qs 'deny 192.0.2.66;' conf.d/*.conf; then echo 'nginx: [emerg] bad' >&2; exit 1; fi
    echo '# configuration file /etc/nginx/nginx.conf:'
    echo 'http { include conf.d/*.conf; }'
    if [ -e inner-rules ]; then echo '  allow 10.0.0.0/8;'; fi
    if [ ! -e not-included ]; then for f in conf.d/*.conf; do [ -e "$f" ] && { echo "# configuration file $PWD/$f:"; cat "$f"; }; done; fi
    exit 0 ;;
  '-s reload') if [ -e deaf ]; then exit 1; fi; cp conf.d/b.conf loaded 2>/dev/null; [ -e stays ] || echo $(($(cat worker) + 1)) >worker ;;
  *) exit 1 ;;
esac
STUB
stub nginx <deny-stub

run --address 203.0.113.7 --deny-file conf.d/b.conf --dry-run
check 'a dry run names the rule' grep -q 'would add to .*/conf.d/b.conf: deny 203.0.113.7;$' <<<"$out"
check 'a dry run writes nothing' test ! -e conf.d/b.conf
run --address 203.0.113.7 --deny-file conf.d/b.conf
check 'it succeeds' test "$status" -eq 0
check 'the rule is loaded' grep -qx 'deny 203.0.113.7;' loaded
run --address 203.0.113.7 --deny-file conf.d/b.conf
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to change" <<<"$2" && [ "$(wc -l <conf.d/b.conf)" -eq 1 ]' _ "$status" "$out"
touch inner-rules
run --address 2001:db8::/48 --deny-file conf.d/b.conf
check 'an IPv6 network is taken beside the first rule' bash -c '[ "$(wc -l <loaded)" -eq 2 ] && grep -qx "deny 2001:db8::/48;" loaded'
check 'rules that are not inherited are warned of' grep -q 'do not inherit' <<<"$err"
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
rm stays; printf 'deny 192.0.2.1;' >conf.d/b.conf
run --address 192.0.2.7 --deny-file conf.d/b.conf
check 'a last line without an end is ended first' test "$(cat conf.d/b.conf)" = $'deny 192.0.2.1;\ndeny 192.0.2.7;'
touch not-included
run --address 192.0.2.8 --deny-file conf.d/c.conf
check 'a file that nginx does not include is noticed, and removed' bash -c '[ "$1" -eq 1 ] && [ ! -e conf.d/c.conf ]' _ "$status"
for bad in 10.0.0.0/8 0.0.0.0/0 127.0.0.1 '1.2.3.4; } x' '$(touch pwned)' 300.1.1.1; do
  run --address "$bad" --deny-file conf.d/b.conf
  check "refused: $bad" test "$status" -eq 2
done
check 'nothing hostile ran' test ! -e pwned
finish
