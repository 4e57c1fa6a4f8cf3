#!/usr/bin/env bash
# packages: acl passwd util-linux mount
. "$HARNESS"
ran_on acl "$(getfacl --version | sed 's/.* //')"
useradd --create-home ann && useradd --create-home bob
mkdir -p /srv/share && mount -t tmpfs share /srv/share
mkdir '/srv/share/a dir' && echo x >'/srv/share/a dir/file'
chmod 640 '/srv/share/a dir/file' && chmod 750 '/srv/share/a dir'
run --path '/srv/share/a dir/file'
check 'a plain file has no entries beyond the mode (not looked at: SELinux, AppArmor, read-only mounts, and what systemd hides from a service)' bash -c '[ "$1" -eq 0 ] && grep -qx "no entries beyond the mode (not looked at: SELinux, AppArmor, read-only mounts, and what systemd hides from a service)" <<<"$2"' _ "$status" "$out"
check 'the way to it is shown from the root' grep -qx '  drwxr-xr-x root:root  /srv' <<<"$out"
setfacl -m u:ann:rw,m::r '/srv/share/a dir/file' && setfacl -m u:bob:x '/srv/share/a dir' && setfacl -d -m u:ann:r '/srv/share/a dir'
ln -s 'a dir/file' /srv/share/link
run --path /srv/share/link
check 'an entry is shown with the right that counts' grep -Eqx '  user:ann:rw- *#effective:r--' <<<"$out"
check 'one entry is beyond the mode' grep -qx '1 entries beyond the mode (not looked at: SELinux, AppArmor, read-only mounts, and what systemd hides from a service)' <<<"$out"
check 'that of a directory on the way is shown too' test "$(grep -A1 -F '  drwxr-x--- root:root  /srv/share/a dir' <<<"$out" | tail -n 1 | tr -s ' ' | cut -d' ' -f2)" = 'user:bob:--x'
check 'with what its group may, which the mode does not show' grep -Eq '^    group::r-x' <<<"$out"
setfacl -m u:bob:rwx,g::--- '/srv/share/a dir' && run --path /srv/share/link
check 'where the mode shows the mask instead' test "$(grep -A3 -F '  drwxrwx--- root:root  /srv/share/a dir' <<<"$out" | grep -c '^    group::---')" -eq 1
setfacl -m u:bob:x,g::rx '/srv/share/a dir'
check 'ann cannot get there, as is shown' bash -c '! su ann -c "cat /srv/share/link"'
run --path '/srv/share/a dir'
check 'of a directory its defaults are shown' grep -q '^  default:user:ann:r--' <<<"$out"
setfacl -m u:ann:x '/srv/share/a dir'
check 'with x on the way she can read' su ann -c 'cat /srv/share/link'
check 'but not write, as the mask says' bash -c '! su ann -c "echo y >/srv/share/link"'
mkdir -m 700 /srv/share/priv && ln -s ../../share/plain /srv/share/priv/link && echo x >/srv/share/plain && chmod 644 /srv/share/plain
run --path /srv/share/priv/link
check 'the closed directory of a link is shown' grep -qx '  drwx------ root:root  /srv/share/priv' <<<"$out"
check 'and it is what keeps her out' bash -c '! su ann -c "cat /srv/share/priv/link" && su ann -c "cat /srv/share/plain"'
run --path /srv/share/none
check 'a missing file is refused' test "$status" -eq 3
finish
