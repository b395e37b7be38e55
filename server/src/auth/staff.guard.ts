import { ADMIN_API_PATH } from '@kidlab/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

import { forbidden, unauthorized } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { ACCESS, ACCESS_KEY, type StaffRequest } from '../common/staff.js';
import { routeOf } from '../common/route.js';
import { Environment } from '../config/environment.js';
import { StaffSessions } from './staff-sessions.service.js';

/**
 * Requires a staff session for every call below the staff path, unless the handler is marked `WithoutSession`, or
 * `StaffOnlyInProduction` outside production.
 */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: StaffSessions,
    private readonly environment: Environment,
  ) {}

  /**
   * @throws 401 without a session; 403 when only user administrators may make the call, or when a required second
   * factor is not set up yet.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StaffRequest>();
    if (!routeOf(request).startsWith(ADMIN_API_PATH)) return true;
    const handlers = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAll<(string | undefined)[]>(ACCESS_KEY, handlers);
    if (access.includes(ACCESS.anyone)) return true;
    const { isProduction } = this.environment;
    if (access.includes(ACCESS.staffInProduction) && !isProduction) return true;
    const staff = await this.sessions.find(request);
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginNeeded);
    if (staff.mustSetUpSecondFactor && !access.includes(ACCESS.beforeSecondFactor)) {
      throw forbidden(STAFF_MESSAGES.secondFactorNeeded);
    }
    if (access.includes(ACCESS.userAdmins) && !staff.isUserAdmin) {
      throw forbidden(STAFF_MESSAGES.userAdminsOnly);
    }
    request.staff = staff;
    return true;
  }
}
