import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from './checkout.mjs';
import { run } from './run.mjs';

async function git(...args) {
  const { code, output } = await run('git', args, { quiet: true });
  return code === 0 ? output.split('\n').filter((line) => line !== '') : null;
}

/** Where this branch began: the newest commit that it shares with main. */
async function base() {
  for (const main of ['origin/main', 'main']) {
    const found = await git('merge-base', 'HEAD', main);
    if (found !== null) return found[0];
  }
  return 'HEAD';
}

/**
 * What was changed since the branch began, committed or not.
 * @returns `files`, and `tests(folder)`: its tests that were changed, or that import a file that was
 */
export async function changed() {
  const known = (await git('diff', '--name-only', '--relative', await base())) ?? [];
  const fresh = (await git('ls-files', '--others', '--exclude-standard')) ?? [];
  const files = [...new Set([...known, ...fresh])].filter((file) => existsSync(inRoot(file)));
  const all = (await git('ls-files', '--cached', '--others', '--exclude-standard')) ?? [];
  const names = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `/${basename(file).replace(/\.tsx?$/, '.js')}'`);
  const concerns = (file) =>
    files.includes(file) || names.some((name) => readFileSync(inRoot(file), 'utf8').includes(name));
  return {
    files,
    tests: (folder) =>
      all
        .filter((file) => file.startsWith(`${folder}/`) && /\.(test|spec)\.tsx?$/.test(file))
        .filter((file) => existsSync(inRoot(file)) && concerns(file))
        .map((file) => file.slice(folder.length + 1)),
  };
}
