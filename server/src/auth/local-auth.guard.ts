import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';

import { InputPipe } from '../common/input.pipe.js';
import { SignInDto } from './auth.dto.js';

/** Lets a login with the right password pass; `request.user` is the user. */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  constructor(private readonly input: InputPipe) {
    super();
  }

  /** @throws 400 for a body with faults (a guard runs before the pipes); 401, 429 as `LocalStrategy`. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    await this.input.transform(request.body as unknown, { type: 'body', metatype: SignInDto });
    return super.canActivate(context) as Promise<boolean>;
  }
}
