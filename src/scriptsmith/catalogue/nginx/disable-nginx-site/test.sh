#!/usr/bin/env bash
. "$HARNESS"

mkdir -p etc/sites-available etc/sites-enabled
for name in shop blog needed off; do echo "# $name" >"etc/sites-available/$name"; done
for name in shop blog needed; do ln -s "../sites-available/$name" etc/sites-enabled/; done
ln -s /gone etc/sites-enabled/dangling
echo own >etc/sites-enabled/file
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
cat >nginx-stub <<'STUB'
case "$*" in
  -T) [ ! -e directive ] || cat directive; cat etc/sites-enabled/* 2>/dev/null; [ ! -e mute ] ;;
  -t) [ -e etc/sites-enabled/needed ] || { echo 'nginx: [emerg] host not found in upstream "needed"' >&2; exit 1; } ;;
  -V) printf 'nginx version: nginx/1.22.1\nconfigure arguments: --prefix=%s/built --pid-path=%s/nginx.pid --with-stream\n' "$PWD" "$PWD" >&2 ;;
  '-s reload') if [ -e deaf ]; then exit 1; fi; ls etc/sites-enabled >loaded; [ -e stays ] || echo $(($(cat worker) + 1)) >worker ;;
  *) exit 1 ;;
esac
STUB
stub nginx <nginx-stub

run --site shop --config-directory etc --dry-run
check 'a dry run names the link and where it leads' grep -q 'would disable: shop, by removing the link .*/shop -> ../sites-available/shop$' <<<"$out"
check 'a dry run removes nothing' test -L etc/sites-enabled/shop
check 'while there are others nothing is warned of' test -z "$err"
ln -s ../sites-available/shop etc/sites-enabled/010-shop
run --site shop --config-directory etc --dry-run
check 'one that is linked twice is refused' bash -c '[ "$1" = 3 ] && grep -q "enabled as 010-shop, too" <<<"$2"' _ "$status" "$err"
ln -s ../sites-available/off etc/sites-enabled/020-off
run --site off --config-directory etc
check 'one that is enabled by another name is not disabled already' bash -c '[ "$1" = 3 ] && grep -q "enabled as 020-off" <<<"$2"' _ "$status" "$err"
rm etc/sites-enabled/0*
mkdir -p few/sites-available few/sites-enabled
ln -s /gone few/sites-enabled/dangling
ln -s "$PWD/etc/sites-available/shop" few/sites-enabled/shop
run --site shop --config-directory few --dry-run
check 'the last one is pointed out' grep -q 'shop is the last enabled site' <<<"$err"
ln -s "$PWD/etc/sites-available/blog" few/sites-enabled/blog
run --site shop --config-directory "$PWD/few" --dry-run
check 'one other is enough' test "$status:$err" = 0:
stub nginx <<<'exit 1'; stub ln <<<'exit 1'
run --site shop --config-directory few
check 'a link that cannot be put back is told' grep -q 'the link could not be put back: ln -s ' <<<"$err"
/bin/rm .stubs/ln; stub nginx <nginx-stub
run --site shop --config-directory ''
check 'a directory is required' grep -q -e '--config-directory is required' <<<"$err"
run --site shop --config-directory few/sites-enabled
check 'another layout is told' grep -q "not Debian's layout" <<<"$err"
: >"$STUB_LOG"
run --site shop --config-directory etc
check 'it succeeds' test "$status" -eq 0
check 'the link is gone' test ! -L etc/sites-enabled/shop
check 'the file stays' test -e etc/sites-available/shop
check 'nginx serves the others' bash -c 'grep -qx blog loaded && ! grep -qx shop loaded'
check 'of names that nobody else has nothing is told' test -z "$(grep '^note' <<<"$out")"
printf 'server {\n\tserver_name twin.example.org\n  www.example.org _; # server_name no.example.org;\n}\nserver { server_name own.example.org; }\n' >etc/sites-available/twin
ln -s ../sites-available/twin etc/sites-enabled/twin; printf 'server {server_name www.example.org twin.example.org.au _;}\n#server_name own.example.org;\n' >etc/sites-enabled/twin.bak
run --site twin --config-directory etc
check 'a name that another file has too is told, and no other' test "$status:$(grep '^note' <<<"$out")" = '0:note: another file has server_name www.example.org too, and may serve it on (nginx -T tells which)'
rm etc/sites-enabled/twin.bak; touch mute
ln -s ../sites-available/twin etc/sites-enabled/twin
run --site twin --config-directory etc
check 'where that cannot be seen it is told' test "$status:$(grep '^note' <<<"$out")" = '0:note: whether another file has its names in server_name too is not known'
rm loaded mute
run --site shop --config-directory etc
check 'a second run reloads, for an earlier one may have failed' test "$status:$(grep -c '^disabled already: shop; nginx was reloaded$' <<<"$out")" = 0:1 -a -e loaded
rm loaded; run --site shop --config-directory etc --dry-run
check 'not in a dry run' test "$status:$(grep -c '^would reload nginx: shop is disabled already$' <<<"$out")" = 0:1 -a ! -e loaded
run --site dangling --config-directory etc
check 'a link that leads nowhere is removed' bash -c '[ "$1" -eq 0 ] && [ ! -L etc/sites-enabled/dangling ]' _ "$status"
run --site needed --config-directory etc
check 'a site that the others need is a failure' test "$status" -eq 1
check 'and its link is put back' test etc/sites-enabled/needed -ef etc/sites-available/needed
run --site file --config-directory etc
check 'and that it is one is told' grep -q 'is a file, not a link' <<<"$err"
check 'a file is not removed' bash -c '[ "$1" -eq 3 ] && grep -qx own etc/sites-enabled/file' _ "$status"
touch stays; ln -s ../sites-available/off etc/sites-enabled/off
run --site off --config-directory etc
check 'a reload that nginx rejects is a failure' test "$status" -eq 1
check 'half a minute is waited for it' test "$(calls '^sleep 0.2' | wc -l)" -eq 150
rm stays; echo 'pid run/other.pid;' >directive
run --site off --config-directory etc
check 'the master is the one whose pid file the configuration names' test "$status" -eq 1
rm directive; run --site off --config-directory etc
check 'and no other' test "$status" -eq 0
touch deaf
run --site blog --config-directory etc
check 'a reload that fails is a failure' test "$status" -eq 1
run --site blog --config-directory etc
check 'the second time, too, though the link is gone' test "$status:$(grep -c 'nginx did not reload' <<<"$err"):$(ls etc/sites-enabled | grep -c blog)" = 1:1:0
run --site nowhere --config-directory etc
check 'a site that does not exist is refused' test "$status" -eq 3
run --site ../sites-available/off --config-directory etc
check 'a path is no site' test "$status" -eq 2
run --site 'x; touch pwned' --config-directory etc
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
