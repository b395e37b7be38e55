import { ADMIN_API_PATH, ADMIN_BASE_PATH, BASE_PATH, MESSAGES } from '@kidlab/contract';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type express from 'express';
import type { HelmetOptions } from 'helmet';
import type { Logger } from 'pino';

import { answerHeaders } from './answer-headers.js';
import { ApiDocument } from './api-docs/api-document.js';
import { bodyReaders } from './common/body-reader.js';
import { ErrorFilter } from './common/error.filter.js';
import { unreadable } from './common/failures.js';
import { Randomness } from './common/randomness.js';
import { requestLog } from './common/request-log.js';
import type { Environment } from './config/environment.js';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connection-limits.js';
import { isTargetUnreadable } from './http-adapter.js';
import { contentSecurityPolicy } from './pages/content-security-policy.js';
import { buildFolder } from './pages/pages.controller.js';
import { siteFiles } from './pages/site-files.js';

/** Everything between the socket and the controllers; the same for the product and for tests. */
export function configureApp(
  app: NestExpressApplication,
  environment: Environment,
  log: Logger,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): void {
  limitConnections(app.getHttpServer(), limits);
  app.set('trust proxy', environment.trustProxyHops);
  app.set('etag', 'weak');
  app.disable('x-powered-by');
  if (environment.publicBaseUrl.startsWith('https:')) app.use(comesByHttps);
  app.use(requestLog(log, app.get(Randomness, { strict: false })));
  app.use(withoutSecondApi);
  app.use(answerHeaders(headers(environment)));
  app.use(readableTarget);
  // Before what compresses: these are compressed already.
  app.use(`${BASE_PATH}/assets`, ...siteFiles(buildFolder('public-site')));
  app.use(`${ADMIN_BASE_PATH}/assets`, ...siteFiles(buildFolder('admin')));
  app.use(compressed());
  if (environment.allowedOrigins.length > 0) {
    app.enableCors({ origin: [...environment.allowedOrigins], credentials: true });
  }
  app.use(bodyReaders());
  app.useGlobalFilters(new ErrorFilter());
  app.get(ApiDocument, { strict: false }).of(app);
}

/**
 * The site is served by HTTPS, whatever the last hop from a proxy speaks and whether it says so: cookies are `Secure`.
 */
const comesByHttps: express.RequestHandler = (request, _response, next) => {
  Object.defineProperty(request, 'secure', { value: true });
  next();
};

/** The specification's client writes some staff calls with `api/` twice: every one of them answers to that as well. */
const withoutSecondApi: express.RequestHandler = (request, _response, next) => {
  if (request.url.startsWith(`${ADMIN_API_PATH}/api/`)) {
    request.url = ADMIN_API_PATH + request.url.slice(`${ADMIN_API_PATH}/api`.length);
  }
  next();
};

/** Packs answers for whoever takes them packed; others do not wait for it to look at their answer. */
function compressed(): express.RequestHandler {
  const compress = compression();
  return (request, response, next) => {
    if (request.headers['accept-encoding'] === undefined) {
      response.vary('Accept-Encoding');
      next();
    } else compress(request, response, next);
  };
}

/**
 * What is asked for can be read. A NUL character is no text to PostgreSQL, and no path has one; bodies and queries are read by
 * `textFields`.
 */
const readableTarget: express.RequestHandler = (request, _response, next) => {
  const isReadable = !isTargetUnreadable(request) && !request.path.includes('%00');
  next(isReadable ? undefined : unreadable(MESSAGES.invalidInput));
};

function headers(environment: Environment): HelmetOptions {
  return {
    contentSecurityPolicy: contentSecurityPolicy(environment),
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: environment.publicBaseUrl.startsWith('https:'),
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  };
}
