/** Returns the CPU time of this process in milliseconds: of all its threads, in user and system mode. */
export function readProcessCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
