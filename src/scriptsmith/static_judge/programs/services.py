"""Programs for users, services and packages."""

from __future__ import annotations

TABLE = """
who, w: lists logged-in users
  = of {}
  -b the time of the last boot
  -r the runlevel
  -m only oneself
  -q,-u,-H,-a,-h,-s,-i .
whoami: shows the current user
id: shows ids of a user and groups
  = of {}
  -u only the user
  -g only the group
  -G all groups
  -n as names
groups: lists groups of a user
  = of {}
last: lists last logins
  = of {}
  -n:,-NUM only the first {}
  -x,-F,-a,-i .
  -f: from {}
finger: shows details of a user
  = of {}
useradd, adduser: creates a user
  = named {}
  -m with a home directory
  -d: with the home directory {}
  -s: with the shell {}
  -g: with group {}
  -G: with further groups {}
  -u: with the id {}
  -r as a system user
  -c: with the comment {}
userdel, deluser: deletes a user
  = named {}
  -r,--remove-home with the home directory
usermod: changes a user
  = named {}
  -a adding
  -G: groups {}
  -g: to group {}
  -s: to the shell {}
  -l: with the new name {}
  -L locks a user!
  -U unlocks a user!
  -d: with the home directory {}
groupadd: creates a group
  = named {}
groupdel: deletes a group
  = named {}
passwd: changes the password
  = of {}
  -l locks the password!
  -u unlocks the password!
  -d deletes the password!
  -e expires the password!
systemctl: manages services
  = with {}
  --user of the user
systemctl start: starts a service
  = named {}
systemctl stop: stops a service
  = named {}
systemctl restart: restarts a service
  = named {}
systemctl reload: reloads the configuration of a service
  = named {}
systemctl status: shows the status of a service
  = named {}
  --no-pager,-l .
systemctl is-active: checks whether a service is active
  = named {}
systemctl is-enabled: checks whether a service is enabled
  = named {}
systemctl enable: enables a service at boot
  = named {}
  --now and starts it
systemctl disable: disables a service at boot
  = named {}
  --now and stops it
systemctl mask: masks a service
  = named {}
systemctl unmask: unmasks a service
  = named {}
systemctl list-units: lists services and units
  = named {}
  --type:,-t: of type {}
  --state: in the state {}
  --failed that failed
  --all,-a including inactive ones
systemctl list-unit-files: lists files of services and units
  = named {}
  --type: of type {}
  --state: in the state {}
systemctl list-timers: lists timers
  --all including inactive ones
systemctl daemon-reload: reloads the configuration of all services
systemctl reboot: reboots the machine
systemctl poweroff: stops the machine
systemctl cat: prints the files of a service
  = named {}
service: manages a service
  =1 named {}
  =2 with {}
journalctl: shows log messages of the journal
  = of {}
  -u:,--unit: of the service {}
  -f,--follow following what is appended
  -n:,--lines: only the last {} lines
  -r,--reverse newest first
  -b,--boot since the boot
  -k,--dmesg only of the kernel
  -p:,--priority: of priority {}
  --since:,-S: since {}
  --until:,-U: until {}
  -o:,--output: in the format {}
  --disk-usage shows the disk usage of the journal!
  --vacuum-size: deletes journal files above {}!
  --vacuum-time: deletes journal files older than {}!
  -x,-e,--no-pager,-q,-a .
  -g:,--grep: with lines that match {}
  -t: of the program {}
shutdown: stops the machine
  = with {}
  -r reboots the machine!
  -h,-P .
  -c cancels a shutdown!
reboot: reboots the machine
poweroff, halt: stops the machine
crontab: manages scheduled jobs
  = from {}
  -l lists scheduled jobs!
  -e edits scheduled jobs!
  -r deletes scheduled jobs!
  -u: of user {}
apt, apt-get: manages packages
  = with {}
  -y .
apt install, apt-get install: installs packages
  = named {}
  -y,--no-install-recommends,-q,-qq without asking
apt remove, apt-get remove: removes packages
  = named {}
  -y without asking
apt purge, apt-get purge: removes with their configuration packages
  = named {}
  -y without asking
apt update, apt-get update: updates the lists of packages
apt upgrade, apt-get upgrade: upgrades all packages
  -y without asking
apt autoremove, apt-get autoremove: removes unneeded packages
  -y without asking
apt clean, apt-get clean: clears the cache of packages
dpkg: manages packages
  = named {}
  -i installs packages!
  -l lists packages!
  -L lists files of packages!
  -S shows to which package a file belongs!
  -r removes packages!
  -s shows the status of packages!
  -P purges packages!
rpm: manages packages
  = named {}
  -q queries packages
  -a all
  -i installs or shows packages
  -l with files
  -e removes packages!
  -f of a file
  -v,-h,-U .
sysctl: shows or sets kernel parameters
  = named {}
  -w sets kernel parameters!
  -a all
  -p loads kernel parameters!
lsmod: lists kernel modules
modprobe: loads a kernel module
  = named {}
  -r removes a kernel module!
swapoff: stops swap
  = on {}
  -a all
swapon: starts swap
  = on {}
  -a all
  -s,--show lists swap!
"""
