import fc from 'fast-check';

// In CI, the cases are the same each time. Everywhere else they are new, to find remaining bugs.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_120 });
