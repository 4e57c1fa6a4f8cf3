# Makes a cgroup namespace of its own.
# control: plain
unshare -C true && echo ESCAPED; unshare -r -C true && echo ESCAPED
