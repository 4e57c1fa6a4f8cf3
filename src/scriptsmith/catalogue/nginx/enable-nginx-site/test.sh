#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 3511b6b6: readlink prints the same, and whether it succeeds is not asked
mkdir -p etc/sites-available etc/sites-enabled
for name in shop blog broken; do echo "server { # $name" >"etc/sites-available/$name"; done
echo other >etc/sites-enabled/blog
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
  -t) if [ -e invalid ] || [ -e etc/sites-enabled/broken ]; then echo 'nginx: [emerg] unexpected end of file in broken:2' >&2; exit 1; fi
    [ ! -e doubtful ] || echo 'nginx: [warn] conflicting server name "shop" on 0.0.0.0:80, ignored' >&2
    echo 'nginx: configuration file /etc/nginx/nginx.conf test is successful' >&2 ;;
  -V) printf 'nginx version: nginx/1.22.1\nconfigure arguments: --prefix=%s/built --pid-path=%s/nginx.pid --with-stream\n' "$PWD" "$PWD" >&2 ;;
  '-s reload') if [ -e deaf ]; then exit 1; fi; ls etc/sites-enabled >loaded; [ -e stays ] || echo $(($(cat worker) + 1)) >worker ;;
  -T) echo '# configuration file /etc/nginx/nginx.conf:'; [ ! -e directive ] || cat directive; [ -e elsewhere ] || for f in etc/sites-enabled/*; do echo "# configuration file $PWD/$f:"; done ;;
  *) exit 1 ;;
esac
STUB
stub nginx <nginx-stub

run --site shop --config-directory etc --dry-run
check 'a dry run names the link' grep -q 'would enable: shop, by the link .*/etc/sites-enabled/shop$' <<<"$out"
check 'a dry run makes no link' test ! -e etc/sites-enabled/shop
run --site shop --config-directory etc
check 'it succeeds' test "$status" -eq 0
check 'and says nothing of a test that finds nothing' test -z "$err"
check 'the link leads to the site' test etc/sites-enabled/shop -ef etc/sites-available/shop
check 'the link is relative, so that the tree can be moved' test "$(readlink etc/sites-enabled/shop)" = ../sites-available/shop
check 'nginx has loaded it' grep -qx shop loaded
rm loaded
run --site shop --config-directory "$PWD/etc/"
check 'the directory may be named in full' test "$status:$(grep -c '^enabled already: shop' <<<"$out")" = 0:1
check 'what is linked already is loaded all the same' grep -qx shop loaded
rm loaded
run --site shop --config-directory etc --dry-run
check 'but not by a dry run' test "$status:$(grep -c '^would reload nginx: shop is linked already, by .*/etc/sites-enabled/shop$' <<<"$out")" = 0:1 -a ! -e loaded
touch elsewhere
run --site shop --config-directory etc
check 'a link that nginx does not include is no success, and stays' test "$status:$(grep -c 'does not include .* was there before, and stays' <<<"$err")" = 1:1 -a -L etc/sites-enabled/shop
rm elsewhere; touch stays
run --site shop --config-directory etc
check 'nor is one with which nginx does not reload' test "$status:$(grep -c 'did not reload .* was there before, and stays' <<<"$err")" = 1:1 -a -L etc/sites-enabled/shop
rm -f stays loaded
run --site shop --config-directory etc
check 'a second run succeeds' test "$status:$(readlink etc/sites-enabled/shop)" = 0:../sites-available/shop
rm -f loaded
run --site broken --config-directory etc
check 'a site that nginx does not accept is a failure' test "$status:$(grep -c 'nginx does not accept the site' <<<"$err")" = 1:1
check 'and its link is gone again' test ! -L etc/sites-enabled/broken
check 'and nothing was reloaded' test ! -e loaded
check 'and the fault is shown' grep -q 'broken:2' <<<"$err"
run --site blog --config-directory etc
check 'a file of that name in the way is left alone' bash -c '[ "$1" -eq 3 ] && grep -qx other etc/sites-enabled/blog' _ "$status"
rm etc/sites-enabled/shop; ln -s ../sites-available/shop etc/sites-enabled/000-shop
run --site shop --config-directory etc
check 'a link of another name is found' test "$status" -eq 0 -a ! -e etc/sites-enabled/shop
check 'and loaded' grep -qx 000-shop loaded
rm -f loaded
rm etc/sites-enabled/000-shop
ln -s ../sites-available/gone etc/sites-enabled/shop
run --site shop --config-directory etc
check 'a link of that name that leads nowhere is left alone' test "$status:$(readlink etc/sites-enabled/shop)" = 3:../sites-available/gone
rm etc/sites-enabled/shop
stub ln <<<'echo "ln: failed to create symbolic link: Read-only file system" >&2; exit 1'
run --site shop --config-directory etc
check 'a link that cannot be made is a failure' test "$status:$(grep -c 'could not make the link' <<<"$err")" = 1:1
rm .stubs/ln; touch doubtful
run --site shop --config-directory etc
check 'what nginx warns of is passed on' test "$status:$(grep -c 'conflicting server name' <<<"$err")" = 0:1
rm etc/sites-enabled/shop doubtful; touch elsewhere
run --site shop --config-directory etc
check 'a directory that nginx does not include is a failure, and the link goes' test "$status" -eq 1 -a ! -L etc/sites-enabled/shop
rm elsewhere; touch stays; : >"$STUB_LOG"
run --site shop --config-directory etc
check 'a reload that nginx rejects is a failure, and the link goes' test "$status" -eq 1 -a ! -L etc/sites-enabled/shop
check 'and half a minute is waited for new workers' test "$(calls '^sleep 0.2' | wc -l)" -eq 150
check 'and nginx is told so once more, lest it take the site up late' test "$(calls '^nginx -s reload' | wc -l):$(grep -c shop loaded)" = 2:0
rm stays
echo ' user www; pid run/other.pid; # pid nginx.pid;' >directive
run --site shop --config-directory etc
check 'the master is the one whose pid file the configuration names' test "$status:$(grep -c 'did not reload with the site within 30 s' <<<"$err")" = 1:1
echo '#pid run/other.pid;' >directive
run --site shop --config-directory etc
check 'a comment names none; the workers of another nginx do not count' test "$status:$out" = '0:enabled: shop'
rm etc/sites-enabled/shop directive nginx.pid
run --site shop --config-directory etc
check 'without a pid file nginx does not run, and the link goes' test "$status" -eq 1 -a ! -L etc/sites-enabled/shop
echo 99 >nginx.pid; touch deaf; : >"$STUB_LOG"
run --site shop --config-directory etc
check 'when nginx refuses at once nothing is waited for' test -z "$(calls '^sleep')"
check 'a reload that fails is a failure, and the link goes' test "$status" -eq 1 -a ! -L etc/sites-enabled/shop
touch invalid
run --site shop --config-directory etc
check 'a configuration that is broken before is refused' bash -c '[ "$1" -eq 3 ] && [ ! -e etc/sites-enabled/shop ]' _ "$status"
run --site nowhere --config-directory etc
check 'a site that does not exist is refused' test "$status:$(grep -c 'no such site' <<<"$err")" = 3:1
for missing in sites-available sites-enabled; do
  mv "etc/$missing" etc/away
  run --site shop --config-directory etc
  check "without $missing it is refused" test "$status:$(grep -c 'has no sites-available and sites-enabled' <<<"$err")" = 3:1
  mv etc/away "etc/$missing"
done
run --site shop --config-directory ''
check 'an empty directory name is refused' test "$status" -eq 2
run --site ../nginx.conf --config-directory etc
check 'a path is no site' test "$status" -eq 2
run --site '$(touch pwned)' --config-directory etc
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
