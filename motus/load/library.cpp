// SPDX-License-Identifier: MIT
#include <motus/core/guess.h>
#include <motus/load/library.h>
#include <motus/load/machine_names.h>
#include <motus/load/mapped.h>

#include <string>
#include <utility>
#include <vector>

namespace motus {
namespace {

/// What of a joint's movement `axes` take.
RootMotion root_motion_of(JointIndex joint, RootAxes axes) noexcept {
    RootMotion root;
    root.joint = axes == RootAxes::none ? kNoJoint : joint;
    root.y = axes == RootAxes::xyz || axes == RootAxes::xyz_yaw || axes == RootAxes::full;
    root.yaw = axes == RootAxes::xz_yaw || axes == RootAxes::xyz_yaw;
    root.tumble = axes == RootAxes::full;
    return root;
}

Error refusal(const BakedFault& fault) {
    const bool container = fault.part == BakedPart::container;
    std::string cause = container ? to_string(fault.container) : to_string(fault.part);
    if (!container) cause += ": bake it again";
    return {"baked-file", "", std::move(cause)};
}

/// Masks weigh each property that timelines name, and rigs list all clips: a file whose numbers
/// multiply beyond this is none of ours.
constexpr std::size_t kMostProduct = std::size_t{1} << 22;

bool multiply_beyond(std::size_t a, std::size_t b) noexcept {
    return b != 0 && a > kMostProduct / b;
}

/// The first of `entries` that has the name.
template <class Entries>
Result<std::uint32_t> find_named(const BakedFile& file, const Entries& entries, const char* kind,
                                 std::string_view name) {
    const NameHash hash = hash_name(name);
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        if (NameHash{entries[i].name} == hash) return i;
    std::vector<std::string> names;
    for (const auto& entry : entries)
        names.push_back(name_text(file, NameHash{entry.name}));
    return Error{"unknown-name", "", there_is_no(kind, name, names)};
}

}  // namespace

struct Library::Parts {
    explicit Parts(const BakedFile& opened) : file(opened), timelines(opened.timelines) {
        read_clips();
        for (std::uint32_t r = 0; r < file.rigs.rigs.size(); ++r)
            rigs.push_back(make_rig(r));
    }

    [[nodiscard]] RigBuffer make_rig(std::uint32_t index) const {
        const RigEntry& entry = file.rigs.rigs[index];
        std::vector<Skin> skins;
        for (std::uint32_t s = 0; s < entry.skin_count; ++s)
            skins.push_back(skin_at(file.rigs, index, s));
        std::vector<Mask> masks;
        for (std::uint32_t m = 0; m < file.masks.mask_count; ++m)
            masks.push_back(mask_at(file.masks, index, m));
        std::vector<AdditiveReference> references;
        std::vector<RootMotion> roots;
        for (const ClipEntry& clip : file.clips.clips) {
            references.push_back({clip.additive_clip, clip.additive_time});
            const bool moves = clip.root_motion != 0 && clip.rig == index;
            roots.push_back(root_motion_of(entry.root_joint,
                                           moves ? RootAxes{clip.root_axes} : RootAxes::none));
        }
        const Rig parts{.skeleton = skeleton_at(file.rigs, index),
                        .clips = clips,
                        .skins = skins,
                        .masks = masks,
                        .root = root_motion_of(entry.root_joint, entry.root_axes),
                        .roots = roots,
                        .references = references};
        // What could be wrong was refused when the file was read.
        return std::move(*build_rig(parts, entry.clip_start, entry.clip_count));
    }

    void read_clips() {
        const PackedTable& table = file.clips.packed;
        const std::size_t count = file.clips.clips.size();
        packed.reserve(table.clips.size() + file.clips.small.clips.size());
        small.reserve(file.clips.small.clips.size());
        clips.reserve(count);
        std::size_t space = 0;
        for (std::uint32_t r = 0; r < file.rigs.rigs.size(); ++r) {
            const RigEntry& rig = file.rigs.rigs[r];
            const ConstSoaView rest = skeleton_at(file.rigs, r).rest;
            bool relative = false;
            for (std::uint32_t i = rig.clip_start; i < rig.clip_start + rig.clip_count; ++i) {
                const ClipEntry& entry = file.clips.clips[i];
                Clip clip = clip_at(file.clips, i);
                if (entry.kind == ClipKind::fast) {
                    relative = relative || table.clips[entry.packed].relative != 0;
                    packed.push_back(
                        packed_at(table, entry.packed, rest, table.space.data() + space));
                    clip.packed = &packed.back();
                } else if (entry.kind == ClipKind::small) {
                    small.push_back(small_at(file.clips.small, entry.packed, rest));
                    PackedClip& form = packed.emplace_back();
                    form.small = &small.back();
                    form.rest = rest;
                    clip.packed = &form;
                }
                clips.push_back(clip);
            }
            if (relative) space += std::size_t{8} * rest.stride;
        }
    }

    MappedFile mapped;
    AlignedBytes bytes;
    BakedFile file;
    TimelineIndex timelines;
    std::vector<SmallClip> small;
    std::vector<PackedClip> packed;
    std::vector<Clip> clips;
    std::vector<RigBuffer> rigs;
};

Library::Library(std::unique_ptr<Parts> parts) noexcept
    : parts_(std::move(parts)), file_(&parts_->file) {}
Library::Library(Library&&) noexcept = default;
Library& Library::operator=(Library&&) noexcept = default;
Library::~Library() = default;

Result<Library> Library::open(const char* path) {
    MappedFile mapped;
    const Status status = mapped.open(path);
    if (status != Status::ok) {
        const char* cause = status == Status::missing    ? "the file cannot be opened"
                            : status == Status::bad_size ? "the file is empty"
                                                         : "the file cannot be mapped into memory";
        return Error{"baked-file", path, cause};
    }
    BakedFile file;
    BakedFault fault;
    if (open_baked(mapped.bytes(), file, &fault) != Status::ok) {
        Error error = refusal(fault);
        error.place = path;
        return error;
    }
    Result<Library> library = of(file);
    if (library) {
        library->parts_->mapped = std::move(mapped);
        return library;
    }
    Error error = library.error();
    error.place = path;
    return error;
}

Result<Library> Library::open(std::span<const std::byte> bytes) {
    return open(AlignedBytes(bytes));
}

Result<Library> Library::open(AlignedBytes bytes) {
    BakedFile file;
    BakedFault fault;
    if (open_baked(bytes, file, &fault) != Status::ok) return refusal(fault);
    Result<Library> library = of(file);
    if (library) library->parts_->bytes = std::move(bytes);
    return library;
}

Result<Library> Library::of(const BakedFile& file) {
    const Timelines& timelines = file.timelines;
    const std::size_t properties = timelines.tracks.size() + timelines.addresses.size();
    if (multiply_beyond(properties, timelines.masks.size()))
        return Error{"baked-file", "", "too many masks for so many animated properties"};
    if (multiply_beyond(file.rigs.rigs.size(), file.clips.clips.size()))
        return Error{"baked-file", "", "too many rigs for so many clips"};
    return Library(std::make_unique<Parts>(file));
}

Result<std::uint32_t> Library::find_rig(std::string_view name) const {
    return find_named(file(), file().rigs.rigs, "rig", name);
}

Result<std::uint32_t> Library::find_machine(std::string_view name) const {
    return find_named(file(), file().machines.machines, "machine", name);
}

Result<std::uint32_t> Library::find_timeline(std::string_view name) const {
    return find_named(file(), file().timelines.timelines, "timeline", name);
}

Result<std::uint32_t> Library::find_clip(std::uint32_t rig, std::string_view name) const {
    if (rig >= file().rigs.rigs.size()) return Error{"unknown-rig", "", "there is no such rig"};
    const RigEntry& entry = file().rigs.rigs[rig];
    Result<std::uint32_t> found = find_named(
        file(), file().clips.clips.subspan(entry.clip_start, entry.clip_count), "clip", name);
    if (found) *found += entry.clip_start;
    return found;
}

const Rig& Library::rig(std::uint32_t index) const noexcept {
    static const Rig kNothing{};
    return index < parts_->rigs.size() ? parts_->rigs[index].view() : kNothing;
}

Machine Library::machine(std::uint32_t index) const noexcept {
    if (index >= file().machines.machines.size()) return {};
    return machine_at(file().machines, index);
}

std::uint32_t Library::rig_of(std::uint32_t machine) const noexcept {
    if (machine >= file().machines.machines.size()) return kNoItem;
    return rig_of_machine(file(), machine);
}

std::span<const Clip> Library::clips() const noexcept {
    return parts_->clips;
}

TimelineSet Library::timelines() const noexcept {
    return parts_->timelines.set();
}

}  // namespace motus
