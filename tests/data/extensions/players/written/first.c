#include <stdio.h>

int main(void) {
    char board[64], role[64];
    while (scanf("%63s %63s", board, role) == 2) {
        int square = 0;
        for (char *at = board; *at; at++) {
            if (*at == '/') continue;
            square++;
            if (*at == '.') break;
        }
        printf("%d\n", square);
        fflush(stdout);
    }
}
