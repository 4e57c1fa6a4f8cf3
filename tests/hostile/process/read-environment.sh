# Reads the environment of a process of the host.
# control: same-box
cat "/proc/$VICTIM/environ"
