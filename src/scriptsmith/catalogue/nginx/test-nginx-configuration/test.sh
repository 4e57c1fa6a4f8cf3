#!/usr/bin/env bash
. "$HARNESS"

echo '# main' >nginx.conf
stub nginx <<'STUB'
[ "$1 $2" = '-t -c' ] || exit 1
case $3 in
  *broken*) echo 'nginx: [emerg] unknown directive "lissten" in /etc/nginx/conf.d/a.conf:3' >&2
    echo "nginx: configuration file $3 test failed" >&2; exit 1 ;;
  *closed*) echo 'nginx: [emerg] cannot load certificate key "/k": BIO_new_file() failed (SSL: Permission denied)' >&2; exit 1 ;;
  *mute*) exit 0 ;;
  *warn*) echo 'nginx: [warn] conflicting server name "a.example" on 0.0.0.0:80, ignored' >&2 ;;
esac
echo "nginx: the configuration file $3 syntax is ok" >&2
echo "nginx: configuration file $3 test is successful" >&2
STUB
stub timeout <<'STUB'
if [ -e hang ]; then exit 124; fi
shift; exec "$@"
STUB

run --file nginx.conf
check 'a valid file is said to be valid' grep -q '^valid: .*/nginx.conf (0 warnings)$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the test runs within a limit, on the absolute name' test -n "$(calls '^timeout 30 nginx -t -c /')"
check 'nothing but tests is asked of nginx' test -z "$(calls '^nginx' | grep -v -- ' -t ')"
echo >warn.conf
run --file warn.conf
check 'a warning does not make it fail' test "$status" -eq 0
check 'a warning is shown and counted' bash -c 'grep -q conflicting <<<"$1" && grep -q "(1 warnings)" <<<"$1"' _ "$out"
echo >broken.conf
run --file broken.conf
check 'a broken file is a failure' test "$status" -eq 1
check 'the line is named' grep -q 'a.conf:3' <<<"$out"
echo >closed.conf
run --file closed.conf
check 'missing rights are not called a broken configuration' test "$status" -eq 3
echo >mute.conf
run --file mute.conf
check 'silence is no success' test "$status" -eq 1
touch hang
run --file nginx.conf --timeout 5
check 'a test that hangs is a failure' test "$status" -eq 1
check 'and the reason is guessed' grep -q 'within 5 s' <<<"$err"
run --file nowhere.conf
check 'a missing file is refused' test "$status" -eq 3
run --file '$(touch pwned)'
check 'a hostile name is only a name' test "$status" -eq 3
run --timeout 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
