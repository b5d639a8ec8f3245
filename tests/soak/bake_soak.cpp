// tests/soak/bake_soak.cpp - 10,000 random edits of five documents: a bake after each gives the
// bytes of a bake from scratch. SPDX-License-Identifier: MIT
#include <tests/bake/incremental.h>

#include <cstdio>
#include <cstdlib>

/// soak_bake [EDITS]: of each document; 2,000 unless said.
int main(int argc, char** argv) {
    const std::size_t edits = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2000;
    int faults = 0;
    for (const char* name : {"hero", "card", "Fox/Fox.glb", "RiggedSimple/RiggedSimple.glb",
                             "AnimatedMorphCube/AnimatedMorphCube.glb"}) {
        std::string missing;
        motus::test::IncrementalSubject subject = motus::test::incremental_subject(name, missing);
        if (!subject.document) {
            std::printf("%s: SKIPPED: %s\n", name, missing.c_str());
            continue;
        }
        motus::test::IncrementalCount counted;
        const std::string fault = motus::test::bake_random_edits(subject, 2, edits, counted);
        std::printf("%s: %zu edits, %zu undone, %zu redone, %zu baked, %zu refused, %zu clips %s\n",
                    name, counted.edits, counted.undone, counted.redone, counted.baked,
                    counted.refused, counted.packed, fault.empty() ? "ok" : fault.c_str());
        std::fflush(stdout);
        faults += fault.empty() ? 0 : 1;
    }
    return faults == 0 ? 0 : 1;
}
