/*
 * Metrics for Performance Co-Pilot from C++, over the MMV functions of glassbox.h: a class for each type of metric.
 *
 *     GBX_REGION(memory, GBX_MMV_SIZE(1, 0, 0, 1, 1, 0, 0, 0));
 *     static glassbox::Metrics metrics;
 *
 *     metrics.start(memory, tables, generation);
 *     glassbox::MetricU64 packets(metrics.find("packets"));
 *     packets.inc();
 *
 * Header only, from C++11 on, without exceptions, heap or standard library. A value of one type cannot be taken for one of
 * another: a handle of the wrong type is null, and every operation on it fails with GBX_ERROR_NO_HANDLE. Who wants to know
 * why gives the address of a Status as the last argument. Contexts, times and errors are those of the C functions.
 */
#ifndef GLASSBOX_MMV_HPP
#define GLASSBOX_MMV_HPP

#include "glassbox.hpp"

namespace glassbox {

/* The writer of an MMV file. It stops when it goes. */
class Metrics {
public:
    Metrics() noexcept : state_() {}
    ~Metrics() noexcept { (void)gbx_mmv_stop(&state_); }
    Metrics(const Metrics &) = delete;
    Metrics &operator=(const Metrics &) = delete;

    /* Lays the tables out in a region and publishes them. */
    template <size_t size>
    Status start(unsigned char (&region)[size], const gbx_mmv_tables_t &tables, uint64_t generation,
                 gbx_mmv_refusal_t *refusal = nullptr) noexcept {
        return gbx_mmv_init(&state_, region, size, &tables, generation, refusal);
    }

    /* Lays the tables out and leaves them in flux, for initial values; publish() gives them to readers. */
    template <size_t size>
    Status lay_out(unsigned char (&region)[size], const gbx_mmv_tables_t &tables, uint64_t generation,
                   gbx_mmv_refusal_t *refusal = nullptr) noexcept {
        return gbx_mmv_lay_out(&state_, region, size, &tables, generation, refusal);
    }

    /* Takes over what lies in a region from before a reset. */
    template <size_t size>
    Status adopt(unsigned char (&region)[size], const gbx_mmv_tables_t &tables, uint64_t generation,
                 gbx_mmv_refusal_t *refusal = nullptr) noexcept {
        return gbx_mmv_adopt(&state_, region, size, &tables, generation, refusal);
    }

    Status publish() noexcept { return gbx_mmv_publish(&state_); }
    Status stop() noexcept { return gbx_mmv_stop(&state_); }

    /* The value of a metric without instances. */
    gbx_mmv_value_t find(Str metric, Status *status = nullptr) const noexcept {
        return found(metric, GBX_NO_STR, status);
    }

    /* The value of a metric for an instance. */
    gbx_mmv_value_t find(Str metric, Str instance, Status *status = nullptr) const noexcept {
        return found(metric, instance, status);
    }

    /* The value of a metric for an instance, both by their places in the tables. */
    gbx_mmv_value_t at(uint32_t metric, uint32_t instance = 0, Status *status = nullptr) const noexcept {
        gbx_mmv_value_t value = gbx_mmv_value_t();
        detail::tell(status, gbx_mmv_value_at(&state_, metric, instance, &value));
        return value;
    }

    /* For the functions of C. */
    gbx_mmv_t *state() noexcept { return &state_; }

private:
    gbx_mmv_value_t found(gbx_str_t metric, gbx_str_t instance, Status *status) const noexcept {
        gbx_mmv_value_t value = gbx_mmv_value_t();
        detail::tell(status, gbx_mmv_find(&state_, metric, instance, &value));
        return value;
    }

    gbx_mmv_t state_;
};

/* A number: `add` and `inc` for one context that writes, the shared ones for many. */
#define GBX_MMV_CLASS(Class, kind, type) \
    class Class { \
    public: \
        Class() noexcept : handle_() {} \
        explicit Class(gbx_mmv_value_t value, Status *status = nullptr) noexcept : handle_() { \
            detail::tell(status, gbx_mmv_##kind(value, &handle_)); \
        } \
        explicit operator bool() const noexcept { return handle_.cell != nullptr; } \
        Status set(type number) const noexcept { return gbx_mmv_##kind##_set(handle_, number); } \
        Status add(type by) const noexcept { return gbx_mmv_##kind##_add(handle_, by); } \
        Status inc() const noexcept { return gbx_mmv_##kind##_inc(handle_); } \
        Status add_shared(type by) const noexcept { return gbx_mmv_##kind##_add_shared(handle_, by); } \
        Status inc_shared() const noexcept { return gbx_mmv_##kind##_inc_shared(handle_); } \
        Status get(type &number) const noexcept { return gbx_mmv_##kind##_get(handle_, &number); } \
        Status set_unavailable() const noexcept { return gbx_mmv_##kind##_set_unavailable(handle_); } \
\
    private: \
        gbx_mmv_##kind##_t handle_; \
    };
GBX_MMV_CLASS(MetricI32, i32, int32_t)
GBX_MMV_CLASS(MetricU32, u32, uint32_t)
GBX_MMV_CLASS(MetricI64, i64, int64_t)
GBX_MMV_CLASS(MetricU64, u64, uint64_t)
GBX_MMV_CLASS(MetricFloat, float, float)
GBX_MMV_CLASS(MetricDouble, double, double)
#undef GBX_MMV_CLASS

/* A text. */
class MetricString {
public:
    MetricString() noexcept : handle_() {}
    explicit MetricString(gbx_mmv_value_t value, Status *status = nullptr) noexcept : handle_() {
        detail::tell(status, gbx_mmv_string(value, &handle_));
    }
    explicit operator bool() const noexcept { return handle_.stamp != 0; }
    Status set(Str text) const noexcept { return gbx_mmv_string_set(handle_, text); }
    Status get(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_mmv_string_get(handle_, buffer, capacity, &length);
    }

private:
    gbx_mmv_string_t handle_;
};

/* An elapsed time. Times are microseconds since 1970. */
class MetricElapsed {
public:
    MetricElapsed() noexcept : handle_() {}
    explicit MetricElapsed(gbx_mmv_value_t value, Status *status = nullptr) noexcept : handle_() {
        detail::tell(status, gbx_mmv_elapsed(value, &handle_));
    }
    explicit operator bool() const noexcept { return handle_.stamp != 0; }
    Status start(uint64_t now) const noexcept { return gbx_mmv_elapsed_start(handle_, now); }
    Status end(uint64_t now) const noexcept { return gbx_mmv_elapsed_end(handle_, now); }
    Status discard() const noexcept { return gbx_mmv_elapsed_discard(handle_); }
    Status set(uint64_t microseconds) const noexcept { return gbx_mmv_elapsed_set(handle_, microseconds); }
    Status add(uint64_t microseconds) const noexcept { return gbx_mmv_elapsed_add(handle_, microseconds); }
    Status get(uint64_t &microseconds) const noexcept { return gbx_mmv_elapsed_get(handle_, &microseconds); }
    Status open_since(uint64_t &time) const noexcept { return gbx_mmv_elapsed_open_since(handle_, &time); }
    Status set_unavailable() const noexcept { return gbx_mmv_elapsed_set_unavailable(handle_); }

private:
    gbx_mmv_elapsed_t handle_;
};

}  // namespace glassbox

#endif
