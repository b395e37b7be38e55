import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { HouseholdModule } from '../families/household.module.js';
import { Eligibility } from './candidates/eligibility.service.js';
import { InvitationLetters } from './invitations/invitation-letters.js';
import { InvitationLinks } from './invitations/invitation-links.js';
import { PlaceLetters, ReminderLetters } from './invitations/place-letters.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { PreferencesService } from './preferences/preferences.service.js';
import { RosterController } from './roster/roster.controller.js';
import { RosterService } from './roster/roster.service.js';
import { SlotsService } from './slots.service.js';
import { SlotsController, StudiesController } from './studies.controller.js';
import { StudiesService } from './studies.service.js';

@Module({
  imports: [EmailModule, HouseholdModule],
  controllers: [StudiesController, SlotsController, RosterController, PreferencesController],
  providers: [
    StudiesService,
    SlotsService,
    Eligibility,
    RosterService,
    InvitationLinks,
    InvitationLetters,
    PlaceLetters,
    ReminderLetters,
    PreferencesService,
  ],
})
export class StudiesModule {}
