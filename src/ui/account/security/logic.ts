import type {OwnPassword} from '../../../domain/account/account'
import type {SubmissionLogic} from '../../../machines/submission'

/** The machines of the sections. */
export interface SecurityLogic {
  password: SubmissionLogic<OwnPassword>
}

export interface SectionProps {
  logic: SecurityLogic
}
