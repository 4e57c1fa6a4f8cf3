# Leaves two files whose comparison takes as long as can be.
# control: none: a naive collector compares nothing
python3 - <<'END'
import random
random.seed(1)
for number in range(6):
    open(f"/work/lines{number}", "w").write("".join(random.choice(("a\n", "b\n", "c\n")) for _ in range(30000)))
END
echo hidden > /work/sentinel
