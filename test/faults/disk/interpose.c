// Stands between a process and libc (LD_PRELOAD) and sees every change that the process makes to
// the files of one folder: records the changes in order, or kills the process (SIGKILL) right
// before or after one of them. SQLite's index in shared memory (-shm) is left out: it is written
// through a mapping, and SQLite builds it anew from the log.
//
// The process gives its orders by writing to file descriptor 3, a file of its own. The library then
// writes the answer to the file's beginning, a number in 20 characters:
//   watch FOLDER      watches that folder, and counts its changes from 0
//   record FILE       appends each change to the file: "KIND OFFSET LENGTH NAME\n" and then LENGTH
//                     bytes
//   kill N 0|1        kills the process before (0) or after (1) the Nth change
//   unsynced 0|1      lets no file of the watched folder be synced (1), or all again (0)
//   quota 0|1         lets no byte be written to the watched folder's files (EDQUOT), or all again
//   count             how many changes there have been
//   unreadable INODE FROM TO
//                     lets no part of these bytes of that file be read (EIO)
//   fork              0 in the new process; in the old one, after the new one has ended, its wait
//                     status + 1
//   exit STATUS       ends a forked process, which must not run the exit handlers of the old one
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { orders = 3 };
enum side { before, after };

static char folder[PATH_MAX];
static int record_fd = -1;
static long changes, kill_at;
static enum side kill_side;
static unsigned long bad_inode;
static long bad_from, bad_to;
static int unsynced, quota;

// The name of a path inside the folder ("" for the folder itself), or NULL if the path is not
// watched.
static const char *watched(const char *path) {
  size_t length = strlen(folder);
  if (length == 0 || strncmp(path, folder, length) != 0) return NULL;
  if (path[length] != '\0' && path[length] != '/') return NULL;
  const char *name = path + length + (path[length] == '/');
  size_t end = strlen(name);
  return end >= 4 && strcmp(name + end - 4, "-shm") == 0 ? NULL : name;
}

// The present name of the file behind a descriptor, in the caller's buffer.
static const char *watched_fd(int fd, char path[PATH_MAX]) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = '\0';
  return watched(path);
}

static void reach(enum side side) {
  if (side == before) changes += 1;
  if (changes != kill_at || side != kill_side) return;
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void record(char kind, const char *name, long offset, const void *bytes, long length) {
  if (record_fd < 0) return;
  char head[PATH_MAX + 64];
  int size = snprintf(head, sizeof head, "%c %ld %ld %s\n", kind, offset, length, name);
  struct iovec parts[] = {{head, size}, {(void *)bytes, length}};
  if (syscall(SYS_writev, record_fd, parts, 2) != size + length) abort();
}

// Carries out `call`, and counts and records it if `name` is watched. OFFSET and LENGTH may use the
// call's `result`.
#define CHANGE(kind, watched_name, offset, bytes, length, call)             \
  ({                                                                        \
    const char *name = (watched_name);                                      \
    if (name) reach(before);                                                \
    long result = (call);                                                   \
    int error = errno;                                                      \
    if (name && result >= 0) record(kind, name, (offset), (bytes), (length)); \
    if (name) reach(after);                                                 \
    errno = error;                                                          \
    result;                                                                 \
  })

static long obey(const char *text, size_t size) {
  long answer = 0;
  char order[PATH_MAX + 16] = {0};
  memcpy(order, text, size < sizeof order ? size : sizeof order - 1);
  int side = 0, status = 0;
  char file[PATH_MAX];
  if (sscanf(order, "watch %4095s", folder) == 1) {
    changes = kill_at = 0;
  } else if (sscanf(order, "record %4095s", file) == 1) {
    record_fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (record_fd < 0) abort();
  } else if (sscanf(order, "kill %ld %d", &kill_at, &side) == 2) {
    kill_side = side;
  } else if (strcmp(order, "count") == 0) {
    answer = changes;
  } else if (sscanf(order, "unreadable %lu %ld %ld", &bad_inode, &bad_from, &bad_to) == 3) {
    answer = 0;
  } else if (sscanf(order, "unsynced %d", &unsynced) == 1) {
    answer = 0;
  } else if (sscanf(order, "quota %d", &quota) == 1) {
    answer = 0;
  } else if (strcmp(order, "fork") == 0) {
    pid_t child = fork();
    if (child < 0 || (child > 0 && waitpid(child, &status, 0) != child)) abort();
    answer = child == 0 ? 0 : status + 1;
  } else if (sscanf(order, "exit %d", &status) == 1) {
    _exit(status);
  } else {
    abort();
  }
  char said[21];
  snprintf(said, sizeof said, "%20ld", answer);
  if (syscall(SYS_pwrite64, orders, said, 20, 0) != 20) abort();
  return size;
}

// Whether the file may take no more, which errno then says.
static int is_over_quota(int fd, char path[PATH_MAX]) {
  if (!quota || !watched_fd(fd, path)) return 0;
  errno = EDQUOT;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  if (fd == orders) return obey(bytes, size);
  char path[PATH_MAX];
  if (is_over_quota(fd, path)) return -1;
  return CHANGE('w', watched_fd(fd, path), lseek(fd, 0, SEEK_CUR) - result, bytes, result,
                syscall(SYS_write, fd, bytes, size));
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  char path[PATH_MAX];
  if (is_over_quota(fd, path)) return -1;
  return CHANGE('w', watched_fd(fd, path), offset, bytes, result,
                syscall(SYS_pwrite64, fd, bytes, size, offset));
}

// Whether the bytes lie where the disk cannot read, which errno then says.
static int fails(int fd, long offset, size_t size) {
  struct stat file;
  if (bad_inode == 0 || offset >= bad_to || offset + (long)size <= bad_from) return 0;
  if (fstat(fd, &file) != 0 || file.st_ino != bad_inode) return 0;
  errno = EIO;
  return 1;
}

ssize_t read(int fd, void *bytes, size_t size) {
  if (bad_inode && fails(fd, lseek(fd, 0, SEEK_CUR), size)) return -1;
  return syscall(SYS_read, fd, bytes, size);
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t offset) {
  if (fails(fd, offset, size)) return -1;
  return syscall(SYS_pread64, fd, bytes, size, offset);
}

ssize_t pread(int, void *, size_t, off_t) __attribute__((alias("pread64")));

int ftruncate64(int fd, off64_t size) {
  char path[PATH_MAX];
  return CHANGE('t', watched_fd(fd, path), size, "", 0, syscall(SYS_ftruncate, fd, size));
}

static int sync_with(long call, int fd) {
  char path[PATH_MAX];
  if (unsynced && watched_fd(fd, path)) {
    errno = EIO;
    return -1;
  }
  return CHANGE('s', watched_fd(fd, path), 0, "", 0, syscall(call, fd));
}
int fsync(int fd) { return sync_with(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_with(SYS_fdatasync, fd); }

int unlinkat(int at, const char *path, int flags) {
  return CHANGE('u', watched(path), 0, "", 0, syscall(SYS_unlinkat, at, path, flags));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

// Node's rmSync calls this one.
int remove(const char *path) {
  int result = unlinkat(AT_FDCWD, path, 0);
  return result < 0 && errno == EISDIR ? unlinkat(AT_FDCWD, path, AT_REMOVEDIR) : result;
}

int rename(const char *from, const char *to) {
  const char *new_name = watched(to);
  return CHANGE('r', new_name ? watched(from) : NULL, 0, new_name, strlen(new_name),
                syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  int exists = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
  int changing = exists ? flags & O_TRUNC : flags & O_CREAT;
  return CHANGE(exists ? 't' : 'c', changing ? watched(path) : NULL, 0, "", 0,
                syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open(const char *path, int flags, ...) __attribute__((alias("open64")));

// V8 hides its heap from forked processes, to make fork and exec quick. Ours go on running it.
int madvise(void *start, size_t size, int advice) {
  return advice == MADV_DONTFORK ? 0 : syscall(SYS_madvise, start, size, advice);
}
