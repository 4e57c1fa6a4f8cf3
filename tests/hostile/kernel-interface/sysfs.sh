# Opens for writing what sysfs offers.
# control: none: root's boxes of the plain kind show no sysfs either
for p in /sys/kernel/uevent_helper /sys/power/state /sys/class/leds/*/brightness /sys/fs/cgroup/release_agent /sys/fs/cgroup/*/release_agent; do
  [ -e "$p" ] && (exec 3> "$p") && echo ESCAPED
done
