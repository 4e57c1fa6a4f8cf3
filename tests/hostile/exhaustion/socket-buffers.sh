# Fills memory of the kernel with what sockets hold.
# control: wide-limits, cgroup
python3 - <<'END'
import os, socket, time
def fill():
    pairs, held = [], 0
    for n in range(900):
        try:
            one, other = socket.socketpair()
        except OSError:
            break
        one.setblocking(False)
        pairs.append((one, other))
        try:
            while True:
                held += one.send(b"x" * 32768)
        except BlockingIOError:
            pass
    return pairs, held
children = []
for _ in range(8):
    read, write = os.pipe()
    if not os.fork():
        pairs, held = fill()
        os.write(write, b"%d" % held)
        time.sleep(4)
        os._exit(0)
    children.append(read)
held = sum(int(os.read(read, 20)) for read in children)
print("ESCAPED" if held > 600 << 20 else held)
END
