import {AccountHeading} from './AccountHeading'
import {SubmissionForm, type SubmissionFormProps} from './SubmissionForm'

/** A page of its own that consists of a form. */
export function AccountForm<Values>(props: SubmissionFormProps<Values>) {
  return (
    <>
      <AccountHeading>{props.texts.heading}</AccountHeading>
      <SubmissionForm {...props} />
    </>
  )
}
