#!/usr/bin/env bash
. "$HARNESS"

cat >table <<'EOF'
# a comment
proc /proc proc defaults 0 0
  #/dev/x /x ext4 defaults 0 0
EOF
run --file table
check 'it succeeds on a table in order' test "$status" -eq 0
check 'the entries are counted' grep -qx '1 entries, 0 of them not mounted though they should be at boot' <<<"$out"
check 'and of whose options nothing is said' grep -qx 'not checked: values of options, whether disks .*, any option of proc' <<<"$out"
check 'that the running system was looked at' grep -q '^note: .* in the running system$' <<<"$out"
mkdir 'place one' two
cat >table <<EOF
/dev/no-such-device-a $PWD/place\\040one ext4 defaults 0 2
/dev/no-such-device-b $PWD/two ext4 defaults,nofail 0 2
/dev/no-such-device-c $PWD/two ext4 noauto 0 2
EOF
run --file table
check 'a missing device is a failure' test "$status" -eq 1
check 'it is named' grep -qx 'NO SUCH DEVICE, the boot will stop: /dev/no-such-device-a' <<<"$out"
check 'one that the boot can do without is no failure' test "$(grep -c '^NO SUCH DEVICE' <<<"$out")" -eq 1
check 'the real findmnt names it' grep -q 'no-such-device-a' <<<"$out"
check 'what is not mounted is named' grep -q "^not mounted now: $PWD/place one from /dev/no-such-device-a (stops the boot" <<<"$out"
check 'what the boot can do without is told apart' grep -q '^not mounted now: .*two from /dev/no-such-device-b (the boot goes on without it)' <<<"$out"
check 'what is mounted by hand only is not named' test "$(grep -c '^not mounted.*device-c' <<<"$out")" -eq 0
check 'they are counted' grep -q '^3 entries, 2 of them' <<<"$out"
cat >table <<EOF
LABEL=no-such-swap none swap sw 0 0
/dev/no-such-device-d $PWD/two ext4 x-systemd.automount,x-systemd.idle-timeout=60 0 2
/dev/no-such-device-e $PWD/two ext4 defaults,_netdev 0 2
EOF
stub findmnt <<<'case $* in --verify*) echo "Success, no errors or warnings detected" ;; *) exit 1 ;; esac'
run --file table
check 'swap, what is mounted on demand and what is of the network do not stop the boot' test "$status:$(grep -c '^NO SUCH DEVICE' <<<"$out")" = 0:0
check 'and are told' test "$(grep -c '^no such device, the boot waits for it and goes on: ' <<<"$out")" -eq 3
check 'what is not mounted too' grep -q '^not mounted now: .*two from /dev/no-such-device-e (the boot goes on without it)' <<<"$out"
printf 'nas:/x %s nfs4 rw,hard 0 0\n//nas/y %s cifs credentials=/root/c 0 0\n' "$PWD/two" "$PWD/two" >table
run --file table
check 'nor do network file systems, with or without _netdev' test "$status:$(grep -c '^not mounted now: .* (the boot goes on without it)$' <<<"$out")" = 0:2
stub findmnt <<'EOF'
case $* in --verify*) echo 'Success, no errors or warnings detected' ;; *) printf '%s\n' "${@: -1}" >>asked; exit 1 ;; esac
EOF
printf '%s\n' "tmpfs $PWD/a\\040b\\011c\\134d tmpfs nofail 0 0" >table
run --file table
check 'escapes of a path are decoded' test "$(<asked)" = "$PWD"$'/a b\tc\\d'
printf '%s\n' "tmpfs $PWD/two tmpfs defaults 0 0" >table; printf '/dev/no-such-device-f %s ext4 defaults 0 2' "$PWD/two" >>table
run --file table
check 'a last line without an end is looked at' test "$status:$(grep -c '^NO SUCH DEVICE, the boot will stop: /dev/no-such-device-f$' <<<"$out"):$(grep -c '^2 entries' <<<"$out")" = 1:1:1
printf '%s\n' "$PWD/none $PWD/two none bind 0 0" "$PWD/none.img $PWD/two ext4 loop,nofail 0 0" "//nas/none $PWD/two cifs ro 0 0" \
  "/a:/b $PWD/two fuse.mergerfs allow_other 0 0" "/share $PWD/two 9p trans=virtio 0 0" "/share $PWD/two virtiofs rw 0 0" >table
run --file table
check 'a bind mount of what is not there stops the boot' test "$status:$(grep '^NO SUCH' <<<"$out")" = "1:NO SUCH FILE OR DIRECTORY, the boot will stop: $PWD/none"
printf '%s\n' "tmpfs $PWD/two tmpfs defualts,size=5G,X-mount.mkdir,x-systemd.after=a.service 0 0" >table
run --file table
check 'a misspelt option is a failure' test "$status:$(grep '^NOT A' <<<"$out")" = "1:NOT A KNOWN OPTION of tmpfs, is it misspelt or of another file system? defualts of $PWD/two"
check 'and counted' grep -q ': 1 options in table are not known here' <<<"$err"
printf '%s\n' "UUID=x $PWD/two ext4 noauto,nofail,errors=remount-ro,context=\"a:b,c\",noatime 0 2" "n:/x $PWD/two nfs odd 0 0" "x none swap sw,pri=5,nofail 0 0" \
  "tmpfs $PWD/two tmpfs size=1G,mode=1777,noexec 0 0" "x $PWD/two btrfs nofail,subvol=@,compress=zstd:3 0 0" "x $PWD/two xfs inode64,logbufs=8,noquota,nofail 0 0" >table
run --file table
check 'usual ones are not, nor is another file system asked' test "$status:$(grep -c 'NOT A' <<<"$out")" = 0:0
check 'no type is asked of that' grep -q ', any option of nfs$' <<<"$out"
check 'a missing helper of a mount is told' test "$(grep -c "^NOT INSTALLED: mount.nfs, without which $PWD/two " <<<"$out")" -eq "$(if [[ -x /sbin/mount.nfs ]]; then echo 0; else echo 1; fi)"
printf '%s\n' "UUID=x $PWD/two xfs errors=remount-ro,acl,usrquota,noatime,nofail 0 2" "UUID=x $PWD/two ext3 subvol=@,inode64,usrjquota=a,nofail 0 2" \
  "UUID=x $PWD/two btrfs data=ordered,acl,nofail 0 0" "UUID=x $PWD/two auto subvol=@,uid=5,nofail 0 0" "/srv $PWD/two none bind,size=1 0 0" "x none swap sw,errors=x,nofail 0 0" >table
run --file table
check 'an option of another file system is a failure' test "$status:$(sed -n 's/^NOT A KNOWN OPTION of \([a-z0-9]*\), .*? \([^ ]*\) of .*/\1 \2/p' <<<"$out" | paste -sd ,)" = \
  '1:xfs errors,xfs acl,ext3 subvol,ext3 inode64,btrfs data,swap errors'
stub id <<<'echo 1000'
run --file table
check 'that types were not compared is told' grep -q '^note: without root the types' <<<"$out"
rm .stubs/findmnt .stubs/id
printf '/dev/x;touch\\040pwned $(touch\\040pwned) ext4 defaults 0 0\n' >hostile
run --file hostile
check 'a hostile line runs nothing' test ! -e pwned
check 'and is a failure' test "$status" -eq 1
stub findmnt <<<'case $* in --verify*) echo "Success, no errors or warnings detected" ;; esac'
printf 'tmpfs /tmp tmpfs defaults 0 0\n' >table
run --file table
check 'what findmnt says is passed on' grep -qx 'Success, no errors or warnings detected' <<<"$out"
run --file nowhere
check 'a missing table is refused' test "$status" -eq 3
run --file two
check 'a directory is no table' test "$status" -eq 3
run --file
check 'an option needs a value' test "$status" -eq 2
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
