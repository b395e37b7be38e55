import type { IncomingMessage, Server } from 'node:http';
import { constants } from 'node:zlib';

import { ADMIN_API_PATH, ADMIN_BASE_PATH, BASE_PATH } from '@kidlab/contract';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type express from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';

import { ApiDocumentService } from './api-docs/api-document.service.js';
import { bodyReaders } from './common/body-reader.js';
import { ErrorFilter } from './common/error.filter.js';
import { badRequest } from './common/http-error.js';
import { requestLog } from './common/logging.js';
import { SERVER_MESSAGES } from './common/messages.js';
import { Randomness } from './common/randomness.js';
import type { Environment } from './config/environment.js';
import { contentSecurityPolicy } from './pages/content-security-policy.js';
import { buildFolder } from './pages/pages.controller.js';
import { siteFiles } from './pages/site-files.js';

/** Timeouts in milliseconds, after which connections of slow clients are closed. */
export const CONNECTION_LIMITS = {
  /** Until the headers are complete, counted from the connection or the first byte of the next request. */
  headersTimeout: 10_000,
  /** Until the body is complete; bodies are small. */
  requestTimeout: 20_000,
  /** Idle time between requests. Longer than the usual 60 s of proxies, so the proxy closes the connection first. */
  keepAliveTimeout: 65_000,
  /** No byte in either direction, even during a response: the client has stopped reading. */
  timeout: 120_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 5_000,
};

/**
 * A fast Brotli level. A 117 MB export takes 0.2 seconds of CPU time instead of 0.5 at compression's default level,
 * and sends 10 MB instead of 8.
 */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Headers per request; browsers send about twenty. Node limits their total size to 16 kB. */
const MAX_HEADERS = 100;

/** Sets up everything between the socket and the controllers, for the server and for tests. */
export function configureApp(
  app: NestExpressApplication,
  environment: Environment,
  log: Logger,
  limits = CONNECTION_LIMITS,
): void {
  const server: Server = app.getHttpServer();
  // Set before the server listens: Node reads the interval when it starts to listen.
  Object.assign(server, limits, { maxHeadersCount: MAX_HEADERS });
  server.prependListener('request', lowerCaseBase);
  server.prependListener('request', normalizeTarget);
  app.set('trust proxy', environment.trustProxyHops);
  const isHttps = environment.publicBaseUrl.startsWith('https:');
  if (isHttps) app.use(markAsSecure);
  app.use(requestLog(log, app.get(Randomness, { strict: false })));
  app.use(dropDoubledApi);
  app.use(
    helmet({
      contentSecurityPolicy: contentSecurityPolicy(environment),
      frameguard: { action: 'deny' },
      strictTransportSecurity: isHttps,
    }),
    addHeaders,
  );
  app.use(refuseInvalidHead);
  // Before compression(): these files are already compressed.
  app.use(`${BASE_PATH}/assets`, ...siteFiles(buildFolder('public-site')));
  app.use(`${ADMIN_BASE_PATH}/assets`, ...siteFiles(buildFolder('admin')));
  app.use(compression({ brotli: FAST_BROTLI }));
  if (environment.allowedOrigins.length > 0) {
    const exposedHeaders = ['Content-Range', 'ETag', 'Retry-After'];
    app.enableCors({ origin: [...environment.allowedOrigins], credentials: true, exposedHeaders });
  }
  app.use(bodyReaders());
  app.useGlobalFilters(new ErrorFilter());
  app.get(ApiDocumentService, { strict: false }).of(app);
}

/** Cookies must be `Secure` when the site uses HTTPS, even if the proxy in front connects by plain HTTP. */
const markAsSecure: express.RequestHandler = (request, _response, next) => {
  Object.defineProperty(request, 'secure', { value: true });
  next();
};

/** The specified client calls some staff paths with `api/` twice (`api/api/…`), so all of them accept that. */
const dropDoubledApi: express.RequestHandler = (request, _response, next) => {
  if (request.url.startsWith(`${ADMIN_API_PATH}/api/`)) {
    request.url = ADMIN_API_PATH + request.url.slice(`${ADMIN_API_PATH}/api`.length);
  }
  next();
};

/**
 * Reduces an absolute target (`GET http://host/path`, as sent to proxies) to its path. An unparsable target becomes
 * `/%00`, which `refuseInvalidHead` rejects: Express would answer it with a page that echoes it.
 */
function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  if (URL.canParse(url)) {
    const { pathname, search } = new URL(url);
    request.url = pathname.startsWith('/') ? pathname + search : '/';
  } else {
    request.url = '/%00';
  }
}

const BASE_IN_ANY_CASE = /^\/kidlab-reg(?:\/admin(?:\/api)?)?(?=[/?]|$)/i;

/**
 * Cookie paths are case-sensitive, routes are not. A call with capitals in its base path would arrive without its
 * cookie, so a logout would not end the session. GETs change nothing, and pages redirect to the lower-case path.
 */
function lowerCaseBase(request: IncomingMessage): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  request.url = request.url?.replace(BASE_IN_ANY_CASE, (base) => base.toLowerCase());
}

/**
 * Rejects NUL characters, which PostgreSQL can't store (`common/field.ts` checks bodies and queries), and too many
 * headers: Node drops the excess. If that includes a proxy's `X-Forwarded-For`, the proxy would look like the client.
 */
const refuseInvalidHead: express.RequestHandler = ({ path, rawHeaders }, _response, next) => {
  const isInvalid = path.includes('%00') || rawHeaders.length > 2 * MAX_HEADERS;
  next(isInvalid ? badRequest(SERVER_MESSAGES.invalidInput) : undefined);
};

/** Headers of every response besides helmet's. Pages and files set another Cache-Control. */
const addHeaders: express.RequestHandler = (_request, response, next) => {
  response.setHeader('Permissions-Policy', NO_DEVICES);
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Neither site uses these features, so an injected script must not either. */
const NO_DEVICES =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()';
