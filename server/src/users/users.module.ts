import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { OperatorUsers } from './operator-users.service.js';
import { PasswordHasher } from './password-hasher.service.js';
import { PasswordLinks } from './password-links.service.js';
import { Passwords } from './passwords.service.js';
import { SecondFactorLetters } from './second-factor/second-factor.letters.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SetPasswordLetter } from './set-password.letter.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [EmailModule],
  controllers: [UsersController],
  providers: [
    OperatorUsers,
    PasswordHasher,
    PasswordLinks,
    Passwords,
    SecondFactorLetters,
    SecondFactors,
    SetPasswordLetter,
    UsersService,
  ],
  exports: [
    OperatorUsers,
    PasswordHasher,
    Passwords,
    SecondFactorLetters,
    SecondFactors,
    UsersService,
  ],
})
export class UsersModule {}
