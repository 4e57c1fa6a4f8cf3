#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'root dir/containers/abc'
truncate -s 200M 'root dir/containers/abc/abc-json.log'; truncate -s 1M 'root dir/containers/abc/small-json.log'
mkdir 'root dir/containers/abc/local-logs'; truncate -s 300M 'root dir/containers/abc/local-logs/container.log'
stub df <<'EOF'
BASH_COMPAT=
[ "$1 $2 $3" = '--output=avail,pcent,ipcent,target --block-size=M --' ] || exit 1
echo 'Avail Use% IUse% Mounted on'; case $4 in /var/lib/containerd) echo '512M  99%   40% /' ;; *) echo '20480M  91%   12% /data disk' ;; esac
EOF
stub docker <<'EOF'
BASH_COMPAT=
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  silent:*) ;;
  *':system df --format {{.Type}}|{{.TotalCount}}|{{.Active}}|{{.Size}}|{{.Reclaimable}}')
    echo 'Images|12|3|8.1GB|6GB (74%)'; echo 'Containers|4|2|120MB|20MB (16%)'; echo 'Local Volumes|5|1|30GB|29GB (96%)'; echo 'Build Cache|40|0|2GB|2GB' ;;
  'far:info --format {{.DockerRootDir}}|{{.DriverStatus}}') echo '/no/such/place|[[Backing Filesystem extfs]]' ;;
  'containerd:info --format {{.DockerRootDir}}|{{.DriverStatus}}') echo "$PWD/root dir|[[driver-type io.containerd.snapshotter.v1]]" ;;
  ':info --format {{.DockerRootDir}}|{{.DriverStatus}}') echo "$PWD/root dir|[[Backing Filesystem extfs] [Supports d_type true]]" ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'each kind is shown' grep -qx 'Local Volumes: 30GB (5 in all, 1 in use), reclaimable 29GB (96%)' <<<"$out"
check 'the build cache, too' grep -qx 'Build Cache: 2GB (40 in all, 0 in use), reclaimable 2GB' <<<"$out"
check 'the file system is shown' grep -q '(/data disk): 20480M left, 91% full, 12% of the inodes used$' <<<"$out"
check 'a large log is named' grep -q '^large log: 200 MiB .*abc-json.log$' <<<"$out"
check 'one of the driver local too' grep -q '^large log: 300 MiB .*local-logs/container.log$' <<<"$out"
check 'a small one is not' test "$(grep -c 'small-json' <<<"$out")" -eq 0
check 'they were looked at' test -z "$(grep '^note:' <<<"$out")"
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q "^large log: 200 MiB " <<<"$2"' _ "$status" "$out"
mv 'root dir/containers' kept; run
check 'that logs were not looked at is told' grep -qx 'note: the logs of containers were not looked at, which takes root' <<<"$out"
mkdir -p /var/lib/containerd
run
check 'one file system is shown' test "$(grep -c '^file system of ' <<<"$out")" -eq 1
echo containerd >mode; run
check 'that of containerd is shown where it keeps the images' grep -qx 'file system of /var/lib/containerd (/): 512M left, 99% full, 40% of the inodes used' <<<"$out"
check 'beside that of docker' grep -q '(/data disk): 20480M left, 91% full' <<<"$out"
echo far >mode; run
check 'a daemon elsewhere is told' test "$status" -eq 0 -a -n "$(grep '^the directory of docker is not on this host: /no/such/place$' <<<"$out")"
check 'and no other file system is shown for it' test "$(grep -c 'file system' <<<"$out")" -eq 0
echo silent >mode; run
check 'an empty answer is a failure' test "$status" -eq 1
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --verbose
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
