import type { Challenge } from 'altcha-lib';

/**
 * A check that a submission comes from a person's browser. A port: proof of work, reCAPTCHA and, for development,
 * none implement it.
 */
export abstract class BotCheck {
  /**
   * Whether the token of this submission is good. A token counts once.
   * @param token what the browser sent as `recaptchaToken`.
   */
  abstract accepts(token: string): Promise<boolean>;

  /** What the browser has to solve first, in altcha-lib's form; `null` when there is no such thing. */
  challenge(): Promise<Challenge | null> {
    return Promise.resolve(null);
  }
}

/** For development and tests: takes anything. The configuration refuses it in production. */
export class NoBotCheck extends BotCheck {
  override accepts(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
