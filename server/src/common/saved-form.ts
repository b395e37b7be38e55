import { createHash } from 'node:crypto';

import { IDEMPOTENCY_HEADER } from '@kidlab/contract';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { DataSource, EntityManager } from 'typeorm';

import { invalidInput, unprocessable } from './http-error.js';
import { limitDepth } from './input.pipe.js';
import { STAFF_MESSAGES } from './messages.js';
import { routeOf } from './route.js';
import { SavedForm } from './saved-form.entity.js';
import { staffOf, type StaffRequest } from './staff.js';

type FormKey = Pick<SavedForm, 'key' | 'userId' | 'path' | 'bodyHash'>;

/** The sender of a create call, and its idempotency key. */
export interface SentForm {
  readonly actor: string;
  /** The idempotency key with a hash of the body; `null` for a client that sends no key. */
  readonly formKey: FormKey | null;
}

/** Reads `Idempotency-Key`; `null` when there is none. @throws 400 when it is not a UUID */
export function readIdempotencyKey(header: string | undefined): string | null {
  const key = header?.trim() ?? '';
  if (key === '') return null;
  if (!isUUID(key, 'loose')) {
    throw invalidInput([
      { field: IDEMPOTENCY_HEADER, message: `${IDEMPOTENCY_HEADER} must be a UUID.` },
    ]);
  }
  return key.toLowerCase();
}

/** Reads the staff user and the idempotency key of a create call. */
export const Form = createParamDecorator((_: unknown, context: ExecutionContext): SentForm => {
  const request = context.switchToHttp().getRequest<StaffRequest>();
  const key = readIdempotencyKey(request.get(IDEMPOTENCY_HEADER));
  const { id: userId, email: actor } = staffOf(request);
  if (key === null) return { actor, formKey: null };
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(limitDepth(request.body) ?? null))
    .digest('hex');
  return { actor, formKey: { key, userId, path: routeOf(request), bodyHash } };
});

/**
 * Saves a form once, in one transaction: a repeat gets the response of the first call. Concurrent calls with the same
 * key wait for each other. A rejected form leaves no row, so it can be corrected and sent again.
 * @param familyOf the family in the response, if any
 * @throws 422 when the key was used for another form
 */
export function saveOnce<Answer extends object>(
  dataSource: DataSource,
  { formKey }: SentForm,
  now: Date,
  save: (manager: EntityManager) => Promise<Answer>,
  familyOf: (answer: Answer) => number | null = () => null,
): Promise<Answer> {
  return dataSource.transaction(async (manager) => {
    if (formKey === null) return save(manager);
    const begun: unknown[] = await manager.query(
      `INSERT INTO saved_forms (key, user_id, path, body_hash, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key) DO NOTHING RETURNING key`,
      [formKey.key, formKey.userId, formKey.path, formKey.bodyHash, now],
    );
    if (begun.length === 0) {
      const saved = await manager.findOneBy(SavedForm, formKey);
      if (saved?.answer == null) throw unprocessable(STAFF_MESSAGES.savedOtherwise);
      return saved.answer as Answer;
    }
    const answer = await save(manager);
    await manager.query('UPDATE saved_forms SET answer = $2, family_id = $3 WHERE key = $1', [
      formKey.key,
      JSON.stringify(answer),
      familyOf(answer),
    ]);
    return answer;
  });
}
