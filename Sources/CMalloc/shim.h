// What the C library keeps of freed memory can be set.
#include <malloc.h>
