import {useSelector} from '@xstate/react'
import type {RecordRef} from '../../../machines/record'
import {FormMessage} from '../../session/FormMessage'

/** Why the last try came to nothing. */
export function Failure({record}: {record: RecordRef}) {
  const message = useSelector(record, ({context}) => context.message)
  const hint = useSelector(record, ({context}) => context.hint)
  const attempts = useSelector(record, ({context}) => context.attempts)
  return message === null ? null : <FormMessage key={attempts} kind="failed" message={message} hint={hint} />
}
