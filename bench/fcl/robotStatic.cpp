// Static checks of a robot among obstacles on FCL 0.7, driven over standard input so that its
// rounds can alternate with those of other engines.
//
//   robotStatic DATA
//
// DATA is little-endian: int32 scenes; per scene int32 bodies, pairs, configurations, then
//   per body int32 kind (0 mesh, 1 box, 2 cylinder), moving (0 or 1), vertices, triangles; a mesh's
//     float64 vertices and int32 corners; else three float64: edge lengths, or radius and length;
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
#include <memory>
#include <sstream>
#include <string>

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>

#include "common.h"

namespace {

using Pose = fcl::Transform3d;
using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

struct Body {
  bool moving = false;
  Geometry geometry, boxAsMesh;
  std::unique_ptr<fcl::CollisionObjectd> object, meshObject;
};

struct Settings {
  bool meshes, tight;
};

Geometry buildMesh(const Mesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  buildModel(mesh, *model);
  return model;
}

Mesh boxMesh(double x, double y, double z) {
  Mesh mesh;
  for (int i = 0; i < 8; i++) {
    mesh.vertices.emplace_back(i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2);
  }
  for (std::size_t axis = 0; axis < 3; axis++) {
    const std::size_t u = std::size_t{1} << (axis + 1) % 3, v = std::size_t{1} << (axis + 2) % 3;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1} << axis}) {
      mesh.triangles.emplace_back(side, side + u, side + u + v);
      mesh.triangles.emplace_back(side, side + u + v, side + v);
    }
  }
  return mesh;
}

struct Scene {
  std::vector<Body> bodies;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::int32_t> colliding;
  std::vector<Pose, Eigen::aligned_allocator<Pose>> poses;  // per configuration, per body
  // Scratch.
  std::vector<fcl::CollisionObjectd*> objects;
  std::vector<fcl::AABBd> bounds;
  std::vector<std::pair<double, std::size_t>> order;
  std::size_t suspect = 0;  // the pair that collided last: the first to be tried next time

  explicit Scene(std::ifstream& file) {
    const auto counts = readValues<std::int32_t>(file, 3);
    for (std::int32_t i = 0; i < counts[0]; i++) bodies.push_back(readBody(file));
    const auto indices = readValues<std::int32_t>(file, 2 * static_cast<std::size_t>(counts[1]));
    for (std::size_t i = 0; i < indices.size(); i += 2) pairs.emplace_back(indices[i], indices[i + 1]);
    colliding = readValues<std::int32_t>(file, static_cast<std::size_t>(counts[2]));
    for (std::size_t i = 0; i < colliding.size() * bodies.size(); i++) {
      poses.push_back(poseFrom(readValues<double>(file, 12)));
    }
    bounds.resize(bodies.size());
    order.resize(pairs.size());
  }

  static Body readBody(std::ifstream& file) {
    Body body;
    const auto head = readValues<std::int32_t>(file, 4);
    body.moving = head[1] != 0;
    if (head[0] == 0) {
      body.geometry = buildMesh(readMesh(file, head[2], head[3]));
    } else {
      const auto v = readValues<double>(file, 3);
      if (head[0] == 1) {
        body.geometry = std::make_shared<fcl::Boxd>(v[0], v[1], v[2]);
        body.boxAsMesh = buildMesh(boxMesh(v[0], v[1], v[2]));
        body.meshObject.reset(new fcl::CollisionObjectd(body.boxAsMesh));
      } else {
        body.geometry = std::make_shared<fcl::Cylinderd>(v[0], v[1]);
      }
    }
    body.object.reset(new fcl::CollisionObjectd(body.geometry));
    return body;
  }

  // What stands still is placed once.
  void begin(const Settings& settings) {
    objects.clear();
    for (Body& body : bodies) {
      objects.push_back(settings.meshes && body.meshObject ? body.meshObject.get()
                                                           : body.object.get());
    }
    suspect = 0;
    for (std::size_t i = 0; i < bodies.size(); i++) {
      if (!bodies[i].moving) place(i, poses[i], true);
    }
  }

  void place(std::size_t i, const Pose& pose, bool tight) {
    fcl::CollisionObjectd& object = *objects[i];
    object.setTransform(pose);
    if (tight) {
      const fcl::AABBd& local = object.collisionGeometry()->aabb_local;
      const fcl::Vector3d centre = pose * local.center();
      const fcl::Vector3d half = pose.linear().cwiseAbs() * (0.5 * (local.max_ - local.min_));
      bounds[i] = fcl::AABBd(centre - half, centre + half);
    } else {
      object.computeAABB();
      bounds[i] = object.getAABB();
    }
  }

  void configure(std::size_t configuration, bool tight) {
    const Pose* at = &poses[configuration * bodies.size()];
    for (std::size_t i = 0; i < bodies.size(); i++) {
      if (bodies[i].moving) place(i, at[i], tight);
    }
  }

  bool collides(std::size_t pair) const {
    const auto [a, b] = pairs[pair];
    if (!bounds[a].overlap(bounds[b])) return false;
    const fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    fcl::collide(objects[a], objects[b], request, result);
    return result.isCollision();
  }

  bool firstCollision() {
    if (collides(suspect)) return true;
    for (std::size_t i = 0; i < pairs.size(); i++) {
      if (i == suspect || !collides(i)) continue;
      suspect = i;
      return true;
    }
    return false;
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
