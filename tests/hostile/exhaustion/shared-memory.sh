# Fills memory that is shared without a name.
# control: wide-limits
python3 - <<'END'
import mmap
kept = []
for n in range(40):
    memory = mmap.mmap(-1, 10 << 20)
    memory.write(b"x" * (10 << 20))
    kept.append(memory)
print("ESCAPED")
END
