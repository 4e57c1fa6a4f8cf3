# Makes a mount namespace of its own.
# control: plain
unshare -m true && echo ESCAPED; unshare -r -m true && echo ESCAPED
