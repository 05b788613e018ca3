export interface RunCounters {
  jobsCreated: number;
  jobsCompleted: number;
  jobsFailed: number;
  jobsSkipped: number;
  jobsCancelled: number;
}

export function endedOf({ jobsCompleted, jobsFailed, jobsSkipped, jobsCancelled }: RunCounters): number {
  return jobsCompleted + jobsFailed + jobsSkipped + jobsCancelled;
}
