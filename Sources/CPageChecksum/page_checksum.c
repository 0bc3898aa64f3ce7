#include "page_checksum.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// A file of SQLite's usual access to files, and what is known of its pages. The usual one's own
// memory follows.
typedef struct {
  sqlite3_file base;
  // 0 until the header has been seen.
  int page_bytes;
  int has_checksums;
  int is_verified;
  // A page that is written, with its checksum: SQLite's own copy stays as it is, since its log has
  // a checksum over that.
  unsigned char *page;
} File;

#define USUAL_FILE(file) ((sqlite3_file *)((File *)(file) + 1))
#define USUAL_VFS(vfs) ((sqlite3_vfs *)(vfs)->pAppData)

void yutu_page_checksum(const unsigned char *page, int count, unsigned char *sum) {
  uint32_t a = 0, b = 0;
  for (int i = 0; i < count - YUTU_CHECKSUM_BYTES; i += 8) {
    uint32_t x, y;
    memcpy(&x, page + i, 4);
    memcpy(&y, page + i + 4, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap32(x), y = __builtin_bswap32(y);
#endif
    a += x + b;
    b += y + a;
  }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  a = __builtin_bswap32(a), b = __builtin_bswap32(b);
#endif
  memcpy(sum, &a, 4);
  memcpy(sum + 4, &b, 4);
}

// What the first 100 bytes of a database say of its pages
// (https://www.sqlite.org/fileformat2.html#the_database_header).
static void look_at_header(File *file, const unsigned char *header) {
  if (memcmp(header, "SQLite format 3", 16) != 0) return;
  int count = header[16] << 8 | header[17];
  file->page_bytes = count == 1 ? 65536 : count;
  file->has_checksums = header[20] == YUTU_CHECKSUM_BYTES;
}

static int is_page(const File *file, int count, sqlite3_int64 offset) {
  return file->has_checksums && count == file->page_bytes && offset % count == 0;
}

// Reading and writing

static int read_at(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  File *file = (File *)base;
  int code = USUAL_FILE(base)->pMethods->xRead(USUAL_FILE(base), bytes, count, offset);
  if (code != SQLITE_OK) return code;
  if (offset == 0 && count >= 100) look_at_header(file, bytes);
  if (!file->is_verified || !is_page(file, count, offset)) return SQLITE_OK;
  unsigned char sum[YUTU_CHECKSUM_BYTES];
  yutu_page_checksum(bytes, count, sum);
  const unsigned char *own = (unsigned char *)bytes + count - YUTU_CHECKSUM_BYTES;
  if (memcmp(sum, own, YUTU_CHECKSUM_BYTES) == 0) return SQLITE_OK;
  sqlite3_log(SQLITE_IOERR_DATA, "page %lld has another checksum", offset / count + 1);
  return SQLITE_IOERR_DATA;
}

static int write_at(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  File *file = (File *)base;
  sqlite3_file *usual = USUAL_FILE(base);
  if (offset == 0 && count >= 512) look_at_header(file, bytes);
  if (!is_page(file, count, offset)) return usual->pMethods->xWrite(usual, bytes, count, offset);
  if (!file->page && !(file->page = sqlite3_malloc(65536))) return SQLITE_IOERR_NOMEM;
  memcpy(file->page, bytes, count);
  yutu_page_checksum(file->page, count, file->page + count - YUTU_CHECKSUM_BYTES);
  return usual->pMethods->xWrite(usual, file->page, count, offset);
}

static int close_file(sqlite3_file *base) {
  sqlite3_free(((File *)base)->page);
  return USUAL_FILE(base)->pMethods->xClose(USUAL_FILE(base));
}

// Nothing is read past read_at.
static int fetch(sqlite3_file *base, sqlite3_int64 offset, int count, void **bytes) {
  (void)base, (void)offset, (void)count;
  *bytes = 0;
  return SQLITE_OK;
}

static int unfetch(sqlite3_file *base, sqlite3_int64 offset, void *bytes) {
  (void)base, (void)offset, (void)bytes;
  return SQLITE_OK;
}

// What passes as it is

#define PASS(name, parameters, ...)                                      \
  static int name parameters {                                           \
    return USUAL_FILE(base)->pMethods->__VA_ARGS__;                      \
  }

PASS(truncate_file, (sqlite3_file * base, sqlite3_int64 size),
     xTruncate(USUAL_FILE(base), size))
PASS(sync_file, (sqlite3_file * base, int flags), xSync(USUAL_FILE(base), flags))
PASS(file_size, (sqlite3_file * base, sqlite3_int64 *size),
     xFileSize(USUAL_FILE(base), size))
PASS(lock_file, (sqlite3_file * base, int lock), xLock(USUAL_FILE(base), lock))
PASS(unlock_file, (sqlite3_file * base, int lock), xUnlock(USUAL_FILE(base), lock))
PASS(check_lock, (sqlite3_file * base, int *found),
     xCheckReservedLock(USUAL_FILE(base), found))
PASS(control_file, (sqlite3_file * base, int operation, void *value),
     xFileControl(USUAL_FILE(base), operation, value))
PASS(sector_size, (sqlite3_file * base), xSectorSize(USUAL_FILE(base)))
PASS(shm_map, (sqlite3_file * base, int page, int size, int extend, void volatile **memory),
     xShmMap(USUAL_FILE(base), page, size, extend, memory))
PASS(shm_lock, (sqlite3_file * base, int offset, int count, int flags),
     xShmLock(USUAL_FILE(base), offset, count, flags))
PASS(shm_unmap, (sqlite3_file * base, int removes), xShmUnmap(USUAL_FILE(base), removes))

static void shm_barrier(sqlite3_file *base) {
  USUAL_FILE(base)->pMethods->xShmBarrier(USUAL_FILE(base));
}

static int characteristics(sqlite3_file *base) {
  int found = USUAL_FILE(base)->pMethods->xDeviceCharacteristics(USUAL_FILE(base));
#ifdef SQLITE_IOCAP_SUBPAGE_READ
  found &= ~SQLITE_IOCAP_SUBPAGE_READ;
#endif
  return found;
}

static const sqlite3_io_methods methods = {
    3,           close_file,   read_at,     write_at,   truncate_file,   sync_file, file_size,
    lock_file,   unlock_file,  check_lock,  control_file, sector_size,   characteristics,
    shm_map,     shm_lock,     shm_barrier, shm_unmap,  fetch,           unfetch};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out) {
  sqlite3_vfs *usual = USUAL_VFS(vfs);
  // Logs, journals and temporary files have nothing before them.
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return usual->xOpen(usual, name, base, flags, out);
  File *file = (File *)base;
  memset(file, 0, sizeof(File));
  int code = usual->xOpen(usual, name, USUAL_FILE(base), flags, out);
  if (code != SQLITE_OK && !USUAL_FILE(base)->pMethods) return code;
  file->is_verified = !name || !sqlite3_uri_boolean(name, "unverified", 0);
  file->base.pMethods = &methods;
  return code;
}

#define PASS_VFS(type, name, parameters, ...) \
  static type name parameters { return USUAL_VFS(vfs)->__VA_ARGS__; }

PASS_VFS(int, delete_file, (sqlite3_vfs * vfs, const char *name, int syncs_folder),
         xDelete(USUAL_VFS(vfs), name, syncs_folder))
PASS_VFS(int, access_file, (sqlite3_vfs * vfs, const char *name, int flags, int *found),
         xAccess(USUAL_VFS(vfs), name, flags, found))
PASS_VFS(int, full_name, (sqlite3_vfs * vfs, const char *name, int size, char *found),
         xFullPathname(USUAL_VFS(vfs), name, size, found))
PASS_VFS(void *, open_library, (sqlite3_vfs * vfs, const char *name),
         xDlOpen(USUAL_VFS(vfs), name))
PASS_VFS(void, library_error, (sqlite3_vfs * vfs, int size, char *message),
         xDlError(USUAL_VFS(vfs), size, message))
PASS_VFS(void, close_library, (sqlite3_vfs * vfs, void *library),
         xDlClose(USUAL_VFS(vfs), library))
PASS_VFS(int, randomness, (sqlite3_vfs * vfs, int size, char *bytes),
         xRandomness(USUAL_VFS(vfs), size, bytes))
PASS_VFS(int, sleep_for, (sqlite3_vfs * vfs, int microseconds),
         xSleep(USUAL_VFS(vfs), microseconds))
PASS_VFS(int, current_time, (sqlite3_vfs * vfs, double *days),
         xCurrentTime(USUAL_VFS(vfs), days))
PASS_VFS(int, last_error, (sqlite3_vfs * vfs, int size, char *message),
         xGetLastError(USUAL_VFS(vfs), size, message))
PASS_VFS(int, current_milliseconds, (sqlite3_vfs * vfs, sqlite3_int64 *milliseconds),
         xCurrentTimeInt64(USUAL_VFS(vfs), milliseconds))

typedef void (*Function)(void);

static Function library_function(sqlite3_vfs *vfs, void *library, const char *name) {
  return USUAL_VFS(vfs)->xDlSym(USUAL_VFS(vfs), library, name);
}

int yutu_register_page_checksums(void) {
  static sqlite3_vfs vfs = {
      .iVersion = 2,
      .zName = "yutu",
      .xOpen = open_file,
      .xDelete = delete_file,
      .xAccess = access_file,
      .xFullPathname = full_name,
      .xDlOpen = open_library,
      .xDlError = library_error,
      .xDlSym = library_function,
      .xDlClose = close_library,
      .xRandomness = randomness,
      .xSleep = sleep_for,
      .xCurrentTime = current_time,
      .xGetLastError = last_error,
      .xCurrentTimeInt64 = current_milliseconds,
  };
  sqlite3_vfs *usual = sqlite3_vfs_find(0);
  if (!usual || usual->iVersion < 2) return SQLITE_ERROR;
  if (usual == &vfs) return SQLITE_OK;
  vfs.szOsFile = (int)sizeof(File) + usual->szOsFile;
  vfs.mxPathname = usual->mxPathname;
  vfs.pAppData = usual;
  return sqlite3_vfs_register(&vfs, 1);
}
