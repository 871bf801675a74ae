import {useSelector} from '@xstate/react'
import {wasAttempted} from '../../../domain/console/delivery'
import type {NotificationsRef} from '../../../machines/console/organisation/notifications'
import {DeliveryState, deliveredTo} from './DeliveryWords'
import styles from './Notifications.module.css'
import {texts as allTexts} from './texts'

const texts = allTexts.outcome

/** The result of the test of a route. It is announced, so its element is there before it has a text. */
export function TestOutcome({notifications, route}: {notifications: NotificationsRef; route: string}) {
  const isTested = useSelector(notifications, ({context}) => context.tested === route)
  const isTesting = useSelector(notifications, s => s.matches('testing'))
  const outcome = useSelector(notifications, ({context}) => context.outcome)
  return (
    <div role="status" className={styles.outcome}>
      {isTested && isTesting && <p>{texts.waiting}</p>}
      {isTested && outcome?.failure && <p className={styles.fault}>{outcome.failure}</p>}
      {isTested && outcome?.failure === null && outcome.deliveries.length === 0 && <p>{texts.nobody}</p>}
      {isTested &&
        outcome?.deliveries.map(delivery => (
          <p key={delivery.id}>
            <bdi>{deliveredTo(delivery)}</bdi>
            {!isTesting && !wasAttempted(delivery) ? ` ${texts.trying}` : <DeliveryState delivery={delivery} />}
          </p>
        ))}
    </div>
  )
}
