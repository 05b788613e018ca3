/** Numbers of the jobs of a run. */
export interface RunCounters {
  jobsCreated: number;
  jobsCompleted: number;
  jobsFailed: number;
  jobsSkipped: number;
  jobsCancelled: number;
}

/** Number of ended jobs. */
export function endedOf({ jobsCompleted, jobsFailed, jobsSkipped, jobsCancelled }: RunCounters): number {
  return jobsCompleted + jobsFailed + jobsSkipped + jobsCancelled;
}
