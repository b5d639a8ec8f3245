// Machines with scripted inputs: what they decide, what they show, where they carry the root.
#include <tests/determinism/actor.h>
#include <tests/machine/random_machine.h>

#include <vector>

namespace motus::determinism {
namespace {

using record::InterruptionSource;
using record::StateKind;
using scenes::Dice;
using test::Kind;
using test::Op;
using test::Sketch;

std::uint32_t add_clip(Sketch& b, const scenes::StressRig& rig, std::uint32_t clip) {
    const Ticks length = rig.clips[clip].duration;
    return b.clip(static_cast<float>(seconds_of(length)), clip != 1,
                  {{{length.value / 4}, hash_name("step")}, {length, hash_name("end")}});
}

struct Variables {
    std::uint32_t speed, x, y, fast, jump, mode;
};

/// Every feature by name, so that none depends on what dice happen to draw.
Variables lay_out(Sketch& b, const scenes::StressRig& rig) {
    const Variables v{b.variable("speed", Kind::float_), b.variable("x", Kind::float_),
                      b.variable("y", Kind::float_),     b.variable("fast", Kind::bool_),
                      b.variable("jump", Kind::trigger), b.variable("mode", Kind::int_)};
    std::uint32_t clips[5];
    for (std::uint32_t i = 0; i < 5; ++i)
        clips[i] = add_clip(b, rig, i);
    const std::uint32_t above = b.layer(0.6f), added = b.layer(0.4f, true);

    const std::uint32_t idle = b.state("idle", clips[0]);
    const std::uint32_t move = b.blend("move", StateKind::blend_1d, v.speed);
    b.child(move, clips[0], 0.0f);
    b.child(move, clips[2], 1.0f);
    b.child(move, clips[3], 2.0f).time_scale = -0.7f;
    const std::uint32_t strafe = b.blend("strafe", StateKind::blend_freeform_directional, v.x, v.y);
    b.child(strafe, clips[0], 0.0f, 0.0f);
    b.child(strafe, clips[1], 1.0f, 0.3f);
    b.child(strafe, clips[2], -0.8f, 0.9f);
    b.child(strafe, clips[3], -0.2f, -1.0f);
    const std::uint32_t jump = b.state("jump", clips[1]);
    const std::uint32_t inside = b.machine("inside");
    const std::uint32_t deep = b.state("deep", clips[2], b.graph_of(inside));
    b.edit(move).speed_variable = b.variable_name(v.speed);
    b.edit(deep).speed = -1.25f;
    b.edit(jump).speed = 3.0f;
    b.state_event(jump, record::StateMoment::enter, "jumps");

    const auto key = [](float time, float value, float slope) {
        return CurveKey{half_of(time), half_of(value), half_of(slope), half_of(slope)};
    };
    const auto both = InterruptionSource::source_then_destination;
    b.from_state(idle, strafe).when(v.x, Op::greater, 0.5f).lasts(0.35f).interrupted_by(both);
    b.from_state(idle, move)
        .when(v.speed, Op::greater, 0.5f)
        .lasts(0.4f)
        .interrupted_by(both)
        .shaped({key(0, 0, 0), key(0.6f, 0.9f, 0.5f), key(1, 1, 0)});
    b.from_state(move, idle)
        .when(v.speed, Op::less, 0.4f)
        .lasts(0.5f)
        .interrupted_by(InterruptionSource::destination_then_source);
    b.from_state(move, strafe)
        .when(v.fast, Op::is_true)
        .lasts_normalized(0.3f)
        .frozen()
        .interrupted_by(both, false);
    b.from_state(strafe, inside).when(v.mode, Op::equal, 2.0f).lasts(0.2f);
    b.from_state(strafe, idle).when(v.x, Op::less, 0.0f).lasts(0.3f).frozen().interrupted_by(both);
    b.from_state(strafe, move).exit_at(0.75f).lasts(0.3f).starts_at(0.2f).interrupted_by(both);
    b.to_exit(deep).when(v.mode, Op::not_equal, 2.0f).lasts(0.25f);
    b.leave(inside, idle);
    b.from_state(jump, idle).exit_at(0.9f).lasts(0.15f).interrupted_by(both);
    b.any(jump)
        .when(v.jump, Op::is_true)
        .lasts(0.1f)
        .not_to_self()
        .shaped({key(0, 0, 2), key(1, 1, 0)});

    const std::uint32_t rest = b.state("rest", kNoIndex, b.root(above));
    const std::uint32_t wave =
        b.blend("wave", StateKind::blend_freeform_cartesian, v.x, v.y, b.root(above));
    b.child(wave, clips[2], 0.5f, 0.5f);
    b.child(wave, clips[3], -0.5f, -0.25f);
    b.from_state(rest, wave).when(v.x, Op::greater, 0.4f).lasts(0.3f);
    b.from_state(wave, rest).exit_at(1.0f, true).lasts(0.3f);
    const std::uint32_t lean =
        b.blend("lean", StateKind::blend_direct, v.x, kNoIndex, b.root(added));
    b.child(lean, clips[3], 0.0f).weight = b.variable_name(v.x);
    b.child(lean, clips[0], 0.0f).weight = b.variable_name(v.speed);
    return v;
}

}  // namespace

void hash_graph(const scenes::StressRig& rig) {
    Hash decided, happened, shown;
    const auto close = [&](const Actor& actor) {
        decided.add(actor.decided.value);
        happened.add(actor.happened.value);
        shown.add(actor.shown.value);
    };
    {
        Sketch builder;
        const Variables v = lay_out(builder, rig);
        Actor actor(builder.build(), rig);
        Dice dice(31);
        for (int i = 0; i < 2500; ++i) {
            if (i % 11 == 0) actor.set(v.speed, 1.0f + dice.unit());
            if (i % 7 == 0) actor.set(v.x, dice.unit());
            if (i % 13 == 0) actor.set(v.y, dice.unit());
            if (i % 29 == 0) actor.set(v.fast, dice.unit());
            if (i % 331 == 0) actor.set(v.jump, 1.0f);
            if (i % 17 == 0) actor.set(v.mode, static_cast<float>(dice.below(3)));
            if (i % 211 == 0) actor.one_shot(dice.below(4));
            if (i % 97 == 0) actor.weigh(1, 0.5f + 0.5f * dice.unit());
            actor.tick(i % 50 == 0 ? 0.4f : i % 3 == 0 ? 0.0f : 1.0f / 60.0f);
        }
        if (!actor.seen.all()) must(Status::missing);
        close(actor);
    }
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        float lengths[5];
        for (std::uint32_t i = 0; i < 5; ++i)
            lengths[i] = static_cast<float>(seconds_of(rig.clips[i].duration));
        test::RandomOptions options;
        options.clips = 4;  // the fifth has no length
        options.lengths = lengths;
        const auto machine = test::random_machine(seed, options);
        Actor actor(machine->builder.build(), rig);
        Dice dice(100 + seed);
        const auto sometimes = [&](const std::vector<std::uint32_t>& variables, float scale) {
            for (const std::uint32_t variable : variables) {
                const std::uint32_t chance = dice.below(20);
                const float value = dice.unit() * scale;
                if (chance == 0) actor.set(variable, value);
            }
        };
        for (int i = 0; i < 400; ++i) {
            sometimes(machine->floats, 2.0f);
            sometimes(machine->ints, 3.0f);
            sometimes(machine->bools, 1.0f);
            sometimes(machine->triggers, 1.0f);
            actor.tick(0.04f + 0.04f * dice.unit());
        }
        close(actor);
    }
    decided.print("machines");
    happened.print("events");
    shown.print("shown");
}

}  // namespace motus::determinism
