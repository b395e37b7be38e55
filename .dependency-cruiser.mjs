/**
 * The allowed imports (docs/architecture.md). `npm run lint` fails on any other. Imports of types count too. A new
 * feature of the server starts with an empty list below.
 */
import { portalRules, TESTS } from './.dependency-cruiser.portal.mjs';

/** What each feature of the server may import, besides contract/, common/, config/ and audit/. */
const FEATURES = {
  'api-docs': ['auth', 'rate-limit'],
  audit: [],
  auth: ['users', 'rate-limit'],
  'bot-check': [],
  children: ['families'],
  confirmation: ['families', 'email'],
  email: [],
  families: ['guardians', 'children'],
  guardians: ['families'],
  health: [],
  metrics: ['email'],
  pages: ['registration'],
  'rate-limit': [],
  privacy: ['families', 'guardians', 'children', 'email', 'users', 'studies'],
  registration: ['families', 'guardians', 'children', 'email', 'bot-check', 'confirmation'],
  reports: ['families', 'guardians', 'children'],
  retention: ['email'],
  studies: ['families', 'guardians', 'children', 'email', 'rate-limit'],
  users: ['email'],
};
/** What every feature may import. */
const SHARED = ['common', 'config', 'audit'];

/** Rules of time and state that a test can call without any set-up. */
const PURE_RULES = `^server/src/(${[
  'confirmation/confirmation',
  'email/mail-times',
  'families/household',
  'studies/answers/answer-rules',
].join('|')})\\.ts$`;

const featureRules = Object.entries(FEATURES).map(([feature, known]) => ({
  name: `server-${feature}`,
  comment: `server/src/${feature} may import only: ${[...known, ...SHARED].join(', ')}.`,
  severity: 'error',
  from: { path: `^server/src/${feature}/`, pathNot: TESTS },
  to: { path: '^server/', pathNot: `^server/src/(${[feature, ...known, ...SHARED].join('|')})/` },
}));

/** The steps of the registration don't import each other. */
const STEPS = ['guardian', 'children', 'agreement'];
const stepRules = STEPS.map((step) => ({
  name: `step-${step}`,
  comment: 'A step does not import another step. What they share is beside their folders.',
  severity: 'error',
  from: { path: `^public-site/src/registration/${step}/` },
  to: {
    path: `^public-site/src/registration/(${STEPS.filter((other) => other !== step).join('|')})/`,
  },
}));

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Files in an import cycle can only be understood together.',
      severity: 'error',
      // Entities refer to each other in both directions, by type imports only.
      from: { pathNot: '\\.entity\\.ts$' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'The imported file does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
    {
      name: 'contract-knows-nothing',
      comment: 'contract/ is pure: no packages, no other folder, nothing of Node.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TESTS },
      to: { pathNot: '^contract/src/' },
    },
    {
      name: 'programs-apart',
      comment: 'The programs import contract/ and brand/, never each other.',
      severity: 'error',
      from: { path: '^(server|public-site|admin)/' },
      // Component tests take specified words from the same files as browser tests.
      to: {
        path: '^(server|public-site|admin|e2e|scripts)/',
        pathNot:
          '^($1/|e2e/(specification|portal-specification|portal-family-specification|support/people)\\.ts$)',
      },
    },
    {
      name: 'e2e-from-outside',
      comment:
        'Browser tests use the product as a browser does. They import only contract/ and the portal’s texts.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server|public-site|admin)/src/', pathNot: '^admin/src/texts/' },
    },
    ...featureRules,
    {
      name: 'server-features-are-listed',
      comment: 'Add a new feature to FEATURES in .dependency-cruiser.mjs, with what it may import.',
      severity: 'error',
      from: { path: '^server/src/app\\.module\\.ts$' },
      to: {
        path: '^server/src/[^/]+/',
        pathNot: `^server/src/(${[...Object.keys(FEATURES), ...SHARED, 'database'].join('|')})/`,
      },
    },
    {
      name: 'server-config',
      comment: 'config/ imports nothing else of the server.',
      severity: 'error',
      from: { path: '^server/src/config/', pathNot: TESTS },
      to: { path: '^server/', pathNot: '^server/src/config/' },
    },
    {
      name: 'server-common',
      comment: 'common/ imports config/ only.',
      severity: 'error',
      from: { path: '^server/src/common/', pathNot: TESTS },
      to: { path: '^server/', pathNot: '^server/src/(common|config)/' },
    },
    {
      name: 'server-database',
      comment:
        'database/ imports config/ and the client only. The data source lists the entities, and demo data is made of them.',
      severity: 'error',
      from: {
        path: '^server/src/database/',
        pathNot: [TESTS, '^server/src/database/(data-source|demo-data|demo/.*)\\.ts$'],
      },
      to: {
        path: '^server/',
        pathNot: '^server/src/(database/|config/|common/timed-client\\.ts$)',
      },
    },
    {
      name: 'server-data-source',
      comment: 'The data source imports entities, and nothing else of a feature.',
      severity: 'error',
      from: { path: '^server/src/database/data-source\\.ts$' },
      to: { path: '^server/', pathNot: '\\.entity\\.ts$|^server/src/(common|database|config)/' },
    },
    {
      name: 'reports-read-entities',
      comment:
        'reports/ only reads: it imports entities, SQL, rules and DTOs of families/, not services.',
      severity: 'error',
      from: { path: '^server/src/reports/', pathNot: TESTS },
      to: { path: '^server/src/families/', pathNot: '\\.(entity|sql|rules|dto)\\.ts$' },
    },
    {
      name: 'controllers-delegate',
      comment: 'A controller delegates: it imports no repository, no TypeORM and no entity.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: {
        path: '(/node_modules/|^node_modules/)(typeorm|@nestjs/typeorm|pg)/|\\.(entity|repository)\\.ts$',
      },
    },
    {
      name: 'entities-without-dto',
      comment: 'An entity imports no DTO and no service.',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '\\.(dto|service|controller|module)\\.ts$' },
    },
    {
      name: 'pure-rules',
      comment: 'Pure rules import no package, service or entity, and read no clock.',
      severity: 'error',
      from: { path: PURE_RULES },
      to: {
        path: '(/|^)node_modules/|/clock\\.ts$|\\.(entity|service|module)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-rules-without-node',
      comment: 'Pure rules import no package, service or entity, and read no clock.',
      severity: 'error',
      from: { path: PURE_RULES },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nodemailer-in-its-transport',
      comment: 'Only email/transports/ imports nodemailer: mail goes through the port.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/email/transports/|${TESTS}` },
      to: { path: '(/|^)node_modules/(@types/)?nodemailer/' },
    },
    {
      name: 'product-without-tests',
      comment: 'The product imports no test and no test helper.',
      severity: 'error',
      from: { path: '^(contract|server|public-site|admin)/src/', pathNot: TESTS },
      to: { path: `${TESTS}|^[^/]+/test/` },
    },
    ...stepRules,
    ...portalRules,
    {
      name: 'interface-parts',
      comment: 'Shared parts of the site import no step and no page.',
      severity: 'error',
      from: { path: '^public-site/src/(ui|api|site|bot-check)/' },
      to: { path: '^public-site/src/(registration|confirmation|invitation|landing|outcomes)/' },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^[^/]+/(dist|\\.cache|test-results|playwright-report)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
