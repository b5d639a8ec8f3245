// tools/motus/render_subject.h - what `motus render` draws: a picture for any moment of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "any_input.h"
#include "verbs.h"

#include <motus/core/ticks.h>
#include <motus/render/picture.h>

#include <cstdint>
#include <memory>
#include <string>

namespace motus::tool {

/// Something to draw. Made with a current Context, which must outlive it.
class RenderSubject {
  public:
    virtual ~RenderSubject() = default;

    /// How a report names it.
    struct Name {
        const char* key = "clip";
        std::string text;
        bool none = false;  ///< The rest pose; a scene as authored.
    };
    [[nodiscard]] virtual Name name() const = 0;

    [[nodiscard]] virtual std::uint32_t width() const = 0;
    [[nodiscard]] virtual std::uint32_t height() const = 0;
    /// 0: it does not move.
    [[nodiscard]] virtual Ticks duration() const = 0;
    /// The last moment is part of it; else the first comes after it again.
    [[nodiscard]] virtual bool ends() const = 0;
    /// More frames a second would show nothing new; 0: there is no such number.
    [[nodiscard]] virtual double most_fps() const { return 0.0; }

    /// Faults are thrown as InputFault.
    [[nodiscard]] virtual render::Picture picture(Ticks time) = 0;
};

/// A figure: a clip, the rest pose, what a mixer or a machine does; one or a crowd. `baked` where
/// a document, a baked file or a machine is shown; null for a glTF file as it is.
[[nodiscard]] std::unique_ptr<RenderSubject> figure_subject(const RenderOptions& options,
                                                            std::unique_ptr<BakedInput> baked);

/// A 2D scene: as authored, a timeline, or what a machine does.
[[nodiscard]] std::unique_ptr<RenderSubject> board_subject(const RenderOptions& options,
                                                           std::unique_ptr<BakedInput> baked);

/// Whichever of them the options ask for.
[[nodiscard]] std::unique_ptr<RenderSubject> make_subject(const RenderOptions& options);

}  // namespace motus::tool
