import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type ReactNode, useMemo, useSyncExternalStore} from 'react'
import {hiddenBy} from '../../../../domain/telemetry/devices/navigator'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {RetryButton, useFailure} from '../../../kit/loading/Retry'
import {IconPanelLeftClose, IconPanelLeftOpen} from '../../../kit/mark/icons'
import {NobodyElse} from '../../limits/NobodyElse'
import {texts} from '../texts'
import {DeviceList} from './DeviceList'
import styles from './DevicesPanel.module.css'
import type {LineHeights} from './lines'
import notes from './NavigatorNotes.module.css'
import {NavigatorTools} from './NavigatorTools'
import {createPlace, type Place} from './place'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  navigator: NavigatorRef
}

export function DevicesPanel({dashboard, devices, navigator}: Props) {
  const isAside = useSelector(navigator, s => s.context.isAside)
  const Icon = isAside ? IconPanelLeftOpen : IconPanelLeftClose
  const toggle = texts.navigator[isAside ? 'unfold' : 'fold']
  return (
    <section className={styles.panel} aria-labelledby="devices-title" data-aside={isAside || undefined}>
      <header className={styles.header}>
        <button
          type="button"
          className={styles.aside}
          aria-expanded={!isAside}
          aria-label={toggle}
          title={toggle}
          onClick={() => navigator.send({type: 'panel.toggled'})}
        >
          <Icon aria-hidden="true" />
        </button>
        <h2 id="devices-title">{texts.devices.title}</h2>
        <Count navigator={navigator} />
      </header>
      <Content dashboard={dashboard} devices={devices} navigator={navigator} />
    </section>
  )
}

/** Screen readers tell how many devices are left as filters change. */
function Count({navigator}: {navigator: NavigatorRef}) {
  const total = useSelector(navigator, s => s.context.devices.length)
  const shown = useSelector(navigator, s => s.context.arrangement.shown)
  if (total === 0) return null
  return (
    <span className={styles.count} role="status">
      {shown === total ? texts.devices.count(total) : texts.devices.countOf(shown, total)}
    </span>
  )
}

function Content({dashboard, devices, navigator}: Props) {
  const isLoading = useSelector(devices, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(devices)
  const isEmpty = useSelector(devices, s => s.context.devices.length === 0)
  if (isFailed)
    return (
      <div className={styles.message} role="alert">
        <p>{texts.devices.failed}</p>
        <RetryButton size="xs" isBusy={isRetrying} onClick={() => devices.send({type: 'retry.requested'})} />
      </div>
    )
  if (isLoading)
    return (
      <p className={styles.message} role="status">
        {texts.devices.loading}
      </p>
    )
  if (isEmpty)
    return (
      <div className={styles.message}>
        <p>
          <strong>{texts.devices.empty}</strong>
        </p>
        <p>{texts.devices.emptyNext}</p>
      </div>
    )
  return <Listed dashboard={dashboard} devices={devices} navigator={navigator} />
}

function Listed({dashboard, devices, navigator}: Props) {
  const isLinked = useSelector(navigator, s => s.context.deviceId !== null)
  const place = useMemo(() => createPlace({isLinked}), [isLinked])
  const size = useLineSize()
  const isEmpty = useSelector(navigator, s => s.context.arrangement.shown === 0)
  return (
    <>
      <NavigatorTools navigator={navigator} />
      <NavigatorNotes dashboard={dashboard} navigator={navigator} place={place} />
      <NobodyElse devices={devices} className={notes.note} />
      {isEmpty ? (
        <div className={styles.message}>
          <p>{texts.navigator.noMatch}</p>
          <Button size="xs" variant="default" onClick={() => navigator.send({type: 'filters.cleared'})}>
            {texts.navigator.clear}
          </Button>
        </div>
      ) : (
        <DeviceList
          key={size}
          dashboard={dashboard}
          devices={devices}
          navigator={navigator}
          place={place}
          heights={heightsOf(size)}
        />
      )}
    </>
  )
}

const HEIGHTS = {
  comfortable: {group: 32, device: 48, key: 28, noKeys: 28},
  compact: {group: 28, device: 40, key: 24, noKeys: 24},
  touch: {group: 44, device: 56, key: 44, noKeys: 44},
} as const satisfies Record<string, LineHeights>

type Size = keyof typeof HEIGHTS

const heightsOf = (size: Size): LineHeights => HEIGHTS[size]

/** The size of lines for the viewer's pointer and density. Fingers need more room than either density gives. */
const useLineSize = (): Size => useSyncExternalStore(watch, sizeNow)

const COARSE = '(pointer: coarse)'

function sizeNow(): Size {
  if (window.matchMedia(COARSE).matches) return 'touch'
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'
}

function watch(changed: () => void): () => void {
  const pointer = window.matchMedia(COARSE)
  const density = new MutationObserver(changed)
  pointer.addEventListener('change', changed)
  density.observe(document.documentElement, {attributeFilter: ['data-density']})
  return () => {
    pointer.removeEventListener('change', changed)
    density.disconnect()
  }
}

interface NavigatorNotesProps {
  dashboard: DashboardRef
  navigator: NavigatorRef
  place: Place
}

/** Notes on things that the viewer would otherwise look for in vain, each with a link to it. */
function NavigatorNotes({dashboard, navigator, place}: NavigatorNotesProps) {
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
    <p className={notes.note}>
      <span>{children}</span>{' '}
      <button type="button" className={notes.act} onClick={onAct}>
        {action}
      </button>
    </p>
  )
}
