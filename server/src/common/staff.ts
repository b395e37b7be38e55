import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';

/** Numbers of signing in and of passwords. */
export const SIGN_IN = {
  /** Failures for one address, or from one client, after which signing in pauses. */
  maxFailures: 10,
  /** Length of that pause, and how long failures are counted together, in minutes. */
  pauseMinutes: 10,
  /** A session ends so many hours after signing in, whatever happens in it. */
  sessionHours: 12,
} as const;

/**
 * Who is signed in behind a staff call; put on the request by the staff guard, from the session and the users' table.
 */
export interface StaffMember {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  readonly isUserAdmin: boolean;
  /** May do nothing else before setting up the second factor that is required. */
  readonly mustSetUpSecondFactor: boolean;
}

/** Says who may make a call, where that is not all staff: to the staff guard, and in the call's documentation. */
export const ACCESS_KEY = 'x-access';
export const ACCESS = {
  anyone: 'anyone',
  userAdmins: 'user administrators',
  beforeSecondFactor: 'staff, also those who still have to set up a second factor',
} as const;

const access = (who: string): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS_KEY, who), ApiExtension(ACCESS_KEY, who) as MethodDecorator);

/** A call below the staff path that needs no session (sign in, forgotten password). All others do, by default. */
export const WithoutSession = (): ClassDecorator & MethodDecorator => access(ACCESS.anyone);

/** For user administrators alone: 403 for other staff. */
export const UserAdminsOnly = (): ClassDecorator & MethodDecorator => access(ACCESS.userAdmins);

/**
 * A call that is open to those, too, who still have to set up the second factor that they must have. All others are
 * 403.
 */
export const BeforeSecondFactor = (): MethodDecorator => access(ACCESS.beforeSecondFactor);

export type StaffRequest = Request & { staff?: StaffMember };

export const SignedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext): StaffMember => {
    const { staff } = context.switchToHttp().getRequest<StaffRequest>();
    if (staff === undefined) throw new Error('the staff guard did not run');
    return staff;
  },
);
