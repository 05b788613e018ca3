import { cpus, freemem, loadavg, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LAG_RESOLUTION_MS } from './telemetry/metrics.js';

/** Load of the machine and of this process since the last reading. */
export interface MachineReading {
  /** Average of all processors, 0 to 100. */
  cpuPercent: number;
  /** Over one minute; 0 if the system does not report it. */
  loadAverage: number;
  /** Used memory of the machine, in MiB. */
  memoryMb: number;
  /** Memory of this process, in MiB. */
  rssMb: number;
  /** Delay of timers, in milliseconds. */
  eventLoopLagP50Ms: number;
  eventLoopLagP99Ms: number;
}

export interface MachineProbe {
  read(): MachineReading;
  stop(): void;
}

/** Observes the machine until it is stopped. */
export function createMachineProbe(): MachineProbe {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  let last = cpuTimes();

  function lagMs(percentile: number): number {
    if (delay.count === 0) return 0;
    return round(Math.max(0, delay.percentile(percentile) / 1e6 - LAG_RESOLUTION_MS));
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
