#!/usr/bin/env bash
. "$HARNESS"

mkdir conf.d
echo conf.d >folder
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
stub nginx <<'STUB'
case "$*" in
  -T)
    if [ -e invalid ]; then echo 'nginx: [emerg] bad' >&2; exit 1; fi
    if [ -e picky ] && ! grep -q 203.0.113.9 conf.d/b.conf; then exit 1; fi
    if [ -e directive ]; then cat directive; fi
    printf '# configuration file /etc/nginx/nginx.conf:\nhttp {\n'
    printf '# configuration file %s/%s/b.conf:\n' "$PWD" "$(cat folder)"; cat conf.d/b.conf
    printf '# configuration file /etc/nginx/other.conf:\n  deny 192.0.2.44;\n' ;;
  -V) printf 'nginx version: nginx/1.22.1\nconfigure arguments: --prefix=%s/built --pid-path=%s/nginx.pid --with-stream\n' "$PWD" "$PWD" >&2 ;;
  '-s reload') if [ -e deaf ]; then exit 1; fi; [ ! -e stubborn ] || exit 0; cp conf.d/b.conf loaded; echo $(($(cat worker) + 1)) >worker ;;
  *) exit 1 ;;
esac
STUB
printf 'deny 203.0.113.7;\ndeny 203.0.113.77;\ndeny 203.0.113.0/24;\n# kept\n' >conf.d/b.conf

run --address 203.0.113.7 --deny-file conf.d/b.conf --dry-run
check 'a dry run names the rule' grep -q 'would take out of .*/conf.d/b.conf: deny 203.0.113.7;$' <<<"$out"
check 'a dry run changes nothing' test "$(wc -l <conf.d/b.conf)" -eq 4
run --address 203.0.113.7 --deny-file conf.d/b.conf
check 'it succeeds' test "$status" -eq 0
check 'only that rule is gone from what nginx has loaded' test "$(cat loaded)" = $'deny 203.0.113.77;\ndeny 203.0.113.0/24;\n# kept'
check 'it says so' grep -q '^unblocked: 203.0.113.7, in ' <<<"$out"
check 'a network that holds it is pointed out' grep -q '^note: .*/conf.d/b.conf has "deny 203.0.113.0/24"' <<<"$out"
check 'other addresses are not' test "$(grep -c '^note' <<<"$out")" -eq 1
rm loaded
run --address 203.0.113.7 --deny-file conf.d/b.conf
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e loaded ] && grep -q "nothing to change" <<<"$2"' _ "$status" "$out"
run --address 192.0.2.44 --deny-file conf.d/b.conf
check 'a rule in another file is pointed out' grep -qx 'note: /etc/nginx/other.conf has "deny 192.0.2.44", which is left as it is' <<<"$out"
check 'and is no success' test "$status:$(grep -c 'the address is denied' <<<"$err")" = 1:1
cp conf.d/b.conf kept
printf '\tdeny 198.51.100.1; deny 198.51.100.2; # abuse\n# deny 198.51.100.3;\n' >>conf.d/b.conf
for n in 1 2; do
  run --address 198.51.100.$n --deny-file conf.d/b.conf
  check "one in another form is no success ($n)" test "$status:$(grep -c "^note: .*\"deny 198.51.100.$n\"" <<<"$out")" = 1:1
done
run --address 198.51.100.3 --deny-file conf.d/b.conf
check 'a comment is no rule' test "$status" -eq 0
printf 'deny 198.51.100.1;\n' >>conf.d/b.conf
run --address 198.51.100.1 --deny-file conf.d/b.conf
check 'nor is it where only one of two is taken out' test "$status:$(grep -c 'another rule denies' <<<"$err")" = 1:1
cp kept conf.d/b.conf
printf 'deny 2001:DB8::7;\n' >>conf.d/b.conf
run --address 2001:db8::7 --deny-file conf.d/b.conf
check 'one in capitals is pointed out' grep -q '^note: .*/conf.d/b.conf has "deny 2001:DB8::7"' <<<"$out"
check 'and has to be taken out by hand' test "$status" -eq 1
printf 'deny 2001:db8::/32;\ndeny 2001:db8::9;\ndeny unix:;\ndeny 10.0.0.0/8;\n' >>conf.d/b.conf
run --address 2001:db8::9 --deny-file conf.d/b.conf --dry-run
check 'a network of IPv6 is pointed out, another address is not' test "$(sed -n 's/^note: .* has //p' <<<"$out")" = '"deny 2001:db8::/32", which is left as it is'
run --address 10.255.255.255 --deny-file conf.d/b.conf
check 'a large network is pointed out for its last address' test "$(sed -n 's/^note: .* has //p' <<<"$out")" = '"deny 10.0.0.0/8", which is left as it is'
check 'what is no address of this kind is passed over quietly' test "$status:$err" = 0:
before=$(cat conf.d/b.conf)
touch stubborn; : >"$STUB_LOG"
run --address 203.0.113.77 --deny-file conf.d/b.conf
check 'workers that go on for half a minute put the rule back' test "$status:$(calls '^sleep 0.2$' | wc -l):$(cat conf.d/b.conf)" = "1:150:$before"
check 'and nginx is told once more, lest it let the client in late' test "$(calls '^nginx -s reload' | wc -l)" -eq 2
rm stubborn; echo 'pid run/other.pid;' >directive
run --address 203.0.113.77 --deny-file conf.d/b.conf
check 'the master is the one whose pid file the configuration names' test "$status:$(cat conf.d/b.conf)" = "1:$before"
rm directive
real=$(command -v grep)
stub grep <<<"[ \"\$1\" != -vxF ] || exit 2; exec '$real' \"\$@\""
run --address 203.0.113.77 --deny-file conf.d/b.conf
check 'a file that cannot be read again is left as it is' test "$status:$(cat conf.d/b.conf)" = "1:$before"
rm .stubs/grep
stub cat <<<'exit 1'
run --address 203.0.113.77 --deny-file conf.d/b.conf
rm .stubs/cat
check 'so is one that cannot be kept' test "$status:$(cat conf.d/b.conf)" = "3:$before"
touch deaf
run --address 203.0.113.77 --deny-file conf.d/b.conf
check 'a reload that fails puts the rule back' bash -c '[ "$1" -eq 1 ] && [ "$(cat conf.d/b.conf)" = "$2" ]' _ "$status" "$before"
ln -s conf.d 'conf of b'; echo 'conf of b' >folder
run --address 203.0.113.77 --deny-file 'conf of b/b.conf'
check 'also where its name has blanks' test "$status:$(cat conf.d/b.conf)" = "1:$before"
rm deaf
run --address 203.0.113.77 --deny-file 'conf of b/b.conf' --dry-run
check 'a dry run tells such a name' grep -qxF "would take out of $PWD/conf of b/b.conf: deny 203.0.113.77;" <<<"$out"
run --address 203.0.113.77 --deny-file 'conf of b/b.conf'
check 'the rule is taken out there' test "$status:$err:${out##*$'\n'}" = "0::unblocked: 203.0.113.77, in $PWD/conf of b/b.conf"
run --address 203.0.113.77 --deny-file 'conf of b/b.conf'
check 'once' test "${out##*$'\n'}" = "nothing to change: $PWD/conf of b/b.conf has no rule for 203.0.113.77 (refused all the same? nginx may not have been reloaded since)"
echo conf.d >folder
run --address 203.0.113.0/24 --deny-file conf.d/b.conf
check 'a network is taken out by its own name' bash -c '[ "$1" -eq 0 ] && ! grep -q /24 conf.d/b.conf' _ "$status"
printf 'deny 203.0.113.9;\n' >conf.d/b.conf
touch picky
run --address 203.0.113.9 --deny-file conf.d/b.conf
check 'a file that nginx does not accept is put back' bash -c '[ "$1" -eq 1 ] && grep -qx "deny 203.0.113.9;" conf.d/b.conf' _ "$status"
rm picky
run --address 203.0.113.9 --deny-file conf.d/b.conf
check 'the last rule leaves an empty file' bash -c '[ "$1" -eq 0 ] && [ ! -s conf.d/b.conf ]' _ "$status"
touch invalid
run --address 203.0.113.9 --deny-file conf.d/b.conf
check 'a configuration that is broken before is refused' test "$status" -eq 3
run --address 203.0.113.9 --deny-file ''
check 'no name of a file is refused' test "$status" -eq 2
run --address all --deny-file conf.d/b.conf
check 'a word is no address' test "$status" -eq 2
run --address '1.2.3.4; touch pwned' --deny-file conf.d/b.conf
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
