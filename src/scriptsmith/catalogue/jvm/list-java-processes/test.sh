#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
[[ $* == '-ww -eo pid=,user:32=,etimes=,rss=,comm=,args=' ]] || exit 1
if [ -e fails ]; then exit 1; fi
cat table
STUB
cat >table <<'TABLE'
      1 root        99999   12000 systemd         /sbin/init
    812 tomcat       7200 2097152 java            /usr/bin/java -Xms512m -Xmx2g -Ddb.password=secret -cp /opt/a:/opt/b -XX:+UseG1GC org.example.Main --port 80
   1313 kafka         120  524288 java            java -XX:MaxRAMPercentage=75.0 --add-opens java.base/java.lang=ALL-UNNAMED -jar /srv/my-app.jar -Xmx9g
   1400 bob            60  102400 java            java com.example.Tool
   1500 bob            60   10240 bash            bash -c grep java -Xmx1g
TABLE

run
check 'a process is listed with its heap options' grep -qx 'process 812  user tomcat  up 120 min  rss 2048 MB  heap: -Xms512m -Xmx2g  org.example.Main' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'a jar is named, and its own arguments are no options of the JVM' grep -qx 'process 1313  user kafka  up 2 min  rss 512 MB  heap: -XX:MaxRAMPercentage=75.0  jar my-app.jar' <<<"$out"
check 'one without options has the default' grep -q 'process 1400 .*heap: (none on its command line)  com.example.Tool$' <<<"$out"
check 'a password is not shown' test "$(grep -c secret <<<"$out")" -eq 0
check 'other programs are left out' test "$(grep -cE 'process (1|1500) ' <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 Java processes' <<<"$out"
mkfifo .hold
(exec -a java bash -s -- '-XX:OnOutOfMemoryError=kill -9 %p' $'-Xmx3g\n' -jar 'my app.jar' -Xmx1g <.hold) &
held=$!
exec 8>.hold
while [ "$(tr '\0' ' ' <"/proc/$held/cmdline" | head -c 8)" != 'java -s ' ]; do sleep 0.1; done
printf '%s\n' "   $held root 60 10240 java java -s -- -XX:OnOutOfMemoryError=kill -9 %p -Xmx3g -jar my app.jar -Xmx1g" \
  '  1600 root 60 10240 java java @/etc/app.args -Xmx4g -cp /x Main' \
  '  1700 root 60 10240 jsvc.exec jsvc.exec -java-home /usr/lib/jvm -user tomcat -pidfile /run/t.pid -Xmx5g -cp /x Daemon' >table
run
check 'a blank in an option hides no other option' grep -qx "process $held  user root  up 1 min  rss 10 MB  heap: -Xmx3g?  jar my app.jar" <<<"$out"
check 'a file of options is told, and what follows it is read' grep -q 'heap: (and what @/etc/app.args holds) -Xmx4g  Main$' <<<"$out"
check 'the options of jsvc itself end nothing' grep -q 'heap: -Xmx5g  Daemon$' <<<"$out"
exec 8>&-
printf '  1 root 5 5 init /sbin/init\n' >table
run
check 'none is no failure' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 Java processes" ]' _ "$status" "$out"
printf '  7 root 5 5 java java $(touch${IFS}pwned) ;touch pwned\n' >table
run
check 'a hostile command line runs nothing' test ! -e pwned
touch fails
run
check 'a ps that fails is a failure' test "$status" -eq 1
run --pid 5
check 'an unknown option is refused' test "$status" -eq 2
run --help
check 'help is given' bash -c '[ "$1" -eq 0 ] && grep -q "^Usage: list-java-processes" <<<"$2"' _ "$status" "$out"
finish
