import { readFileSync } from 'node:fs';

import { Injectable } from '@nestjs/common';

/** City names by zip code, from the table that the build writes (for programs that run from source as well) (source: the npm package `zipcodes`). */
@Injectable()
export class Cities {
  private readonly byZipCode: ReadonlyMap<string, string>;

  constructor() {
    const table = readFileSync(
      new URL('../../dist/families/zip-codes.tsv', import.meta.url),
      'utf8',
    );
    this.byZipCode = new Map(
      table
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t') as [string, string]),
    );
  }

  /** The city of a five-digit zip code; empty when the code is not known. */
  of(zipCode: string): string {
    return this.byZipCode.get(zipCode) ?? '';
  }
}
