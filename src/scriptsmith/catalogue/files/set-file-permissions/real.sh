#!/usr/bin/env bash
# packages: coreutils findutils passwd acl
. "$HARNESS"
ran_on coreutils "$(dpkg-query --show --showformat '${Version}' coreutils)"
useradd --create-home app && groupadd web
tree() { find /srv/site -printf '%m %u:%g %p\n' | sort -k3; }
mkdir -p '/srv/site/a dir/closed' /srv/site/shared /srv/site/mounted /srv/other
mount -t tmpfs other /srv/site/mounted && touch /srv/site/mounted/inside && chmod 600 /srv/site/mounted/inside
touch '/srv/site/a dir/file' '/srv/site/a dir/closed/deep' /srv/site/-rf /srv/other/kept $'/srv/site/new\nline' && cp /bin/true /srv/site/tool && cp /bin/true /srv/site/special
chmod 4755 /srv/site/special && chmod 000 '/srv/site/a dir/closed/deep' && chmod 700 '/srv/site/a dir/closed' && chmod 600 /srv/other/kept
chgrp web /srv/site/shared && chmod 2775 /srv/site/shared
ln -s /srv/other/kept /srv/site/link && ln -s /srv/other /srv/site/folder
before=$(tree)
run --directory /srv/site --file-mode 640 --dir-mode 750 --dry-run
check 'a dry run changes nothing' test "$status:$(tree)" = "0:$before"
run --directory /srv/site --file-mode 640 --dir-mode 750
check 'it succeeds' test "$status" -eq 0
check 'files have the one mode' test "$(stat -c %a '/srv/site/a dir/file' '/srv/site/a dir/closed/deep' /srv/site/-rf /srv/site/tool $'/srv/site/new\nline' | sort -u)" = 640
check 'directories the other, and keep setgid' test "$(stat -c %a /srv/site '/srv/site/a dir/closed' /srv/site/shared | paste -sd ' ')" = '750 750 2750'
check 'a setuid file is left alone' test "$(stat -c %a /srv/site/special)" = 4755
check 'what links point to, and another file system, stay' test "$(stat -c %a /srv/other/kept /srv/other /srv/site/mounted /srv/site/mounted/inside | paste -sd ' ')" = '600 755 1777 600'
check 'that is told' grep -qx '1 mounted file systems left alone' <<<"$err"
check 'a program that can no longer be run is told' grep -q 'note: 1 files that can be executed now lose that' <<<"$err"
restore=$(sed -n 's/^to restore: //p' <<<"$out")
run --directory /srv/site --file-mode 640 --dir-mode 750
check 'a second run changes nothing, and leaves no record' bash -c '[ "$1" -eq 0 ] && grep -q "^0 of " <<<"$2" && ! grep -q "to restore" <<<"$2"' _ "$status" "$out"
bash -c "$restore"
check 'the command that it printed restores every mode' test "$(tree)" = "$before"
mkdir -p ~app/.ssh /srv/site/.ssh
for wide in / /srv /etc /usr/bin /var/lib /home/app /home/app/.ssh /root/../etc/ssh /lib/x/.. /var/www/../lib; do
  run --directory "$wide" --file-mode 640 --dir-mode 750
  check "$wide is refused" test "$status" -eq 2 -o "$status" -eq 3
done
for mode in 666 777 200 0 u+r 4755; do
  run --directory /srv/site --file-mode "$mode" --dir-mode 750
  check "$mode is no mode for files" test "$status" -eq 2
done
check 'nothing was changed by that' test "$(find /srv/site ! -name .ssh -printf '%m %u:%g %p\n' | sort -k3)" = "$before"
mkdir -p /srv/site/.local/share/containers && install -m 755 /bin/true /srv/site/.local/share/containers/image
run --directory /srv/site --file-mode 640 --dir-mode 750
check 'images of rootless containers stay' test "$(stat -c %a /srv/site/.local/share/containers/image /srv/site/tool | paste -sd ' ')" = '755 640'
mount -o remount,ro /srv/site/mounted
run --directory /srv/site/mounted --file-mode 640 --dir-mode 750
check 'a mode that cannot be set is a failure' test "$status" -eq 1
finish
