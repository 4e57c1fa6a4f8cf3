# Fills memory.
# control: wide-limits
python3 - <<'END'
kept = [bytes([n % 255 + 1]) * (10 << 20) for n in range(40)]
print("ESCAPED", len(kept))
END
