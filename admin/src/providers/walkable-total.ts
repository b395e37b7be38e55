import { SEARCH } from '@kidlab/contract';
import type { GetListParams, GetListResult } from 'react-admin';

/**
 * The total for react-admin, which shows no page behind it: of a list that is not counted to its end, a full page has
 * one after it.
 */
export function walkableTotal(
  { data, total = 0 }: Pick<GetListResult, 'data' | 'total'>,
  { page, perPage }: NonNullable<GetListParams['pagination']>,
): number {
  if (total <= SEARCH.countedUpTo) return total;
  const seen = (page - 1) * perPage + data.length;
  return Math.max(total, data.length < perPage ? seen : seen + 1);
}
