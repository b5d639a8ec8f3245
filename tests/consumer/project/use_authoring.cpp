// A tool's first lines: a scene as values, turned into what the runtime plays.
#include <motus/asset/asset.h>
#include <motus/asset/rig.h>

#include <cstdio>

int main() {
    motus::Asset asset;
    asset.nodes.push_back({.name = "child", .parent = 1});
    asset.nodes.push_back({.name = "root"});

    const auto rig = motus::make_rig(asset);
    if (!rig) return 1;
    const motus::Skeleton skeleton = rig->skeleton;
    if (skeleton.joint_count() != 2) return 2;
    if (skeleton.of_source[1] != 0 || skeleton.of_source[0] != 1) return 3;

    std::puts("consumer of motus::authoring: ok");
    return 0;
}
