// Tests the rules with packages that break them. Runs before this checkout's lock file is checked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supplyChainFaults } from './supply-chain.mjs';

const FINE = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };

const faultsOf = (entry, allowScripts = {}) =>
  supplyChainFaults(
    { lockfileVersion: 3, packages: { 'node_modules/x': entry } },
    { allowScripts },
  );

for (const [what, entry, text] of [
  ['from a repository', { ...FINE, resolved: 'git+ssh://git@example.org/x.git#abc' }, /elsewhere/],
  ['from a file', { ...FINE, resolved: 'file:../x.tgz' }, /elsewhere/],
  ['without a checksum', { ...FINE, integrity: undefined }, /no checksum/],
  ['with a weak checksum', { ...FINE, integrity: 'sha1-x' }, /weak/],
  ['without a version', { ...FINE, version: undefined }, /no version/],
  ['with a licence that binds', { ...FINE, license: 'GPL-3.0-only' }, /GPL/],
  ['shipped, with a licence for tools', { ...FINE, license: 'MPL-2.0' }, /MPL/],
  [
    'with a choice of licences that nobody has read',
    { ...FINE, license: '(MIT OR X)' },
    /MIT OR X/,
  ],
  ['without a licence', { ...FINE, license: undefined }, /none/],
  ['with an install script that nobody named', { ...FINE, hasInstallScript: true }, /not name/],
]) {
  test(`a package ${what} is refused`, () => {
    const faults = faultsOf(entry);
    assert.equal(faults.length, 1);
    assert.match(faults[0], text);
  });
}

test('a valid package is accepted, also with an install script that is named', () => {
  assert.deepEqual(faultsOf(FINE), []);
  assert.deepEqual(faultsOf({ ...FINE, hasInstallScript: true }, { x: false }), []);
});

test('a named package without an install script is refused', () => {
  assert.match(faultsOf(FINE, { x: true })[0], /has no install script/);
});
