/* A crowd of websockets that only count bytes: the light side of the measurement.

   crowd HOST PORT SOCKETS PATH PUBLISH BODY: opens SOCKETS connections to PATH, reads until all is quiet, prints "ready",
   and then obeys lines from standard input:
     each ROUNDS MS  POST to PUBLISH, wait until every socket has the frame, then until nothing came for MS, ROUNDS
                     times; prints for each round the microseconds until the median and the last socket had it
     burst ROUNDS N  N POSTs at once, wait until all is quiet; prints the frames that arrived per socket, times 1000
     arm OCTETS      forgets what has come, prints "armed", and waits until every socket has so many; prints when the
                     median and the last of them did, in microseconds of CLOCK_MONOTONIC
     drain MS        reads for so long; prints the octets that came, of all sockets
     quit
   BODY is the size of the body of the POST; every publication must have the same length on the wire. With PUBLISH "-"
   somebody else publishes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define BATCH 64
#define PER_ADDRESS 20000

static int epoll, sockets, control, *fds;
static long *got, frame;
static double *arrived;
static char buffer[1 << 18], post[1 << 16];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void die(const char *what) { perror(what); exit(1); }

static int dial(const char *host, int port, int source) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)}, from = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    inet_pton(AF_INET, host, &to.sin_addr);
    from.sin_addr.s_addr = htonl(0x7f000002 + source);
    if (source >= 0) {
        setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
        if (bind(fd, (struct sockaddr *)&from, sizeof from)) die("bind");
    }
    if (connect(fd, (struct sockaddr *)&to, sizeof to)) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void send_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n <= 0) die("write");
        data += n, size -= n;
    }
}

/* Reads what there is; counts it per socket. Returns the number of sockets that had something. */
static int listen_once(int wait_ms) {
    static struct epoll_event events[1024];
    int n = epoll_wait(epoll, events, 1024, wait_ms);
    for (int i = 0; i < n; i++) {
        int k = events[i].data.u32;
        ssize_t size = recv(k < sockets ? fds[k] : control, buffer, sizeof buffer, MSG_DONTWAIT);
        if (size == 0 || (size < 0 && errno != EAGAIN)) die("the server closed a socket");
        if (k < sockets && size > 0) got[k] += size, arrived[k] = now();
        if (k < sockets && size > 1 && !memcmp(buffer + size - 2, "\x89\0", 2)) send_all(fds[k], "\x8a\x80\0\0\0\0", 6);
    }
    return n;
}

static void quiet(int ms) { while (listen_once(ms) > 0) {} }

static void watch(int fd, unsigned k) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = k};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event)) die("epoll_ctl");
}

static void open_all(const char *host, int port, const char *path) {
    char hello[1024];
    int size = snprintf(hello, sizeof hello,
        "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n", path, host);
    for (int i = 0; i < sockets; i += BATCH) {
        int end = i + BATCH < sockets ? i + BATCH : sockets;
        for (int k = i; k < end; k++) fds[k] = dial(host, port, k / PER_ADDRESS), send_all(fds[k], hello, size);
        for (int k = i; k < end; k++) {
            if (recv(fds[k], buffer, sizeof buffer, 0) < 12 || memcmp(buffer + 9, "101", 3)) die("no handshake");
            watch(fds[k], k);
        }
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void each(int rounds, int pause, size_t size) {
    double *sorted = malloc(sizeof(double) * sockets);
    for (int r = 0; r < rounds; r++) {
        long missing = sockets;
        memset(got, 0, sizeof(long) * sockets);
        double start = now();
        send_all(control, post, size);
        while (missing) {
            if (listen_once(20000) <= 0) die("nothing comes");
            missing = 0;
            for (int k = 0; k < sockets && !missing; k++) missing += got[k] < frame;
        }
        for (int k = 0; k < sockets; k++) sorted[k] = arrived[k] - start;
        qsort(sorted, sockets, sizeof(double), by_size);
        printf("%.1f %.1f\n", sorted[sockets / 2], sorted[sockets - 1]);
        quiet(pause);
    }
    free(sorted);
}

static void burst(int rounds, int count, size_t size) {
    for (int r = 0; r < rounds; r++) {
        memset(got, 0, sizeof(long) * sockets);
        for (int i = 0; i < count; i++) send_all(control, post, size);
        quiet(300);
        printf("%ld\n", got[sockets / 2] * 1000 / frame);
    }
}

static void arm(long octets) {
    double *sorted = malloc(sizeof(double) * sockets);
    long missing = sockets;
    while (listen_once(0) > 0) {}
    memset(got, 0, sizeof(long) * sockets);
    puts("armed");
    fflush(stdout);
    while (missing) {
        if (listen_once(60000) <= 0) die("nothing comes");
        missing = 0;
        for (int k = 0; k < sockets && !missing; k++) missing += got[k] < octets;
    }
    memcpy(sorted, arrived, sizeof(double) * sockets);
    qsort(sorted, sockets, sizeof(double), by_size);
    printf("%.1f %.1f\n", sorted[sockets / 2], sorted[sockets - 1]);
    free(sorted);
}

static void drain(int ms) {
    double end = now() + ms * 1e3, left;
    long all = 0;
    memset(got, 0, sizeof(long) * sockets);
    while ((left = end - now()) > 0) listen_once(left / 1e3 + 1);
    for (int k = 0; k < sockets; k++) all += got[k];
    printf("%ld\n", all);
}

int main(int argc, char **argv) {
    struct rlimit most;
    if (argc != 7) return 2;
    getrlimit(RLIMIT_NOFILE, &most);
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
    sockets = atoi(argv[3]);
    fds = calloc(sockets, sizeof *fds), got = calloc(sockets, sizeof *got), arrived = calloc(sockets, sizeof *arrived);
    epoll = epoll_create1(0);
    int port = atoi(argv[2]), body = atoi(argv[6]);
    size_t size = snprintf(post, sizeof post, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n", argv[5], argv[1], body);
    memset(post + size, 'x', body), size += body;
    open_all(argv[1], port, argv[4]);
    quiet(400);
    if (strcmp(argv[5], "-")) {
        control = dial(argv[1], port, -1);
        watch(control, sockets);
        memset(got, 0, sizeof(long) * sockets);
        send_all(control, post, size);
        quiet(400);
        frame = got[sockets / 2];
    }
    char line[256];
    printf("ready %ld\n", frame);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        int rounds, count;
        if (sscanf(line, "each %d %d", &rounds, &count) == 2) each(rounds, count, size);
        else if (sscanf(line, "burst %d %d", &rounds, &count) == 2) burst(rounds, count, size);
        else if (sscanf(line, "arm %d", &count) == 1) arm(count);
        else if (sscanf(line, "drain %d", &count) == 1) drain(count);
        else break;
        puts("done");
        fflush(stdout);
    }
    return 0;
}
