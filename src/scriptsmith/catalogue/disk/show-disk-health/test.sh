#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

# The shape of what smartmontools 7.3 prints with --json, after smartctl(8) and its source.
stub smartctl <<'EOF'
[[ $1 == --json ]] || { echo 'UNRECOGNIZED OPTION' >&2; exit 1; }
shift
if [[ $* == --scan-open ]]; then [[ ! -e broken ]] || exit 1; cat scan.json; exit; fi
[[ "$1 $2 $3 $4" == '--info --health --attributes --log=error' && $5 == --device=* && $6 == -- && $# == 7 ]] || exit 1
name=${7#/dev/}; cat "$name.json" 2>/dev/null; exit "$(cat "$name.rc" 2>/dev/null || echo 0)"
EOF
scan() { printf '%s\n' "$@" | jq -Rs '{devices: (split("\n") | map(select(. != "") | split(" ") | {name: .[0], type: .[1]} + if .[2] then {open_error: .[2]} else {} end))}' >scan.json; }
ata() { # NAME PASSED REPLACED WAITING UNREADABLE [REPORTED]
  jq -n --argjson passed "$2" --argjson a "$3" --argjson b "$4" --argjson c "$5" --argjson d "${6:-0}" '{model_name: "WD\u001b Red", serial_number: "S|1", smart_status: {passed: $passed}, power_on_time: {hours: 4711}, temperature: {current: 33},
    ata_smart_attributes: {table: [{id: 1, raw: {value: 99}}, {id: 5, raw: {value: $a}}, {id: 197, raw: {value: $b}}, {id: 198, raw: {value: $c}}, {id: 187, raw: {value: $d}}]}}' >"$1.json"; rm -f "$1.rc"
}
nvme() { # NAME MEDIA WORN SPARE WARNING
  jq -n --argjson m "$2" --argjson w "$3" --argjson s "$4" --argjson c "$5" '{model_name: "Fast", smart_status: {passed: true}, nvme_smart_health_information_log: {media_errors: $m, percentage_used: $w, available_spare: $s, available_spare_threshold: 10, critical_warning: $c}}' >"$1.json"
}
ata sda true 0 0 0; nvme nvme0 0 89 100 0; echo '{"smart_status": {"passed": true}, "scsi_model_name": "SAS", "scsi_grown_defect_list": 0}' >sdc.json
echo '{"smartctl": {"exit_status": 2}}' >sr0.json; echo 2 >sr0.rc
scan '/dev/sda sat' '/dev/nvme0 nvme' '/dev/sdc scsi' '/dev/sr0 scsi' '/dev/bus/0 megaraid,0 failed'
run
check 'one that tells nothing is not in order' test "$status:$(tail -n 1 <<<"$out"):${err#*: }" = '1:3 disks, 0 with findings:2 more tell nothing: whether they are in order is not known'
check 'one that cannot be opened is told' grep -qx '/dev/bus/0: cannot be opened, which may be a dead disk' <<<"$out"
check 'a disk is told, without control characters' grep -qx '/dev/sda: WD? Red, serial S?1, passed, 4711 hours, 33 degrees' <<<"$out"
check 'of another kind too' grep -qx '/dev/sdc: SAS, serial -, passed, - hours, - degrees' <<<"$out"
check 'one that tells nothing is told' grep -qx '/dev/sr0: tells nothing of its health (smartctl ended with 2)' <<<"$out"
check 'one that cannot be opened is not asked' test -z "$(calls bus/0)"
check 'each is asked by its type' test -n "$(calls 'device=nvme -- /dev/nvme0$')"
scan '/dev/sda sat' '/dev/nvme0 nvme' '/dev/sdc scsi'; run
check 'disks in order succeed' test "$status:$(tail -n 1 <<<"$out")" = '0:3 disks, 0 with findings'
while IFS='|' read -r kind values words; do
  $kind x $values
  run --device /dev/x
  check "a finding: $words" test "$status:$(sed -n 2p <<<"$out"):$(tail -n 1 <<<"$out")" = "1:  $words:1 disks, 1 with findings"
done <<'X'
ata|false 0 0 0|it expects to fail
ata|true 3 0 0|3 sectors replaced
ata|true 0 1 0|1 sectors wait to be replaced
ata|true 0 0 12|12 sectors cannot be read
ata|true 0 0 0 4|4 errors that it could not correct
nvme|2 0 100 0|2 media errors
nvme|0 90 100 0|90 % of its life used
nvme|0 0 10 0|spare blocks down to the threshold
nvme|0 0 9 0|spare blocks down to the threshold
nvme|0 0 100 4|critical warning 4
X
nvme x 0 0 11 0; run --device /dev/x
check 'one spare block is enough' test "$status" -eq 0
echo '{"smart_status": {"passed": true}, "scsi_grown_defect_list": 7}' >x.json; run --device /dev/x --type scsi
check 'the grown list counts' grep -qx '  7 blocks in the grown defect list' <<<"$out"
echo '{"smart_status": {"passed": true}, "scsi_grown_defect_list": 0, "scsi_error_counter_log": {"read": {"total_uncorrected_errors": 2}, "write": {"total_uncorrected_errors": 1}}}' >x.json; run --device /dev/x --type scsi
check 'so do uncorrected errors' test "$status" -eq 1 -a -n "$(grep -x '  3 errors that were not corrected' <<<"$out")"
ata x true 0 0 0; echo 16 >x.rc; run --device /dev/x
check 'an attribute below its threshold counts' grep -qx '  an attribute is below its threshold' <<<"$out"
echo 64 >x.rc; run --device /dev/x
check 'errors of former days do not' test "$status" -eq 0
echo 1 >x.rc
refused 3 'cannot be read' --device /dev/x
echo 2 >x.rc
refused 3 'cannot be read' --device /dev/x
rm x.rc; echo '{"model_name": "QEMU"}' >x.json
refused 3 'cannot be read' --device /dev/x
refused 3 'cannot be read' --device /dev/absent
scan '/dev/sda sat Permission&denied'; sed -i 's/&/ /' scan.json
refused 3 'no disk here'
check 'that root is lacking is told' grep -qx '/dev/sda: cannot be opened without root' <<<"$out"
# What smartmontools 7.3 says of a volume of Dell's PERC, and what HPE's Smart Array says of its own.
perc='DELL&or&MegaRaid&controller,&please&try&adding&'"'-d&megaraid,N'"; ata m true 0 0 0; mkdir -p bus
scan "/dev/sda scsi $perc" '/dev/m megaraid,0'; sed -i 's/&/ /g' scan.json; run
check 'a volume whose disks are asked is no finding' test "$status:$(tail -n 1 <<<"$out"):$(grep -c "^/dev/sda: a volume of a RAID controller, .*'-d megaraid,N')$" <<<"$out")" = '0:1 disks, 0 with findings:1'
scan "/dev/sda scsi $perc" '/dev/m sat'; sed -i 's/&/ /g' scan.json; run
check 'one whose disks are not asked is not in order, nor a dead disk' test "$status:$(grep -c 'dead disk' <<<"$out"):${err#*: }" = '1:0:1 more tell nothing: whether they are in order is not known'
for model in 'HPE LOGICAL VOLUME' 'DELL PERC H730' 'AVAGO SMC3108' 'Msft Virtual Disk'; do
  jq -n --arg name "$model" '{scsi_model_name: $name, smart_status: {passed: true}}' >v.json
  scan '/dev/v scsi' '/dev/m sat'; run
  check "a volume says nothing of its disks: $model" test "$status:$(tail -n 1 <<<"$out"):$(grep -c "^/dev/v: $model, a volume of a RAID controller" <<<"$out")" = '1:1 disks, 0 with findings:1'
  refused 3 '/dev/v is no disk' --device /dev/v
  run --device /dev/v --type cciss,0
  check 'a disk behind it is one' test "$status" -eq 0
done
ssd() { jq -n --argjson left "$1" --argjson turns "$2" --arg name "$3" '{model_name: "SSD", smart_status: {passed: true}, rotation_rate: $turns, ata_smart_attributes: {table: [{id: 9, name: "Power_On_Hours", value: 1, raw: {value: 7}}, {id: 177, name: $name, value: $left, raw: {value: 900}}]}}' >x.json; }
for name in Wear_Leveling_Count Media_Wearout_Indicator SSD_Life_Left Percent_Lifetime_Remain; do
  ssd 10 0 "$name"; run --device /dev/x
  check "an SSD on SATA that is worn is told: $name" test "$status:$(sed -n 2p <<<"$out")" = '1:  90 % of its life used'
  ssd 11 0 "$name"; run --device /dev/x
  check "one that is not is not: $name" test "$status:$(tail -n 1 <<<"$out")" = '0:1 disks, 0 with findings'
done
ssd 10 7200 Wear_Leveling_Count; run --device /dev/x
check 'a disk that turns has no such life' test "$status" -eq 0
echo '{"smart_status": {"passed": true}, "scsi_percentage_used_endurance_indicator": 95}' >x.json; run --device /dev/x --type scsi
check 'an SSD on SAS tells its wear' grep -qx '  95 % of its life used' <<<"$out"
echo '{"smart_status": {"passed": true}, "endurance_used": {"current_percent": 96}}' >x.json; run --device /dev/x
check 'so do those that smartmontools 7.4 has worked out' grep -qx '  96 % of its life used' <<<"$out"
nvme x 0 0 0 0; sed -i 's/threshold": 10/threshold": 0/' x.json; run --device /dev/x
check 'spare blocks that are not told are none that lack' test "$status" -eq 0
rm x.json
scan '/dev/sda sat failed'
refused 3 'no disk here'
scan '/dev/sr0 scsi'
refused 3 'no disk here'
echo '{}' >scan.json
refused 3 'no disk here'
touch broken
refused 3 'cannot look for disks'
refused 2 'needs a --device' --type sat
refused 2 '--device takes' --device sda
refused 2 '--device takes' --device '/dev/$(touch${IFS}pwned)'
refused 2 '--type takes' --device /dev/sda --type '-x;touch pwned'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
