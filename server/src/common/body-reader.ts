import { LOGOUT_PATH } from '@kidlab/contract';
import express, { type RequestHandler } from 'express';

import { tooLarge, unreadable } from './failures.js';
import { MAX_BODY_BYTES, SERVER_MESSAGES } from './messages.js';

/** Whatever a client sends along with these says nothing. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Up to the contract's limit. The logout needs no body: whatever a client sends there, the session must end. */
export function bodyReaders(): RequestHandler {
  const readers = express.Router();
  readers.post(LOGOUT_PATH, (_request, _response, next) => next('router'));
  readers.use(inOurWords(express.json({ limit: MAX_BODY_BYTES })));
  readers.use(inOurWords(express.urlencoded({ limit: MAX_BODY_BYTES, extended: false })));
  return (request, response, next) => {
    if (WITHOUT_BODY.has(request.method)) next();
    else readers(request, response, next);
  };
}

function inOurWords(reader: RequestHandler): RequestHandler {
  return (request, response, next) => {
    void reader(request, response, (error: unknown) =>
      next(error === undefined ? undefined : failureOf(error)),
    );
  };
}

/** body-parser's own messages quote the body. */
function failureOf(error: unknown): Error {
  const { status, type } = error as { status?: unknown; type?: unknown };
  if (status === 413) return tooLarge();
  return unreadable(
    type === 'entity.parse.failed' ? SERVER_MESSAGES.invalidJson : SERVER_MESSAGES.invalidInput,
  );
}
