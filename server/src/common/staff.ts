import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';

/** Limits of signing in. */
export const SIGN_IN = {
  /** Failures per address, and per client, before signing in is blocked. */
  maxFailures: 10,
  /** Minutes of that block, and of the window in which failures are counted. */
  pauseMinutes: 10,
  /** Hours after which a session ends, even in use. */
  sessionHours: 12,
} as const;

/** The signed-in user of a staff call. The staff guard puts it on the request. */
export interface StaffMember {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  readonly isUserAdmin: boolean;
  /** Until it is set up, every call except those marked `BeforeSecondFactor` gets 403. */
  readonly mustSetUpSecondFactor: boolean;
}

/** Who may make a call, when that is not all staff. Read by the staff guard and by the API document. */
export const ACCESS_KEY = 'x-access';
export const ACCESS = {
  anyone: 'anyone',
  staffInProduction: 'anyone; in production, staff',
  userAdmins: 'user administrators',
  beforeSecondFactor: 'staff, also those who still have to set up a second factor',
} as const;

const access = (who: string): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS_KEY, who), ApiExtension(ACCESS_KEY, who) as MethodDecorator);

/** Marks a staff call that needs no session, such as signing in. All others need one. */
export const WithoutSession = (): ClassDecorator & MethodDecorator => access(ACCESS.anyone);

/** Marks a call that needs no session unless this is production. */
export const StaffOnlyInProduction = (): ClassDecorator => access(ACCESS.staffInProduction);

/** Marks a call for user administrators: 403 for other staff. */
export const UserAdminsOnly = (): ClassDecorator & MethodDecorator => access(ACCESS.userAdmins);

/** Marks a call that also works before a required second factor is set up. */
export const BeforeSecondFactor = (): MethodDecorator => access(ACCESS.beforeSecondFactor);

export type StaffRequest = Request & { staff?: StaffMember };

export function staffOf({ staff }: StaffRequest): StaffMember {
  if (staff === undefined) throw new Error('the staff guard did not run');
  return staff;
}

export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext) =>
  staffOf(context.switchToHttp().getRequest<StaffRequest>()),
);
