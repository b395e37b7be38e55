import base from './jest.config.js';

/** The suite of faults: `npm run test:reliability`. */
export default {
  ...base,
  roots: ['<rootDir>/test/reliability'],
  testMatch: ['**/*.reliability.ts'],
  reporters: ['default', '<rootDir>/test/reliability/table-reporter.mjs'],
  // A net for what hangs; every wait inside ends earlier with words of its own.
  testTimeout: 900_000,
  // After a failure families may still wait for what will never come.
  forceExit: true,
};
