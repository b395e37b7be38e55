import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from './checkout.mjs';
import { run } from './run.mjs';

/** The lines that git prints; none when it fails. */
async function git(...args) {
  const { code, output } = await run('git', args, { quiet: true });
  return code === 0 ? output.split('\n').filter((line) => line !== '') : [];
}

/**
 * The changes since the branch left main, committed or not.
 * @returns `base`, the commit to compare with; `files`; and `tests(folder)`: the tests there that were
 *   changed or import a changed file
 */
export async function changed() {
  const [base] = [
    ...(await git('merge-base', 'HEAD', 'origin/main')),
    ...(await git('merge-base', 'HEAD', 'main')),
    'HEAD',
  ];
  const known = await git('diff', '--name-only', '--relative', base);
  const fresh = await git('ls-files', '--others', '--exclude-standard');
  const files = [...new Set([...known, ...fresh])].filter((file) => existsSync(inRoot(file)));
  const all = [...(await git('ls-files')), ...fresh].filter((file) => existsSync(inRoot(file)));
  const names = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `/${basename(file).replace(/\.tsx?$/, '.js')}'`);
  const concerns = (file) =>
    files.includes(file) || names.some((name) => readFileSync(inRoot(file), 'utf8').includes(name));
  return {
    base,
    files,
    tests: (folder) =>
      all
        .filter((file) => file.startsWith(`${folder}/`) && /\.(test|spec)\.tsx?$/.test(file))
        .filter(concerns)
        .map((file) => file.slice(folder.length + 1)),
  };
}
