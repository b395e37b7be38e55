import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A fault that a person can act on: shown as its message alone. */
export class Fault extends Error {}

export const say = (line) => console.log(line);
export const tell = (error) => console.error(error instanceof Fault ? error.message : error);

/** Runs a command's main function in the checkout, wherever npm was called; a fault becomes one line and exit code 1. */
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

/**
 * Path of a program that an installed package brings, to be run by Node itself: works without a shell, and on
 * Windows.
 */
export function programOf(packageName, program = packageName) {
  const folder = inRoot('node_modules', packageName);
  const bin = readJson(join(folder, 'package.json'))?.bin;
  const file = typeof bin === 'string' ? bin : bin?.[program];
  if (file === undefined) throw new Fault(`${packageName} is not installed; run npm ci.`);
  return join(folder, file);
}
