import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import {isPulsewall} from '../../../../contract/rules/offer'
import type {ChartRef} from '../../../machines/telemetry/chart'
import type {UsualRef} from '../../../machines/telemetry/usual'
import {LazyPart} from '../../kit/loading/LazyPart'
import {texts} from './texts'

/** Most visits ask for no reason. */
const usualDialog = async () => (await import('./UsualDialog')).UsualDialog

interface Props {
  chart: ChartRef
  usual: UsualRef
  name: string
  telemetryKey: string
  unit: ShownUnit
}

/** Opens why the latest value is usual or not. */
export function UsualButton({chart, usual, name, telemetryKey, unit}: Props) {
  const isOffered = useSelector(chart, s => isPulsewall(s.context.offer))
  const machine = useSelector(usual, s => s.children.reason)
  const isAsked = useSelector(machine, s => s !== undefined && !s.matches('closed'))
  if (machine === undefined || !(isOffered || isAsked)) return null
  return (
    <>
      <Button size="compact-sm" fz="xs" variant="default" onClick={() => machine.send({type: 'reason.requested'})}>
        {texts.ask}
      </Button>
      {isAsked && (
        <LazyPart load={usualDialog} waiting={null}>
          {UsualDialog => <UsualDialog machine={machine} unit={unit} title={texts.title(name, telemetryKey)} />}
        </LazyPart>
      )}
    </>
  )
}
