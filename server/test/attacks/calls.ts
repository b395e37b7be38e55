import type { OpenAPIObject } from '@nestjs/swagger';

import { ApiDocumentService } from '../../src/api-docs/api-document.service.js';
import type { TestApp } from '../app.js';
import { exampleOf } from '../api-document.js';

/** A documented call with its example request. */
export interface Call {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As documented: `/kidlab-reg/children/{id}`. */
  readonly path: string;
  /** Names of the parameters in the path. */
  readonly places: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly headers: readonly string[];
  readonly body: Readonly<Record<string, unknown>> | null;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema?: object; examples?: object }>>;
  };
}

/** Every documented call. An undocumented route fails api-docs.test.ts. */
export function callsOf(product: TestApp): Call[] {
  return callsIn(product.app.get(ApiDocumentService, { strict: false }).get());
}

/** The calls of an OpenAPI document. */
export function callsIn(document: Pick<OpenAPIObject, 'paths' | 'components'>): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>).map(([method, operation]) => {
      const parameters = operation.parameters ?? [];
      const named = (place: string) => parameters.filter((each) => each.in === place);
      const [content] = Object.values(operation.requestBody?.content ?? {});
      return {
        method: method as Call['method'],
        path,
        places: named('path').map(({ name }) => name),
        query: Object.fromEntries(named('query').map(({ name, example }) => [name, example ?? ''])),
        headers: named('header').map(({ name }) => name),
        body: content === undefined ? null : (exampleOf(content, document) as Call['body']),
      };
    }),
  );
}

/** The parts of a call that a test replaces. */
export interface Variant {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An id and a guid that no record has. */
export const NOTHING: Readonly<Record<string, string>> = {
  id: '2000000000',
  guid: '00000000-0000-4000-8000-00000000dead',
};

/** Makes a documented call with the replacements of `variant`. */
export async function make(
  browser: ReturnType<TestApp['browser']>,
  call: Call,
  variant: Variant = {},
): Promise<{ status: number; text: string; body: unknown; headers: Record<string, string> }> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    // Half of a surrogate pair cannot be escaped.
    encodeURIComponent(
      (variant.path?.[name] ?? NOTHING[name] ?? '1').replace(/\p{Surrogate}/gu, ''),
    ),
  );
  const request = browser[call.method](path)
    .query({ ...call.query, ...variant.query })
    .set(variant.headers ?? {});
  const body = 'body' in variant ? variant.body : call.body;
  if (body !== null && body !== undefined) return request.send(body);
  return request;
}
