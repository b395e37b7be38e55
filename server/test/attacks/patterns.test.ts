import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';

import { CONFIRMATION_FORM, PATTERNS } from '@kidlab/contract';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

import { IS_LONG } from '../size.js';

const ROOT = join(__dirname, '../../..');
const FOLDERS = ['contract/src', 'server/src', 'admin/src', 'public-site/src'];
/** Where patterns are made of text, and where the result stands to be tried. */
const MADE: Readonly<Record<string, readonly RegExp[]>> = {
  // Of a name's letters, none of which means anything in a pattern.
  'server/src/email/transports/smtp-transport.ts': [
    /(?<![\p{L}\p{N}])parent\.one(?![\p{L}\p{N}])/giu,
  ],
  'contract/src/rules.ts': [PATTERNS.simpleEmail, CONFIRMATION_FORM.email.pattern.regex],
};
/** A net for patterns that would never end, wide enough for a machine that is busy with other things. */
const LONGEST = 90_000;

/** A regular expression of the sources. */
interface Pattern {
  /** File and line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Regular expressions written as literals, and the files that make one of text. */
function patternsInSources(): { literals: Pattern[]; made: string[] } {
  const literals: Pattern[] = [];
  const made: string[] = [];
  for (const file of FOLDERS.flatMap((folder) => sourcesIn(join(ROOT, folder)))) {
    const text = readFileSync(file, 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const name = relative(ROOT, file);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        const end = node.text.lastIndexOf('/');
        literals.push({
          place: `${name}:${String(line)}`,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
      }
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
        made.push(name);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals, made };
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter(
      (name) =>
        /\.tsx?$/.test(name) && !/\.test\.tsx?$|[/\\](?:node_modules|dist|testing)[/\\]/.test(name),
    );
}

/** @returns the patterns whose work grows faster than their text. */
function slowOnes(patterns: readonly Pattern[], longest = LONGEST): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(__dirname, 'pattern-worker.mjs'), {
      workerData: { patterns, isLong: IS_LONG },
    });
    const slow: string[] = [];
    let current = '';
    const net = setTimeout(() => {
      slow.push(`${current} does not end`);
      void worker.terminate();
      resolve(slow);
    }, longest);
    worker.on('message', (message: { begins?: string; slow?: string; done?: true }) => {
      current = message.begins ?? current;
      if (message.slow !== undefined) slow.push(message.slow);
      if (message.done !== true) return;
      clearTimeout(net);
      resolve(slow);
    });
    worker.on('error', reject);
  });
}

describe('regular expressions', () => {
  const { literals, made } = patternsInSources();

  test('are found, each of them', () => {
    expect(literals.length).toBeGreaterThan(60);
    for (const folder of FOLDERS) {
      expect(literals.filter(({ place }) => place.startsWith(folder)).length).toBeGreaterThan(0);
    }
    expect(literals.map(({ source }) => source)).toContain(PATTERNS.zipCode.source);
    expect([...new Set(made)].sort()).toEqual(Object.keys(MADE).sort());
  });

  test('take linear time on tens of thousands of characters', async () => {
    const built = Object.entries(MADE).flatMap(([place, patterns]) =>
      patterns.map(({ source, flags }) => ({ place, source, flags })),
    );

    expect(await slowOnes([...literals, ...built])).toEqual([]);
  });

  test('that is quadratic is found', async () => {
    const slow = await slowOnes([{ place: 'here', source: '\\s+$', flags: 'u' }]);

    expect(slow).toEqual([expect.stringContaining('here /\\s+$/u on')]);
  });

  test('that never ends is found', async () => {
    const slow = await slowOnes([{ place: 'here', source: '^(?:a+)*?b|a+@', flags: 'u' }], 1_000);

    expect(slow).toEqual([expect.stringContaining('does not end')]);
  });
});
