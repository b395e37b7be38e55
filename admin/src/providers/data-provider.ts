import { ADMIN_API_PATH, SEARCH } from '@kidlab/contract';
import simpleRestProvider from 'ra-data-simple-rest';
import type {
  CreateParams,
  DataProvider,
  GetListResult,
  RaRecord,
  UpdateParams,
} from 'react-admin';

import { call, json, jsonOf, type Method } from './http.js';
import { DOCUMENTED_LISTS, readPage } from './lists.js';

/** `call` as ra-data-simple-rest expects it. */
const httpClient: Parameters<typeof simpleRestProvider>[1] = async (url: string, options) => {
  const { method, body, signal } = options ?? {};
  const answer = await call((method ?? 'GET') as Method, url, {
    ...(typeof body === 'string' ? { json: JSON.parse(body) as object } : {}),
    signal: signal ?? undefined,
  });
  return { ...answer, body: answer.text, json: jsonOf(answer) };
};

const simpleRest = simpleRestProvider(ADMIN_API_PATH, httpClient);

/** One family is read and updated by guid, and deleted by id. */
const FAMILY_PATHS = {
  getOne: 'families/getByGuid',
  update: 'families/updateByGuid',
  delete: 'families/familyId',
} as const;

function pathOf(resource: string, method: keyof typeof FAMILY_PATHS): string {
  return resource === 'families' ? FAMILY_PATHS[method] : resource;
}

/** Optimistic locking: a `PUT` carries the version that was read. */
function withVersion(params: UpdateParams): UpdateParams {
  const data = params.data as { version?: number };
  const previous = params.previousData as { version?: number } | undefined;
  const version = data.version ?? previous?.version;
  return version === undefined ? params : { ...params, data: { ...data, version } };
}

export const dataProvider: DataProvider = {
  ...simpleRest,
  getList: async (resource, params) => {
    const listOf = DOCUMENTED_LISTS.get(resource);
    const listed: GetListResult = await (listOf === undefined
      ? simpleRest.getList(resource, params)
      : readPage(listOf((params.filter ?? {}) as object), params));
    const { data, total = 0 } = listed as GetListResult<RaRecord>;
    if (total <= SEARCH.countedUpTo) return listed;
    const { page, perPage } = params.pagination ?? { page: 1, perPage: data.length };
    const hasNextPage = page * perPage < total || data.length === perPage;
    // On the last page, the exact total is known.
    if (!hasNextPage && data.length > 0) return { data, total: (page - 1) * perPage + data.length };
    return { data, pageInfo: { hasPreviousPage: page > 1, hasNextPage } };
  },
  getOne: async (resource, params) => {
    const { data } = await simpleRest.getOne(pathOf(resource, 'getOne'), params);
    return { data: { ...data, id: params.id } };
  },
  create: async (resource, { data, meta }: CreateParams) => {
    const { formKey } = (meta ?? {}) as { formKey?: string };
    return { data: await json('POST', `/${resource}`, { json: data as object, formKey }) };
  },
  update: (resource, params) => simpleRest.update(pathOf(resource, 'update'), withVersion(params)),
  delete: (resource, params) => simpleRest.delete(pathOf(resource, 'delete'), params),
  supportAbortSignal: true,
};
