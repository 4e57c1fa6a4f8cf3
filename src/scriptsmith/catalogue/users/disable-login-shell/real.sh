#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
use ssh
useradd --create-home --shell /bin/bash ana
useradd --create-home ben
usermod --shell '' ben
shell() { getent passwd "$1" | cut -d : -f 7; }

check 'there is a session at first' test "$(su --login ana --command 'echo in')" = in
run --user ana --dry-run
check 'a dry run changes nothing' test "$(shell ana)" = /bin/bash
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'that an FTP server may refuse it is told' grep -qx 'warning: /usr/sbin/nologin is not in /etc/shells, so an FTP server may let ana in no longer' <<<"$err"
check 'the shell is nologin' test "$(shell ana)" = /usr/sbin/nologin
check 'no session opens any more' test "$(su --login ana --command 'echo in' 2>/dev/null)" != in
check 'what root starts by su ends too, as was told' bash -c '! su - ana -c id && grep -q "su - ana -c" <<<"$1"' _ "$err"
check 'the former shell is told' grep -q 'before: /bin/bash' <<<"$out"
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --user ben
check 'an empty shell was /bin/sh' grep -q 'before: /bin/sh' <<<"$out"
echo x >~op/file && chown op: ~op/file
fetch() { neighbour sftp "${ssh_options[@]/#-p/-P}" op@192.0.2.10:file /tmp/fetched </dev/null >/dev/null 2>&1; }
check 'a file can be fetched by sftp at first' fetch
run --user op
check 'and no longer, as was told' bash -c '! '"$(declare -p ssh_options | sed 's/^declare -a //'); $(declare -f neighbour fetch)"'; ! fetch && grep -q "without internal-sftp, sftp as op end too" <<<"$1"' _ "$err"
tunnel() { neighbour timeout 5 ssh "${ssh_options[@]}" -N op@192.0.2.10 </dev/null >/dev/null 2>&1; [ $? -eq 124 ]; }
check 'a tunnel is still let in' tunnel
check 'and that was told' grep -q '; an SSH tunnel (ssh -N) is still let in$' <<<"$out"
run --user root
check 'root is refused' test "$status" -eq 3
run --user nobody-at-all
check 'a user who is not there is refused' test "$status" -eq 3
finish
