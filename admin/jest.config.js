/** Rules run in Node, components in jsdom: what needs a real browser stands in e2e/. */
const shared = {
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: {
            react: { runtime: 'automatic' },
            // What Vite puts in their places.
            optimizer: { globals: { vars: { 'import.meta.env.VITE_API_ORIGIN': '""' } } },
          },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // These are ES modules only, at least for browsers.
  transformIgnorePatterns: ['/node_modules/(?!(csv-stringify|react-hotkeys-hook)/)'],
  moduleNameMapper: {
    '\\.svg$': '<rootDir>/test/picture.ts',
    '^@kidlab/contract$': '<rootDir>/../contract/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

export default {
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'rules',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'components',
      testEnvironment: '<rootDir>/test/environment.ts',
      testMatch: ['<rootDir>/test/**/*.test.tsx'],
      setupFiles: ['<rootDir>/test/browser.ts'],
    },
  ],
};
