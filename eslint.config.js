import js from '@eslint/js';
import playwright from 'eslint-plugin-playwright';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The most lines of code in a file, without blank lines and comments. Split longer files. */
const LONGEST_FILE = 250;
/** Tests may be longer: splitting a table of cases would not make it clearer. */
const LONGEST_TEST = 400;

const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'server/test/**/*.ts', 'e2e/**/*.ts'];
const BROWSER_PROGRAMS = ['public-site/src/**/*.{ts,tsx}', 'admin/src/**/*.{ts,tsx}'];

function maxLines(max) {
  return { 'max-lines': ['error', { max, skipBlankLines: true, skipComments: true }] };
}

/** Skipped tests prove nothing, and `only` hides all other tests. */
const UNRUN_TESTS = {
  selector:
    'MemberExpression[object.name=/^(test|sessionTest|it|describe)$/][property.name=/^(skip|only|todo|fixme|failing|fails|skipIf|runIf)$/]',
  message: 'Every test runs: no skip, only, todo, fixme or condition.',
};

/**
 * Browser tests use retrying assertions: `await expect(locator).toHaveText(…)` or `expect.poll`. The database may be read
 * once, because a page reports success only after its data is stored.
 */
const ONE_LOOK = {
  selector:
    'CallExpression[callee.name="expect"] AwaitExpression > CallExpression.argument:not([callee.object.name="database"]):not([callee.name="readFamily"])',
  message: 'Use a retrying assertion: await expect(locator).…, or expect.poll(() => …).',
};

/** Lint judges the time of literals only. */
const MADE_PATTERN = {
  selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
  message: 'Write a regular expression as a literal: lint checks that it takes linear time.',
};

/** Tests take specified words from the specification, not from the product. The product's other words are in `added`. */
const OWN_WORDS = {
  selector:
    'MemberExpression[object.name=/^(REPORT|SEARCH)_TEXTS$/]:not([property.name="added"]):not([property.name="columns"])',
  message: 'Take specified words from portal-specification.ts.',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/.cache/',
    '**/coverage/',
    '**/test-results/',
    '**/playwright-report/',
  ]),
  {
    // Exceptions are made in this file, where everybody sees them.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    // The first migration makes the whole schema.
    ignores: ['server/src/database/migrations/**'],
    rules: maxLines(LONGEST_FILE),
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['*/tsconfig.json', '*/test/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Nest's modules are empty classes with a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Allows `onClick={() => setOpen(true)}`, the usual style in React.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest and TypeORM type their options as classes but take object literals.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: 'contract/(src|dist)', message: 'Import it from @kidlab/contract.' }],
        },
      ],
    },
  },
  {
    files: ['server/src/**/*.ts'],
    // These programs pass the environment to config/ and read nothing from it.
    ignores: [
      'server/src/config/**',
      'server/src/main.ts',
      'server/src/database/command.ts',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only server/src/config reads the environment.',
        },
      ],
    },
  },
  {
    files: ['server/src/**/*.ts', 'contract/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['{contract,server,admin,public-site}/src/**/*.{ts,tsx}'],
    // Masks a name that it escapes.
    ignores: TESTS.concat('server/src/email/transports/smtp-transport.ts'),
    rules: { 'no-restricted-syntax': ['error', MADE_PATTERN] },
  },
  {
    files: ['{contract,server,admin,public-site}/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: BROWSER_PROGRAMS,
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: BROWSER_PROGRAMS,
    ignores: ['public-site/src/api/**', 'admin/src/providers/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => ({
          name,
          message: 'Call a typed function of api/ (providers/ in the portal).',
        })),
      ],
    },
  },
  {
    files: TESTS,
    rules: {
      ...maxLines(LONGEST_TEST),
      'no-restricted-syntax': ['error', UNRUN_TESTS],
    },
  },
  {
    files: ['e2e/specs/**/*.ts', 'e2e/support/**/*.ts'],
    extends: [playwright.configs['flat/recommended']],
    settings: { playwright: { globalAliases: { test: ['sessionTest'] } } },
    rules: {
      'no-restricted-syntax': ['error', UNRUN_TESTS, ONE_LOOK, OWN_WORDS],
      'playwright/expect-expect': [
        'error',
        { assertFunctionPatterns: ['^expect', '^reach', '^walk', '^open', 'expect[A-Z]\\w*$'] },
      ],
      // Tests press busy buttons repeatedly: such a click must not wait until the button is enabled.
      'playwright/no-force-option': 'off',
      // A table of cases may branch on its case, but what is expected may not.
      'playwright/no-conditional-in-test': 'off',
      'playwright/no-conditional-expect': 'error',
      'playwright/consistent-spacing-between-blocks': 'off',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/no-wait-for-selector': 'error',
      'playwright/prefer-to-have-length': 'error',
      'playwright/prefer-to-have-count': 'error',
      'playwright/prefer-web-first-assertions': 'error',
      'playwright/prefer-locator': 'error',
      'playwright/no-useless-not': 'error',
      'playwright/require-to-pass-timeout': 'error',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'URLSearchParams',
          'performance',
          'AbortSignal',
          'AbortController',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'Buffer',
          'fetch',
          '__dirname',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
