#pragma once

/// How many bytes of each page hold its checksum: SQLite reserves them, and byte 20 of the file
/// says so.
#define YUTU_CHECKSUM_BYTES 8

/// Makes a layer between SQLite and its usual access to files the one that connections take by
/// themselves.
///
/// In a database whose header reserves 8 bytes a page it fills in the checksum of each page that
/// goes to the file, and refuses a page that does not have its own (`SQLITE_IOERR_DATA`). The form
/// is that of SQLite's own extension (https://www.sqlite.org/cksumvfs.html), which can read such a
/// file. Logs and journals, and databases that reserve nothing, pass as they are; so does what is
/// read of a file opened with the parameter `unverified=1`.
///
/// Returns SQLite's code.
int yutu_register_page_checksums(void);

/// The checksum of a page of `count` bytes, a power of two from 512, its own place left out.
void yutu_page_checksum(const unsigned char *page, int count, unsigned char *sum);
