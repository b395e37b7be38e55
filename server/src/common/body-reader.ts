import { BASE_PATH, LOGOUT_PATH, PUBLIC_CALLS } from '@kidlab/contract';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';

import { tooLarge, unreadable } from './failures.js';
import { MAX_BODY_BYTES, SERVER_MESSAGES } from './messages.js';

/** Whatever a client sends along with these says nothing. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** body-parser's own messages quote the body. */
const inOurWords: ErrorRequestHandler = (error, _request, _response, next) => {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (status === 413) next(tooLarge());
  else if (type === 'entity.parse.failed') next(unreadable(SERVER_MESSAGES.invalidJson));
  else next(unreadable(SERVER_MESSAGES.invalidInput));
};

/**
 * Up to the contract's limit. The logout needs no body: whatever a client sends there, the session must end. One-click
 * unsubscribe takes any, as bytes.
 */
export function bodyReaders(): RequestHandler {
  const readers = express.Router();
  readers.post(LOGOUT_PATH, (_request, _response, next) => next('router'));
  readers.use((request, _response, next) =>
    next(WITHOUT_BODY.has(request.method) ? 'router' : undefined),
  );
  const bytes = express.raw({ type: () => true, limit: MAX_BODY_BYTES });
  readers.post(`${BASE_PATH}${PUBLIC_CALLS.unsubscribe}`, bytes);
  readers.use(express.json({ limit: MAX_BODY_BYTES }));
  readers.use(express.urlencoded({ limit: MAX_BODY_BYTES, extended: false }));
  readers.use(inOurWords);
  return readers;
}
