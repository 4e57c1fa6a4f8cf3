"""Programs for disks, processes and the machine itself."""

from __future__ import annotations

TABLE = """
df: shows free and used disk space of filesystems
  = of {}
  -h,--human-readable,-H with human-readable sizes
  -i,--inodes with inodes instead
  -T,--print-type with filesystem types
  -t:,--type: only of type {}
  -x:,--exclude-type: without type {}
  -a,--all including all
  -l,--local only local ones
  -k,-m,-P,-B .
  --total with a total
  --output: only the columns {}
du: shows the disk usage
  = of {}
  =0 of the current directory
  -s,--summarize only a total for each
  -h,--human-readable,--si with human-readable sizes
  -a,--all of all files too
  -c,--total with a total
  -d:,--max-depth: at most {} levels deep
  -k in kilobytes
  -m in megabytes
  -b,--bytes in bytes
  -S,--separate-dirs without subdirectories
  -x,--one-file-system on the same filesystem only
  -L,--dereference following symbolic links
  -l,-D,-0,-H .
  --exclude: excluding {}
  --apparent-size by apparent size
  -t:,--threshold: only bigger than {}
  --time with times
  --block-size:,-B: in the unit {}
  --files0-from: of the files named in the list {}
mount: mounts a filesystem
  =1 of {}
  =2 on {}
  =0 lists mounted filesystems
  -t:,--types: of type {}
  -o:,--options: with the options {}
  -a,--all all configured ones
  -r read-only
  -l,-n,-v .
  --bind to a second place
umount: unmounts a filesystem
  = on {}
  -l,--lazy lazily
  -f,--force by force
  -a all
  -t: of type {}
lsblk: lists block devices
  = of {}
  -f,--fs with filesystems
  -o: with the columns {}
  -a,-l,-n,-p,-d .
fdisk, parted: shows or changes partitions of a disk
  = of {}
  -l lists partitions of disks!
mkfs, mkfs.ext4, mkfs.xfs: formats a filesystem
  = on {}
  -t: of type {}
  -L: with the label {}
  -F by force
fsck: checks a filesystem
  = on {}
  -y,-a,-f,-n .
dd: copies bytes
  = with {}
sync: writes cached data to disk
ps: lists processes
  = with the options {}
  -e,-A of all users
  -f,-F,-l in long format
  -u:,-U:,--user: of user {}
  -p:,--pid: of process {}
  -C: of the command {}
  -o:,--format: with the columns {}
  -t: of the terminal {}
  -L with threads
  -a,-x,-w,-j,-H,-m,-y .
  -g: of the group {}
  --sort: sorted by the key {}
  --forest as a tree
  --no-headers without a header
  --ppid: of parent {}
  -aux,-auxw,-auxf of all users
pstree: shows a tree of processes
  = of {}
  -p with process ids
  -a,-u,-h,-l,-s,-n,-c,-g,-T .
top, htop: shows running processes and their load
  = with {}
  -b as plain output
  -n: {} times
  -d: every {} seconds
  -u: of user {}
  -p: of process {}
  -o: sorted by the key {}
  -c,-H,-i .
kill: stops processes
  = with the id {}
  -9,-KILL,-SIGKILL by force
  -15,-TERM,-SIGTERM,-1,-HUP,-2,-INT,-STOP,-CONT,-USR1,-HUP with another signal
  -s: with signal {}
  -l lists signals!
  -0 checks processes!
killall: stops processes by name
  = named {}
  -9,-KILL by force
  -u: of user {}
  -i asking first
  -q,-v,-w .
  -s: with signal {}
pkill: stops processes that match
  = named like {}
  -9,-KILL by force
  -f matching the whole command line
  -u: of user {}
  -x only exact names
  -HUP,-TERM,-USR1 with another signal
  -t: of the terminal {}
  -P: of parent {}
  -n only the newest
  -o only the oldest
pgrep: lists ids of processes that match
  = named like {}
  -f matching the whole command line
  -l,-a with names
  -u: of user {}
  -x only exact names
  -c counts processes that match!
  -n only the newest
  -o only the oldest
  -P: of parent {}
  -d: joined with {}
pidof: lists ids of processes
  = named {}
  -s only one
nice: runs with another priority
  -n: of {}
renice: changes the priority of processes
  = of {}
  -n: to {}
  -p: of process {}
  -u: of user {}
lsof: lists open files
  = of {}
  -i: of network connections {}
  -p: of process {}
  -u: of user {}
  -c: of the command {}
  -t only process ids
  -n,-P,-a,-l .
  +D: below {}
  -s: in the state {}
fuser: lists processes that use a file
  = of {}
  -k stops processes that use a file!
  -n: in {}
  -v,-m,-u .
free: shows free and used memory
  -h,--human with human-readable sizes
  -m in megabytes
  -g in gigabytes
  -k in kilobytes
  -b in bytes
  -t,--total with a total
  -s: every {} seconds
vmstat, iostat, sar: shows load statistics
  = with {}
uptime: shows how long the machine runs and its load
  -p,-s .
dmesg: shows kernel messages
  -T with readable times
  -w following what is appended
  -c and clears them
  -H .
  -l: of level {}
uname: shows the kernel and system
  -a,--all all about it
  -r,--kernel-release only the release
  -m,--machine only the machine type
  -s only the kernel name
  -n only the host name
  -v,-p,-i,-o only one detail
hostname: shows or sets the host name
  = to {}
  -i,-I,--ip-address shows the ip address of the host!
  -f,--fqdn the full name
  -s,--short the short name
  -d the domain
date: shows or sets the date and time
  = in the format {}
  -d:,--date: of {}
  -u,--utc in utc
  -s:,--set: to {}
  -r:,--reference: of the file {}
  -I,--iso-8601,-R .
cal: shows a calendar
  = of {}
  -3 with the months around
  -y of the year
timedatectl: shows or sets the clock
  = with {}
"""
