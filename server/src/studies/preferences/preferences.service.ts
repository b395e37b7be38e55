import {
  type CalendarDay,
  dayText,
  type MailPreferences,
  REGISTRATION_SITE_ACTOR,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { invalidInput, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { Family } from '../../families/family.entity.js';
import { FamiliesService } from '../../families/families.service.js';
import { InvitationLinksService } from '../invitations/invitation-links.service.js';
import {
  type MailPreferencesChangeDto,
  ONE_CHANGE_MESSAGE,
  PAUSE_MESSAGE,
} from './preferences.dto.js';

type Preferences = Pick<Family, 'okayToContactIndicator' | 'pausedUntil'>;

/**
 * Reads and changes whether a family gets invitations. The link of any invitation works until the family is erased.
 */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: InvitationLinksService,
    private readonly families: FamiliesService,
    private readonly calendar: LabCalendar,
  ) {}

  /** @throws 404 for an unknown link */
  async read(token: string): Promise<MailPreferences> {
    const { manager } = this.dataSource;
    const { familyId } = await this.links.find(manager, token);
    const family = await manager.findOneBy(Family, { id: familyId });
    if (family === null) throw notFound(SERVER_MESSAGES.unknownLink);
    return this.preferencesOf(family);
  }

  /** @throws 400; 404 for an unknown link */
  async change(token: string, wanted: MailPreferencesChangeDto): Promise<MailPreferences> {
    const change = changeOf(wanted, this.calendar.today());
    return this.dataSource.transaction(async (manager) => {
      const { family } = await this.links.lockMailed(manager, token);
      const key = { id: family.id };
      const { after } = await this.families.change(manager, key, change, REGISTRATION_SITE_ACTOR);
      return this.preferencesOf(after);
    });
  }

  private preferencesOf({ okayToContactIndicator, pausedUntil }: Preferences): MailPreferences {
    const isOver = pausedUntil !== null && pausedUntil <= dayText(this.calendar.today());
    return {
      isSubscribed: okayToContactIndicator === 'Y',
      pausedUntil: isOver ? null : pausedUntil,
    };
  }
}

/** @throws 400 unless exactly one change is sent */
function changeOf(
  { pauseUntil, unsubscribe, resume }: MailPreferencesChangeDto,
  today: CalendarDay,
): Partial<Preferences> {
  const asked = [pauseUntil !== undefined, unsubscribe === true, resume === true];
  if (asked.filter(Boolean).length !== 1) {
    throw invalidInput([{ field: 'pauseUntil', message: ONE_CHANGE_MESSAGE }]);
  }
  if (unsubscribe === true) return { okayToContactIndicator: 'N' };
  if (pauseUntil === undefined) return { okayToContactIndicator: 'Y', pausedUntil: null };
  const inAYear = dayText({ ...today, year: today.year + 1 });
  if (pauseUntil <= dayText(today) || pauseUntil > inAYear) {
    throw invalidInput([{ field: 'pauseUntil', message: PAUSE_MESSAGE }]);
  }
  return { pausedUntil: pauseUntil };
}
