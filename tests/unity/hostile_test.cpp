// Files made to be slow or large: time grows with their size, and no limit is passed silently.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/import.h>
#include <tests/unity/files.h>

#include <ctime>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using test::has_code;

/// A controller in as few lines as can be, written part by part.
class Text {
  public:
    std::string out =
        "%YAML 1.1\n--- !u!91 &9100000\nAnimatorController:\n  m_Name: Wild\n"
        "  serializedVersion: 5\n  m_AnimatorParameters: []\n  m_AnimatorLayers:\n";

    void layer(const std::string& name, int machine) {
        out += fmt::format("  - m_Name: {}\n    m_StateMachine: {{fileID: {}}}\n", name, machine);
    }
    void machine(int id, int first, int count) {
        out += fmt::format(
            "--- !u!1107 &{}\nAnimatorStateMachine:\n  m_Name: M\n"
            "  m_DefaultState: {{fileID: {}}}\n  m_ChildStates:\n",
            id, first);
        for (int i = 0; i < count; ++i)
            out += fmt::format("  - m_State: {{fileID: {}}}\n", first + i);
    }
    void state(int id, const std::string& name, const std::string& more) {
        out += fmt::format("--- !u!1102 &{}\nAnimatorState:\n  m_Name: {}\n{}", id, name, more);
    }
};

struct Outcome {
    double seconds = 0.0;
    bool read = false, imported = false;
    Diagnostics diagnostics;
};

Outcome run(const std::string& text) {
    Outcome out;
    const std::clock_t start = std::clock();  // of the processor: other programs do not count
    const Result<Controller> controller = read_controller(text, out.diagnostics);
    out.read = controller.has_value();
    if (controller) {
        ImportOptions options;
        options.text = text;
        options.clips_path = "clips.glb";
        const auto import = import_controller(*controller, options, out.diagnostics);
        out.imported = import.has_value();
    }
    out.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return out;
}

/// A size four times as large takes about four times as long; squared it would be sixteen.
template <typename Make>
void expect_linear(const Make& make) {
    const Outcome small = run(make(1)), large = run(make(4));
    EXPECT_TRUE(large.imported);
    EXPECT_LT(large.seconds, 10 * std::max(small.seconds, 0.05)) << small.seconds;
}

TEST(UnityHostile, StatesOfOneName) {
    expect_linear([](int factor) {
        const int count = 2000 * factor;
        Text text;
        text.layer("Base", 5);
        text.machine(5, 1000, count);
        for (int i = 0; i < count; ++i) {
            text.state(1000 + i, "Same",
                       fmt::format("  m_Motion: {{fileID: 1, guid: {:032x}, type: 2}}\n", i));
        }
        return text.out;
    });
}

TEST(UnityHostile, LongNamesThatAreMentionedOften) {
    expect_linear([](int factor) {
        const int count = 500 * factor;
        Text text;
        text.layer(std::string(2'000'000, 'x'), 5);
        text.machine(5, 1000, count);
        for (int i = 0; i < count; ++i) {
            text.state(1000 + i, "S",
                       fmt::format("  m_SpeedParameterActive: 1\n  m_SpeedParameter: No\n"
                                   "  m_Motion: {{fileID: 1, guid: {:032x}, type: 2}}\n",
                                   i));
        }
        return text.out;
    });
}

TEST(UnityHostile, ManyClipsInsideTheFile) {
    expect_linear([](int factor) {
        const int count = 200 * factor;
        Text text;
        text.layer("Base", 5);
        text.machine(5, 1000, count);
        for (int i = 0; i < count; ++i) {
            text.state(1000 + i, fmt::format("S{}", i),
                       fmt::format("  m_Motion: {{fileID: {}}}\n", 100000 + i));
            text.out += fmt::format(
                "--- !u!74 &{}\nAnimationClip:\n  m_Name: C{}\n  m_PositionCurves:\n"
                "  - curve:\n      m_Curve:\n      - time: 0\n        value: {{x: 0, y: 0, z: 0}}\n"
                "      - time: 1\n        value: {{x: 1, y: 0, z: 0}}\n    path: Hips\n",
                100000 + i, i);
        }
        return text.out;
    });
}

TEST(UnityHostile, SharedTransitionsAndBehaviours) {
    for (const bool behaviours : {false, true}) {
        Text text;
        text.layer("Base", 5);
        text.machine(5, 1000, 2000);
        for (int i = 0; i < 2000; ++i) {
            text.state(1000 + i, fmt::format("S{}", i),
                       behaviours ? "  m_StateMachineBehaviours:\n  - {fileID: 7}\n"
                                  : "  m_Transitions:\n  - {fileID: 6}\n");
        }
        text.out +=
            "--- !u!1101 &6\nAnimatorStateTransition:\n  m_DstState: {fileID: 1000}\n"
            "  m_Conditions:\n";
        for (int i = 0; i < 2000; ++i)
            text.out += "  - m_ConditionMode: 1\n    m_ConditionEvent: P\n";
        text.out += "--- !u!114 &7\nMonoBehaviour:\n  m_Script: {fileID: 1}\n  text: " +
                    std::string(100'000, 'x') + "\n";
        const Outcome outcome = run(text.out);
        EXPECT_FALSE(outcome.read);
        EXPECT_TRUE(has_code(outcome.diagnostics, "unity-too-large"));
        EXPECT_LT(outcome.seconds, 60.0);  // squared it would be hours
    }
}

TEST(UnityHostile, TooManyLayersAndValues) {
    Text text;
    for (int i = 0; i < 300; ++i)
        text.layer("L", 0);
    EXPECT_TRUE(has_code(run(text.out).diagnostics, "unity-too-large"));
    // Values of all objects together: one object alone would not be too large.
    std::string values = "%YAML 1.1\n--- !u!91 &9100000\nAnimatorController:\n  a: {fileID: 2}\n";
    for (int object = 2; object < 5; ++object) {
        values += fmt::format("--- !u!1102 &{}\nAnimatorState:\n  next: {{fileID: {}}}\n  list:\n",
                              object, object + 1);
        for (int i = 0; i < 4'000'000; ++i)
            values += "  -\n";
    }
    const Outcome outcome = run(values);
    EXPECT_TRUE(has_code(outcome.diagnostics, "unity-too-large"));
    EXPECT_LT(outcome.seconds, 60.0);  // squared it would be hours
}

TEST(UnityHostile, PathsOfClips) {
    std::string path;
    for (int i = 0; i < 300'000; ++i)
        path += "a/";
    for (const char* list : {"m_PositionCurves", "m_FloatCurves"}) {
        ImportOptions options;
        options.clips_path = "clips.glb";
        options.text = fmt::format(
            "%YAML 1.1\n--- !u!74 &7400000\nAnimationClip:\n  m_Name: Deep\n  {}:\n"
            "  - curve:\n      m_Curve:\n      - time: 0\n        value: 1\n"
            "    attribute: m_X\n    classID: 108\n    path: {}b\n",
            list, path);
        Diagnostics diagnostics;
        EXPECT_FALSE(import_clip(options, diagnostics));
        EXPECT_TRUE(has_code(diagnostics, "unity-too-large")) << list;
    }
}

}  // namespace
}  // namespace motus::unity
