"""Labelled actions for retrieval, in words of our own: what must be served, what must not.

`DEV` is what the words and numbers were tuned on. `HELD` was written before tuning; at the first look 58 of its 75
actions were served rightly, 1 wrongly (a port was dropped), and none of its 126 refusals. General faults that it
showed were then repaired, so it is no longer unseen. `LATER` was written after that: at its first look 5 of its 145
refusals were served, and were then repaired. Figures on new words lie nearer to the first looks.
"""

from __future__ import annotations

from dataclasses import dataclass

KNOWN = frozenset(
    """
    add-cron-job archive-directory back-up-file check-certificate-expiry-file check-certificate-expiry-host
    check-certificate-matches-key check-dns-resolution check-port-reachable compress-old-logs cordon-node
    count-log-errors delete-chaos-schedule delete-failed-pods delete-old-logs disable-cron-job
    disable-feature-flag disable-service-at-boot drop-page-cache enable-service-at-boot find-deleted-open-files
    find-files-modified-recently find-largest-directories find-largest-files find-process-on-port
    find-world-writable-files find-zombie-processes force-log-rotation hold-package-version install-package
    limit-process-priority list-cron-jobs list-logged-in-users list-pods-not-running list-upgradable-packages
    lock-user-account pause-chaos-schedule remove-cron-job remove-package replace-text-in-config
    restart-all-deployments restart-deployment restart-service roll-back-deployment scale-deployment
    set-file-permissions show-connection-counts show-disk-usage show-failed-services show-inode-usage
    show-memory-usage show-oom-kills show-package-version show-pod-logs show-service-status-and-logs
    show-swap-usage-by-process show-top-cpu-processes show-top-memory-processes show-users-with-sudo start-service
    stop-process-by-name stop-service truncate-log-file uncordon-nodes unlock-user-account vacuum-journal
    """.split()  # noqa: SIM905
)
"""The entries that these actions were written for; a larger catalogue answers some of what is refused here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An action, the entry that answers it, and the values that its words give."""

    text: str
    entry: str
    values: tuple[tuple[str, str], ...] = ()


def _asked(lines: str) -> tuple[Asked, ...]:
    found = []
    for line in lines.strip().splitlines():
        text, entry, *values = (part.strip() for part in line.split(" | "))
        pairs = tuple((pair.partition("=")[0], pair.partition("=")[2]) for pair in values)
        found.append(Asked(text=text, entry=entry, values=pairs))
    return tuple(found)


def _refused(lines: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines.strip().splitlines())


DEV_ASKED = _asked("""
compress log files older than 7 days in a directory | compress-old-logs | days=7
compress nginx logs older than a week in /var/log/nginx | compress-old-logs | days=7 | directory=/var/log/nginx
please gzip all logs under /srv/app/logs that are more than 14 days old | compress-old-logs | days=14 | directory=/srv/app/logs
restart the nginx service | restart-service | service=nginx
bounce postgresql | restart-service | service=postgresql
could you restart rsyslog on this host? | restart-service | service=rsyslog
the haproxy daemon needs to be restarted | restart-service | service=haproxy
start the redis service | start-service | service=redis
bring up the chronyd unit | start-service | service=chronyd
shut the kafka service down | stop-service | service=kafka
halt the nginx unit | stop-service | service=nginx
what is listening on port 8080 | find-process-on-port | port=8080
which program has port 3306 open | find-process-on-port | port=3306
show me the process that uses tcp port 22 | find-process-on-port | port=22
which filesystems are more than 85% full | show-disk-usage | percent=85
list mounts with over 90 percent of their space used | show-disk-usage | percent=90
show filesystems using more than 70% of their inodes | show-inode-usage | percent=70
Uncordon all worker nodes which are cordoned. | uncordon-nodes
uncordon node worker-7 | uncordon-nodes | node=worker-7
cordon node ip-10-2-3-4 | cordon-node | node=ip-10-2-3-4
mark node worker-2 as unschedulable | cordon-node | node=worker-2
restart all deployments in the otel-demo namespace | restart-all-deployments | namespace=otel-demo
restart every deployment of namespace billing | restart-all-deployments | namespace=billing
restart the `payment` deployment in namespace otel-demo | restart-deployment | deployment=payment | namespace=otel-demo
do a rollout restart of deployment/checkout | restart-deployment | deployment=checkout
scale the cart deployment to 3 replicas | scale-deployment | deployment=cart | replicas=3
set the number of replicas of deployment frontend to 6 | scale-deployment | deployment=frontend | replicas=6
roll the search deployment back to the previous revision | roll-back-deployment | deployment=search
undo the last rollout of deployment cart | roll-back-deployment | deployment=cart
print the logs of pod api-5f7c in namespace shop | show-pod-logs | pod=api-5f7c | namespace=shop
get the last 50 lines of the logs of pod web-0 | show-pod-logs | pod=web-0 | lines=50
which pods are not ready | list-pods-not-running
show pods that are failing in namespace payments | list-pods-not-running | namespace=payments
remove all evicted pods from namespace batch | delete-failed-pods | namespace=batch | reason=Evicted
pause the chaos schedule cart-cpu-stress | pause-chaos-schedule | schedule=cart-cpu-stress
delete the chaos schedule cart-cpu-stress | delete-chaos-schedule | schedule=cart-cpu-stress
turn the feature flag paymentFailure off | disable-feature-flag | flag=paymentFailure
Disable the feature flag (adFailure) by manually editing the contents of the ConfigMap | disable-feature-flag | flag=adFailure
find the 5 biggest files under /var | find-largest-files | limit=5 | directory=/var
top 15 largest files in /opt | find-largest-files | limit=15 | directory=/opt
list files larger than 200 MB in /home | find-largest-files | min_size=200 | directory=/home
which directories below /srv take the most space | find-largest-directories | directory=/srv
list the zombie processes | find-zombie-processes
show the top 5 processes by memory | show-top-memory-processes | limit=5
list the 20 processes that use the most CPU | show-top-cpu-processes | limit=20
kill all java processes | stop-process-by-name | name=java
how much memory is available on this server | show-memory-usage
which processes were killed by the OOM killer | show-oom-kills
which processes use the most swap | show-swap-usage-by-process
drop the page cache | drop-page-cache
list failed systemd services | show-failed-services
show the status of the docker service | show-service-status-and-logs | service=docker
enable the nginx service at boot | enable-service-at-boot | service=nginx
disable the cups service at boot | disable-service-at-boot | service=cups
install the package htop | install-package | package=htop
install tcpdump | install-package | package=tcpdump
uninstall the telnet package | remove-package | package=telnet
which version of the package openssl is installed | show-package-version | package=openssl
list packages that can be upgraded | list-upgradable-packages
hold the package kubelet at its version | hold-package-version | package=kubelet
lock the user account jsmith | lock-user-account | user=jsmith
unlock user bob | unlock-user-account | user=bob
who is logged in | list-logged-in-users
show the users with sudo rights | show-users-with-sudo
list the cron jobs of user backup | list-cron-jobs | user=backup
check that port 5432 on db.internal.example is reachable | check-port-reachable | port=5432 | host=db.internal.example
resolve api.example.org in DNS | check-dns-resolution | name=api.example.org
when does the certificate of shop.example.com expire | check-certificate-expiry-host | host=shop.example.com
check when the certificate file /etc/ssl/web.pem expires | check-certificate-expiry-file | file=/etc/ssl/web.pem
empty the log file /var/log/app/debug.log in place | truncate-log-file | file=/var/log/app/debug.log
delete rotated log files older than 60 days in /var/log/app | delete-old-logs | days=60 | directory=/var/log/app
find deleted files that are still held open | find-deleted-open-files
shrink the systemd journal to 200 MB | vacuum-journal | size=200
find world-writable files under /srv | find-world-writable-files | directory=/srv
find files in /etc that were modified in the last 30 minutes | find-files-modified-recently | directory=/etc
count the error lines in each log file below /var/log/app | count-log-errors | directory=/var/log/app
back up the file /etc/fstab | back-up-file | file=/etc/fstab
archive the directory /srv/data | archive-directory | directory=/srv/data
""")

HELD_ASKED = _asked("""
gzip old log files in /opt/tomcat/logs older than 3 days | compress-old-logs | days=3 | directory=/opt/tomcat/logs
I need logs older than two weeks compressed in /var/log/app | compress-old-logs | days=14 | directory=/var/log/app
compress every log file in /data/logs not modified for 10 days | compress-old-logs | days=10 | directory=/data/logs
do a restart of the sshd service | restart-service | service=sshd
restart nginx please | restart-service | service=nginx
restart the billing-api service | restart-service | service=billing-api
launch the mysql service | start-service | service=mysql
turn on the memcached service | start-service | service=memcached
take down the rabbitmq service | stop-service | service=rabbitmq
stop apache2 | stop-service | service=apache2
who is using port 9200 | find-process-on-port | port=9200
find what listens on TCP port 53 | find-process-on-port | port=53
which process occupies port 5000? | find-process-on-port | port=5000
show disks that are over 95 percent full | show-disk-usage | percent=95
which partitions are above 75% usage | show-disk-usage | percent=75
which file systems have used more than 90% of their inodes | show-inode-usage | percent=90
make all cordoned nodes schedulable again | uncordon-nodes
uncordon worker-5 | uncordon-nodes | node=worker-5
kubectl cordon worker-9 | cordon-node | node=worker-9
bounce all deployments in namespace shop | restart-all-deployments | namespace=shop
perform a rolling restart of the frontend deployment in the shop namespace | restart-deployment | deployment=frontend | namespace=shop
restart deployment cart | restart-deployment | deployment=cart
scale deployment checkout down to 2 replicas in namespace shop | scale-deployment | deployment=checkout | replicas=2 | namespace=shop
increase the replicas of the api deployment to 8 | scale-deployment | deployment=api | replicas=8
revert deployment payment to its earlier revision | roll-back-deployment | deployment=payment
roll back deployment/api to revision 4 | roll-back-deployment | deployment=api | revision=4
tail the logs of pod checkout-0 | show-pod-logs | pod=checkout-0
display the last 20 log lines of pod cart-66b in the shop namespace | show-pod-logs | pod=cart-66b | lines=20 | namespace=shop
list all pods that are not running in namespace kube-system | list-pods-not-running | namespace=kube-system
find broken pods in the cluster | list-pods-not-running
purge the failed pods in namespace jobs | delete-failed-pods | namespace=jobs
suspend the chaos schedule net-loss-1 | pause-chaos-schedule | schedule=net-loss-1
remove the schedule net-loss-1 | delete-chaos-schedule | schedule=net-loss-1
disable feature flag slowImages | disable-feature-flag | flag=slowImages
switch off the flag cartFailure in namespace otel-demo | disable-feature-flag | flag=cartFailure | namespace=otel-demo
show the ten largest files in /tmp | find-largest-files | directory=/tmp
which files in /var/lib are biggest | find-largest-files | directory=/var/lib
show the 20 largest folders in /home | find-largest-directories | limit=20 | directory=/home
are there zombie processes on this machine | find-zombie-processes
identify the processes consuming the most RAM | show-top-memory-processes
top 3 cpu consuming processes | show-top-cpu-processes | limit=3
terminate the process named indexer | stop-process-by-name | name=indexer
report memory usage | show-memory-usage
show free memory on the host | show-memory-usage
list OOM kills of the past 3 days | show-oom-kills | days=3
list swap usage per process | show-swap-usage-by-process
flush the page cache of the kernel | drop-page-cache
what services have failed | show-failed-services
check the status and logs of nginx.service | show-service-status-and-logs | service=nginx
make docker start at boot | enable-service-at-boot | service=docker
stop the bluetooth service from starting at boot | disable-service-at-boot | service=bluetooth
apt install jq | install-package | package=jq
add the strace package | install-package | package=strace
remove package apache2 | remove-package | package=apache2
what version of the nginx package is installed | show-package-version | package=nginx
show available package updates | list-upgradable-packages
freeze the package linux-image-amd64 at its present version | hold-package-version | package=linux-image-amd64
block the account of user mallory | lock-user-account | user=mallory
reactivate the user account carol | unlock-user-account | user=carol
list logged in users | list-logged-in-users
which accounts have sudo privileges | show-users-with-sudo
display the crontab of user www-data | list-cron-jobs | user=www-data
test whether 10.1.2.3 port 22 is reachable | check-port-reachable | port=22 | host=10.1.2.3
does db.example.net resolve | check-dns-resolution | name=db.example.net
check the TLS certificate of example.org:8443 for expiry | check-certificate-expiry-host | host=example.org | port=8443
show the expiry date of /etc/pki/server.crt | check-certificate-expiry-file | file=/etc/pki/server.crt
truncate /var/log/syslog.log to zero bytes | truncate-log-file | file=/var/log/syslog.log
purge rotated logs in /var/log older than 45 days | delete-old-logs | days=45 | directory=/var/log
list deleted files which processes still have open | find-deleted-open-files
reduce the journal to 1 GB | vacuum-journal | size=1024
list world writable files in /opt | find-world-writable-files | directory=/opt
show files changed in the last 2 hours under /etc | find-files-modified-recently | directory=/etc
how many errors are in each log under /var/log/nginx | count-log-errors | directory=/var/log/nginx
make a backup copy of /etc/hosts | back-up-file | file=/etc/hosts
pack /srv/www into a tar.gz archive | archive-directory | directory=/srv/www
""")

DEV_REFUSED = _refused("""
decompress log files older than 7 days in /var/log
compress log files newer than 7 days in /var/log
compress log files from the last 7 days
compress nginx logs older than a week
compress log files older than 7 days except those of nginx
compress only the access logs older than 7 days
do not compress log files older than 7 days
compress log files older than 7 days and upload them to S3
compress log files older than 7 days, then delete the originals
compress log files older than 7 days every night
compress images older than 7 days in /srv/images
move log files older than 7 days to /backup
list log files older than 7 days
compress log files smaller than 10 MB
compress files in /var/log
encrypt log files older than 7 days
delete all pods in namespace shop
delete the deployment cart
delete the namespace shop
delete running pods in namespace shop
delete the node worker-3
drain node worker-3
uncordon all nodes except worker-3
cordon all nodes
restart node worker-3
restart pod cart-7d9f
restart the statefulset postgres
restart all deployments except cart in namespace shop
restart the server
restart the computer
restart everything
restart the affected service
restart all services
restart nginx and redis
restart nginx if it is not running
restart nginx every 5 minutes
restart nginx in 10 minutes
restart nginx on host web-01
restart the nginx container
restart the nginx pod
reload the nginx service
do not restart nginx
never stop the nginx service
uninstall the nginx service
stop all services except sshd
mask the nginx service
kill the process listening on port 8080
close port 8080
open port 8080 in the firewall
block port 8080
what is not listening on port 8080
count the processes listening on port 8080
which filesystems are less than 20% full
unmount filesystems that are more than 85% full
delete the 10 largest files below /var
find the 10 smallest files below /var
find the largest files owned by user alice in /home
find the oldest files in /var
move the largest files to /backup
kill zombie processes
kill the process that uses the most memory
show the processes that use the least memory
show the threads of process 1234
add more memory to the host
enable the feature flag cartFailure
delete the feature flag cartFailure
create a feature flag called cartFailure
resume the schedule cart-cpu-stress
create the schedule cart-cpu-stress
delete all chaos schedules
delete the configmap flagd-config
scale the cart statefulset to 3 replicas
scale the cart deployment by 2 replicas
scale the cart deployment to 3 replicas and then restart it
autoscale the cart deployment between 2 and 5 replicas
delete the user account jsmith
create the user account jsmith
lock the group developers
lock the screen
lock all user accounts except root
change the password of user bob
remove user bob from the sudo group
grant sudo rights to user bob
log out all users
install nginx on Windows
install all available updates
upgrade the package openssl
remove the directory /opt/telnet
list packages that are not installed
list the groups of user backup
enable the cron job of user backup
renew the certificate of shop.example.com
delete the certificate file /etc/ssl/web.pem
delete the log file /var/log/app/debug.log
delete log files newer than 60 days in /var/log/app
restore the file /etc/fstab
delete the directory /srv/data
show the logs of all pods except api-0
delete the pod api-5f7c
list running pods
list nodes that are not ready
""")

HELD_REFUSED = _refused("""
gunzip the logs in /var/log older than 7 days
zip log files younger than two weeks
compress logs modified within the last 3 days in /srv
compress all logs older than 7 days but not those in /var/log/audit
gzip everything except logs older than 7 days
compress old logs and mail me the list
compress database dumps older than 7 days
copy log files older than 7 days to /mnt/archive
show me which logs would be compressed
compress the log partition
delete old kernels
remove all deployments in namespace shop
delete succeeded pods in namespace shop
evict the pods from node worker-3
cordon every node other than worker-1
reboot node worker-3
delete node worker-3 from the cluster
restart the daemonset fluentd
restart the cart pods
restart half of the deployments in namespace shop
restart the cart deployment only if it is unhealthy
pause the rollout of the cart deployment
restart the database
restart my laptop
restart the failing services
restart nginx, redis and postgresql
restart nginx at midnight
restart nginx when memory exceeds 90%
restart the nginx docker container
instead of restarting nginx just reload it
avoid restarting nginx
stop the cart deployment
stop nginx without disabling it and remove its package
start the cart deployment
start the nginx container
stop everything
stop node worker-3
kill whatever is listening on port 9000
allow port 443 through the firewall
deny traffic to port 22
list closed ports
which ports are not in use
show filesystems that are below 50% usage
mount all filesystems
resize the filesystem /data to 100 GB
compress the 10 largest files in /var
delete files larger than 500 MB in /home
find files smaller than 1 MB in /home
find empty directories in /srv
find the most recently accessed files in /home
reap the zombie processes
renice the process that uses the most CPU
kill the top 5 processes by memory
limit memory of the nginx service to 500 MB
increase swap space by 2 GB
disable swap
clear the DNS cache
turn on the feature flag adFailure
list feature flags
unpause the chaos schedule net-loss-1
start the chaos schedule net-loss-1
annotate the deployment cart with team=shop
delete the secret db-password
scale the nodes to 5
decrease replicas of the api deployment by one
scale all deployments to zero in namespace shop
remove the user mallory
add a user called mallory
unlock the group admins
unlock the database
reset the password of carol
revoke sudo rights from carol
show users without a password
expel logged in users
uninstall all packages except openssh
downgrade the package nginx
install the package htop on macOS
reinstall the package htop
unhold the package kubelet
remove the cron jobs of user backup
edit the crontab of user www-data
close the connections of host 10.1.2.3
block host 10.1.2.3
ping 10.1.2.3
change the DNS server to 10.0.0.2
issue a certificate for shop.example.com
revoke the certificate of shop.example.com
delete rotated logs smaller than 10 MB in /var/log
remove everything in /var/log
delete the journal
follow the journal of nginx
make world-writable files under /srv read-only
delete files in /etc modified in the last 30 minutes
restore /etc/hosts from its backup
extract the archive /srv/www.tar.gz
list the archives in /srv
delete the backup of /etc/hosts
show the events of pod api-0
exec into pod api-0
list all namespaces
describe the node worker-3
""")

DEV_OUTSIDE = _refused("""
create a kubernetes secret from a file
rotate the database credentials
set up a new virtual machine
write a query that counts orders per customer
apply the terraform plan
clone the repository and build the image
take a heap dump of the java service
add a label to the namespace shop
benchmark the disk with fio
forward port 5432 of the database pod to my machine
rename all files in /srv to lower case
convert the csv file to json
send a message to the on-call channel
generate an ssh key
configure a static ip address
sort the lines of names.txt
download the release from the web site
check the syntax of the nginx configuration
set the time zone to UTC
synchronise two directories with rsync
print the environment variables of a process
calculate the average response time from the access log
trace the route to 10.0.0.1
merge two pdf files
partition the new disk
""")

HELD_OUTSIDE = _refused("""
create a persistent volume claim of 10 Gi
patch the ingress with a new host
drop the table orders
vacuum the postgresql database
run the database migrations
enable debug logging for the checkout service
capture packets on interface eth0
increase the log retention of kafka topics
set the open file limit of nginx to 65536
change the owner of /srv to www-data
delete all untagged docker images
push the image to the registry
fail over to the standby database
add an entry to /etc/hosts
mount the nfs share on /mnt/data
check the replication lag of mysql
rebuild the raid array
flush the iptables rules
list the listening ports of the container web
find duplicate files in /home
print the first 10 lines of a.txt
replace tabs by spaces in all python files
show the git log of the last week
restart the build job in jenkins
measure the latency of the checkout endpoint
""")

LATER_REFUSED = _refused("""
start redis and stop nginx
make sure nginx is not running
stop the nginx process and disable it
restart nginx on all nodes
restart the nginx service on web-01 and web-02
restart the cart deployment in all namespaces
restart the cart deployment and the payment deployment
scale up the cart deployment
scale the cart deployment to 3 CPUs
scale cart to 3 replicas and payment to 5
list files that are not world-writable in /srv
list the pods that are running
show pods except those running
compress log files older than 7 days larger than 100 MB
compress log files between 7 and 14 days old
compress log files exactly 7 days old
compress log files older than 7 days in /var/log and /srv/logs
compress log files older than 7 days with xz
compress the oldest log file
compress log files not older than 7 days
compress log files that are at most 7 days old
compress log files accessed more than 7 days ago by bob
compress files older than 7 days
uncompress old logs
archive log directories older than 7 days
delete logs older than 30 days in / and /home
delete old logs of user bob
delete all users
delete user mallory and lock bob
lock bob and alice
lock user bob for 2 hours
lock the file /etc/passwd
unlock the file /etc/passwd
unlock the account of everyone
install version 2 of nginx and remove version 1
install nginx from source
install the package nginx in the container web
install python packages
remove the nginx configuration
remove the nginx logs
remove the nginx service
disable the nginx site
enable root login
disable swap at boot
disable all services at boot
allow user bob to use sudo
deny user bob sudo
which users do not have sudo
who was logged in yesterday
who logged in last week
show failed logins
show failed jobs
show failed cron jobs
list stopped services
list running services
list all services
show the status of the cart pod
show the status of all services
show logs of the nginx container
show logs of the cart deployment
delete the logs of pod api-0
show the previous commands
find files smaller than 10 MB
find files owned by root in /srv
find files named core in /var
find largest tables in the database
find the largest docker images
which directories are empty
which process writes the most to disk
which process uses the most network bandwidth
which process uses the most file descriptors
kill the zombie process 1234
kill process 1234
kill process on port 8080
stop all processes of user bob
free memory
free the page cache and swap
show the page cache size
drop the table cache
drop the database cache
drop connections from 10.0.0.1
count connections of the database
show connections older than 5 minutes
close all connections to port 443
is port 443 closed on db.example.com
check that port 5432 on db.example.com is not reachable
open port 5432 on db.example.com
resolve the incident api-42
resolve conflicts in git
rotate the nginx logs and restart nginx
rotate the keys
rotate pods
hold the deployment cart
hold all packages
show the version of the cart deployment
show the version of kubernetes
upgrade all packages
list packages installed yesterday
roll back the database
roll back all deployments
undo the last change
revert the commit
pause the deployment cart
pause all schedules
annotate the node worker-3
drain node worker-3 without evicting daemonsets
uncordon the pod api-0
cordon the deployment cart
disable the feature flags
disable all feature flags
toggle the feature flag adFailure
is the feature flag adFailure on
back up the database
back up all files in /etc
back up /etc/fstab to s3
archive the database
truncate the table logs
truncate all log files
empty the trash
empty the directory /tmp
shrink the filesystem /data
shrink the database
vacuum the table orders
set the permissions of /srv to those of /opt
make /srv world-writable
change text in all files
replace the certificate of nginx
renew the certificate /etc/ssl/web.pem
verify the certificate of the database
delete expired certificates
which certificates are not expired
show memory of process 1234
show memory usage of the cart pod
show cpu usage of node worker-3
show disk usage of user bob
show disk usage of pod api-0
increase inode limit
list cron jobs that failed
list systemd timers
stop cron jobs
renice process nginx to minus 5
raise the priority of process nginx
how do I exit vim
make me a sandwich
rm -rf /
""")
