import { PUBLIC_CALLS } from '@kidlab/contract';
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';

import { call } from '../api/http.js';
import { keptPromise } from './kept-promise.js';

const MAX_WORKERS = 4;
/** A solution that expires within these seconds is not sent. */
const MARGIN = 15;

interface Proof {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

async function prove(): Promise<Proof> {
  const challenge = (await call('GET', PUBLIC_CALLS.challenge)) as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(navigator.hardwareConcurrency, MAX_WORKERS),
    createWorker: () =>
      new Worker(new URL('./altcha.worker.ts', import.meta.url), { type: 'module' }),
    // The challenge limits the number of tries.
    timeout: 0,
  });
  if (solution === null) throw new Error('The bot check failed.');
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    expiresAt: challenge.parameters.expiresAt ?? Infinity,
  };
}

/** Self-hosted proof of work. A solution is valid once, so each submission gets its own. */
export function createAltcha() {
  const { get: proof, drop } = keptPromise(prove);
  return {
    prepare: (): void => {
      proof().catch(() => undefined);
    },
    token: async (): Promise<string> => {
      const prepared = await proof();
      drop();
      const isFresh = prepared.expiresAt - Date.now() / 1000 >= MARGIN;
      return (isFresh ? prepared : await prove()).token;
    },
  };
}
