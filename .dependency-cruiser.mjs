/**
 * Who may know whom (docs/architecture.md): `npm run lint` fails when an import goes another way. Imports of types
 * count like any other. A new feature of the server starts with an empty list below.
 */
import { portalRules, TESTS } from './.dependency-cruiser.portal.mjs';

/** What each feature of the server may know besides contract/, common/, config/ and the audit trail. */
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
  privacy: ['families', 'guardians', 'children', 'email', 'users'],
  registration: ['families', 'guardians', 'children', 'email', 'bot-check', 'confirmation'],
  reports: ['families', 'guardians', 'children'],
  retention: ['email'],
  studies: ['families', 'guardians', 'children', 'email', 'rate-limit'],
  users: ['email'],
};
const SHARED = ['common', 'config', 'audit']; // What every feature may know.

/** Rules of time and state that a test can call without anything around them. */
const PURE_RULES = `^server/src/(${[
  'auth/staff-session',
  'common/age',
  'confirmation/confirmation',
  'email/mail-times',
  'families/household',
  'studies/answers/answer-rules',
].join('|')})\\.ts$`;

const featureRules = Object.entries(FEATURES).map(([feature, known]) => ({
  name: `server-${feature}`,
  comment: `server/src/${feature} may know only: ${[...known, ...SHARED].join(', ')}.`,
  severity: 'error',
  from: { path: `^server/src/${feature}/`, pathNot: TESTS },
  to: { path: '^server/', pathNot: `^server/src/(${[feature, ...known, ...SHARED].join('|')})/` },
}));

/** One folder of the public site's steps never knows another one's. */
const STEPS = ['guardian', 'children', 'agreement'];
const stepRules = STEPS.map((step) => ({
  name: `step-${step}`,
  comment: 'A step never knows another step; what they share stands beside them.',
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
      comment: 'Files that import each other can only be understood together.',
      severity: 'error',
      // Entities refer to each other in both directions; their imports of each other are types only.
      from: { pathNot: '\\.entity\\.ts$' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
    {
      name: 'contract-knows-nothing',
      comment: 'contract/ is pure: no package, no program, nothing of Node.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TESTS },
      to: { pathNot: '^contract/src/' },
    },
    {
      name: 'programs-apart',
      comment: 'The programs know contract/ and brand/, never each other.',
      severity: 'error',
      from: { path: '^(server|public-site|admin)/' },
      // Tests of components read the words of the specification where the journeys read them.
      to: {
        path: '^(server|public-site|admin|e2e|scripts)/',
        pathNot:
          '^($1/|e2e/(specification|portal-specification|portal-family-specification|support/people)\\.ts$)',
      },
    },
    {
      name: 'e2e-from-outside',
      comment:
        'The journeys know the product as a browser does; only words and paths come from contract/ and the portal’s texts.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server|public-site|admin)/src/', pathNot: '^admin/src/texts/' },
    },
    ...featureRules,
    {
      name: 'server-features-are-listed',
      comment:
        'A new feature is added to FEATURES in .dependency-cruiser.mjs, with what it may know.',
      severity: 'error',
      from: { path: '^server/src/app\\.module\\.ts$' },
      to: {
        path: '^server/src/[^/]+/',
        pathNot: `^server/src/(${[...Object.keys(FEATURES), ...SHARED, 'database'].join('|')})/`,
      },
    },
    {
      name: 'server-config',
      comment: 'config/ reads the environment and knows nobody.',
      severity: 'error',
      from: { path: '^server/src/config/', pathNot: TESTS },
      to: { path: '^server/', pathNot: '^server/src/config/' },
    },
    {
      name: 'server-common',
      comment: 'common/ knows config/ only.',
      severity: 'error',
      from: { path: '^server/src/common/', pathNot: TESTS },
      to: { path: '^server/', pathNot: '^server/src/(common|config)/' },
    },
    {
      name: 'server-database',
      comment:
        'database/ knows config/ only; the data source lists the entities, and demo data is made of them.',
      severity: 'error',
      from: {
        path: '^server/src/database/',
        pathNot: [TESTS, '^server/src/database/(data-source|demo-data|demo/.*)\\.ts$'],
      },
      to: { path: '^server/', pathNot: '^server/src/(database|config)/' },
    },
    {
      name: 'server-data-source',
      comment: 'The data source knows entities, and nothing else of a feature; common/ is none.',
      severity: 'error',
      from: { path: '^server/src/database/data-source\\.ts$' },
      to: { path: '^server/', pathNot: '\\.entity\\.ts$|^server/src/(common|database|config)/' },
    },
    {
      name: 'reports-read-entities',
      comment:
        'reports/ reads: it knows the entities of families/, their SQL, rules and DTOs, not their services.',
      severity: 'error',
      from: { path: '^server/src/reports/', pathNot: TESTS },
      to: { path: '^server/src/families/', pathNot: '\\.(entity|sql|rules|dto)\\.ts$' },
    },
    {
      name: 'controllers-delegate',
      comment:
        'A controller is a signature and one delegation: no repository, no TypeORM, no entity.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '(/node_modules/|^node_modules/)(typeorm|@nestjs/typeorm|pg)/|\\.entity\\.ts$' },
    },
    {
      name: 'entities-without-dto',
      comment: 'An entity knows no DTO and no service.',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '/dto/|-input\\.ts$|\\.(service|controller|module)\\.ts$' },
    },
    {
      name: 'pure-rules',
      comment:
        'Files of pure rules run no code of Nest, TypeORM, Node or a service, and ask no clock.',
      severity: 'error',
      from: { path: PURE_RULES },
      to: {
        path: '(/|^)node_modules/|/clock\\.ts$|\\.(entity|service|module)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-rules-without-node',
      comment:
        'Files of pure rules run no code of Nest, TypeORM, Node or a service, and ask no clock.',
      severity: 'error',
      from: { path: PURE_RULES },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nodemailer-in-its-transport',
      comment: 'nodemailer stays behind the port: email/transports/ only.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/email/transports/|${TESTS}` },
      to: { path: '(/|^)node_modules/(@types/)?nodemailer/' },
    },
    {
      name: 'product-without-tests',
      comment: 'The product knows no test and no test helper.',
      severity: 'error',
      from: { path: '^(contract|server|public-site|admin)/src/', pathNot: `${TESTS}|/testing/` },
      to: { path: `${TESTS}|/testing/|^server/test/` },
    },
    ...stepRules,
    ...portalRules,
    {
      name: 'interface-parts',
      comment: 'Parts of the interface and the calls know no step and no page.',
      severity: 'error',
      from: { path: '^public-site/src/(ui|api|site|bot-check)/' },
      to: { path: '^public-site/src/(registration|confirmation|outcomes)/' },
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
