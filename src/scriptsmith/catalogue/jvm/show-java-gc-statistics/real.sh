#!/usr/bin/env bash
. "$HARNESS"
use java

java_program -XX:+UseSerialGC
run --pid "$java" --count 3
check 'three samples' test "$(grep -Ec '^ +[0-9.-]+ +[0-9.-]+ ' <<<"$out")" -eq 3
check 'none was a full one' grep -Eqx 'full collections: 0 in all, 0 while watched' <<<"$out"
(sleep 1; jcmd "$java" GC.run >/dev/null) &
run --pid "$java" --count 5
check 'one that runs meanwhile is counted' grep -Eqx 'full collections: 1 in all, 1 while watched' <<<"$out"
old=$(jstat -gcutil "$java" | awk 'NR == 2 { printf "%.1f", $4 }')
check 'how full the old generation is' grep -q "^old generation: $old % full" <<<"$out"
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
check 'in German it writes commas' bash -c 'LC_ALL=de_DE.UTF-8 jstat -gcutil "$1" | grep -q "[0-9],[0-9]"' _ "$java"
old=$(LC_ALL=C jstat -gcutil "$java" | awk 'NR == 2 { printf "%.1f", $4 }')
LC_ALL=de_DE.UTF-8 run --pid "$java" --count 1
check 'which changes nothing' grep -q "^old generation: $old % full" <<<"$out"
kill "$java"
# One that collects all the time, each time longer than the watch.
cat >Busy.java <<'JAVA'
public class Busy {
    public static void main(String[] arguments) {
        Object[] head = null;
        for (int i = 0; i < 6000000; i++) head = new Object[] {head, null};
        System.out.println("ready");
        while (head != null) System.gc();
    }
}
JAVA
javac Busy.java
java -XX:+UseSerialGC -Xmx700m -cp "$PWD" Busy >.busy 2>&1 &
java=$!
await grep -q ready .busy
run --pid "$java" --count 3
check 'a collection that has not ended is told' grep -Eq '^a collection was under way at [1-3] of 3 samples' <<<"$out"
kill "$java"
finish
