// Bodies of FCL with the pairs of them that are tested: bounds first, then fcl::collide.

#ifndef SUREPATH_BENCH_BODIES_H
#define SUREPATH_BENCH_BODIES_H

#include <memory>
#include <utility>

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>

#include "common.h"

using Pose = fcl::Transform3d;
using Poses = std::vector<Pose, Eigen::aligned_allocator<Pose>>;

// A geometry, and the same as a mesh where it is a box.
struct Shape {
  std::shared_ptr<fcl::CollisionGeometryd> geometry, boxAsMesh;
};

// How boxes are taken, and which bounds are compared before a pair is asked about: the boxes of
// CollisionObject::computeAABB, or tight ones around the turned box of the body.
struct Settings {
  bool meshes, tight;
};

inline std::shared_ptr<fcl::CollisionGeometryd> buildMesh(const Mesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  buildModel(mesh, *model);
  return model;
}

inline Mesh boxMesh(double x, double y, double z) {
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

// int32 kind (0 mesh, 1 box, 2 cylinder), vertices, triangles; a mesh's float64 vertices and int32
// corners; else three float64: edge lengths, or radius and length.
inline Shape readShape(std::ifstream& file) {
  Shape shape;
  const auto head = readValues<std::int32_t>(file, 3);
  if (head[0] == 0) {
    shape.geometry = buildMesh(readMesh(file, head[1], head[2]));
    return shape;
  }
  const auto v = readValues<double>(file, 3);
  if (head[0] == 1) {
    shape.geometry = std::make_shared<fcl::Boxd>(v[0], v[1], v[2]);
    shape.boxAsMesh = buildMesh(boxMesh(v[0], v[1], v[2]));
  } else {
    shape.geometry = std::make_shared<fcl::Cylinderd>(v[0], v[1]);
  }
  return shape;
}

struct Bodies {
  struct Body {
    bool moving;
    std::unique_ptr<fcl::CollisionObjectd> object, meshObject;
  };
  std::vector<Body> bodies;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<fcl::CollisionObjectd*> objects;  // as the settings say
  std::vector<fcl::AABBd> bounds;
  std::size_t suspect = 0;  // the pair that collided last: the first to be tried next time

  void add(const Shape& shape, bool moving) {
    Body body;
    body.moving = moving;
    body.object.reset(new fcl::CollisionObjectd(shape.geometry));
    if (shape.boxAsMesh) body.meshObject.reset(new fcl::CollisionObjectd(shape.boxAsMesh));
    bodies.push_back(std::move(body));
    bounds.emplace_back();
  }

  void readPairs(std::ifstream& file, std::int32_t count) {
    const auto indices = readValues<std::int32_t>(file, 2 * static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < indices.size(); i += 2) pairs.emplace_back(indices[i], indices[i + 1]);
  }

  void choose(const Settings& settings) {
    objects.clear();
    for (Body& body : bodies) {
      const bool mesh = settings.meshes && body.meshObject;
      objects.push_back(mesh ? body.meshObject.get() : body.object.get());
    }
    suspect = 0;
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

  bool collides(std::size_t pair) const {
    const auto [a, b] = pairs[pair];
    if (!bounds[a].overlap(bounds[b])) return false;
    const fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    fcl::collide(objects[a], objects[b], request, result);
    return result.isCollision();
  }

  bool firstCollision() {
    if (pairs.empty()) return false;
    if (collides(suspect)) return true;
    for (std::size_t i = 0; i < pairs.size(); i++) {
      if (i == suspect || !collides(i)) continue;
      suspect = i;
      return true;
    }
    return false;
  }
};

#endif
