#pragma once
#include <stddef.h>

/// The Chinese catalogue as it is in Sources/Messages/zh.po; lives as long as the program.
const unsigned char *_Nonnull yutu_zh_po(void);

/// How many bytes it has.
size_t yutu_zh_po_size(void);

/// The file VERSION, which ends in a line break; lives as long as the program.
const char *_Nonnull yutu_version(void);
