import {
  ageTextOn,
  type Candidate,
  type CandidateReason,
  type Funnel,
  FUNNEL_STEPS,
  type LetterPreview,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { readPage, type WrittenPage } from '../../common/list.js';
import { rowsOf } from '../../common/statements.js';
import { Environment } from '../../config/environment.js';
import { invitationWords, letterOf } from '../invitations/letter-texts.js';
import type { CandidateListDto } from './candidates.dto.js';
import {
  candidateGrid,
  type CandidateRow,
  FUNNEL_REASONS,
  funnelSql,
  unansweredSql,
} from './candidates.sql.js';
import { EligibilityService } from './eligibility.service.js';
import type { StudyAt } from './study-at.js';

interface Leaving {
  readonly reason: CandidateReason | null;
  readonly isPossible: boolean;
  readonly children: number;
}

/** Staff's view of which children a study may invite, and why not the others. */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly eligibility: EligibilityService,
    private readonly environment: Environment,
  ) {}

  async list({ filter: { studyId, ...filter }, range }: CandidateListDto): Promise<WrittenPage> {
    const study = await this.eligibility.findStudy(this.dataSource.manager, studyId);
    if (study === null) return { rows: '[]', rowCount: 0, offset: 0, total: 0 };
    const page = await readPage(this.dataSource, candidateGrid(study, filter), range);
    const rows = JSON.parse(page.rows) as CandidateRow[];
    return { ...page, rows: JSON.stringify(rows.map((row) => withAge(row, study))) };
  }

  /** @throws 404 */
  async funnel(studyId: number): Promise<Funnel> {
    const study = await this.eligibility.studyAt(this.dataSource.manager, studyId);
    let left = await rowsOf<Leaving>(this.dataSource, funnelSql(study));
    const steps = FUNNEL_STEPS.map((step) => {
      const reasons: readonly CandidateReason[] = FUNNEL_REASONS[step];
      const dropped = reasons.flatMap((reason) => {
        const children = total(left.filter((each) => each.reason === reason));
        return children === 0 ? [] : [{ reason, children }];
      });
      left = left.filter(({ reason }) => reason === null || !reasons.includes(reason));
      const possible = total(left.filter(({ isPossible }) => isPossible));
      return { step, children: total(left), possible, dropped };
    });
    const freeSeats = study.slots.reduce((sum, { seats, taken }) => sum + seats - taken, 0);
    const [invited] = await rowsOf<{ unanswered: number }>(this.dataSource, unansweredSql(study));
    return { steps, freeSeats, unanswered: invited?.unanswered ?? 0 };
  }

  /** @throws 404 */
  async letter(id: number): Promise<LetterPreview> {
    const study = await this.eligibility.studyAt(this.dataSource.manager, id);
    const children = [{ firstName: 'Maya' }];
    const { slots, expiresAt } = study;
    const words = invitationWords({ study, children, slots, expiresAt }, this.environment);
    const { subject, text } = letterOf(words, 'Jane', 'example', this.environment);
    return { subject, text };
  }
}

function total(groups: readonly Leaving[]): number {
  return groups.reduce((sum, { children }) => sum + children, 0);
}

/** The age on the day of the first slot that the child is offered, else of the study's next one. */
function withAge({ month, year, slot, ...row }: CandidateRow, { slots }: StudyAt): Candidate {
  const { day } = slots.find(({ id }) => id === slot) ?? slots[0] ?? {};
  return { ...row, ageText: day === undefined ? null : ageTextOn({ year, month }, day) };
}
