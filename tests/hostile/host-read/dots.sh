# Climbs out of the working folder with more dots than there are folders.
# control: same-box
cat "../../../../../../../../../../../../$SECRET"
