# Gives a secret another name and reads that.
# control: same-box
ln "$SECRET" "$(dirname "$(dirname "$SECRET")")/other"; cat "$(dirname "$(dirname "$SECRET")")/other"
