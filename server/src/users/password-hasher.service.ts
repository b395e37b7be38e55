import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** Turns passwords into what is kept of them. A port: tests see how often it works. */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  abstract matches(hashed: string, password: string): Promise<boolean>;
}

/** 19 MiB, two passes, one lane: OWASP's advice for argon2id, which is the library's algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** argon2id, on the thread pool: a login holds up no other call. */
@Injectable()
export class Argon2idHasher extends PasswordHasher {
  override hash(password: string): Promise<string> {
    return hash(composed(password), COST);
  }

  override matches(hashed: string, password: string): Promise<boolean> {
    return verify(hashed, composed(password));
  }
}

/** One password, whichever way a keyboard composes its letters. */
function composed(password: string): string {
  return password.normalize('NFC');
}
