// tools/motus/main.cpp - the command line: options, verbs, exit codes. The contract: docs/cli.md.
// SPDX-License-Identifier: MIT
#include "output.h"
#include "verbs.h"

#include <motus/core/guess.h>

#include <scenes/scenes.h>

#include <functional>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace motus::tool {
namespace {

constexpr const char* kFileHelp =
    "A .glb, .gltf, .fbx, .bvh, .motus, .motusb or Unity file, as the verb takes it, or an "
    "embedded "
    "scene";

/// A verb's options, which the parser writes into, and what runs once they are there.
struct Verbs {
    InspectOptions inspect;
    ValidateOptions validate;
    DiffOptions diff;
    SampleOptions sample;
    MixOptions mix;
    SimulateOptions simulate;
    ExportOptions exporting;
    ImportOptions importing;
    EditOptions edit;
    RenderOptions rendering;
    BakeOptions baking;
    StudioOptions studio;
    BenchOptions bench;
    std::string explained;  ///< By help.
    std::function<int(Output&)> chosen;
};

std::string scene_help() {
    std::string help;
    for (const scenes::SceneInfo& scene : scenes::all_scenes()) {
        help += fmt::format("  {:<9} {}\n", scene.name, scene.summary);
    }
    help += fmt::format("  {:<9} {}\n", "card", "A card that turns over: a document, no rig.");
    return help;
}

void add_quiet(CLI::App& verb, bool& quiet) {
    verb.add_flag("--quiet", quiet, "Say nothing where all is well: for builds");
}

/// The parser would only say that a verb is missing.
void check_verb(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (verb->get_name() == word) return;
        names.push_back(verb->get_name());
    }
    const std::string fault =
        word.empty() ? std::string("a verb is missing")
                     : fmt::format("there is no verb \"{}\"{}", word, did_you_mean(word, names));
    throw UsageFault(fmt::format("{}; there are {}", fault, fmt::join(names, ", ")));
}

/// What the parser says, and what an option that it does not know may have been meant to be.
std::string usage_text(const CLI::App& app, const CLI::ParseError& error) {
    std::string text = error.what();
    for (const CLI::App* verb : app.get_subcommands()) {
        std::vector<std::string> names;
        for (const CLI::Option* option : verb->get_options()) {
            for (const std::string& name : option->get_lnames())
                names.push_back("--" + name);
        }
        for (const std::string& argument : verb->remaining()) {
            if (argument.size() < 3 || argument.compare(0, 2, "--") != 0) continue;
            const std::string word = argument.substr(0, argument.find('='));
            // Of several faults the parser tells one: that a required option is missing.
            if (text.find(word) == text.npos)
                text += fmt::format("; there is no option \"{}\"", word);
            text += did_you_mean(word, names);
        }
    }
    return text;
}

template <typename Options>
CLI::App* add_verb(CLI::App& app, Verbs& verbs, const char* name, const char* what,
                   Options& options, int (*run)(const Options&, Output&), const char* example) {
    CLI::App* verb = app.add_subcommand(name, what);
    verb->add_option("FILE", options.file, kFileHelp)->capture_default_str();
    verb->add_flag("--json", options.json, "JSON on stdout, and nothing else there");
    verb->footer(fmt::format("Example:\n  {}\n\nScenes:\n{}", example, scene_help()));
    verb->callback([&verbs, &options, run] {
        verbs.chosen = [&options, run](Output& out) { return run(options, out); };
    });
    return verb;
}

void add_unity_options(CLI::App& verb, UnityOptions& options) {
    verb.add_option("--project", options.project,
                    "Of a Unity file: the project's folder; else it is looked for above the file");
    verb.add_option("--clips", options.clips,
                    "Of a Unity file: a converted model (.glb) with its clips; repeatable");
    verb.add_option("--map", options.map,
                    "Of a Unity file: JSON, from clips by name or guid:fileID to clips of --clips");
    verb.add_option("--clip-length", options.clip_lengths,
                    "Of a Unity file: NAME=SECONDS of a clip that is not found; repeatable");
}

void add_verbs(CLI::App& app, Verbs& verbs) {
    CLI::App* inspect = add_verb(app, verbs, "inspect", "Say what is in a file", verbs.inspect,
                                 run_inspect, "motus inspect hero --json");
    add_unity_options(*inspect, verbs.inspect.unity);

    CLI::App* sample =
        add_verb(app, verbs, "sample", "Evaluate one pose, or one set of property values",
                 verbs.sample, run_sample,
                 "motus sample hero --clip Walk --time 0.25 --loop loop\n"
                 "  motus sample card --timeline flip --frame 10");
    CLI::Option* clip = sample->add_option("--clip", verbs.sample.clip, "A clip's name or index");
    sample->add_option("--time", verbs.sample.time, "Seconds since the clip's start")->needs(clip);
    sample->add_option("--loop", verbs.sample.loop, "After the end: once, loop or pingpong")
        ->needs(clip)
        ->capture_default_str();
    CLI::Option* rest =
        sample->add_flag("--rest", verbs.sample.rest, "The rest pose instead of a clip")
            ->excludes(clip);
    CLI::Option* timeline =
        sample
            ->add_option("--timeline", verbs.sample.timeline,
                         "A timeline's name or index: the values of its properties, not a pose")
            ->excludes(clip)
            ->excludes(rest);
    sample->add_flag("--verts", verbs.sample.verts,
                     "Of a model: the skinned and morphed vertices of each mesh, with --json");
    sample->add_option("--frame", verbs.sample.frame, "A frame of the timeline; may be a fraction")
        ->needs(timeline);

    CLI::App* mix = add_verb(app, verbs, "mix", "Play actions and crossfades, step by step",
                             verbs.mix, run_mix, "motus mix hero --script fade.json --json");
    mix->add_option("--script", verbs.mix.script, "A JSON file; docs/cli.md says what it holds")
        ->required();

    CLI::App* simulate =
        add_verb(app, verbs, "simulate", "Run a state machine, frame by frame", verbs.simulate,
                 run_simulate, "motus simulate hero --script walk.json --json");
    simulate->add_option("--machine", verbs.simulate.machine,
                         "Its name; else that of the first rig that has one, else the first");
    simulate
        ->add_option("--script", verbs.simulate.script,
                     "A JSON file; docs/cli.md says what it holds")
        ->required();
    simulate->add_flag("--explain", verbs.simulate.explain,
                       "Say of every transition that was looked at why it was taken or not");
    simulate
        ->add_option("--snapshot-every", verbs.simulate.snapshot_every,
                     "Every N frames: save, run the frame, restore, run it again, and compare")
        ->check(CLI::Range(1u, 1'000'000'000u));
    add_unity_options(*simulate, verbs.simulate.unity);

    CLI::App* exporting =
        add_verb(app, verbs, "export", "Write a file as glTF, a clip as BVH, a machine for Unity",
                 verbs.exporting, run_export,
                 "motus export hero -o hero.glb\n"
                 "  motus export hero --clip Walk -o walk.bvh");
    exporting->add_option("--clip", verbs.exporting.clip,
                          "Of a .bvh: a clip's name or index; the first unless said");
    exporting->add_option("--machine", verbs.exporting.machine,
                          "Of a .controller: the machine; else that of the first rig that has one");
    exporting
        ->add_option("-o,--output", verbs.exporting.output,
                     "The .glb, .bvh or .controller file to write")
        ->required();
    add_quiet(*exporting, verbs.exporting.quiet);
}

void add_validate(CLI::App& app, Verbs& verbs) {
    ValidateOptions& options = verbs.validate;
    CLI::App* verb =
        app.add_subcommand("validate", "List every fault and warning of files, with its place");
    verb->add_option("FILE", options.files, kFileHelp)->capture_default_str();
    verb->add_flag("--strict", options.strict, "Warnings fail a file too");
    add_quiet(*verb, options.quiet);
    verb->add_flag("--json", options.json,
                   "JSON on stdout, and nothing else there: a line per file");
    verb->footer(
        fmt::format("Example:\n  motus validate character.glb\n"
                    "  motus validate characters/*.motus --strict\n\nScenes:\n{}",
                    scene_help()));
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_validate(options, out); };
    });
}

void add_diff(CLI::App& app, Verbs& verbs) {
    DiffOptions& options = verbs.diff;
    CLI::App* verb = app.add_subcommand("diff", "Say what differs between two documents");
    verb->add_option("A", options.from, "A .motus document, hero or card")->required();
    verb->add_option("B", options.to, "Another one")->required();
    verb->add_flag("--json", options.json,
                   "On stdout the operations that turn A into B, as `motus edit --apply` takes "
                   "them, and nothing else");
    verb->footer(
        "Example:\n"
        "  motus diff before.motus after.motus\n"
        "  motus diff before.motus after.motus --json | motus edit copy.motus --apply -");
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_diff(options, out); };
    });
}

/// `motus help VERB` is `motus VERB --help`.
void add_help(CLI::App& app, Verbs& verbs) {
    CLI::App* verb = app.add_subcommand("help", "Explain motus, or a verb");
    verb->add_option("VERB", verbs.explained, "The verb to explain");
    verb->footer("Example:\n  motus help simulate");
    verb->callback([&app, &verbs] {
        if (!verbs.explained.empty()) check_verb(app, verbs.explained);
        verbs.chosen = [&app, &verbs](Output& out) {
            app.clear();  // else the verb is help
            out.text = verbs.explained.empty()
                           ? app.help()
                           : app.get_subcommand(verbs.explained)->help(app.get_name());
            return exit_ok;
        };
    });
}

void add_import(CLI::App& app, Verbs& verbs) {
    ImportOptions& options = verbs.importing;
    CLI::App* verb = app.add_subcommand("import", "Bring files into a document");
    verb->add_option("FILE", options.files, kFileHelp)->required();
    verb->add_option("-o,--output", options.output,
                     "The .motus document; what it has of a file is brought up to date")
        ->required();
    verb->add_option("--rig", options.rig,
                     "The file whose rig takes the clips of all files, by the names of joints; the "
                     "first that has a skin unless said");
    verb->add_option("--rate", options.rate, "Sample clips anew, that many keys a second");
    verb->add_option("--scale", options.scale,
                     "Metres per unit of a .bvh file, which states none; 0.01 unless said");
    verb->add_option("--report", options.report,
                     "Of a Unity file: what became of it, as .html, .md or .json");
    verb->add_flag("--replace", options.replace,
                   "Of a Unity file: write over a document that was changed or made otherwise");
    add_quiet(*verb, options.quiet);
    add_unity_options(*verb, options.unity);
    verb->add_flag("--json", options.json, "JSON on stdout, and nothing else there");
    verb->footer(
        fmt::format("Examples:\n  motus import character.glb -o character.motus\n"
                    "  motus import hero.fbx walk.fbx run.bvh --scale 0.0564444 -o hero.motus\n"
                    "  motus import Player.controller -o player.motus --report report.html\n\n"
                    "Scenes:\n{}",
                    scene_help()));
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_import(options, out); };
    });
}

void add_edit(CLI::App& app, Verbs& verbs) {
    EditOptions& options = verbs.edit;
    CLI::App* verb = app.add_subcommand("edit", "Apply commands to a document");
    verb->add_option("DOC", options.file, "A .motus document")->required();
    verb->add_option("--apply", options.apply,
                     "A JSON file of operations (RFC 6902; docs/document.md), or - for stdin")
        ->required();
    verb->add_option("--undo", options.undo, "Then take back that many steps");
    verb->add_option("--redo", options.redo, "Then do that many of them again");
    verb->add_option("-o,--output", options.output,
                     "Where to write; DOC itself unless said, - is stdout");
    add_quiet(*verb, options.quiet);
    verb->add_flag("--json", options.json, "JSON on stdout, and nothing else there");
    verb->footer("Example:\n  motus edit hero.motus --apply commands.json -o edited.motus");
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_edit(options, out); };
    });
}

void add_render(CLI::App& app, Verbs& verbs) {
    RenderOptions& options = verbs.rendering;
    CLI::App* verb = add_verb(app, verbs, "render", "Draw a picture, a contact sheet or a film",
                              options, run_render,
                              "motus render hero --clip Walk -o walk.webp\n"
                              "  motus render card --timeline flip -o flip.webp\n"
                              "  motus render hero --machine hero --script run.json -o run.webp");
    verb->add_option("-o,--output", options.output,
                     "What to write: .png, or a film as .webp, .mp4, .gif")
        ->required();
    CLI::Option* clip =
        verb->add_option("--clip", options.clip, "A clip's name or index; the first unless said");
    CLI::Option* rest =
        verb->add_flag("--rest", options.rest, "The rest pose instead of a clip")->excludes(clip);
    CLI::Option* mix =
        verb->add_option("--mix", options.mix, "Film a script of `motus mix` instead of a clip")
            ->excludes(clip)
            ->excludes(rest);
    CLI::Option* timeline =
        verb->add_option("--timeline", options.timeline,
                         "Of a 2D scene: a timeline's name or index; the first unless said")
            ->excludes(clip)
            ->excludes(rest)
            ->excludes(mix);
    CLI::Option* script =
        verb->add_option("--script", options.script, "Film a machine: a script of `motus simulate`")
            ->excludes(clip)
            ->excludes(rest)
            ->excludes(mix)
            ->excludes(timeline);
    verb->add_option("--machine", options.machine,
                     "Its name; else that of the first rig that has one, else the first")
        ->needs(script);
    verb->add_option("--time", options.time, "Seconds since the start, for a .png");
    verb->add_option("--sheet", options.sheet, "A contact sheet of that many moments, for a .png");
    verb->add_option("--size", options.size,
                     "Width and height in pixels; 640x480 unless said, of a 2D scene its own");
    verb->add_option("--fps", options.fps, "Frames a second of a film")->capture_default_str();
    verb->add_option("--camera", options.camera,
                     "follow, fixed or orbit; front, left, right, back, top, three-quarter or "
                     "YAW,PITCH in degrees; a list with commas")
        ->capture_default_str();
    verb->add_flag("--skeleton", options.skeleton, "Draw the bones over the figure");
    verb->add_option("--overlay", options.overlay,
                     "skeleton, axes, names, attach=JOINT[@X:Y:Z], trail, onion, heat, heat=JOINT, "
                     "error[=METRES], label; "
                     "a list with commas");
    verb->add_option("--background", options.background,
                     "studio, dark, none or #RRGGBB; studio unless said, dark around a 2D scene");
    verb->add_option("--crowd", options.crowd, "That many figures")->capture_default_str();
    add_quiet(*verb, options.quiet);
}

void add_bake(CLI::App& app, Verbs& verbs) {
    BakeOptions& options = verbs.baking;
    CLI::App* verb = app.add_subcommand("bake", "Turn documents into baked files for the runtime");
    verb->add_option(
            "DOC", options.files,
            "A .motus document; or a model (.glb, .fbx, .bvh), or an embedded scene, with a "
            "document made of it")
        ->capture_default_str();
    verb->add_option("-o,--output", options.output, "The .motusb file to write; - is stdout");
    CLI::Option* folder = verb->add_option(
        "--out-dir", options.folder,
        "A folder for the files of many documents; what is up to date is left alone");
    verb->add_flag("--report", options.report, "Say how many bytes each section has");
    verb->add_option("--depfile", options.depfile,
                     "Write what the file was made from, for make and ninja");
    verb->add_option("--header", options.header,
                     "Write a C++ header with the machines' parameters, states and events");
    verb->add_option("--ts", options.typescript, "The same for TypeScript");
    CLI::Option* pack =
        verb->add_option("--pack", options.pack,
                         "The form of every clip: exact, fast or small; as the document says "
                         "unless said")
            ->check(CLI::IsMember({"exact", "fast", "small"}));
    verb->add_option("--bound", options.bound_m,
                     "With --pack: metres that a packed clip may be off; else the document's bound")
        ->check(CLI::PositiveNumber)
        ->needs(pack);
    CLI::Option* cache = verb->add_option(
        "--cache", options.cache,
        "A folder that keeps results for the next bake; unless said, motus in the user's cache "
        "folder");
    verb->add_flag("--no-cache", options.no_cache, "Keep nothing, and use nothing that was kept")
        ->excludes(cache);
    verb->add_option("-j,--jobs", options.jobs, "Threads; one per core unless said");
    verb->add_flag("--force", options.force, "With --out-dir: bake what is up to date too")
        ->needs(folder);
    add_quiet(*verb, options.quiet);
    verb->add_flag("--json", options.json, "JSON on stdout, and nothing else there");
    verb->footer(
        "Examples:\n"
        "  motus bake hero.motus -o hero.motusb --report\n"
        "  motus bake hero.glb -o hero.motusb --pack small --report\n"
        "  motus bake characters/*.motus --out-dir baked --cache /net/cache\n");
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_bake(options, out); };
    });
}

void add_bench(CLI::App& app, Verbs& verbs) {
    BenchOptions& options = verbs.bench;
    CLI::App* verb = app.add_subcommand("bench", "Measure this build on this machine");
    verb->add_option("FILE", options.files, "Rigs with clips: models or embedded scenes")
        ->capture_default_str();
    verb->add_option("--filter", options.filter,
                     "Only benchmarks whose name has this regular expression in it");
    verb->add_option("--threads", options.threads, "Most threads; one per core unless said")
        ->check(CLI::Range(1u, 256u));
    verb->add_flag("--json", options.json, "JSON on stdout, a line per benchmark");
    verb->footer("Example:\n  motus bench hero --filter 'frame/1000'");
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_bench(options, out); };
    });
}

void add_studio(CLI::App& app, Verbs& verbs) {
    StudioOptions& options = verbs.studio;
    CLI::App* verb = app.add_subcommand("studio", "Open the studio in the browser");
    verb->add_option("DOC", options.file, "A document, or a folder of documents");
    verb->add_option("--port", options.port, "The first port to try")
        ->check(CLI::Range(1, 65535))
        ->capture_default_str();
    verb->add_option("--page", options.page, "The folder of the built page");
    verb->add_flag("--check", options.check, "Ask the studio for its own page, and end");
    verb->add_flag("--json", options.json, "JSON on stdout: where the studio is");
    verb->footer("Example:\n  motus studio hero.motus --port 8080");
    verb->callback([&verbs, &options] {
        verbs.chosen = [&options](Output& out) { return run_studio(options, out); };
    });
}

int run(int argc, char** argv) {
    Verbs verbs;
    CLI::App app("Motus: skeletal and property animation.", "motus");
    app.set_version_flag("--version", "motus " MOTUS_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  motus inspect hero\n"
        "  motus sample hero --clip Walk --time 0.25 --json\n"
        "  motus export hero -o hero.glb\n"
        "\n"
        "FILE is a .glb or .gltf file, a .motus document, a baked .motusb file, a Unity file\n"
        "(.controller, .anim, .mask, .overrideController) or an embedded scene; hero where it is\n"
        "left out. Not every verb takes every kind.\n"
        "Exit: 0 ok, 1 the input is at fault, 2 wrong usage, 70 a bug of motus.");
    add_verbs(app, verbs);
    add_validate(app, verbs);
    add_diff(app, verbs);
    add_import(app, verbs);
    add_edit(app, verbs);
    add_render(app, verbs);
    add_bake(app, verbs);
    add_studio(app, verbs);
    add_bench(app, verbs);
    add_help(app, verbs);
    if (argc < 2 || argv[1][0] != '-') check_verb(app, argc < 2 ? "" : argv[1]);
    Output out;
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        std::ostringstream text;
        app.exit(success, text, text);
        out.text = text.str();
        out.flush();
        return exit_ok;
    } catch (const CLI::ParseError& error) {
        throw UsageFault(usage_text(app, error));
    }
    const int code = verbs.chosen(out);
    out.flush();
    return code;
}

/// Opens what the caller has closed of stdin, stdout and stderr, so that no file or pipe comes to
/// stand in its place. A write to such a stdout fails as before.
void keep_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1) (void)::open("/dev/null", O_RDONLY);
    }
}

}  // namespace
}  // namespace motus::tool

int main(int argc, char** argv) {
    motus::tool::keep_streams();
    return motus::tool::guarded([=] { return motus::tool::run(argc, argv); });
}
