import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

const NO_DEVICES = [
  'accelerometer',
  'bluetooth',
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

/** What helmet would put on an answer; none of it depends on the request. */
function headersOfHelmet(options: HelmetOptions): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error?: unknown) => {
    if (error !== undefined) throw new Error('helmet refuses its options', { cause: error });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** Puts on each answer what all of them carry, worked out once. Whoever answers may say otherwise. */
export function answerHeaders(options: HelmetOptions): RequestHandler {
  const headers = [
    ...headersOfHelmet(options),
    // Neither program asks a browser for any of these, so that nothing that got into a page could.
    ['Permissions-Policy', NO_DEVICES],
    // Data is kept by nobody on the way; pages and files say otherwise themselves.
    ['Cache-Control', 'no-store'],
  ] as const;
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}
