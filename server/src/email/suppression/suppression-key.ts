import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Randomness } from '../../common/randomness.js';
import { ConfigurationError } from '../../config/readers.js';
import { Secrets } from '../../config/secrets.js';
import { SuppressionKeyRecord } from './suppression-key.entity.js';
import { NONCE_BYTES, unwrapKey, wrapKey } from './wrapped-key.js';

const ONLY = { id: 1 };
const KEY_BYTES = 32;

/** Hashes of another database can't be compared with ours. */
export class KeyMismatch extends Error {
  constructor() {
    super(
      'no SESSION_SECRET opens the key of the list of erasures, or the list is of another installation',
    );
  }
}

/** The key of the suppressed addresses' hashes; see `SuppressionKeyRecord`. */
@Injectable()
export class SuppressionKey implements OnApplicationBootstrap {
  private key: Buffer | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: Secrets,
    private readonly randomness: Randomness,
  ) {}

  /**
   * Encrypts the key by the newest secret when an older one opened it: after that the older one may go.
   * @throws ConfigurationError when no configured secret opens it: erased people would be mailed again.
   */
  async onApplicationBootstrap(): Promise<void> {
    const key = await this.find();
    if (key === null) return;
    const record = await this.dataSource.manager.findOneByOrFail(SuppressionKeyRecord, ONLY);
    if (unwrapKey(record.wrappedKey, this.wrappers()[0] ?? Buffer.alloc(0)) !== null) return;
    await this.dataSource.manager.update(SuppressionKeyRecord, ONLY, {
      wrappedKey: this.wrap(key),
    });
  }

  /**
   * `null`: nothing was ever hashed.
   * @param manager the caller's: who holds a connection does not wait for another one.
   */
  async find(manager: EntityManager = this.dataSource.manager): Promise<Buffer | null> {
    if (this.key !== null) return this.key;
    const record = await manager.findOneBy(SuppressionKeyRecord, ONLY);
    if (record === null) return null;
    for (const by of this.wrappers()) {
      this.key ??= unwrapKey(record.wrappedKey, by);
    }
    if (this.key !== null) return this.key;
    throw new ConfigurationError(
      'SESSION_SECRET',
      'does not open the key of the erased addresses: put the former secret behind a comma',
      'new-secret,former-secret',
    );
  }

  /** The key, made now where there is none: outside of any transaction, so that it stays whatever becomes of those. */
  async get(): Promise<Buffer> {
    const known = await this.find();
    if (known !== null) return known;
    const wrappedKey = this.wrap(this.randomness.bytes(KEY_BYTES));
    await this.dataSource.query(
      'INSERT INTO suppression_keys (id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [ONLY.id, wrappedKey],
    );
    // Of two servers that make one at once, both read the same.
    return this.get();
  }

  /**
   * Takes over the key of another database's hashes where there is none yet.
   * @param wrappedKey as it stands there; a session secret of its time has to be among the configured ones.
   * @throws KeyMismatch when no secret opens it, or there is another key already.
   */
  async adopt(wrappedKey: string): Promise<void> {
    const [given] = this.wrappers()
      .map((by) => unwrapKey(wrappedKey, by))
      .filter((key) => key !== null);
    if (given === undefined) throw new KeyMismatch();
    await this.dataSource.query(
      'INSERT INTO suppression_keys (id, wrapped_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [ONLY.id, this.wrap(given)],
    );
    if (!given.equals(await this.get())) throw new KeyMismatch();
  }

  private wrap(key: Buffer): string {
    const [newest] = this.wrappers();
    if (newest === undefined) throw new Error('there is no session secret');
    return wrapKey(key, newest, this.randomness.bytes(NONCE_BYTES));
  }

  private wrappers(): Buffer[] {
    return this.secrets.keysFor('suppression-key');
  }
}
