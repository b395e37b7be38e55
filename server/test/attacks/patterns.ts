import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

/** A regular expression of the sources. */
export interface Pattern {
  /** File and line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression of these folders that is written as a literal, and the places that make one of text. */
export function patternsOf(
  root: string,
  folders: readonly string[],
): {
  literals: Pattern[];
  made: string[];
} {
  const literals: Pattern[] = [];
  const made: string[] = [];
  for (const file of folders.flatMap((folder) => sourcesIn(join(root, folder)))) {
    const text = readFileSync(file, 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const name = relative(root, file);
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
