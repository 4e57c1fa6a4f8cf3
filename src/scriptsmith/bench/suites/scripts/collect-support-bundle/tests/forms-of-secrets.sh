# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() {
  printf '%s\n' 'DB_PASSWORD=***' '  export MY_SECRET_KEY=***' '"clientSecret": ***' 'auth.token:***' $'password\t=\t***' 'password-file=***' 'Token=***' \
    'my password is not a key' 'the password = is in a text' '# see token' 'tokens' 'url=http://x/?token=visible' 'passwor=visible'
}
got() { tar -xzOf bundle.tar.gz bundle/etc/conf; }
check "the exit status is 0" test "$STATUS" -eq 0
check "no secret is in the archive" test -n "$(got)" -a -z "$(got | grep -a -e s3cr3t -e hunter2)"
check "keys, quotes, blanks and all other lines stay" cmp -s <(got | head -n 13) <(expected)
check "bytes that are no text stay" test "$(got | sed -n 15p | od -An -tx1 | xargs)" = '62 79 74 65 73 20 ff 01 0a'
check "a last line without a newline is masked" test "$(got | tail -n 1)" = 'secret: ***'
check "the file on the host stays" cmp -s etc/conf /tmp/original
finish
