#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sysvipc proc/900 shm
cat >proc/sysvipc/shm <<'EOF'
       key      shmid perms                  size  cpid  lpid nattch   uid   gid  cuid  cgid      atime      dtime      ctime                   rss                  swap
         0          3   600             104857600   900   901      5 54321 54321 54321 54321 1700000000          0 1700000000              52428800                     0
   5432001          4  1600             209715200   777   777      0 54321 54321 54321 54321 1700000000          0 1700000000               1048576               1048576
   5432002          5   666                  4096   900   900      0 54321 54321 54321 54321          0          0 1700000000                     0                     0
EOF
head -c 2097152 /dev/zero >'shm/PostgreSQL.1 a'
echo x >'shm/$(touch pwned)'
run --proc-root proc --shm shm
check 'it succeeds' test "$status" -eq 0
check 'one whose creator is gone is an orphan' grep -Eqx ' +200 MiB +2 MiB +4 54321 +1600 +777 +0  ORPHAN' <<<"$out"
check 'the largest comes first' grep -q ORPHAN <<<"$(sed -n 2p <<<"$out")"
check 'one in use is not' grep -Eqx ' +100 MiB +50 MiB +3 54321 +600 +900 +5' <<<"$out"
check 'one whose creator runs is told apart' grep -Eq ' +5 54321 +666 +900 +0  nobody attached' <<<"$out"
check 'they are summed' grep -qx '3 segments here (containers have their own), 300 MiB; 1 orphans' <<<"$out"
check 'a file in shared memory is shown' grep -Eq '^ +2\.0M +[^ ]+ +shm/PostgreSQL.1 a$' <<<"$out"
check 'they are summed too' grep -qx 'shm: 2 files, 2 MiB' <<<"$out"
stub df <<'EOF'
[ "$*" = '--block-size=1K --type=tmpfs --output=used,target' ] || exit 1
printf '   Used Mounted on\n   2052 shm\n  20480 /run\n      0 /run/lock\n 102400 /my tmp\n    400 /run/user/0\n'
EOF
# Of 1000 MiB: 51 in segments, 2 in shm, 20, 100 and less than one in other file systems.
printf 'Buffers: 5 kB\nShmem:  %d kB\n' $((1000 * 1024)) >proc/meminfo
run --proc-root proc --shm shm
check 'other file systems in memory are told' test "$(grep -c 'a file system in memory' <<<"$out"):$(grep -cx '/my tmp, a file system in memory: 100 MiB' <<<"$out")" = 2:1
check 'what is none of all this is told' grep -q '^shared memory in all, by the kernel (Shmem): 1000 MiB; 826 MiB of it are none of these: ' <<<"$out"
printf 'Shmem:  %d kB\n' $((174 * 1024)) >proc/meminfo
run --proc-root proc --shm shm
check 'where that is nothing, nothing is said of it' grep -qx 'shared memory in all, by the kernel (Shmem): 174 MiB' <<<"$out"
rm proc/meminfo
stub find <<<'exit 1'
run --proc-root proc --shm shm
check 'what cannot be read is no empty directory' grep -qx 'note: not all of shm could be read; run as root' <<<"$out"
rm .stubs/find
head -n 1 proc/sysvipc/shm >h; mv h proc/sysvipc/shm
run --proc-root proc --shm nowhere
check 'none is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "0 segments here (containers have their own), 0 MiB; 0 orphans" ]' _ "$status" "$out"
run
check 'it works on the real thing' grep -Eq '^[0-9]+ segments here ' <<<"$out"
run --proc-root nowhere
check 'a kernel without them is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
run --shm
check 'an option needs a value' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
