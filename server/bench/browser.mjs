import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { STAFF } from './world.mjs';

const PROGRAM = fileURLToPath(new URL('../../e2e/bench/main.mjs', import.meta.url));

/** What a browser sees of the product: Lighthouse, page turns, the export. The lines come from the browser's own program. */
export async function* measureBrowser({ families, origins }, { rounds }) {
  const env = {
    ...process.env,
    ORIGIN: origins.product,
    FAMILIES: String(families),
    ROUNDS: String(rounds),
    STAFF_EMAIL: STAFF.username,
    STAFF_PASSWORD: STAFF.password,
  };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
  const [code] = await exit;
  if (code !== 0) throw new Error(`the browser's measures ended with code ${code}`);
}
