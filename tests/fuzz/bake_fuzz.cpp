// Any bytes as a baked file: what is accepted must play, however wrong it is.
// SPDX-License-Identifier: MIT
#include <motus/bake/writer.h>
#include <motus/load/file.h>
#include <tests/bake/exercise.h>
#include <tests/fuzz/bake_mutator.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace motus {
namespace {

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// Writes the checksum for the size that the header gives: the readers are then alone.
void sign(AlignedBytes& bytes) {
    if (bytes.size() < sizeof(ContainerHeader)) return;
    ContainerHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.size > bytes.size()) return;
    sign_container(std::span<std::byte>(bytes).first(static_cast<std::size_t>(header.size)));
}

void use(const BakedFile& file) {
    for (const NameEntry& entry : file.names.entries)
        require(!find_name(file.names, entry.hash).empty(), "names are found");
    const char* fault = test::exercise(file);
    require(fault == nullptr, fault);
}

void open(std::span<const std::byte> input) {
    AlignedBytes bytes(input);
    BakedFile file;
    BakedFault why;
    Status status = open_baked(bytes, file, &why);
    if (status != Status::ok) {
        require(why.part != BakedPart::none, "a refusal names a part");
        sign(bytes);
        status = open_baked(bytes, file, &why);
    }
    if (status == Status::ok) use(file);
}

}  // namespace
}  // namespace motus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    motus::open({reinterpret_cast<const std::byte*>(data), size});
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max, unsigned seed) {
    return motus::test::mutate_baked(data, size, max, seed, LLVMFuzzerMutate);
}
