import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {hiddenBy} from '../../../../domain/telemetry/devices/navigator'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {texts} from '../texts'
import styles from './NavigatorNotes.module.css'
import type {Place} from './place'

interface Props {
  dashboard: DashboardRef
  navigator: NavigatorRef
  place: Place
}

/** Notes on things that the viewer would otherwise look for in vain, each with a link to it. */
export function NavigatorNotes({dashboard, navigator, place}: Props) {
  const deviceId = useSelector(dashboard, s => s.context.view.deviceId)
  const hidden = useSelector(navigator, ({context}) => hiddenBy(context.arrangement, context.view, deviceId))
  const isEmpty = useSelector(navigator, s => s.context.arrangement.shown === 0)
  const gone = useSelector(navigator, s => s.context.gone)
  const hasNewOrder = useSelector(navigator, s => s.context.hasNewOrder)
  const reveal = () => {
    place.reveal()
    if (deviceId !== null) navigator.send({type: 'device.revealed', deviceId})
  }
  return (
    <div role="status">
      {gone.length > 0 && (
        <Note action={texts.navigator.dismiss} onAct={() => navigator.send({type: 'notice.dismissed'})}>
          {texts.navigator.gone(gone.map(({what, value}) => `${texts.navigator.goneWhat[what]} “${value}”`).join(', '))}
        </Note>
      )}
      {hidden !== null && !isEmpty && (
        <Note action={texts.navigator.show} onAct={reveal}>
          {texts.navigator.hidden[hidden]}
        </Note>
      )}
      {hasNewOrder && (
        <Note action={texts.navigator.arrange} onAct={() => navigator.send({type: 'order.requested'})}>
          {texts.navigator.newOrder}
        </Note>
      )}
    </div>
  )
}

function Note({action, onAct, children}: {action: string; onAct: () => void; children: ReactNode}) {
  return (
    <p className={styles.note}>
      <span>{children}</span>{' '}
      <button type="button" className={styles.act} onClick={onAct}>
        {action}
      </button>
    </p>
  )
}
