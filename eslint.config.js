import js from '@eslint/js';
import playwright from 'eslint-plugin-playwright';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Lines of code, without blank ones and comments, that one file may have. Longer files want to be two. */
const LONGEST_FILE = 250;
/** Tests are lists of cases; a table of cases is not better cut in two. */
const LONGEST_TEST = 400;

const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'server/test/**/*.ts', 'e2e/**/*.ts'];
const BROWSER_PROGRAMS = ['public-site/src/**/*.{ts,tsx}', 'admin/src/**/*.{ts,tsx}'];

function maxLines(max) {
  return { 'max-lines': ['error', { max, skipBlankLines: true, skipComments: true }] };
}

/** `test.skip` and its like: a test that is not run proves nothing, and one that is alone hides the others. */
const UNRUN_TESTS = {
  selector:
    'MemberExpression[object.name=/^(test|sessionTest|it|describe)$/][property.name=/^(skip|only|todo|fixme|failing|fails|skipIf|runIf)$/]',
  message: 'Every test runs: no skip, only, todo, fixme or condition.',
};

/**
 * A page is never read once and then judged: the reading is waited for, `await expect(locator).toHaveText(…)` or
 * `expect.poll`. What a page has sent by the time at which it says so stands in the database: that may be read once.
 */
const ONE_LOOK = {
  selector:
    'CallExpression[callee.name="expect"] AwaitExpression > CallExpression.argument:not([callee.object.name="database"]):not([callee.name="readFamily"])',
  message: 'A page is not read once: await expect(locator).…, or expect.poll(() => …).',
};

/** The product may not say itself what it is to say. What it says beyond the specification stands in `added`. */
const OWN_WORDS = {
  selector:
    'MemberExpression[object.name=/^(REPORT|SEARCH)_TEXTS$/]:not([property.name="added"]):not([property.name="columns"])',
  message: 'Words of the specification come from portal-specification.ts.',
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
    // A rule that is wrong for a file is changed here, where everybody sees it.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    // The whole schema stands in one migration.
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
      // Nest's modules and guards are classes that only carry a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `onClick={() => setOpen(true)}`, as React code is written everywhere.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest and TypeORM describe their options as classes and mean object literals.
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
    // Programs hand the whole of it to config/ and read nothing themselves.
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
          message: 'Pages call the typed functions of api/ (providers/ in the portal).',
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
      // Every button pressed again and again while it is busy: the click must not wait until it is free.
      'playwright/no-force-option': 'off',
      // Tables of cases tell two of them apart by a condition; what is expected must not hang on one.
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
