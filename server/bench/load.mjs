import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** One call. `call`: `{ method, url, headers, body }`. @returns status, headers and body as text */
export function send(agent, { method = 'GET', url, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A call whose body is thrown away as it comes. @returns seconds and bytes */
export function drain({ url, headers }) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (part) => (bytes += part.length));
      response.on('error', reject);
      response.on('end', () => resolve({ seconds: (performance.now() - started) / 1_000, bytes }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/**
 * So many connections, each with one step after the other, for so long.
 * @param step what a connection does once: gets its agent; resolves when done
 * @returns a time in milliseconds for every step, and how long all took
 */
export async function load(step, { connections = 10, ms }) {
  const times = [];
  const started = performance.now();
  const work = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() - started < ms) {
      const begun = performance.now();
      await step(agent);
      times.push(performance.now() - begun);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { times, seconds: (performance.now() - started) / 1_000 };
}

/** Requests a second, p50 and p99 in milliseconds, of all rounds together. */
export function figuresOf(rounds) {
  const times = rounds.flatMap((round) => round.times).sort((a, b) => a - b);
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/** Measures both by turns, after a warm-up, so that what the machine does meanwhile meets both. */
export async function byTurns(product, bare, { rounds, ms }) {
  await load(product, { ms: ms / 2 });
  await load(bare, { ms: ms / 2 });
  const taken = { product: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    taken.product.push(await load(product, { ms }));
    taken.bare.push(await load(bare, { ms }));
  }
  return { product: figuresOf(taken.product), bare: figuresOf(taken.bare) };
}
