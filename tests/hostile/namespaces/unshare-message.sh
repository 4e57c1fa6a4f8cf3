# Makes a message namespace of its own.
# control: plain
unshare -i true && echo ESCAPED; unshare -r -i true && echo ESCAPED
