/*
 * Preloaded before the system's C library, this refuses every write to a file
 * as a full disk does, while the file named by FULL_DISK begins with a byte
 * that is not zero.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile char *full;

__attribute__((constructor)) static void open_file(void) {
	const char *path = getenv("FULL_DISK");
	int file = path ? open(path, O_RDONLY) : -1;
	if (file < 0) return;
	void *page = mmap(0, 1, PROT_READ, MAP_SHARED, file, 0);
	close(file);
	if (page != MAP_FAILED) full = page;
}

/* Pipes and sockets take no room. */
static int refused(int file) {
	struct stat found;
	if (!full || !*full || fstat(file, &found) || !S_ISREG(found.st_mode))
		return 0;
	errno = ENOSPC;
	return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t count) {
	return refused(file) ? -1 : REAL(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
	return refused(file) ? -1 : REAL(pwrite)(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
	return refused(file) ? -1 : REAL(pwrite64)(file, bytes, count, at);
}
