// SPDX-License-Identifier: MIT
#include <tests/fbx/fbx_writer.h>

#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>

namespace motus::test {
namespace {

class BinaryWriter {
  public:
    BinaryWriter(std::uint32_t version, bool big) : wide_(version >= 7500), big_(big) {
        out_ = "Kaydara FBX Binary  ";
        out_ += std::string("\0\x1a", 2);
        out_ += big ? '\1' : '\0';
        put(version, 4);
    }
    void node(const FbxNode& node) {
        const std::size_t word = wide_ ? 8 : 4, head = out_.size();
        out_.append(3 * word, '\0');
        out_ += static_cast<char>(node.name.size());
        out_ += node.name;
        const std::size_t start = out_.size();
        for (const FbxValue& v : node.values)
            value(v);
        const std::size_t size = out_.size() - start;
        for (const FbxNode& child : node.children)
            this->node(child);
        if (!node.children.empty()) end();
        set(head, out_.size(), word);
        set(head + word, node.values.size(), word);
        set(head + 2 * word, size, word);
    }
    void end() { out_.append(wide_ ? 25 : 13, '\0'); }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    void put(std::uint64_t number, std::size_t size) {
        out_.append(size, '\0');
        set(out_.size() - size, number, size);
    }
    void set(std::size_t at, std::uint64_t number, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            out_[at + (big_ ? size - 1 - i : i)] = static_cast<char>(number >> (8 * i) & 255u);
    }
    void put(double number) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof(bits));
        put(bits, 8);
    }
    void value(const FbxValue& v) {
        if (const auto* integer = std::get_if<std::int64_t>(&v)) {
            out_ += 'L';
            put(static_cast<std::uint64_t>(*integer), 8);
        } else if (const auto* number = std::get_if<double>(&v)) {
            out_ += 'D';
            put(*number);
        } else if (const auto* text = std::get_if<std::string>(&v)) {
            // "Class::Name" is written the other way round.
            std::string raw = *text;
            if (const std::size_t at = raw.find("::"); at != raw.npos)
                raw = raw.substr(at + 2) + std::string("\0\1", 2) + raw.substr(0, at);
            out_ += 'S';
            put(raw.size(), 4);
            out_ += raw;
        } else if (const auto* numbers = std::get_if<std::vector<double>>(&v)) {
            array('d', numbers->size(), 8);
            for (const double n : *numbers)
                put(n);
        } else {
            const auto& integers = std::get<std::vector<std::int64_t>>(v);
            array('l', integers.size(), 8);
            for (const std::int64_t n : integers)
                put(static_cast<std::uint64_t>(n), 8);
        }
    }
    void array(char type, std::size_t count, std::size_t element) {
        out_ += type;
        put(count, 4);
        put(0, 4);
        put(count * element, 4);
    }

    std::string out_;
    bool wide_, big_;
};

std::string text_of(double number) {
    char buffer[40];
    std::snprintf(buffer, sizeof(buffer), "%.17g", number);
    return buffer;
}

template <typename T>
std::string list_of(const std::vector<T>& numbers) {
    std::string out;
    for (const T number : numbers) {
        if (!out.empty()) out += ",";
        if constexpr (std::is_same_v<T, double>)
            out += text_of(number);
        else
            out += std::to_string(number);
    }
    return out;
}

void write_ascii(const FbxNode& node, const std::string& indent, std::string& out) {
    out += indent + node.name + ": ";
    std::string block;
    for (std::size_t i = 0; i < node.values.size(); ++i) {
        if (i != 0) out += ", ";
        const FbxValue& v = node.values[i];
        if (const auto* integer = std::get_if<std::int64_t>(&v)) {
            out += std::to_string(*integer);
        } else if (const auto* number = std::get_if<double>(&v)) {
            out += text_of(*number);
        } else if (const auto* text = std::get_if<std::string>(&v)) {
            out += "\"" + *text + "\"";
        } else if (const auto* numbers = std::get_if<std::vector<double>>(&v)) {
            out += "*" + std::to_string(numbers->size());
            block = list_of(*numbers);
        } else {
            const auto& integers = std::get<std::vector<std::int64_t>>(v);
            out += "*" + std::to_string(integers.size());
            block = list_of(integers);
        }
    }
    if (!block.empty()) {
        out += " {\n" + indent + "\ta: " + block + "\n" + indent + "}";
    } else if (!node.children.empty()) {
        out += " {\n";
        for (const FbxNode& child : node.children)
            write_ascii(child, indent + "\t", out);
        out += indent + "}";
    }
    out += "\n";
}

FbxNode property(const std::string& name, std::vector<FbxValue> values) {
    FbxNode node{"P", {name, std::string("Vector3D"), std::string(), std::string()}, {}};
    node.values.insert(node.values.end(), values.begin(), values.end());
    return node;
}

FbxNode connection(std::int64_t from, std::int64_t to, const std::string& to_property = "") {
    FbxNode node{"C", {std::string(to_property.empty() ? "OO" : "OP"), from, to}, {}};
    if (!to_property.empty()) node.values.push_back(to_property);
    return node;
}

}  // namespace

std::string write_fbx_binary(const std::vector<FbxNode>& nodes, std::uint32_t version,
                             bool big_endian) {
    BinaryWriter writer(version, big_endian);
    for (const FbxNode& node : nodes)
        writer.node(node);
    writer.end();
    return writer.take();
}

std::string write_fbx_ascii(const std::vector<FbxNode>& nodes, std::uint32_t version) {
    std::string out = "; FBX " + std::to_string(version / 1000) + "." +
                      std::to_string(version / 100 % 10) + ".0 project file\n";
    for (const FbxNode& node : nodes)
        write_ascii(node, "", out);
    return out;
}

std::vector<FbxNode> turning_square() {
    using Numbers = std::vector<double>;
    using Integers = std::vector<std::int64_t>;
    constexpr std::int64_t kSecond = 46'186'158'000;
    const std::string none;
    const FbxNode settings{
        "GlobalSettings",
        {},
        {{"Properties70",
          {},
          {property("UnitScaleFactor", {1.0}), property("TimeMode", {std::int64_t{6}})}}}};
    const FbxNode square{"Geometry",
                         {std::int64_t{10}, std::string("Geometry::Square"), std::string("Mesh")},
                         {{"Vertices", {Numbers{0, 0, 0, 100, 0, 0, 100, 100, 0, 0, 100, 0}}, {}},
                          {"PolygonVertexIndex", {Integers{0, 1, 2, -4}}, {}}}};
    const FbxNode parent{"Model",
                         {std::int64_t{20}, std::string("Model::Parent"), std::string("Null")},
                         {{"Properties70",
                           {},
                           {property("Lcl Translation", {0.0, 200.0, 0.0}),
                            property("Lcl Rotation", {0.0, 90.0, 0.0})}}}};
    const FbxNode child{"Model",
                        {std::int64_t{30}, std::string("Model::Child"), std::string("Mesh")},
                        {{"Properties70", {}, {property("RotationPivot", {100.0, 0.0, 0.0})}}}};
    const FbxNode stack{
        "AnimationStack",
        {std::int64_t{40}, std::string("AnimStack::Turn"), none},
        {{"Properties70",
          {},
          {property("LocalStart", {std::int64_t{0}}), property("LocalStop", {kSecond})}}}};
    const FbxNode layer{
        "AnimationLayer", {std::int64_t{50}, std::string("AnimLayer::Base"), none}, {}};
    const FbxNode curves{"AnimationCurveNode",
                         {std::int64_t{60}, std::string("AnimCurveNode::R"), none},
                         {{"Properties70", {}, {property("d|X", {0.0})}}}};
    const FbxNode curve{"AnimationCurve",
                        {std::int64_t{70}, std::string("AnimCurve::"), none},
                        {{"KeyTime", {Integers{0, kSecond}}, {}},
                         {"KeyValueFloat", {Numbers{0.0, 90.0}}, {}},
                         {"KeyAttrFlags", {Integers{4, 4}}, {}},
                         {"KeyAttrDataFloat", {Numbers{0, 0, 0, 0, 0, 0, 0, 0}}, {}},
                         {"KeyAttrRefCount", {Integers{1, 1}}, {}}}};
    return {{"FBXHeaderExtension", {}, {{"FBXVersion", {std::int64_t{7400}}, {}}}},
            settings,
            {"Objects", {}, {square, parent, child, stack, layer, curves, curve}},
            {"Connections",
             {},
             {connection(20, 0), connection(30, 20), connection(10, 30), connection(50, 40),
              connection(60, 50), connection(60, 30, "Lcl Rotation"), connection(70, 60, "d|Z")}}};
}

}  // namespace motus::test
