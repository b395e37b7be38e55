import { randomBytes, randomInt, randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';

/** Random values. A port: tests make them repeatable. */
@Injectable()
export class Randomness {
  /** Unguessable bytes, for tokens. */
  bytes(size: number): Buffer {
    return randomBytes(size);
  }

  /** A number in [0, 1), for jitter; not for secrets. */
  fraction(): number {
    return randomInt(2 ** 32) / 2 ** 32;
  }

  uuid(): string {
    return randomUUID();
  }

  /** Version 7, ordered by time, so rows written together are close in the index. It reveals when it was made. */
  orderedUuid(): string {
    return v7();
  }
}
