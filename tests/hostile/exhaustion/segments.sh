# Fills memory in segments that belong to no process.
# control: wide-limits
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
made = 0
for n in range(40):
    segment = libc.shmget(0, 10 << 20, 0o1600)
    place = libc.shmat(segment, None, 0)
    if segment < 0 or place in (None, ctypes.c_void_p(-1).value):
        break
    ctypes.memset(place, 1, 10 << 20)
    libc.shmdt(ctypes.c_void_p(place))
    made += 1
print("ESCAPED" if made == 40 else made)
END
