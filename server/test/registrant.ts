import { type ChildRequest, IDEMPOTENCY_HEADER, type RegisterRequest } from '@kidlab/contract';
import type { ParsedMail } from 'mailparser';
import type { Response } from 'supertest';

import { Child } from '../src/children/child.entity.js';
import { Family } from '../src/families/family.entity.js';
import type { TestApp } from './app.js';
import { aChild, aRegistration } from './factories.js';
import { tokenIn } from './mail-server.js';

const BASE = '/kidlab-reg';

/** A parent with a browser, at any step of the registration. */
export class Registrant {
  readonly browser;

  private constructor(
    private readonly test: TestApp,
    readonly email: string,
    readonly zipCode: string,
    readonly guid: string,
    browser: ReturnType<TestApp['browser']>,
  ) {
    this.browser = browser;
  }

  /** Step 1 is done. */
  static async begin(test: TestApp, overrides: Partial<RegisterRequest> = {}): Promise<Registrant> {
    const registration = aRegistration(overrides);
    const browser = test.browser();
    const answer = await browser
      .post(`${BASE}/families/registerAndLinkGuardian`)
      .send(registration)
      .expect(201);
    const { guid } = answer.body as { guid: string };
    return new Registrant(test, registration.email, registration.zipCode, guid, browser);
  }

  /** Step 2 is done, with one child. */
  static async withChild(test: TestApp): Promise<Registrant> {
    const registrant = await Registrant.begin(test);
    await registrant.saveChild(aChild(registrant.email));
    return registrant;
  }

  /** Step 3 is done and the mail delivered. */
  static async awaiting(test: TestApp): Promise<Registrant> {
    const registrant = await Registrant.withChild(test);
    await registrant.agree();
    await test.deliver();
    return registrant;
  }

  /** The registration is confirmed. */
  static async registered(test: TestApp): Promise<Registrant> {
    const registrant = await Registrant.awaiting(test);
    await registrant.confirm(registrant.token());
    return registrant;
  }

  saveChild(child: ChildRequest, idempotencyKey?: string): Promise<Response> {
    const call = this.browser.post(`${BASE}/children`);
    if (idempotencyKey !== undefined) call.set(IDEMPOTENCY_HEADER, idempotencyKey);
    return Promise.resolve(call.send(child));
  }

  async removeAllChildren(): Promise<void> {
    for (const { id } of await this.children()) {
      await this.browser.delete(`${BASE}/children/${String(id)}`).expect(204);
    }
  }

  /** The first call of step 3, form-encoded as specified. */
  agree(email = this.email): Promise<Response> {
    return this.form('post', 'send-confirmation-email', email);
  }

  updateDetails(email = this.email): Promise<Response> {
    return this.form('put', 'update-family-details', email);
  }

  sendAgain(email = this.email): Promise<Response> {
    return this.form('post', 'resend-confirmation-email', email);
  }

  extend(): Promise<Response> {
    return Promise.resolve(this.browser.post(`${BASE}/registration/extend`));
  }

  cancel(email = this.email): Promise<Response> {
    return Promise.resolve(this.browser.delete(`${BASE}/families/by-email`).query({ email }));
  }

  async guidOf(email: string): Promise<unknown> {
    const answer = await this.browser.get(`${BASE}/families/guid`).query({ email }).expect(200);
    return answer.body as unknown;
  }

  /** Uses another browser: the mail may be read on another device. */
  async status(token: string): Promise<unknown> {
    const answer = await this.test.browser().get(`${BASE}/families/confirm`).query({ guid: token });
    return answer.body as unknown;
  }

  confirm(token: string, answer: { email?: string; zipCode?: string } = {}): Promise<Response> {
    return Promise.resolve(
      this.test
        .browser()
        .post(`${BASE}/families/confirmAndRegister`)
        .query({ guid: token })
        .send({ email: this.email, zipCode: this.zipCode, recaptchaToken: 'off', ...answer }),
    );
  }

  mails(): ParsedMail[] {
    return this.test.mailServer.mails.filter((mail) => {
      const to = Array.isArray(mail.to) ? mail.to : [mail.to];
      return to.some((addresses) =>
        addresses?.value.some(({ address }) => address === this.email.toLowerCase()),
      );
    });
  }

  /** The token of the newest mail. */
  token(): string {
    const mail = this.mails().at(-1);
    if (mail === undefined) throw new Error('no mail has come');
    return tokenIn(mail);
  }

  family(): Promise<Family | null> {
    return this.test.dataSource.getRepository(Family).findOne({
      where: { email: this.email.toLowerCase() },
      relations: { guardians: true, children: true },
    });
  }

  children(): Promise<Child[]> {
    return this.test.dataSource
      .getRepository(Child)
      .find({ where: { family: { email: this.email.toLowerCase() } }, order: { id: 'ASC' } });
  }

  async childCount(): Promise<number> {
    return (await this.children()).length;
  }

  private form(method: 'post' | 'put', call: string, email: string): Promise<Response> {
    return Promise.resolve(
      this.browser[method](`${BASE}/registration/${call}`).type('form').send({ email }),
    );
  }
}

/** The cookies that a browser sends to the public site. */
export function cookieOf(browser: Registrant['browser']): string {
  return browser.jar
    .getCookies({ domain: '127.0.0.1', path: BASE, secure: false, script: false })
    .toValueString();
}
