// Straight motions of a robot among obstacles, sampled with FCL 0.7: the classical check. Driven over
// standard input so that its rounds can alternate with those of other engines.
//
//   edgeSampling DATA
//
// DATA is little-endian: int32 shapes, scenes, edges, degrees of freedom; then
//   per shape what bodies.h reads;
//   per scene what scene.h reads;
//   per edge int32 scene; float64 from, to.
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

#include "scene.h"

namespace {

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
