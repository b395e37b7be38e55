import { createHash } from 'node:crypto';

import { IDEMPOTENCY_HEADER } from '@kidlab/contract';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';

import { invalidInput, unprocessable } from './http-error.js';
import { STAFF_MESSAGES } from './messages.js';
import { routeOf } from './route.js';
import { SavedForm } from './saved-form.entity.js';
import type { StaffRequest } from './staff.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type SentForm = Pick<SavedForm, 'key' | 'userId' | 'path' | 'bodyHash'>;

/** Reads `Idempotency-Key`; `null` when there is none. @throws 400 when it is not a UUID */
export function readIdempotencyKey(header: string | undefined): string | null {
  const key = header?.trim() ?? '';
  if (key === '') return null;
  if (!UUID.test(key)) {
    throw invalidInput([
      { field: IDEMPOTENCY_HEADER, message: `${IDEMPOTENCY_HEADER} must be a UUID.` },
    ]);
  }
  return key.toLowerCase();
}

/** The idempotency key of a staff call with a hash of its body; `null` for a client that sends no key. */
export const Form = createParamDecorator(
  (_: unknown, context: ExecutionContext): SentForm | null => {
    const request = context.switchToHttp().getRequest<StaffRequest>();
    const key = readIdempotencyKey(request.get(IDEMPOTENCY_HEADER));
    if (key === null) return null;
    if (request.staff === undefined) throw new Error('the staff guard did not run');
    const bodyHash = createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest('hex');
    return { key, userId: request.staff.id, path: routeOf(request), bodyHash };
  },
);

/**
 * Saves a form once, in one transaction: a repeat gets the response of the first call. Concurrent calls wait for each
 * other at the key. A refused form leaves no row, so it can be corrected and sent again.
 * @param familyOf the family in the response, if any
 * @throws 422 when the key was used for another form
 */
export function saveOnce<Answer extends object>(
  dataSource: DataSource,
  { form, now }: { form: SentForm | null; now: Date },
  save: (manager: EntityManager) => Promise<Answer>,
  familyOf: (answer: Answer) => number | null = () => null,
): Promise<Answer> {
  return dataSource.transaction(async (manager) => {
    if (form === null) return save(manager);
    const begun: unknown[] = await manager.query(
      `INSERT INTO saved_forms (key, user_id, path, body_hash, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key) DO NOTHING RETURNING key`,
      [form.key, form.userId, form.path, form.bodyHash, now],
    );
    if (begun.length === 0) return savedAnswer<Answer>(manager, form);
    const answer = await save(manager);
    await manager.query('UPDATE saved_forms SET answer = $2, family_id = $3 WHERE key = $1', [
      form.key,
      JSON.stringify(answer),
      familyOf(answer),
    ]);
    return answer;
  });
}

async function savedAnswer<Answer>(
  manager: EntityManager,
  { key, ...form }: SentForm,
): Promise<Answer> {
  const saved = await manager.findOneBy(SavedForm, { key, ...form });
  if (saved?.answer == null) throw unprocessable(STAFF_MESSAGES.savedOtherwise);
  return saved.answer as Answer;
}
