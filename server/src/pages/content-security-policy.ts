import { randomBytes } from 'node:crypto';

import type { HelmetOptions } from 'helmet';
import type { Response } from 'express';

import type { Environment } from '../config/environment.js';

const POLICY = 'Content-Security-Policy';
const OWN_STYLES = "style-src 'self'";
const NONCE_BYTES = 16;

/** The whole policy: nothing inline, and nothing from other origins except reCAPTCHA when it is on. */
export function contentSecurityPolicy(
  environment: Environment,
): NonNullable<HelmetOptions['contentSecurityPolicy']> {
  const recaptcha = environment.botCheck === 'recaptcha';
  const provider = recaptcha ? ['https://www.google.com', 'https://www.gstatic.com'] : [];
  const frames = recaptcha
    ? ['https://www.google.com', 'https://recaptcha.google.com']
    : ["'none'"];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...provider],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...provider],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      frameSrc: frames,
      manifestSrc: ["'self'"],
      // Scripts submit every form. Without them, the browser would put the entered values into the URL.
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  };
}

/**
 * Allows the styles that this document's scripts create (Material UI).
 * @returns their nonce, new for each response
 */
export function allowStylesOfScripts(response: Response): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  allowStyles(response, [`'nonce-${nonce}'`]);
  return nonce;
}

/** Allows more styles in this one response. @param sources as in the policy */
export function allowStyles(response: Response, sources: readonly string[]): void {
  const policy = String(response.getHeader(POLICY));
  if (!policy.includes(OWN_STYLES)) throw new Error('the policy names no styles');
  response.setHeader(POLICY, policy.replace(OWN_STYLES, [OWN_STYLES, ...sources].join(' ')));
}
