import type { Cell } from './cell-text.js';
import type { FileSpec } from './export-file.js';

/** What the page tells the worker: one `start`; rows, or else the text of a JSON list of rows in pieces; one `finish`. */
export type WorkerRequest =
  | { readonly kind: 'start'; readonly spec: FileSpec }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'finish' };

/** What the worker answers: one `written` for each `rows` and `text`, with how many rows these were; `file` for `finish`; `failed` ends it. */
export type WorkerAnswer =
  | { readonly kind: 'written'; readonly rows: number }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly reason: string };

/** Answers the requests of one export, in their order. */
export type Answering = (request: WorkerRequest) => WorkerAnswer | null;
