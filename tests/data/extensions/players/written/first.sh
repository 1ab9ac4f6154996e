while read board role; do
    squares=$(echo "$board" | tr -d /)
    free=${squares%%.*}
    echo $((${#free} + 1))
done
