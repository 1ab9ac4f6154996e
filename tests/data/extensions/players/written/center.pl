$| = 1;
while (<>) {
    my ($board) = split;
    $board =~ tr{/}{}d;
    my ($square) = grep { substr($board, $_ - 1, 1) eq '.' } 5, 1, 3, 7, 9, 2, 4, 6, 8;
    print "$square\n";
}
