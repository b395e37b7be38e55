import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { AnswersController } from './answers/answers.controller.js';
import { AnswersService } from './answers/answers.service.js';
import { InvitationViewsService } from './answers/invitation-views.service.js';
import { ParticipationChangesService } from './answers/participation-changes.service.js';
import { ParticipationsController } from './answers/participations.controller.js';
import { ParticipationsService } from './answers/participations.service.js';
import { SeatsService } from './answers/seats.service.js';
import { CandidatesController } from './candidates/candidates.controller.js';
import { CandidatesService } from './candidates/candidates.service.js';
import { EligibilityService } from './candidates/eligibility.service.js';
import { FamilyChangesListener } from './invitations/family-changes.listener.js';
import { InvitationLetter } from './invitations/invitation.letter.js';
import { InvitationLinksService } from './invitations/invitation-links.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { PlaceLetter } from './invitations/place.letter.js';
import { ReminderLetter } from './invitations/reminder.letter.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { PreferencesService } from './preferences/preferences.service.js';
import { RosterService } from './roster.service.js';
import { SlotsController } from './slots.controller.js';
import { SlotsService } from './slots.service.js';
import { StudiesController } from './studies.controller.js';
import { StudiesService } from './studies.service.js';

@Module({
  imports: [EmailModule, FamiliesModule],
  controllers: [
    CandidatesController,
    InvitationsController,
    StudiesController,
    SlotsController,
    PreferencesController,
    AnswersController,
    ParticipationsController,
  ],
  providers: [
    StudiesService,
    SlotsService,
    EligibilityService,
    CandidatesService,
    InvitationsService,
    RosterService,
    InvitationLinksService,
    InvitationLetter,
    FamilyChangesListener,
    PlaceLetter,
    ReminderLetter,
    PreferencesService,
    AnswersService,
    InvitationViewsService,
    ParticipationChangesService,
    SeatsService,
    ParticipationsService,
  ],
})
export class StudiesModule {}
