#!/usr/bin/env bash
. "$HARNESS"

# An rsync of local directories, as far as it is used here.
stub rsync <<'EOF'
dry='' items='' stats='' sums='' paths=()
while [ $# -gt 0 ]; do
  case $1 in
    --filter='-x security.selinux') ;;
    --archive | --hard-links | --acls | --xattrs | --sparse | --numeric-ids | --one-file-system) ;;
    --dry-run) dry=1 ;;
    --itemize-changes) items=1 ;;
    --checksum) sums=1 ;;
    --stats) stats=1 ;;
    --) ;;
    -*) echo "rsync: $1: unknown option" >&2; exit 1 ;;
    *) paths+=("$1") ;;
  esac
  shift
done
[ ! -e .fails ] || { echo 'rsync: [sender] opendir failed: Permission denied (13)' >&2; exit 23; }
s=${paths[0]} t=${paths[1]}
[ -z "$items" ] || [ -n "$sums" ] || exit 0 # by size and time alone nothing differs
if [ -z "$dry" ]; then mkdir -p "$t"; [ -e .lossy ] || cp -a "$s." "$t"; [ ! -e .vanish ] || exit 24; exit 0; fi
[ -z "$items" ] || diff -rq "$s" "$t" 2>&1 | grep -v "^Only in ${t%/}" | sed 's/^/>f.st...... /'
need=$(cat need); [ "$LC_ALL" = C ] || need=${need//,/.} # as in de_DE
[ -z "$stats" ] || printf 'Number of files: 3\nTotal file size: %s bytes\nTotal transferred file size: %s bytes\n' "$need" "$need"
true
EOF
stub df <<'EOF'
[ "$1 $2" = '-Pk --' ] || exit 1
printf 'Filesystem     1024-blocks    Used Available Capacity Mounted on\n/dev/vdb1          4096000 2048000   2048000      50%% /\n'
EOF
echo 3,145,728 >need
mkdir -p 'src dir/sub' back
s="$PWD/src dir" t="$PWD/back/the copy"
echo one >'src dir/a'; echo two >'src dir/sub/$(touch pwned)'
run --source "$s" --target "$t" --dry-run
check 'a dry run says what it would do' grep -qx "would copy: $s to $t" <<<"$out"
check 'how much is told, and how much is free' grep -qx "to copy: 3 MiB from $s to $t (free there: 2000 MiB)" <<<"$out"
check 'a dry run copies nothing' test ! -e 'back/the copy'
run --source "$s" --target "$t"
check 'it succeeds' test "$status" -eq 0
check 'all is copied' diff -r 'src dir' 'back/the copy'
check 'it says so' grep -qx "copied: $s is complete at $t" <<<"$out"
check 'root is not told that owners are lost' test "$(grep -c '^note: owners' <<<"$out")" = 0
check 'a copy on the disk of the original is warned of' grep -q '^warning: .* is on the file system of .* itself' <<<"$err"
check 'nothing is asked to be deleted' test -z "$(calls '--delete')"
echo extra >'back/the copy/extra'
run --source "$s/" --target "$t"
check 'a second run succeeds' test "$status" -eq 0
check 'what is only at the target stays' test -e 'back/the copy/extra'
echo new >>'src dir/a'; : >.lossy
run --source "$s" --target "$t"
check 'a copy that is not complete is a failure' test "$status" -eq 1
rm .lossy; : >.vanish
run --source "$s" --target "$t"
check 'files that vanish are no failure' bash -c '[ "$1" = 0 ] && grep -q "^note: some files vanished" <<<"$2"' _ "$status" "$out"
: >.fails
run --source "$s" --target "$t"
check 'an rsync that fails is a failure' test "$status" -eq 1
rm .fails; echo 2,097,152,000 >need
run --source "$s" --target "$t" --dry-run
check 'what just fits is copied' test "$status" -eq 0
echo 2,097,153,024 >need
run --source "$s" --target "$t"
check 'too little room is refused' test "$status" -eq 3
stub df <<<'exit 1'
run --source "$s" --target "$t"
check 'room that is not known is no room' bash -c '[ "$1" = 3 ] && grep -q "cannot tell how much is free" <<<"$2"' _ "$status" "$err"
run --source "$s" --target "$s/sub/copy"
check 'a target inside the source is refused' test "$status" -eq 2
run --source "$s" --target /etc
check 'a directory of the system is refused' test "$status" -eq 2
run --source "$PWD/absent" --target "$t"
check 'a missing source is refused' test "$status" -eq 3
run --source host:/data --target "$t"
check 'another host is refused' test "$status" -eq 2
run --source "$s"
check 'a target is needed' test "$status" -eq 2
run --source "$s" --target '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
