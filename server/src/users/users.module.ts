import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { Argon2idHasher, PasswordHasher } from './password-hasher.js';
import { UserAdmins } from './user-admins.js';

/** Staff users: who may sign in to the portal, and how they get a password. */
@Module({
  imports: [EmailModule],
  providers: [{ provide: PasswordHasher, useClass: Argon2idHasher }, UserAdmins],
  exports: [PasswordHasher, UserAdmins],
})
export class UsersModule {}
