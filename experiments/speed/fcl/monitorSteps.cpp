// Distances between classes of bodies along motions, step by step, on FCL 0.7 with its broad-phase manager. Driven over
// standard input so that its rounds can alternate with those of other engines.
//
//   monitorSteps DATA
//
// DATA is little-endian: int32 shapes, scenes, motions, degrees of freedom; then
//   per shape what bodies.h reads;
//   per scene what scene.h reads, int32 classes, per body its class (-1: none);
//     int32 pairs of classes, per pair two classes;
//   per motion int32 scene, steps; float64 configurations.
//
// One command per line, one line of JSON per answer:
//   select M ...                  the motions that are asked about next, by number
//   run BOXES THRESHOLD REPEATS   steps through them REPEATS times; THRESHOLD in metres, 0 for none
//   answers                       the distances of the last run, per step and pair of classes; the threshold where
//                                 nothing is nearer
//   times BOXES THRESHOLD         per step the least microseconds over all runs on this selection
// Every class has a DynamicAABBTreeCollisionManager. A step computes the poses of what moves, updates the managers of what moves
// and asks for the distance of each pair of classes, nearest points included; bodies that are not tested against
// each other are passed over. BOXES (primitive, mesh) is as in robotStatic.cpp. Times of runs are CPU microseconds of
// this process per step.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/distance.h>

#include "scene.h"

namespace {

using Manager = fcl::DynamicAABBTreeCollisionManagerd;

double wallMicroseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

// What a distance query of a manager carries along.
struct Query {
  const std::vector<char>* tested;
  std::size_t bodies;
  fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
};

bool nearer(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data, double& distance) {
  Query& query = *static_cast<Query*>(data);
  const std::size_t i = reinterpret_cast<std::size_t>(a->getUserData());
  const std::size_t k = reinterpret_cast<std::size_t>(b->getUserData());
  if (!(*query.tested)[i * query.bodies + k]) return false;
  fcl::distance(a, b, query.request, query.result);
  distance = query.result.min_distance;
  return distance <= 0;
}

struct ClassedScene : Scene {
  std::vector<int> classOf;
  std::vector<std::pair<int, int>> classPairs;
  std::vector<char> tested;
  std::vector<std::unique_ptr<Manager>> managers;
  std::vector<bool> moves;  // per class

  ClassedScene(std::ifstream& file, const std::vector<Shape>& shapes) : Scene(file, shapes) {
    const int classes = readValues<std::int32_t>(file, 1)[0];
    classOf = readValues<std::int32_t>(file, bodies.size());
    moves.resize(static_cast<std::size_t>(classes), false);
    const int count = readValues<std::int32_t>(file, 1)[0];
    const auto numbers = readValues<std::int32_t>(file, 2 * static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      classPairs.emplace_back(numbers[i], numbers[i + 1]);
    }
    tested.resize(bodies.size() * bodies.size(), 0);
    for (const auto& [a, b] : pairs) {
      tested[a * bodies.size() + b] = tested[b * bodies.size() + a] = 1;
    }
    for (std::size_t i = 0; i < bodies.size(); i++) {
      if (classOf[i] >= 0 && bodies[i].moving) moves[static_cast<std::size_t>(classOf[i])] = true;
    }
  }

  void start(const Settings& settings) {
    begin(settings);
    managers.clear();
    for (std::size_t c = 0; c < moves.size(); c++) managers.emplace_back(new Manager);
    for (std::size_t i = 0; i < bodies.size(); i++) {
      objects[i]->setUserData(reinterpret_cast<void*>(i));
      objects[i]->computeAABB();
      if (classOf[i] >= 0) managers[static_cast<std::size_t>(classOf[i])]->registerObject(objects[i]);
    }
    for (const auto& manager : managers) manager->setup();
  }

  void step(const std::vector<double>& q, double threshold, std::vector<double>& answers) {
    configure(q, false);
    for (std::size_t c = 0; c < moves.size(); c++) {
      if (moves[c]) managers[c]->update();
    }
    const double unlimited = std::numeric_limits<double>::max();
    for (const auto& [a, b] : classPairs) {
      Query query{&tested, bodies.size(), fcl::DistanceRequestd(true),
                  fcl::DistanceResultd(threshold > 0 ? threshold : unlimited)};
      Manager* first = managers[static_cast<std::size_t>(a)].get();
      if (a == b) first->distance(&query, nearer);
      else first->distance(managers[static_cast<std::size_t>(b)].get(), &query, nearer);
      answers.push_back(query.result.min_distance);
    }
  }
};

struct Motion {
  std::size_t scene;
  std::vector<std::vector<double>> steps;
};

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file = openData(argc, argv);
  const auto counts = readValues<std::int32_t>(file, 4);
  std::vector<Shape> shapes;
  for (std::int32_t i = 0; i < counts[0]; i++) shapes.push_back(readShape(file));
  std::vector<std::unique_ptr<ClassedScene>> scenes;
  for (std::int32_t i = 0; i < counts[1]; i++) scenes.emplace_back(new ClassedScene(file, shapes));
  std::vector<Motion> motions;
  for (std::int32_t i = 0; i < counts[2]; i++) {
    const auto head = readValues<std::int32_t>(file, 2);
    Motion motion{static_cast<std::size_t>(head[0]), {}};
    for (std::int32_t k = 0; k < head[1]; k++) {
      motion.steps.push_back(readValues<double>(file, static_cast<std::size_t>(counts[3])));
    }
    motions.push_back(motion);
  }
  std::vector<std::size_t> selected;
  std::vector<double> answers;
  std::map<std::string, std::vector<double>> least;
  printReady();

  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command, boxes;
    words >> command;
    if (command == "select") {
      selected.clear();
      least.clear();
      for (std::size_t m; words >> m;) {
        if (m < motions.size()) selected.push_back(m);
      }
      std::cout << "{\"selected\":" << selected.size() << "}" << std::endl;
    } else if (command == "run" || command == "times") {
      std::string limit;
      std::size_t repeats = 1;
      words >> boxes >> limit;
      std::vector<double>& times = least[boxes + limit];
      if (command == "times") {
        printAnswers(times);
        continue;
      }
      words >> repeats;
      const double threshold = std::stod(limit);
      std::size_t steps = 0;
      double spent = 0;
      for (std::size_t r = 0; r < repeats; r++) {
        answers.clear();
        std::size_t at = 0;
        for (const std::size_t m : selected) {
          ClassedScene& scene = *scenes[motions[m].scene];
          scene.start({boxes == "mesh", false});
          const double begin = cpuMicroseconds();
          for (const auto& q : motions[m].steps) {
            const double before = wallMicroseconds();
            scene.step(q, threshold, answers);
            const double took = wallMicroseconds() - before;
            if (at == times.size()) times.push_back(took);
            times[at] = std::min(times[at], took);
            at++;
          }
          spent += cpuMicroseconds() - begin;
          steps += motions[m].steps.size();
        }
      }
      const std::vector<double> perStep(steps, 0);
      printTime(spent, 1, perStep);
    } else if (command == "answers") {
      printAnswers(answers);
    } else {
      printError();
    }
  }
  return 0;
}
