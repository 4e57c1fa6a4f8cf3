#!/usr/bin/env bash
. "$HARNESS"

stub df <<'BODY'
BASH_COMPAT=
cat <<'TABLE'
Use% IUse%  Size  Used Avail Type     Mounted on
 81%   10%   50G   40G   10G ext4     /
  -      -     0     0     0 autofs   /auto
 80%   90%   50G   40G   10G ext4     /exact
  5%  100%  200G   10G  190G ext4     /srv
 97%    9%   10G  9.7G  0.3G xfs      /var/my data
100%   91%    1G    1G     0 ext4     /full
 97%    9%   50G   48G    2G overlay  /var/lib/docker/overlay2/a/merged
TABLE
exit "${DF_STATUS:-0}"
BODY

run --percent 80
check 'it succeeds' test "$status" -eq 0
check 'a fuller one is listed' grep -q '81% .* /$' <<<"$out"
check 'one at the threshold is not' bash -c '! grep -q /exact <<<"$1"' _ "$out"
check 'one below is not' bash -c '! grep -q "G ext4  */srv" <<<"$1"' _ "$out"
check 'a mount point with a space is whole' grep -q '97% .* /var/my data$' <<<"$out"
check 'the fullest comes first' test "$(sed -n 2p <<<"$out" | grep -c '/full$')" -eq 1
check 'no free inodes are told' test "$(grep 'inodes used' <<<"$out" | xargs -n 1 | grep -E '^(9|1|/)' | xargs)" = '100% /srv 91% /full'
check 'it counts them' grep -q '^3 file systems more than 80% full' <<<"$out"
check 'the overlay of a container is not told apart from its disk' bash -c '! grep -q overlay2 <<<"$1"' _ "$out"
check 'network file systems are not asked' calls '--local'

run
check 'the default is 80' grep -q '^3 file systems more than 80%' <<<"$out"
run --percent 100
check 'none is a fine answer' grep -q '^0 file systems' <<<"$out"
run --percent 0
check 'a pseudo file system is never listed' bash -c 'grep -q ^5 <<<"$1" && ! grep -q auto <<<"$1"' _ "$out"

# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --percent 80 </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q " file systems more than" <<<"$2"' _ "$status" "$out"
export DF_STATUS=1
run --percent 90
check 'a partial answer is told' test "$status" -eq 1
check 'and what was read is still listed' grep -q '/full$' <<<"$out"
unset DF_STATUS

run --percent 101
check 'more than 100 is refused' test "$status" -eq 2
run --percent
check 'a missing value is refused' test "$status" -eq 2
run --percent 'x[$(touch pwned)]; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned

stub df <<'BODY'
exit 1
BODY
run
check 'an empty answer is a failed precondition' test "$status" -eq 3
finish
