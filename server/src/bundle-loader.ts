import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Bytes of the checksum behind what V8 made. */
const CHECKSUM = 4;

/** Where the build leaves what V8 made of a bundle. */
function compiledFile(bundle: string): string {
  return `${bundle}.compiled`;
}

/**
 * What V8 made of this very code. V8 itself looks at its version, its options and how long the code is; of other code of that
 * length it would run the old, and what is damaged ends the process.
 */
function readCompiled(bundle: string, code: Buffer): Buffer | null {
  let file: Buffer;
  try {
    file = readFileSync(compiledFile(bundle));
  } catch {
    return null;
  }
  if (file.length < CHECKSUM) return null;
  const made = file.subarray(0, -CHECKSUM);
  return file.readUInt32LE(made.length) === crc32(made, crc32(code)) ? made : null;
}

function scriptOf(bundle: string, code: Buffer, cachedData: Buffer | null): Script {
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${code.toString('latin1')}\n})`;
  return new Script(wrapped, { filename: bundle, ...(cachedData === null ? {} : { cachedData }) });
}

/**
 * A bundle (CommonJS in ASCII), with what V8 made of it at the build: compiling eight megabytes anew is a quarter of a start. V8 refuses
 * what another version of it, or other options of it, have made; then it compiles. From Node 22.1 on, `module.enableCompileCache` would do.
 */
export function compileBundle(bundle: string): Script {
  const code = readFileSync(bundle);
  return scriptOf(bundle, code, readCompiled(bundle, code));
}

/** Evaluates a bundle. @returns what it exports */
export function runBundle(script: Script, bundle: string): unknown {
  const module = { exports: {} };
  const evaluate = script.runInThisContext() as (...args: unknown[]) => void;
  evaluate(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
  return module.exports;
}

/** Compiles and evaluates a bundle, and leaves beside it what V8 made: by then it holds all that a start runs through. */
export function keepCompiled(bundle: string): void {
  const code = readFileSync(bundle);
  const script = scriptOf(bundle, code, null);
  runBundle(script, bundle);
  const made = script.createCachedData();
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32LE(crc32(made, crc32(code)));
  const file = compiledFile(bundle);
  writeFileSync(`${file}.new`, Buffer.concat([made, checksum]), { flush: true });
  renameSync(`${file}.new`, file);
}
