// SPDX-License-Identifier: MIT
#include <motus/bake/pack_step.h>

#include <motus/bake/clips.h>
#include <motus/bake/packing.h>
#include <motus/bake/writer.h>

#include <chrono>
#include <utility>

namespace motus {
namespace {

// Sections of jobs and parts that no baked file has.
constexpr SectionKind kPartInfo{0x10000};
constexpr SectionKind kPartWarning{0x10001};
constexpr SectionKind kJobInfo{0x10002};
constexpr SectionKind kJobBounds{0x10003};

struct PartInfo {
    std::uint32_t version = kPackStepVersion;
    std::uint32_t kind = 0;
    double weight_max = 0.0;
    double seconds = 0.0;
};

struct JobInfo {
    std::uint32_t version = kPackStepVersion;
    std::uint32_t kind = 0;
    double distance = 0.0, bound = 0.0, weight_bound = 0.0;
    std::uint32_t between = 0;
    std::uint32_t reserved = 0;
};

/// What has been packed, on its way into bytes.
struct Part {
    ClipSections sections;
    ClipEntry entry{};
    PartInfo info{};
    std::string warning;

    void put(const Clip& view) {
        entry.duration = view.duration;
        put_tracks(view, entry, sections);
        sections.clips.push_back(entry);
    }

    [[nodiscard]] AlignedBytes write() const {
        SectionWriter writer;
        sections.write(writer);
        writer.add(kPartInfo, 0, std::span<const PartInfo>(&info, 1));
        writer.add(kPartWarning, 0, std::span<const char>(warning));
        return writer.finish();
    }
};

bool is_cancelled(const Error& error) {
    return error.code == kPackCancelled;
}

void put_frames(const PackTask& task, const PackedClipBuffer& packed, Part& out) {
    out.info.weight_max = packed.error().weight_max;
    out.entry.kind = ClipKind::fast;
    out.entry.packed = add_packed(packed, exact_bytes(task.keys), out.sections.packed);
    out.put(packed.view());
}

/// There is no small form that holds the bound: whichever other is smaller, and a word of it.
Result<Done> pack_smaller(const PackTask& task, const std::string& cause, Part& out) {
    const Result<PackedClipBuffer> fast = pack_fast(task.skeleton, task.keys, task.settings);
    if (!fast && is_cancelled(fast.error())) return fast.error();
    const bool smaller = fast && fast->bytes() < exact_bytes(task.keys);
    out.warning = (smaller ? "is packed fast, not small: " : "keeps its keys, not small: ") + cause;
    if (smaller) put_frames(task, *fast, out);
    return Done{};
}

/// Never larger than the keys.
Result<Done> pack_as_small(const PackTask& task, Part& out) {
    const Result<SmallClipBuffer> packed = pack_small(task.skeleton, task.keys, task.settings);
    if (!packed && is_cancelled(packed.error())) return packed.error();
    if (!packed) return pack_smaller(task, packed.error().cause, out);
    // A few keys are small as they are.
    if (packed->bytes() >= exact_bytes(task.keys)) return Done{};
    out.info.weight_max = packed->error().weight_max;
    out.entry.kind = ClipKind::small;
    out.entry.packed = add_packed(*packed, exact_bytes(task.keys), out.sections.packed);
    out.put(packed->view());
    return Done{};
}

Result<Done> pack_as_fast(const PackTask& task, Part& out) {
    const Result<PackedClipBuffer> packed = pack_fast(task.skeleton, task.keys, task.settings);
    if (!packed && is_cancelled(packed.error())) return packed.error();
    if (!packed) {
        out.warning = "keeps its keys: " + packed.error().cause;
        return Done{};
    }
    put_frames(task, *packed, out);
    return Done{};
}

template <class T>
bool read_one(const Container& container, SectionKind kind, T& out) {
    std::span<const T> items;
    if (read_section(container, kind, items) != Status::ok || items.size() != 1) return false;
    out = items[0];
    return true;
}

std::size_t space_floats(const PackedSpace& space) {
    return space.left != nullptr ? std::size_t{4} * space.stride : 0;
}

bool fits(const ClipEntry& entry, const Skeleton& skeleton) {
    return entry.joint_limit <= skeleton.joint_count() &&
           entry.weight_limit <= skeleton.rest_weights.size();
}

/// The rig of a job: what packing looks at.
bool read_skeleton(const Container& container, Skeleton& out) {
    std::span<const float> rest;
    if (read_section(container, SectionKind::joint_parents, out.parents) != Status::ok ||
        read_section(container, SectionKind::joint_rest, rest) != Status::ok ||
        read_section(container, SectionKind::rest_weights, out.rest_weights) != Status::ok ||
        rest.size() != soa_floats(out.joint_count())) {
        return false;
    }
    for (JointIndex j = 0; j < out.joint_count(); ++j)
        if (out.parents[j] != kNoJoint && out.parents[j] >= j) return false;
    out.rest = {rest.data(), out.joint_count(), soa_stride(out.joint_count())};
    return true;
}

bool read_task(const Container& container, PackTask& out) {
    JobInfo info;
    ClipTable table;
    std::span<const float> space;
    if (!read_one(container, kJobInfo, info) || info.version != kPackStepVersion ||
        info.kind > static_cast<std::uint32_t>(ClipKind::small) ||
        !read_skeleton(container, out.skeleton) || read_clips(container, table) != Status::ok ||
        table.clips.size() != 1 || !fits(table.clips[0], out.skeleton) ||
        read_section(container, SectionKind::clip_space, space) != Status::ok ||
        read_section(container, kJobBounds, out.settings.error.joint_bounds) != Status::ok) {
        return false;
    }
    const std::uint32_t stride = soa_stride(out.skeleton.joint_count());
    if (!space.empty()) {
        if (space.size() != std::size_t{8} * stride || !check_space(space, stride)) return false;
        out.settings.space = {space.data(), space.data() + std::size_t{4} * stride, stride};
    }
    out.kind = static_cast<ClipKind>(info.kind);
    out.keys = clip_at(table, 0);
    out.settings.error.distance = info.distance;
    out.settings.error.bound = info.bound;
    out.settings.error.weight_bound = info.weight_bound;
    out.settings.error.between = info.between;
    return true;
}

}  // namespace

BakeKey skeleton_key(const Skeleton& skeleton) {
    KeyMaker key("skeleton", 1);
    key.add_items(skeleton.parents).add_items(skeleton.rest_weights);
    // Padding between the planes has no meaning.
    for (std::uint32_t plane = 0; plane < kPlaneCount; ++plane) {
        key.add_items(std::span<const float>(skeleton.rest.plane(static_cast<Plane>(plane)),
                                             skeleton.rest.count));
    }
    return key.key();
}

BakeKey keys_key(const Clip& keys) {
    return KeyMaker("keys", 1)
        .add(static_cast<std::uint64_t>(keys.duration.value))
        .add(std::uint64_t{keys.joint_limit})
        .add(std::uint64_t{keys.weight_limit})
        .add_items(keys.tracks)
        .add_items(keys.times)
        .add_items(keys.values)
        .key();
}

BakeKey space_key(const PackedSpace& space) {
    const std::size_t floats = space_floats(space);
    return KeyMaker("space", 1)
        .add_items(std::span<const float>(space.left, floats))
        .add_items(std::span<const float>(space.right, floats))
        .key();
}

BakeKey pack_key(const PackTask& task, const BakeKey& skeleton, const BakeKey& keys,
                 const BakeKey& space) {
    const ErrorSettings& error = task.settings.error;
    return KeyMaker("pack", kPackStepVersion)
        .add(static_cast<std::uint64_t>(task.kind))
        .add(skeleton)
        .add(keys)
        .add(space)
        .add(error.distance)
        .add(error.bound)
        .add(error.weight_bound)
        .add(std::uint64_t{error.between})
        .add_items(error.joint_bounds)
        .key();
}

BakeKey pack_key(const PackTask& task) {
    return pack_key(task, skeleton_key(task.skeleton), keys_key(task.keys),
                    space_key(task.settings.space));
}

std::optional<PackResult> PackResult::read(AlignedBytes bytes, const Skeleton& skeleton) {
    PackResult out;
    out.bytes_ = std::move(bytes);
    Container container;
    PartInfo info;
    std::span<const char> warning;
    if (open_container(out.bytes_, container) != Status::ok ||
        !read_one(container, kPartInfo, info) || info.version != kPackStepVersion ||
        info.kind > static_cast<std::uint32_t>(ClipKind::exact) ||
        read_section(container, kPartWarning, warning) != Status::ok ||
        read_clips(container, out.clip_) != Status::ok) {
        return std::nullopt;
    }
    out.kind_ = static_cast<ClipKind>(info.kind);
    out.warning_ = {warning.data(), warning.size()};
    out.weight_max_ = info.weight_max;
    out.seconds_ = info.seconds;
    if (out.kind_ == ClipKind::exact) {
        if (!out.clip_.clips.empty()) return std::nullopt;
        return out;
    }
    if (out.clip_.clips.size() != 1 || out.clip_.clips[0].kind != out.kind_ ||
        !fits(out.clip_.clips[0], skeleton)) {
        return std::nullopt;
    }
    return out;
}

Result<PackResult> pack_clip(const PackTask& task) {
    const auto start = std::chrono::steady_clock::now();
    Part part;
    const Result<Done> packed =
        task.kind == ClipKind::small ? pack_as_small(task, part) : pack_as_fast(task, part);
    if (!packed) return packed.error();
    part.info.kind =
        static_cast<std::uint32_t>(part.sections.clips.empty() ? ClipKind::exact : part.entry.kind);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    part.info.seconds = took.count();
    if (std::optional<PackResult> out = PackResult::read(part.write(), task.skeleton))
        return *std::move(out);
    // The reader refuses what was packed, which would be a fault of ours: the keys stay.
    Part keys;
    keys.info.kind = static_cast<std::uint32_t>(ClipKind::exact);
    keys.warning = "keeps its keys: what was packed cannot be read";
    return *PackResult::read(keys.write(), task.skeleton);
}

AlignedBytes write_pack_job(const PackTask& task) {
    const ErrorSettings& error = task.settings.error;
    JobInfo info;
    info.kind = static_cast<std::uint32_t>(task.kind);
    info.distance = error.distance;
    info.bound = error.bound;
    info.weight_bound = error.weight_bound;
    info.between = error.between;
    ClipSections clips;
    ClipEntry entry;
    entry.duration = task.keys.duration;
    put_tracks(task.keys, entry, clips);
    clips.clips.push_back(entry);
    const std::size_t floats = space_floats(task.settings.space);
    std::vector<float>& space = clips.packed.space;
    space.insert(space.end(), task.settings.space.left, task.settings.space.left + floats);
    space.insert(space.end(), task.settings.space.right, task.settings.space.right + floats);
    const ConstSoaView& rest = task.skeleton.rest;
    SectionWriter writer;
    writer.add(kJobInfo, 0, std::span<const JobInfo>(&info, 1));
    writer.add(kJobBounds, 0, error.joint_bounds);
    writer.add(SectionKind::joint_parents, 0, task.skeleton.parents);
    writer.add(SectionKind::joint_rest, 0,
               std::span<const float>(rest.data, soa_floats(rest.count)));
    writer.add(SectionKind::rest_weights, 0, task.skeleton.rest_weights);
    clips.write(writer);
    return writer.finish();
}

Result<PackResult> run_pack_job(std::span<const std::byte> job, const PackWatch& watch) {
    const AlignedBytes bytes(job);
    Container container;
    PackTask task;
    if (open_container(bytes, container) != Status::ok || !read_task(container, task))
        return Error{"pack-job", "", "these bytes are not a clip to be packed"};
    task.settings.watch = watch;
    return pack_clip(task);
}

}  // namespace motus
