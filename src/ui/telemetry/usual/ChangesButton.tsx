import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {isPulsewall} from '../../../../contract/rules/offer'
import type {ChangesRef} from '../../../machines/telemetry/changes'
import type {ChartRef} from '../../../machines/telemetry/chart'
import type {ChartZoomRef} from '../../../machines/telemetry/chartZoom'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {LazyPart} from '../../kit/loading/LazyPart'
import {texts} from './texts'

const changesDialog = async () => (await import('./ChangesDialog')).ChangesDialog

interface Props {
  changes: ChangesRef
  chart: ChartRef
  devices: DevicesRef
  zoom: ChartZoomRef
}

/** Opens which series have changed in the part of a chart that is in view. */
export function ChangesButton({changes, chart, devices, zoom}: Props) {
  const isOffered = useSelector(chart, s => isPulsewall(s.context.offer))
  const view = useSelector(zoom, s => s.context.view)
  const isOpen = useSelector(changes, s => !s.matches('closed'))
  if (!isOpen && (!isOffered || view === null)) return null
  const ask = () => view !== null && changes.send({type: 'changes.requested', stretch: view})
  return (
    <>
      <Button size="compact-sm" fz="xs" variant="default" onClick={ask}>
        {texts.changes.ask}
      </Button>
      {isOpen && (
        <LazyPart load={changesDialog} waiting={null}>
          {ChangesDialog => <ChangesDialog changes={changes} devices={devices} />}
        </LazyPart>
      )}
    </>
  )
}
