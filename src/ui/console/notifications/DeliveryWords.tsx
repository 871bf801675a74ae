import type {Delivery} from '../../../domain/console/delivery'
import {StatusMark} from '../../kit/mark/StatusMark'
import {channelNames, texts as kit} from '../../kit/text/texts'
import notifications from './Notifications.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.deliveries

export const deliveredTo = ({kind, address}: Delivery): string =>
  kind === 'email' || kind === 'webhook' ? address : `${channelNames[kind]} ${address}`

/** The alarm of a delivery, its change, and the number of others; or the subject of another message. */
export function Delivered({delivery: {isTest, subject, total, first}}: {delivery: Delivery}) {
  if (isTest) return texts.test
  if (subject !== null) return <bdi>{subject}</bdi>
  if (first === null) return texts.notices(total)
  const {severity, device, key, change} = first
  return (
    <>
      <bdi>{[...(severity === null ? [] : [kit.severities[severity]]), device, key].join(' · ')}</bdi>
      <span className={notifications.quiet}>
        {texts.changes[change]}
        {total > 1 && ` · ${texts.more(total - 1)}`}
      </span>
    </>
  )
}

export function DeliveryState({delivery: {state, attempts, error}}: {delivery: Delivery}) {
  return (
    <>
      <StatusMark status={MARKS[state]}>{texts.states[state]}</StatusMark>
      {state !== 'delivered' && attempts > 0 && <span className={notifications.quiet}>{texts.attempts(attempts)}</span>}
      {error !== null && state !== 'delivered' && (
        <span className={notifications.quiet} dir="auto">
          {error}
        </span>
      )}
    </>
  )
}

const MARKS = {waiting: 'late', delivered: 'ok', failed: 'down'} as const
