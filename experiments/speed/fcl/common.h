// What the FCL programs share: reading the data file, models, CPU time, answers.

#ifndef SUREPATH_BENCH_COMMON_H
#define SUREPATH_BENCH_COMMON_H

#include <time.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>

struct Mesh {
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
};

inline double cpuMicroseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

template <typename T>
std::vector<T> readValues(std::ifstream& file, std::size_t count) {
  std::vector<T> values(count);
  file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(T)));
  if (!file) {
    std::cerr << "the data file is too short\n";
    std::exit(2);
  }
  return values;
}

inline Mesh readMesh(std::ifstream& file, std::int32_t vertexCount, std::int32_t triangleCount) {
  Mesh mesh;
  const auto xyz = readValues<double>(file, 3 * static_cast<std::size_t>(vertexCount));
  const auto corners = readValues<std::int32_t>(file, 3 * static_cast<std::size_t>(triangleCount));
  for (std::size_t i = 0; i < xyz.size(); i += 3) {
    mesh.vertices.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
  }
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    mesh.triangles.emplace_back(corners[i], corners[i + 1], corners[i + 2]);
  }
  return mesh;
}

// The first 12 of some numbers: R row by row, then T.
inline fcl::Transform3d poseFrom(const std::vector<double>& v) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  pose.linear() << v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8];
  pose.translation() << v[9], v[10], v[11];
  return pose;
}

template <typename BV>
void buildModel(const Mesh& mesh, fcl::BVHModel<BV>& model) {
  model.beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
  model.addSubModel(mesh.vertices, mesh.triangles);
  model.endModel();
}

inline std::ifstream openData(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " DATA\n";
    std::exit(2);
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::cerr << "cannot read " << argv[1] << "\n";
    std::exit(2);
  }
  return file;
}

inline void printReady() { std::cout << std::setprecision(17) << "{\"ready\":true}" << std::endl; }

inline void printAnswers(const std::vector<double>& answers) {
  std::cout << "[";
  for (std::size_t i = 0; i < answers.size(); i++) std::cout << (i ? "," : "") << answers[i];
  std::cout << "]" << std::endl;
}

inline void printError() { std::cout << "{\"error\":\"unknown command\"}" << std::endl; }

// The time per answer; the sum keeps the compiler from dropping the work.
inline void printTime(double spent, std::size_t repeats, const std::vector<double>& answers) {
  double checksum = 0;
  for (const double answer : answers) checksum += answer;
  std::cout << "{\"microseconds\":" << spent / static_cast<double>(repeats * answers.size())
            << ",\"checksum\":" << checksum << "}" << std::endl;
}

#endif
