// SPDX-License-Identifier: MIT
#include <motus/document/conditions.h>

#include "sample.h"

#include <motus/document/file.h>
#include <motus/document/new_document.h>
#include <tests/support/random.h>

#include <cmath>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::ConditionOperator;
using doc::StateMachineCondition;
using doc::VariableKind;
using test::Random;

constexpr std::uint64_t kInt = 10, kFloat = 11, kEnum = 12, kBool = 13;

struct Asked {
    std::uint64_t variable;
    ConditionOperator op;
    float with;
};

/// A machine with one transition that has these conditions.
std::unique_ptr<Document> machine_with(const std::vector<Asked>& asked) {
    auto document = new_document();
    auto library = document->begin_change(content(*document).library(), "Machine");
    auto machine = library.machines_append();
    const auto add = [&](std::uint64_t id, VariableKind kind) {
        auto variable = machine.variables_append();
        variable.set_name(std::to_string(id)).set_kind(kind);
        return variable.object().id();
    };
    std::map<std::uint64_t, std::uint64_t> ids;
    ids[kInt] = add(kInt, VariableKind::int_);
    ids[kFloat] = add(kFloat, VariableKind::float_);
    ids[kEnum] = add(kEnum, VariableKind::enum_);
    for (const int value : {-1, 1, 2, 5})
        machine.variables_change(2).choices_append().set_value(value);
    ids[kBool] = add(kBool, VariableKind::bool_);
    auto t = machine.machine_change().layers_append().graph_change().transitions_append();
    for (const Asked& a : asked) {
        auto condition = t.conditions_append();
        condition.set_variable(ids[a.variable]).set_op(a.op).set_compare_value(a.with);
    }
    EXPECT_TRUE(library.commit());
    return document;
}

const doc::StateMachineTransition& transition_of(const Document& document) {
    return content(document).library().machines()[0].machine().layers()[0].graph().transitions()[0];
}

bool can_hold(const std::vector<Asked>& asked) {
    const auto document = machine_with(asked);
    Conditions conditions;
    add_conditions(conditions, transition_of(*document));
    return ConditionSolver(*document).can_hold(std::move(conditions));
}

bool is_met(const Asked& a, double value) {
    const double with = a.variable == kInt || a.variable == kEnum ? std::round(a.with) : a.with;
    switch (a.op) {
        case ConditionOperator::is_true:
            return value != 0;
        case ConditionOperator::is_false:
            return value == 0;
        case ConditionOperator::greater:
            return value > with;
        case ConditionOperator::less:
            return value < with;
        case ConditionOperator::greater_equal:
            return value >= with;
        case ConditionOperator::less_equal:
            return value <= with;
        case ConditionOperator::equal:
            return value == with;
        case ConditionOperator::not_equal:
            return value != with;
    }
    return false;
}

/// Every value of a grid is tried, finer than what is compared with.
bool tried(const std::vector<Asked>& asked) {
    for (const std::uint64_t variable : {kInt, kFloat, kEnum, kBool}) {
        bool found = false;
        for (int i = -40; i <= 40 && !found; ++i) {
            const double value = i / 8.0;
            const bool whole = value == std::round(value);
            if (variable == kInt && !whole) continue;
            if (variable == kEnum && value != -1 && value != 1 && value != 2 && value != 5)
                continue;
            if (variable == kBool && value != 0 && value != 1) continue;
            found = std::all_of(asked.begin(), asked.end(), [&](const Asked& a) {
                return a.variable != variable || is_met(a, value);
            });
        }
        if (!found) return false;
    }
    return true;
}

TEST(Conditions, HoldTogetherWhereSomeValueDoes) {
    Random random(7);
    int held = 0, not_held = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<Asked> asked;
        const std::uint64_t variable = kInt + random.below(4);
        for (std::size_t i = 0, n = 1 + random.below(5); i < n; ++i) {
            const std::uint64_t of = random.below(5) == 0 ? kInt + random.below(4) : variable;
            asked.push_back({of, static_cast<ConditionOperator>(random.below(8)),
                             static_cast<float>(static_cast<int>(random.below(9)) - 4) / 2});
        }
        const bool expected = tried(asked);
        ++(expected ? held : not_held);
        ASSERT_EQ(can_hold(asked), expected) << "round " << round;
    }
    EXPECT_GT(held, 500);
    EXPECT_GT(not_held, 500);
}

TEST(Conditions, KnowsTheEndsOfItsNumbers) {
    using Op = ConditionOperator;
    EXPECT_FALSE(can_hold({{kInt, Op::greater, 3e9f}}));
    EXPECT_TRUE(can_hold({{kInt, Op::less_equal, -2147483648.0f}}));
    EXPECT_FALSE(can_hold({{kInt, Op::less, -2147483648.0f}}));
    const float next = std::nextafter(1.0f, 2.0f);
    EXPECT_FALSE(can_hold({{kFloat, Op::greater, 1.0f}, {kFloat, Op::less, next}}));
    EXPECT_TRUE(can_hold({{kFloat, Op::greater, 1.0f}, {kFloat, Op::less_equal, next}}));
    EXPECT_FALSE(can_hold({{kFloat, Op::greater, 1.0f},
                           {kFloat, Op::less_equal, next},
                           {kFloat, Op::not_equal, next}}));
}

/// Whether the last one holds whenever all before it do.
bool follows(std::vector<Asked> asked) {
    const auto document = machine_with(asked);
    Conditions given;
    add_conditions(given, transition_of(*document));
    const StateMachineCondition* last = given.back();
    given.pop_back();
    return ConditionSolver(*document).follows(given, *last);
}

TEST(Conditions, FollowFromOthers) {
    using Op = ConditionOperator;
    EXPECT_TRUE(follows({{kFloat, Op::greater, 2}, {kFloat, Op::greater, 1}}));
    EXPECT_FALSE(follows({{kFloat, Op::greater, 1}, {kFloat, Op::greater, 2}}));
    EXPECT_TRUE(follows({{kInt, Op::greater, 1}, {kInt, Op::greater_equal, 2}}));
    EXPECT_FALSE(follows({{kFloat, Op::greater, 1}, {kFloat, Op::greater_equal, 2}}));
    EXPECT_TRUE(follows({{kBool, Op::is_true, 0}, {kBool, Op::is_true, 0}}));
    EXPECT_FALSE(follows({{kBool, Op::is_true, 0}, {kBool, Op::is_false, 0}}));
    EXPECT_TRUE(follows({{kEnum, Op::greater, 2}, {kEnum, Op::equal, 5}}));
    EXPECT_FALSE(follows({{kInt, Op::greater, 2}, {kInt, Op::equal, 5}}));
    EXPECT_FALSE(follows({{kBool, Op::is_true, 0}, {kFloat, Op::greater, -1}}));
}

// Against the definition, over all the values that matter.
TEST(Conditions, FollowWhereNoValueSaysOtherwise) {
    Random random(5);
    std::size_t yes = 0;
    for (int round = 0; round < 2000; ++round) {
        const std::uint64_t variable = random.below(2) == 0 ? kInt : kEnum;
        std::vector<Asked> asked;
        for (std::uint32_t i = 2 + random.below(3); i > 0; --i)
            asked.push_back({variable, static_cast<ConditionOperator>(2 + random.below(6)),
                             static_cast<float>(random.below(8)) - 2});
        bool wanted = true;
        for (int value = -5; value < 9; ++value) {
            if (variable == kEnum && value != -1 && value != 1 && value != 2 && value != 5)
                continue;
            bool given = true;
            for (std::size_t i = 0; i + 1 < asked.size(); ++i)
                given = given && is_met(asked[i], value);
            wanted = wanted && (!given || is_met(asked.back(), value));
        }
        EXPECT_EQ(follows(asked), wanted) << round;
        yes += wanted ? 1 : 0;
    }
    EXPECT_GT(yes, 100u);
}

}  // namespace
}  // namespace motus
