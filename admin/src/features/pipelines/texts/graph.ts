export const texts = {
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fit: 'Fit to view',
  remove: 'Remove',
  dependsOn: (step: string, dependency: string) => `${step} depends on ${dependency}`,
  loopsTo: (step: string, target: string) => `${step} loops to ${target}`,
  after: (steps: readonly string[]) => `after ${steps.join(' and ')}`,
  loop: 'loop',
  upToTurns: (turns: string) => `up to ${turns} ${turns === '1' ? 'turn' : 'turns'}`,
} as const;
