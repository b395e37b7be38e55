import { JsonRows } from '../providers/json-rows.js';
import type { Cell } from './cell-text.js';
import { cellsOf, type ExportColumn, type FileSpec } from './export-file.js';
import { FileBuilder } from './file-builder.js';
import { columnsOf } from './specified-files.js';
import type { Answering, WorkerAnswer, WorkerRequest } from './worker-protocol.js';

/** One file: what has come of it. */
class ExportedFile {
  private readonly builder: FileBuilder;
  private readonly columns: readonly ExportColumn<never>[];
  /** Of a list that comes as text; `null` while none has. */
  private list: JsonRows<never> | null = null;

  constructor(spec: FileSpec) {
    this.builder = new FileBuilder(spec);
    this.columns = spec.specified === undefined ? [] : columnsOf(spec.specified);
  }

  write(rows: readonly (readonly Cell[])[]): number {
    this.builder.write(rows);
    return rows.length;
  }

  /** @throws SyntaxError for what is no JSON. */
  read(text: string): number {
    this.list ??= new JsonRows();
    return this.write(cellsOf(this.columns, this.list.push(text)));
  }

  /** @throws BrokenList when a list has ended too early. */
  finish(): Blob {
    this.list?.end();
    return this.builder.finish();
  }
}

/** What the worker does, without being one. */
export function answering(): Answering {
  let file: ExportedFile | null = null;

  function answer(request: WorkerRequest): WorkerAnswer | null {
    if (request.kind === 'start') {
      file = new ExportedFile(request.spec);
      return null;
    }
    if (file === null) throw new Error('An export begins with its start.');
    if (request.kind === 'finish') return { kind: 'file', file: file.finish() };
    const rows = request.kind === 'rows' ? file.write(request.rows) : file.read(request.text);
    return { kind: 'written', rows };
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
