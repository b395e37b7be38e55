/** A check that a submission comes from a person's browser. A port with three implementations. */
export abstract class BotCheck {
  /**
   * Whether the token of this submission is good. A token counts once.
   * @param token what the browser sent as `recaptchaToken`.
   */
  abstract accepts(token: string): Promise<boolean>;
}

/** For development and tests: takes anything. The configuration refuses it in production. */
export class NoBotCheck extends BotCheck {
  override accepts(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
