#include <png.h>

// Macros that are made of other macros do not reach Swift.
static const png_uint_32 yutu_png_format_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 yutu_png_format_rgba_colormap = PNG_FORMAT_RGBA_COLORMAP;
