import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** An error that the user can fix. Only its message is shown. */
export class Fault extends Error {}

export const say = (line) => console.log(line);
export const tell = (error) => console.error(error instanceof Fault ? error.message : error);

/** Runs a command in the root of the checkout. After an error the exit code is 1. */
export async function main(work) {
  try {
    process.chdir(ROOT);
    await work();
  } catch (error) {
    tell(error);
    process.exitCode = 1;
  }
}

export const inRoot = (...parts) => join(ROOT, ...parts);

/** A JSON file; `null` when it is missing or broken. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** The path of an installed package's program. Run it with Node: that needs no shell and works on Windows. */
export function programOf(packageName, program = packageName) {
  const folder = inRoot('node_modules', packageName);
  const bin = readJson(join(folder, 'package.json'))?.bin;
  const file = typeof bin === 'string' ? bin : bin?.[program];
  if (file === undefined) throw new Fault(`${packageName} is not installed; run npm ci.`);
  return join(folder, file);
}
