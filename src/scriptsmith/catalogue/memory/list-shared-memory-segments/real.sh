#!/usr/bin/env bash
# packages: util-linux python3-minimal
. "$HARNESS"
ran_on util-linux "$(ipcs --version | sed 's/.* //')"
run
check 'a fresh machine has none' grep -qx '0 segments here (containers have their own), 0 MiB; 0 orphans' <<<"$out"
id=$(ipcmk -M 20971520 -p 0640 | sed 's/.*: //')
head -c 7M /dev/zero >/dev/shm/'two words'
run
check 'one whose maker is gone is an orphan' grep -Eq "^ +20 MiB +0 MiB +$id root +640 +[0-9]+ +0  ORPHAN$" <<<"$out"
check 'it is counted' grep -qx '1 segments here (containers have their own), 20 MiB; 1 orphans' <<<"$out"
check 'a file in /dev/shm is shown' grep -Eq '^ +7.0M  root +/dev/shm/two words$' <<<"$out"
python3 -c '
import ctypes, sys, time
libc = ctypes.CDLL(None); libc.shmat.restype = ctypes.c_void_p
libc.shmat(int(sys.argv[1]), None, 0); print("attached", flush=True); time.sleep(300)
' "$id" >.attached &
user=$!
await test -s .attached
run
check 'one that is attached is none' grep -qx '1 segments here (containers have their own), 20 MiB; 0 orphans' <<<"$out"
kill "$user"
python3 -c '
import mmap, time
area = mmap.mmap(-1, 64 << 20)
for at in range(0, 64 << 20, 4096): area[at] = 1
open(".shared", "w").close(); time.sleep(300)' &
owner=$!
mkdir /srv/memory && mount -t tmpfs none /srv/memory && head -c 9M /dev/zero >/srv/memory/file
await test -e .shared
run
check 'another file system in memory is told' grep -qx '/srv/memory, a file system in memory: 9 MiB' <<<"$out"
check 'so is memory that is shared without a name' test "$(sed -n 's/^shared memory in all, .*; \([0-9]*\) MiB of it are none of these.*/\1/p' <<<"$out")" -ge 60
kill "$owner"; umount /srv/memory
mount -o remount,hidepid=2 /proc
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out
check 'where processes are hidden nothing is called an orphan' test "$(grep -c ORPHAN .out):$(grep -c '^note: .*hidepid' .out)" = 0:1
mount -o remount,hidepid=0 /proc
unshare --ipc bash -c 'ipcmk -M 40000000 >/dev/null; touch .other; exec sleep 300' &
await test -e .other
run
check 'that of a container is not seen, and that is said' grep -qx '1 segments here (containers have their own), 20 MiB; [01] orphans' <<<"$out"
kill "$!"
finish
