import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useRef, useState} from 'react'
import {flushSync} from 'react-dom'
import {COMPARED_SERIES_LIMIT} from '../../../../../contract/limits'
import {placed} from '../../../../domain/telemetry/series/comparison'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {LazyPart} from '../../../kit/loading/LazyPart'
import {IconPlus} from '../../../kit/mark/icons'
import {texts as common} from '../../../texts'
import styles from './Compare.module.css'
import {texts} from './texts'

/** Its field is much code, which most visits do without. */
const seriesPicker = async () => (await import('./SeriesPicker')).SeriesPicker

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  comparison: ComparisonRef
}

/** Stays where it is when the chart becomes a comparison, so that it keeps the focus. */
export function AddSeries({dashboard, devices, comparison}: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isFull = useSelector(comparison, s => placed(s.context.comparison).length >= COMPARED_SERIES_LIMIT - 1)
  const close = () => {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  if (isOpen && !isFull)
    return (
      <LazyPart load={seriesPicker} waiting={<span role="status">{common.loading}</span>}>
        {SeriesPicker => (
          <SeriesPicker
            dashboard={dashboard}
            devices={devices}
            comparison={comparison}
            onLeft={() => setOpen(false)}
            onClosed={close}
          />
        )}
      </LazyPart>
    )
  if (isFull)
    return (
      <span ref={isOpen ? takeFocus : undefined} className={styles.full} tabIndex={-1}>
        {texts.full}
      </span>
    )
  return (
    <Button
      ref={button}
      className={styles.add}
      size="compact-sm"
      fz="xs"
      variant="default"
      leftSection={<IconPlus className={styles.plus} aria-hidden="true" />}
      onClick={() => setOpen(true)}
    >
      {texts.compare}
    </Button>
  )
}

/** The field that the last series was chosen in has gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
