import type {OwnEmail, OwnPassword} from '../../../domain/account/account'
import type {OwnSessionsLogic} from '../../../machines/account/ownSessions'
import type {PushLogic} from '../../../machines/account/push'
import type {SecondFactorLogic} from '../../../machines/account/secondFactor'
import type {SubmissionLogic} from '../../../machines/submission'

/** The machines of the sections. */
export interface SecurityLogic {
  password: SubmissionLogic<OwnPassword>
  email: SubmissionLogic<OwnEmail>
  secondFactor: SecondFactorLogic
  sessions: OwnSessionsLogic
  push: PushLogic
}

export interface SectionProps {
  logic: SecurityLogic
}
