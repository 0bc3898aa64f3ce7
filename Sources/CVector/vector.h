// Eight lanes at a time where Swift's SIMD types go lane by lane: square roots and conversions.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

typedef float cv_float8 __attribute__((ext_vector_type(8)));
typedef double cv_double8 __attribute__((ext_vector_type(8)));
typedef int cv_int8 __attribute__((ext_vector_type(8)));
typedef long long cv_long8 __attribute__((ext_vector_type(8)));

#define CV_INLINE static inline __attribute__((always_inline))

CV_INLINE cv_float8 cv_sqrt_float8(cv_float8 a) { return __builtin_elementwise_sqrt(a); }
CV_INLINE cv_double8 cv_sqrt_double8(cv_double8 a) { return __builtin_elementwise_sqrt(a); }

// Towards zero; numbers beyond the whole ones give any number.
CV_INLINE cv_int8 cv_whole_float8(cv_float8 a) { return __builtin_convertvector(a, cv_int8); }
CV_INLINE cv_long8 cv_whole_double8(cv_double8 a) { return __builtin_convertvector(a, cv_long8); }
CV_INLINE cv_float8 cv_real_int8(cv_int8 a) { return __builtin_convertvector(a, cv_float8); }
CV_INLINE cv_double8 cv_real_long8(cv_long8 a) { return __builtin_convertvector(a, cv_double8); }

// To the nearest whole number, halves to the even one, as the processor's own conversion does.
CV_INLINE cv_int8 cv_nearest_float8(cv_float8 a) {
#if defined(__AVX__)
  return (cv_int8)_mm256_cvtps_epi32((__m256)a);
#elif defined(__SSE2__)
  __m128i low = _mm_cvtps_epi32((__m128)__builtin_shufflevector(a, a, 0, 1, 2, 3));
  __m128i high = _mm_cvtps_epi32((__m128)__builtin_shufflevector(a, a, 4, 5, 6, 7));
  return (cv_int8)__builtin_shufflevector((__v4si)low, (__v4si)high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return __builtin_convertvector(__builtin_elementwise_roundeven(a), cv_int8);
#endif
}

// Whether any lane is below zero.
CV_INLINE int cv_any_negative_int8(cv_int8 a) {
#if defined(__AVX__)
  return _mm256_movemask_ps((__m256)a);
#elif defined(__SSE2__)
  __m128i low = (__m128i)__builtin_shufflevector(a, a, 0, 1, 2, 3);
  __m128i high = (__m128i)__builtin_shufflevector(a, a, 4, 5, 6, 7);
  return _mm_movemask_ps((__m128)_mm_or_si128(low, high));
#else
  return __builtin_reduce_min(a) < 0;
#endif
}

// Whether all lanes are zero.
CV_INLINE int cv_is_zero_int8(cv_int8 a) {
#if defined(__AVX__)
  return _mm256_testz_si256((__m256i)a, (__m256i)a);
#elif defined(__SSE2__)
  __m128i low = (__m128i)__builtin_shufflevector(a, a, 0, 1, 2, 3);
  __m128i high = (__m128i)__builtin_shufflevector(a, a, 4, 5, 6, 7);
  __m128i zeros = _mm_cmpeq_epi32(_mm_or_si128(low, high), _mm_setzero_si128());
  return _mm_movemask_epi8(zeros) == 0xFFFF;
#else
  return __builtin_reduce_or(a) == 0;
#endif
}

// Has a cache line fetched that will be read soon.
CV_INLINE void cv_prefetch(const void *place) { __builtin_prefetch(place); }

// Whether the processor has what the kernel's second build is made for.
static inline int cv_is_haswell(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
#else
  return 0;
#endif
}
