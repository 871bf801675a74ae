import type {OwnEmail, OwnPassword} from '../../../domain/account/account'
import type {SubmissionLogic} from '../../../machines/submission'

/** The machines of the sections. */
export interface SecurityLogic {
  password: SubmissionLogic<OwnPassword>
  email: SubmissionLogic<OwnEmail>
}

export interface SectionProps {
  logic: SecurityLogic
}
