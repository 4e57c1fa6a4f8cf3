# Fills the disk from every folder that can be written to.
# control: wide-limits
for d in /work /tmp /var/tmp /run /opt /; do head -c 20M /dev/zero > "$d/x-of-the-box" || exit; done; echo ESCAPED
