/** Rules run in Node, components in jsdom: what needs a real browser stands in e2e/. */
const shared = {
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  globals: { __API_ORIGIN__: '' },
  moduleNameMapper: {
    '\\.svg$': '<rootDir>/test/picture.ts',
    '^@kidlab/contract$': '<rootDir>/../contract/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

export default {
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'rules',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/src/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'components',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/test/**/*.test.tsx'],
      setupFiles: ['<rootDir>/test/browser.ts'],
    },
  ],
};
