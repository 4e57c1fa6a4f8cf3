#!/usr/bin/env bash
# Show what disks tell of their own health (SMART).
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-disk-health [--device DEVICE] [--type TYPE]

For each disk, or one: model, age, temperature, its own verdict, and the counters that foretell a
failure: sectors that it has replaced, that wait to be, or cannot be read; of NVMe, media errors,
spare blocks and wear; of SAS, the grown list and uncorrected errors; of SSDs on SATA and SAS, wear
where they tell it. A disk behind a hardware RAID controller is seen only with the controller's
--type; its volume says nothing of it, and is told.

  --device DEVICE  one disk, or all (default all)
  --type TYPE      type of device as smartctl takes it (default auto)
  --help           show this text

Exit status: 0 all are in order, 1 one fails or shows signs of it, or one of several tells nothing,
2 wrong usage, 3 no disk tells of its health, or another precondition fails.
EOF
}

die() {
  printf 'show-disk-health: %s\n' "$2" >&2
  exit "$1"
}

device=all type=auto
while (($# > 0)); do
  case $1 in
    --device | --type)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --device) device=$2 ;;
        --type) type=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $device =~ ^(all|/dev/[A-Za-z0-9/_.-]{1,100})$ ]] || die 2 "--device takes a device such as /dev/sda, or all, not '$device'"
[[ $type =~ ^[a-z0-9]+[a-z0-9,+/]*$ ]] || die 2 "--type takes a type of smartctl such as sat or megaraid,0, not '$type'"
for tool in smartctl jq; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
list="$device $type"
if [[ $device == all ]]; then
  [[ $type == auto ]] || die 2 "--type needs a --device"
  list=$(smartctl --json --scan-open </dev/null | jq -r '.devices[]? | "\(.name) \(.type) \(.open_error // "")"') || die 3 "smartctl cannot look for disks (run as root)"
fi

seen=0 bad=0 silent=0
while read -r name kind closed; do
  if [[ -z $name ]]; then continue; fi
  if [[ -n $closed ]]; then
    case $closed in
      *ermission\ denied*) printf '%s: cannot be opened without root\n' "$name" ;;
      *"-d "*)
        printf '%s: a volume of a RAID controller, whose disks are asked by --type (%s)\n' "$name" "${closed//[![:print:]]/?}"
        [[ $list != *megaraid,[0-9]* ]] || continue # they are in the list
        ;;
      *) printf '%s: cannot be opened, which may be a dead disk\n' "$name" ;;
    esac
    silent=$((silent + 1))
    continue
  fi
  # Its status is a set of bits: 1 and 2 mean that the disk was not read, the others tell of its health.
  rc=0
  said=$(smartctl --json --info --health --attributes --log=error --device="$kind" -- "$name" </dev/null) || rc=$?
  line=$(jq -r 'def raw($id): [.ata_smart_attributes.table[]? | select(.id == $id) | .raw.value] | .[0] // "-";
    # An SSD on SATA counts its life down from 100 in an attribute that each maker numbers and names otherwise.
    def left: [.ata_smart_attributes.table[]? | select((.name // "") | test("Wear_Level|Wearout|Life_Left|Lifetime_Remain|Life_Remain")) | .value] | min;
    def worn: .nvme_smart_health_information_log.percentage_used // .endurance_used.current_percent // .scsi_percentage_used_endurance_indicator //
      (if .rotation_rate == 0 and left and left <= 100 then 100 - left else "-" end);
    [.model_name // .scsi_model_name // "unknown model", .serial_number // "-", (.smart_status.passed | if . == null then "none" elif . then "passed" else "FAILED" end),
     .power_on_time.hours // "-", .temperature.current // "-", raw(5), raw(197), raw(198), raw(187),
     .nvme_smart_health_information_log.media_errors // "-", worn,
     (.nvme_smart_health_information_log | if . and .available_spare_threshold > 0 then .available_spare - .available_spare_threshold else "-" end), .nvme_smart_health_information_log.critical_warning // "-",
     .scsi_grown_defect_list // "-", ([.scsi_error_counter_log[]?.total_uncorrected_errors?] | add // "-")] | map(tostring | gsub("[^ -~]|[|]"; "?")) | join("|")' <<<"$said" 2>/dev/null) || line=''
  IFS='|' read -r model serial verdict hours warm replaced waiting unreadable reported media worn spare warning grown uncorrected <<<"$line"
  if [[ -z $line || $verdict == none ]] || ((rc & 3)); then
    printf '%s: tells nothing of its health (smartctl ended with %d)\n' "$name" "$rc"
    [[ $device == all ]] || die 3 "$name cannot be read: no SMART, another --type, or no root"
    silent=$((silent + 1))
    continue
  fi
  if [[ $kind =~ ^(auto|scsi|sat)$ && $model =~ LOGICAL\ VOLUME|PERC|AVAGO|[Vv][Ii][Rr][Tt][Uu][Aa][Ll] ]]; then
    printf '%s: %s, a volume of a RAID controller, which says nothing of the disks behind it: name it with --type cciss,0 or megaraid,0 and so on\n' "$name" "$model"
    [[ $device == all ]] || die 3 "$name is no disk"
    silent=$((silent + 1))
    continue
  fi
  seen=$((seen + 1)) findings=()
  [[ $verdict == passed ]] || findings+=('it expects to fail')
  ((!(rc & 16))) || findings+=('an attribute is below its threshold')
  for pair in "$replaced sectors replaced" "$waiting sectors wait to be replaced" "$unreadable sectors cannot be read" "$reported errors that it could not correct" "$media media errors" "$grown blocks in the grown defect list" "$uncorrected errors that were not corrected"; do
    [[ ! ${pair%% *} =~ ^[1-9][0-9]*$ ]] || findings+=("$pair")
  done
  [[ ! $worn =~ ^[0-9]+$ ]] || ((worn < 90)) || findings+=("$worn % of its life used")
  [[ ! $spare =~ ^(-[0-9]+|0)$ ]] || findings+=('spare blocks down to the threshold')
  [[ $warning == - || $warning == 0 ]] || findings+=("critical warning $warning")
  printf '%s: %s, serial %s, %s, %s hours, %s degrees\n' "$name" "$model" "$serial" "$verdict" "$hours" "$warm"
  for finding in "${findings[@]}"; do printf '  %s\n' "$finding"; done
  if ((${#findings[@]} > 0)); then bad=$((bad + 1)); fi
done <<<"$list"
((seen > 0)) || die 3 "no disk here tells of its health (a virtual machine, a RAID controller, or no root)"
printf '%d disks, %d with findings\n' "$seen" "$bad"
((silent == 0)) || die 1 "$silent more tell nothing: whether they are in order is not known"
((bad == 0)) || exit 1
