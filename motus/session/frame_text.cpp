// motus/session/frame_text.cpp - a frame's record as one line of JSON: docs/cli.md.
// SPDX-License-Identifier: MIT
#include <motus/session/frame_record.h>

#include <motus/asset/json_writer.h>
#include <motus/session/transition_list.h>

#include <fmt/format.h>

namespace motus {
namespace {

const char* op_name(record::ConditionOperator op) {
    constexpr const char* kNames[] = {"is_true",       "is_false",   "greater", "less",
                                      "greater_equal", "less_equal", "equal",   "not_equal"};
    return kNames[static_cast<std::size_t>(op)];
}

const char* moment_name(MachineEventKind kind) {
    switch (kind) {
        case MachineEventKind::state_enter:
            return "enter";
        case MachineEventKind::state_exit:
            return "exit";
        case MachineEventKind::transition_start:
            return "transition_start";
        case MachineEventKind::transition_end:
            return "transition_end";
        case MachineEventKind::motion:
        case MachineEventKind::state:
            break;
    }
    return nullptr;
}

class FrameWriter {
  public:
    explicit FrameWriter(std::string& out) : json_(out) {}

    void write(const FrameRecord& record, const FrameText& text) {
        json_.begin_object().key("frame").value(text.frame);
        json_.key("layers").begin_array();
        for (const FrameLayer& layer : record.layers)
            write_layer(layer);
        json_.end_array();
        write_events(record);
        write_root(record.root);
        if (!text.properties.empty()) json_.key("properties").raw(text.properties);
        write_moments(record);
        if (text.explain) {
            json_.key("considered").begin_array();
            for (const FrameCandidate& candidate : record.considered)
                write_candidate(candidate);
            json_.end_array();
        }
        if (text.snapshot) json_.key("snapshot").value(fmt::format("{:016x}", *text.snapshot));
        json_.end_object().end_line();
    }

  private:
    void path(std::string_view text) {
        if (text.empty()) {
            json_.null();
        } else {
            json_.value(text);
        }
    }

    void write_layer(const FrameLayer& layer) {
        json_.begin_object().key("name").value(layer.name).key("weight").value(layer.weight);
        json_.key("state");
        path(layer.state);
        json_.key("normalizedTime").value(layer.normalized_time).key("next");
        path(layer.next);
        json_.key("transition");
        if (layer.transition) {
            const FrameTransition& transition = *layer.transition;
            json_.begin_object().key("source").value(source_word(transition.place.source));
            json_.key("index").value(transition.place.index);
            json_.key("progress").value(transition.progress);
            json_.key("weight").value(transition.weight).end_object();
        } else {
            json_.null();
        }
        json_.key("clips").begin_array();
        for (const FrameClip& clip : layer.clips) {
            json_.begin_object().key("clip");
            if (clip.is_pose) {
                json_.null();
            } else {
                json_.value(clip.clip);
            }
            json_.key("time").value(clip.time_s).key("weight").value(clip.weight).end_object();
        }
        json_.end_array();
        if (layer.one_shot) json_.key("oneshot").value(true);
        json_.end_object();
    }

    void write_events(const FrameRecord& record) {
        json_.key("events").begin_array();
        for (const FrameEvent& event : record.events) {
            if (moment_name(event.kind) != nullptr) continue;
            json_.begin_object().key("name").value(event.name);
            if (event.kind == MachineEventKind::motion) {
                json_.key("clip").value(event.clip).key("weight").value(event.weight);
            } else {
                json_.key("state").value(event.state);
            }
            json_.end_object();
        }
        json_.end_array();
    }

    void write_moments(const FrameRecord& record) {
        json_.key("moments").begin_array();
        for (const FrameEvent& event : record.events) {
            const char* kind = moment_name(event.kind);
            if (kind == nullptr) continue;
            json_.begin_object().key("kind").value(kind).key("layer").value(event.layer);
            json_.key("state").value(event.state).end_object();
        }
        json_.end_array();
    }

    void write_root(const RootDelta& root) {
        const Vec3& t = root.translation;
        const Quat& r = root.rotation;
        json_.key("rootMotion").begin_object().key("translation").begin_array();
        json_.value(t.x).value(t.y).value(t.z).end_array().key("rotation").begin_array();
        json_.value(r.x).value(r.y).value(r.z).value(r.w).end_array().end_object();
    }

    /// A value as its parameter has it.
    void write_value(record::VariableKind kind, double value) {
        if (kind == record::VariableKind::bool_ || kind == record::VariableKind::trigger) {
            json_.value(value != 0.0);
        } else if (kind == record::VariableKind::float_) {
            json_.value(static_cast<float>(value));
        } else {
            json_.value(static_cast<std::int64_t>(value));
        }
    }

    void write_condition(const FrameCondition& condition) {
        json_.begin_object().key("parameter");
        path(condition.parameter);
        json_.key("op").value(op_name(condition.op)).key("value");
        const bool truth = condition.op == record::ConditionOperator::is_true;
        if (truth || condition.op == record::ConditionOperator::is_false) {
            json_.value(truth);
        } else {
            json_.value(static_cast<float>(condition.value));
        }
        json_.key("actual");
        if (condition.parameter.empty()) {
            json_.null();
        } else {
            write_value(condition.kind, condition.actual);
        }
        json_.key("met").value(condition.met).end_object();
    }

    void write_candidate(const FrameCandidate& candidate) {
        json_.begin_object().key("layer").value(candidate.layer).key("from");
        path(candidate.from);
        json_.key("to");
        path(candidate.to);
        json_.key("source").value(source_word(candidate.place.source));
        json_.key("index").value(candidate.place.index);
        json_.key("conditions").begin_array();
        for (const FrameCondition& condition : candidate.conditions)
            write_condition(condition);
        json_.end_array();
        if (candidate.has_exit_time) {
            const bool at = candidate.mode == record::ExitTimeMode::at_crossing;
            json_.key("exitTime").begin_object().key("at");
            json_.value(static_cast<float>(candidate.exit_time));
            json_.key("mode").value(at ? "at_crossing" : "from_crossing");
            json_.key("crossed").value(candidate.crossed).end_object();
        }
        const bool taken = candidate.blocked_by == nullptr;
        json_.key("taken").value(taken).key("blockedBy");
        if (taken) {
            json_.null();
        } else {
            json_.value(candidate.blocked_by);
        }
        json_.end_object();
    }

    JsonWriter json_;
};

}  // namespace

void append_frame(std::string& out, const FrameRecord& record, const FrameText& text) {
    FrameWriter(out).write(record, text);
}

}  // namespace motus
