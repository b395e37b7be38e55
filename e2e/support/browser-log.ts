import { type BrowserContext, type ConsoleMessage, expect, type WebError } from '@playwright/test';

/** What Chromium logs about a response with that status. */
export const ANSWER = (status: number): RegExp => new RegExp(`status of ${String(status)}\\b`);
/** What Chromium logs about a request without a response. */
export const NO_ANSWER = /net::ERR_/;

/**
 * Errors that a browser writes to its console: broken scripts, violations of the content security policy, failed
 * requests. A test that causes such errors announces them.
 */
export class BrowserLog {
  private readonly errors: string[] = [];
  private readonly announced: RegExp[] = [];

  private readonly onMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.errors.push(message.text());
  };
  private readonly onError = (error: WebError): void => {
    this.errors.push(error.error().message);
  };

  watch(context: BrowserContext): void {
    context.on('console', this.onMessage);
    context.on('weberror', this.onError);
  }

  /** Detaches from a browser that outlives the test. The next test attaches its own log. */
  leave(context: BrowserContext): void {
    context.off('console', this.onMessage);
    context.off('weberror', this.onError);
  }

  /** Errors that this test is about to cause. */
  announce(...patterns: readonly RegExp[]): void {
    this.announced.push(...patterns);
  }

  check(): void {
    const surprises = this.errors.filter(
      (error) => !this.announced.some((pattern) => pattern.test(error)),
    );
    expect(surprises, 'errors in the console of the browser').toEqual([]);
  }
}
