import { cpus, freemem, loadavg, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How a machine, and this process on it, fared since the last reading. */
export interface MachineReading {
  /** Of all processors, 0 to 100. */
  cpuPercent: number;
  /** Over one minute; 0 where the system does not tell. */
  loadAverage: number;
  /** In use on the machine, in MiB. */
  memoryMb: number;
  /** Of this process, in MiB. */
  rssMb: number;
  /** Milliseconds by which timers came late. */
  eventLoopLagP50Ms: number;
  eventLoopLagP99Ms: number;
}

export interface MachineProbe {
  read(): MachineReading;
  stop(): void;
}

/** The histogram measures the wait between its timers: this much of each is no lag. */
const RESOLUTION_MS = 20;

/** Watches the machine until it is stopped. */
export function createMachineProbe(): MachineProbe {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let last = cpuTimes();

  function lagMs(percentile: number): number {
    if (delay.count === 0) return 0;
    return round(Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS));
  }

  return {
    read() {
      const now = cpuTimes();
      const total = now.total - last.total;
      const reading = {
        cpuPercent: total > 0 ? round((100 * (total - (now.idle - last.idle))) / total) : 0,
        loadAverage: round(loadavg()[0] ?? 0),
        memoryMb: mebibytes(totalmem() - freemem()),
        rssMb: mebibytes(process.memoryUsage.rss()),
        eventLoopLagP50Ms: lagMs(50),
        eventLoopLagP99Ms: lagMs(99),
      };
      last = now;
      delay.reset();
      return reading;
    },
    stop: () => void delay.disable(),
  };
}

function cpuTimes(): { total: number; idle: number } {
  let total = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    total += times.user + times.nice + times.sys + times.irq + times.idle;
    idle += times.idle;
  }
  return { total, idle };
}

const round = (value: number) => Math.round(value * 10) / 10;
const mebibytes = (bytes: number) => round(bytes / 2 ** 20);
