// tools/motus/verbs.h - the verbs: options in, text out, exit code back.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"
#include "unity_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motus::tool {

inline constexpr const char* kDefaultFile = "hero";

struct InspectOptions {
    std::string file = kDefaultFile;
    UnityOptions unity;
    bool json = false;
};
int run_inspect(const InspectOptions& options, Output& out);

struct ValidateOptions {
    std::vector<std::string> files{kDefaultFile};
    bool strict = false;  ///< Warnings fail a file too.
    bool quiet = false;
    bool json = false;
};
int run_validate(const ValidateOptions& options, Output& out);

struct DiffOptions {
    std::string from, to;
    bool json = false;
};
int run_diff(const DiffOptions& options, Output& out);

struct SampleOptions {
    std::string file = kDefaultFile;
    std::string clip;  ///< Name or index; unused with `rest`.
    std::string time;  ///< Seconds.
    std::string loop = "once";
    bool rest = false;
    std::string timeline;  ///< Name or index: values instead of a pose.
    std::string frame;     ///< Of the timeline's snap_fps.
    bool verts = false;    ///< The vertices of all meshes too.
    bool json = false;
};
int run_sample(const SampleOptions& options, Output& out);
/// Where a timeline is asked for.
int run_sample_timeline(const SampleOptions& options, Output& out);

struct MixOptions {
    std::string file = kDefaultFile;
    std::string script;  ///< A JSON file.
    bool json = false;
};
int run_mix(const MixOptions& options, Output& out);

struct SimulateOptions {
    std::string file = kDefaultFile;
    std::string machine;               ///< Empty: the first.
    std::string script;                ///< A JSON file.
    std::uint32_t snapshot_every = 0;  ///< Frames; 0: never.
    bool explain = false;
    UnityOptions unity;
    bool json = false;
};
int run_simulate(const SimulateOptions& options, Output& out);

struct ExportOptions {
    std::string file = kDefaultFile;
    std::string output;   ///< .glb, .bvh or .controller.
    std::string clip;     ///< Of a .bvh: name or index; empty: the first.
    std::string machine;  ///< Of a .controller: which machine; empty: the first.
    bool quiet = false;
    bool json = false;
};
int run_export(const ExportOptions& options, Output& out);

struct ImportOptions {
    std::vector<std::string> files;
    std::string output;  ///< The document; changed where it is there, made where it is not.
    std::string rig;     ///< The file whose rig takes the clips of all; empty: the first with one.
    std::string rate;    ///< Clips are sampled anew, that many keys a second; empty: they are not.
    std::string scale;   ///< Metres per unit of files that state none.
    // Of Unity files:
    std::string report;  ///< .html, .md or .json.
    UnityOptions unity;
    bool replace = false;  ///< Whatever the document is that is there.
    bool quiet = false;
    bool json = false;
};
int run_import(const ImportOptions& options, Output& out);

struct BenchOptions {
    std::vector<std::string> files = {"hero", "chain67"};
    std::string filter = ".";   ///< A regular expression.
    std::uint32_t threads = 0;  ///< At most; 0: as many as there are cores.
    bool json = false;
};
int run_bench(const BenchOptions& options, Output& out);

struct EditOptions {
    std::string file;
    std::string apply;  ///< A JSON file of commands; "-": stdin.
    std::uint32_t undo = 0, redo = 0;
    std::string output;  ///< Empty: the document itself; "-": stdout.
    bool quiet = false;
    bool json = false;
};
int run_edit(const EditOptions& options, Output& out);

struct RenderOptions {
    std::string file = kDefaultFile;
    std::string output;  ///< .png, .webp, .mp4 or .gif.
    std::string clip;    ///< Name or index; empty: the first.
    bool rest = false;
    std::string mix;          ///< A script for the mixer, played instead of a clip.
    std::string timeline;     ///< Of a 2D scene: name or index; empty: the first.
    std::string machine;      ///< A machine's name; empty: the first. Needs `script`.
    std::string script;       ///< A script for the machine, played instead of a clip.
    std::string time;         ///< Seconds; for a .png.
    std::uint32_t sheet = 0;  ///< Pictures of a contact sheet; 0: one picture.
    std::string size;         ///< Empty: 640x480; of a 2D scene its own size.
    double fps = 30.0;
    std::string camera = "follow";
    std::string background;  ///< Empty: studio; around a 2D scene dark.
    std::string overlay;     ///< A list with commas.
    bool skeleton = false;
    std::string crowd = "1";
    bool quiet = false;
    bool json = false;
};
int run_render(const RenderOptions& options, Output& out);

struct StudioOptions {
    std::string file;  ///< A document or a folder; empty: the embedded scenes, in this folder.
    std::string page;  ///< The built page; empty: where it was built or installed.
    int port = 7331;
    bool check = false;
    bool json = false;
};
int run_studio(const StudioOptions& options, Output& out);

struct BakeOptions {
    std::vector<std::string> files{kDefaultFile};
    std::string output;      ///< One file to write, "-": stdout;
    std::string folder;      ///< or a folder for many.
    std::string depfile;     ///< For build systems.
    std::string header;      ///< Machines as types of C++,
    std::string typescript;  ///< and of TypeScript.
    std::string pack;        ///< exact, fast or small: every clip; empty: as the document says.
    double bound_m = 0.0;    ///< With `pack`: the error that every clip may have.
    std::string cache;       ///< Where results are kept; empty: the user's folder.
    bool no_cache = false;
    unsigned jobs = 0;  ///< Threads; 0: one per core.
    bool report = false;
    bool force = false;
    bool quiet = false;
    bool json = false;
};
int run_bake(const BakeOptions& options, Output& out);

}  // namespace motus::tool
