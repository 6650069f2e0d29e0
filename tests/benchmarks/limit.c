/* The limit: an epoll program that only writes the same bytes to every socket.

   limit PORT OCTETS: answers any GET with 101 and remembers the socket; any POST makes it write one frame of OCTETS bytes
   of payload to all of them. No library, no parsing, no bookkeeping: nobody who uses TCP can do less. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

static int sockets[65536], count;
static char frame[1 << 17], request[1 << 16];

int main(int argc, char **argv) {
    struct rlimit most;
    if (argc != 3) return 2;
    getrlimit(RLIMIT_NOFILE, &most);
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
    int octets = atoi(argv[2]), size = octets + 4, one = 1;
    frame[0] = (char)0x81, frame[1] = 126, frame[2] = octets >> 8, frame[3] = octets & 255;
    memset(frame + 4, 'x', octets);
    int door = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), epoll = epoll_create1(0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(door, (struct sockaddr *)&here, sizeof here) || listen(door, 4096)) { perror("listen"); return 1; }
    struct epoll_event event = {.events = EPOLLIN, .data.fd = door}, events[256];
    epoll_ctl(epoll, EPOLL_CTL_ADD, door, &event);
    for (;;) {
        int n = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            if (fd == door) {
                while ((fd = accept4(door, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                    struct epoll_event fresh = {.events = EPOLLIN, .data.fd = fd};
                    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &fresh);
                }
                continue;
            }
            ssize_t got = read(fd, request, sizeof request - 1);
            if (got <= 0) { close(fd); continue; }
            request[got] = 0;
            if (!strncmp(request, "GET", 3)) {
                sockets[count++] = fd;
                if (write(fd, "HTTP/1.1 101 Switching\r\n\r\n", 26) < 0) return 1;
                continue;
            }
            for (char *post = request; (post = strstr(post, "POST ")); post++)
                for (int k = 0; k < count; k++)
                    if (write(sockets[k], frame, size) != size) { perror("a short write"); return 1; }
        }
    }
}
