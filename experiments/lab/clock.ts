/** CPU time of this process, user and system, all threads. */

export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export function cpuMilliseconds(): number {
  return cpuMicroseconds() / 1000;
}
