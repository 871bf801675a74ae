import {useSelector} from '@xstate/react'
import {isPulsewall} from '../../../../contract/rules/offer'
import {texts} from '../../../domain/telemetry/texts'
import type {DevicesRef} from '../../../machines/telemetry/devices'

/** Says that a value beyond its limits is seen here alone, where the server keeps no alarms. */
export function NobodyElse({devices, className}: {devices: DevicesRef; className: string | undefined}) {
  const isSeenHereAlone = useSelector(
    devices,
    ({context: {severities, offer}}) => severities.size > 0 && !isPulsewall(offer),
  )
  return isSeenHereAlone ? <p className={className}>{texts.nobodyElse}</p> : null
}
