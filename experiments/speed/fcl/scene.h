// A robot among obstacles: bodies that ride on joints, and their places at a configuration.

#ifndef SUREPATH_BENCH_SCENE_H
#define SUREPATH_BENCH_SCENE_H

#include <cmath>

#include "bodies.h"

struct Joint {
  int parent, kind, dof;
  double multiplier, offset;
  // Rotation at value v: still + cos(v) cosine + sin(v) sine.
  Eigen::Matrix3d still, cosine, sine;
  Eigen::Vector3d origin, slide;
};

// Little-endian: int32 joints, bodies, pairs;
//   per joint, parents first, int32 parent (-1 the world), kind (1 turns, 2 slides), degree of
//     freedom, float64 multiplier, offset, pose at value 0 in the parent's frame (12), axis (3);
//   per body int32 shape, joint (-1 the world), float64 pose in the joint's frame (12);
//   per pair int32 two bodies.
// Poses are R row by row, then T.
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

#endif
