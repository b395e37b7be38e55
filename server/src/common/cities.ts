import { readFileSync } from 'node:fs';

let cities: ReadonlyMap<string, string> | null = null;

/**
 * The city of a five-digit zip code; empty when the code is unknown. The build makes the table from the npm package
 * `zipcodes`.
 */
export function cityOf(zipCode: string): string {
  cities ??= new Map(rowsOf('../../dist/families/zip-codes.tsv'));
  return cities.get(zipCode) ?? '';
}

function rowsOf(file: string): [string, string][] {
  const table = readFileSync(new URL(file, import.meta.url), 'utf8');
  return table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]);
}
