"""Programs that list, make, move and change files."""

from __future__ import annotations

TABLE = """
ls, dir, vdir: lists files
  = of {}
  =0 of the current directory
  -l,-o,-g in long format with details
  -a,--all including hidden ones
  -A,--almost-all including hidden ones
  -d,--directory directories themselves and not their content
  -R,--recursive recursively with all subdirectories
  -t sorted by time with the newest first
  -S sorted by size with the largest first
  -r,--reverse in reverse order
  -h,--human-readable,--si with human-readable sizes
  -1 one per line
  -i,--inode with inode numbers
  -s,--size with sizes in blocks
  -u by access time
  -c by time of status change
  -X sorted by extension
  -v sorted by version number
  -U,-f unsorted
  -F,-p,--classify marking the types
  -n,--numeric-uid-gid with numeric owners
  -Z with security contexts
  -L,--dereference following symbolic links
  -b,-Q,-q,-C,-x,-m,-H .
  -w: for the width {}
  --color,-G .
  --full-time with full times
  --time-style: .
  --group-directories-first directories first
  --sort: sorted by the key {}
  --block-size: in the unit {}
  -I:,--ignore: excluding {}
  -T with full times
tree: lists as a tree files
  = of {}
  =0 of the current directory
  -a including hidden ones
  -d only directories
  -L: at most {} levels deep
  -f with full paths
  -h with human-readable sizes
  -p with permissions
  -i without indentation
  -P: only those with the name {}
  -I: excluding {}
  -s with sizes
  -D with dates
  -t sorted by time
  -r in reverse order
  -C,-n,-F,-l .
  -u with owners
  -g with groups
  --du with total sizes
  -x on the same filesystem only
stat: shows the status and details
  = of {}
  -c:,--format: in the format {}
  --printf: in the format {}
  -f,--file-system of the filesystem
  -L,--dereference following symbolic links
  -t .
file: tells the file type
  = of {}
  -b,--brief without file names
  -i,--mime,-I as mime type
  --mime-type as mime type
  -L following symbolic links
  -z,-s,-k,-N,-p .
  -f: of the files named in the list {}
cp: copies files
  = from {}
  =-1 to {}
  -r,-R,--recursive recursively with all subdirectories
  -a,--archive recursively and preserving permissions and owners and times
  -p,--preserve preserving permissions and times
  -f,--force by force
  -i,--interactive asking before overwriting
  -n,--no-clobber without overwriting existing files
  -u,--update only newer files
  -v,--verbose verbosely
  -l,--link making hard links instead
  -s,--symbolic-link making symbolic links instead
  -L,--dereference following symbolic links
  -P,--no-dereference,-d copying symbolic links themselves
  -t:,--target-directory: to {}
  -T .
  -b,--backup making backups of existing files
  --parents keeping the directory hierarchy
  -x on the same filesystem only
  -H .
  -S:,--suffix: with the backup suffix {}
  --no-preserve: .
  --remove-destination .
mv: moves or renames files
  = from {}
  =-1 to {}
  -f,--force by force
  -i,--interactive asking before overwriting
  -n,--no-clobber without overwriting existing files
  -u,--update only newer files
  -v,--verbose verbosely
  -t:,--target-directory: to {}
  -b,--backup making backups of existing files
  -T .
  -S:,--suffix: with the backup suffix {}
rm: deletes files
  = named {}
  -r,-R,--recursive recursively with all content
  -f,--force by force and without asking
  -i asking before every deletion
  -I asking once
  -v,--verbose verbosely
  -d,--dir also empty directories
  --one-file-system on the same filesystem only
  --no-preserve-root without protecting the root directory
rmdir: deletes empty directories
  = named {}
  -p,--parents and their empty parents
  -v,--verbose verbosely
  --ignore-fail-on-non-empty leaving those with content
unlink: deletes a file
  = named {}
shred: overwrites and destroys the content
  = of {}
  -u,--remove and deletes the file afterwards
  -n:,--iterations: {} times
  -z,--zero ending with zeros
  -v,--verbose,-f .
ln: creates hard links
  =1 to {}
  =-1 named {}
  = to {}
  -s,--symbolic creates symbolic links!
  -f,--force replacing existing ones
  -n,--no-dereference,-T .
  -v,--verbose verbosely
  -t:,--target-directory: in {}
  -r,--relative with relative targets
  -b,-i .
readlink: prints the target of a symbolic link
  = named {}
  -f,--canonicalize,-e,--canonicalize-existing,-m,--canonicalize-missing prints the resolved full path of a link!
  -n,-q,-s,-v,-z .
realpath: prints the resolved full path
  = of {}
  -s without following symbolic links
  --relative-to: relative to the directory {}
  -e,-m .
basename: prints the file name without directory
  =1 of {}
  =2 without the suffix {}
  -a,-z .
  -s: without the suffix {}
dirname: prints the parent directory of a path
  = of {}
mkdir: creates directories
  = named {}
  -p,--parents with missing parents
  -m:,--mode: with permissions {}
  -v,--verbose verbosely
touch: creates empty files or updates their time
  = named {}
  -c,--no-create without creating files
  -a only the access time
  -m only the modification time
  -t: to the time {}
  -d:,--date: to the time {}
  -r:,--reference: to the time of the file {}
  -h .
mktemp: creates a temporary file
  = named like {}
  -d,--directory creates a temporary directory!
  -u,-q .
  -p:,--tmpdir: in {}
  -t .
  --suffix: with the suffix {}
truncate: changes the size
  = of {}
  -s:,--size: to size {}
  -c .
  -r:,--reference: to the size of the file {}
chmod: changes permissions
  =1 to {}
  = of {}
  -R,--recursive recursively with all subdirectories
  -v,--verbose verbosely
  -c,--changes,-f .
  --reference: like those of the file {}
chown: changes the owner
  =1 to {}
  = of {}
  -R,--recursive recursively with all subdirectories
  -h,--no-dereference of symbolic links themselves
  -v,--verbose verbosely
  -c,-f,-L,-P,-H .
  --from: if owned by the user {}
  --reference: like that of the file {}
chgrp: changes the group
  =1 to {}
  = of {}
  -R,--recursive recursively with all subdirectories
  -v,--verbose verbosely
  -h of symbolic links themselves
  -f,-c .
  --reference: like that of the file {}
chattr: changes file attributes
  =1 to {}
  = of {}
  -R recursively with all subdirectories
lsattr: lists file attributes
  = of {}
setfacl: changes access control lists
  = of {}
  -m: to {}
  -x: without {}
  -R recursively with all subdirectories
  -b removing all
getfacl: shows access control lists
  = of {}
rename, prename: renames files by a rule
  =1 with the rule {}
  = of {}
  -v verbosely
  -n only showing what would happen
  -f .
  -s: with the rule {}
install: copies files and sets their attributes
  = from {}
  =-1 to {}
  -d creates directories!
  -m:,--mode: with permissions {}
  -o: with owner {}
  -g: with group {}
  -v,-D .
which, type: shows the location of the command
  = named {}
  -a all of them
  -t,-p,-P .
whereis: shows the locations of program and source and manual
  = named {}
  -b only programs
  -m only manuals
  -s only sources
locate, mlocate: lists from an index paths
  = named like {}
  -i ignoring case
  -c counts paths in an index!
  -r: matching the pattern {}
  -n:,-l: at most {}
  -b .
umask: shows or sets which permissions new files lack
  = to {}
cpio: copies files in archives
  = to {}
  -p,--pass-through to another directory
  -o,--create creates an archive!
  -i,--extract extracts an archive!
  -d,--make-directories creating directories
  -m,--preserve-modification-time preserving modification times
  -u,--unconditional overwriting newer files
  -v,--verbose verbosely
  -a,-B,-0,-L,-l,-c .
  -H: in the format {}
  -F: the archive {}
  -t lists the content of an archive!
"""
