// SPDX-License-Identifier: MIT
#include "any_input.h"

#include "bake_cache.h"
#include "document_input.h"
#include "output.h"
#include "unity.h"

#include <motus/core/guess.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>

#include <stdexcept>

#include <fmt/format.h>

namespace motus::tool {

namespace {

Result<BakeInput> any_source(const std::string& file, const UnityOptions& unity,
                             Diagnostics& diagnostics) {
    if (is_unity_file(file)) {
        Diagnostics found;  // `import` and `validate` tell them
        return read_unity_input(file, unity, found).bake;
    }
    if (!is_document_file(file) && !is_asset_file(file)) return unknown_file(file);
    if (file != "card") return read_bake_input(file, diagnostics);
    BakeInput input;  // the card: all that it is made of is in it
    input.document = embedded_document(file);
    return input;
}

/// Clips are baked with all their keys, whatever the document says of packing them.
void keep_keys(Document& document) {
    std::vector<const doc::Rig*> rigs;
    visit_objects(document.root(), [&](const Object& object) {
        if (const auto* rig = object_cast<doc::Rig>(&object)) rigs.push_back(rig);
    });
    for (const doc::Rig* rig : rigs) {
        if (rig->packed() != doc::PackedKind::exact)
            (void)document.begin_change(*rig).set_packed(doc::PackedKind::exact).commit();
        for (const doc::AnimationClip& clip : rig->clips()) {
            if (clip.packed() == doc::ClipPacking::as_rig) continue;
            (void)document.begin_change(clip).set_packed(doc::ClipPacking::as_rig).commit();
        }
    }
}

void print_warnings(const std::string& file, const Diagnostics& diagnostics) {
    for (const Fault& fault : diagnostics.faults()) {
        const char* severity = fault.severity == Severity::error ? "error" : "warning";
        print_message(fmt::format("{}: {}: {}{}{} ({})", file, severity, fault.path,
                                  fault.path.empty() ? "" : ": ", fault.message, fault.code));
    }
}

}  // namespace

std::unique_ptr<BakedInput> load_any_input(const std::string& file, const UnityOptions& unity,
                                           Keys keys) {
    if (is_baked_file(file)) {
        return std::make_unique<BakedInput>(
            BakedInput{std::nullopt, std::move(load_baked_file(file).library)});
    }
    Diagnostics diagnostics;
    Result<BakeInput> input = any_source(file, unity, diagnostics);
    if (!input) throw InputFault(file, input.error());
    if (keys == Keys::exact) keep_keys(*input->document);
    Result<Baked> baked = bake_input(*input, diagnostics);
    if (!baked) throw InputFault(file, baked.error());
    print_warnings(file, diagnostics);
    Result<Library> library = Library::open(std::move(baked->bytes));
    if (!library) throw std::logic_error("unreadable bake");
    return std::make_unique<BakedInput>(BakedInput{*std::move(input), *std::move(library)});
}

std::uint32_t find_machine_named(const std::string& file, const BakedFile& baked,
                                 const std::string& name) {
    const auto machines = baked.machines.machines;
    if (machines.empty()) throw InputFault(file, "there is no state machine in it");
    if (name.empty()) {
        for (const RigEntry& rig : baked.rigs.rigs)
            if (rig.machine != kNoItem) return rig.machine;
        return 0;
    }
    const std::uint32_t found = find_machine(baked.machines, hash_name(name));
    if (found != kNoIndex) return found;
    std::vector<std::string> names;
    for (const MachineEntry& machine : machines)
        names.emplace_back(text_of(baked, machine.name));
    throw InputFault(file, there_is_no("machine", name, names));
}

std::uint32_t find_figure(const BakedFile& baked, const ClipKey& clip) {
    std::uint32_t first = kNoItem, counted = kNoItem;
    for (std::uint32_t rig = 0; rig < baked.rigs.rigs.size(); ++rig) {
        const RigEntry& entry = baked.rigs.rigs[rig];
        if (entry.joint_count == 0) continue;
        if (first == kNoItem) first = rig;
        for (const ClipEntry& own : baked.clips.clips.subspan(entry.clip_start, entry.clip_count))
            if (clip.name && own.name == hash_name(*clip.name)) return rig;
        if (clip.index && *clip.index >= entry.clip_start &&
            *clip.index - entry.clip_start < entry.clip_count) {
            counted = rig;
        }
    }
    return counted != kNoItem ? counted : first;
}

ClipNames clip_names_of(const BakedFile& baked, std::uint32_t rig) {
    const RigEntry& entry = baked.rigs.rigs[rig];
    ClipNames names{{}, entry.clip_count != 0 ? entry.clip_start : 0, entry.clip_count};
    for (const ClipEntry& clip : baked.clips.clips)
        names.all.push_back(text_of(baked, clip.name));
    return names;
}

const Asset* asset_of_rig(const BakedInput& input, std::uint32_t rig) {
    if (!input.source) return nullptr;
    const Object* entity = input.source->document->find_id(input.file().rigs.rigs[rig].entity);
    const auto* owner = object_cast<doc::Entity>(entity);
    if (owner == nullptr) return nullptr;
    for (const Object& component : owner->components()) {
        const auto* found = object_cast<doc::Rig>(&component);
        if (found == nullptr) continue;
        for (const BakeAsset& asset : input.source->assets)
            if (asset.source == found->source()) return asset.asset;
    }
    return nullptr;
}

}  // namespace motus::tool
