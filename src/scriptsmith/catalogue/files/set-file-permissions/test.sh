#!/usr/bin/env bash
. "$HARNESS"

modes() { find "$1" -printf '%p %m\0' | sort -z | tr '\0' '\n'; }
umask 022
mkdir -p 'tree/sub dir' tree/shared elsewhere
printf 'x\n' | tee 'tree/sub dir/a file' tree/-dash $'tree/new\nline' tree/tool tree/suid elsewhere/f >/dev/null
chmod 600 'tree/sub dir/a file'
chmod 777 $'tree/new\nline'
chmod 755 tree/tool
printf 'x\n' >tree/sticky && chmod 1644 tree/sticky
chmod 4755 tree/suid
chmod 2777 tree/shared
ln -s ../elsewhere tree/link
before=$(modes tree)

run --directory tree --file-mode 640 --dir-mode 750 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run changes nothing' test "$(modes tree)" = "$before"
check 'a dry run names the change' grep -q '^would change: 600 to 640 .*/tree/sub dir/a file$' <<<"$out"
check 'a dry run counts' grep -q '^8 of 9 would be changed, 0 failed$' <<<"$out"
check 'a dry run leaves no record' test -z "$(find . -maxdepth 1 -name 'set-file-permissions.*')"

run --directory tree --file-mode 640 --dir-mode 750
check 'it succeeds' test "$status" -eq 0
check 'a file has the mode of files' test "$(stat -c %a 'tree/sub dir/a file' tree/-dash | sort -u)" = 640
check 'so has one with a newline in its name' test "$(stat -c %a $'tree/new\nline')" = 640
check 'a directory has the mode of directories' test "$(stat -c %a tree 'tree/sub dir' | sort -u)" = 750
check 'a directory keeps its setgid bit' test "$(stat -c %a tree/shared)" = 2750
check 'a setuid file is left alone' test "$(stat -c %a tree/suid)" = 4755
check 'what a link leads to is left alone' test "$(stat -c %a elsewhere elsewhere/f | tr '\n' ' ')" = '755 644 '
check 'lost execution is told' grep -q '^note: 2 files' <<<"$err"
check 'what is left alone is counted' grep -q '^1 setuid or setgid files left alone$' <<<"$err"
check 'and so is what was changed' grep -q '^8 of 9 changed, 0 failed$' <<<"$out"
restore=$(sed -n 's/^to restore: //p' <<<"$out")

run --directory tree --file-mode 640 --dir-mode 0750
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^0 of" <<<"$2"' _ "$status" "$out"
check 'and leaves no second record' test "$(find . -maxdepth 1 -name 'set-file-permissions.*' | wc -l)" -eq 1
bash -c "$restore"
check 'the record restores the former modes' test "$(modes tree)" = "$before"

status=0
out=$( (trap '' XFSZ; ulimit -f 0; exec bash "$SCRIPT" --directory tree --file-mode 640 --dir-mode 750 </dev/null 2>/dev/null) | cat) || status=$?
check 'what is not in the record is not changed, and that is counted' test "$status:$(modes tree):$out" = "1:$before:0 of 9 changed, 1 failed"
chmod 644 tree/-dash && chmod 755 tree/tool
stub chmod <<<'exit 1'
run --directory tree --file-mode 640 --dir-mode 750
check 'modes that cannot be set are a failure' test "$status" -eq 1
check 'and counted' grep -q '^0 of 9 changed, 8 failed$' <<<"$out"
/bin/rm .stubs/chmod; rm -f ./set-file-permissions.*
export TMPDIR=nowhere
run --directory tree --file-mode 640 --dir-mode 750
check 'without a record of the former modes none is changed' test "$status" -eq 3 -a "$(modes tree)" = "$before"
unset TMPDIR
run --directory 'tree/sub dir' --file-mode 641 --dir-mode 771 --dry-run
check 'others may be let through, in a directory with a blank in its name' grep -q '^2 of 2 would be changed' <<<"$out"
check 'where nothing is left alone, nothing is told of' test -z "$err"
mkdir -p tree2/below; for mode in 755 664; do printf 'x\n' >tree2/below/$mode && chmod $mode tree2/below/$mode; done
run --directory tree2/below --file-mode 660 --dir-mode 750 --dry-run
check 'only what could be executed loses that' grep -q '^note: 1 files' <<<"$err"
mkdir -p tree3/home/.ssh tree3/my.ssh && printf 'x\n' | tee tree3/home/.ssh/id tree3/home/file tree3/my.ssh/file >/dev/null && chmod 700 tree3/home/.ssh && chmod 600 tree3/home/.ssh/id
run --directory tree3 --file-mode 664 --dir-mode 775
check 'keys of SSH are left alone' test "$status:$(stat -c %a tree3/home/.ssh tree3/home/.ssh/id | paste -sd ' ')" = '0:700 600'
check 'what only ends like it is not' test "$(stat -c %a tree3/home/file tree3/my.ssh/file | sort -u)" = 664
check 'and that is told' grep -qx '2 entries of .ssh or .gnupg left alone' <<<"$err"
mkdir -p tree4/home/.local/share/{containers/storage,docker,other} && printf 'x\n' | tee tree4/home/.local/share/{containers/storage,docker,other}/file >/dev/null && chmod 755 tree4/home/.local/share/*/file tree4/home/.local/share/containers/storage/file
stub find <<<'exec /usr/bin/find "$@"'
run --directory tree4 --file-mode 640 --dir-mode 750
check 'images of rootless containers are left alone' test "$(stat -c %a tree4/home/.local/share/{containers/storage,docker,other}/file | paste -sd ' ')" = '755 755 640'
check 'which is told' grep -qx '5 files of rootless containers left alone' <<<"$err"
check 'a file that goes while it looks is no failure' test -n "$(calls '^find .* -ignore_readdir_race ')"
rm .stubs/find
run --directory tree4/home/.local/share/docker --file-mode 640 --dir-mode 750
check 'their directory is refused' bash -c '[ "$1" = 2 ] && grep -q "files of containers" <<<"$2"' _ "$status" "$err"
rm -f ./set-file-permissions.*
run --directory /usr/bin --file-mode 640 --dir-mode 750
check 'why the directory of programs is refused is told' grep -q 'belongs to the system' <<<"$err"
run --directory tree --file-mode rw --dir-mode 750
check 'a mode is a number' grep -q -e '--file-mode takes a mode' <<<"$err"
for target in / /etc /usr/bin /etc/ssh/../ssh ''; do
  run --directory "$target" --file-mode 640 --dir-mode 750 --dry-run
  check "'$target' is refused" bash -c '[ "$1" -eq 2 ] || { [ "$1" -eq 3 ] && [ ! -e "$2" ]; }' _ "$status" "$target"
done
run --directory tree --file-mode 666 --dir-mode 755
check 'a mode that lets anyone write is refused' test "$status" -eq 2
run --directory tree --file-mode 640 --dir-mode 640
check 'a mode that closes directories to their owner is refused' test "$status" -eq 2
run --directory tree --file-mode 640
check 'a missing mode is refused' test "$status" -eq 2
run --directory nowhere --file-mode 640 --dir-mode 750
check 'a missing directory is refused' test "$status" -eq 3
run --directory tree --file-mode '640[$(touch pwned)]; touch pwned' --dir-mode 750
check 'a bad mode is refused' test "$status" -eq 2
run --directory '$(touch pwned); touch pwned' --file-mode 640 --dir-mode 750
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
check 'and no mode was changed' test "$(modes tree)" = "$before"
finish
