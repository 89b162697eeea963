// Straight motions of a robot among obstacles, sampled with FCL 0.7: the classical check. Driven over
// standard input so that its rounds can alternate with those of other engines.
//
//   edgeSampling DATA
//
// DATA is little-endian: int32 shapes, scenes, edges, degrees of freedom; then
//   per shape what bodies.h reads;
//   per scene int32 joints, bodies, pairs;
//     per joint, parents first, int32 parent (-1 the world), kind (1 turns, 2 slides), degree of
//       freedom, float64 multiplier, offset, pose at value 0 in the parent's frame (12), axis (3);
//     per body int32 shape, joint (-1 the world), float64 pose in the joint's frame (12);
//     per pair int32 two bodies;
//   per edge int32 scene; float64 from, to.
// Poses are R row by row, then T.
//
// One command per line, one line of JSON per answer:
//   select E ...                             the edges that are asked about next, by number
//   check BOXES BOUNDS RESOLUTION REPEATS    samples them REPEATS times
//   answers                                  per edge t of the colliding sample, -1 where none does
//   counts                                   per edge the number of configurations tested
// An edge of length l (Euclidean, all joints alike) is cut into n = ceil(l / RESOLUTION) equal parts.
// Both ends are tested, then the other samples in the order of bisection, breadth first, until one
// collides. BOXES and BOUNDS are as in robotStatic.cpp. Times are CPU microseconds of this process
// per edge, kinematics included.

#include <cmath>
#include <deque>
#include <map>
#include <sstream>
#include <string>

#include "bodies.h"

namespace {

struct Joint {
  int parent, kind, dof;
  double multiplier, offset;
  // Rotation at value v: still + cos(v) cosine + sin(v) sine.
  Eigen::Matrix3d still, cosine, sine;
  Eigen::Vector3d origin, slide;
};

struct Scene : Bodies {
  std::vector<Joint> joints;
  std::vector<int> jointOf;  // per body
  Poses fixed;               // per body, in its joint's frame
  Poses poses;               // per joint, in the world

  Scene(std::ifstream& file, const std::vector<Shape>& shapes) {
    const auto counts = readValues<std::int32_t>(file, 3);
    for (std::int32_t i = 0; i < counts[0]; i++) joints.push_back(readJoint(file));
    poses.resize(joints.size(), Pose::Identity());
    for (std::int32_t i = 0; i < counts[1]; i++) {
      const auto head = readValues<std::int32_t>(file, 2);
      jointOf.push_back(head[1]);
      fixed.push_back(poseFrom(readValues<double>(file, 12)));
      add(shapes[head[0]], head[1] >= 0);
    }
    readPairs(file, counts[2]);
  }

  static Joint readJoint(std::ifstream& file) {
    const auto head = readValues<std::int32_t>(file, 3);
    const auto v = readValues<double>(file, 17);
    const Pose pose = poseFrom(std::vector<double>(v.begin() + 2, v.begin() + 14));
    const Eigen::Vector3d axis(v[14], v[15], v[16]);
    Eigen::Matrix3d skew;
    skew << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
    const Eigen::Matrix3d along = axis * axis.transpose();
    Joint joint{head[0], head[1], head[2], v[0], v[1], {}, {}, {}, {}, {}};
    joint.still = pose.linear() * along;
    joint.cosine = pose.linear() * (Eigen::Matrix3d::Identity() - along);
    joint.sine = pose.linear() * skew;
    joint.origin = pose.translation();
    joint.slide = pose.linear() * axis;
    return joint;
  }

  void begin(const Settings& settings) {
    choose(settings);
    for (std::size_t i = 0; i < jointOf.size(); i++) {
      if (jointOf[i] < 0) place(i, fixed[i], true);
    }
  }

  void configure(const std::vector<double>& q, bool tight) {
    for (std::size_t j = 0; j < joints.size(); j++) {
      const Joint& joint = joints[j];
      const double value = joint.multiplier * q[joint.dof] + joint.offset;
      Pose& pose = poses[j];
      if (joint.kind == 1) {
        pose.linear().noalias() =
            joint.still + std::cos(value) * joint.cosine + std::sin(value) * joint.sine;
        pose.translation() = joint.origin;
      } else {
        pose.linear() = joint.still + joint.cosine;
        pose.translation() = joint.origin + value * joint.slide;
      }
      if (joint.parent >= 0) pose = poses[joint.parent] * pose;
    }
    for (std::size_t i = 0; i < jointOf.size(); i++) {
      if (jointOf[i] >= 0) place(i, poses[jointOf[i]] * fixed[i], tight);
    }
  }
};

struct Edge {
  std::size_t scene;
  std::vector<double> from, to;
  double length = 0;
};

// The samples 0 .. n of an edge: both ends, then middles of the longest parts, from left to right.
const std::vector<int>& bisectionOrder(int n) {
  static std::map<int, std::vector<int>> known;
  std::vector<int>& order = known[n];
  if (!order.empty()) return order;
  order = {0, n};
  std::deque<std::pair<int, int>> open{{0, n}};
  while (!open.empty()) {
    const auto [a, b] = open.front();
    open.pop_front();
    if (b - a < 2) continue;
    const int middle = (a + b) / 2;
    order.push_back(middle);
    open.emplace_back(a, middle);
    open.emplace_back(middle, b);
  }
  return order;
}

struct Sampler {
  std::vector<std::unique_ptr<Scene>> scenes;
  std::vector<Edge> edges;
  std::vector<double> q;

  // The t that collides, or -1; counts what it tested.
  double check(const Edge& edge, bool tight, double resolution, double& tested) {
    Scene& scene = *scenes[edge.scene];
    // Lengths are exact multiples of the resolution but for rounding.
    const int n = std::max(1, static_cast<int>(std::ceil(edge.length / resolution - 1e-9)));
    tested = 0;
    for (const int k : bisectionOrder(n)) {
      const double t = static_cast<double>(k) / n;
      for (std::size_t d = 0; d < q.size(); d++) {
        q[d] = edge.from[d] + t * (edge.to[d] - edge.from[d]);
      }
      scene.configure(q, tight);
      tested++;
      if (scene.firstCollision()) return t;
    }
    return -1;
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file = openData(argc, argv);
  const auto counts = readValues<std::int32_t>(file, 4);
  std::vector<Shape> shapes;
  for (std::int32_t i = 0; i < counts[0]; i++) shapes.push_back(readShape(file));
  Sampler sampler;
  for (std::int32_t i = 0; i < counts[1]; i++) sampler.scenes.emplace_back(new Scene(file, shapes));
  const std::size_t dofs = static_cast<std::size_t>(counts[3]);
  sampler.q.resize(dofs);
  for (std::int32_t i = 0; i < counts[2]; i++) {
    Edge edge;
    edge.scene = static_cast<std::size_t>(readValues<std::int32_t>(file, 1)[0]);
    edge.from = readValues<double>(file, dofs);
    edge.to = readValues<double>(file, dofs);
    for (std::size_t d = 0; d < dofs; d++) edge.length += std::pow(edge.to[d] - edge.from[d], 2);
    edge.length = std::sqrt(edge.length);
    sampler.edges.push_back(edge);
  }
  std::vector<std::size_t> selected;
  std::vector<double> answers, tested;
  printReady();

  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "select") {
      selected.clear();
      for (std::size_t e; words >> e;) {
        if (e < sampler.edges.size()) selected.push_back(e);
      }
      std::cout << "{\"selected\":" << selected.size() << "}" << std::endl;
    } else if (command == "check") {
      std::string boxes, bounds;
      double resolution = 0.05;
      std::size_t repeats = 1;
      words >> boxes >> bounds >> resolution >> repeats;
      const Settings settings{boxes == "mesh", bounds == "tight"};
      answers.assign(selected.size(), 0);
      tested.assign(selected.size(), 0);
      const double start = cpuMicroseconds();
      for (std::size_t r = 0; r < repeats; r++) {
        for (const auto& scene : sampler.scenes) scene->begin(settings);
        for (std::size_t i = 0; i < selected.size(); i++) {
          answers[i] = sampler.check(sampler.edges[selected[i]], settings.tight, resolution, tested[i]);
        }
      }
      printTime(cpuMicroseconds() - start, repeats, answers);
    } else if (command == "answers") {
      printAnswers(answers);
    } else if (command == "counts") {
      printAnswers(tested);
    } else {
      printError();
    }
  }
  return 0;
}
