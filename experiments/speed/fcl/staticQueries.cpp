// Static queries between two triangle meshes on FCL 0.7, driven over standard input so that its
// rounds can alternate with those of other engines.
//
//   staticQueries DATA
//
// DATA is little-endian: int32 vertices and triangles of A, then of B, int32 placements; float64
// vertices and int32 corners of A; the same of B; per placement float64 R (row-major, 9), T (3) and
// mu, the threshold of the tolerance query. A point b of B lies at R*b + T in A's frame.
//
// One command per line, one line of JSON per answer:
//   QUERY VOLUME STRIDE REPEATS   query every STRIDE-th placement REPEATS times
//   answers                       the answers of the last query, one number per placement asked
// QUERY is collide, distance (with nearest points), distanceOnly (without), approximate (relative
// error 0.25, with nearest points) or tolerance (is the distance at least mu?). VOLUME is OBB, RSS,
// OBBRSS or kIOS, where FCL offers that query for it. Times are CPU microseconds of this process
// per query.

#include <limits>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "common.h"

namespace {

using Pose = fcl::Transform3d;

const Pose origin = Pose::Identity();

// Two models with the same kind of bounding volume, and the queries on them.
struct Pair {
  virtual ~Pair() = default;
  virtual double ask(const std::string& query, const Pose& pose, double mu) const = 0;
};

// Relative error 0.25. A DistanceRequest has a field for it, but FCL's traversal of two meshes
// copies that field before the request arrives, so it has to be set on the traversal itself.
template <typename Node, typename BV>
double approximateDistance(const fcl::BVHModel<BV>& a, const fcl::BVHModel<BV>& b,
                           const Pose& pose) {
  const fcl::DistanceRequestd request(true);
  fcl::DistanceResultd result;
  Node node;
  fcl::detail::initialize(node, a, origin, b, pose, request, result);
  node.rel_err = 0.25;
  node.abs_err = std::numeric_limits<double>::max();  // a stop must satisfy both errors
  fcl::detail::distance(static_cast<fcl::detail::DistanceTraversalNodeBase<double>*>(&node));
  return result.min_distance;
}

double approximateDistance(const fcl::BVHModel<fcl::RSSd>& a, const fcl::BVHModel<fcl::RSSd>& b,
                           const Pose& pose) {
  return approximateDistance<fcl::detail::MeshDistanceTraversalNodeRSS<double>>(a, b, pose);
}

double approximateDistance(const fcl::BVHModel<fcl::OBBRSSd>& a,
                           const fcl::BVHModel<fcl::OBBRSSd>& b, const Pose& pose) {
  return approximateDistance<fcl::detail::MeshDistanceTraversalNodeOBBRSS<double>>(a, b, pose);
}

template <typename BV>
double approximateDistance(const fcl::BVHModel<BV>&, const fcl::BVHModel<BV>&, const Pose&) {
  return -1;
}

template <typename BV>
struct PairOf : Pair {
  fcl::BVHModel<BV> a, b;

  PairOf(const Mesh& meshA, const Mesh& meshB) {
    buildModel(meshA, a);
    buildModel(meshB, b);
  }

  double distance(const Pose& pose, bool points) const {
    const fcl::DistanceRequestd request(points);
    fcl::DistanceResultd result;
    fcl::distance(&a, origin, &b, pose, request, result);
    return result.min_distance;
  }

  double ask(const std::string& query, const Pose& pose, double mu) const override {
    switch (query[0]) {
      case 'c': {
        const fcl::CollisionRequestd request(1, false);
        fcl::CollisionResultd result;
        fcl::collide(&a, origin, &b, pose, request, result);
        return result.isCollision() ? 1 : 0;
      }
      case 't': {
        // A distance already known to be mu makes the traversal skip all that is farther.
        const fcl::DistanceRequestd request(false);
        fcl::DistanceResultd result(mu);
        fcl::distance(&a, origin, &b, pose, request, result);
        return result.min_distance >= mu ? 1 : 0;
      }
      case 'a':
        return approximateDistance(a, b, pose);
      default:
        return distance(pose, query == "distance");
    }
  }
};

std::unique_ptr<Pair> buildPair(const std::string& volume, const Mesh& a, const Mesh& b) {
  if (volume == "OBB") return std::unique_ptr<Pair>(new PairOf<fcl::OBBd>(a, b));
  if (volume == "RSS") return std::unique_ptr<Pair>(new PairOf<fcl::RSSd>(a, b));
  if (volume == "kIOS") return std::unique_ptr<Pair>(new PairOf<fcl::kIOSd>(a, b));
  if (volume == "OBBRSS") return std::unique_ptr<Pair>(new PairOf<fcl::OBBRSSd>(a, b));
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file = openData(argc, argv);
  const auto counts = readValues<std::int32_t>(file, 5);
  const Mesh a = readMesh(file, counts[0], counts[1]);
  const Mesh b = readMesh(file, counts[2], counts[3]);
  std::vector<Pose, Eigen::aligned_allocator<Pose>> poses;
  std::vector<double> mus;
  for (std::int32_t i = 0; i < counts[4]; i++) {
    const auto v = readValues<double>(file, 13);
    poses.push_back(poseFrom(v));
    mus.push_back(v[12]);
  }

  std::map<std::string, std::unique_ptr<Pair>> pairs;
  std::vector<double> answers;
  printReady();

  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string query, volume;
    std::size_t stride = 1, repeats = 1;
    words >> query >> volume >> stride >> repeats;
    if (query == "answers") {
      printAnswers(answers);
      continue;
    }
    if (pairs.find(volume) == pairs.end()) pairs[volume] = buildPair(volume, a, b);
    const Pair* pair = pairs[volume].get();
    if (!pair || stride == 0) {
      printError();
      continue;
    }
    answers.assign((poses.size() + stride - 1) / stride, 0);
    const double start = cpuMicroseconds();
    for (std::size_t r = 0; r < repeats; r++) {
      for (std::size_t i = 0, k = 0; i < poses.size(); i += stride, k++) {
        answers[k] = pair->ask(query, poses[i], mus[i]);
      }
    }
    printTime(cpuMicroseconds() - start, repeats, answers);
  }
  return 0;
}
