#!/usr/bin/env bash
. "$HARNESS"

stub df <<'BODY'
BASH_COMPAT=
cat <<'TABLE'
IUse%   Inodes    IUsed    IFree Type     Mounted on
  12%  3276800   393216  2883584 ext4     /
    -        0        0        0 btrfs    /pool
  85%  1000000   850000   150000 ext4     /edge
  99%  1000000   990000    10000 overlay  /var/lib/docker/overlay2/a/merged
  86%  1000000   855000   145000 ext4     /var/spool/old mail
 100%    65536    65536        0 ext4     /srv/cache
TABLE
exit "${DF_STATUS:-0}"
BODY

run --percent 85
check 'it succeeds' test "$status" -eq 0
check 'inodes are asked for, not bytes' calls 'ipcent'
check 'one above is listed, its mount point whole' grep -q '86% .* /var/spool/old mail$' <<<"$out"
check 'one at the threshold is not' bash -c '! grep -q /edge <<<"$1"' _ "$out"
check 'the overlay of a container is not' bash -c '! grep -q overlay <<<"$1"' _ "$out"
check 'one below is not' bash -c '! grep -q " /$" <<<"$1"' _ "$out"
check 'the fullest comes first' test "$(sed -n 2p <<<"$out" | grep -c '/srv/cache$')" -eq 1
check 'it counts them' grep -q '^2 file systems with more than 85%' <<<"$out"

run --percent 0
check 'one without a limit is never listed' bash -c 'grep -q ^4 <<<"$1" && ! grep -q /pool <<<"$1"' _ "$out"
run
check 'the default is 80' grep -q '^3 file systems with more than 80%' <<<"$out"

# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --percent 80 </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q " file systems with more than" <<<"$2"' _ "$status" "$out"
export DF_STATUS=1
run --percent 90
check 'a partial answer is told' test "$status" -eq 1
check 'and what was read is still listed' grep -q '/srv/cache$' <<<"$out"
unset DF_STATUS

run --percent 200
check 'more than 100 is refused' test "$status" -eq 2
run --verbose
check 'an unknown argument is refused' test "$status" -eq 2
run --percent 'x[$(touch pwned)]; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned

stub df <<'BODY'
exit 1
BODY
run
check 'an empty answer is a failed precondition' test "$status" -eq 3
finish
