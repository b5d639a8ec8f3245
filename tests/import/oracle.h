// tests/import/oracle.h - what the comparisons with three.js share: tolerances, times, models.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/core/ticks.h>
#include <motus/import/gltf/gltf.h>
#include <tests/import/data.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>

namespace motus::test {

struct OracleTolerance {
    double local = 1e-5;
    double world = 2e-5;  ///< Times the largest entry of any world matrix, or 1.
};

inline OracleTolerance oracle_tolerance(const nlohmann::json& oracle) {
    const std::string file = oracle["file"];
    const auto has = [&](const char* part) { return file.find(part) != file.npos; };
    if (has("SimpleSkin/")) return {5e-4, 5e-4};
    if (has("deep_chain_300")) return {1e-5, 5e-5};
    // Keys of two bytes a number are not unit, and three.js normalises some of what it makes of
    // them.
    if (has(".quantized") || has(".meshopt") || has("normalized_outputs")) return {3e-4, 3e-4};
    return {};
}

inline double largest_world(const nlohmann::json& oracle) {
    double largest = 1.0;
    const auto look = [&](const nlohmann::json& pose) {
        for (const auto& matrix : pose["world"]) {
            for (const double v : matrix)
                largest = std::max(largest, std::fabs(v));
        }
    };
    look(oracle["rest"]);
    for (const auto& animation : oracle["animations"]) {
        for (const auto& sample : animation["samples"])
            look(sample);
    }
    return largest;
}

/// Nine digits name a float: back to it, so that a time on a key is on it in ticks.
inline Ticks oracle_time(const nlohmann::json& sample) {
    return ticks_of_seconds(static_cast<float>(sample["clipTime"].get<double>()));
}

struct OracleModel {
    Asset asset;
    AssetRig rig;
};

/// The file that an oracle was made from; nothing, and a failure, where it does not import.
inline std::optional<OracleModel> oracle_model(const std::filesystem::path& models,
                                               const nlohmann::json& oracle) {
    Diagnostics diagnostics;
    Result<Asset> asset = import_gltf_file(models / oracle["file"].get<std::string>(), diagnostics);
    if (!asset) {
        ADD_FAILURE() << to_string(asset.error());
        return std::nullopt;
    }
    Result<AssetRig> rig = make_rig(*asset);
    if (!rig) {
        ADD_FAILURE() << to_string(rig.error());
        return std::nullopt;
    }
    return OracleModel{std::move(*asset), std::move(*rig)};
}

}  // namespace motus::test
