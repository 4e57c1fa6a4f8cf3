"""The tables of words: what an SRE would not tell apart as `concept: words; concept: words`, and small sets beside.

`words` reads them; nothing here is looked up directly except the sets.
"""

from __future__ import annotations


def several(words: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(words.split())


# What one does. The part before the colon is the concept.
VERB_LINES = """
show: list display print view report get fetch retrieve see give tell dump output enumerate summarise summarize
  examine look review inspect read describe query obtain present find locate search identify detect discover
  spot hunt determine check verify validate confirm audit grep diagnose investigate analyse analyze assess rank
  listing figure know learn prove blame getfacl tracert traceroute dig
sort:; calculate: compute sum measure; trace:; watch: monitor observe; collect: gather; hold: pin held
mark: flag_as; mask:; keep: retain; prevent:; count: tally; test: probe try ping lint
compare: diff; follow: tail stream
delete: remove purge erase wipe clean cleanup cleaning rm unlink drop discard deletion removal destroy trash
  tidy autoremove expunge eliminate nuke ditch zap scrap sweep
prune: trim; clear:; flush:; truncate: blank zero empty; free: reclaim recover
compress: gzip zip shrink compression squeeze pack; archive: tar bundle
decompress: uncompress gunzip unzip unpack extract decompression expand_archive
move: relocate mv shift transfer; copy: duplicate cp clone replicate; rename:
create: make add introduce provision generate mkdir new
edit: modify change alter adjust amend configure reconfigure tweak; set:
restart: bounce cycle relaunch restarting recycle rebounce; reboot:; reload: rehash daemon-reload; start: launch boot
stop: halt shutdown terminate kill end quit pkill killall shut; enable: activate; turn_on:; turn_off:
disable: deactivate; lock: lockout; unlock: reactivate
block: deny ban forbid reject drop_traffic blacklist disallow; allow: permit unblock unban accept whitelist
install: installation; reinstall:; uninstall: deinstall; upgrade: patch update full-upgrade dist-upgrade; downgrade:;
mount: remount
unmount: umount dismount; attach: connect join; detach: disconnect; cordon:; uncordon:; drain: evacuate; evict:
scale: rescale; increase: raise grow extend enlarge double expand bump enlarging; decrease: lower reduce lessen halve
resize:; rotate: logrotate rotation; grant: authorise authorize; revoke: withdraw; encrypt:; decrypt:
backup: snapshot save back_up; restore: recovery; rollback: revert undo roll_back; deploy: rollout ship; apply:
annotate:; label: tag; renew: reissue refresh; sync: synchronise synchronize rsync resync mirror
upload: push publish; download: pull wget; send: email mail notify forward; run: execute exec
schedule: reschedule; pause: suspend freeze; resume: unpause continue unsuspend un-suspend un-pause; open: expose;
close:
renice: deprioritise deprioritize throttle; sign:; resolve: lookup resolution; rerun: retry
replace: substitute swap_out; append: prepend; split:; merge: combine concatenate; convert: transform translate
build: compile; chmod:; chown:; kick: trigger_now
unmask:; defragment: defrag; compact:; elect:; taint:; untaint:; approve:; vacuum:; reindex: rebuild
reset:; reopen:; rebalance: redistribute; disarm:; trim: fstrim; expire:; preserve: conserve; bind: pin
limit: cap restrict; switch:; failover: switchover; rebase:; squash:; migrate:; quarantine: isolate; benchmark:;
simulate:; tune: optimise optimize; import:; export:; cancel: abort; repair: fix mend heal correct; promote:; demote:

"""

# What one does it to.
NOUN_LINES = """
directory: folder dir directories tree; file: files; log: logfile logs logging; kubernetes: k8s kube kubectl
certificate: cert certs tls ssl x509 crt pem; filesystem: fs partition filesystems mountpoint mounts
disk: drive hdd ssd; service: daemon unit systemd systemctl; process: proc processes program task pid pids
package: pkg rpm deb apt dpkg packages; user: account users login; group: groups; port: ports; socket: sockets
connection: connections; container: containers docker podman; image: images; volume: pv pvc volumes lv
pod: pods
node: nodes; namespace: ns namespaces; deployment: deploy_obj deployments; statefulset: sts statefulsets
daemonset: ds daemonsets; replicaset: replicasets; workload: workloads; replica: replicas instances instance
priority: priorities nice niceness; job: jobs; cronjob: cron crontab cronjobs; configmap: configmaps cm
secret: secrets; ingress: ingresses
quota: quotas resourcequota; event: events; interface: nic interfaces; route: routes routing; dns: nameserver
firewall: iptables nftables ufw firewalld; rule: rules; policy: policies networkpolicy; memory: ram mem
cpu: processor cpus core cores; swap: swapfile; load:; inode: inodes; space: room storage
usage: utilisation utilization consumption use used; size: sizes; kernel: dmesg; module: modules; uptime:
time: clock ntp chrony; key: keys; password: passwords passwd credential credentials
permission: permissions mode; owner: ownership owners; symlink: symlinks link links; cache: caches cached
database: db databases; table: tables; queue: queues; topic: topics
upgrades: upgrade updates update upgradable upgradeable; cluster: ctx
machine: server host box computer vm hosts servers machines hostname system node_os; network: net
address: addresses ip; error: errors failure failures; warning: warnings; message: messages; line: lines
entry: entries; journal: journald journalctl; schedule: timer timers; parent: parents; child: children
version: release versions; manifest: manifests yaml; config: configuration conf settings configs
repository: repo repositories git; branch: branches; commit: commits; index: indexes indices; backup: backups
session: sessions; handle: descriptor descriptors fd fds; limit: limits ulimit; queue: queues; request: requests
response: responses; url: endpoint urls; site: website; status: state states; reboot: reboots
checksum: checksums md5 sha256 hash; content: contents; name: names
"""

# Other names of one product.
PRODUCT_LINES = """
kubernetes: k8s kube kubectl; postgresql: postgres pg psql; mysql: mariadb mysqld; elasticsearch: elastic es
rabbitmq: rabbit rabbitmqctl rmq; mongodb: mongo mongod; prometheus: prom; redis: redis-cli; kafka:; etcd: etcdctl;
jvm: java hotspot; haproxy: hap
docker: dockerd; nginx:; git:; journald: journalctl journal; ssh: openssh
"""

# What something is like: kept as a constraint that both sides must share.
STATE_LINES = """
zombie: defunct zombies
failed: failing broken fail fails failed faulty crashed crash unhealthy
old: stale ancient aged
oldest:
empty: zero-byte zero-length
most: top big large largest bigger biggest huge heavy heaviest larger greatest busiest hungriest highest hungry
  greedy greediest hog hogs hogging eating consuming consumer consumers consume consumes eat eats
successful: successfully succeeded
outgoing: outbound egress
incoming: inbound
least: small smallest smaller tiny lowest fewest bottom
running: active alive
inactive: dead idle
unused: dangling unreferenced orphaned orphan orphans orphaned unneeded unowned
expired: expire expires expiring expiry expiration
duplicate: duplicates identical
broken_link:
full: filled
latest: newest
recent: recently new
temporary: temp tmp scratch
listening: listen listens listener listeners
world-writable: writable
stuck: hung hanging frozen unresponsive
evicted:
pending:
crashloop: crashlooping crashloopbackoff
notready: unready
cordoned: unschedulable
free: available
hidden:
read-only: readonly
read-write:
loggedin: logged-in
outdated: out-of-date
previous: prior earlier last
slow: slowest
"""

# Words that carry nothing that a script could depend on.
FILLER_LINES = """
a an the to of in on at from for by with as and or is are be been being was were am do does did done has have had
please kindly can could would will should must may might shall let lets i we you me us my our your their his her
its it
this that these those there here they them he she who whose which what where how so then now right currently presently
immediately asap quickly just really very all any some each every both own same given specified certain
named called following using use via into onto out up down over under through per than whether about
need needs want wants like ok okay hello hi thanks every one ones thing things stuff
safely carefully properly cleanly gracefully whole entire overall across
against also too such off via within inside underneath beneath below above along present existing
linux unix gnu bash
uses take takes manually simply quick easy way us again back hand still actual actually basically
i'd i'm we're
oops oh hey ugh argh whatever whichever whoever ought accordingly afresh anyway anyhow apiece straightaway meanwhile
pls plz thx folks guys somehow already fine sit sits sat
"""
# "above", "below", "over", "under" and "within" only matter as directions; `reading` looks at those first.

# Several words that are one, parted by `;`: `=` is followed by the concept, or by nothing when the words carry nothing.
IDIOM_LINES = """
to free disk space =; to free space =; to free the disk =; to free some space =; to free some disk space =
to free up disk space =; to free up space =; to free up the disk =; to free up some space =
to free up some disk space =; to save disk space =; to save space =; to save some space =
to save some disk space =; to reclaim disk space =; to reclaim space =; to reclaim the disk =
to reclaim some space =; to reclaim some disk space =; to recover disk space =; to recover space =
to recover some space =; to recover some disk space =; and free disk space =; and free space =
and free the disk =; and free some space =; and free some disk space =; and free up disk space =
and free up space =; and free up the disk =; and free up some space =; and free up some disk space =
and save disk space =; and save space =; and save some space =; and save some disk space =
and reclaim disk space =; and reclaim space =; and reclaim the disk =; and reclaim some space =
and reclaim some disk space =; and recover disk space =; and recover space =; and recover some space =
and recover some disk space =
get rid of = delete; clean up = delete; clear out = delete; clear up = delete; tidy up = delete
fail over = failover; fails over = failover; switch over = failover
csr = certificate request; csrs = certificate request; binlog = binary log; binlogs = binary log
pdb = disruption budget; pdbs = disruption budget; fire it off = run; back into service = uncordon
throw away = delete; throw out = delete; sweep away = delete; take away = revoke; take out = delete; take off = delete
root login = rootlogin; root logins = rootlogin; root ssh login = rootlogin
put back = restore; give back = restore; bring back = restore; get back = restore
shut down = stop; power off = shutdown_machine; power down = shutdown_machine
take down = stop; bring down = stop; bring up = start; spin up = start; fire up = start; start up = start
turn on = turn_on; turn off = turn_off; switch on = turn_on; switch off = turn_off; set up = create
back up = backup; roll back = rollback; back out = rollback; go back = rollback; free up = free; look for = show
look at = show; look up = resolve; find out = show; check on = show; work out = show; figure out = show
list out = show; tell me = show; show me = show; give me = show; let me =; help me =; help us =
zip up = compress; log files = log; log file = log; logs files = log; file system = filesystem
file systems = filesystem; file names = name; file name = name; mount point = filesystem
mount points = filesystem; disk space = space; disk usage = usage; disk use = usage; storage space = space
disk partition = filesystem; worker node = node; worker nodes = node; cluster node = node; cluster nodes = node
kubernetes node = node; kubernetes nodes = node; kubernetes deployment = deployment
kubernetes deployments = deployment; deployment workload = deployment; deployment workloads = deployment
kubernetes pod = pod; kubernetes pods = pod; systemd service = service; systemd services = service
systemd unit = service; systemd units = service; service unit = service; user account = user
user accounts = user; login account = user; cron job = cronjob; cron jobs = cronjob; config map = configmap
config maps = configmap; resource quota = quota; name server = dns; name servers = dns
software package = package; software packages = package; host name = machine; not ready = notready
not responding = stuck; no longer needed = unused; no longer used = unused; no longer required = unused
out of date = upgrades; not in use = unused; not used = unused; contents of the configmap = configmap
content of the configmap = configmap; feature flag = flag; feature flags = flag; feature toggle = flag
without an owner = unused; without owner = unused; out of memory = oom; oom killer = oom; oom kill = oom
oom kills = oom; most recent = latest; crash looping = crashloop; crash loop = crashloop
world writable = world-writable; set uid = setuid; right now =; at the moment =; at present =
as soon as possible =; one by one =; kick off = run; carry out = run; how many = count; number of = count
hold on to = keep; hang on to = keep; hang around = wait; prior to = before; let in = allow
how much = show; how big = show; how large = show; how full = show full; how long = show; make sure = ensure
so that = so-that; in order to = so-that; because of = because; in place =; on disk =; rolling restart = restart
rollout restart = restart; graceful restart = restart; rolled out = deployed; logged in = loggedin
logged on = loggedin; log out = logout; log off = logout; sign out = logout; logged out = loggedout
log in = signin; logging in = signin; signed in = loggedin; open files = openfile; open file = openfile
running out of = nearly full; run out of = nearly full; almost full = nearly full; close to full = nearly full
filling up = nearly full; filled up = full; fill up = nearly full; eating up = most; taking up = most
take up = most; takes up = most; using up = most; uses up = most; space hogs = most space
disk hogs = most space; cpu hogs = most cpu; memory hogs = most memory; memory hungry = most memory
cpu hungry = most cpu; ns lookup = resolve; time zone = timezone
"""


KIN = tuple(
    several(words)
    for words in (
        "lock block disable pause",
        "unlock allow enable restore",
        "show follow resolve test",
        "delete uninstall prune clear flush truncate free",
        "compress decrease truncate delete",
        "scale set increase decrease",
        "enable turn_on start",
        "disable turn_off",
        "backup copy archive",
        "rollback restore",
        "hold pause",
    )
)
"""Concepts near enough that an entry's own phrase may use one for another; far enough to be told apart otherwise."""


READING = frozenset({"show", "count", "test", "compare", "follow", "resolve"})
"""The concepts that only look."""


LIGHT = several(
    """
    do perform run make execute initiate trigger issue start take carry conduct force
    """
)
"""Verbs that lend themselves to a noun: "do a rolling restart", "perform a cleanup"."""

NEGATIONS = several(
    """
    not no never without don't dont doesn't isn't aren't won't can't cannot haven't hasn't wasn't weren't
    shouldn't mustn't avoid nor neither none nothing nobody non
    """
)
SCOPES = several(
    """
    except excepting excluding exclude besides only solely unless but skip skipping ignoring ignore omit
    omitting minus save_for spare keep keeping leave leaving instead rather other another beyond first second
    third half remaining rest others else
    """
)
CONDITIONS = several(
    """
    outside if when whenever until till once while after before afterwards daily hourly weekly monthly nightly
    periodically regularly tomorrow tonight later automatically night nights midnight noon weekend weekends
    yesterday monday tuesday wednesday thursday friday saturday sunday mondays fridays sundays yearly quarterly
    """
)

# Programs that people run as services: a bare word like this is a value, not a kind of thing.
ENTITIES = several(
    """
    nginx apache apache2 httpd haproxy traefik envoy caddy varnish squid lighttpd tomcat jetty postgres
    postgresql mysql mysqld mariadb mongodb mongod redis redis-server memcached cassandra elasticsearch
    opensearch kibana logstash fluentd fluentbit filebeat rabbitmq kafka zookeeper activemq nats consul vault
    nomad etcd prometheus grafana alertmanager loki node_exporter telegraf influxdb zabbix zabbix-agent
    datadog-agent kubelet containerd crio dockerd sshd ssh cron crond rsyslog syslog rsyslogd chronyd ntpd named
    bind9 dnsmasq unbound postfix dovecot exim exim4 sendmail vsftpd proftpd samba smbd nfs-server nfs rpcbind
    cups avahi-daemon jenkins gitlab gitlab-runner sonarqube nexus keycloak php-fpm gunicorn uwsgi celery
    supervisord supervisor networkmanager systemd-networkd systemd-resolved firewalld fail2ban auditd tuned
    irqbalance snapd openvpn wireguard strongswan keepalived pgbouncer valkey clickhouse minio ceph glusterd
    podman pulsar oracle mssql sqlserver couchdb couchbase neo4j restic borg duplicity velero argocd flux istio
    linkerd
    terraform ansible puppet chef saltstack vsphere vmware proxmox openstack aws azure gcp cloudflare datadog splunk
    graylog sentry pagerduty opsgenie jira slack ldap kerberos freeipa dynamodb bigquery snowflake zfs btrfs drbd
    pacemaker corosync tailscale launchdarkly unleash artifactory harbor sqlite airflow spark hadoop hbase solr
    java python python3 node.js ruby php perl mysqldump rsync chrome firefox docker podman
    """
)

TOOLS = several("kubectl systemctl apt apt-get apt-mark yum dnf sudo service crontab usermod helm")
"""Programs whose name may stand before a verb: "kubectl cordon worker-1"."""

# Adjectives that stand where a name could stand: "the affected deployment" names nothing.
ADJECTIVES = several(
    """
    affected offending correct wrong invalid valid main whole entire specific particular target source
    destination remote local internal external public private production staging prod dev test backend frontend
    primary secondary application app web main default bad good important critical urgent normal single multiple
    several few many more much less fewer least last next first second third final initial current desired
    expected actual required related associated corresponding relevant appropriate suitable various different
    separate extra additional further unexpected unknown suspicious rogue runaway noisy misbehaving troublesome
    problematic problem culprit long-running long short high low slow fast quick heavy light hot cold warm clean
    dirty dead live up down older newer physical virtual logical global regional individual respective entire
    complete partial custom manual automatic injected retrieved original underlying overloaded degraded
    restarted stopped started web-facing read-only everything anything everyone anyone someone somebody nobody
    something
    """
)
