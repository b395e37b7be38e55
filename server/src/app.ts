import type { IncomingMessage } from 'node:http';

import { ADMIN_API_PATH, ADMIN_BASE_PATH, BASE_PATH } from '@kidlab/contract';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type express from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Logger } from 'pino';

import { ApiDocumentService } from './api-docs/api-document.service.js';
import { bodyReaders } from './common/body-reader.js';
import { ErrorFilter } from './common/error.filter.js';
import { unreadable } from './common/failures.js';
import { Randomness } from './common/randomness.js';
import { requestLog } from './common/request-log.js';
import type { Environment } from './config/environment.js';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connection-limits.js';
import { contentSecurityPolicy } from './pages/content-security-policy.js';
import { buildFolder } from './pages/pages.controller.js';
import { siteFiles } from './pages/site-files.js';
import { SERVER_MESSAGES } from './common/messages.js';

/** Everything between the socket and the controllers; the same for the product and for tests. */
export function configureApp(
  app: NestExpressApplication,
  environment: Environment,
  log: Logger,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): void {
  limitConnections(app.getHttpServer(), limits);
  app.getHttpServer().prependListener('request', readTarget);
  app.set('trust proxy', environment.trustProxyHops);
  app.set('etag', 'weak');
  app.disable('x-powered-by');
  if (environment.publicBaseUrl.startsWith('https:')) app.use(comesByHttps);
  app.use(requestLog(log, app.get(Randomness, { strict: false })));
  app.use(withoutSecondApi);
  app.use(helmet(headers(environment)), moreHeaders);
  app.use(readableTarget);
  // Before what compresses: these are compressed already.
  app.use(`${BASE_PATH}/assets`, ...siteFiles(buildFolder('public-site')));
  app.use(`${ADMIN_BASE_PATH}/assets`, ...siteFiles(buildFolder('admin')));
  app.use(compression());
  if (environment.allowedOrigins.length > 0) {
    app.enableCors({ origin: [...environment.allowedOrigins], credentials: true });
  }
  app.use(bodyReaders());
  app.useGlobalFilters(new ErrorFilter());
  app.get(ApiDocumentService, { strict: false }).of(app);
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

/**
 * The path of a target that is a whole address (`GET http://host/path`), as clients write it to a proxy. Express
 * answers a target without a path by itself, with a page that repeats it; such a target becomes one that
 * `readableTarget` refuses.
 */
function readTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return;
  if (URL.canParse(url)) {
    const { pathname, search } = new URL(url);
    request.url = pathname.startsWith('/') ? pathname + search : '/';
  } else {
    request.url = '/%00';
  }
}

/** No path has a NUL character, and PostgreSQL stores none. `common/field.ts` refuses it in bodies and queries. */
const readableTarget: express.RequestHandler = (request, _response, next) =>
  next(request.path.includes('%00') ? unreadable(SERVER_MESSAGES.invalidInput) : undefined);

/** What every answer carries beside helmet's headers. Pages and files set another Cache-Control. */
const moreHeaders: express.RequestHandler = (_request, response, next) => {
  response.setHeader('Permissions-Policy', NO_DEVICES);
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Neither program asks a browser for any of these, so an injected script can't either. */
const NO_DEVICES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

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
