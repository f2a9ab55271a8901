/*
 * Glassbox for C++, over glassbox.h: handles that delete their value when they go, and readers.
 *
 *     GBX_REGION(memory, 4096);
 *     static glassbox::Inspector inspector;
 *
 *     inspector.start(memory);
 *     glassbox::Node radio = inspector.root().create_node("radio");
 *     glassbox::Uint packets = radio.create_uint("packets", 0);
 *     packets.add(1);
 *
 * Header only, from C++11 on. It needs no exceptions, no RTTI, no heap and no standard library, and what it adds to the
 * C functions is gone when it is compiled.
 *
 * For each kind of value there are two classes. `UintRef` is a reference: copying it copies nothing, losing it deletes
 * nothing. `Uint` owns the value: it can be moved but not copied, and deletes the value when it goes. An owner is also
 * a reference. `record()` gives the value to its node, and `keep()` leaves it in the tree and gives a reference to it:
 * right for values that stay as long as the program does, since a static owner would ask for a destructor at exit.
 *
 * What can fail returns a Status, which is GBX_OK or one of the errors of the C function of that name, and nothing has
 * changed after an error. Creations return the owner; one that failed is null, and so is an owner that was moved from.
 * Every operation on it fails with GBX_ERROR_NO_HANDLE (or GBX_ERROR_NULL if it never belonged to an inspector), so an
 * unchecked creation harms nobody. Who wants to know why gives the address of a Status as the last argument. An owner
 * that goes while the writer is busy cannot delete its value, which then stays; remove() says so.
 *
 * Texts are given as literals, as gbx_str_t, or as anything with data() and size(): std::string, std::string_view.
 * Contexts, times and errors are those of the C functions.
 */
#ifndef GLASSBOX_HPP
#define GLASSBOX_HPP

#include "glassbox.h"

#if __cplusplus >= 201703L
#define GBX_KEEP_RESULT [[nodiscard]]
#elif defined(__GNUC__)
#define GBX_KEEP_RESULT __attribute__((warn_unused_result))
#else
#define GBX_KEEP_RESULT
#endif

namespace glassbox {

/* GBX_OK, or an error. */
using Status = gbx_status_t;

class Inspector;
class NodeRef;

/* What the standard library would bring. */
namespace detail {

template <class T> struct Plain { using Type = T; };
template <class T> struct Plain<T &> { using Type = T; };
template <class T> struct Plain<T &&> { using Type = T; };

template <bool condition> struct If {};
template <> struct If<true> { using Type = void; };

template <class T> T instance() noexcept;

template <class T> constexpr typename Plain<T>::Type &&move(T &&value) noexcept {
    return static_cast<typename Plain<T>::Type &&>(value);
}

inline void tell(Status *place, Status status) noexcept {
    if (place != nullptr) {
        *place = status;
    }
}

}  // namespace detail

/* A text of the caller, for the time of a call. Made of what it is given; nobody needs to name it. */
class Str {
public:
    constexpr Str(gbx_str_t text) noexcept : text_(text) {}

    /* A literal, without the zero at its end. */
    template <size_t size> constexpr Str(const char (&literal)[size]) noexcept : text_{literal, size - 1} {}

    /* How much of a buffer is text, nobody knows: say it with a gbx_str_t, or with of(). */
    template <size_t size> Str(char (&buffer)[size]) = delete;

    template <class T, class = decltype(static_cast<const char *>(detail::instance<const T &>().data())),
              class = decltype(static_cast<size_t>(detail::instance<const T &>().size()))>
    constexpr Str(const T &text) noexcept : text_{text.data(), text.size()} {}

    /* A text that ends with a zero. */
    static Str of(const char *text) noexcept {
        size_t size = 0;
        while (text != nullptr && text[size] != '\0') {
            size++;
        }
        return Str(gbx_str_t{text, size});
    }

    constexpr operator gbx_str_t() const noexcept { return text_; }

private:
    gbx_str_t text_;
};

/* Bytes of the caller, for the time of a call: a pointer and a size, an array, or anything with data() and size() whose
 * elements are bytes. */
class Data {
public:
    constexpr Data(const void *data, size_t size) noexcept : data_(data), size_(size) {}

    template <class T, size_t size, class = typename detail::If<sizeof(T) == 1>::Type>
    constexpr Data(const T (&array)[size]) noexcept : data_(array), size_(size) {}

    /* Whether the zero at the end belongs to it, nobody knows. */
    template <size_t size> Data(const char (&literal)[size]) = delete;

    template <class T, class = typename detail::If<sizeof(*detail::instance<const T &>().data()) == 1>::Type,
              class = decltype(static_cast<size_t>(detail::instance<const T &>().size()))>
    constexpr Data(const T &bytes) noexcept : data_(bytes.data()), size_(bytes.size()) {}

    constexpr const void *data() const noexcept { return data_; }
    constexpr size_t size() const noexcept { return size_; }

private:
    const void *data_;
    size_t size_;
};

/* A reference to a value: what all kinds have in common. `Handle` is the handle of C. */
template <class Handle> class Ref {
public:
    constexpr Ref() noexcept : state_(nullptr), handle_() {}
    constexpr Ref(gbx_inspect_t *state, Handle handle) noexcept : state_(state), handle_(handle) {}

    /* Whether it is to something. That may have been deleted by another handle. */
    constexpr explicit operator bool() const noexcept { return handle_.block != 0 || handle_.check != 0; }

    constexpr gbx_inspect_t *state() const noexcept { return state_; }
    constexpr Handle handle() const noexcept { return handle_; }
    constexpr gbx_any_t any() const noexcept { return gbx_any_t{handle_.block, handle_.check}; }

    /* Moves the value, with all that is below it, to another node. */
    inline Status reparent(NodeRef parent) const noexcept;

    Status name(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_name(state_, any(), buffer, capacity, &length);
    }

protected:
    gbx_inspect_t *state_;
    Handle handle_;
};

/* Owns a value: deletes it when it goes. `Reference` says what can be done with it. */
template <class Reference> class Owned : public Reference {
public:
    constexpr Owned() noexcept {}
    Owned(Owned &&other) noexcept : Reference(other.keep()) {}
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() { remove(); }

    Owned &operator=(Owned &&other) noexcept {
        if (this != &other) {
            remove();
            Reference::operator=(other.keep());
        }
        return *this;
    }

    /* Deletes the value now. Of a node, values below it that somebody owns leave the tree, but stay usable. A null
     * owner has nothing to delete. */
    Status remove() noexcept {
        const gbx_any_t value = this->any();
        const Status status = *this ? gbx_inspect_delete(this->state_, value) : GBX_OK;
        keep();
        return status;
    }

    /* Leaves the value in the tree for as long as its node is there. */
    Status record() noexcept {
        const gbx_any_t value = this->any();
        keep();
        return gbx_inspect_record(this->state_, value);
    }

    /* Leaves the value in the tree, and gives a reference to it. The owner is null then. */
    Reference keep() noexcept {
        const Reference kept = *this;
        Reference::operator=(Reference(this->state_, {}));
        return kept;
    }

private:
    friend class NodeRef;
    explicit Owned(gbx_inspect_t *state) noexcept : Reference(state, {}) {}
};

/* The functions of C, under one name for all kinds. */
namespace detail {

inline Status set(gbx_inspect_t *s, gbx_int_t h, int64_t v) noexcept { return gbx_inspect_int_set(s, h, v); }
inline Status set(gbx_inspect_t *s, gbx_uint_t h, uint64_t v) noexcept { return gbx_inspect_uint_set(s, h, v); }
inline Status set(gbx_inspect_t *s, gbx_double_t h, double v) noexcept { return gbx_inspect_double_set(s, h, v); }
inline Status add(gbx_inspect_t *s, gbx_int_t h, int64_t v) noexcept { return gbx_inspect_int_add(s, h, v); }
inline Status add(gbx_inspect_t *s, gbx_uint_t h, uint64_t v) noexcept { return gbx_inspect_uint_add(s, h, v); }
inline Status add(gbx_inspect_t *s, gbx_double_t h, double v) noexcept { return gbx_inspect_double_add(s, h, v); }
inline Status subtract(gbx_inspect_t *s, gbx_int_t h, int64_t v) noexcept { return gbx_inspect_int_subtract(s, h, v); }
inline Status subtract(gbx_inspect_t *s, gbx_uint_t h, uint64_t v) noexcept {
    return gbx_inspect_uint_subtract(s, h, v);
}
inline Status subtract(gbx_inspect_t *s, gbx_double_t h, double v) noexcept {
    return gbx_inspect_double_subtract(s, h, v);
}
inline Status get(gbx_inspect_t *s, gbx_int_t h, int64_t &v) noexcept { return gbx_inspect_int_get(s, h, &v); }
inline Status get(gbx_inspect_t *s, gbx_uint_t h, uint64_t &v) noexcept { return gbx_inspect_uint_get(s, h, &v); }
inline Status get(gbx_inspect_t *s, gbx_double_t h, double &v) noexcept { return gbx_inspect_double_get(s, h, &v); }

inline Status set(gbx_inspect_t *s, gbx_int_array_t h, size_t i, int64_t v) noexcept {
    return gbx_inspect_int_array_set(s, h, i, v);
}
inline Status set(gbx_inspect_t *s, gbx_uint_array_t h, size_t i, uint64_t v) noexcept {
    return gbx_inspect_uint_array_set(s, h, i, v);
}
inline Status set(gbx_inspect_t *s, gbx_double_array_t h, size_t i, double v) noexcept {
    return gbx_inspect_double_array_set(s, h, i, v);
}
inline Status add(gbx_inspect_t *s, gbx_int_array_t h, size_t i, int64_t v) noexcept {
    return gbx_inspect_int_array_add(s, h, i, v);
}
inline Status add(gbx_inspect_t *s, gbx_uint_array_t h, size_t i, uint64_t v) noexcept {
    return gbx_inspect_uint_array_add(s, h, i, v);
}
inline Status add(gbx_inspect_t *s, gbx_double_array_t h, size_t i, double v) noexcept {
    return gbx_inspect_double_array_add(s, h, i, v);
}
inline Status subtract(gbx_inspect_t *s, gbx_int_array_t h, size_t i, int64_t v) noexcept {
    return gbx_inspect_int_array_subtract(s, h, i, v);
}
inline Status subtract(gbx_inspect_t *s, gbx_uint_array_t h, size_t i, uint64_t v) noexcept {
    return gbx_inspect_uint_array_subtract(s, h, i, v);
}
inline Status subtract(gbx_inspect_t *s, gbx_double_array_t h, size_t i, double v) noexcept {
    return gbx_inspect_double_array_subtract(s, h, i, v);
}
inline Status get(gbx_inspect_t *s, gbx_int_array_t h, size_t i, int64_t &v) noexcept {
    return gbx_inspect_int_array_get(s, h, i, &v);
}
inline Status get(gbx_inspect_t *s, gbx_uint_array_t h, size_t i, uint64_t &v) noexcept {
    return gbx_inspect_uint_array_get(s, h, i, &v);
}
inline Status get(gbx_inspect_t *s, gbx_double_array_t h, size_t i, double &v) noexcept {
    return gbx_inspect_double_array_get(s, h, i, &v);
}

inline Status insert(gbx_inspect_t *s, gbx_int_linear_histogram_t h, int64_t v) noexcept {
    return gbx_inspect_int_linear_histogram_insert(s, h, v);
}
inline Status insert(gbx_inspect_t *s, gbx_uint_linear_histogram_t h, uint64_t v) noexcept {
    return gbx_inspect_uint_linear_histogram_insert(s, h, v);
}
inline Status insert(gbx_inspect_t *s, gbx_double_linear_histogram_t h, double v) noexcept {
    return gbx_inspect_double_linear_histogram_insert(s, h, v);
}
inline Status insert(gbx_inspect_t *s, gbx_int_exponential_histogram_t h, int64_t v) noexcept {
    return gbx_inspect_int_exponential_histogram_insert(s, h, v);
}
inline Status insert(gbx_inspect_t *s, gbx_uint_exponential_histogram_t h, uint64_t v) noexcept {
    return gbx_inspect_uint_exponential_histogram_insert(s, h, v);
}
inline Status insert(gbx_inspect_t *s, gbx_double_exponential_histogram_t h, double v) noexcept {
    return gbx_inspect_double_exponential_histogram_insert(s, h, v);
}
inline Status insert(gbx_inspect_t *s, gbx_int_linear_histogram_t h, int64_t v, uint64_t n) noexcept {
    return gbx_inspect_int_linear_histogram_insert_multiple(s, h, v, n);
}
inline Status insert(gbx_inspect_t *s, gbx_uint_linear_histogram_t h, uint64_t v, uint64_t n) noexcept {
    return gbx_inspect_uint_linear_histogram_insert_multiple(s, h, v, n);
}
inline Status insert(gbx_inspect_t *s, gbx_double_linear_histogram_t h, double v, uint64_t n) noexcept {
    return gbx_inspect_double_linear_histogram_insert_multiple(s, h, v, n);
}
inline Status insert(gbx_inspect_t *s, gbx_int_exponential_histogram_t h, int64_t v, uint64_t n) noexcept {
    return gbx_inspect_int_exponential_histogram_insert_multiple(s, h, v, n);
}
inline Status insert(gbx_inspect_t *s, gbx_uint_exponential_histogram_t h, uint64_t v, uint64_t n) noexcept {
    return gbx_inspect_uint_exponential_histogram_insert_multiple(s, h, v, n);
}
inline Status insert(gbx_inspect_t *s, gbx_double_exponential_histogram_t h, double v, uint64_t n) noexcept {
    return gbx_inspect_double_exponential_histogram_insert_multiple(s, h, v, n);
}
inline Status clear(gbx_inspect_t *s, gbx_int_linear_histogram_t h) noexcept {
    return gbx_inspect_int_linear_histogram_clear(s, h);
}
inline Status clear(gbx_inspect_t *s, gbx_uint_linear_histogram_t h) noexcept {
    return gbx_inspect_uint_linear_histogram_clear(s, h);
}
inline Status clear(gbx_inspect_t *s, gbx_double_linear_histogram_t h) noexcept {
    return gbx_inspect_double_linear_histogram_clear(s, h);
}
inline Status clear(gbx_inspect_t *s, gbx_int_exponential_histogram_t h) noexcept {
    return gbx_inspect_int_exponential_histogram_clear(s, h);
}
inline Status clear(gbx_inspect_t *s, gbx_uint_exponential_histogram_t h) noexcept {
    return gbx_inspect_uint_exponential_histogram_clear(s, h);
}
inline Status clear(gbx_inspect_t *s, gbx_double_exponential_histogram_t h) noexcept {
    return gbx_inspect_double_exponential_histogram_clear(s, h);
}

}  // namespace detail

/* A number. */
template <class Handle, class Value> class NumberRef : public Ref<Handle> {
public:
    using Ref<Handle>::Ref;

    Status set(Value value) const noexcept { return detail::set(this->state_, this->handle_, value); }
    /* Integers stay at the ends of their type instead of wrapping. */
    Status add(Value by) const noexcept { return detail::add(this->state_, this->handle_, by); }
    Status subtract(Value by) const noexcept { return detail::subtract(this->state_, this->handle_, by); }
    Status get(Value &value) const noexcept { return detail::get(this->state_, this->handle_, value); }
};

/* A value that is true or false. */
class BoolRef : public Ref<gbx_bool_t> {
public:
    using Ref<gbx_bool_t>::Ref;

    Status set(bool value) const noexcept { return gbx_inspect_bool_set(state_, handle_, value); }
    Status get(bool &value) const noexcept { return gbx_inspect_bool_get(state_, handle_, &value); }
};

/* A string. */
class StringRef : public Ref<gbx_string_t> {
public:
    using Ref<gbx_string_t>::Ref;

    Status set(Str value) const noexcept { return gbx_inspect_string_set(state_, handle_, value); }
    Status get(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_string_get(state_, handle_, buffer, capacity, &length);
    }
};

/* Bytes. */
class BytesRef : public Ref<gbx_bytes_t> {
public:
    using Ref<gbx_bytes_t>::Ref;

    Status set(Data value) const noexcept {
        return gbx_inspect_bytes_set(state_, handle_, value.data(), value.size());
    }
    Status set(const void *data, size_t size) const noexcept { return set(Data(data, size)); }
    Status get(void *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_bytes_get(state_, handle_, buffer, capacity, &length);
    }
};

/* A text of fixed capacity, which is set in place and allocates nothing. */
class TextRef : public Ref<gbx_text_t> {
public:
    using Ref<gbx_text_t>::Ref;

    Status set(Str value) const noexcept { return gbx_inspect_text_set(state_, handle_, value); }
    Status get(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_text_get(state_, handle_, buffer, capacity, &length);
    }
};

/* An array of numbers. Slots count from 0. */
template <class Handle, class Value> class NumberArrayRef : public Ref<Handle> {
public:
    using Ref<Handle>::Ref;

    Status set(size_t index, Value value) const noexcept {
        return detail::set(this->state_, this->handle_, index, value);
    }
    Status add(size_t index, Value by) const noexcept { return detail::add(this->state_, this->handle_, index, by); }
    Status subtract(size_t index, Value by) const noexcept {
        return detail::subtract(this->state_, this->handle_, index, by);
    }
    Status get(size_t index, Value &value) const noexcept {
        return detail::get(this->state_, this->handle_, index, value);
    }
};

/* An array of strings. The empty text clears a slot. */
class StringArrayRef : public Ref<gbx_string_array_t> {
public:
    using Ref<gbx_string_array_t>::Ref;

    Status set(size_t index, Str value) const noexcept {
        return gbx_inspect_string_array_set(state_, handle_, index, value);
    }
    Status get(size_t index, char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_string_array_get(state_, handle_, index, buffer, capacity, &length);
    }
};

/* A histogram. */
template <class Handle, class Value> class HistogramRef : public Ref<Handle> {
public:
    using Ref<Handle>::Ref;

    Status insert(Value value) const noexcept { return detail::insert(this->state_, this->handle_, value); }
    Status insert_multiple(Value value, uint64_t times) const noexcept {
        return detail::insert(this->state_, this->handle_, value, times);
    }
    Status clear() const noexcept { return detail::clear(this->state_, this->handle_); }
};

/* A link to the tree of another file. */
class LinkRef : public Ref<gbx_link_t> {
public:
    using Ref<gbx_link_t>::Ref;

    Status content(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_link_content(state_, handle_, buffer, capacity, &length);
    }
};

using IntRef = NumberRef<gbx_int_t, int64_t>;
using UintRef = NumberRef<gbx_uint_t, uint64_t>;
using DoubleRef = NumberRef<gbx_double_t, double>;
using IntArrayRef = NumberArrayRef<gbx_int_array_t, int64_t>;
using UintArrayRef = NumberArrayRef<gbx_uint_array_t, uint64_t>;
using DoubleArrayRef = NumberArrayRef<gbx_double_array_t, double>;
using IntLinearHistogramRef = HistogramRef<gbx_int_linear_histogram_t, int64_t>;
using UintLinearHistogramRef = HistogramRef<gbx_uint_linear_histogram_t, uint64_t>;
using DoubleLinearHistogramRef = HistogramRef<gbx_double_linear_histogram_t, double>;
using IntExponentialHistogramRef = HistogramRef<gbx_int_exponential_histogram_t, int64_t>;
using UintExponentialHistogramRef = HistogramRef<gbx_uint_exponential_histogram_t, uint64_t>;
using DoubleExponentialHistogramRef = HistogramRef<gbx_double_exponential_histogram_t, double>;

using Node = Owned<NodeRef>;
using Int = Owned<IntRef>;
using Uint = Owned<UintRef>;
using Double = Owned<DoubleRef>;
using Bool = Owned<BoolRef>;
using String = Owned<StringRef>;
using Bytes = Owned<BytesRef>;
using Text = Owned<TextRef>;
using IntArray = Owned<IntArrayRef>;
using UintArray = Owned<UintArrayRef>;
using DoubleArray = Owned<DoubleArrayRef>;
using StringArray = Owned<StringArrayRef>;
using IntLinearHistogram = Owned<IntLinearHistogramRef>;
using UintLinearHistogram = Owned<UintLinearHistogramRef>;
using DoubleLinearHistogram = Owned<DoubleLinearHistogramRef>;
using IntExponentialHistogram = Owned<IntExponentialHistogramRef>;
using UintExponentialHistogram = Owned<UintExponentialHistogramRef>;
using DoubleExponentialHistogram = Owned<DoubleExponentialHistogramRef>;
using Link = Owned<LinkRef>;

/* A node, below which values are made. */
class NodeRef : public Ref<gbx_node_t> {
public:
    using Ref<gbx_node_t>::Ref;

    GBX_KEEP_RESULT inline Node create_node(Str name, Status *status = nullptr) const noexcept;

    GBX_KEEP_RESULT Int create_int(Str name, int64_t value, Status *status = nullptr) const noexcept {
        Int made(state_);
        detail::tell(status, gbx_inspect_create_int(state_, handle_, name, value, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT Uint create_uint(Str name, uint64_t value, Status *status = nullptr) const noexcept {
        Uint made(state_);
        detail::tell(status, gbx_inspect_create_uint(state_, handle_, name, value, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT Double create_double(Str name, double value, Status *status = nullptr) const noexcept {
        Double made(state_);
        detail::tell(status, gbx_inspect_create_double(state_, handle_, name, value, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT Bool create_bool(Str name, bool value, Status *status = nullptr) const noexcept {
        Bool made(state_);
        detail::tell(status, gbx_inspect_create_bool(state_, handle_, name, value, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT String create_string(Str name, Str value, Status *status = nullptr) const noexcept {
        String made(state_);
        detail::tell(status, gbx_inspect_create_string(state_, handle_, name, value, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT Bytes create_bytes(Str name, Data value, Status *status = nullptr) const noexcept {
        Bytes made(state_);
        detail::tell(status,
                     gbx_inspect_create_bytes(state_, handle_, name, value.data(), value.size(), &made.handle_));
        return made;
    }

    /* An empty text that can be set to up to `capacity` bytes. */
    GBX_KEEP_RESULT Text create_text(Str name, size_t capacity, Status *status = nullptr) const noexcept {
        Text made(state_);
        detail::tell(status, gbx_inspect_create_text(state_, handle_, name, capacity, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT IntArray create_int_array(Str name, size_t slots, Status *status = nullptr) const noexcept {
        IntArray made(state_);
        detail::tell(status, gbx_inspect_create_int_array(state_, handle_, name, slots, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT UintArray create_uint_array(Str name, size_t slots, Status *status = nullptr) const noexcept {
        UintArray made(state_);
        detail::tell(status, gbx_inspect_create_uint_array(state_, handle_, name, slots, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT DoubleArray create_double_array(Str name, size_t slots, Status *status = nullptr) const noexcept {
        DoubleArray made(state_);
        detail::tell(status, gbx_inspect_create_double_array(state_, handle_, name, slots, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT StringArray create_string_array(Str name, size_t slots, Status *status = nullptr) const noexcept {
        StringArray made(state_);
        detail::tell(status, gbx_inspect_create_string_array(state_, handle_, name, slots, &made.handle_));
        return made;
    }

    /* The first of `buckets` buckets begins at `floor`, and each is `step` wide. */
    GBX_KEEP_RESULT IntLinearHistogram create_int_linear_histogram(Str name, int64_t floor, int64_t step,
                                                                   size_t buckets,
                                                                   Status *status = nullptr) const noexcept {
        IntLinearHistogram made(state_);
        detail::tell(status, gbx_inspect_create_int_linear_histogram(state_, handle_, name, floor, step, buckets,
                                                                     &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT UintLinearHistogram create_uint_linear_histogram(Str name, uint64_t floor, uint64_t step,
                                                                     size_t buckets,
                                                                     Status *status = nullptr) const noexcept {
        UintLinearHistogram made(state_);
        detail::tell(status, gbx_inspect_create_uint_linear_histogram(state_, handle_, name, floor, step, buckets,
                                                                      &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT DoubleLinearHistogram create_double_linear_histogram(Str name, double floor, double step,
                                                                         size_t buckets,
                                                                         Status *status = nullptr) const noexcept {
        DoubleLinearHistogram made(state_);
        detail::tell(status, gbx_inspect_create_double_linear_histogram(state_, handle_, name, floor, step, buckets,
                                                                        &made.handle_));
        return made;
    }

    /* The first of `buckets` buckets goes from `floor` to `floor + initial`, and each next one ends `multiplier` times
     * as far from the floor. */
    GBX_KEEP_RESULT IntExponentialHistogram
    create_int_exponential_histogram(Str name, int64_t floor, int64_t initial, int64_t multiplier, size_t buckets,
                                     Status *status = nullptr) const noexcept {
        IntExponentialHistogram made(state_);
        detail::tell(status, gbx_inspect_create_int_exponential_histogram(state_, handle_, name, floor, initial,
                                                                          multiplier, buckets, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT UintExponentialHistogram
    create_uint_exponential_histogram(Str name, uint64_t floor, uint64_t initial, uint64_t multiplier, size_t buckets,
                                      Status *status = nullptr) const noexcept {
        UintExponentialHistogram made(state_);
        detail::tell(status, gbx_inspect_create_uint_exponential_histogram(state_, handle_, name, floor, initial,
                                                                           multiplier, buckets, &made.handle_));
        return made;
    }

    GBX_KEEP_RESULT DoubleExponentialHistogram
    create_double_exponential_histogram(Str name, double floor, double initial, double multiplier, size_t buckets,
                                        Status *status = nullptr) const noexcept {
        DoubleExponentialHistogram made(state_);
        detail::tell(status, gbx_inspect_create_double_exponential_histogram(state_, handle_, name, floor, initial,
                                                                             multiplier, buckets, &made.handle_));
        return made;
    }

    /* The root of the file `content` is shown as a node of this name. */
    GBX_KEEP_RESULT Link create_child_link(Str name, Str content, Status *status = nullptr) const noexcept {
        Link made(state_);
        detail::tell(status, gbx_inspect_create_child_link(state_, handle_, name, content, &made.handle_));
        return made;
    }

    /* What is in the root of the file `content` is shown as if it were in this node. */
    GBX_KEEP_RESULT Link create_inline_link(Str name, Str content, Status *status = nullptr) const noexcept {
        Link made(state_);
        detail::tell(status, gbx_inspect_create_inline_link(state_, handle_, name, content, &made.handle_));
        return made;
    }

    /* Values that stay until this node goes. Those of other kinds: `node.create_int_array("a", 3).record()`. */
    NodeRef record_node(Str name, Status *status = nullptr) const noexcept {
        NodeRef made(state_, {});
        detail::tell(status, gbx_inspect_record_node(state_, handle_, name, &made.handle_));
        return made;
    }
    Status record_int(Str name, int64_t value) const noexcept {
        return gbx_inspect_record_int(state_, handle_, name, value);
    }
    Status record_uint(Str name, uint64_t value) const noexcept {
        return gbx_inspect_record_uint(state_, handle_, name, value);
    }
    Status record_double(Str name, double value) const noexcept {
        return gbx_inspect_record_double(state_, handle_, name, value);
    }
    Status record_bool(Str name, bool value) const noexcept {
        return gbx_inspect_record_bool(state_, handle_, name, value);
    }
    Status record_string(Str name, Str value) const noexcept {
        return gbx_inspect_record_string(state_, handle_, name, value);
    }
    Status record_bytes(Str name, Data value) const noexcept {
        return gbx_inspect_record_bytes(state_, handle_, name, value.data(), value.size());
    }

    /* The value of that name directly below this node, for a program that has adopted a file:
     *     glassbox::UintRef boots;
     *     node.find("boots", boots); */
    Status find(Str name, NodeRef &out) const noexcept { return found(gbx_inspect_find_node, name, out); }
    Status find(Str name, IntRef &out) const noexcept { return found(gbx_inspect_find_int, name, out); }
    Status find(Str name, UintRef &out) const noexcept { return found(gbx_inspect_find_uint, name, out); }
    Status find(Str name, DoubleRef &out) const noexcept { return found(gbx_inspect_find_double, name, out); }
    Status find(Str name, BoolRef &out) const noexcept { return found(gbx_inspect_find_bool, name, out); }
    Status find(Str name, StringRef &out) const noexcept { return found(gbx_inspect_find_string, name, out); }
    Status find(Str name, BytesRef &out) const noexcept { return found(gbx_inspect_find_bytes, name, out); }
    Status find(Str name, TextRef &out) const noexcept { return found(gbx_inspect_find_text, name, out); }
    Status find(Str name, IntArrayRef &out) const noexcept { return found(gbx_inspect_find_int_array, name, out); }
    Status find(Str name, UintArrayRef &out) const noexcept { return found(gbx_inspect_find_uint_array, name, out); }
    Status find(Str name, DoubleArrayRef &out) const noexcept {
        return found(gbx_inspect_find_double_array, name, out);
    }
    Status find(Str name, StringArrayRef &out) const noexcept {
        return found(gbx_inspect_find_string_array, name, out);
    }
    Status find(Str name, IntLinearHistogramRef &out) const noexcept {
        return found(gbx_inspect_find_int_linear_histogram, name, out);
    }
    Status find(Str name, UintLinearHistogramRef &out) const noexcept {
        return found(gbx_inspect_find_uint_linear_histogram, name, out);
    }
    Status find(Str name, DoubleLinearHistogramRef &out) const noexcept {
        return found(gbx_inspect_find_double_linear_histogram, name, out);
    }
    Status find(Str name, IntExponentialHistogramRef &out) const noexcept {
        return found(gbx_inspect_find_int_exponential_histogram, name, out);
    }
    Status find(Str name, UintExponentialHistogramRef &out) const noexcept {
        return found(gbx_inspect_find_uint_exponential_histogram, name, out);
    }
    Status find(Str name, DoubleExponentialHistogramRef &out) const noexcept {
        return found(gbx_inspect_find_double_exponential_histogram, name, out);
    }
    Status find(Str name, LinkRef &out) const noexcept { return found(gbx_inspect_find_link, name, out); }

    /* An owner would delete what it finds: find a reference. */
    template <class Reference> Status find(Str name, Owned<Reference> &out) const = delete;

    /* Deletes this node and all that is below it; handles to it are stale then. */
    Status delete_tree() const noexcept { return gbx_inspect_node_delete_tree(state_, handle_); }

private:
    template <class Handle, class Reference>
    Status found(Status (*look)(gbx_inspect_t *, gbx_node_t, gbx_str_t, Handle *), Str name,
                 Reference &out) const noexcept {
        Handle handle = Handle();
        const Status status = look(state_, handle_, name, &handle);
        out = Reference(state_, handle);
        return status;
    }
};

inline Node NodeRef::create_node(Str name, Status *status) const noexcept {
    Node made(state_);
    detail::tell(status, gbx_inspect_create_node(state_, handle_, name, &made.handle_));
    return made;
}

template <class Handle> inline Status Ref<Handle>::reparent(NodeRef parent) const noexcept {
    return gbx_inspect_reparent(state_, any(), parent.handle());
}

/* A lock out of anything with lock() and unlock(), which wait: std::mutex. The lock must outlive the inspector. */
template <class Mutex> gbx_lock_t lock_of(Mutex &mutex) noexcept {
    struct Functions {
        static bool acquire(void *context, size_t *) noexcept {
            static_cast<Mutex *>(context)->lock();
            return true;
        }
        static void release(void *context, size_t) noexcept { static_cast<Mutex *>(context)->unlock(); }
    };
    return gbx_lock_t{&mutex, Functions::acquire, Functions::release};
}

/* The same with try_lock() in place of lock(): who comes in between gets GBX_ERROR_BUSY and need not wait. */
template <class Mutex> gbx_lock_t try_lock_of(Mutex &mutex) noexcept {
    struct Functions {
        static bool acquire(void *context, size_t *) noexcept { return static_cast<Mutex *>(context)->try_lock(); }
        static void release(void *context, size_t) noexcept { static_cast<Mutex *>(context)->unlock(); }
    };
    return gbx_lock_t{&mutex, Functions::acquire, Functions::release};
}

/* A lock out of anything whose lock() gives a number that unlock(number) wants back: an interrupt mask. */
template <class Mask> gbx_lock_t mask_of(Mask &mask) noexcept {
    struct Functions {
        static bool acquire(void *context, size_t *key) noexcept {
            *key = static_cast<Mask *>(context)->lock();
            return true;
        }
        static void release(void *context, size_t key) noexcept { static_cast<Mask *>(context)->unlock(key); }
    };
    return gbx_lock_t{&mask, Functions::acquire, Functions::release};
}

/* The writer of one file. It cannot be moved, since its handles know where it is. It has nothing to give back when it
 * goes, so a static one asks for no destructor; but it must outlive the handles. */
class Inspector {
public:
    constexpr Inspector() noexcept : state_() {}
    Inspector(const Inspector &) = delete;
    Inspector &operator=(const Inspector &) = delete;

    /* Writes an empty file to the region. Of `GBX_REGION(memory, 4096)`: `start(memory)`. */
    Status start(void *region, size_t size, const gbx_inspect_config_t *config = nullptr) noexcept {
        return gbx_inspect_init(&state_, region, size, config);
    }
    template <class T, size_t count>
    Status start(T (&region)[count], const gbx_inspect_config_t *config = nullptr) noexcept {
        return start(region, sizeof region, config);
    }

    /* With a lock, and all else as it is by default. */
    template <class T, size_t count> Status start(T (&region)[count], gbx_lock_t lock) noexcept {
        gbx_inspect_config_t config = gbx_inspect_config_t();
        config.lock = lock;
        return start(region, &config);
    }

    /* Takes over the file in the region, if nothing is wrong with it. */
    template <class T, size_t count, size_t words>
    Status adopt(T (&region)[count], uint32_t (&scratch)[words], gbx_inspect_adoption_t &adoption,
                 const gbx_inspect_config_t *config = nullptr) noexcept {
        return gbx_inspect_adopt(&state_, region, sizeof region, config, scratch, sizeof scratch, &adoption);
    }

    /* Takes over the file in the region, or starts afresh; `adoption` says which. */
    template <class T, size_t count, size_t words>
    Status adopt_or_start(T (&region)[count], uint32_t (&scratch)[words], gbx_inspect_adoption_t &adoption,
                          const gbx_inspect_config_t *config = nullptr) noexcept {
        return gbx_inspect_adopt_or_start(&state_, region, sizeof region, config, scratch, sizeof scratch, &adoption);
    }

    /* Ends the work. The file stays as it is, and the region is the caller's again. */
    Status stop() noexcept { return gbx_inspect_deinit(&state_); }

    NodeRef root() noexcept { return NodeRef(&state_, GBX_ROOT); }
    gbx_inspect_t *state() noexcept { return &state_; }

    Status counters(gbx_inspect_counters_t &counters) noexcept { return gbx_inspect_counters(&state_, &counters); }
    Status file(const void *&address, size_t &size) noexcept { return gbx_inspect_file(&state_, &address, &size); }
    Status unique_name(Str prefix, char *buffer, size_t capacity, size_t &length) noexcept {
        return gbx_inspect_unique_name(&state_, prefix, buffer, capacity, &length);
    }
    Status frozen_copy(void *buffer, size_t capacity, size_t &length) noexcept {
        return gbx_inspect_frozen_copy(&state_, buffer, capacity, &length);
    }
    Status freeze() noexcept { return gbx_inspect_freeze(&state_); }

private:
    gbx_inspect_t state_;
};

/* A transaction for the time of a scope: readers see all that is done meanwhile, or nothing. */
class Transaction {
public:
    explicit Transaction(Inspector &writer) noexcept
        : state_(writer.state()), status_(gbx_inspect_begin_transaction(state_)), is_open_(status_ == GBX_OK) {}
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    ~Transaction() { end(); }

    /* Whether it was begun. If not, readers see each operation by itself. */
    Status status() const noexcept { return status_; }

    /* Ends it before the scope does. */
    Status end() noexcept {
        if (!is_open_) {
            return GBX_ERROR_NOT_IN_TRANSACTION;
        }
        is_open_ = false;
        return gbx_inspect_end_transaction(state_);
    }

private:
    gbx_inspect_t *state_;
    Status status_;
    bool is_open_;
};

/* The node `fuchsia.inspect.Health`: how a component says that it is well, or why not. */
class Health {
public:
    constexpr Health() noexcept : state_(nullptr), health_() {}
    Health(Health &&other) noexcept : state_(other.state_), health_(other.health_) {
        other.health_ = gbx_inspect_health_t();
    }
    Health &operator=(Health &&other) noexcept {
        if (this != &other) {
            remove();
            state_ = other.state_;
            health_ = other.health_;
            other.health_ = gbx_inspect_health_t();
        }
        return *this;
    }
    Health(const Health &) = delete;
    Health &operator=(const Health &) = delete;
    ~Health() { remove(); }

    /* Creates the node, with the status `STARTING_UP`, in place of the one that this owns. `now` is in nanoseconds. */
    Status create(NodeRef parent, int64_t now) noexcept {
        remove();
        state_ = parent.state();
        return gbx_inspect_create_health(state_, parent.handle(), now, &health_);
    }

    Status ok() noexcept { return gbx_inspect_health_ok(state_, &health_); }
    Status unhealthy(Str message) noexcept { return gbx_inspect_health_unhealthy(state_, &health_, message); }
    /* A status of the program's, without a message or with one. */
    Status set(Str status) noexcept {
        return gbx_inspect_health_set(state_, &health_, status, gbx_str_t{nullptr, 0});
    }
    Status set(Str status, Str message) noexcept { return gbx_inspect_health_set(state_, &health_, status, message); }

    explicit operator bool() const noexcept { return health_.node.block != 0; }

    /* Deletes the node now. */
    Status remove() noexcept {
        const Status status = *this ? gbx_inspect_health_delete(state_, &health_) : GBX_OK;
        health_ = gbx_inspect_health_t();
        return status;
    }

private:
    gbx_inspect_t *state_;
    gbx_inspect_health_t health_;
};

/* The node `fuchsia.inspect.Stats`: what the writer has done. */
class Stats {
public:
    constexpr Stats() noexcept : state_(nullptr), stats_() {}
    Stats(Stats &&other) noexcept : state_(other.state_), stats_(other.stats_) { other.stats_ = gbx_inspect_stats_t(); }
    Stats &operator=(Stats &&other) noexcept {
        if (this != &other) {
            remove();
            state_ = other.state_;
            stats_ = other.stats_;
            other.stats_ = gbx_inspect_stats_t();
        }
        return *this;
    }
    Stats(const Stats &) = delete;
    Stats &operator=(const Stats &) = delete;
    ~Stats() { remove(); }

    /* Creates the node, in place of the one that this owns. */
    Status create(NodeRef parent) noexcept {
        remove();
        state_ = parent.state();
        return gbx_inspect_create_stats(state_, parent.handle(), &stats_);
    }

    /* Brings the node up to date. */
    Status update() const noexcept { return gbx_inspect_stats_update(state_, &stats_); }

    explicit operator bool() const noexcept { return stats_.node.block != 0; }

    /* Deletes the node now. */
    Status remove() noexcept {
        const Status status = *this ? gbx_inspect_stats_delete(state_, &stats_) : GBX_OK;
        stats_ = gbx_inspect_stats_t();
        return status;
    }

private:
    gbx_inspect_t *state_;
    gbx_inspect_stats_t stats_;
};

/* A node that keeps its newest `capacity` entries. It cannot be moved, since the list knows where its entries are. */
template <size_t capacity> class BoundedList {
public:
    constexpr BoundedList() noexcept : state_(nullptr), list_(), entries_() {}
    BoundedList(const BoundedList &) = delete;
    BoundedList &operator=(const BoundedList &) = delete;
    ~BoundedList() { remove(); }

    /* Creates the node, in place of the one that this owns. */
    Status create(NodeRef parent, Str name) noexcept {
        remove();
        const Status status =
            gbx_inspect_create_list(parent.state(), parent.handle(), name, entries_, capacity, &list_);
        state_ = status == GBX_OK ? parent.state() : nullptr;
        return status;
    }

    /* Appends an entry. `fill` is called with its node, a NodeRef, and records values below it; it returns a Status.
     * Readers see nothing until it has returned, and nothing of the entry when it returns an error, which is returned
     * then. */
    template <class Fill> Status push(Fill &&fill) noexcept {
        Filling<typename detail::Plain<Fill>::Type> filling{fill, state_, GBX_OK};
        const Status status = gbx_inspect_list_push(state_, &list_, filling.call, &filling);
        return status == GBX_ERROR_STOPPED ? filling.status : status;
    }

    /* Deletes the node with all its entries now. */
    Status remove() noexcept {
        const Status status = state_ != nullptr ? gbx_inspect_list_delete(state_, &list_) : GBX_OK;
        state_ = nullptr;
        return status;
    }

private:
    template <class Fill> struct Filling {
        Fill &fill;
        gbx_inspect_t *state;
        Status status;

        static bool call(void *context, gbx_node_t entry) noexcept {
            Filling &filling = *static_cast<Filling *>(context);
            filling.status = filling.fill(NodeRef(filling.state, entry));
            return filling.status == GBX_OK;
        }
    };

    gbx_inspect_t *state_;
    gbx_inspect_list_t list_;
    gbx_node_t entries_[capacity];
};

/* Up to `capacity` values that go together: readers see all of them go at once. */
template <size_t capacity> class ValueList {
public:
    explicit ValueList(Inspector &writer) noexcept : state_(writer.state()), count_(0), values_() {}
    ValueList(ValueList &&other) noexcept : state_(other.state_), count_(other.count_), values_() {
        for (size_t i = 0; i < count_; i++) {
            values_[i] = other.values_[i];
        }
        other.count_ = 0;
    }
    ValueList(const ValueList &) = delete;
    ValueList &operator=(const ValueList &) = delete;
    ~ValueList() { clear(); }

    /* Hands a value over to the list. It stays with its owner when there are as many already as the list may have:
     * GBX_ERROR_OUT_OF_RANGE. */
    template <class Reference> Status add(Owned<Reference> &&value) noexcept {
#ifdef GBX_DISABLE
        (void)value;
        return GBX_OK;
#else
        if (!value) {
            return GBX_ERROR_NO_HANDLE;
        }
        if (value.state() != state_) {
            return GBX_ERROR_FOREIGN_HANDLE;
        }
        if (count_ == capacity) {
            return GBX_ERROR_OUT_OF_RANGE;
        }
        values_[count_++] = value.keep().any();
        return GBX_OK;
#endif
    }

    size_t size() const noexcept { return count_; }

    /* Deletes all values, in one section. */
    Status clear() noexcept {
        const Status status = count_ != 0 ? gbx_inspect_delete_all(state_, values_, count_) : GBX_OK;
        if (status == GBX_OK) {
            count_ = 0;
        }
        return status;
    }

private:
    gbx_inspect_t *state_;
    size_t count_;
    gbx_any_t values_[capacity];
};

/* ---- Reading. Whoever reads needs nothing of the writer but its memory. */

/* Live memory that is read while its writer runs: a region of this program, or one that processes share. */
class Live {
public:
    /* `attempts` is how often a read that its writer disturbed is tried; 0 means 1024. */
    constexpr Live(const void *region, size_t size, uint32_t attempts = 0) noexcept
        : region_(region), size_(size), attempts_(attempts) {}
    template <class T, size_t count>
    constexpr Live(const T (&region)[count], uint32_t attempts = 0) noexcept
        : region_(region), size_(sizeof region), attempts_(attempts) {}

    constexpr const void *region() const noexcept { return region_; }
    constexpr size_t size() const noexcept { return size_; }
    constexpr uint32_t attempts() const noexcept { return attempts_; }

private:
    const void *region_;
    size_t size_;
    uint32_t attempts_;
};

/* A copy of a file of at most `capacity` bytes, as it was at one moment. */
template <size_t capacity> class Snapshot {
public:
    constexpr Snapshot() noexcept : taken_(), bytes_() {}

    /* Takes it anew. After an error it is empty. */
    Status take(Live live) noexcept {
        const Status status =
            gbx_inspect_snapshot(live.region(), live.size(), live.attempts(), bytes_, capacity, &taken_);
        if (status != GBX_OK) {
            taken_ = gbx_inspect_snapshot_t();
        }
        return status;
    }

    const unsigned char *data() const noexcept { return bytes_; }
    size_t size() const noexcept { return taken_.size; }
    uint64_t generation() const noexcept { return taken_.generation; }
    /* How often it was tried. */
    uint32_t attempts() const noexcept { return taken_.attempts; }

private:
    gbx_inspect_snapshot_t taken_;
    unsigned char bytes_[capacity];
};

/* Where a property lies, to read it again and again while its writer runs. It may be copied, and is good for as long as
 * the property is not deleted. */
class Location {
public:
    constexpr Location() noexcept : location_() {}

    Status read(Live live, gbx_inspect_value_t &value) const noexcept {
        return gbx_inspect_location_read(&location_, live.region(), live.size(), live.attempts(), &value);
    }
    /* One slot of an array or a histogram of numbers. */
    Status read_slot(Live live, uint32_t slot, gbx_inspect_number_t &number) const noexcept {
        return gbx_inspect_location_read_slot(&location_, live.region(), live.size(), live.attempts(), slot, &number);
    }
    /* A text or bytes. */
    Status read_bytes(Live live, void *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_location_read_bytes(&location_, live.region(), live.size(), live.attempts(), buffer,
                                               capacity, &length);
    }

private:
    friend class Cursor;
    gbx_inspect_location_t location_;
};

/* A place in a tree. The tree must stay where it is and as it is. */
class Cursor {
public:
    constexpr Cursor() noexcept : cursor_() {}

    /* Takes the next step of a walk; behind the last one, `step` is GBX_STEP_END. */
    Status next(gbx_inspect_step_t &step) noexcept { return gbx_inspect_cursor_next(&cursor_, &step); }

    Status name(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_cursor_name(&cursor_, buffer, capacity, &length);
    }
    Status value(gbx_inspect_value_t &value) const noexcept { return gbx_inspect_cursor_value(&cursor_, &value); }
    Status string(char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_cursor_string(&cursor_, buffer, capacity, &length);
    }
    Status bytes(void *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_cursor_bytes(&cursor_, buffer, capacity, &length);
    }
    Status slot(size_t index, gbx_inspect_number_t &number) const noexcept {
        return gbx_inspect_cursor_slot(&cursor_, index, &number);
    }
    Status slot_string(size_t index, char *buffer, size_t capacity, size_t &length) const noexcept {
        return gbx_inspect_cursor_slot_string(&cursor_, index, buffer, capacity, &length);
    }
    Status histogram(gbx_inspect_histogram_t &histogram) const noexcept {
        return gbx_inspect_cursor_histogram(&cursor_, &histogram);
    }
    /* Notes where the property lies that the cursor is on. */
    Status locate(Location &location) const noexcept {
        return gbx_inspect_cursor_locate(&cursor_, &location.location_);
    }

private:
    template <size_t> friend class Tree;
    gbx_inspect_cursor_t cursor_;
};

/* The tree of a file of at most `capacity` bytes; for files that lead to each other, of more bytes than all of them. It
 * cannot be moved, since cursors know where it is. */
template <size_t capacity> class Tree {
public:
    constexpr Tree() noexcept : tree_(), scratch_() {}
    Tree(const Tree &) = delete;
    Tree &operator=(const Tree &) = delete;

    /* Reads a file that nobody changes: a Snapshot, or anything else with data() and size(). It must stay as it is for
     * as long as the tree is used. `flags` are those of gbx_inspect_reading_t. */
    Status read(Data file, uint32_t flags = 0) noexcept {
        const gbx_inspect_reading_t reading = {nullptr, nullptr, flags, 0};
        return gbx_inspect_tree_read(&tree_, file.data(), file.size(), scratch_, sizeof scratch_, &reading);
    }
    /* The same; `on_problem` is called with each thing that is wrong, a const gbx_inspect_problem_t &. */
    template <class OnProblem> Status read(Data file, OnProblem &&on_problem, uint32_t flags) noexcept {
        Problems<typename detail::Plain<OnProblem>::Type> problems{on_problem};
        const gbx_inspect_reading_t reading = {&problems, problems.tell, flags, 0};
        return gbx_inspect_tree_read(&tree_, file.data(), file.size(), scratch_, sizeof scratch_, &reading);
    }

    /* Reads a file and, in place of its links, those of `files` that they name. GBX_ERROR_SCRATCH_TOO_SMALL asks for a
     * tree of more capacity. */
    template <size_t count>
    Status stitch(Data file, const gbx_inspect_linked_file_t (&files)[count], uint32_t flags = 0) noexcept {
        const gbx_inspect_reading_t reading = {nullptr, nullptr, flags, 0};
        return gbx_inspect_tree_stitch(&tree_, file.data(), file.size(), files, count, scratch_, sizeof scratch_,
                                       &reading, nullptr);
    }
    template <size_t count, class OnProblem>
    Status stitch(Data file, const gbx_inspect_linked_file_t (&files)[count], OnProblem &&on_problem,
                  uint32_t flags) noexcept {
        Problems<typename detail::Plain<OnProblem>::Type> problems{on_problem};
        const gbx_inspect_reading_t reading = {&problems, problems.tell, flags, 0};
        return gbx_inspect_tree_stitch(&tree_, file.data(), file.size(), files, count, scratch_, sizeof scratch_,
                                       &reading, nullptr);
    }

    /* Cuts the tree down to what one of the selectors selects, as `*:root/radio:packets`. */
    Status select(Str selector) noexcept {
        const gbx_str_t text = selector;
        return gbx_inspect_tree_select(&tree_, &text, 1);
    }
    template <size_t count> Status select(const gbx_str_t (&selectors)[count]) noexcept {
        return gbx_inspect_tree_select(&tree_, selectors, count);
    }

    Status info(gbx_inspect_tree_info_t &info) const noexcept { return gbx_inspect_tree_info(&tree_, &info); }

    /* Prints the tree piece by piece: `write` is called with a const char * and a size_t, and returns whether to go on. */
    template <class Write> Status json(Write &&write) const noexcept {
        Pieces<typename detail::Plain<Write>::Type> pieces{write};
        const gbx_sink_t sink = {&pieces, pieces.put};
        return gbx_inspect_tree_json(&tree_, &sink);
    }
    template <class Write> Status text(Write &&write) const noexcept {
        Pieces<typename detail::Plain<Write>::Type> pieces{write};
        const gbx_sink_t sink = {&pieces, pieces.put};
        return gbx_inspect_tree_text(&tree_, &sink);
    }

    /* Puts a cursor in front of the tree, for a walk over all of it. */
    Status walk(Cursor &cursor) const noexcept { return gbx_inspect_cursor_walk(&cursor.cursor_, &tree_); }
    /* Puts a cursor on what is at a path, as `radio/packets`. */
    Status find(Str path, Cursor &cursor) const noexcept {
        return gbx_inspect_cursor_find(&cursor.cursor_, &tree_, path);
    }

private:
    template <class OnProblem> struct Problems {
        OnProblem &on_problem;

        static void tell(void *context, const gbx_inspect_problem_t *problem) noexcept {
            static_cast<Problems *>(context)->on_problem(*problem);
        }
    };

    template <class Write> struct Pieces {
        Write &write;

        static bool put(void *context, const char *text, size_t size) noexcept {
            return static_cast<Pieces *>(context)->write(text, size);
        }
    };

    gbx_inspect_tree_t tree_;
    uint32_t scratch_[GBX_INSPECT_SCRATCH_SIZE(capacity) / 4];
};

}  // namespace glassbox

#undef GBX_KEEP_RESULT

#endif
