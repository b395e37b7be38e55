import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with Node's own of what a browser has and jsdom leaves out. */
export default class PageEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, {
      AbortController,
      AbortSignal,
      Headers,
      Request,
      Response,
      structuredClone,
      TextDecoder,
      TextEncoder,
    });
  }
}
