/**
 * Ports from 1024 to which a hosted sandbox does not send: those that the Fetch Standard blocks, and those of
 * databases, caches, queues and remote control. A receiver on such a port must use another one.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  // https://fetch.spec.whatwg.org/#port-blocking
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
  ],
  ...[1433, 1434, 1521, 3050, 3306, 5432, 5433, 5984, 6432, 7000, 7001, 7473, 7474, 7687, 8529, 9042, 9160], // databases
  ...[26_257, 27_017, 27_018, 27_019, 28_015, 33_060, 50_000], // more databases
  ...[6379, 6380, 11_211, 11_212, 16_379, 26_379], // caches
  ...[1883, 4222, 4369, 5671, 5672, 8883, 9092, 9093, 15_672, 25_672, 61_613, 61_616], // queues
  ...[9200, 9300, 8983], // search
  ...[2375, 2376, 2377, 2379, 2380, 4243, 6443, 8200, 8300, 8301, 8500, 8600, 10_250, 10_255, 10_256], // clusters
  ...[1080, 1194, 2181, 3128, 3389, 5900, 5901, 5985, 5986], // proxies, remote control
]);

/** Whether receivers may use a port: 443, 80, or one from 1024 that no other service uses. */
export const isPortForReceivers = (port: number): boolean =>
  port === 443 || port === 80 || (port >= 1024 && !REFUSED_PORTS.has(port));
