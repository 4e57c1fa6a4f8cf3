"""Entries that are called more dangerous than their text shows, each with the reason."""

from __future__ import annotations

# Dangerous by what they may be told to act on, which no reading of the text can know.
STRICTER = {
    "empty-swap": "when memory does not hold what was swapped out, the kernel kills processes",
    "kill-client-redis": "a client is cut off, perhaps in the middle of its work",
    "remove-authorized-key": "it may be the last way in; whether another is left is known only at run time",
    "set-eviction-policy-redis": "a policy that evicts has Redis throw keys away",
    "set-maxmemory-redis": "a lower limit has Redis throw keys away or refuse writes",
    "add-user-to-group": (
        "membership in some groups (docker, sudo, disk) is the power of root, and the group is known only at run time"
    ),
    "approve-certificate-request": (
        "an approved certificate gives its holder an identity in the cluster until it expires, which cannot "
        "be taken back; the rule for kubectl certificate says notable"
    ),
    "block-address": (
        "cuts off whoever uses the address, a gateway of other services perhaps; it is known only at run time"
    ),
    "block-client-address-nginx": (
        "takes away the access of clients to every site; a wrong address (a load balancer, an office network) "
        "is an outage"
    ),
    "change-tree-owner": (
        "takes files away from their owner for good, setuid bits and access included; the directory is known "
        "only at run time"
    ),
    "check-tables-mysql": (
        "a server that finds a damaged page of InnoDB may stop itself; CHECK TABLE in SQL has no rule, and looks only"
    ),
    "delete-chaos-schedule": "the object goes; its manifest is kept, the faults that it recovers are not",
    "delete-failed-pods": "the logs of the pods go with them",
    "delete-finished-jobs": (
        "it deletes Job objects together with their pods and logs, which are gone for good; the rule for "
        "kubectl delete counts jobs as notable"
    ),
    "delete-keys-by-pattern-redis": (
        "it deletes data by a pattern, by UNLINK within EVAL, which the analysis takes for notable"
    ),
    "delete-old-logs": "what it deletes is bounded by name and age alone",
    "delete-resource-quota": (
        "without its quota a namespace may take what the others in the cluster need; the rule for kubectl "
        "delete does not count quotas among the heavy kinds"
    ),
    "deny-port": "takes a service of this host away from its users; which one is known only at run time",
    "disable-login-shell": "takes a login away from an account that may be the only one of its owner",
    "disable-nginx-site": "takes a web site out of service",
    "disable-service-at-boot": "users lose the service at the next boot",
    "disable-ssh-password-login": (
        "with a lost key nobody can log in any more; the analysis sees only a file written and a reload"
    ),
    "expire-user-password": (
        "jobs and people who log in by key are stopped until the password is changed; the account is known "
        "only at run time"
    ),
    "force-time-sync": "a step of the clock can break clusters, leases and databases",
    "force-delete-pod": "what the pod does on its node goes on unseen, beside the one that takes its place",
    "lock-user-account": "somebody loses access",
    "mask-service": "like stop-service it may take a service away; the analysis cannot see which unit it is",
    "prune-old-backups": "it deletes backups; the analysis sees only rm of a file below a checked directory",
    "prune-stopped-containers": (
        "what the containers wrote outside of volumes and their logs are gone for good; the rule for docker "
        "rm of a computed id says notable"
    ),
    "prune-unused-images": (
        "an image that was built or loaded on this host exists nowhere else; the rule for docker image rm says notable"
    ),
    "remove-finalizers": "the object goes for good, and what its finalizer would have cleaned up stays behind",
    "remove-package": "the package may be one that others need",
    "remove-static-route": "takes away the way to a network, and with it access and services that use it",
    "remove-user-from-group": (
        "takes access away, of the last administrator perhaps; the group is known only at run time"
    ),
    "restart-all-deployments": "a whole namespace may be without service for a moment",
    "set-file-permissions": "wrong modes take access away from a whole tree",
    "set-kafka-topic-retention": "a shorter retention makes Kafka delete messages for good",
    "set-kernel-parameter": (
        "a wrong value can cut off the host or stop it; the analysis cannot see which parameter it is"
    ),
    "set-parameter-postgresql": (
        r"ALTER SYSTEM is made by format() and \gexec so that the server quotes the values, which hides it "
        "from the analysis; a wrong setting can harm the whole server"
    ),
    "set-process-cpu-affinity": (
        "notable by its nature; the analysis takes taskset -p MASK PID for a command to be run and calls it "
        "unanalysable, so it has to be declared dangerous"
    ),
    "set-service-memory-limit": "a limit below what a service needs has the kernel kill it",
    "set-variable-mysql": (
        "SET GLOBAL with a variable name and value can make a server lose durability or refuse clients; the "
        "analysis calls it safe"
    ),
    "stop-container": "it takes a service down; the rule for docker stop of one container says notable",
    "stop-process-by-name": "the name may be that of a database",
    "stop-process-by-pid": (
        "ending a process, with --force by SIGKILL, may cost data that it has not written, as in stop- process-by-name"
    ),
    "stop-service": "users lose the service",
    "terminate-idle-transactions-postgresql": "what the sessions have done in their open transactions is undone",
    "terminate-database-connections-postgresql": (
        "it disconnects every client of a database and rolls their transactions back; pg_terminate_backend "
        "stands inside a subquery, where the analysis does not look"
    ),
    "truncate-log-file": "the content is gone for good",
    "unmount-file-system": "it takes a file system away from its users; the analysis cannot see which one it is",
    "vacuum-journal": "records of what happened are gone for good",
}
