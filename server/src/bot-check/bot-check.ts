import type { Challenge } from 'altcha-lib';

/** Port: checks that a submission comes from a person's browser. */
export abstract class BotCheck {
  /** @param token the `recaptchaToken` of the request. Each token is accepted only once. */
  abstract accepts(token: string): Promise<boolean>;

  /** The challenge for the browser; `null` when this check has none. */
  challenge(): Promise<Challenge | null> {
    return Promise.resolve(null);
  }
}

/** Accepts everything. The configuration refuses it in production. */
export class NoBotCheck extends BotCheck {
  override accepts(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
