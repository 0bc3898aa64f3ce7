// Eight lanes at a time where Swift's SIMD types go lane by lane: square roots and conversions.
#pragma once

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
