// Writes server/dist/api-docs/wire-schemas.json: the JSON schemas of contract/'s wire types, from its compiled
// declarations, for the OpenAPI document.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createGenerator } from 'ts-json-schema-generator';

const contract = fileURLToPath(new URL('../../contract/', import.meta.url));
const target = fileURLToPath(new URL('../dist/api-docs/wire-schemas.json', import.meta.url));

const EXPORTED_TYPE = /^export (?:interface|type) (\w+)(?!\w*\s*<)/gm;
const names = readdirSync(join(contract, 'dist'))
  .filter((file) => /wire.*\.d\.ts$/.test(file))
  .flatMap((file) => [
    ...readFileSync(join(contract, 'dist', file), 'utf8').matchAll(EXPORTED_TYPE),
  ])
  .map(([, name]) => name);

const generator = createGenerator({
  path: join(contract, 'dist/index.d.ts'),
  tsconfig: join(contract, 'tsconfig.json'),
  expose: 'export',
  jsDoc: 'extended',
  additionalProperties: false,
  skipTypeCheck: true,
});
const schemas = Object.assign({}, ...names.map((name) => generator.createSchema(name).definitions));

// A type that only gives a generic one a name holds what that one is: `RecordChange<FamilyRequest>` is no name in OpenAPI.
for (const [name, { $ref, ...rest }] of Object.entries(schemas)) {
  const target = decodeURIComponent($ref?.replace('#/definitions/', '') ?? '');
  if (target.includes('<')) schemas[name] = { ...schemas[target], ...rest };
}
for (const name of Object.keys(schemas)) if (name.includes('<')) delete schemas[name];

/** Dates travel as ISO 8601 in UTC: what a property is named says so. */
const json = JSON.stringify(schemas, (key, value) =>
  /(Date|At)$/.test(key) && [value?.type].flat().includes('string')
    ? { ...value, format: 'date-time' }
    : value,
).replaceAll('#/definitions/', '#/components/schemas/');

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, json);
console.log(`wire schemas: ${Object.keys(schemas).length}`);
