# Reads the environment that the kernel keeps of it.
# control: same-box
cat /proc/self/environ /proc/$$/environ
