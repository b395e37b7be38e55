import { BASE_PATH, LOGOUT_PATH, PUBLIC_CALLS } from '@kidlab/contract';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';

import { tooLarge, badRequest } from './http-error.js';
import { MAX_BODY_BYTES, MAX_FORM_FIELDS, SERVER_MESSAGES } from './messages.js';

/** Methods whose body is ignored. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Replaces body-parser's messages, which quote the body. */
const replaceMessage: ErrorRequestHandler = (error, _request, _response, next) => {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (type === 'parameters.too.many') next(tooLarge(SERVER_MESSAGES.tooManyFields));
  else if (status === 413) next(tooLarge());
  else if (type === 'entity.parse.failed') next(badRequest(SERVER_MESSAGES.invalidJson));
  else next(badRequest(SERVER_MESSAGES.invalidInput));
};

/**
 * Reads bodies up to `MAX_BODY_BYTES`, and forms up to `MAX_FORM_FIELDS`. Logout ignores its body, so that even a bad
 * one ends the session. One-click unsubscribe takes a body of any type, as bytes.
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
  readers.use(express.urlencoded({ limit: MAX_BODY_BYTES, parameterLimit: MAX_FORM_FIELDS }));
  readers.use(replaceMessage);
  return readers;
}
