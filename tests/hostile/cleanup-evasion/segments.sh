# Leaves memory that belongs to no process.
# control: killed-leader
python3 - <<'END'
import ctypes
libc = ctypes.CDLL(None)
print(libc.shmget(0x5C121, 4096, 0o1600))
END
