import fc from 'fast-check';

// Where a change is judged the same cases come each time; everywhere else new ones, so that somebody finds what is left.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_120 });
