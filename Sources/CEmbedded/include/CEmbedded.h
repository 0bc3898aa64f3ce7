#pragma once
#include <stddef.h>

/// The Chinese catalogue as it is in Sources/Messages/zh.po; lives as long as the program.
const unsigned char *_Nonnull yutu_zh_po(void);

/// How many bytes it has.
size_t yutu_zh_po_size(void);

/// The file VERSION, which ends in a line break; lives as long as the program.
const char *_Nonnull yutu_version(void);

/// How many files Sources/Server/Pages has: those that pages.c lists.
size_t yutu_page_count(void);

/// The name of one of them, which lives as long as the program as all of it does.
const char *_Nonnull yutu_page_name(size_t index);

/// Its bytes.
const unsigned char *_Nonnull yutu_page_bytes(size_t index);

/// How many bytes it has.
size_t yutu_page_size(size_t index);
