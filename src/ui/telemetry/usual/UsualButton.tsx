import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ShownUnit} from '../../../domain/telemetry/temperature'
import type {UsualRef} from '../../../machines/telemetry/usual'
import {LazyPart} from '../../kit/loading/LazyPart'
import {texts} from './texts'

/** Most visits ask for no reason. */
const usualDialog = async () => (await import('./UsualDialog')).UsualDialog

interface Props {
  usual: UsualRef
  name: string
  telemetryKey: string
  unit: ShownUnit
}

/** Opens why the latest value is usual or not. */
export function UsualButton({usual, name, telemetryKey, unit}: Props) {
  const isKnown = useSelector(usual, s => s.context.parts.length > 0)
  const of = useSelector(usual, s => s.children.reason)
  const isAsked = useSelector(of, s => s !== undefined && !s.matches('closed'))
  if (of === undefined || !(isKnown || isAsked)) return null
  return (
    <>
      <Button size="compact-sm" fz="xs" variant="default" onClick={() => of.send({type: 'reason.requested'})}>
        {texts.ask}
      </Button>
      {isAsked && (
        <LazyPart load={usualDialog} waiting={null}>
          {UsualDialog => <UsualDialog {...{of, unit}} title={texts.title(name, telemetryKey)} />}
        </LazyPart>
      )}
    </>
  )
}
