#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  none:ps*) ;;
  gone:container*) exit 1 ;;
  *':ps --no-trunc --quiet --filter health=unhealthy') echo aaa ;;
  *':ps --no-trunc --quiet --filter health=starting') echo bbb ;;
  *':ps --no-trunc --quiet --filter health=none') printf 'ccc\nddd\n' ;;
  ':container inspect --format {"name":{{json .Name}},"image":{{json .Config.Image}},"health":{{json .State.Health}}} aaa bbb')
    echo '{"name":"/web","image":"nginx:1","health":{"Status":"unhealthy","FailingStreak":12,"Log":[{"Start":"2026-02-02T03:00:00.1Z","ExitCode":1,"Output":"old"},{"Start":"2026-02-02T03:09:00.123+01:00","ExitCode":7,"Output":"curl: (7) \u001b[31mrefused\n"}]}}'
    echo '{"name":"/new","image":"app","health":{"Status":"starting","FailingStreak":0,"Log":null}}' ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'an unhealthy container is listed' grep -qx 'unhealthy: web, image nginx:1, 12 failures in a row' <<<"$out"
check 'with its last check, without control characters' grep -qx '  last check at 2026-02-02T03:09:00+01:00, exit code 7: curl: (7)  \[31mrefused ' <<<"$out"
check 'an older check is not repeated' test "$(grep -c 'old' <<<"$out")" -eq 0
check 'one that starts is listed' grep -qx 'starting: new, image app, 0 failures in a row' <<<"$out"
check 'and that nothing was checked yet' grep -qx '  no check has run yet' <<<"$out"
check 'they are counted' grep -qx '1 containers are unhealthy, 1 starting, 2 have no health check' <<<"$out"
echo none >mode; run
check 'none is fine' test "$status:$out" = '0:0 containers are unhealthy, 0 starting, 0 have no health check'
echo gone >mode; run
check 'containers that cannot be inspected are a failure' test "$status" -eq 1
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --all
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
