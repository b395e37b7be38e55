/** Nest 12 and its friends are ES modules only; jest runs CommonJS, so those packages are transformed too. */
const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2023',
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

export default {
  rootDir: '.',
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  transform: { '^.+\\.(t|j|mj)s$': swc },
  transformIgnorePatterns: [
    '/node_modules/(?!(@faker-js|@nestjs|sql-template-tag|@seriousme|altcha-lib|uuid|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|temporal-polyfill|temporal-utils)/)',
  ],
  moduleNameMapper: {
    '^@kidlab/contract$': '<rootDir>/../contract/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  // Each file leaves its modules in the heap: a fresh worker costs less than collecting garbage in a large one.
  workerIdleMemoryLimit: '400MB',
  // A net for tests that hang, wide enough for a machine that is busy with other things.
  testTimeout: 120_000,
};
