# Makes a process namespace of its own.
# control: plain
unshare -p true && echo ESCAPED; unshare -r -p true && echo ESCAPED
