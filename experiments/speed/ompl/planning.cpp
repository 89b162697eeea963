// Motion planning with OMPL: geometric::RRTConnect with its default range, simplified as SimpleSetup
// does, states tested by FCL 0.7. Driven over standard input so that its runs can alternate with those of
// other engines.
//
//   planning DATA
//
// DATA is little-endian: int32 shapes, scenes, problems, degrees of freedom; then
//   per shape what bodies.h reads;
//   per scene what scene.h reads;
//   per degree of freedom int32 1 where it goes round, else 0; float64 lower, upper;
//   per problem int32 scene; float64 from, to.
//
// One command per line, one line of JSON per answer:
//   space                                the longest step between samples by default, and what it took
//                                        to build shapes and scenes, in milliseconds
//   plan PROBLEM STEP SEED SECONDS BOXES one plan; STEP is the longest step between samples of a motion,
//                                        0: as OMPL does it, 0.01 of the extent of the space
//   judge STEP BOXES FILE                samples paths: per path the place of a sample that collides
//                                        (waypoint plus part of the segment), -1 where none does
// FILE has int32 paths; per path int32 scene, waypoints; float64 the waypoints. BOXES is primitive, or mesh:
// as twelve triangles. Bounds around bodies are tight, as in edgeSampling.cpp. Times are of solving and
// simplifying; setting up is no part of them.

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include "../fcl/scene.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

const double turn = 8 * std::atan(1.0);

struct Freedom {
  bool continuous;
  double lower, upper;
};

struct Problem {
  std::size_t scene;
  std::vector<double> from, to;
};

double wallMilliseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

// Joints with limits in one vector space; one space for each joint that goes round.
ob::StateSpacePtr makeSpace(const std::vector<Freedom>& dofs) {
  std::vector<Freedom> limited;
  for (const Freedom& dof : dofs) {
    if (!dof.continuous) limited.push_back(dof);
  }
  const auto count = static_cast<unsigned>(limited.size());
  auto vectors = std::make_shared<ob::RealVectorStateSpace>(count);
  ob::RealVectorBounds bounds(count);
  for (unsigned d = 0; d < count; d++) {
    bounds.setLow(d, limited[d].lower);
    bounds.setHigh(d, limited[d].upper);
  }
  vectors->setBounds(bounds);
  if (limited.size() == dofs.size()) return vectors;
  auto all = std::make_shared<ob::CompoundStateSpace>();
  if (count > 0) all->addSubspace(vectors, 1);
  for (const Freedom& dof : dofs) {
    if (dof.continuous) all->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1);
  }
  return all;
}

// The longest step between samples, in each part of the space.
void setStep(ob::StateSpace& space, bool compound, double step) {
  if (!compound) {
    space.setLongestValidSegmentFraction(step / space.getMaximumExtent());
    return;
  }
  auto& all = *space.as<ob::CompoundStateSpace>();
  for (unsigned i = 0; i < all.getSubspaceCount(); i++) {
    setStep(*all.getSubspace(i), false, step);
  }
}

// Values of states in the order of the space, and back.
struct Values {
  const std::vector<Freedom>& dofs;
  bool compound = false;
  std::vector<std::size_t> order;  // per value of a state its degree of freedom

  explicit Values(const std::vector<Freedom>& given) : dofs(given) {
    for (std::size_t d = 0; d < dofs.size(); d++) {
      if (!dofs[d].continuous) order.push_back(d);
    }
    for (std::size_t d = 0; d < dofs.size(); d++) {
      if (dofs[d].continuous) order.push_back(d);
    }
    compound = std::any_of(dofs.begin(), dofs.end(), [](const Freedom& f) { return f.continuous; });
  }

  void read(const ob::StateSpace& space, const ob::State* state, std::vector<double>& q) const {
    if (!compound) {
      const double* values = state->as<ob::RealVectorStateSpace::StateType>()->values;
      for (std::size_t d = 0; d < q.size(); d++) q[d] = values[d];
      return;
    }
    for (std::size_t i = 0; i < order.size(); i++) {
      q[order[i]] = *space.getValueAddressAtIndex(state, static_cast<unsigned>(i));
    }
  }

  void write(const ob::StateSpace& space, const std::vector<double>& q, ob::State* state) const {
    for (std::size_t i = 0; i < order.size(); i++) {
      *space.getValueAddressAtIndex(state, static_cast<unsigned>(i)) = q[order[i]];
    }
    space.enforceBounds(state);
  }

  // Adds whole turns, so that a straight motion from the one before goes the short way.
  void runOn(const std::vector<double>& before, std::vector<double>& q) const {
    for (std::size_t d = 0; d < q.size(); d++) {
      if (dofs[d].continuous) q[d] -= turn * std::round((q[d] - before[d]) / turn);
    }
  }
};

struct Planning {
  std::vector<std::unique_ptr<Scene>> scenes;
  std::vector<Freedom> dofs;
  std::vector<Problem> problems;

  void plan(const Problem& problem, double step, unsigned seed, double seconds, bool meshes) {
    const Values values(dofs);
    Scene& scene = *scenes[problem.scene];
    scene.begin({meshes, true});
    // All generators of random numbers get their seeds from this one, in the order in which they are made.
    ompl::RNG::setSeed(seed);
    const ob::StateSpacePtr space = makeSpace(dofs);
    og::SimpleSetup setup(space);
    std::vector<double> q(dofs.size());
    std::size_t tested = 0;
    setup.setStateValidityChecker([&](const ob::State* state) {
      tested++;
      values.read(*space, state, q);
      scene.configure(q, true);
      return !scene.firstCollision();
    });
    setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
    if (step > 0) setStep(*space, values.compound, step);
    ob::ScopedState<> from(space), to(space);
    values.write(*space, problem.from, from.get());
    values.write(*space, problem.to, to.get());
    setup.setStartAndGoalStates(from, to);
    setup.setup();

    const double wall = wallMilliseconds();
    const double begin = cpuMicroseconds();
    const bool solved = setup.solve(seconds) == ob::PlannerStatus::EXACT_SOLUTION;
    const double middle = cpuMicroseconds();
    const std::size_t testedPlanning = tested;
    double before = 0;
    if (solved) {
      before = setup.getSolutionPath().length();
      const double left = std::max(0.0, seconds - (wallMilliseconds() - wall) / 1000);
      setup.simplifySolution(ob::timedPlannerTerminationCondition(left));
    }
    const double end = cpuMicroseconds();
    const double took = wallMilliseconds() - wall;
    std::cout << "{\"solved\":" << (solved ? "true" : "false") << ",\"cpu\":" << (end - begin) / 1000
              << ",\"planning\":" << (middle - begin) / 1000 << ",\"wall\":" << took
              << ",\"tested\":" << tested << ",\"testedPlanning\":" << testedPlanning
              << ",\"before\":" << before << ",\"waypoints\":[";
    if (solved) printPath(values, *space, setup.getSolutionPath());
    std::cout << "]}" << std::endl;
  }

  void printPath(const Values& values, const ob::StateSpace& space, og::PathGeometric& path) const {
    std::vector<double> q(dofs.size()), before;
    for (std::size_t i = 0; i < path.getStateCount(); i++) {
      values.read(space, path.getState(static_cast<unsigned>(i)), q);
      if (i > 0) values.runOn(before, q);
      before = q;
      std::cout << (i ? ",[" : "[");
      for (std::size_t d = 0; d < q.size(); d++) std::cout << (d ? "," : "") << q[d];
      std::cout << "]";
    }
  }

  double judge(Scene& scene, const std::vector<std::vector<double>>& path, double step, bool meshes) {
    scene.begin({meshes, true});
    std::vector<double> q(dofs.size());
    for (std::size_t i = 0; i + 1 < path.size(); i++) {
      double length = 0;
      for (std::size_t d = 0; d < q.size(); d++) length += std::pow(path[i + 1][d] - path[i][d], 2);
      const int n = std::max(1, static_cast<int>(std::ceil(std::sqrt(length) / step)));
      for (int k = 0; k <= n; k++) {
        const double t = static_cast<double>(k) / n;
        for (std::size_t d = 0; d < q.size(); d++) {
          q[d] = path[i][d] + t * (path[i + 1][d] - path[i][d]);
        }
        scene.configure(q, true);
        if (scene.firstCollision()) return static_cast<double>(i) + t;
      }
    }
    return -1;
  }

  void judgeAll(const std::string& name, double step, bool meshes) {
    std::ifstream file(name, std::ios::binary);
    std::vector<double> answers;
    const std::int32_t count = readValues<std::int32_t>(file, 1)[0];
    for (std::int32_t i = 0; i < count; i++) {
      const auto head = readValues<std::int32_t>(file, 2);
      std::vector<std::vector<double>> path;
      for (std::int32_t k = 0; k < head[1]; k++) path.push_back(readValues<double>(file, dofs.size()));
      answers.push_back(judge(*scenes[static_cast<std::size_t>(head[0])], path, step, meshes));
    }
    printAnswers(answers);
  }
};

}  // namespace

int main(int argc, char** argv) {
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  std::ifstream file = openData(argc, argv);
  const auto counts = readValues<std::int32_t>(file, 4);
  const double start = cpuMicroseconds();
  std::vector<Shape> shapes;
  for (std::int32_t i = 0; i < counts[0]; i++) shapes.push_back(readShape(file));
  const double shaped = cpuMicroseconds();
  Planning planning;
  for (std::int32_t i = 0; i < counts[1]; i++) planning.scenes.emplace_back(new Scene(file, shapes));
  const double placed = cpuMicroseconds();
  for (std::int32_t d = 0; d < counts[3]; d++) {
    const bool continuous = readValues<std::int32_t>(file, 1)[0] != 0;
    const auto limits = readValues<double>(file, 2);
    planning.dofs.push_back({continuous, limits[0], limits[1]});
  }
  for (std::int32_t i = 0; i < counts[2]; i++) {
    Problem problem;
    problem.scene = static_cast<std::size_t>(readValues<std::int32_t>(file, 1)[0]);
    problem.from = readValues<double>(file, planning.dofs.size());
    problem.to = readValues<double>(file, planning.dofs.size());
    planning.problems.push_back(problem);
  }
  printReady();

  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command, boxes;
    words >> command;
    if (command == "space") {
      const ob::StateSpacePtr space = makeSpace(planning.dofs);
      space->setup();
      std::cout << "{\"step\":" << space->getLongestValidSegmentFraction() * space->getMaximumExtent()
                << ",\"extent\":" << space->getMaximumExtent()
                << ",\"shapes\":" << (shaped - start) / 1000
                << ",\"scenes\":" << (placed - shaped) / 1000 << "}" << std::endl;
    } else if (command == "plan") {
      std::size_t problem = 0;
      double step = 0, seconds = 10;
      unsigned seed = 1;
      words >> problem >> step >> seed >> seconds >> boxes;
      if (problem < planning.problems.size()) {
        planning.plan(planning.problems[problem], step, seed, seconds, boxes == "mesh");
      } else {
        printError();
      }
    } else if (command == "judge") {
      std::string name;
      double step = 0.0005;
      words >> step >> boxes >> std::ws;
      std::getline(words, name);
      planning.judgeAll(name, step, boxes == "mesh");
    } else {
      printError();
    }
  }
  return 0;
}
