/** For Node: cells and paths from files of the disk, with the packages of ROS found. */
export { DISK, isFolder, readBytes, readReferred } from './disk.ts';
export {
  cellSourceOf,
  type LoadCellOptions,
  type LoadedPath,
  type LoadPathOptions,
  loadCell,
  loadPath,
  pathFrom,
  robotFolderOf,
} from './load.ts';
export { findPackage, packagesBelow } from './packages.ts';
