// Static checks of a robot among obstacles on FCL 0.7, driven over standard input so that its
// rounds can alternate with those of other engines.
//
//   robotStatic DATA
//
// DATA is little-endian: int32 scenes; per scene int32 bodies, pairs, configurations, then
//   per body int32 moving (0 or 1), then what readShape of bodies.h reads;
//   per pair int32 two bodies; per configuration int32 1 where it is known to collide, else 0;
//   per configuration and body float64 R (row-major, 9) and T (3), the body in the world.
//
// One command per line, one line of JSON per answer:
//   QUERY BOXES BOUNDS SET REPEATS   query every configuration of the set REPEATS times
//   answers                          the answers of the last query, one number per configuration
// QUERY is collide (1 or 0, stops at the first pair found) or distance (the smallest over all
// pairs, not above 0 where one collides). BOXES is primitive, or mesh: as twelve triangles. BOUNDS
// is fcl, the boxes of CollisionObject::computeAABB, or tight: around the turned box of the body.
// SET is all, free or colliding. Times are CPU microseconds of this process per configuration;
// placing the bodies and their bounds is part of them, kinematics is not.

#include <algorithm>
#include <sstream>
#include <string>

#include <fcl/narrowphase/distance.h>

#include "bodies.h"

namespace {

struct Scene : Bodies {
  std::vector<std::int32_t> colliding;
  Poses poses;  // per configuration, per body
  std::vector<std::pair<double, std::size_t>> order;

  explicit Scene(std::ifstream& file) {
    const auto counts = readValues<std::int32_t>(file, 3);
    for (std::int32_t i = 0; i < counts[0]; i++) {
      const bool moving = readValues<std::int32_t>(file, 1)[0] != 0;
      add(readShape(file), moving);
    }
    readPairs(file, counts[1]);
    colliding = readValues<std::int32_t>(file, static_cast<std::size_t>(counts[2]));
    for (std::size_t i = 0; i < colliding.size() * bodies.size(); i++) {
      poses.push_back(poseFrom(readValues<double>(file, 12)));
    }
    order.resize(pairs.size());
  }

  // What stands still is placed once.
  void begin(const Settings& settings) {
    choose(settings);
    for (std::size_t i = 0; i < bodies.size(); i++) {
      if (!bodies[i].moving) place(i, poses[i], true);
    }
  }

  void configure(std::size_t configuration, bool tight) {
    const Pose* at = &poses[configuration * bodies.size()];
    for (std::size_t i = 0; i < bodies.size(); i++) {
      if (bodies[i].moving) place(i, at[i], tight);
    }
  }

  // Nearest bounds first; the result carries the smallest distance so far from pair to pair, which
  // FCL's traversals use to leave out what is farther.
  double smallestDistance() {
    for (std::size_t i = 0; i < pairs.size(); i++) {
      order[i] = {bounds[pairs[i].first].distance(bounds[pairs[i].second]), i};
    }
    std::sort(order.begin(), order.end());
    const fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    for (const auto& [bound, pair] : order) {
      if (bound >= result.min_distance || result.min_distance <= 0) break;
      fcl::distance(objects[pairs[pair].first], objects[pairs[pair].second], request, result);
    }
    return result.min_distance;
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file = openData(argc, argv);
  std::vector<std::unique_ptr<Scene>> scenes;
  const std::int32_t count = readValues<std::int32_t>(file, 1)[0];
  for (std::int32_t i = 0; i < count; i++) scenes.emplace_back(new Scene(file));
  std::vector<double> answers;
  printReady();

  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string query, boxes, bounds, set;
    std::size_t repeats = 1;
    words >> query >> boxes >> bounds >> set >> repeats;
    if (query == "answers") {
      printAnswers(answers);
      continue;
    }
    if (query != "collide" && query != "distance") {
      printError();
      continue;
    }
    const Settings settings{boxes == "mesh", bounds == "tight"};
    const bool distance = query == "distance";
    const double start = cpuMicroseconds();
    for (std::size_t r = 0; r < repeats; r++) {
      answers.clear();
      for (const auto& scene : scenes) {
        scene->begin(settings);
        for (std::size_t i = 0; i < scene->colliding.size(); i++) {
          if (set != "all" && (set == "colliding") != (scene->colliding[i] != 0)) continue;
          scene->configure(i, settings.tight);
          answers.push_back(distance ? scene->smallestDistance() : scene->firstCollision());
        }
      }
    }
    printTime(cpuMicroseconds() - start, repeats, answers);
  }
  return 0;
}
