import { STAFF_MESSAGES } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { StaffSessions } from '../auth/staff-sessions.service.js';
import { forbidden, unauthorized } from '../common/failures.js';
import { Environment } from '../config/environment.js';

/** In production the documentation is for staff alone. */
@Injectable()
export class ApiDocsGuard implements CanActivate {
  constructor(
    private readonly environment: Environment,
    private readonly sessions: StaffSessions,
  ) {}

  /** @throws 401; 403 before a second factor that is required. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.environment.isProduction) return true;
    const staff = await this.sessions.find(context.switchToHttp().getRequest<Request>());
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginNeeded);
    if (staff.mustSetUpSecondFactor) throw forbidden(STAFF_MESSAGES.secondFactorNeeded);
    return true;
  }
}
