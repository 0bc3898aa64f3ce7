// Sums and minima along rows of arc weights: the inner loops of shortest paths.
//
// A row holds weights to some places of a table. Which places they are is told by runs: the weights
// from `start` on belong to the places from `depth` on, until the next run starts. After the last
// run comes one more whose `start` is at least the row's length.
//
// Tables are read and written in whole aligned blocks of eight, rows up to eight numbers before and
// behind their ends. What lies there must be readable; it does not change a result.
// Weights are at most 2^31 - 1, so a sum of two never wraps and never lowers what means "closed".
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  uint32_t depth;
  uint32_t start;
} cv_run;

typedef uint32_t cv_uint8 __attribute__((ext_vector_type(8)));
typedef uint32_t cv_loose_uint8 __attribute__((ext_vector_type(8), aligned(4)));

#define CV_BODY static inline __attribute__((always_inline))

// All ones in the lanes that do not count: before the first and behind the last place of a run.
static const uint32_t cv_lanes[24] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0,   0,   0,   0,
                                      0,   0,   0,   0,   ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

// table[place] = min(table[place], weight + base) for the first `length` weights of a row.
CV_BODY void cv_relax_body(uint32_t *table, const uint32_t *row, const cv_run *run,
                           uint32_t length, uint32_t base) {
  for (; run->start < length; run++) {
    uint32_t next = run[1].start;
    uint32_t count = (next < length ? next : length) - run->start;
    uint32_t lead = run->depth & 7;
    uint32_t *block = table + (run->depth - lead);
    const uint32_t *weight = row + run->start - lead;
    ptrdiff_t left = (ptrdiff_t)count + lead;
    cv_uint8 outside = *(const cv_loose_uint8 *)(cv_lanes + 8 - lead);
    for (; left > 8; left -= 8, block += 8, weight += 8) {
      cv_uint8 sum = (*(const cv_loose_uint8 *)weight + base) | outside;
      *(cv_uint8 *)block = __builtin_elementwise_min(*(cv_uint8 *)block, sum);
      outside = (cv_uint8)(0);
    }
    outside |= *(const cv_loose_uint8 *)(cv_lanes + 16 - left);
    cv_uint8 sum = (*(const cv_loose_uint8 *)weight + base) | outside;
    *(cv_uint8 *)block = __builtin_elementwise_min(*(cv_uint8 *)block, sum);
  }
}

// The least of table[place] + weight over the first `length` weights of a row, and `least`.
CV_BODY uint32_t cv_gather_body(const uint32_t *table, const uint32_t *row, const cv_run *run,
                                uint32_t length, uint32_t least) {
  cv_uint8 low = (cv_uint8)(least);
  for (; run->start < length; run++) {
    uint32_t next = run[1].start;
    uint32_t count = (next < length ? next : length) - run->start;
    uint32_t lead = run->depth & 7;
    const uint32_t *block = table + (run->depth - lead);
    const uint32_t *weight = row + run->start - lead;
    ptrdiff_t left = (ptrdiff_t)count + lead;
    cv_uint8 outside = *(const cv_loose_uint8 *)(cv_lanes + 8 - lead);
    for (; left > 8; left -= 8, block += 8, weight += 8) {
      cv_uint8 sum = (*(const cv_loose_uint8 *)weight + *(const cv_uint8 *)block) | outside;
      low = __builtin_elementwise_min(low, sum);
      outside = (cv_uint8)(0);
    }
    outside |= *(const cv_loose_uint8 *)(cv_lanes + 16 - left);
    cv_uint8 sum = (*(const cv_loose_uint8 *)weight + *(const cv_uint8 *)block) | outside;
    low = __builtin_elementwise_min(low, sum);
  }
  return __builtin_reduce_min(low);
}

// The least of a[i] + b[i], aligned tables, for i below `count`; lanes up to a whole block are read.
CV_BODY uint32_t cv_meet_body(const uint32_t *a, const uint32_t *b, size_t count) {
  cv_uint8 low = (cv_uint8)(0x7FFFFFFFu), more = low;
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    low = __builtin_elementwise_min(low, *(const cv_uint8 *)(a + i) + *(const cv_uint8 *)(b + i));
    more = __builtin_elementwise_min(
        more, *(const cv_uint8 *)(a + i + 8) + *(const cv_uint8 *)(b + i + 8));
  }
  for (; i < count; i += 8) {
    ptrdiff_t left = (ptrdiff_t)(count - i) < 8 ? (ptrdiff_t)(count - i) : 8;
    cv_uint8 outside = *(const cv_loose_uint8 *)(cv_lanes + 16 - left);
    low = __builtin_elementwise_min(
        low, (*(const cv_uint8 *)(a + i) + *(const cv_uint8 *)(b + i)) | outside);
  }
  return __builtin_reduce_min(__builtin_elementwise_min(low, more));
}

// What goes over each of `nodes` lower nodes, whose rows begin at firsts[0], firsts[1], ...: the
// weight between the node that is `place` in their rows and those before it there.
CV_BODY void cv_triangles_body(uint32_t *up, uint32_t *down, const uint32_t *ups,
                               const uint32_t *downs, const uint32_t *firsts, size_t nodes,
                               const cv_run *run, uint32_t place) {
  for (; run->start < place; run++) {
    uint32_t next = run[1].start;
    uint32_t count = (next < place ? next : place) - run->start;
    uint32_t lead = run->depth & 7;
    size_t block = run->depth - lead;
    ptrdiff_t weight = (ptrdiff_t)run->start - lead;
    ptrdiff_t left = (ptrdiff_t)count + lead;
    cv_uint8 outside = *(const cv_loose_uint8 *)(cv_lanes + 8 - lead);
    for (; left > 0; left -= 8, block += 8, weight += 8) {
      if (left <= 8) outside |= *(const cv_loose_uint8 *)(cv_lanes + 16 - left);
      cv_uint8 u = (cv_uint8)(~0u), d = u;
      for (size_t i = 0; i < nodes; i++) {
        size_t first = firsts[i];
        u = __builtin_elementwise_min(
            u, *(const cv_loose_uint8 *)(ups + first + weight) + downs[first + place]);
        d = __builtin_elementwise_min(
            d, *(const cv_loose_uint8 *)(downs + first + weight) + ups[first + place]);
      }
      *(cv_uint8 *)(up + block) = __builtin_elementwise_min(*(cv_uint8 *)(up + block), u | outside);
      *(cv_uint8 *)(down + block) =
          __builtin_elementwise_min(*(cv_uint8 *)(down + block), d | outside);
      outside = (cv_uint8)(0);
    }
  }
}

#if defined(__x86_64__)
#define CV_AVX2 __attribute__((target("avx2")))
#else
#define CV_AVX2
#endif

#define CV_TWICE(result, name, parameters, arguments)                                              \
  static inline result name##_any parameters { return name##_body arguments; }                            \
  CV_AVX2 static inline result name##_avx2 parameters { return name##_body arguments; }

CV_TWICE(void, cv_relax,
         (uint32_t *table, const uint32_t *row, const cv_run *run, uint32_t length, uint32_t base),
         (table, row, run, length, base))
CV_TWICE(uint32_t, cv_gather,
         (const uint32_t *table, const uint32_t *row, const cv_run *run, uint32_t length,
          uint32_t least),
         (table, row, run, length, least))
CV_TWICE(uint32_t, cv_meet, (const uint32_t *a, const uint32_t *b, size_t count), (a, b, count))
CV_TWICE(void, cv_triangles,
         (uint32_t *up, uint32_t *down, const uint32_t *ups, const uint32_t *downs,
          const uint32_t *firsts, size_t nodes, const cv_run *run, uint32_t place),
         (up, down, ups, downs, firsts, nodes, run, place))

// Whether the processor has lanes of eight whole numbers.
static inline int cv_has_avx2(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2");
#else
  return 0;
#endif
}
